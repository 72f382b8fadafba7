/// What the numbers of a line say, read once for all signs of the line.
struct LineFacts {
  var concepts = Concepts()
  var first = Concepts()
  /// The status of an answer.
  var status: Int64?
  private let tokens: [Token]
  private let numbers: ConceptNumbers

  init(_ tokens: [Token], _ numbers: ConceptNumbers) {
    self.tokens = tokens
    self.numbers = numbers
    first = tokens.first?.concepts ?? Concepts()
    for token in tokens { concepts.formUnion(token.concepts) }
    for index in tokens.indices where tokens[index].number != nil { note(index) }
    if let status { note(status: status) }
  }

  private mutating func note(_ index: Int) {
    let token = tokens[index]
    if token.milliseconds != nil { concepts.insert(numbers.duration) }
    if token.bytes != nil { concepts.insert(numbers.bytes) }
    if token.unit == .characters { concepts.insert(numbers.chars) }
    if token.unit == .frames { concepts.insert(numbers.count) }
    if token.number == 0, token.isValue || token.unit == .frames { concepts.insert(numbers.zero) }
    guard status == nil, token.unit == .none, let value = token.whole, 100...599 ~= value,
      token.number == value * 1_000
    else { return }
    let isNamed = index > 0 && tokens[index - 1].concepts.meets(numbers.statusKey)
    let isWorded =
      index + 1 < tokens.count && tokens[index + 1].concepts.meets(numbers.statusWord)
    if isNamed || isWorded || index == 0 && value >= 400 { status = value }
  }

  private mutating func note(status: Int64) {
    switch status {
    case 200: concepts.insert(numbers.s200)
    case 201...299: concepts.insert(numbers.s2xx)
    case 402:
      concepts.insert(numbers.s402)
      concepts.insert(numbers.permanent)
    case 401, 403:
      concepts.insert(numbers.login)
      concepts.insert(numbers.permanent)
    case 413: concepts.insert(numbers.s413)
    case 408, 429, 500...599: concepts.insert(numbers.transient)
    case 400...499: concepts.insert(numbers.permanent)
    default: break
    }
  }

  // MARK: What counts for a sign

  /// Value and whole of a sign.
  func quantity(of sign: Sign) -> (value: Int64?, whole: Int64?) {
    switch sign {
    case .microphoneOn, .recorderPending, .captured, .audioDiscarded, .retryWaits, .redialWaits,
      .fileFound, .pulseAge, .slept, .heldDropped, .relayLastHeard, .relaySilent, .audioSilent,
      .audioMissing, .stillWaiting, .sessionReleased, .holdBegan:
      return (duration, nil)
    case .storeUnreadable, .storeRemoved:
      return (concepts.meets(numbers.historyWord) ? 1 : nil, nil)
    case .redialFailed: return (ordinal, nil)
    case .heldSent: return (begins, nil)
    case .textInserted: return (characters, nil)
    case .startRefused: return (stage, nil)
    case .legClosed: return (duration ?? offset ?? exactSeconds, nil)
    case .requestSent: return (bytes, nil)
    case .headersArrived, .answerArrived, .answerRefused, .legRefused, .quotaReached:
      return (status, nil)
    case .textRecognized, .clipboardSaved, .clipboardRead, .clipboardWritten:
      return (characters, nil)
    case .sizeRefused: return sizes
    case .retryHint: return (hint, nil)
    case .legOpened: return (offset, nil)
    case .wordShown: return (position, nil)
    case .textCovers: return parts
    case .startAsked, .stopAsked, .cancelAsked, .retryAsked, .deleteAsked, .endedByPerson,
      .stopRefused, .cancelRefused, .retryRefused, .microphoneAsked,
      .microphoneOff, .audioArrives, .deviceLost, .routeChanged, .permissionMissing,
      .interruptionBegan, .interruptionEnded, .recorderGivenUp, .captureFailed, .fileBegun,
      .fileClosed, .audioKept, .entryWritten, .entryRemoved, .removalQueued, .fileRemoved,
      .storageFailed, .storageFull, .recognitionBegan, .connectionLost, .fallbackBegan,
      .noSpeech, .textDiscarded, .attemptSucceeded, .attemptFailed, .attemptCancelled,
      .cleanupBegan, .cleanupEnded, .cleanupFailed, .clipboardRestored, .pasteSent,
      .deliveryFailed, .targetChanged, .showsRecording, .showsProcessing,
      .showsIdle, .showsFailure, .showsReconnecting, .messageShown, .messageUnshown,
      .rawWordsShown, .launched, .killed, .woke, .handoffPosted, .handoffTaken, .handoffExpired,
      .stateRestored, .orphanAdopted, .entryRecovered, .audioSent, .redialsGivenUp,
      .finalizeSent, .drainExpired, .answerMalformed, .audioSplit, .fileUnfinished,
      .fileRemains, .copiedElsewhere, .resultLate, .recoveryBlocks, .entryAtWork, .workResumed,
      .settingsChanged, .settingUsed, .tailFolded, .recoveryFailed, .startDenied,
      .storeSetAside, .savedClaimed, .coverageClaimed, .gapMarked,
      .finalizeSkipped, .wordsDropped, .closedAsIdle, .keepaliveSent, .rowDamaged, .historyHidden,
      .storageMended:
      return (nil, nil)
    }
  }

  /// What keeps a start from being taken: 1 the recorder, 2 recognition, 3 cleanup.
  private var stage: Int64? {
    if concepts.meets(numbers.cleanup) { return 3 }
    if concepts.meets(numbers.recognition) { return 2 }
    return concepts.meets(numbers.recorder) ? 1 : nil
  }

  private var duration: Int64? { tokens.lazy.compactMap(\.milliseconds).first }

  private var bytes: Int64? { tokens.lazy.compactMap(\.bytes).first }

  private var characters: Int64? {
    tokens.lazy.filter { $0.unit == .characters }.compactMap(\.whole).first
  }

  /// What was counted, and what is allowed.
  private var sizes: (Int64?, Int64?) {
    let all = tokens.compactMap { token -> Int64? in
      if let bytes = token.bytes { return bytes }
      guard token.unit == .none, let whole = token.whole, whole >= 10_000 else { return nil }
      return whole
    }
    guard let most = all.max(), let least = all.min(), most != least else { return (nil, nil) }
    return (most, least)
  }

  /// A bare number of a position counts seconds, unless it is far too large for that.
  private func milliseconds(_ token: Token) -> Int64? {
    if let exact = token.milliseconds { return exact }
    guard token.unit == .none, let number = token.number else { return nil }
    return number >= 20_000_000 ? number / 1_000 : number
  }

  private var offset: Int64? {
    guard let word = tokens.firstIndex(where: { $0.concepts.meets(numbers.offset) }) else {
      return nil
    }
    // `offset 4.0`, `offset=4.0`, `offset set to 4.0`
    return tokens[(word + 1)...].prefix(3).first { $0.number != nil }.flatMap(milliseconds)
  }

  /// The number of a try: `dial 9 failed`, `redial=9`.
  private var ordinal: Int64? {
    for index in tokens.indices.dropFirst()
    where tokens[index].unit == .none && tokens[index - 1].concepts.meets(numbers.countable) {
      if let whole = tokens[index].whole, tokens[index].number == whole * 1_000 { return whole }
    }
    return nil
  }

  /// Where a stretch of audio begins: the first number of `42.000-49.100`.
  private var begins: Int64? {
    for index in tokens.indices.dropLast()
    where tokens[index].number != nil && tokens[index + 1].number != nil
      && tokens[index + 1].range.lowerBound - tokens[index].range.upperBound <= 3
    {
      return milliseconds(tokens[index])
    }
    return nil
  }

  /// A bare number with a fraction, such as `12.480`, is most likely a place in seconds.
  private var exactSeconds: Int64? {
    tokens.last { token in
      token.unit == .none && (token.number.map { $0 % 1_000 != 0 } ?? false)
        || token.unit == .none && token.number != nil && token.range.count >= 5
    }.flatMap(milliseconds)
  }

  private var position: Int64? {
    tokens.last { $0.milliseconds != nil || $0.unit == .none && $0.number != nil }
      .flatMap(milliseconds)
  }

  private var parts: (Int64?, Int64?) {
    var all = tokens.compactMap(\.milliseconds)
    if all.count == 1 {
      // `150.0 of 150.0 s` says its unit once.
      all = tokens.compactMap { $0.milliseconds ?? ($0.unit == .none ? $0.number : nil) }
    }
    guard all.count >= 2 else { return (nil, nil) }
    return (min(all[0], all[1]), max(all[0], all[1]))
  }

  private var hint: Int64? {
    if let exact = duration { return exact }
    let bare = tokens.last { $0.unit == .none && $0.number != nil && $0.whole != status }
    return bare?.number
  }
}

/// The numbers of the concepts that lines derive from their numbers, looked up once.
struct ConceptNumbers {
  let duration, bytes, chars, count, zero, s200, s2xx, s402, s413, permanent, transient, login: Int
  let statusKey, statusWord, offset, keyboard, cleanup, recognition, recorder, settings: Concepts
  let file, historyWord, countable, take, by, foreign, ofSpeech: Concepts

  init(_ vocabulary: Vocabulary) {
    func number(_ name: String) -> Int { vocabulary.numbers[name] ?? 0 }
    duration = number("duration")
    bytes = number("bytes")
    chars = number("chars")
    count = number("count")
    zero = number("zero")
    s200 = number("s200")
    s2xx = number("s2xx")
    s402 = number("s402")
    s413 = number("s413")
    permanent = number("permanent")
    transient = number("transient")
    login = number("login")
    statusKey = Concepts(number("statuskey"))
    statusWord = Concepts(number("statusword"))
    offset = Concepts(number("offset"))
    cleanup = Concepts(number("cleanup"))
    recognition = Concepts(number("recog"))
    recorder = Concepts(number("recorder"))
    settings = Concepts(number("settings"))
    take = ["take", "recording", "item"].reduce(into: Concepts()) { $0.insert(number($1)) }
    by = Concepts(number("by"))
    ofSpeech = Concepts(number("ofspeech"))
    file = Concepts(number("file"))
    historyWord = Concepts(number("historyword"))
    foreign = Concepts(number("foreign"))
    countable = ["reconnect", "tries"].reduce(into: Concepts()) { $0.insert(number($1)) }
    keyboard = Concepts(number("keyboardtag"))
  }
}
