import Contract

// Legs and live text, in signs.
extension Projection {
  mutating func take(_ report: LegProgress, _ identity: Identity) {
    let i = leg(of: identity)
    switch report {
    case .open:
      see(
        .legOpened, i.map { Self.milliseconds(legs[$0].offset) }, subject: identity.recording)
    case .frame(let frame): take(frame, identity)
    case .queueDropped(let span):
      see(.heldDropped, Self.milliseconds(span.count), subject: identity.recording)
    case .pong: see(.relayLastHeard, 0, subject: identity.recording)
    case .drained: break
    }
  }

  private mutating func take(_ frame: LegFrame, _ identity: Identity) {
    switch frame {
    case .error(let code, _):
      see(code == 402 ? .quotaReached : .legRefused, Int64(code), subject: identity.recording)
    case .tokens, .unparseable: break
    }
  }

  mutating func take(_ end: LegEnd, _ identity: Identity) {
    let i = leg(of: identity)
    if let i { legs[i].isOver = true }
    switch end {
    case .closed:
      see(.legClosed, i.map { Self.milliseconds(legs[$0].heard) }, subject: identity.recording)
    case .refused(let status):
      let isQuota = status == 401 || status == 402 || status == 403
      see(isQuota ? .quotaReached : .legRefused, Int64(status), subject: identity.recording)
    case .unreachable: see(.legRefused, subject: identity.recording)
    }
    if !captures.isEmpty { seeOnce(.holdBegan, subject: identity.recording) }
  }

  mutating func take(_ said: LegNotice, _ identity: Identity) {
    guard let i = leg(of: identity) else { return }
    switch said {
    case .send:
      // No log has a line for each chunk, and an honest one goes on saying that sound is sent.
      if let last = legs[i].fed, now - last < 5_000_000_000 { return }
      legs[i].fed = now
      see(.audioSent, subject: identity.recording)
    case .offset(let offset):
      let dropped = offset - legs[i].offset
      legs[i].offset = offset
      if dropped > 0 {
        see(.heldDropped, Self.milliseconds(dropped), subject: identity.recording)
      }
    case .finalize: see(.finalizeSent, subject: identity.recording)
    case .keepalive, .end, .ping: break
    }
  }

  mutating func take(_ said: LiveNotice, _ recording: UInt16) {
    switch said {
    case .settled(let segment): see(.wordShown, Self.milliseconds(segment.from), subject: recording)
    case .tail: break
    case .ended(let missing):
      let all = captures.last { $0.recording == recording }?.samples ?? 0
      let lost = missing.reduce(0) { $0 + $1.count }
      see(
        .textCovers, Self.milliseconds(max(all - lost, 0)), of: Self.milliseconds(all),
        subject: recording)
    }
  }

  private func leg(of identity: Identity) -> Int? {
    legs.lastIndex { $0.recording == identity.recording && $0.number == identity.number }
      ?? legs.lastIndex { $0.recording == identity.recording }
  }
}
