import Contract
import JSON

extension EventLog {
  /// Reads a log strictly: a line that is not understood is refused with its place.
  ///
  /// - Parameters:
  ///   - file: what messages call it.
  /// - Throws: the first mistakes, at most twenty, in the order of the file.
  public init(reading bytes: [UInt8], file: String) throws(BundleError) {
    var reader = EventLogReader(file: file)
    self = try reader.read(bytes)
  }
}

/// Reads line by line and collects what is wrong.
private struct EventLogReader {
  let file: String
  private var problems: [String] = []
  private var last: Int64 = 0
  private var words: [String: Sign] = [:]
  private var isExact = false
  private var exact: ExactLines

  private static let mostProblems = 20

  init(file: String) {
    self.file = file
    exact = ExactLines()
    for word in SignWord.allCases { words[word.rawValue] = word.sign }
  }

  mutating func read(_ bytes: [UInt8]) throws(BundleError) -> EventLog {
    guard bytes.count <= Bundle.largest else {
      throw BundleError([message(1, 1, "E001", "the log has more than 64 MiB", "cut it")])
    }
    var header: EventLog.Header?
    var sightings: [Sighting] = []
    var records: [EventLog.Record] = []
    var number = 0
    for line in bytes.split(separator: 0x0A, omittingEmptySubsequences: false) {
      number += 1
      var line = line
      if line.last == 0x0D { line = line.dropLast() }
      if line.isEmpty, header != nil { continue }
      guard number <= EventLog.mostLines + 1 else {
        report(number, 1, "E002", "the log has more than \(EventLog.mostLines) lines", "cut it")
        break
      }
      guard let value = value(line, number) else { continue }
      if header == nil {
        header = self.header(value, line, number)
        if header == nil { break }
      } else if isExact, let key = ExactLines.key(of: value) {
        if let record = record(value, key, line, number) { records.append(record) }
      } else if let sighting = sighting(value, line, number) {
        sightings.append(sighting)
      }
      if problems.count >= Self.mostProblems { break }
    }
    guard problems.isEmpty, let header else {
      throw BundleError(problems.isEmpty ? [empty] : problems)
    }
    return EventLog(header, sightings, records: records)
  }

  private var empty: String {
    message(1, 1, "E003", "the log is empty", "its first line says {\"format\":…}")
  }

  private mutating func value(_ line: ArraySlice<UInt8>, _ number: Int) -> JSONValue? {
    let longest = isExact ? EventLog.longestExactLine : EventLog.longestLine
    guard line.count <= longest else {
      report(
        number, longest + 1, "E004", "the line has more than \(longest) bytes",
        "no event is so long")
      return nil
    }
    do {
      let limits = JSONLimits(bytes: longest, depth: isExact ? 24 : 3)
      let value = try JSONValue(reading: Array(line), limits: limits)
      guard value.members != nil else {
        report(number, 1, "E005", "the line is \(value.kind) and no object", nil)
        return nil
      }
      return value
    } catch {
      problems.append(error.message(file: file, firstLine: number))
      return nil
    }
  }

  private mutating func header(
    _ value: JSONValue, _ line: ArraySlice<UInt8>, _ number: Int
  ) -> EventLog.Header? {
    isExact = value["format"]?.string == EventLog.exactFormat
    guard isExact || value["format"]?.string == EventLog.format else {
      report(
        number, column(of: "format", in: line), "E006",
        "the first line does not say that this is a log of events",
        "it says {\"format\":\"\(EventLog.exactFormat)\",…}")
      return nil
    }
    let known = ["format", "app", "platform", "sets"] + (isExact ? ["tells"] : [])
    check(value, line, number, known: known)
    guard let app = text("app", value, line, number) else { return nil }
    var sets: [ContractSet] = []
    for element in value["sets"]?.elements ?? [] {
      if let word = element.string, let one = ContractSet(rawValue: word) {
        sets.append(one)
      } else {
        report(number, column(of: "sets", in: line), "E007", "a set is not known", nil)
      }
    }
    var tells: [LogScope] = []
    for element in value["tells"]?.elements ?? [] {
      if let word = element.string, let one = LogScope(rawValue: word) {
        tells.append(one)
      } else {
        report(
          number, column(of: "tells", in: line), "E016", "a kind of lines is not known",
          "known are \(LogScope.allCases.map(\.rawValue).joined(separator: ", "))")
      }
    }
    return EventLog.Header(
      app: app, platform: value["platform"]?.string, sets: sets, tells: tells)
  }

  private mutating func record(
    _ value: JSONValue, _ key: String, _ line: ArraySlice<UInt8>, _ number: Int
  ) -> EventLog.Record? {
    check(value, line, number, known: ["at", "n", "wall", "in", "id", key])
    let found = (at: whole("at", value, line, number), n: whole("n", value, line, number))
    guard let at = found.at, let n = found.n else {
      report(number, 1, "E014", "the line has no 'at' or no 'n'", "an exact line has both")
      return nil
    }
    note(at, line, number)
    do throws(RecordError) {
      let record = try exact.record(value, key, at: at)
      return EventLog.Record(line: number, number: Int(clamping: n), record: record)
    } catch {
      report(
        number, column(of: key, in: line), "E015",
        "the line says nothing that can happen: "
          + error.what, "docs/log-events.md says what can be in it")
      return nil
    }
  }

  /// Notes a time, which may not be before that of a line above.
  private mutating func note(_ at: Int64, _ line: ArraySlice<UInt8>, _ number: Int) {
    if at < last {
      report(
        number, column(of: "at", in: line), "E009", "the time is before that of the line above",
        "use a clock that never steps")
    }
    last = max(last, at)
  }

  private mutating func sighting(
    _ value: JSONValue, _ line: ArraySlice<UInt8>, _ number: Int
  ) -> Sighting? {
    check(
      value, line, number, known: ["at", "sees", "recording", "value", "whole", "by"])
    guard let word = text("sees", value, line, number) else { return nil }
    guard let sign = words[word] else {
      report(
        number, column(of: "sees", in: line), "E008", "no sign is called so",
        "“lastword reproduce init” lists all of them")
      return nil
    }
    var result = Sighting(sign, line: number)
    result.at = whole("at", value, line, number)
    if let at = result.at { note(at, line, number) }
    result.value = whole("value", value, line, number)
    result.whole = whole("whole", value, line, number)
    result.subject = whole("recording", value, line, number).map { Int(clamping: $0) }
    if let by = value["by"] {
      if let actor = by.string.flatMap(Sighting.Actor.init(rawValue:)) {
        result.actor = actor
      } else {
        report(number, column(of: "by", in: line), "E010", "it is by app or keyboard", nil)
      }
    }
    return result
  }

  private mutating func check(
    _ value: JSONValue, _ line: ArraySlice<UInt8>, _ number: Int, known: [String]
  ) {
    for member in value.members ?? [] where !known.contains(member.key) {
      report(
        number, column(of: member.key, in: line), "E011", "unknown key",
        "known are \(known.joined(separator: ", "))")
    }
  }

  private mutating func text(
    _ key: String, _ value: JSONValue, _ line: ArraySlice<UInt8>, _ number: Int
  ) -> String? {
    if let text = value[key]?.string { return text }
    report(number, column(of: key, in: line), "E012", "'\(key)' is no text", nil)
    return nil
  }

  private mutating func whole(
    _ key: String, _ value: JSONValue, _ line: ArraySlice<UInt8>, _ number: Int
  ) -> Int64? {
    guard let found = value[key] else { return nil }
    let most = key == "at" ? EventLog.latest : Sighting.largest
    if let whole = found.integer, 0...most ~= whole { return whole }
    report(
      number, column(of: key, in: line), "E013",
      "'\(key)' is no whole number from 0 to \(most)", nil)
    return nil
  }

  /// Where a key stands in a line, from 1; the begin of the line where it is not there.
  private func column(of key: String, in line: ArraySlice<UInt8>) -> Int {
    let wanted = Array("\"\(key)\"".utf8)
    guard line.count >= wanted.count else { return 1 }
    for start in line.startIndex...(line.endIndex - wanted.count)
    where line[start..<(start + wanted.count)].elementsEqual(wanted) {
      return start - line.startIndex + 1
    }
    return 1
  }

  private mutating func report(
    _ line: Int, _ column: Int, _ code: String, _ what: String, _ hint: String?
  ) {
    problems.append(message(line, column, code, what, hint))
  }

  private func message(
    _ line: Int, _ column: Int, _ code: String, _ what: String, _ hint: String?
  ) -> String {
    "\(file):\(line):\(column): error[\(code)]: \(what)" + (hint.map { "\n  hint: \($0)" } ?? "")
  }
}
