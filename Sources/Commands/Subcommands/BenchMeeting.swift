import Choices
import Contract
import Exploration
import Simulation

extension BenchCase {
  /// A meeting of an hour in chunks of 100 ms, whose relay drops it twenty times.
  static let meeting = BenchCase(
    words: "a meeting of an hour, 36,000 chunks, 20 drops", theCase: hourOfMeeting())

  /// How many chunks that is.
  static let chunksOfMeeting = 36_000

  private static func hourOfMeeting() -> Case {
    var platform = Platform(id: "meeting", live: .meeting)
    platform.dialect.surfaces = [.main, .transcript]
    platform.limits.capture = .minutes(120)
    var theCase = Case(
      platform: platform, sounds: [Sound(.minutes(60), .speech)],
      script: [
        ScriptEntry(.time(.zero), .command(.start(RecordingID(1)), nil)),
        ScriptEntry(.time(.minutes(60)), .command(.stop(nil), nil)),
      ], hasFineMicrophone: true)
    for leg in 1...20 {
      // No whole number of chunks, so that every leg breaks in the middle of one.
      let samples = 2_700_123 + 7_919 * leg
      let identity = Identity(
        .dial, recording: 1, leaf: LeafPath(root: leg) ?? .none, process: ProcessID(.app))
      theCase.plan.entries.append(
        Plan.Entry(
          KeyPattern(IdentityPattern(identity.saying(.answer))), .leg(LegPlan(breaksAt: samples))))
    }
    return theCase
  }
}
