import Choices
import Contract
import Simulation
import Testing

@testable import Commands

@Suite("A live transcript in plain words")
struct LiveProseTests {
  private func given(_ live: LiveKind, _ change: (inout Case) -> Void = { _ in }) -> [String] {
    var theCase = Case(platform: Platform(id: "x").offering(live))
    theCase.hasFineMicrophone = live != .none
    change(&theCase)
    return Prose(theCase: theCase).given.filter {
      $0.contains("live") || $0.contains("sentence") || $0.contains("leg") || $0.contains("deliver")
    }
  }

  @Test func `what is given of it is said, and nothing where there is none`() {
    #expect(given(.none) == [])
    #expect(given(.meeting) == ["While a meeting is recorded, its live transcript is shown."])
    #expect(
      given(.dictation) == ["A dictation is typed sentence by sentence, while it is spoken."])
    #expect(
      given(.meeting) {
        $0.hasFineMicrophone = false
        $0.platform.limits.legQueue = 160_000
      }.dropFirst() == [
        "The microphone delivers 500 ms at a time.", "A leg's queue holds 10 s.",
      ])
    #expect(
      given(.none) { $0.hasFineMicrophone = true } == ["The microphone delivers 100 ms at a time."])
  }

  @Test func `how a leg goes is said part by part`() {
    #expect(Prose.words(of: Answer.leg(LegPlan())) == "as usual")
    #expect(
      Prose.words(
        of: .leg(
          LegPlan(
            opensAfter: .seconds(3), breaksAt: 80_000, breaking: .fails(code: 402),
            manners: .junk, speed: 32_000)))
        == "after 3 s, ended by error 402 when it has heard 5 s, taking 32000 samples a second, "
        + "at a relay that sends nonsense before every frame")
    #expect(
      Prose.words(of: .leg(LegPlan(opening: .refused(402), manners: [.junk, .timeless])))
        == "refused with 402, at a relay that sends nonsense before every frame and gives no times")
  }

  @Test func `every manner of a relay has words`() {
    #expect(Prose.manners.map(\.manner) == LegManners.named.map(\.manner))
    #expect(Set(Prose.manners.map(\.words)).count == LegManners.named.count)
  }

  @Test(arguments: [
    "dial/r1/leg2?answer", "dial/r1/leg*?answer", "frame dial/r1/leg2/*", "deadline r1.a1/redial",
    "deadline r1.a1/liveness#300", "done deliver/r1.a1/3",
  ])
  func `a name is spelled as a file spells it`(text: String) throws {
    #expect(Prose.spelling(try IdentityPattern(parsing: text)) == text)
  }
}
