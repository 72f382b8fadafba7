import Contract

// Cancel: everything stops at once, and nothing that comes later changes state.

extension Engine {
  mutating func cancel(_ r: RecordingID, _ step: inout Step) -> Ignored? {
    guard let i = index(r) else { return .notAllowedNow }
    switch recordings[i].phase {
    case .preparing: drop(i, &step)
    case .capturing(let c): cancelCapture(i, c, &step)
    case .finalizing(var f):
      guard case .process = f.intent else { return .duplicate }
      f.intent = .cancel
      recordings[i].phase = .finalizing(f)
      if dialect.cancelledCapture == .dropped { dropFinalizing(i, f, &step) }
    case .promoting(var p):
      guard case .process = p.intent else { return .duplicate }
      p.intent = .cancel
      recordings[i].phase = .promoting(p)
      if p.stage == .writing { endCancelled(i, &step) }
    case .claiming, .recognizing, .cleaningUp: endCancelled(i, &step)
    case .committing: return .notAllowedNow
    case .resting, .recovering, .deleted: return .notAllowedNow
    }
    return nil
  }

  private mutating func cancelCapture(_ i: Int, _ c: Capturing, _ step: inout Step) {
    let isEmpty = c.delivered == 0
    if isEmpty || dialect.cancelledCapture == .dropped { return dropCapture(i, c, &step) }
    finalize(i, for: .cancel, &step)
  }

  private mutating func dropFinalizing(_ i: Int, _ f: Finalizing, _ step: inout Step) {
    if let capture = f.capture { step.say(.stop(capture)) }
    drop(i, &step)
    if let capture = f.capture { letGo(capture, &step) }
  }

  /// Ends an attempt that has a durable source; a local engine at work is reset.
  private mutating func endCancelled(_ i: Int, _ step: inout Step) {
    let r = recordings[i].id
    abandonAll(of: r, &step)
    resetSlot(of: r, &step)
    if case .promoting(let p) = recordings[i].phase {
      recordings[i].row?.samples = p.samples
      recordings[i].row?.integrity = .complete
    }
    commitCancelled(i, .cancelledByPerson, &step)
  }
}
