import Choices
import Contract
import Mutants
import Properties
import ReferenceEngine
import Simulation
import Testing

@testable import Exploration

@Suite struct FuzzTests {
  private static let platforms = [
    Platform(id: "insert"), Platform(id: "paste", dialect: Dialect(delivery: .paste)),
    Platform(
      id: "keyboard", dialect: Dialect(cancelledCapture: .dropped, delivery: .handoff),
      hasKeyboard: true, commands: .keyboard),
  ]

  static func fuzzer(
    _ seed: UInt64 = 1, engine: @escaping EngineMaker = { _ in Engine() }
  ) -> Fuzzer {
    Fuzzer(stage: Stage(engine: engine), worlds: Worlds(platforms), seed: seed)
  }

  /// Fewer where the compiler does not optimize.
  #if DEBUG
    private static let cases = 150
  #else
    private static let cases = 500
  #endif

  private static func runs(_ seed: UInt64 = 1) -> [Fuzzer.Run] {
    var all: [Fuzzer.Run] = []
    _ = fuzzer(seed).run(block: 0, below: cases) { run in
      all.append(run)
      return true
    }
    return all
  }

  @Test func `every case of every strategy replays from its own entries alone`() {
    let stage = Self.fuzzer().stage
    var seen: Set<Strategy> = []
    var holds = 0
    var answers = 0
    for run in Self.runs() {
      let plain = stage.run(run.theCase)
      #expect(plain.trace == run.result.trace, "case \(run.number), \(run.strategy)")
      seen.insert(run.strategy)
      holds += run.result.holds.count
      answers += run.result.drawn.count
    }
    #expect(seen == Set(Strategy.allCases))
    #expect(holds > 50 && answers > 20, "\(holds) holds and \(answers) answers were drawn")
  }

  @Test func `a seed gives the same cases and the same sums twice, and another seed others`() {
    let first = Self.fuzzer(7).run(block: 0, below: 60)
    let second = Self.fuzzer(7).run(block: 0, below: 60)
    let other = Self.fuzzer(8).run(block: 0, below: 60)
    #expect(first.sums == second.sums && first.faults == second.faults)
    #expect(first.states.words == second.states.words)
    #expect(first.pairs.words == second.pairs.words)
    #expect(first.states.words != other.states.words)
  }

  @Test func `a case is had again from its number`() throws {
    for run in Self.runs().filter({ $0.number % 29 == 3 }) {
      let again = try #require(Self.fuzzer().again(run.number))
      #expect(again.theCase == run.theCase && again.result.trace == run.result.trace)
    }
  }

  @Test func `cases are unusual, not short, and show many states`() {
    let tally = Self.fuzzer().run(block: 0, below: Self.cases)
    #expect(tally[.deviating] * 100 >= 70 * tally[.cases])
    #expect(tally[.short] * 100 < 8 * tally[.cases])
    #expect(tally[.events] > 35 * tally[.cases])
    #expect(tally.states.count > 5 * tally[.cases])
    #expect(tally.states.singletons < tally.states.count)
    #expect(tally.mismatches.isEmpty)
    #expect(tally[.again] >= tally[.cases] / Fuzzer.sample)
  }

  @Test func `an engine that is broken is caught, and what is found replays plainly`() throws {
    let mutant = try #require(Mutant.all.first { $0.name == "fourth-try" })
    let fuzzer = Self.fuzzer(engine: mutant.make)
    var found: Discovery?
    for block in 0..<4 where found == nil {
      _ = fuzzer.run(block: block) { run in
        if let one = run.discovery(seed: 1), one.clause == mutant.clause { found = one }
        return found == nil
      }
    }
    let discovery = try #require(found)
    let plain = fuzzer.stage.run(discovery.theCase)
    #expect(plain.trace.value == discovery.trace)
    #expect(plain.violations == discovery.findings)
    #expect(discovery.provenance.hasPrefix("seed 0x0000000000000001 generator 3.1 case "))
  }

  @Test func `the good engine keeps every promise`() {
    for run in Self.runs() where run.result.verdict != .holds {
      Issue.record(
        "case \(run.number): \(run.result.verdict) \(run.result.violations.map(\.clause.id))")
    }
  }

  @Test func `no draw depends on what else is asked`() {
    let rates = (0..<40).map {
      FaultRates($0, sites: Array(repeating: 3, count: FaultClass.all.count))
    }
    let questions = FaultClass.all.enumerated().map { n, one in
      Identity(one.family, recording: UInt16(n % 3)).saying(one.question)
    }
    let forwards = rates.map { rate in questions.map { rate.answer($0) } }
    let backwards = rates.map { rate in questions.reversed().map { rate.answer($0) } }
    for (there, back) in zip(forwards, backwards) { #expect(there == Array(back.reversed())) }
    #expect(forwards.contains { $0.contains { $0 != nil } })
  }

  @Test func `the number of faults that is aimed at is met, whatever is asked`() {
    let sites = FaultClass.all.indices.map { $0 % 4 }
    var aim = 0
    var met = 0
    for seed in 0..<3_000 as Range<UInt64> {
      let rates = FaultRates(seed, sites: sites)
      aim += rates.aim
      // Every class is asked as often as the natural run would; several share a question.
      var asked: Set<Identity> = []
      for (n, one) in FaultClass.all.enumerated() {
        for k in 0..<sites[n] {
          let question = Identity(one.family, number: UInt16(k + 1)).saying(one.question)
          if asked.insert(question).inserted, rates.answer(question) != nil { met += 1 }
        }
      }
    }
    #expect(met * 10 > aim * 5 && met * 10 < aim * 20, "\(met) of \(aim)")
  }
}

@Suite struct WordTableTests {
  @Test func `a word counts once, and is no singleton after a second case`() {
    var table = WordTable()
    var new = 0
    for word in 0..<5_000 as Range<UInt64>
    where table.insert(word &* 0x9E37_79B9_7F4A_7C15, case: 1) { new += 1 }
    #expect(new == 5_000 && table.count == 5_000 && table.singletons == 5_000)
    let again = (1...3).map { table.insert(0, case: UInt32($0)) }
    #expect(again == [false, false, false])
    #expect(table.singletons == 4_999 && !table.isSingleton(at: 0) && table.isSingleton(at: 1))
  }

  @Test func `merging keeps what was seen more than once`() {
    var all = WordTable()
    let first = [
      all.merge(5, isSingleton: false, block: 0), all.merge(6, isSingleton: true, block: 0),
    ]
    #expect(first == [true, true] && all.singletons == 1)
    let again = all.merge(6, isSingleton: true, block: 1)
    #expect(!again && all.singletons == 0 && all.count == 2)
  }
}

@Suite struct WordSampleTests {
  private static func word(_ n: Int) -> UInt64 {
    var word = UInt64(n) &* 0x9E37_79B9_7F4A_7C15
    word ^= word >> 29
    word &*= 0xBF58_476D_1CE4_E5B9
    return word ^ word >> 32
  }

  @Test func `what fits is counted exactly`() {
    var sample = WordSample()
    for n in 0..<200_000 {
      #expect(sample.merge(Self.word(n), isSingleton: n % 4 > 0) == 1)
    }
    #expect(sample.level == 0 && sample.count == 200_000 && sample.singletons == 150_000)
    // Seen by a second part, none is new, and none is a singleton any more.
    for n in 0..<1_000 { #expect(sample.merge(Self.word(n), isSingleton: true) == 0) }
    #expect(sample.count == 200_000 && sample.singletons == 149_250)
  }

  @Test func `what does not fit is estimated, whatever the order`() {
    var forwards = WordSample()
    var backwards = WordSample()
    var new = 0
    let all = 1_500_000
    for n in 0..<all {
      new += forwards.merge(Self.word(n), isSingleton: true)
      backwards.merge(Self.word(all - 1 - n), isSingleton: true)
    }
    #expect(forwards.level == 3 && backwards.level == 3)
    #expect(forwards.count == backwards.count && forwards.singletons == backwards.singletons)
    #expect(abs(forwards.count - all) < all / 100, "\(forwards.count)")
    #expect(abs(new - all) < all / 50, "\(new)")
    #expect(forwards.singletons == forwards.count)
  }

  @Test func `a word that no word can be is one like the others`() {
    var sample = WordSample()
    #expect(sample.merge(0, isSingleton: true) == 1 && sample.merge(0, isSingleton: true) == 0)
    #expect(sample.count == 1 && sample.singletons == 0)
  }
}
