/// Numbers what apps call their recordings, requests and legs, in order of appearance, so that
/// no name has to be kept.
struct Labels {
  /// Things of one kind share their labels: a row, a file and a take may all mean one recording.
  enum Space: UInt8, CaseIterable {
    case recording, part, request, leg, setting
  }

  private struct Label: Hashable {
    var space: Space
    var text: [UInt8]
  }

  private var numbers: [Label: Int] = [:]
  private let keys: [(space: Space, words: Concepts)]

  init(_ vocabulary: Vocabulary) {
    func words(_ names: String...) -> Concepts {
      names.reduce(into: Concepts()) { set, name in
        if let number = vocabulary.numbers[name] { set.insert(number) }
      }
    }
    keys = [
      (.leg, words("leg")), (.part, words("part")), (.setting, words("settings")),
      (.recording, words("recording", "take", "history", "file", "item")),
      (.request, words("request", "tries")),
    ]
  }

  /// The kind of thing that a sign is about.
  private static func spaces(of sign: Sign) -> [Space] {
    switch sign {
    case .legOpened, .legClosed, .legRefused, .wordShown, .tailFolded, .relayLastHeard,
      .relaySilent, .audioSent, .finalizeSent:
      [.leg]
    case .requestSent, .headersArrived, .answerArrived, .answerRefused, .sizeRefused,
      .answerMalformed, .connectionLost, .retryWaits, .fallbackBegan, .audioSplit, .retryHint:
      [.part]
    case .settingsChanged, .settingUsed: [.setting]
    default: [.recording]
    }
  }

  /// The number of what a sign is about; nil when the line names nothing of the kind.
  ///
  /// - Parameter isOfRecording: the tag of the line names a recording, so that a message that
  ///   begins with a number begins with its name.
  mutating func subject(
    of sign: Sign, _ bytes: [UInt8], _ tokens: [Token], message: Range<Int>, isOfRecording: Bool
  ) -> Int? {
    for space in Self.spaces(of: sign) {
      let named = label(space, bytes, tokens)
      let text =
        named
        ?? (space == .recording
          ? leading(bytes, message, isOfRecording) ?? fileName(bytes, tokens) : nil)
      if let text {
        let label = Label(space: space, text: text)
        if let number = numbers[label] { return number }
        // A log with more names than this is told apart no further.
        guard numbers.count < 100_000 else { return nil }
        numbers[label] = numbers.count + 1
        return numbers.count
      }
    }
    return nil
  }

  /// Whether a message names a file of audio.
  func namesFile(_ bytes: [UInt8], _ message: Range<Int>) -> Bool {
    bytes[message].contains(0x2E) && fileName(bytes, []) != nil
  }

  private func label(_ space: Space, _ bytes: [UInt8], _ tokens: [Token]) -> [UInt8]? {
    guard let words = keys.first(where: { $0.space == space })?.words else { return nil }
    let last = space == .setting ? settingValue(bytes, tokens, words) : nil
    if let last { return last }
    for token in tokens where token.concepts.meets(words) {
      if let chunk = chunk(behind: token, bytes) { return chunk }
    }
    return nil
  }

  /// `77C2 upload begins` and, behind `on`, `retry clicked on E12`: letters and digits mixed. A bare
  /// number only where the tag says what it counts.
  private func leading(_ bytes: [UInt8], _ message: Range<Int>, _ isOfRecording: Bool) -> [UInt8]? {
    var start = message.lowerBound
    var isFirst = true
    while start < message.upperBound {
      guard isWordByte(bytes[start]) else {
        start += 1
        continue
      }
      var end = start
      while end < message.upperBound, isWordByte(bytes[end]) { end += 1 }
      let chunk = bytes[start..<end]
      let hasCapital = chunk.contains { $0 >= 0x41 && $0 <= 0x5A }
      let digits = chunk.count(where: isDigit)
      let isMixed = hasCapital && digits > 0 && digits < chunk.count && chunk.count <= 12
      let isFile =
        end < message.upperBound && bytes[end] == 0x2E && end + 1 < message.upperBound
        && isWordByte(bytes[end + 1])
      let isBare = isFirst && isOfRecording && digits == chunk.count && chunk.count <= 9
      if isMixed || isBare, !isFile { return Self.plain(chunk) }
      isFirst = false
      start = end
    }
    return nil
  }

  /// The run of letters, digits and hyphens behind a key, when it has a digit and no unit.
  private func chunk(behind token: Token, _ bytes: [UInt8]) -> [UInt8]? {
    var start = token.range.upperBound
    var gap = 0
    while start < bytes.count, gap < 2, Self.isGap(bytes[start]) {
      start += 1
      gap += 1
    }
    guard gap > 0 || start < bytes.count && isDigit(bytes[start]) else { return nil }
    var end = start
    while end < bytes.count, isWordByte(bytes[end]) || bytes[end] == 0x2D { end += 1 }
    guard end > start, end - start <= 64, bytes[start..<end].contains(where: isDigit) else {
      return nil
    }
    // `upload 5120 bytes` and `record 2.5 s` give amounts, no names.
    let isAmount =
      bytes[start..<end].allSatisfy(isDigit) && end < bytes.count
      && (bytes[end] == 0x2E && end + 1 < bytes.count && isDigit(bytes[end + 1])
        || bytes[end] == 0x20 && end - start > 3)
    return isAmount ? nil : Self.plain(bytes[start..<end])
  }

  private static func isGap(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x3D || byte == 0x3A || byte == 0x23 || byte == 0x2D || byte == 0x5F
  }

  /// What stands before `.wav` and its kin.
  private func fileName(_ bytes: [UInt8], _ tokens: [Token]) -> [UInt8]? {
    let endings = ["part", "tmp", "wav", "m4a", "caf", "flac", "mp3", "ogg", "opus", "webm", "aac"]
    guard
      let dot = bytes.indices.first(where: { index in
        bytes[index] == 0x2E && index > 0 && isWordByte(bytes[index - 1])
          && endings.contains { bytes[(index + 1)...].starts(with: $0.utf8) }
      })
    else { return nil }
    var start = dot
    while start > 0, isWordByte(bytes[start - 1]) || bytes[start - 1] == 0x2D { start -= 1 }
    return Self.plain(bytes[start..<dot])
  }

  /// Without leading words: `take-0091` and `0091` are one.
  private static func plain(_ chunk: ArraySlice<UInt8>) -> [UInt8] {
    var rest = chunk
    while let cut = rest.firstIndex(where: { $0 == 0x2D || $0 == 0x5F }),
      rest[..<cut].allSatisfy(isLetter), rest[(cut + 1)...].contains(where: isDigit)
    {
      rest = rest[(cut + 1)...]
    }
    return rest.map { $0 >= 0x41 && $0 <= 0x5A ? $0 | 0x20 : $0 }
  }

  /// `language=de`, `model -> small`, `from en to de`: the last word of the line, or the value.
  private func settingValue(_ bytes: [UInt8], _ tokens: [Token], _ words: Concepts) -> [UInt8]? {
    guard let key = tokens.firstIndex(where: { $0.concepts.meets(words) }) else { return nil }
    let behind = tokens[(key + 1)...]
    let to = behind.firstIndex { bytes[$0.range].elementsEqual("to".utf8) }
    let target = to.flatMap { $0 + 1 < tokens.count ? tokens[$0 + 1] : nil }
    let value = target ?? (behind.first?.isValue == true ? behind.first : behind.last)
    return value.map { token in
      bytes[token.range].map { $0 >= 0x41 && $0 <= 0x5A ? $0 | 0x20 : $0 }
    }
  }
}
