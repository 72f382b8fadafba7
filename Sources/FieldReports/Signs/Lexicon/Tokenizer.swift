/// Takes a message apart into words and numbers: `idleSeconds=601` gives idle, seconds and 601 s.
struct Tokenizer {
  private(set) var tokens: [Token] = []
  private var vocabulary: Vocabulary
  private var place = 0
  private var end = 0
  private var valueFollows = false

  init(_ vocabulary: Vocabulary) { self.vocabulary = vocabulary }

  /// More words than this of one line are not looked at.
  private static let most = 160

  mutating func read(_ bytes: [UInt8], _ range: Range<Int>) {
    tokens.removeAll(keepingCapacity: true)
    place = range.lowerBound
    end = range.upperBound
    valueFollows = false
    while place < end, tokens.count < Self.most {
      let byte = bytes[place]
      if isLetter(byte) || byte >= 0x80 {
        word(bytes)
      } else if isDigit(byte) {
        numberOrName(bytes)
      } else {
        mark(bytes, byte)
      }
    }
    giveUnits(bytes)
    joinPhrases()
  }

  private mutating func mark(_ bytes: [UInt8], _ byte: UInt8) {
    switch byte {
    case UInt8(ascii: "="), UInt8(ascii: ":"):
      valueFollows = true
      place += 1
    case UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "`"):
      if !skipQuoted(bytes, byte) { place += 1 }
    case 0x1B: skipColour(bytes)
    case 0x20, 0x09: place += 1
    default:
      valueFollows = false
      place += 1
    }
  }

  private mutating func skipColour(_ bytes: [UInt8]) {
    place += 1
    guard place < end, bytes[place] == 0x5B else { return }
    while place < end, !isLetter(bytes[place]) { place += 1 }
    place += 1
  }

  /// Passes over quoted text, which is most likely somebody's words, unless it is one word that
  /// names a state, or stands behind a key whose values are the app's own words.
  private mutating func skipQuoted(_ bytes: [UInt8], _ quote: UInt8) -> Bool {
    let isApostrophe = quote == 0x27 && place > 0 && isWordByte(bytes[max(place - 1, 0)])
    if isApostrophe { return false }
    var close = place + 1
    var hasSpace = false
    while close < end, bytes[close] != quote {
      if bytes[close] == 0x20 { hasSpace = true }
      close += 1
    }
    guard close < end else { return false }
    if let last = tokens.last, last.concepts.meets(vocabulary.quotable) { return false }
    if tokens.contains(where: { $0.concepts.meets(vocabulary.speaking) }) {
      readShown(bytes, place + 1..<close)
    }
    if close + 1 < end, bytes[close + 1] == UInt8(ascii: ":") { return false }
    if !hasSpace, valueFollows, close - place <= 24 { return false }
    place = close + 1
    return true
  }

  /// What a screen or a message shows is the app's own: a few words of it tell what it claims. None
  /// of them counts as anything that happened.
  private mutating func readShown(_ bytes: [UInt8], _ range: Range<Int>) {
    var inner = Tokenizer(vocabulary)
    inner.read(bytes, range)
    let concepts = inner.tokens.reduce(into: Concepts()) { $0.formUnion($1.concepts) }
    guard let first = inner.tokens.first, let last = tokens.indices.last else { return }
    var claims = Concepts()
    if concepts.meets(vocabulary.reconnecting) { claims.insert(vocabulary.claims.reconnecting) }
    if !concepts.meets(vocabulary.denying) {
      if concepts.meets(vocabulary.keeping) { claims.insert(vocabulary.claims.saved) }
      if first.concepts.meets(vocabulary.capturing), inner.tokens.count <= 6 {
        claims.insert(vocabulary.claims.recording)
      }
    }
    tokens[last].concepts.formUnion(claims)
  }

  /// Marks the owner of something as another app than the one that writes.
  mutating func noteForeign(at index: Int, _ foreign: Concepts) {
    tokens[index].concepts.formUnion(foreign)
  }

  private mutating func word(_ bytes: [UInt8]) {
    let start = place
    var spelling = Spelling()
    var previous: UInt8 = 0
    while place < end {
      let byte = bytes[place]
      guard isLetter(byte) || byte >= 0x80 else { break }
      let isUpper = byte >= 0x41 && byte <= 0x5A
      if isUpper, place > start {
        let wasLower = previous >= 0x61 && previous <= 0x7A
        let lowerFollows = place + 1 < end && bytes[place + 1] >= 0x61 && bytes[place + 1] <= 0x7A
        if wasLower || lowerFollows && previous < 0x5B { break }
      }
      spelling.append(byte)
      previous = byte
      place += 1
    }
    var token = Token(range: start..<place)
    token.concepts = vocabulary.concepts(of: spelling)
    token.unit = vocabulary.unit(of: spelling)
    token.isValue = valueFollows
    valueFollows = false
    tokens.append(token)
  }

  private mutating func numberOrName(_ bytes: [UInt8]) {
    let start = place
    var ahead = place
    while ahead < end, isWordByte(bytes[ahead]) { ahead += 1 }
    let isName = Self.isName(bytes, start..<ahead)
    var token = Token(range: start..<ahead)
    token.isValue = valueFollows
    valueFollows = false
    if isName {
      token.isName = true
      place = ahead
      tokens.append(token)
      return
    }
    var reader = StampReader(bytes, from: start, to: end)
    guard var value = reader.decimal() else {
      place = ahead
      return
    }
    // 26,214,400 is one number, and so is 26.214.400; 8,5 is a fraction.
    while reader.byte == 0x2C, !value.hasFraction || value.fraction % 1_000_000 == 0,
      isDigit(reader.byte(after: 1)), isDigit(reader.byte(after: 2)),
      isDigit(reader.byte(after: 3)),
      !isDigit(reader.byte(after: 4)), value.whole < 1_000_000_000
    {
      if value.hasFraction { value.whole = value.whole * 1_000 + value.fraction / 1_000_000 }
      value.fraction = 0
      value.hasFraction = false
      reader.place += 1
      value.whole = value.whole * 1_000 + (reader.digits(3...3) ?? 0)
    }
    token.number = value.whole.times(1_000).plus(value.fraction / 1_000_000)
    token.range = start..<reader.place
    place = reader.place
    tokens.append(token)
  }

  /// `7f3`, `0091`, `5d20c1` and what has digits on both sides of letters are names.
  private static func isName(_ bytes: [UInt8], _ range: Range<Int>) -> Bool {
    var letters = 0
    var changes = 0
    for index in range {
      let byte = bytes[index]
      if byte == 0x5F { return false }
      let isDigitHere = isDigit(byte)
      if !isDigitHere { letters += 1 }
      if index > range.lowerBound, isDigit(bytes[index - 1]) != isDigitHere { changes += 1 }
    }
    return changes >= 2 || letters > 0 && letters + 1 == range.count && letters > 5
      || letters == 0 && range.count >= 4 && bytes[range.lowerBound] == 0x30
  }

  /// A number takes the unit of the word behind it, else of the key before it.
  private mutating func giveUnits(_ bytes: [UInt8]) {
    for index in tokens.indices where tokens[index].number != nil {
      if index + 1 < tokens.count, tokens[index + 1].unit != .none,
        tokens[index + 1].range.lowerBound - tokens[index].range.upperBound <= 1,
        !isKey(bytes, tokens[index + 1].range.upperBound)
      {
        tokens[index].unit = tokens[index + 1].unit
      } else if index > 0, tokens[index - 1].unit != .none, tokens[index].isValue {
        tokens[index].unit = tokens[index - 1].unit
      }
    }
  }

  /// Whether the word that ends here is the key of a value of its own: `part 1/9 bytes=5120`.
  private func isKey(_ bytes: [UInt8], _ place: Int) -> Bool {
    place < end && bytes[place] == UInt8(ascii: "=")
  }

  /// Two words that mean something together: `gave up`, `put back`, `timed out`.
  private mutating func joinPhrases() {
    guard tokens.count > 1 else { return }
    for index in 0..<tokens.count - 1 where tokens[index].concepts.meets(vocabulary.opening) {
      for phrase in vocabulary.phrases
      where tokens[index].concepts.contains(phrase.first)
        && tokens[index + 1].concepts.contains(phrase.second)
      {
        tokens[index].concepts.insert(phrase.concept)
      }
    }
  }
}

/// Up to sixteen bytes of a word in small letters; longer words differ in these or not at all.
struct Spelling: Hashable {
  private var low: UInt64 = 0
  private var high: UInt64 = 0
  private(set) var count = 0

  init() {}

  init(_ text: String) { for byte in text.utf8 { append(byte) } }

  mutating func append(_ byte: UInt8) {
    let small = UInt64(byte >= 0x41 && byte <= 0x5A ? byte | 0x20 : byte)
    if count < 8 {
      low |= small << UInt64(count * 8)
    } else if count < 16 {
      high |= small << UInt64((count - 8) * 8)
    }
    count += 1
  }

  /// Its first letters.
  func prefix(_ length: Int) -> Spelling {
    guard length < min(count, 16) else { return self }
    var short = self
    short.count = length
    short.high = length <= 8 ? 0 : high & ((1 << UInt64((length - 8) * 8)) - 1)
    if length < 8 { short.low = low & ((1 << UInt64(length * 8)) - 1) }
    return short
  }
}
