import Contract
import Foundation
import Testing

@testable import FieldReports

/// Logs by somebody who had not seen how they are read, with what is broken in each.
@Suite struct ReportedTests {
  /// One row of `expected.tsv`.
  struct Case: Sendable, CustomTestStringConvertible {
    /// The file.
    var name: String
    /// The promise, `none` or `notenough`.
    var expected: String
    /// Other promises that the same log breaks.
    var acceptable: [String]

    var testDescription: String { name }
  }

  static func cases() throws -> [Case] {
    let table = String(decoding: try FieldCorpus.unseen("Reported/expected.tsv"), as: UTF8.self)
    return table.split(separator: "\n").dropFirst().map { line in
      let parts = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      return Case(
        name: parts[0], expected: parts[1],
        acceptable: parts[2].split(separator: ",").map(String.init))
    }
  }

  private func verdict(_ text: [UInt8]) throws -> String {
    let diagnosis = Diagnosis(of: try .reading(text), register: try FieldCorpus.register())
    switch diagnosis.verdict {
    case .broken(let finding, _): return finding.clause.id
    case .notEnough: return "notenough"
    case .nothingBroken: return "none"
    }
  }

  @Test func `no log is accused of what it does not show, and none is missed`() throws {
    let cases = try Self.cases()
    #expect(cases.count >= 46)
    for one in cases {
      let found = try verdict(try FieldCorpus.unseen("Reported/" + one.name))
      let isSilent = ["none", "notenough"].contains(found)
      let mayBeSilent = ["none", "notenough"].contains(one.expected)
      #expect(
        mayBeSilent ? isSilent : ([one.expected] + one.acceptable).contains(found),
        "\(one.name): \(found)")
    }
  }

  @Test func `that nothing is broken is said of whole attempts only`() throws {
    for one in try Self.cases() where one.expected == "notenough" {
      let found = try verdict(try FieldCorpus.unseen("Reported/" + one.name))
      #expect(found == "notenough", "\(one.name): \(found)")
    }
    #expect(try verdict(Array("10:00:00 stop pressed\n10:00:01 idle".utf8)) == "notenough")
  }

  @Test func `what a launch finds and then puts in order breaks nothing`() throws {
    let found =
      "07:00:00.000 app started\n07:00:09.000 history: row 14 still processing\n"
    let settled = found + "07:00:09.300 history: row 14 failed, audio kept"
    #expect(try verdict(Array(found.utf8)) == "RELAUNCH.active-becomes-recoverable-failure")
    #expect(["none", "notenough"].contains(try verdict(Array(settled.utf8))))
  }

  @Test func `a beginning of a log is accused of nothing but what the whole log shows`() throws {
    for one in try Self.cases() {
      let bytes = try FieldCorpus.unseen("Reported/" + one.name)
      if HARReader.begins(bytes) { continue }
      let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
      for count in 1..<lines.count {
        let found = try verdict(Array(lines.prefix(count).joined(separator: [0x0A])) + [0x0A])
        let allowed = [one.expected, "none", "notenough"] + one.acceptable
        #expect(allowed.contains(found), "\(one.name), first \(count) lines: \(found)")
      }
    }
  }

  @Test func `a log without any one of its lines is accused of nothing else`() throws {
    for one in try Self.cases() where one.expected == "none" || one.expected == "notenough" {
      let bytes = try FieldCorpus.unseen("Reported/" + one.name)
      if HARReader.begins(bytes) { continue }
      let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
      for left in lines.indices {
        var rest = lines
        rest.remove(at: left)
        let found = try verdict(Array(rest.joined(separator: [0x0A])) + [0x0A])
        #expect(["none", "notenough"].contains(found), "\(one.name) without \(left + 1): \(found)")
      }
    }
  }
}
