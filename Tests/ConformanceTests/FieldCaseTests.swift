import Choices
import Contract
import Exploration
import FieldReports
import Scenarios
import Simulation
import Testing

@testable import Commands

@Suite("Scenarios of field reports")
struct FieldCaseTests {
  static let reports = [
    "01-phantom-keyboard-session", "02-stop-never-answers", "03-cancel-on-a-cold-microphone",
    "04-headset-lost-mid-sentence", "05-recovered-recording-is-silent",
    "06-pasted-the-old-clipboard", "07-times-shift-after-reconnect",
    "08-the-socket-that-only-listens", "09-the-note-that-came-back",
    "10-cancel-hides-but-does-not-free", "11-split-to-the-limit-and-still-refused",
    "12-headers-then-silence",
  ]

  private func file(_ report: String) throws -> FindingFile {
    let suite = try Whole.suite()
    return try FindingFile(
      "\(suite.directory)/../corpus/field/\(report).scenario.yaml",
      platforms: Suite.platforms(suite.directory))
  }

  @Test(arguments: reports)
  func `the defect breaks its promise first, and the engine that keeps the contract none`(
    _ report: String
  ) throws {
    let finding = try file(report)
    let bad = try Replay(finding.file, engine: finding.engine(unless: nil))
    #expect(bad.standing == .asExpected, "\(bad.sentence)")
    #expect(bad.catchUp.mode == .strict)
    let good = try Replay(finding.file, engine: Engines.reference)
    #expect(good.standing == .mended, "\(good.sentence)")
    #expect(good.catchUp.result.violations.isEmpty)
  }

  @Test(arguments: reports)
  func `whoever watches both engines sees a difference`(_ report: String) throws {
    let finding = try file(report)
    let counts = finding.file.regression.clause.level == .should
    func lines(_ engine: NamedEngine) -> [String] {
      let stage = Exploration.Stage(engine: engine.make, countsRecommended: counts)
      return ReproduceText.lines(Reproduction.watch(finding.file.theCase, stage).sightings)
    }
    #expect(try lines(finding.engine(unless: nil)) != lines(Engines.reference))
  }

  @Test func `what goes wrong in a case is what its log points at`() throws {
    func faults(_ report: String) throws -> Case { try file(report).file.theCase }
    let stop = try faults("02-stop-never-answers").plan.entries.map(\.value)
    #expect(stop == [.microphone(Microphone(end: .stopNeverAnswered))])
    let legs = try faults("08-the-socket-that-only-listens").plan.entries.map(\.value)
    guard case .leg(let leg) = try #require(legs.first), legs.count == 1 else {
      Issue.record("no leg, or more than one")
      return
    }
    #expect(leg.breaking == .goesSilent)
    let cancel = try faults("10-cancel-hides-but-does-not-free")
    #expect(cancel.cleanup.map(\.reply.breaks) == [.beforeHead])
    let body = try faults("12-headers-then-silence")
    #expect(body.recognizer.map(\.reply.breaks) == [.afterHead])
    let size = try faults("11-split-to-the-limit-and-still-refused")
    #expect(size.recognizer.map(\.reply.status) == [413])
  }

  @Test func `every report has the promise that its log is read to break`() throws {
    let clauses = try Self.reports.map { try file($0).file.regression.clause }
    #expect(
      clauses == [
        .relaunchSurfacesExpire, .captureBoundedFinalize, .captureCancelBeforeFirstBuffer,
        .capturePartialBecomesRecovery, .relaunchOrphansAdopted, .deliverClipboardOwnership,
        .relayDiscardKeepsClock, .relayHalfOpenDetected, .deleteIntentWins,
        .requestCancelIsImmediate, .bulkLimitCountsTheRequest, .requestBodyLossIsTransient,
      ])
  }

  @Test func `a report is found again from its log alone, and the same twice`() throws {
    let suite = try Whole.suite()
    let platforms = try Suite.platforms(suite.directory)
    let path = "\(suite.directory)/../corpus/field/06-pasted-the-old-clipboard/log.txt"
    func search() throws -> CaseSearch.Found? {
      var silent = Console(write: { _ in }, note: { _ in })
      silent.seconds = { 0 }
      let log = try FieldBundle(Bundle.named(path, silent), platforms: platforms).sought(silent)
      let search = Reproduction(
        log: log, engine: nil, platforms: platforms, seed: 7, budget: 60, cases: 200
      ).search(silent)
      return search.isFound ? search.best : nil
    }
    let first = try #require(try search())
    #expect(first.discovery?.clause == .deliverClipboardOwnership)
    #expect(first.suspect.name == "mutant:clipboard-given-back-early")
    let second = try #require(try search())
    #expect(first.theCase == second.theCase)
    #expect(first.alignment == second.alignment)
  }
}
