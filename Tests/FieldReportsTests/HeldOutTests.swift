import Contract
import Testing

@testable import FieldReports

/// Logs by somebody who had not seen how they are read, that nobody looks at while words and rules
/// are written. They say how well a log is read that is seen for the first time.
///
/// A log from here that is mended for goes to `Logs/Reported`, and another takes its place.
@Suite struct HeldOutTests {
  /// How many of those that name a promise are read so today. Raise it when more are.
  private static let leastRight = 9

  @Test func `a log that is seen for the first time is never accused of something else`() throws {
    let table = String(decoding: try FieldCorpus.unseen("HeldOut/expected.tsv"), as: UTF8.self)
    let rows = table.split(separator: "\n").dropFirst()
    #expect(rows.count >= 33)
    let register = try FieldCorpus.register()
    var right = 0
    for row in rows {
      let parts = row.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      let text = try FieldCorpus.unseen("HeldOut/" + parts[0])
      guard
        case .broken(let finding, _) = Diagnosis(of: try .reading(text), register: register)
          .verdict
      else { continue }
      let allowed = [parts[1]] + parts[2].split(separator: ",").map(String.init)
      #expect(allowed.contains(finding.clause.id), "\(parts[0]): \(finding.clause.id)")
      right += 1
    }
    #expect(right >= Self.leastRight)
  }
}
