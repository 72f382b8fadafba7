import Choices
import Contract
import Simulation

// From the other end: cases that say next to nothing and may break the same promise all the same.
extension Search {
  /// Tries the least that there can be, before anything is taken away bit by bit: somebody records
  /// and stops, or nobody stops, and nothing goes wrong.
  ///
  /// What takes a failed attempt and no fault is had from a service that takes two seconds at once:
  /// nothing is heard in the last part of a recording that goes on after everything was said.
  mutating func tryBare() {
    var bare = best.theCase.bare
    if accepts(bare) { return }
    bare.script.removeAll(where: \.isStop)
    if accepts(bare) { return }
    bare.platform.limits.capture = .seconds(8)
    bare.platform.limits.minimumLeaf = Limits().minimumLeaf
    bare.platform.limits.knownBody = RequestBody.bytes(samples: 2 * sampleRate)
    _ = accepts(bare)
  }

  /// Takes an entry away together with every stop: it may be there only because a recording ended
  /// so soon. Nobody stops then, and the limit comes after a minute at the earliest.
  mutating func deleteUnstopped() {
    var longer = best.theCase
    longer.platform.limits.capture = max(longer.platform.limits.capture, .minutes(1))
    let lines = longer.script
    let stops = lines.indices.filter { lines[$0].isStop }.map { CasePart.script($0) }
    let parts = CasePart.all(of: longer).filter { part in
      guard case .script(let place) = part else { return true }
      return !lines[place].isStop && !lines[place].isStart
    }
    guard !stops.isEmpty, parts.count <= 16 else { return }
    for part in parts.reversed() where !isOver {
      if accepts(longer.removing(stops + [part]).tidied) { return }
    }
  }

  /// Lets a service take what services take. That comes last: what is cut into parts can be told
  /// in fewer words, and who counts entries counts no limit.
  mutating func loosenLimit() {
    guard best.theCase.platform.limits.isTight else { return }
    var loose = best.theCase
    loose.platform.limits.knownBody = nil
    _ = accepts(loose)
  }

  /// Answers every question of a kind in one way, where several are answered unusually: one entry
  /// says what many said.
  mutating func mergeAnswers() {
    for kind in best.theCase.kindsAnsweredOften where !isOver {
      let parts = best.theCase.parts(answering: kind)
      guard parts.count > 1 else { continue }
      for answer in best.theCase.answers(of: parts).prefix(3) {
        var candidate = best.theCase.removing(parts)
        candidate.plan.entries.append(
          .init(KeyPattern(CaseDrawer.every(kind.family, kind.verb)), answer))
        if accepts(candidate.tidied) { break }
      }
    }
  }
}

/// What is asked about requests of a family.
private struct QuestionKind: Hashable {
  let family: Family
  let verb: Verb

  init(_ question: KeyPattern) {
    family = question.names.value.family
    verb = question.names.value.verb
  }
}

extension Case {
  /// One recording, and everything as usual, on the same platform.
  fileprivate var bare: Case {
    let usual = Case()
    var bare = removing(CasePart.all(of: self))
    bare.settings = usual.settings
    bare.sounds = usual.sounds
    bare.focus = usual.focus
    bare.script = usual.script
    return bare
  }

  /// The kinds of questions that get unusual answers, each once.
  fileprivate var kindsAnsweredOften: [QuestionKind] {
    var kinds: [QuestionKind] = []
    for entry in plan.entries where !kinds.contains(QuestionKind(entry.question)) {
      kinds.append(QuestionKind(entry.question))
    }
    return kinds
  }

  /// The entries that answer questions of a kind.
  fileprivate func parts(answering kind: QuestionKind) -> [CasePart] {
    plan.entries.indices.filter { QuestionKind(plan.entries[$0].question) == kind }
      .map { .plan($0) }
  }

  /// What entries answer, each once, the least unusual first.
  fileprivate func answers(of parts: [CasePart]) -> [Answer] {
    var found: [(rank: Int, answer: Answer)] = []
    for part in parts {
      guard case .plan(let place) = part else { continue }
      let entry = plan.entries[place]
      if found.contains(where: { $0.answer == entry.value }) { continue }
      let rank = Alternatives.rank(of: entry.value, to: entry.question.names.value)
      found.append((rank, entry.value))
    }
    return found.enumerated()
      .sorted { ($0.element.rank, $0.offset) < ($1.element.rank, $1.offset) }
      .map(\.element.answer)
  }
}
