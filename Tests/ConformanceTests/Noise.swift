import Choices
import Contract
@testable import Exploration
import Scenarios
import Simulation

@testable import Commands

/// Cases as a fuzzer finds them: what breaks the promise, among much that does not matter.
struct Noise {
  let stage: Exploration.Stage
  let clause: ClauseID
  let seed: UInt64

  /// The case with a second recording, answers and holds that were drawn; each stays only where
  /// the promise is still the first that is broken.
  func added(to theCase: Case) -> Case {
    var noisy = theCase
    for n in 0..<10 as Range<UInt64> {
      let next = n == 0 ? second(noisy) : n < 5 ? answer(noisy, n) : holds(noisy, n)
      if breaks(next) { noisy = next }
    }
    return noisy.tidied
  }

  func breaks(_ theCase: Case) -> Bool {
    Discovery(theCase, stage.run(theCase), provenance: "noise")?.clause == clause
  }

  private func draw(_ bound: Int, _ n: UInt64, _ m: UInt64) -> Int {
    Int(Draw.below(UInt64(max(1, bound)), seed: seed, key: Key(high: n, low: m)))
  }

  private func second(_ theCase: Case) -> Case {
    var next = theCase
    let id = RecordingID(9)
    next.script.append(
      ScriptEntry(
        .time(.seconds(90)), .command(.start(id), nil)))
    next.script.append(ScriptEntry(.time(.seconds(94)), .command(.stop(nil), nil)))
    return next
  }

  private func answer(_ theCase: Case, _ n: UInt64) -> Case {
    let questions = stage.questions(of: theCase)
    guard !questions.isEmpty else { return theCase }
    let question = questions[draw(questions.count, n, 1)]
    let answers = Alternatives.to(question)
    guard !answers.isEmpty else { return theCase }
    var next = theCase
    next.plan.entries.append(
      .init(KeyPattern(Key(question)), answers[draw(answers.count, n, 2)]))
    return next
  }

  private func holds(_ theCase: Case, _ n: UInt64) -> Case {
    let happened = Recorded(theCase, stage).happenings
    guard happened.count > 2 else { return theCase }
    var next = theCase
    for m in 0..<3 as Range<UInt64> {
      let from = draw(happened.count - 1, n, 10 + m)
      let to = from + 1 + draw(min(6, happened.count - from - 1), n, 20 + m)
      next.schedule.append(
        Hold(KeyPattern(Key(happened[from])), until: KeyPattern(Key(happened[to]))))
    }
    return next
  }
}
