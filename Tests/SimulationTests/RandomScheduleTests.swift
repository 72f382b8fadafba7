import Choices
import Contract
import Simulation
import TestSupport
import Testing

// Every order that a picker chooses is kept as holds. Played back from them alone, the same case
// must give the same trace, to the last record, without ever having to let a held item go.

@Suite("Random orders")
struct RandomScheduleTests {
  /// Fewer where the compiler does not optimize.
  static var systems: UInt64 {
    var isDebug = false
    assert(
      {
        isDebug = true; return true
      }())
    return isDebug ? 200 : 2_000
  }

  /// A case of several recordings on one device; every third has a keyboard, every fourth sleeps,
  /// every fifth crashes.
  static func system(_ n: UInt64) -> Case {
    var script: [ScriptEntry] = []
    for r in 1...UInt16(1 + n % 3) {
      script.append(
        ScriptEntry(
          .time(.milliseconds(Int(r) * 700)), .command(.start(RecordingID(r)), nil)))
    }
    script.append(ScriptEntry(.time(.seconds(4)), .command(.stop(nil), nil)))
    if n % 4 == 0 { script.append(ScriptEntry(.time(.seconds(5)), .suspend(.app, .seconds(2)))) }
    script.append(ScriptEntry(.after(name("issue upload/r*.*/*/t*"), .zero), .focus(Target(2))))
    script.append(ScriptEntry(.time(.seconds(8)), .wallStep(.seconds(-3))))
    script.append(ScriptEntry(.time(.seconds(9)), .copy("something else")))
    let platform = Platform(
      id: "busy", dialect: Dialect(delivery: n % 2 == 0 ? .insert : .paste),
      hasKeyboard: n % 3 == 0)
    return Case(
      platform: platform,
      plants: [
        .row(row(.processing, 1)), .file(file(.source, 1), samples: 80_000, isClosed: true),
        .file(file(.source, 2), samples: 48_000, isClosed: true),
      ],
      script: script, plan: plan(n),
      crashes: n % 5 == 0 ? [Crash(.after, name("done append/r*/3"))] : [])
  }

  static func plan(_ n: UInt64) -> Plan<Answer> {
    func entry(_ question: String, _ answer: Answer) -> Plan<Answer>.Entry {
      Plan.Entry(KeyPattern(name(question)), answer)
    }
    switch n % 7 {
    case 1: return Plan([entry("capture/r*?heeds", .heeds(false))])
    case 2: return Plan([entry("upload/r*.*/*/t1?answer", .never)])
    case 3: return Plan([entry("store/r*.*/*?runs#*", .runs(.early))])
    case 4: return Plan([entry("append/r*/2?runs", .runs(.never))])
    case 5: return Plan([entry("store/r1.a1/failed?answer", .never)])
    default: return Plan()
    }
  }

  static func play(_ theCase: Case, _ n: UInt64, picker: Picker? = nil) -> Playback {
    Playback(theCase, picker: picker, checksIgnored: true) { process in
      BusyEngine(seed: n &* 2 &+ UInt64(process.role.rawValue) &+ UInt64(process.boot) << 32)
    }
  }

  @Test("The holds of a chosen order replay it exactly", arguments: [5, 20, 100] as [UInt64])
  func replays(percent: UInt64) {
    var holds = 0
    var steps = 0
    var distinct = 0
    for n in 0..<Self.systems {
      var theCase = Self.system(n)
      let natural = Self.play(theCase, n)
      let chosen = Self.play(theCase, n, picker: Picker(seed: n, percent: percent))
      theCase.schedule = chosen.summary.holds
      let replayed = Self.play(theCase, n)
      #expect(chosen.hash == replayed.hash, "system \(n)")
      #expect(replayed.summary.forcedReleases == 0, "system \(n)")
      #expect(replayed.summary.unmatchedHolds.isEmpty, "system \(n)")
      #expect(replayed.summary.ending == .settled, "system \(n)")
      #expect(!replayed.summary.namesOverflowed, "system \(n)")
      holds += theCase.schedule.count
      steps += chosen.summary.steps
      if natural.hash != chosen.hash { distinct += 1 }
    }
    print(
      "\(percent) %: \(Self.systems) systems, \(steps) events, \(holds) holds,",
      "\(distinct) differ from the natural order")
    #expect(distinct > Self.systems / 2)
  }

  @Test("The same case twice gives the same trace")
  func repeats() {
    for n in 0..<Self.systems {
      let picker = Picker(seed: n, percent: 30)
      let first = Self.play(Self.system(n), n, picker: picker)
      let second = Self.play(Self.system(n), n, picker: picker)
      #expect(first.hash == second.hash, "system \(n)")
      #expect(first.summary.holds == second.summary.holds, "system \(n)")
    }
  }

  @Test("Any entry of a case can be deleted: the rest still runs to an end")
  func deletion() {
    for n in 0..<Self.systems / 8 {
      var full = Self.system(n)
      full.schedule =
        Self.play(full, n, picker: Picker(seed: n, percent: 20)).summary.holds
      for case let smaller in Self.withoutOne(of: full) {
        let run = Self.play(smaller, n)
        #expect(run.summary.ending == .settled, "system \(n)")
        #expect(!run.summary.namesOverflowed, "system \(n)")
      }
    }
  }

  /// The case without each of its entries, and without the first half of its holds.
  static func withoutOne(of full: Case) -> [Case] {
    var all: [Case] = []
    func add(_ change: (inout Case) -> Void) {
      var smaller = full
      change(&smaller)
      all.append(smaller)
    }
    for i in full.schedule.indices { add { $0.schedule.remove(at: i) } }
    for i in full.script.indices { add { $0.script.remove(at: i) } }
    for i in full.plants.indices { add { $0.plants.remove(at: i) } }
    for i in full.plan.entries.indices { add { $0.plan.entries.remove(at: i) } }
    for i in full.crashes.indices { add { $0.crashes.remove(at: i) } }
    add { $0.schedule.removeFirst($0.schedule.count / 2) }
    return all
  }

  @Test("No question is asked twice in a run, and no request has the name of another")
  func unique() {
    for n in 0..<Self.systems {
      let run = Playback(Self.system(n), recordsQuestions: true) { process in
        BusyEngine(seed: n &* 2 &+ UInt64(process.role.rawValue) &+ UInt64(process.boot) << 32)
      }
      let asked = run.summary.questions.sorted()
      #expect(zip(asked, asked.dropFirst()).allSatisfy { $0 != $1 }, "system \(n)")
      let issued = run.records.compactMap { record -> Identity? in
        if case .effect(.request) = record.what { record.identity } else { nil }
      }.sorted()
      #expect(zip(issued, issued.dropFirst()).allSatisfy { $0 != $1 }, "system \(n)")
      #expect(asked.count >= issued.count)
    }
  }
}
