import Contract
import Mutants
import Simulation
import TestSupport
import Testing

@Suite struct `Mutants of the words of legs` {
  private let drop = [("dial/r1/leg1?answer", LegPlan(breaksAt: 163_000))]

  private func typed(_ m: Meeting) -> [Int] {
    m.landed.joined().split(separator: " ").compactMap { Int($0.dropFirst()) }
  }

  @Test func `names-begin-anew gives two sentences one name`() throws {
    for kind in [LiveKind.meeting, .dictation] {
      let duel = try Duel("names-begin-anew", kind: kind, plan: drop)
      func names(_ m: Meeting) -> [SegmentID] { m.segments.map(\.id) }
      #expect(Set(names(duel.good)).count == names(duel.good).count)
      #expect(Set(names(duel.bad)).count < names(duel.bad).count)
      #expect(duel.bad.words == duel.good.words)
    }
  }

  @Test func `tail-twice says and types the last words of a leg twice`() throws {
    let duel = try Duel("tail-twice", kind: .dictation, plan: drop)
    #expect(Set(duel.good.words).count == duel.good.words.count)
    #expect(Set(duel.bad.words) == Set(duel.good.words))
    #expect(duel.bad.words.count > duel.good.words.count)
    #expect(typed(duel.bad) == duel.bad.words)
    // Where no leg is lost, nothing is said twice.
    let whole = try Meeting(engine: try mutant("tail-twice"))
    #expect(whole.words == Array(0..<40))
  }

  @Test func `tail-dies loses the words that were still open`() throws {
    for kind in [LiveKind.meeting, .dictation] {
      let duel = try Duel("tail-dies", kind: kind, plan: drop)
      #expect(duel.bad.words.count < duel.good.words.count)
      #expect(Set(duel.bad.words).isSubset(of: duel.good.words))
      if kind == .dictation { #expect(typed(duel.bad) == duel.bad.words) }
      #expect(duel.bad.missing != duel.good.missing)
    }
  }

  @Test func `given-up-speaks lets a leg speak that was given up`() throws {
    // Nobody says anything for so long, and no ping is answered, that the leg counts as dead; it
    // is only slow, and has most of its audio still before it.
    let duel = try Duel(
      "given-up-speaks", .seconds(60),
      plan: [("dial/r1/leg1?answer", LegPlan(manners: .ignoresPings, speed: 8_000))],
      answers: [("dial/r1/leg1?heeds", .heeds(false))],
      sounds: [Sound(.seconds(12), .quiet), Sound(.seconds(48), .speech)])
    #expect(duel.good.dials.count == 2)
    #expect(duel.good.misplaced().isEmpty)
    #expect(duel.good.words == duel.good.words.sorted())
    #expect(duel.bad.words != duel.good.words)
    #expect(duel.bad.words != duel.bad.words.sorted())
  }

  @Test func `types-again types a sentence twice`() throws {
    let duel = try Duel(
      "types-again", kind: .dictation,
      answers: [("deliver/r1.a1/1?answer", .delivery(.unconfirmed(landed: true)))])
    #expect(duel.good.told.contains(.deliveryUnconfirmed))
    #expect(!duel.bad.told.contains(.deliveryUnconfirmed))
    #expect(Set(typed(duel.good)).count == typed(duel.good).count)
    #expect(typed(duel.bad).filter { $0 == 0 }.count == 2)
    #expect(Set(typed(duel.bad)) == Set(duel.bad.words))
  }

  @Test func `wire-words-told tells what the relay said`() throws {
    for kind in [LiveKind.meeting, .dictation] {
      let ends: [(LegPlan, String)] = [
        (LegPlan(breaksAt: 80_000, breaking: .fails(code: 402)), "relay error 402"),
        (LegPlan(opening: .refused(401)), "HTTP 401"),
      ]
      for (plan, words) in ends {
        let duel = try Duel(
          "wire-words-told", kind: kind, plan: [("dial/r1/leg1?answer", plan)])
        #expect(duel.good.messages.allSatisfy { $0.words == $0.topic.words })
        #expect(duel.bad.messages.contains { $0.words.contains(words) })
        #expect(duel.bad.told == duel.good.told)
      }
    }
  }
}

@Suite struct `The catalogue of live mutants` {
  @Test func `has every name once, and none of another mutant`() {
    let names = Mutant.live.map(\.name)
    #expect(names.count >= 32)
    #expect(Set(names).count == names.count)
    #expect(Set(names).isDisjoint(with: Mutant.all.map(\.name)))
  }

  @Test func `names clauses of the set live, or one of delivery that live text shares`() {
    for mutant in Mutant.live {
      #expect(mutant.clause.set == .live || mutant.clause == .deliverAtMostOnce)
    }
  }
}
