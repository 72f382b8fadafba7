import Contract
import Exploration
import Testing

@testable import FieldReports

@Suite struct RegisterTests {
  @Test func `the register has an entry for each of the twelve, and each log looks like its own`()
    throws
  {
    let register = try FieldCorpus.register()
    #expect(register.entries.count >= FieldCorpus.twelve.count)
    for (folder, clause) in FieldCorpus.twelve {
      let entry = try #require(register.entries.first { $0.log == "\(folder)/log.txt" })
      #expect(entry.clause == clause)
      let diagnosis = Diagnosis(
        of: try .reading(try FieldCorpus.log(of: folder)), register: register)
      #expect(diagnosis.known == entry, "\(folder): \(diagnosis.known?.id ?? "none")")
    }
  }

  @Test func `a signature is like another when the kinds of one are part of the other's`() {
    func signature(_ clause: ClauseID, _ kinds: String...) -> Signature {
      Signature(clause: clause, phase: .finalizing, kinds: kinds)
    }
    let stop = signature(.captureBoundedFinalize, "stop", "start", "stop")
    #expect(stop.text == "CAPTURE.bounded-finalize | finalizing | start, stop")
    #expect(stop.isLike(signature(.captureBoundedFinalize, "stop")))
    #expect(signature(.captureBoundedFinalize, "stop").isLike(stop))
    #expect(!stop.isLike(signature(.captureBoundedFinalize, "stop", "launch")))
    #expect(!stop.isLike(signature(.captureHealthMonitored, "stop")))
  }

  @Test func `without the line that breaks it, none of the twelve is certain of it`() throws {
    for (folder, clause) in FieldCorpus.twelve {
      var lines = try FieldCorpus.log(of: folder).split(separator: "\n")
      var diagnosis = Diagnosis(of: try .reading(lines.joined(separator: "\n")))
      #expect(diagnosis.words == "\(clause.id) certain")
      // Some logs say it twice, so that what is left may be as sure as before, once.
      for _ in 0..<2 {
        guard case .broken(let finding, .certain) = diagnosis.verdict else { break }
        let log = diagnosis.log
        let decisive = Set(finding.evidence.dropFirst().map { log.sightings[$0].line })
        lines = lines.enumerated().filter { !decisive.contains($0.offset + 1) }.map(\.element)
        diagnosis = Diagnosis(of: try .reading(lines.joined(separator: "\n") + "\n-"))
      }
      #expect(diagnosis.words != "\(clause.id) certain", "\(folder)")
      #expect(diagnosis.clause == nil || diagnosis.clause == clause, "\(folder)")
    }
  }
}
