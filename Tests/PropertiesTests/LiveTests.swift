import Contract
import Properties
import Testing

@Suite struct LiveTests {
  @Test(arguments: LiveStories.all.map(\.name))
  func `a live transcript without a fault of the engine has no finding`(_ name: String) throws {
    let story = try #require(LiveStories.all.first { $0.name == name }).story
    let judge = judged(story.trace)
    #expect(judge.findings.isEmpty, "\(told(judge.findings))")
  }

  @Test func `every clause of the set that binds has a red witness`() {
    for clause in ClauseID.allCases where clause.set == .live && clause.level != .info {
      #expect(Witness.live.contains { $0.clause == clause }, "\(clause.id) has no witness")
    }
  }

  @Test func `where no live transcript is offered, none is judged`() {
    for witness in Witness.live {
      var trace = witness.bad.trace
      for n in trace.indices {
        guard case .event(.launched(var launch)) = trace[n].what else { continue }
        launch.live = .none
        trace[n].what = .event(.launched(launch))
      }
      let judge = judged(trace)
      for clause in ClauseID.allCases where clause.set == .live {
        #expect(judge.evidence(for: clause).count == 0, "\(clause.id)")
        #expect(!judge.findings.contains { $0.clause == clause }, "\(clause.id)")
      }
    }
  }

  @Test func `a kill in the middle of a live transcript blames nobody`() {
    for (name, story) in LiveStories.all {
      for cut in stride(from: 1, to: story.trace.count, by: 3) {
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

  @Test func `a copy at any record of a live transcript goes on as if nothing had happened`() {
    for (_, story) in LiveStories.all {
      let whole = judged(story.trace)
      for cut in stride(from: 0, to: story.trace.count, by: 29) {
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

  @Test func `nonsense about legs is judged without a trap`() {
    let stories = LiveStories.all.map(\.story.trace) + Witness.live.map(\.bad.trace)
    var numbers = Numbers(state: 7)
    var findings = 0
    for _ in 0..<600 {
      var trace = stories[numbers.next(below: stories.count)]
      for _ in 0..<(1 + numbers.next(below: 6)) {
        let other = stories[numbers.next(below: stories.count)]
        let n = numbers.next(below: trace.count)
        switch numbers.next(below: 4) {
        case 0: trace.remove(at: n)
        case 1: trace.insert(other[numbers.next(below: other.count)], at: n)
        case 2: trace.swapAt(n, numbers.next(below: trace.count))
        default: trace[n].what = other[numbers.next(below: other.count)].what
        }
      }
      findings += judged(trace).findings.count
    }
    #expect(findings > 600)
  }

  @Test func `extreme numbers about legs are judged without a trap`() {
    let ends = [Int.min, -1, 0, 1, Int.max]
    for a in ends {
      for b in ends {
        let story = LiveStories.dropped.until("arm frames 4").then {
          $0.relay("hears", 1, .hears($0.span(0, 8_000), at: a))
          $0.relay("hears", 1, .hears($0.span(16_000, 24_000), at: b))
          $0.ofLeg("drained", 1, .drained(through: a))
          let token = LegToken(" w003", isFinal: true, start: a, end: b)
          $0.ofLeg(
            "frame", 1, .frame(.tokens([token], endsUtterance: true, isFinalized: true)))
          $0.settle(1, 2, "w003", from: a, end: b)
          $0.settle(1, 3, "w000 w003", from: b, end: a)
          $0.toLeg("offset", 1, .offset(a))
          $0.ofLeg("error", 1, .frame(.error(code: b, words: "")))
          $0.answer("closed 1", of: "dial 1", .leg(.refused(.max)))
          $0.dial(.max, offset: a)
          $0.dial(2, offset: b)
          $0.end(missing: [Span(clip: 9, from: a, count: b)])
          $0.now = Nanoseconds(.max)
          $0.toLeg("ping", 2, .ping)
          $0.now = Nanoseconds(.min)
          $0.finish()
        }
        _ = judged(story.trace)
      }
    }
  }
}
