import Contract
import Testing

@testable import FieldReports

@Suite struct TwelveTests {
  @Test(arguments: FieldCorpus.twelve)
  func `each public report names its promise with certainty`(
    folder: String, clause: ClauseID
  ) throws {
    let diagnosis = Diagnosis(of: try .reading(try FieldCorpus.log(of: folder)))
    #expect(diagnosis.words == "\(clause.id) certain")
  }

  @Test func `ten copies of each name the same promise or ask for more`() throws {
    for (folder, clause) in FieldCorpus.twelve {
      let text = try FieldCorpus.log(of: folder)
      for way in Perturbation.Way.allCases {
        try expect(clause, folder, text, way, seed: UInt64(way.rawValue) + 1)
      }
    }
  }

  @Test func `five hundred more copies of each never name another promise`() throws {
    for (folder, clause) in FieldCorpus.twelve {
      let text = try FieldCorpus.log(of: folder)
      for seed in 100..<600 {
        let ways: [Perturbation.Way] = [.thinned, .mixed, .swapped, .rounded]
        try expect(clause, folder, text, ways[seed % 4], seed: UInt64(seed))
      }
    }
  }

  private func expect(
    _ clause: ClauseID, _ folder: String, _ text: String, _ way: Perturbation.Way, seed: UInt64
  ) throws {
    let (copy, mapping) = try Perturbation.copy(of: text, way, seed: seed)
    guard copy.contains(where: { !$0.isWhitespace }) else { return }
    let diagnosis = Diagnosis(of: try .reading(copy, mapping: mapping))
    switch diagnosis.verdict {
    case .broken(let finding, _):
      #expect(finding.clause == clause, "\(folder) \(way) seed \(seed):\n\(copy)")
    case .notEnough:
      #expect(!diagnosis.questions.isEmpty, "\(folder) \(way) seed \(seed) asks nothing")
    case .nothingBroken:
      Issue.record("\(folder) \(way) seed \(seed): nothing broken in\n\(copy)")
    }
  }

  @Test func `copies that lose no line lose no verdict`() throws {
    for (folder, clause) in FieldCorpus.twelve {
      let text = try FieldCorpus.log(of: folder)
      for way: Perturbation.Way in [
        .shifted, .otherWords, .isoTimes, .jsonLines, .offsets, .quoted,
      ] {
        let (copy, mapping) = try Perturbation.copy(of: text, way, seed: 7)
        let diagnosis = Diagnosis(of: try .reading(copy, mapping: mapping))
        #expect(diagnosis.clause == clause, "\(folder) \(way): \(diagnosis.words)\n\(copy)")
      }
    }
  }
}
