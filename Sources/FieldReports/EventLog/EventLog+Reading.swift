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

  private static let mostProblems = 20

  init(file: String) {
    self.file = file
    for word in SignWord.allCases { words[word.rawValue] = word.sign }
  }

  mutating func read(_ bytes: [UInt8]) throws(BundleError) -> EventLog {
    guard bytes.count <= Bundle.largest else {
      throw BundleError([message(1, 1, "E001", "the log has more than 64 MiB", "cut it")])
    }
    var header: EventLog.Header?
    var sightings: [Sighting] = []
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
      } else if let sighting = sighting(value, line, number) {
        sightings.append(sighting)
      }
      if problems.count >= Self.mostProblems { break }
    }
    guard problems.isEmpty, let header else {
      throw BundleError(problems.isEmpty ? [empty] : problems)
    }
    return EventLog(header, sightings)
  }

  private var empty: String {
    message(1, 1, "E003", "the log is empty", "its first line says {\"format\":…}")
  }

  private mutating func value(_ line: ArraySlice<UInt8>, _ number: Int) -> JSONValue? {
    guard line.count <= EventLog.longestLine else {
      report(
        number, EventLog.longestLine + 1, "E004",
        "the line has more than \(EventLog.longestLine) bytes", "no event is so long")
      return nil
    }
    do {
      let limits = JSONLimits(bytes: EventLog.longestLine, depth: 3)
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
    guard value["format"]?.string == EventLog.format else {
      report(
        number, column(of: "format", in: line), "E006",
        "the first line does not say that this is a log of events",
        "it says {\"format\":\"\(EventLog.format)\",…}")
      return nil
    }
    check(value, line, number, known: ["format", "app", "platform", "sets"])
    guard let app = text("app", value, line, number) else { return nil }
    var sets: [ContractSet] = []
    for element in value["sets"]?.elements ?? [] {
      if let word = element.string, let one = ContractSet(rawValue: word) {
        sets.append(one)
      } else {
        report(number, column(of: "sets", in: line), "E007", "a set is not known", nil)
      }
    }
    return EventLog.Header(app: app, platform: value["platform"]?.string, sets: sets)
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
    if let at = result.at {
      if at < last {
        report(
          number, column(of: "at", in: line), "E009", "the time is before that of the line above",
          "use a clock that never steps")
      }
      last = max(last, at)
    }
    result.value = whole("value", value, line, number)
    result.whole = whole("whole", value, line, number)
    result.subject = whole("recording", value, line, number).map { Int(clamping: $0) }
    if let by = value["by"] {
      if by.string == "keyboard" {
        result.actor = .keyboard
      } else if by.string != "app" {
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
    let most = key == "at" ? EventLog.latest : EventLog.largest
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
