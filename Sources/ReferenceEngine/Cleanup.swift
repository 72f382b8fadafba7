import Contract

// Phase 3: one optional cleanup of the complete raw text, which is durable already.
//
// Whatever goes wrong here, the raw transcript is the result: recognition was a success.

struct CleaningUp: Hashable, Sendable {
  let request: EffectID
  let raw: String
}

extension Engine {
  mutating func cleanUp(_ i: Int, _ raw: String, _ step: inout Step) {
    let settings = recordings[i].settings
    guard conduct.cleansUp, settings.cleanup != .off else {
      return succeed(i, raw: raw, final: raw, &step)
    }
    let id = ask(
      .cleanUp(raw, settings), for: .cleanup, recordings[i].lease, within: Budgets.cleanup,
      .cleanup, &step)
    recordings[i].phase = .cleaningUp(CleaningUp(request: id, raw: raw))
  }

  mutating func cleanupHead(
    _ i: Int, _ id: EffectID, _ head: Head, _ step: inout Step
  ) -> Ignored? {
    guard case .cleaningUp(let c) = recordings[i].phase, c.request == id else {
      return .notAllowedNow
    }
    if head.status != 200 {
      abandon(id, cancelling: true, &step)
      keepRaw(i, &step)
    }
    return nil
  }

  mutating func cleanupAnswered(_ i: Int, _ outcome: Outcome, _ step: inout Step) {
    guard case .cleaningUp(let c) = recordings[i].phase else { return }
    let cleaned: String?
    switch outcome {
    case .body(let body): cleaned = Envelope.cleaned(body)
    case .text(let text): cleaned = text
    case .cancelled, .done, .inventory, .space, .storeFailed, .appended, .facts, .fileFailed,
      .captured, .captureFailed, .exported, .exportFailed, .wireFailed, .noText, .localFailed,
      .delivered, .landedUnconfirmed, .deliveryFailed, .clipboard, .skipped, .failed, .leg:
      cleaned = nil
    }
    let words = Self.trimmed(cleaned ?? "")
    if words.isEmpty { return keepRaw(i, &step) }
    succeed(i, raw: c.raw, final: words, &step)
  }

  mutating func cleanupExpired(_ i: Int, _ step: inout Step) {
    guard case .cleaningUp(let c) = recordings[i].phase else { return }
    abandon(c.request, cancelling: true, &step)
    keepRaw(i, &step)
  }

  private mutating func keepRaw(_ i: Int, _ step: inout Step) {
    guard case .cleaningUp(let c) = recordings[i].phase else { return }
    step.tell(.cleanupSkipped, recordings[i].id)
    succeed(i, raw: c.raw, final: c.raw, &step)
  }

  private mutating func succeed(
    _ i: Int, raw: String, final: String, _ step: inout Step
  ) {
    var row = baseRow(i)
    row.state = .success
    row.reason = .none
    row.raw = raw
    row.final = final
    row.delivery = .none
    if row.usage == .none { row.usage = .pending }
    commit(i, row, topic: nil, showsProcessing: true, &step)
  }
}
