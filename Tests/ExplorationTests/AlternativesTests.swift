import Contract
import Simulation
import Testing

@testable import Exploration

@Suite struct AlternativesTests {
  private static let requests = Family.allCases.filter { !Alternatives.kinds(of: $0).isEmpty }

  private func answers(_ family: Family, _ verb: Verb) -> [Answer] {
    Alternatives.to(Identity(family).saying(verb))
  }

  @Test func `every kind of answer is an alternative somewhere, in its own kind only`() {
    var seen: Set<AnswerKind> = []
    for family in Family.allCases {
      for kind in AnswerKind.allCases {
        for answer in Alternatives.answers(kind, family) { #expect(AnswerKind(answer) == kind) }
      }
      for verb in Verb.allCases { seen.formUnion(answers(family, verb).map { AnswerKind($0) }) }
    }
    #expect(seen == Set(AnswerKind.allCases))
  }

  @Test func `no alternative is given twice, and none is the usual answer`() {
    for family in Self.requests {
      let all = answers(family, .answer)
      #expect(all.count >= 3 && Set(all).count == all.count, "\(family)")
      #expect(!all.contains(.microphone(Microphone())))
      #expect(!all.contains(.reply(Reply())))
    }
    #expect(answers(.capture, .heeds) == [.heeds(false)])
  }

  @Test func `no store and no file lies about an effect that it knows`() {
    for family in Self.requests {
      for answer in answers(family, .answer) {
        switch answer {
        case .store(.io(let told, let landed)), .file(.io(let told, let landed)):
          #expect(told == .unknown || (told == .yes) == landed)
        default: break
        }
      }
    }
  }

  @Test func `what reads has no effect that could be in doubt`() {
    for family in [Family.inventory, .validate] {
      for answer in answers(family, .answer) {
        switch answer {
        case .store(.io(let told, _)), .file(.io(let told, _)): #expect(told == .no)
        default: break
        }
      }
    }
  }

  @Test func `every microphone, reply and fault of the world is there`() {
    let ends = Set(
      answers(.capture, .answer).compactMap { answer -> String? in
        guard case .microphone(let m) = answer else { return nil }
        return String("\(m.end)".prefix { $0 != "(" })
      })
    #expect(
      ends == [
        "usual", "stopNeverAnswered", "stopAnsweredAfter", "denied", "unsupported", "lostAt",
        "formatChangesAt", "starvesAt", "neverOpens",
      ])
    let breaks = Set(
      answers(.upload, .answer).compactMap { answer -> String? in
        guard case .reply(let r) = answer else { return nil }
        return String("\(r.breaks)".prefix { $0 != "(" })
      })
    #expect(
      breaks == [
        "nowhere", "unreachable", "beforeHead", "afterHead", "inBody", "tooLarge", "refused",
      ])
  }
}
