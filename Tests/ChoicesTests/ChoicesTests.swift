import Choices
import Testing

private func key(_ n: UInt64) -> Key { Key(high: n >> 8, low: n) }

@Suite("Keys and draws")
struct DrawTests {
  @Test("Known draws stay what they are, in every process and on every day")
  func known() {
    #expect(Draw.version == 1)
    #expect(Draw.word(seed: 0, key: Key(high: 0, low: 0)) == 8155880975983303665)
    #expect(Draw.word(seed: 1, key: Key(high: 2, low: 3)) == 13161958767981308605)
    #expect(Draw.word(seed: .max, key: Key(high: .max, low: .max)) == 11812444375360860112)
    #expect(Draw.seed(1, case: 0) == 3657660368923887931)
    #expect(Draw.seed(1, case: 1) == 17529058432081075420)
    #expect(Draw.below(1_000, seed: 7, key: Key(high: 0, low: 5)) == 848)
  }

  @Test("A draw below a bound is below it, and every value comes")
  func below() {
    #expect(Draw.below(0, seed: 1, key: key(1)) == 0)
    for bound: UInt64 in [1, 2, 3, 10, 1_000] {
      var seen: [Int] = Array(repeating: 0, count: Int(bound))
      for n in 0..<(bound * 200) { seen[Int(Draw.below(bound, seed: 42, key: key(n)))] += 1 }
      #expect(seen.allSatisfy { $0 > 100 && $0 < 320 }, "\(bound)")
    }
  }

  @Test("Flipping one bit of seed or key flips about half of the bits")
  func avalanche() {
    var flips = 0
    var tries = 0
    for n: UInt64 in 0..<64 {
      for bit: UInt64 in 0..<64 {
        let k = key(n &* 0x1234_5678_9ABC)
        let word = Draw.word(seed: n, key: k)
        for other in [
          Draw.word(seed: n ^ 1 << bit, key: k),
          Draw.word(seed: n, key: Key(high: k.high ^ 1 << bit, low: k.low)),
          Draw.word(seed: n, key: Key(high: k.high, low: k.low ^ 1 << bit)),
        ] {
          flips += (word ^ other).nonzeroBitCount
          tries += 1
          #expect(word != other)
        }
      }
    }
    #expect(flips > tries * 30 && flips < tries * 34, "\(flips) of \(tries * 64)")
  }

  @Test("The seeds of a run's cases differ, and differ from those of another run")
  func seeds() {
    let all = (0..<10_000).flatMap { [Draw.seed(1, case: $0), Draw.seed(2, case: $0)] }.sorted()
    #expect(zip(all, all.dropFirst()).allSatisfy { $0 != $1 })
  }

  @Test("Keys are in a total order and a pattern looks only at its mask")
  func keys() {
    #expect(Key(high: 1, low: 9) < Key(high: 2, low: 0))
    #expect(Key(high: 1, low: 8) < Key(high: 1, low: 9))
    #expect(!(Key(high: 1, low: 9) < Key(high: 1, low: 9)))
    let exact = KeyPattern(Key(high: 1, low: 2))
    #expect(exact.matches(Key(high: 1, low: 2)))
    #expect(!exact.matches(Key(high: 1, low: 3)))
    #expect(!exact.matches(Key(high: 0, low: 2)))
    let half = KeyPattern(mask: Key(high: 0xF0, low: 0), value: Key(high: 0x3F, low: 99))
    #expect(half.value == Key(high: 0x30, low: 0))
    #expect(half.matches(Key(high: 0xA35, low: 7)))
    #expect(!half.matches(Key(high: 0x45, low: 7)))
  }
}

/// The decisions of a run, for expectations.
@dynamicMemberLookup
private final class Asking<Value: Hashable & Sendable> {
  private var decisions: Decisions<Value>
  init(_ plan: Plan<Value>, records: Bool = false) {
    decisions = Decisions(plan, records: records)
  }
  subscript<T>(dynamicMember path: KeyPath<Decisions<Value>, T>) -> T { decisions[keyPath: path] }
  func answer(_ question: Key) -> Value? { decisions.answer(question) }
  func place(for question: Key) -> Int? { decisions.place(for: question) }
  func use(_ place: Int) -> Value { decisions.use(place) }
  func heal() { decisions.heal() }
}

@Suite("Plans")
struct PlanTests {
  static let plan = Plan([
    Plan.Entry(KeyPattern(key(1)), "one"),
    Plan.Entry(KeyPattern(mask: Key(high: 0, low: 1), value: Key(high: 0, low: 1)), "odd"),
    Plan.Entry(KeyPattern(key(3)), "three"),
  ])

  @Test("The first entry that fits answers; what none fits has no answer")
  func first() {
    let decisions = Asking(Self.plan)
    #expect(decisions.answer(key(1)) == "one")
    #expect(decisions.answer(key(3)) == "odd")
    #expect(decisions.answer(key(2)) == nil)
    #expect(decisions.unmatched == [2])
    #expect(decisions.asked == [])
  }

  @Test("A question that is looked at but not used leaves its entry unmatched")
  func place() {
    let decisions = Asking(Self.plan, records: true)
    #expect(decisions.place(for: key(1)) == 0)
    #expect(decisions.place(for: key(4)) == nil)
    #expect(decisions.unmatched == [0, 1, 2])
    #expect(decisions.use(0) == "one")
    #expect(decisions.unmatched == [1, 2])
    #expect(decisions.asked == [key(1), key(4)])
  }

  @Test("After the healing every question gets its default")
  func heal() {
    let decisions = Asking(Self.plan, records: true)
    decisions.heal()
    #expect(decisions.answer(key(1)) == nil)
    #expect(decisions.unmatched == [0, 1, 2])
    #expect(decisions.asked == [key(1)])
  }

  @Test("An empty plan answers nothing and has nothing unmatched")
  func empty() {
    let decisions = Asking(Plan<Int>())
    #expect(decisions.answer(key(1)) == nil)
    #expect(decisions.unmatched == [])
    #expect(decisions.used == [])
  }
}

/// A schedule that an expectation may ask, although asking changes it.
@dynamicMemberLookup
private final class Probe {
  private var schedule: Schedule
  init(_ holds: [Hold] = []) { schedule = Schedule(holds) }
  subscript<T>(dynamicMember path: KeyPath<Schedule, T>) -> T { schedule[keyPath: path] }
  func isHeld(_ key: Key) -> Bool { schedule.isHeld(key) }
  func note(_ key: Key) { schedule.note(key) }
  func force(_ key: Key) { schedule.force(key) }
  func release() { schedule.release() }
}

@Suite("Schedules")
struct ScheduleTests {
  static func hold(_ held: UInt64, _ until: UInt64) -> Hold {
    Hold(KeyPattern(key(held)), until: KeyPattern(key(until)))
  }

  @Test("A thing is held until the other has happened, whether or not it was there before")
  func holds() {
    let schedule = Probe([Self.hold(1, 2), Self.hold(1, 3), Self.hold(5, 6)])
    #expect(schedule.active == 3)
    schedule.note(key(6))
    #expect(schedule.active == 2)
    #expect(!schedule.isHeld(key(5)))
    #expect(schedule.isHeld(key(1)))
    #expect(!schedule.isHeld(key(2)))
    schedule.note(key(2))
    #expect(schedule.isHeld(key(1)))
    schedule.note(key(3))
    #expect(!schedule.isHeld(key(1)))
    #expect(schedule.active == 0)
    #expect(schedule.unmatched == [2])
    #expect(schedule.forced == 0)
  }

  @Test("What had to be let go counts as forced and unmatched, and is free from then on")
  func forced() {
    let schedule = Probe([Self.hold(1, 2), Self.hold(3, 2)])
    #expect(schedule.isHeld(key(1)))
    #expect(schedule.isHeld(key(3)))
    schedule.force(key(1))
    #expect(!schedule.isHeld(key(1)))
    #expect(schedule.isHeld(key(3)))
    #expect(schedule.forced == 1)
    #expect(schedule.active == 1)
    #expect(schedule.unmatched == [0])
  }

  @Test("The healing ends every hold and keeps what was matched")
  func release() {
    let schedule = Probe([Self.hold(1, 2), Self.hold(3, 2)])
    #expect(schedule.isHeld(key(1)))
    schedule.release()
    #expect(!schedule.isHeld(key(1)))
    #expect(!schedule.isHeld(key(3)))
    #expect(schedule.active == 0)
    #expect(schedule.unmatched == [1])
    schedule.note(key(2))
    #expect(schedule.active == 0)
  }

  @Test("A hold that waits for itself, and one that waits for nothing, are no trouble")
  func odd() {
    let schedule = Probe([Self.hold(1, 1), Self.hold(2, 99)])
    #expect(schedule.isHeld(key(1)))
    schedule.note(key(1))
    #expect(!schedule.isHeld(key(1)))
    #expect(schedule.isHeld(key(2)))
    let none = Probe()
    #expect(!none.isHeld(key(1)))
    none.force(key(1))
    #expect(none.unmatched == [])
  }
}
