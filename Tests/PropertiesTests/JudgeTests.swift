import Contract
import Properties
import Testing

/// A small source of numbers that are the same on every day.
struct Numbers {
  var state: UInt64
  mutating func next(below bound: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int((state >> 33) % UInt64(max(1, bound)))
  }
}

@Suite struct JudgeTests {
  @Test func `a copy at any record goes on as if nothing had happened`() {
    for (_, story) in Stories.all {
      let whole = judged(story.trace)
      for cut in stride(from: 0, to: story.trace.count, by: 7) {
        var judge = Judge()
        for record in story.trace[..<cut] { judge.observe(record) }
        var copy = judge
        judge.finish()
        for record in story.trace[cut...] { copy.observe(record) }
        copy.finish()
        #expect(copy.findings == whole.findings)
        #expect(
          ClauseID.allCases.allSatisfy { copy.evidence(for: $0) == whole.evidence(for: $0) })
      }
    }
  }

  @Test func `a kill at any record blames nobody for what was cut off`() {
    for (name, story) in Stories.all {
      for cut in 1..<story.trace.count {
        var judge = Judge()
        for record in story.trace[..<cut] { judge.observe(record) }
        var death = story.trace[cut - 1]
        death.what = .process(.killed)
        judge.observe(death)
        death.what = .end(.settled)
        judge.observe(death)
        judge.finish()
        #expect(judge.findings.isEmpty, "\(name), after record \(cut): \(told(judge.findings))")
      }
    }
  }

  @Test func `nonsense is judged without a trap`() {
    let stories = Stories.all.map(\.story.trace)
    var numbers = Numbers(state: 11)
    var findings = 0
    for _ in 0..<3_000 {
      var trace = stories[numbers.next(below: stories.count)]
      for _ in 0..<(1 + numbers.next(below: 6)) {
        let other = stories[numbers.next(below: stories.count)]
        let n = numbers.next(below: trace.count)
        switch numbers.next(below: 5) {
        case 0: trace.remove(at: n)
        case 1: trace.insert(other[numbers.next(below: other.count)], at: n)
        case 2: trace.swapAt(n, numbers.next(below: trace.count))
        case 3: trace[n].process = ProcessID(.keyboard, boot: 1)
        default: trace[n].what = other[numbers.next(below: other.count)].what
        }
      }
      findings += judged(trace).findings.count
    }
    #expect(findings > 3_000)
  }

  @Test func `extreme numbers are judged without a trap`() {
    let ends = [Int.min, -1, 0, 1, Int.max]
    for a in ends {
      for b in ends {
        var story = Story()
        story.launch()
        story.record()
        story.ask("cut", .exportLeaf(source: story.source, leaf: story.source, from: a, count: b))
        let leaf = FileRef(story.recording, .leaf(.max))
        story.ask("cut", .exportLeaf(source: story.source, leaf: leaf, from: a, count: b))
        story.ask("send", .upload(leaf, Settings()))
        story.did("closed", .closed(story.source, samples: a))
        story.did("durable", .fileDurable(story.source, samples: b))
        story.answer("captured", of: "ask capture", .captured(samples: a))
        story.answer(
          "exported", of: "cut", .exported(LeafFacts(samples: a, bytes: b, bodyBytes: a)))
        story.tell("arm", .deadlines([Deadline(at: Nanoseconds(.max), stage: .request)]))
        story.ask("append", .file(.append(story.partial, Span(clip: 9, from: a, count: b))))
        story.answer("short", of: "append", .appended(samples: a, durableThrough: b))
        story.ask("append", .file(.append(story.partial, Span(clip: 9, from: a, count: b))))
        story.answer("short", of: "append", .fileFailed(.noSpace(accepted: b)))
        story.now = Nanoseconds(.max)
        story.event("late", .news(.resumed(asleep: Nanoseconds(.min))))
        story.now = Nanoseconds(.min)
        story.event("early", .person(.start(RecordingID(.max))))
        story.finish()
        _ = judged(story.trace)
      }
    }
  }

  @Test func `inside one reaction the registry decides which clause is first`() {
    // The same reaction promotes without a sync and shows what is not true.
    let story = Stories.good
      .inserting(extra(.file(.promote(FileRef(RecordingID(1), .partial)))), after: "done validate")
      .inserting(extra(.show(.main, .recording)), after: "done validate")
    let findings = judged(story.trace).findings
    #expect(findings.first?.clause == .sourcePromoteInOrder, "\(told(findings))")
    #expect(findings.contains { $0.clause == .indicatorRecordingIsPhase0 })
    let order = findings.filter { $0.at == findings.first?.at }.map(\.clause.rawValue)
    #expect(order == order.sorted())
  }

  @Test func `what stays wrong is one finding`() {
    let findings = judged(Stories.good.without("show recording").trace).findings
    #expect(findings.filter { $0.clause == .indicatorNoCaptureUnseen }.count == 1)
  }

  @Test func `a row that could not be written is excused by the write that failed`() throws {
    // The app dies in its work, and the next launch cannot write.
    let story = Stories.killed.without("did interrupted")
      .replacing(
        "done interrupted",
        .event(
          .finished(Stories.killed.ticket("ask interrupted"), .storeFailed(.io(.no))))
      )
      .inserting(
        extra(.tell(Message(.historyNotUpdated, recording: RecordingID(1)))),
        after: "done interrupted")
    let judge = judged(story.trace)
    #expect(judge.findings.isEmpty, "\(told(judge.findings))")
    let excuse = try #require(judge.excuses.first { $0.clause == .attemptAlwaysEnds })
    let asked = story.trace[story.index(of: "ask interrupted")]
    #expect(excuse.request == asked.identity)
  }

  @Test func `a run that was cut short owes nothing at its end`() {
    let open = Stories.good.until("arm upload")
    for ending in [Ending.outOfSteps, .engineBound(.openRequests), .engineFailed("gone")] {
      let judge = judged(open.then { $0.tell("end", .end(ending)) }.trace)
      #expect(judge.findings.isEmpty, "\(ending): \(told(judge.findings))")
    }
    let judge = judged(open.then { $0.tell("end", .end(.outOfTime)) }.trace)
    #expect(judge.findings.contains { $0.clause == .attemptAlwaysEnds })
  }

  @Test func `time that a process slept is not held against it`() {
    let asleep = Stories.stalledStop.until("arm finalize").then {
      $0.tell("suspended", .process(.suspended))
      $0.wait(60_000)
      $0.tell("resumed", .process(.resumed))
      $0.event("woken", .news(.resumed(asleep: .seconds(60))))
      $0.wait(9_000)
      $0.event("route", .news(.route))
    }
    var judge = Judge()
    for record in asleep.trace { judge.observe(record) }
    #expect(judge.findings.isEmpty, "\(told(judge.findings))")
    let late = asleep.then {
      $0.wait(2_000)
      $0.event("route", .news(.route))
    }
    judge = judged(late.trace)
    #expect(judge.findings.first?.clause == .captureBoundedFinalize)
  }

  @Test func `what a life owed ends with it`() {
    // It had no time to tell of the lost microphone.
    let story = Stories.deviceLost.until("arm finalize").without("tell").then {
      $0.tell("killed", .process(.killed))
      $0.wait(1_000)
      $0.launch(boot: 2)
      $0.finish()
    }
    let findings = judged(story.trace).findings
    #expect(!findings.contains { $0.clause == .captureHealthMonitored }, "\(told(findings))")
  }

  @Test func `an inventory that comes late takes no knowledge back`() {
    // It is read before the recording, and told in the middle of it.
    let story = Stories.good.moving("done inventory", after: "done journal")
    #expect(story.index(of: "done inventory") > story.index(of: "start"))
    let judge = judged(story.trace)
    #expect(judge.findings.isEmpty, "\(told(judge.findings))")
    #expect(judge.evidence(for: .captureIdentityBeforeFirstFrame).count == 1)
  }

  @Test func `audio that the world lost is not held against an engine`() {
    let lost = Stories.killed.inserting(
      .did(.removed(FileRef(RecordingID(1), .source))), after: "launched")
    #expect(judged(lost.trace).findings.isEmpty, "\(told(judged(lost.trace).findings))")
    let thrown = Stories.killed.inserting(
      .did(.removed(FileRef(RecordingID(1), .source))), after: "ask interrupted"
    ).inserting(
      extra(.file(.remove(FileRef(RecordingID(1), .source)))), after: "ask interrupted")
    #expect(judged(thrown.trace).findings.first?.clause == .sourceNeverDeleteOnlyCopy)
    #expect(judged(thrown.trace).findings.contains { $0.clause == .stateRowsMatchEvidence })
  }

  @Test func `a finding says where it is and speaks plainly`() throws {
    for witness in Witness.all {
      let findings = judged(witness.bad.trace).findings
      let first = try #require(findings.first)
      #expect(first.record >= 0 && first.record < witness.bad.trace.count)
      #expect(witness.bad.trace[first.record].at == first.at)
      for finding in findings {
        #expect(finding.sentence.hasSuffix(".") && !finding.sentence.contains(finding.clause.id))
        #expect(!finding.expected.isEmpty && !finding.observed.isEmpty)
      }
    }
  }
}
