import Contract

// What a recovery makes of steps that are late.

extension Engine {
  mutating func recoveryStepExpired(_ i: Int, _ step: inout Step) {
    guard
      let request = pending.first(where: {
        $0.purpose == .recovery && $0.lease?.recording == recordings[i].id && !$0.isAbandoned
      })
    else { return }
    if case .recovering(let work) = recordings[i].phase, work.isWriting {
      recordings[i].stalledRecovery = StalledRecovery(write: request.id, work: work)
    }
    abandon(request.id, &step)
    recoveryAnswered(i, .storeFailed(.io(.unknown)), &step)
  }

  /// Whether a write of a recovery that was given up has landed after all.
  func isLateRecovery(_ request: Pending, _ outcome: Outcome) -> Bool {
    guard outcome == .done, let lease = request.lease, let i = index(lease.recording) else {
      return false
    }
    return recordings[i].phase == .resting
      && recordings[i].stalledRecovery?.write == request.id
  }

  /// Goes on where a recovery was given up.
  mutating func resumeRecovery(_ i: Int, _ step: inout Step) {
    guard let stalled = recordings[i].stalledRecovery else { return }
    recordings[i].stalledRecovery = nil
    recordings[i].phase = .recovering(stalled.work)
  }
}
