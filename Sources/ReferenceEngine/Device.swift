public import Contract

// News of the device: each kind has an explicit decision, to go on or to finish.

extension Engine {
  mutating func hear(_ news: News, _ step: inout Step) -> Ignored? {
    switch news {
    case .focus(let target): focus = target
    case .handoff(let handoff): return take(handoff, &step)
    case .lowSpace(let bytes):
      space = bytes
      guard let bytes, bytes < limits.spaceFloor else { return nil }
      return finish(telling: .storageFull, &step)
    case .interruption(let began, _): if began { return finish(telling: nil, &step) }
    case .background(let expiresIn):
      if let expiresIn, expiresIn <= Budgets.finalize { return finish(telling: nil, &step) }
    case .thermal(let critical): if critical { return finish(telling: nil, &step) }
    case .mediaReset: recorderGone(&step)
    case .resumed(let asleep): recorderSlept(for: asleep, &step)
    case .route, .deviceLocked, .foreground, .clipboard: break
    }
    return nil
  }

  /// Finishes the capture that runs as if the person had stopped it: what was said is kept.
  private mutating func finish(telling topic: Topic?, _ step: inout Step) -> Ignored? {
    guard
      let i = recordings.firstIndex(where: {
        if case .capturing = $0.phase { true } else { false }
      }), case .capturing(let c) = recordings[i].phase
    else { return nil }
    if let topic { step.tell(topic, recordings[i].id) }
    if c.hasBegun { finalize(i, for: .process, &step); return nil }
    // Nobody asked for this end, and nothing is left that would tell of it.
    if topic == nil { step.tell(.microphoneLost, recordings[i].id) }
    dropCapture(i, c, &step)
    return nil
  }

  /// Every recorder is gone; what was captured is kept as unfinished.
  private mutating func recorderGone(_ step: inout Step) {
    for i in recordings.indices {
      guard case .capturing = recordings[i].phase else { continue }
      step.tell(.microphoneLost, recordings[i].id)
      finalize(i, for: .fail(.microphone, .microphoneLost), &step)
    }
  }

  /// The microphone is built anew after something that is known to have taken it: from now on it
  /// has its whole time again.
  public mutating func waitForMicrophone(at now: Moment) {
    var step = Step(now: now)
    for i in recordings.indices {
      guard case .capturing(var c) = recordings[i].phase else { continue }
      c.lastSign = now.monotonic
      recordings[i].phase = .capturing(c)
      watchHealth(i, &step)
    }
  }

  /// A suspension is no sign of a bad recorder: it is given back the time in which nobody could
  /// listen to it, and not more.
  private mutating func recorderSlept(for asleep: Nanoseconds, _ step: inout Step) {
    for i in recordings.indices {
      guard case .capturing(var c) = recordings[i].phase else { continue }
      c.lastSign = min(c.lastSign + asleep, step.now.monotonic)
      recordings[i].phase = .capturing(c)
      arm(
        Deadline(
          at: c.lastSign + Budgets.captureHealth, stage: .captureHealth,
          lease: recordings[i].lease), &step)
    }
  }
}
