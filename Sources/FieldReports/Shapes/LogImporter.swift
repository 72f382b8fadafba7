/// Reads pasted logs of any shape as signs.
///
/// ```swift
/// var importer = LogImporter()
/// try importer.read(bytes, name: "-")
/// let log = importer.finish()
/// ```
public struct LogImporter {
  private let limits: LogLimits
  private var signs: SignReader
  private var log = FieldLog()
  private var clock = LogClock()
  private var counts: [LogShape: Int] = [:]
  private var lines = 0
  private var cutLines = 0
  private var leftOut = 0
  private var untimed: [(range: Range<Int>, line: Int)] = []

  /// Makes an importer.
  ///
  /// - Parameter mapping: words of an app whose log is read, when somebody knows them.
  public init(limits: LogLimits = LogLimits(), mapping: SignMapping? = nil) {
    self.limits = limits
    signs = SignReader(mapping: mapping)
  }

  /// Reads one input; several are read as parts of one story and sorted into each other by time.
  ///
  /// - Throws: why it is no log at all. What was read before stays.
  public mutating func read(_ raw: [UInt8], name: String) throws(LogRefusal) {
    let text = try LogText(raw, limits: limits)
    log.remarks += text.remarks.filter { !log.remarks.contains($0) }
    let first = lines
    clock.beginInput()
    if HARReader.begins(text.bytes) {
      try readHAR(text.bytes)
    } else {
      readLines(text.bytes)
    }
    log.inputs.append(FieldLog.Input(name: name, lines: lines - first, firstLine: first))
  }

  /// What was read.
  public consuming func finish() -> FieldLog {
    if cutLines > 0 { log.remarks.append(.cutLines(cutLines)) }
    if leftOut > 0 { log.remarks.append(.leftOutLines(leftOut)) }
    if clock.midnights > 0 { log.remarks.append(.passedMidnight(clock.midnights)) }
    if clock.stepsBack > 0 { log.remarks.append(.timesGoBack(clock.stepsBack)) }
    log.hasSteadyTimes = clock.stepsBack == 0
    log.end = clock.kind == nil ? nil : clock.end
    log.timedLines = clock.count
    log.shapes = LogShape.allCases.compactMap { shape in counts[shape].map { (shape, $0) } }
      .sorted { $0.lines > $1.lines }
    log.sightings = Self.sorted(log.sightings)
    return log
  }

  /// By time, where there is one; a sign without a time stays behind the one before it.
  private static func sorted(_ sightings: [Sighting]) -> [Sighting] {
    var keys: [(at: Int64, place: Int)] = []
    keys.reserveCapacity(sightings.count)
    var latest = Int64.min
    for (place, sighting) in sightings.enumerated() {
      if let at = sighting.at { latest = at }
      keys.append((latest, place))
    }
    keys.sort { ($0.at, $0.place) < ($1.at, $1.place) }
    return keys.map { sightings[$0.place] }
  }

  // MARK: Lines

  private mutating func readLines(_ bytes: [UInt8]) {
    let timedBefore = clock.count
    untimed.removeAll(keepingCapacity: true)
    var start = 0
    var isFenced = false
    while start < bytes.count {
      var end = start
      while end < bytes.count, bytes[end] != 0x0A { end += 1 }
      if lines >= limits.lines {
        leftOut += 1
      } else {
        lines += 1
        readLine(bytes, start, end, &isFenced)
      }
      start = end + 1
    }
    // Where no line tells a time, the lines themselves are all there is.
    if clock.count == timedBefore { readUntimed(bytes) }
    log.skippedLines += untimed.count
  }

  private mutating func readLine(_ bytes: [UInt8], _ start: Int, _ end: Int, _ isFenced: inout Bool)
  {
    var line = Self.unquoted(bytes, start..<end)
    if line.isEmpty { return }
    if line.count > limits.lineBytes {
      line = line.lowerBound..<line.lowerBound + limits.lineBytes
      cutLines += 1
    }
    if Self.isFence(bytes, line) {
      isFenced.toggle()
      if isFenced { clock.beginInput() }
      return
    }
    if bytes[line.lowerBound] == UInt8(ascii: "{"), readJSON(Array(bytes[line])) { return }
    // A line of its own: what reads it may look around in it, and must not see the whole log.
    let own =
      bytes[line].contains(0x1B) ? Self.withoutColours(bytes[line]) : Array(bytes[line])
    readText(own, 0..<own.count, isFenced, place: line)
  }

  /// Without quotation marks of a ticket, list marks and blanks on either side.
  private static func unquoted(_ bytes: [UInt8], _ line: Range<Int>) -> Range<Int> {
    var (start, end) = (line.lowerBound, line.upperBound)
    while end > start, bytes[end - 1] <= 0x20 { end -= 1 }
    while start < end {
      let byte = bytes[start]
      let isMark = byte <= 0x20 && byte != 0x1B || byte == 0x3E
      let isBullet =
        (byte == 0x2A || byte == 0x2D) && start + 1 < end && bytes[start + 1] == 0x20
      guard isMark || isBullet else { break }
      start += 1
    }
    return start..<end
  }

  private static func isFence(_ bytes: [UInt8], _ line: Range<Int>) -> Bool {
    line.count >= 3
      && (bytes[line].starts(with: [0x60, 0x60, 0x60])
        || bytes[line].starts(with: [0x7E, 0x7E, 0x7E]))
  }

  private static func withoutColours(_ line: ArraySlice<UInt8>) -> [UInt8] {
    var plain: [UInt8] = []
    plain.reserveCapacity(line.count)
    var index = line.startIndex
    while index < line.endIndex {
      if line[index] == 0x1B, index + 1 < line.endIndex, line[index + 1] == 0x5B {
        index += 2
        while index < line.endIndex, !isLetter(line[index]) { index += 1 }
        index += 1
      } else {
        plain.append(line[index])
        index += 1
      }
    }
    return plain
  }

  private mutating func readText(
    _ bytes: [UInt8], _ line: Range<Int>, _ isFenced: Bool, place: Range<Int>
  ) {
    let head = LineHead(bytes, line)
    guard let stamp = head.stamp, let at = clock.place(stamp) else {
      untimed.append((place, lines))
      if head.isMarked || isFenced, clock.count > 0 {
        // A line between timed ones that is marked as a line of a log happened between them.
        untimed.removeLast()
        counts[.untimed, default: 0] += 1
        read(bytes, head, nil)
      }
      return
    }
    counts[head.shape, default: 0] += 1
    read(bytes, head, at)
    if let until = stamp.until, let last = clock.place(until: until, of: stamp) {
      read(bytes, head, last)
    }
  }

  private mutating func read(_ bytes: [UInt8], _ head: LineHead, _ at: Int64?) {
    signs.read(
      bytes, message: head.message, tag: head.tag, line: lines, at: at, into: &log.sightings)
  }

  private mutating func readJSON(_ line: [UInt8]) -> Bool {
    guard let json = JSONLine(line) else { return false }
    counts[json.shape, default: 0] += 1
    let at = json.stamp.flatMap { clock.place($0) }
    signs.read(
      json.text, message: 0..<json.text.count, tag: 0..<0, tagBytes: json.tag, line: lines,
      at: at, into: &log.sightings)
    return true
  }

  private mutating func readUntimed(_ bytes: [UInt8]) {
    let candidates = untimed
    untimed.removeAll(keepingCapacity: true)
    let hasMarks = candidates.contains { LineHead(bytes, $0.range).isMarked }
    let last = lines
    for candidate in candidates {
      let own = Array(bytes[candidate.range])
      let head = LineHead(own, 0..<own.count)
      guard hasMarks ? head.isMarked : !Prose.isProse(own[...]) else {
        untimed.append(candidate)
        continue
      }
      lines = candidate.line
      counts[.untimed, default: 0] += 1
      if head.isMarked { log.markedLines += 1 }
      read(own, head, nil)
    }
    lines = last
  }

  private mutating func readHAR(_ bytes: [UInt8]) throws(LogRefusal) {
    let reader = try HARReader(bytes)
    var ends = 0
    for byte in bytes where byte == 0x0A { ends += 1 }
    for sighting in reader.sightings {
      var sighting = sighting
      sighting.line += lines
      sighting.at = sighting.at.flatMap { clock.place(Stamp(origin: .date, at: $0)) }
      log.sightings.append(sighting)
    }
    counts[.har, default: 0] += reader.entries
    lines += ends + (bytes.last == 0x0A ? 0 : 1)
  }
}

/// Tells what people write about a log from the log.
enum Prose {
  /// Whether a line without a time reads like a sentence of a person.
  static func isProse(_ line: ArraySlice<UInt8>) -> Bool {
    let words = line.split(separator: 0x20)
    let ends: [UInt8] = [0x2E, 0x3F, 0x21, 0x2C]
    if words.count >= 5, let last = line.last, ends.contains(last) { return true }
    let own = ["i", "my", "me", "we", "our", "hi", "hello", "thanks", "please", "dear", "you"]
    return words.contains { word in
      let small = word.filter(isLetter).map { $0 | 0x20 }
      return own.contains { small.elementsEqual($0.utf8) }
    }
  }
}
