import Choices
import Contract
import Foundation
import ReferenceEngine
import Simulation
import Storage
import Testing

/// A whole case gives one trace, whichever store the world has.
@Suite(.serialized) struct WorldEqualityTests {
  private struct Run {
    var records: [TraceRecord] = []
    var questions: [Key] = []
    var rows: [Row] = []
    var files: [FileRef] = []
  }

  private func run(_ theCase: Case, _ store: any WorldStore) -> Run {
    var run = Run()
    var world = World(
      theCase, store: store, engine: { _ in Engine() }, recordsQuestions: true
    ) { run.records.append($0) }
    run.questions = world.run().questions
    run.rows = store.rows()
    run.files = store.files()
    return run
  }

  private func answers() -> [Answer] {
    [
      .never, .slow(.seconds(7)), .fails, .store(.noSpace), .store(.busy), .store(.suspect),
      .store(.io(told: .unknown, landed: true)), .store(.io(told: .unknown, landed: false)),
      .file(.noSpace(accepted: 0)), .file(.noSpace(accepted: 777)), .file(.vanished),
      .file(.io(told: .unknown, landed: true)), .file(.unreadable), .runs(.early),
      .runs(.never), .heeds(false), .microphone(Microphone(zerosFrom: 3, zerosThrough: 5)),
      .microphone(Microphone(end: .lostAt(6))), .reply(Reply(status: 413)),
      .reply(Reply(status: 500)),
    ]
  }

  private func theCase(_ dice: inout Dice, _ script: inout StoreScript) -> Case {
    var theCase = Case()
    theCase.plants = script.plants().map(\.0)
    theCase.sounds = [Sound(.seconds(3), .speech), Sound(.seconds(1), .digitalZero)]
    theCase.platform.limits.knownBody = dice.pick([nil, nil, 70_000])
    let recordings: [UInt16] = [9, 10]
    for (i, n) in recordings.enumerated() {
      let start = Nanoseconds.seconds(1 + 20 * i)
      let id = RecordingID(n)
      theCase.script += [
        ScriptEntry(.time(start), .command(.start(id), nil)),
        ScriptEntry(
          .time(start + .milliseconds(1_300 + dice.below(5_000))), .command(.stop(nil), nil)),
      ]
    }
    let extra: [Command] = [
      .retry(RecordingID(9)), .delete(RecordingID(9)), .cancel(RecordingID(10)), .clear,
    ]
    if dice.chance(60) {
      theCase.script.append(ScriptEntry(.time(.seconds(40)), .command(dice.pick(extra), nil)))
    }
    return theCase
  }

  /// A case made unusual: some of its questions answered, some of its happenings a crash.
  private func vary(_ theCase: Case, _ probe: Run, _ dice: inout Dice) -> Case {
    var varied = theCase
    for _ in 0..<dice.below(4) where !probe.questions.isEmpty {
      varied.plan.entries.append(
        Plan.Entry(KeyPattern(dice.pick(probe.questions)), dice.pick(answers())))
    }
    if dice.chance(50), !probe.records.isEmpty {
      varied.crashes.append(
        Crash(
          dice.pick([.before, .after]), IdentityPattern(dice.pick(probe.records).identity)))
    }
    return varied
  }

  private func difference(_ a: Run, _ b: Run) -> String? {
    for (i, (one, other)) in zip(a.records, b.records).enumerated() where one != other {
      return "record \(i): memory \(one)\ndisk \(other)"
    }
    if a.records.count != b.records.count { return "\(a.records.count) and \(b.records.count)" }
    if a.rows != b.rows { return "rows \(a.rows)\n\(b.rows)" }
    return a.files == b.files ? nil : "files \(a.files) \(b.files)"
  }

  @Test func `random cases give the same trace over both stores`() throws {
    try DiskStore.exclusively {
      var crashes = 0
      var heard = 0
      for seed in 1...200 as ClosedRange<UInt64> {
        var dice = Dice(seed)
        var script = StoreScript(seed &+ 1_000)
        let usual = theCase(&dice, &script)
        let probe = run(usual, MemoryStore())
        let varied = dice.chance(20) ? usual : vary(usual, probe, &dice)
        let memory = run(varied, MemoryStore())
        let disk = run(varied, try DiskStore())
        if let difference = difference(memory, disk) {
          Issue.record("seed \(seed): \(difference)")
          return
        }
        for record in disk.records {
          if case .process(.killed) = record.what { crashes += 1 }
          if case .did(.heard) = record.what { heard += 1 }
        }
      }
      #expect(crashes > 30)
      #expect(heard > 130)
    }
  }

  /// Not a test of speed: it prints when `LASTWORD_MEASURE` is set.
  @Test func `one recording of five seconds`() throws {
    try DiskStore.exclusively {
      let theCase = Case()
      let traced = run(theCase, try DiskStore())
      #expect(traced.rows.first?.state == .success)
      guard ProcessInfo.processInfo.environment["LASTWORD_MEASURE"] != nil else { return }
      func measure(_ name: String, _ store: () throws -> any WorldStore) throws {
        let times = try (0..<7).map { _ in
          try ContinuousClock().measure {
            for _ in 0..<1_000 {
              var hash = TraceHash()
              var world = World(theCase, store: try store(), engine: { _ in Engine() }) {
                hash.feed($0)
              }
              _ = world.run()
            }
          } / 1_000
        }
        print("MEASURE \(name): \(times.sorted()[3]), \(traced.records.count) records")
      }
      try measure("case, memory store") { MemoryStore() }
      try measure("case, disk store") { try DiskStore() }
      try measure("case, disk store with log") { try DiskStore(keepsLog: true) }
      // Where the time goes.
      var span = [Int16](repeating: 0, count: 80_000)
      var heard = 0
      let fill =
        ContinuousClock().measure {
          for _ in 0..<1_000 {
            span.removeAll(keepingCapacity: true)
            for i in 0..<10 {
              WordClock.append([.clip(1, from: i * 8_000, count: 8_000)], to: &span)
            }
          }
        } / 1_000
      let decode =
        ContinuousClock().measure {
          for _ in 0..<1_000 { heard += WordClock.decode(span).count }
        } / 1_000
      print("MEASURE fill \(fill), decode \(decode), \(heard)")
      try measure("disk store made only, plus memory case") {
        _ = try DiskStore()
        return MemoryStore()
      }
    }
  }
}
