public import Contract

/// The events of one case as a list to read: what somebody debugging an engine follows.
///
/// ```
///   #12    0.122s  sound     ← the microphone runs at 16000 Hz          began capture/r1.a1
/// ```
public struct TraceListing {
  /// A remark to stand below a record.
  public struct Remark: Hashable, Sendable {
    /// The index of the record, from 0.
    public var record: Int
    /// What is wrong there, as lines.
    public var words: [String]

    /// Makes a remark.
    public init(record: Int, words: [String]) {
      self.record = record
      self.words = words
    }
  }

  let records: [TraceRecord]
  let remarks: [Remark]
  let style: Style

  /// Prepares a list.
  ///
  /// - Parameters:
  ///   - records: the whole trace.
  ///   - remarks: what to point out.
  public init(_ records: [TraceRecord], remarks: [Remark] = [], style: Style) {
    self.records = records
    self.remarks = remarks
    self.style = style
  }

  /// A run of routine records longer than this is told by its first and last ones.
  private static let longestRoutine = 12
  private static let shownAtEitherEnd = 4
  /// A pause that is worth a line of its own.
  private static let longPause = Nanoseconds.seconds(2)

  /// The whole list, each line ended.
  public var text: String {
    guard !records.isEmpty else { return "no event happened\n" }
    var lines = [legend]
    var place = 0
    var now = records[0].at.monotonic
    while place < records.count {
      let routine = routineRun(from: place)
      if routine > Self.longestRoutine {
        let first = place + Self.shownAtEitherEnd
        let end = place + routine - Self.shownAtEitherEnd
        while place < first {
          lines += tell(place, &now)
          place += 1
        }
        lines.append(fold(place..<end))
        place = end
        now = records[place].at.monotonic
      }
      lines += tell(place, &now)
      place += 1
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private var legend: String {
    style.paint(
      "▸ happens to the engine  → it asks  ← answer  ! it says  = came true  · bookkeeping  "
        + "† process", .quiet)
  }

  private func tell(_ place: Int, _ now: inout Nanoseconds) -> [String] {
    let record = records[place]
    var lines: [String] = []
    let pause = record.at.monotonic - now
    if pause >= Self.longPause { lines.append(style.paint("          ⋮ \(pause) pass", .quiet)) }
    now = record.at.monotonic
    let told = Told(record)
    let number = padded(left: "#\(place)", to: 6)
    let time = padded(left: "\(record.at.monotonic)", to: 10)
    let process = hasProcesses ? padded("\(record.process)", to: processColumns) + "  " : ""
    let start = "\(number) \(time)  \(process)"
    let lane = padded(told.lane.rawValue, to: 9)
    let column = columns(start) + 9 + 2
    // What follows from an event carries its name too; once is enough to read.
    let isNew = place == 0 || records[place - 1].identity != record.identity
    let name = isNew ? name(of: record) : ""
    let space = max(24, style.width - column - identityColumns - 2)
    var words = wrapped(told.words, width: space)
    let first = words.removeFirst()
    let isBookkeeping = told.way == .notes
    let fitted = name.isEmpty ? first : padded(first, to: space)
    let body = isBookkeeping ? style.paint(fitted, .quiet) : fitted
    lines.append(
      style.paint(start, .quiet) + lane + told.way.rawValue + " " + body
        + (name.isEmpty ? "" : "  " + style.paint(name, .quiet)))
    let margin = String(repeating: " ", count: column)
    lines += words.map { margin + (isBookkeeping ? style.paint($0, .quiet) : $0) }
    for remark in remarks where remark.record == place {
      for line in remark.words {
        lines += wrapped("✗ " + printable(line), width: style.width - column).map {
          margin + style.paint($0, .bad)
        }
      }
    }
    return lines
  }

  private func fold(_ range: Range<Int>) -> String {
    let from = records[range.lowerBound].at.monotonic
    let to = records[range.upperBound - 1].at.monotonic
    return style.paint(
      "          ⋮ \(counted(range.count, "record")) of steady recording, \(from) to \(to)", .quiet)
  }

  /// How many records from here on are nothing but frames going to the file.
  private func routineRun(from place: Int) -> Int {
    var end = place
    while end < records.count, isRoutine(end) { end += 1 }
    return end - place
  }

  private func isRoutine(_ place: Int) -> Bool {
    if remarks.contains(where: { $0.record == place }) { return false }
    switch records[place].what {
    case .event(.progress(_, .frames)), .event(.finished(_, .appended)),
      .effect(.request(_, .file(.append))), .did(.appended), .did(.fileDurable):
      return true
    case .deadlines:
      // The health deadline moves with every chunk; what else is armed does not change by that.
      return place > 0 && isRoutine(place - 1)
    case .event, .effect, .did, .ignored, .process, .end: return false
    }
  }

  private var hasProcesses: Bool {
    records.contains { $0.process != ProcessID(.app) }
  }

  private var processColumns: Int { records.map { columns("\($0.process)") }.max() ?? 0 }

  private var identityColumns: Int {
    min(34, records.map { columns(name(of: $0)) }.max() ?? 0)
  }

  /// The name of a record, unless it has none.
  private func name(of record: TraceRecord) -> String {
    record.identity.object == Identity(.none, process: record.identity.process)
      && record.identity.verb == .object ? "" : "\(record.identity)"
  }
}

private func padded(left text: String, to width: Int) -> String {
  String(repeating: " ", count: max(0, width - columns(text))) + text
}
