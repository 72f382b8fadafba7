import Choices
import Contract
import Mutants
import Properties
import ReferenceEngine
import Simulation
import Testing

@testable import Exploration

@Suite struct `A reducer` {
  private let mutant = Mutant.all.first { $0.name == "fourth-try" }

  /// A case that the mutant breaks, with a fault and a line that do not matter.
  private func discovery() throws -> (Discovery, Exploration.Stage) {
    let stage = Exploration.Stage(engine: try #require(mutant).make)
    var theCase = Case(recognizer: [Rule(reply: Reply(status: 503))])
    theCase.script.append(ScriptEntry(.time(.seconds(200)), .wait))
    let space = Identity(.space).saying(.answer)
    theCase.plan.entries = [.init(KeyPattern(Key(space)), .slow(.seconds(2)))]
    let result = stage.run(theCase)
    return (try #require(Discovery(theCase, result, provenance: "by hand")), stage)
  }

  @Test func `it tells every improvement, and the last one is what it returns`() throws {
    let (discovery, stage) = try discovery()
    var told: [Case] = []
    let reduction = Reducer(stage).reduce(discovery) { told.append($0) }
    #expect(told.last == reduction.theCase)
    let sizes = told.map { CaseSize($0) }
    #expect(zip(sizes, sizes.dropFirst()).allSatisfy { $1 <= $0 })
    #expect(reduction.theCase.plan.entries.isEmpty)
    #expect(reduction.theCase.script.count == 2)
    #expect(reduction.clause == .requestTransientStatusBounded)
    #expect(stage.run(reduction.theCase).trace.value == reduction.trace)
    #expect(reduction.inevitable != nil && reduction.neighbour != nil)
  }

  @Test func `it ends at its limit with the best case so far`() throws {
    let (discovery, stage) = try discovery()
    let reduction = Reducer(stage, limit: 3, explaining: 0).reduce(discovery)
    #expect(reduction.isCutShort && reduction.executions <= 3)
    #expect(stage.run(reduction.theCase).violations.first?.clause == discovery.clause)
  }

  @Test func `a case that breaks nothing, or something else, is not reduced`() throws {
    let (discovery, stage) = try discovery()
    let good = Exploration.Stage(engine: { _ in Engine() })
    let nothing = Reducer(good).reduce(discovery) { _ in Issue.record("it improved") }
    #expect(!nothing.isConfirmed && nothing.theCase == discovery.theCase)
    var other = discovery
    other.clause = .sourceSavedMeansDurable
    #expect(!Reducer(stage).reduce(other).isConfirmed)
  }

  @Test func `what breaks another promise is handed out and never followed`() throws {
    // Two defects at once: with the refusals gone, the other one is the first that shows.
    let (one, two) = (
      try #require(mutant), try #require(Mutant.all.first { $0.name == "deliver-before-commit" })
    )
    let stage = Exploration.Stage(engine: { process in
      // The engines share nothing: a process is the one or the other, by whether it is the first.
      process.boot == 1 ? one.make(process) : two.make(process)
    })
    var theCase = Case(recognizer: [Rule(attempt: 1, reply: Reply(status: 503))])
    theCase.script += [
      ScriptEntry(.time(.seconds(100)), .wait),
      ScriptEntry(.time(.seconds(110)), .command(.retry(RecordingID(1)), nil)),
    ]
    theCase.crashes = [Crash(.after, try IdentityPattern(parsing: "person 3"))]
    let found = try #require(Discovery(theCase, stage.run(theCase), provenance: "by hand"))
    #expect(found.clause == .requestTransientStatusBounded)
    var search = Search(stage, found, limit: 10, improved: { _ in Issue.record("it improved") })
    let other = theCase.removing([.recognizer(0)])
    #expect(stage.run(other).violations.first?.clause == .deliverAtMostOnce)
    let isTaken = search.accepts(other)
    #expect(!isTaken && search.best.theCase == theCase && search.executions == 1)
    #expect(search.others.map(\.clause) == [.deliverAtMostOnce])
    #expect(search.others.first?.theCase == other)
    #expect(search.others.first?.trace == stage.run(other).trace.value)
    // As a whole it stays with its promise, too.
    #expect(Reducer(stage).reduce(found).findings.first?.clause == found.clause)
  }

  @Test func `lines keep their names when others go`() throws {
    var theCase = Case()
    theCase.script = [
      ScriptEntry(.time(.zero), .wait),
      ScriptEntry(.time(.zero), .command(.start(RecordingID(1)), nil)),
      ScriptEntry(.time(.seconds(5)), .command(.stop(nil), nil)),
    ]
    let (one, three) = (
      try IdentityPattern(parsing: "person 1"), try IdentityPattern(parsing: "person 3")
    )
    theCase.schedule = [
      Hold(KeyPattern(three), until: KeyPattern(three)),
      Hold(KeyPattern(one), until: KeyPattern(three)),
    ]
    theCase.crashes = [Crash(.after, three), Crash(.after, one)]
    let less = theCase.removing([.script(0)])
    let two = try IdentityPattern(parsing: "person 2")
    #expect(less.schedule == [Hold(KeyPattern(two), until: KeyPattern(two))])
    #expect(less.crashes == [Crash(.after, two)])
    #expect(CasePart.all(of: theCase).count == 7)
    #expect(theCase.removing(CasePart.all(of: theCase)) == Case(script: []))
  }

  @Test func `recordings are renamed everywhere at once`() throws {
    var theCase = Case(script: [ScriptEntry(.time(.zero), .command(.start(RecordingID(4)), nil))])
    let done = try IdentityPattern(parsing: "done store/r4.a1/raw")
    theCase.schedule = [Hold(KeyPattern(done), until: KeyPattern(done))]
    theCase.crashes = [Crash(.after, done)]
    theCase.recognizer = [Rule(recording: RecordingID(4), reply: Reply())]
    theCase.plants = [.damagedRow(RecordingID(7))]
    #expect(theCase.recordings == [4, 7])
    let now = theCase.renumbered
    #expect(now.recordings == [1, 2])
    #expect(now.crashes[0].at == (try IdentityPattern(parsing: "done store/r1.a1/raw")))
    #expect(now.plants == [.damagedRow(RecordingID(2))])
  }
}

@Suite struct `A reducer finds a plainer story` {
  private func reduction(of theCase: Case, with name: String) throws -> Reduction {
    let mutant = try #require(Mutant.all.first { $0.name == name })
    let stage = Exploration.Stage(engine: mutant.make)
    let found = try #require(Discovery(theCase, stage.run(theCase), provenance: "by hand"))
    #expect(found.clause == mutant.clause)
    let reduction = Reducer(stage, explaining: 0).reduce(found)
    #expect(reduction.isConfirmed && reduction.clause == mutant.clause)
    #expect(stage.run(reduction.theCase).trace.value == reduction.trace)
    return reduction
  }

  @Test func `one entry answers what several answered`() throws {
    var theCase = Case()
    for (n, status) in ([503, 500, 429] as [UInt16]).enumerated() {
      let question = try IdentityPattern(parsing: "upload/r1.a1/0/t\(n + 1)?answer")
      theCase.plan.entries.append(.init(KeyPattern(question), .reply(Reply(status: status))))
    }
    let reduction = try reduction(of: theCase, with: "fourth-try")
    #expect(reduction.theCase.plan.entries.count == 1 && reduction.size.entries == 3)
  }

  @Test func `an attempt fails without a fault where nothing is heard in its last part`() throws {
    let theCase = Case(recognizer: [Rule(reply: Reply(status: 401))])
    let reduction = try reduction(of: theCase, with: "tidies-failed-audio")
    #expect(reduction.size.entries == 1 && reduction.size.faults == 0)
    #expect(reduction.theCase.script.map(\.isStart) == [true])
    #expect(reduction.theCase.platform.limits.isTight)
  }

  @Test func `what is there only because somebody stops goes together with the stop`() throws {
    let r = RecordingID(1)
    let row = Row(
      recording: r, attempt: 1, generation: 0, state: .capturing, reason: .none,
      integrity: .knownIncomplete, samples: 2 * sampleRate, settings: Settings(cleanup: .off))
    let file = Plant.file(FileRef(r, .source), samples: 5 * sampleRate, isClosed: true)
    var theCase = Case(plants: [.row(row), file])
    theCase.platform.limits.capture = .seconds(20)
    let reduction = try reduction(of: theCase, with: "start-hides-found")
    #expect(reduction.theCase.plants == [file] && reduction.size.entries == 2)
  }

  @Test func `what comes after the promise is broken is left out, and a limit that is idle`() throws
  {
    var theCase = Case()
    theCase.platform.limits.capture = .seconds(8)
    theCase.platform.limits.knownBody = 200_000
    let reduction = try reduction(of: theCase, with: "records-first")
    #expect(reduction.theCase.script.map(\.isStart) == [true])
    #expect(reduction.theCase.platform.limits.knownBody == nil)
  }
}

@Suite struct `Buckets of findings` {
  private func reduction(_ change: (inout Case) -> Void) throws -> (Reduction, Bucket) {
    let mutant = try #require(Mutant.all.first { $0.name == "saved-before-row" })
    let stage = Exploration.Stage(engine: mutant.make)
    var theCase = Case()
    change(&theCase)
    let found = try #require(
      Discovery(theCase, stage.run(theCase), provenance: "\(theCase.script.count)"))
    // As found: a reducer would make them equal.
    let search = Search(stage, found, limit: 0, improved: { _ in })
    let reduction = Reduction(search, from: theCase)
    return (reduction, Bucket(reduction, stage))
  }

  @Test func `a finding with more kinds of things joins the one that is part of it`() throws {
    let (small, first) = try reduction { _ in }
    let (large, second) = try reduction {
      $0.script.append(ScriptEntry(.time(.seconds(9)), .command(.retry(RecordingID(1)), nil)))
    }
    #expect(first.text == "SOURCE.saved-means-durable | \(first.phase.rawValue) | start, stop")
    #expect(second.kinds == ["retry", "start", "stop"])
    var buckets = Buckets()
    let isNew = buckets.add(large, second)
    let isAnother = buckets.add(small, first)
    #expect(isNew && !isAnother)
    #expect(buckets.groups.map(\.count) == [2])
    #expect(buckets.groups[0].bucket == first)
    #expect(buckets.groups[0].smallest.theCase == small.theCase)
    #expect(buckets.groups[0].strategies == ["3", "2"])
  }

  @Test func `findings with different kinds stay apart until one is part of both`() throws {
    let (one, a) = try reduction {
      $0.script.append(ScriptEntry(.time(.seconds(9)), .command(.retry(RecordingID(1)), nil)))
    }
    let (two, b) = try reduction { $0.script.append(ScriptEntry(.time(.seconds(9)), .copy("x"))) }
    let (three, c) = try reduction { _ in }
    var buckets = Buckets()
    buckets.add(one, a)
    buckets.add(two, b)
    #expect(buckets.groups.count == 2)
    buckets.add(three, c)
    #expect(buckets.groups.map(\.count) == [3])
  }
}

@Suite struct `Catching up with an engine that has changed` {
  private let stage = Exploration.Stage(engine: { _ in Engine() })

  private func played(_ change: (inout Case) -> Void, trace: String? = nil) -> CatchUp {
    var theCase = Case()
    change(&theCase)
    let hash = trace ?? stage.run(theCase).trace.hexadecimal
    return CatchUp(theCase, breaking: .attemptAlwaysEnds, trace: hash, on: stage)
  }

  @Test func `what happens as recorded is strict, and with another trace caught up`() {
    let same = played { _ in }
    #expect(same.mode == .strict && same.match == 1_000 && !same.isStale && same.renamed == 0)
    #expect(played({ _ in }, trace: "0000000000000000").mode == .caughtUp)
  }

  @Test func `a name that only differs in a detail is put right`() throws {
    let old = try IdentityPattern(parsing: "upload/r1.a1/0.1/t1?answer")
    let run = played { $0.plan.entries = [.init(KeyPattern(old), .reply(Reply(status: 503)))] }
    #expect(run.mode == .caughtUp && run.renamed == 1 && run.match == 1_000)
    let question = run.theCase.plan.entries.first?.question.names
    #expect(question == (try IdentityPattern(parsing: "upload/r1.a1/0/t1?answer")))
    let anchor = try IdentityPattern(parsing: "head upload/r1.a1/0.1/t1")
    let line = played {
      $0.script.append(ScriptEntry(.after(anchor, .zero), .command(.cancel(RecordingID(1)), nil)))
    }
    #expect(line.renamed == 1 && line.result.unmatched.isEmpty)
  }

  @Test func `a case whose audio is cut otherwise is stale unless it shows its defect`() throws {
    let mutant = try #require(Mutant.all.first { $0.name == "fourth-try" })
    let third = try #require(Variant.all.first { $0.name == "third-leaf" })
    var theCase = Case()
    theCase.platform.limits.knownBody = RequestBody.bytes(samples: 40_000)
    for n in 1...3 {
      let name = try IdentityPattern(parsing: "upload/r1.a1/1/t\(n)?answer")
      theCase.plan.entries.append(.init(KeyPattern(name), .reply(Reply(status: 408))))
    }
    let two = Exploration.Stage(engine: mutant.make)
    let three = Exploration.Stage(engine: third.make(with: mutant))
    let cut = try #require(CatchUp.cut(of: theCase, on: two))
    #expect(CatchUp.cut(of: theCase, on: three) != cut)
    func played(on stage: Exploration.Stage) -> CatchUp {
      CatchUp(
        theCase, breaking: .requestTransientStatusBounded, trace: "", cut: cut, on: stage)
    }
    #expect(played(on: two).result.verdict == .violated && played(on: two).renamed == 0)
    #expect(played(on: three).result.verdict == .violated)
    // Without the defect it breaks nothing, and says so only where the audio is cut as it was.
    let good = Exploration.Stage(engine: { _ in Engine() })
    #expect(played(on: good).result.verdict == .holds && !played(on: good).isStale)
    let otherwise = played(on: Exploration.Stage(engine: third.make))
    #expect(otherwise.result.verdict == .holds && otherwise.isCutOtherwise && otherwise.isStale)
  }

  @Test func `a story that has moved is told a little further on`() throws {
    let mutant = try #require(Mutant.all.first { $0.name == "fourth-try" })
    let stage = Exploration.Stage(engine: mutant.make)
    var theCase = Case()
    // Nobody is asked a second time where the first answer is good: the leaf is not the one meant.
    theCase.recognizer = [Rule(hears: 3, reply: Reply(status: 408))]
    #expect(stage.run(theCase).verdict == .violated)
    theCase.recognizer[0].hears = 10_000
    #expect(stage.run(theCase).verdict == .holds)
    let far = CatchUp(
      theCase, breaking: .requestTransientStatusBounded, trace: "", on: stage)
    #expect(far.result.verdict == .holds && far.renamed == 0)
    let words = (1...20).filter { word in
      theCase.recognizer[0].hears = word
      return stage.run(theCase).verdict == .violated
    }
    theCase.recognizer[0].hears = try #require(words.last) + 1
    #expect(stage.run(theCase).verdict == .holds)
    let near = CatchUp(
      theCase, breaking: .requestTransientStatusBounded, trace: "", on: stage)
    #expect(near.result.verdict == .violated && near.renamed == 1)
    #expect(near.theCase.recognizer[0].hears == words.last)
  }

  @Test func `what nothing is like stays unmet, and too much of it is stale`() throws {
    let never = try IdentityPattern(parsing: "done local/r1.a1")
    let run = played { $0.schedule = [Hold(KeyPattern(never), until: KeyPattern(never))] }
    #expect(run.mode == .loose && run.entries == 3 && run.met == 2)
    #expect(run.match == 666 && run.isStale)
  }
}
