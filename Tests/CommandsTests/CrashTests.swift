import Arguments
import Contract
import Exploration
import Journeys
import Simulation
import Testing

@testable import Commands

@Suite("Crashes from the command line")
struct CrashTests {
  @Test func `what is explored is told, and a good engine loses nothing`() throws {
    let session = Session("crash", "request.split@macos", "--profiles", "kill")
    #expect(session.code == 0, "\(session.out)")
    let states = try #require(session.out.firstMatch(of: /(\d+) distinct states/)).1
    #expect((Int(states) ?? 0) > 50)
    #expect(session.out.contains(" 0 promises broken"))
  }

  @Test(arguments: ["strict", "apfs-full"])
  func `a case that has more to show than the limit is not fully explored`(profile: String) {
    let session = Session("crash", "request.split@macos", "--profiles", profile, "--limit", "3")
    #expect(session.code == 3)
    #expect(session.out.contains("not fully explored: request.split@macos\n"), "\(session.out)")
  }

  @Test func `what is broken without any crash is not passed over`() {
    let session = Session(
      "crash", "request.split@macos", "--profiles", "kill", "--engine", "mutant:saved-before-row")
    #expect(session.code == 1)
    #expect(
      session.out.contains("request.split@macos is violated without any crash\n"), "\(session.out)")
  }

  @Test func `a launch that never ended is told with its crash, and is no success`() {
    var report = CrashReport()
    report.cases = 1
    report.launchesUnended = [
      CrashReport.Ended(
        caseID: "a@ios", verdict: .hung,
        crash: Crash(.after, IdentityPattern(Identity(.launched))), finding: nil)
    ]
    let text = CrashText(report: report, seconds: 1).text
    #expect(text.hasPrefix("a@ios: the launch after a crash is hung\n  again with\n    crash:\n"))
    #expect(report.exit == .violation)
    report.launchesUnended[0].verdict = .inconclusive
    #expect(report.exit == .inconclusive)
    report.launchesUnended = []
    #expect(report.exit == .asExpected)
  }

  @Test func `everything and a part of it exclude each other`() {
    #expect(Session("crash", "request.split@macos", "--all").code == 2)
  }

  @Test(arguments: [["--all"], ["--limit", "9"], ["request.split@macos"], ["--profiles", "kill"]])
  func `controls have their own databases and profiles`(more: [String]) {
    let session = Session(["crash", "--controls"] + more)
    #expect(session.code == 2, "\(session.out)")
  }

  @Test func `processes that share the work are told the same selection`() throws {
    func selection(_ line: [String]) throws -> (Selection, again: [String]) {
      guard case .perform(let invocation) = try Lastword.program.parse(["crash"] + line) else {
        throw Missing()
      }
      return (SelectionOptions.read(invocation), SelectionOptions.again(invocation))
    }
    let line = [
      "request", "cancel.early@ios", "--clause", "BULK", "--clause", "DELIVER.at-most-once",
      "--journey", "survive-interruption", "--platform", "ios", "--set", "core",
    ]
    let asked = try selection(line)
    let told = try selection(asked.again)
    #expect(asked.0.clauses.count > 2)
    #expect("\(told.0)" == "\(asked.0)")
    #expect(try selection([]).again.isEmpty)
  }

  private struct Missing: Error {}
}
