/// What stands before the message of a text line: quoting, time, level, tags.
struct LineHead {
  var shape = LogShape.plain
  var stamp: Stamp?
  /// Levels, threads, modules: where a line comes from.
  var tag: Range<Int>
  /// What it says.
  var message: Range<Int>
  /// Whether something besides a time marks it as a line of a log.
  var isMarked = false

  /// Reads the head of a line whose end is already known.
  init(_ bytes: [UInt8], _ line: Range<Int>) {
    var reader = HeadReader(StampReader(bytes, from: line.lowerBound, to: line.upperBound))
    reader.skipLeadingLevel()
    stamp = reader.stamps.read()
    if stamp != nil { reader.skipSecondStamp() }
    let tagStart = reader.stamps.place
    reader.skipTags(afterTime: stamp != nil)
    shape = stamp == nil ? .untimed : reader.shape
    isMarked = reader.isMarked
    message = min(reader.stamps.place, line.upperBound)..<line.upperBound
    tag = tagStart..<message.lowerBound
    if reader.firstTag < tag.lowerBound { tag = reader.firstTag..<message.lowerBound }
  }
}

/// Walks over levels, threads and modules.
private struct HeadReader {
  var stamps: StampReader
  var shape = LogShape.plain
  var isMarked = false
  var firstTag: Int
  private var isTabbed = false

  init(_ stamps: StampReader) {
    self.stamps = stamps
    firstTag = stamps.place
  }

  private static let levels = [
    "trace", "debug", "dbg", "info", "notice", "warn", "warning", "error", "err", "fatal",
    "critical", "fault", "default", "verbose", "inf", "wrn", "vrb", "ftl",
  ]

  private var byte: UInt8 { stamps.byte }

  /// The length of the run of word bytes at the cursor, dots, colons and hyphens within counted.
  private func tokenLength() -> Int {
    var length = 0
    while true {
      let next = stamps.byte(after: length)
      let joins = next == 0x2E || next == 0x3A || next == 0x2D || next == 0x24
      guard
        isWordByte(next) || joins && isWordByte(stamps.byte(after: length + 1))
          || next == 0x3A && stamps.byte(after: length + 1) == 0x3A
      else { return length }
      length += 1
      if length > 120 { return length }
    }
  }

  private func isLevel(_ length: Int) -> Bool {
    guard (3...8).contains(length) else { return false }
    let start = stamps.place
    return Self.levels.contains { level in
      level.utf8.count == length
        && zip(level.utf8, stamps.bytes[start..<start + length]).allSatisfy { $0 == $1 | 0x20 }
    }
  }

  private func isUpper(_ byte: UInt8) -> Bool { byte >= 0x41 && byte <= 0x5A }

  /// Some formats put the level before the time.
  mutating func skipLeadingLevel() {
    let start = stamps.place
    let isBracketed = stamps.skip(0x5B)
    let length = tokenLength()
    if isLevel(length) {
      stamps.place += length
      if isBracketed { _ = stamps.skip(0x5D) }
      if byte == 0x09 { isTabbed = true }
      while byte == 0x20 || byte == 0x09 || byte == 0x3A { stamps.place += 1 }
      isMarked = true
    } else {
      stamps.place = start
    }
  }

  /// A viewer may have put its own time, and a level, before the line's: the line's is read over.
  mutating func skipSecondStamp() {
    let start = stamps.place
    skipGaps()
    let length = tokenLength()
    if isLevel(length) { stamps.place += length }
    skipGaps()
    if byte == 0x5B, isDigit(stamps.byte(after: 1)), stamps.read() != nil { return }
    stamps.place = start
  }

  private mutating func skipGaps() {
    while byte == 0x20 || byte == 0x09 || byte == 0x7C || byte == 0x2C || byte == 0x3A
      || byte == 0x2D && stamps.byte(after: 1) == 0x20
    {
      stamps.place += 1
    }
  }

  mutating func skipTags(afterTime: Bool) {
    firstTag = stamps.place
    if isTabbed, byte == 0x09 {
      skipColumn()
      return
    }
    for _ in 0..<12 {
      if byte == 0x3A && stamps.byte(after: 1) != 0x20 && stamps.byte(after: 1) != 0x3A { break }
      skipGaps()
      guard skipOneTag(afterTime: afterTime) else { break }
      isMarked = true
    }
    skipGaps()
  }

  /// `\tprocess\t`, as Console copies it.
  private mutating func skipColumn() {
    let start = stamps.place
    stamps.place += 1
    while byte != 0, byte != 0x09 { stamps.place += 1 }
    guard stamps.skip(0x09) else {
      stamps.place = start + 1
      return
    }
    while byte == 0x20 || byte == 0x09 { stamps.place += 1 }
    shape = .appleConsole
  }

  private mutating func skipOneTag(afterTime: Bool) -> Bool {
    if byte == 0x5B { return skipBracket() }
    if byte == 0x28, shape == .appleCompact { return skipBracket() }
    let length = tokenLength()
    guard length > 0 else { return false }
    let next = stamps.byte(after: length)
    let isColon = next == 0x3A && stamps.byte(after: length + 1) != 0x3A
    if isLevel(length), isUpper(byte) || isColon || next == 0x09 || next == 0x20 && isDash(length) {
      return take(length)
    }
    if afterTime, skipNumbers(length) { return true }
    if length == 1, isUpper(byte), next == 0x20 || next == 0x2F {
      if afterTime, shape == .logcat || next == 0x2F { return takeLogcat(length) }
      return take(length)
    }
    if next == 0x5B, isDigit(stamps.byte(after: length + 1)) { return takeProcess(length) }
    if length == 2, afterTime, nextIsProcess(after: length) { return take(length) }
    if isModule(length), isColon || isDash(length) || next == 0x3A {
      if contains(length, 0x3A) { shape = .rust }
      return take(length)
    }
    if isDash(length), levelFollows(after: length) { return take(length) }
    return false
  }

  private mutating func take(_ length: Int) -> Bool {
    stamps.place += length
    return true
  }

  /// `[main]`, `[app.scribe:paste]`, `[2026-03-01 …]` are tags; a long bracket is text.
  private mutating func skipBracket() -> Bool {
    var length = 1
    while length < 100 {
      let next = stamps.byte(after: length)
      if next == 0 { return false }
      if next == 0x5D || next == 0x29 { break }
      length += 1
    }
    guard length < 100 else { return false }
    if shape == .plain { shape = contains(length, 0x3A) ? .rust : .electron }
    return take(length + 1)
  }

  /// Process and thread numbers of logcat stand between time and level.
  private mutating func skipNumbers(_ length: Int) -> Bool {
    guard length <= 6, (0..<length).allSatisfy({ isDigit(stamps.byte(after: $0)) }) else {
      return false
    }
    var ahead = length
    while stamps.byte(after: ahead) == 0x20 { ahead += 1 }
    guard ahead > length else { return false }
    let next = stamps.byte(after: ahead)
    let isLetterAlone = isUpper(next) && stamps.byte(after: ahead + 1) == 0x20
    guard isDigit(next) || isLetterAlone else { return false }
    shape = .logcat
    return take(ahead)
  }

  /// `I Tag  : `, `D/Tag( 123): `
  private mutating func takeLogcat(_ length: Int) -> Bool {
    shape = .logcat
    stamps.place += length + 1
    let start = stamps.place
    for _ in 0..<60 {
      if byte == 0 { break }
      if byte == 0x3A, stamps.byte(after: 1) == 0x20 {
        stamps.place += 1
        return true
      }
      stamps.place += 1
    }
    stamps.place = start
    return true
  }

  /// `Scribe[811:4a2f] `
  private mutating func takeProcess(_ length: Int) -> Bool {
    var ahead = length
    while ahead < 100, stamps.byte(after: ahead) != 0x5D {
      if stamps.byte(after: ahead) == 0 { return false }
      ahead += 1
    }
    if contains(ahead, 0x3A) { shape = .appleCompact }
    return take(ahead + 1)
  }

  private func nextIsProcess(after length: Int) -> Bool {
    var ahead = length
    while stamps.byte(after: ahead) == 0x20 { ahead += 1 }
    guard ahead > length, isLetter(stamps.byte(after: ahead)) else { return false }
    while isWordByte(stamps.byte(after: ahead)) { ahead += 1 }
    return stamps.byte(after: ahead) == 0x5B && isDigit(stamps.byte(after: ahead + 1))
  }

  private func contains(_ length: Int, _ byte: UInt8) -> Bool {
    (0..<length).contains { stamps.byte(after: $0) == byte }
  }

  private func isDash(_ length: Int) -> Bool {
    stamps.byte(after: length) == 0x20 && stamps.byte(after: length + 1) == 0x2D
      && stamps.byte(after: length + 2) == 0x20
  }

  private func levelFollows(after length: Int) -> Bool {
    var ahead = self
    ahead.stamps.place += length + 3
    return ahead.isLevel(ahead.tokenLength())
  }

  /// `stt::relay`, `app.scribe`, `TextInjector`; a lone capital at the start is a word.
  private func isModule(_ length: Int) -> Bool {
    if contains(length, 0x3A) { return true }
    if contains(length, 0x2E), !contains(length, 0x2D) { return isLetter(byte) }
    return (1..<max(length, 1)).contains { index in
      isUpper(stamps.byte(after: index)) && !isUpper(stamps.byte(after: index - 1))
    }
  }
}
