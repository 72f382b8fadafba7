import Contract

// What an engine is told, in signs.
extension Projection {
  mutating func take(_ event: Event, _ identity: Identity) {
    switch event {
    case .launched(let launch):
      way = launch.dialect.delivery
      see(.launched)
    case .person(let given):
      command = given
      take(given)
    case .progress(_, let progress): take(progress, identity)
    case .finished(_, let outcome): take(outcome, identity)
    case .news(let news): take(news)
    case .deadline(let deadline): take(deadline)
    }
  }

  private mutating func take(_ command: Command) {
    switch command {
    case .start(let r):
      own(r.rawValue)
      (owned, isAway) = (focus, false)
      see(.startAsked, subject: r.rawValue)
    case .stop(let r):
      see(.stopAsked, subject: r?.rawValue)
      // A keyboard types where it is when it is told to stop.
      if actor == .keyboard {
        owned = focus
        noteFocus()
      }
    case .cancel(let r): see(.cancelAsked, subject: r.rawValue)
    case .retry(let r):
      own(r.rawValue)
      see(.retryAsked, subject: r.rawValue)
    case .delete(let r): see(.deleteAsked, subject: r.rawValue)
    case .clear: see(.deleteAsked)
    case .redeliver(_, let target):
      owned = target
      noteFocus()
    case .change, .copy: break
    }
  }

  /// Tells when the field that the text is for has lost the focus, and when it has it again.
  private mutating func noteFocus() {
    let isElsewhere = owned != nil && focus != owned
    guard isElsewhere != isAway else { return }
    isAway = isElsewhere
    see(.targetChanged, isElsewhere ? nil : 0)
  }

  /// Somebody has asked for work on a recording in this launch.
  private mutating func own(_ recording: UInt16) {
    attempts.removeAll { $0.recording == recording }
    attempts.append(Attempt(recording: recording, boot: process.boot, role: process.role))
  }

  private mutating func take(_ progress: Progress, _ identity: Identity) {
    let recording = identity.recording
    switch progress {
    case .captureBegan:
      let asked = captures.last { $0.recording == recording }?.asked ?? now
      see(.microphoneOn, (now - asked) / 1_000_000, subject: recording)
    case .frames(let span, let level): take(span, level)
    case .formatChanged: see(.routeChanged, subject: recording)
    case .deviceLost: see(.deviceLost, subject: recording)
    case .head(let head): take(head, identity)
    case .partial: break
    case .leg(let report): take(report, identity)
    }
  }

  private mutating func take(_ span: Span, _ level: Level) {
    guard let i = captures.lastIndex(where: { $0.recording == span.clip }) else { return }
    captures[i].samples += span.count
    let isZero = level == .digitalZero
    if captures[i].isHeard, captures[i].isZero == isZero { return }
    captures[i].isHeard = true
    captures[i].isZero = isZero
    see(
      isZero ? .audioSilent : .audioArrives, Self.milliseconds(captures[i].samples),
      subject: span.clip)
  }

  private mutating func take(_ head: Head, _ identity: Identity) {
    let request = identity.object
    heads.removeAll { $0.request == request }
    heads.append(Status(request: request, status: head.status))
    if identity.family == .cleanup {
      if head.status >= 300 { see(.cleanupFailed, Int64(head.status), subject: identity.recording) }
      return
    }
    if head.status >= 300 {
      see(.answerRefused, Int64(head.status), subject: identity.recording)
    } else {
      see(.headersArrived, Int64(head.status), subject: identity.recording)
    }
  }

  private mutating func take(_ news: News) {
    switch news {
    case .interruption(let began, _): see(began ? .interruptionBegan : .interruptionEnded)
    case .route: see(.routeChanged)
    case .mediaReset: see(.deviceLost)
    case .focus(let target):
      if owned == nil { owned = focus ?? target }
      focus = target
      noteFocus()
    case .handoff: see(.handoffTaken)
    case .resumed, .lowSpace, .deviceLocked, .background, .foreground, .thermal, .clipboard: break
    }
  }

  private mutating func take(_ deadline: Deadline) {
    let recording = deadline.lease?.recording.rawValue
    switch deadline.stage {
    case .captureHealth: see(.audioMissing, subject: recording)
    case .drain: see(.drainExpired, subject: recording)
    case .liveness: seeOnce(.relaySilent, subject: recording)
    case .cleanup: see(.cleanupFailed, subject: recording)
    case .request: see(.connectionLost, subject: recording)
    case .handoff: see(.handoffExpired)
    case .recovery, .store, .captureLimit, .finalize, .promote, .export, .backoff, .recognition,
      .localEngine, .reset, .delivery, .usage, .dial, .keepalive, .redial,
      .watchdog:
      break
    }
  }

  /// Waits that are armed anew.
  mutating func take(_ deadlines: [Deadline]) {
    for deadline in deadlines where deadline.stage == .redial {
      if redial != deadline.at.count {
        see(
          .redialWaits, (deadline.at.count - now) / 1_000_000,
          subject: deadline.lease?.recording.rawValue)
      }
      redial = deadline.at.count
    }
  }
}
