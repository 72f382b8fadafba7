import Choices
import Contract
import Exploration
import Simulation
import Testing

@testable import Commands

/// What takes the microphone beside a live transcript, where more than one thing happens.
@Suite("A microphone that is taken away")
struct MicrophoneTests {
  /// A meeting whose microphones another use has from the eleventh second on, for good;
  /// the one of a second meeting from the first chunk on.
  private func meeting(_ script: [ScriptEntry], crashes: [Crash] = []) throws -> Case {
    var platform = Platform(id: "ios", live: .meeting)
    platform.dialect.surfaces = [.main, .transcript]
    let start = ScriptEntry(.time(.zero), .command(.start(RecordingID(1)), nil))
    var theCase = Case(
      platform: platform, sounds: [Sound(.seconds(40), .speech)], script: [start] + script,
      crashes: crashes, hasFineMicrophone: true)
    theCase.plan = Plan(
      try [("*: capture/r1?answer", 109), ("*: capture/r2?answer", 1)].map { key, chunk in
        Plan.Entry(
          KeyPattern(try IdentityPattern(parsing: key)),
          .microphone(Microphone(takenAt: chunk, takenFor: .minutes(10))))
      })
    return theCase
  }

  /// The engine that keeps the contract gives the microphone up, and nothing is said against it.
  private func expectNoFinding(_ theCase: Case) {
    var told: [Topic] = []
    let result = StoreKind.memory.run(theCase, engine: Engines.reference) { record in
      if case .effect(.notice(.tell(let message))) = record.what { told.append(message.topic) }
    }
    #expect(result.unmatched.crashes.isEmpty)
    #expect(told.contains(.microphoneLost), "\(told)")
    #expect(result.findings.isEmpty, "\(result.findings)")
  }

  @Test func `one that stays away is given up after it was built anew in vain`() throws {
    expectNoFinding(try meeting([]))
  }

  @Test func `what an app was told of a call dies with it`() throws {
    expectNoFinding(
      try meeting(
        [
          ScriptEntry(
            .time(.seconds(11)), .news(.interruption(began: true, mayResume: false), .app)),
          ScriptEntry(.time(.seconds(20)), .command(.start(RecordingID(2)), nil)),
        ],
        crashes: [Crash(.after, try IdentityPattern(parsing: "news interruption/1"))]))
  }

  @Test func `nobody looks at it in sleep`() throws {
    expectNoFinding(
      try meeting([ScriptEntry(.time(.seconds(11)), .suspend(.app, .seconds(9)))]))
  }
}
