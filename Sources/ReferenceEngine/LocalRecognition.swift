import Contract

// Phase 2 on the device: one bounded job, and an engine that is reset when it fails.
//
// A local engine is a slot that recordings share. One that fails, hangs or ignores a cancel is
// cancelled and reset; the attempt fails after that one job. The reset has a deadline of its own
// and holds no indicator, and the next recording waits for it within its own bounds.

/// An engine on the device.
struct Slot: Hashable, Sendable {
  let number: UInt8
  /// The reset that is under way.
  var reset: EffectID?
  /// The recording whose job it runs.
  var user: RecordingID?
}

extension Engine {
  mutating func recognizeLocally(_ i: Int, _ number: UInt8, _ step: inout Step) {
    guard case .recognizing(var work) = recordings[i].phase else { return }
    let s = slot(number)
    let samples = recordings[i].row?.samples ?? 0
    work.current = Piece(from: 0, count: samples, depth: 0)
    work.isWhole = true
    let bound = Budgets.localRecognition(samples: samples)
    if slots[s].reset != nil || slots[s].user != nil {
      work.work = .waitingForSlot
      arm(
        Deadline(
          at: step.now.monotonic + bound, stage: .recognition, lease: recordings[i].lease), &step)
    } else {
      disarm(.recognition, of: recordings[i].id, &step)
      slots[s].user = recordings[i].id
      let id = ask(
        .recognizeLocally(work.file, slot: number, recordings[i].settings), for: .local,
        recordings[i].lease, within: bound, .localEngine, &step)
      work.work = .local(id)
    }
    recordings[i].phase = .recognizing(work)
  }

  private mutating func slot(_ number: UInt8) -> Int {
    if let known = slots.firstIndex(where: { $0.number == number }) { return known }
    slots.append(Slot(number: number))
    return slots.count - 1
  }

  mutating func localAnswered(_ i: Int, _ outcome: Outcome, _ step: inout Step) {
    guard case .recognizing = recordings[i].phase else { return }
    switch outcome {
    case .text(let text):
      freeSlot(of: recordings[i].id, &step)
      accept(i, text, &step)
    case .noText:
      freeSlot(of: recordings[i].id, &step)
      fail(i, .noSpeech, .noSpeech, &step)
    case .cancelled, .done, .inventory, .space, .storeFailed, .appended, .facts, .fileFailed,
      .captured, .captureFailed, .exported, .exportFailed, .body, .wireFailed, .localFailed,
      .delivered, .landedUnconfirmed, .deliveryFailed, .clipboard, .skipped, .failed, .leg:
      resetSlot(of: recordings[i].id, &step)
      fail(i, .localEngine, .localEngineFailed, &step)
    }
  }

  mutating func localExpired(_ i: Int, _ step: inout Step) {
    let r = recordings[i].id
    fail(i, .localEngine, .localEngineFailed, &step)
    resetSlot(of: r, &step)
  }

  /// The job is over and the engine is fine.
  private mutating func freeSlot(of r: RecordingID, _ step: inout Step) {
    guard let s = slots.firstIndex(where: { $0.user == r }) else { return }
    slots[s].user = nil
    serveWaiting(slots[s].number, &step)
  }

  /// The job is over and the engine cannot be trusted: it is reset before anyone uses it again.
  mutating func resetSlot(of r: RecordingID, _ step: inout Step) {
    guard let s = slots.firstIndex(where: { $0.user == r }) else { return }
    slots[s].user = nil
    let number = slots[s].number
    slots[s].reset = ask(
      .resetEngine(slot: number), for: .reset(number), nil, within: Budgets.reset, .reset, &step)
  }

  mutating func slotReset(_ number: UInt8, _ step: inout Step) {
    guard let s = slots.firstIndex(where: { $0.number == number }) else { return }
    slots[s].reset = nil
    serveWaiting(number, &step)
  }

  mutating func resetExpired(_ deadline: Deadline, _ step: inout Step) {
    guard let id = deadline.effect, let s = slots.firstIndex(where: { $0.reset == id }) else {
      return
    }
    abandon(id, &step)
    slotReset(slots[s].number, &step)
  }

  /// Lets the next recording that waits for a slot have it.
  private mutating func serveWaiting(_ number: UInt8, _ step: inout Step) {
    for i in recordings.indices {
      guard case .recognizing(let work) = recordings[i].phase, work.work == .waitingForSlot,
        case .local(number) = recordings[i].settings.recognizer
      else { continue }
      return recognizeLocally(i, number, &step)
    }
  }
}
