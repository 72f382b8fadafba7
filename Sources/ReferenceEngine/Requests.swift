import Contract

// One request of the cloud path: at most three tries, classified from the head alone.
//
// Only a 200 waits for its body. An error body is never waited for, a wait is never longer than
// ten seconds, and mixed failures of one request share its three tries (seed 000, request policy).

extension Engine {
  /// Sends the current piece.
  mutating func send(_ i: Int, _ step: inout Step) {
    guard case .recognizing(var work) = recordings[i].phase else { return }
    let id = ask(
      .upload(work.file, recordings[i].settings), for: .upload, recordings[i].lease,
      within: Budgets.request, .request, &step)
    work.work = .uploading(id, nil)
    recordings[i].phase = .recognizing(work)
  }

  mutating func sendAgain(_ i: Int, _ step: inout Step) {
    guard case .recognizing(let work) = recordings[i].phase, work.work == .waiting else { return }
    send(i, &step)
  }

  mutating func headArrived(
    _ i: Int, _ id: EffectID, _ head: Head, _ step: inout Step
  ) -> Ignored? {
    switch recordings[i].phase {
    case .recognizing(var work):
      guard work.work == .uploading(id, nil) else { return .notAllowedNow }
      work.work = .uploading(id, head)
      recordings[i].phase = .recognizing(work)
      judge(head, i, id, &step)
      return nil
    case .cleaningUp: return cleanupHead(i, id, head, &step)
    case .resting, .preparing, .capturing, .finalizing, .promoting, .claiming, .committing,
      .recovering, .deleted:
      return .notAllowedNow
    }
  }

  /// Acts on a status; everything but a 200 is over with its head.
  private mutating func judge(_ head: Head, _ i: Int, _ id: EffectID, _ step: inout Step) {
    switch RequestPolicy.classify(status: head.status) {
    case .complete: break
    case .permanent:
      abandon(id, cancelling: true, &step)
      let reason = RequestPolicy.reason(status: head.status)
      fail(i, reason, reason == .accessRefused ? .accessRefused : .requestRefused, &step)
    case .transient:
      abandon(id, cancelling: true, &step)
      tryAgain(i, after: head, .serviceBusy, .serviceBusy, &step)
    case .tooLarge:
      abandon(id, cancelling: true, &step)
      split(i, &step)
    case .invalid:
      abandon(id, cancelling: true, &step)
      fail(i, .invalidAnswer, .answerUnusable, &step)
    }
  }

  mutating func uploadAnswered(_ i: Int, _ outcome: Outcome, _ step: inout Step) {
    guard case .recognizing(let work) = recordings[i].phase,
      case .uploading(_, let head) = work.work
    else { return }
    switch outcome {
    case .body(let body):
      guard head?.status == 200, let text = Envelope.text(of: body, recordings[i].settings) else {
        return fail(i, .invalidAnswer, .answerUnusable, &step)
      }
      accept(i, text, &step)
    case .wireFailed(.unreachable), .wireFailed(.reset), .cancelled:
      tryAgain(i, after: nil, .network, .networkFailed, &step)
    case .wireFailed(.tooLarge): fail(i, .invalidAnswer, .answerUnusable, &step)
    case .wireFailed(.refused): fail(i, .requestRefused, .requestRefused, &step)
    case .done, .inventory, .space, .storeFailed, .appended, .facts, .fileFailed, .captured,
      .captureFailed, .exported, .exportFailed, .text, .noText, .localFailed, .delivered,
      .landedUnconfirmed, .deliveryFailed, .clipboard, .skipped, .failed, .leg:
      fail(i, .invalidAnswer, .answerUnusable, &step)
    }
  }

  mutating func requestExpired(_ i: Int, _ step: inout Step) {
    guard case .recognizing(let work) = recordings[i].phase,
      case .uploading(let id, _) = work.work
    else { return }
    abandon(id, cancelling: true, &step)
    tryAgain(i, after: nil, .network, .networkFailed, &step)
  }

  /// Waits for the next try, or fails after the third.
  private mutating func tryAgain(
    _ i: Int, after head: Head?, _ reason: Reason, _ topic: Topic, _ step: inout Step
  ) {
    guard case .recognizing(var work) = recordings[i].phase else { return }
    work.failures += 1
    guard work.failures < Budgets.tries else { return fail(i, reason, topic, &step) }
    work.work = .waiting
    recordings[i].phase = .recognizing(work)
    let wait = RequestPolicy.wait(
      failed: work.failures, head: head, wall: step.now.wall,
      readsFractions: dialect.readsFractionalRetryAfter)
    arm(
      Deadline(
        at: step.now.monotonic + wait, stage: .backoff, lease: recordings[i].lease), &step)
  }
}
