import Contract

// Work beside delivery: usage reports, and the one row write at a time that side work may have.
//
// Side work never holds an indicator and never undoes what is durable: its rows are made from the
// newest known one, and one waits for the other.

extension Engine {
  mutating func reportUsage(_ i: Int, _ step: inout Step) {
    guard let row = recordings[i].row, row.usage == .pending else { return }
    let seconds = (row.samples + sampleRate - 1) / sampleRate
    _ = ask(
      .reportUsage(recordings[i].id, seconds: seconds), for: .usage, recordings[i].lease,
      within: Budgets.usage, .usage, &step)
  }

  mutating func usageAnswered(_ i: Int, _ outcome: Outcome, _ step: inout Step) {
    guard outcome == .done else { return }
    recordings[i].wantsUsage = true
    nextSideWrite(i, &step)
  }

  /// A usage report, or a text for the keyboard, that nobody takes.
  mutating func sideWorkExpired(_ deadline: Deadline, _ step: inout Step) {
    guard let id = deadline.effect else { return }
    abandon(id, cancelling: true, &step)
  }

  /// Notes how a delivery stands, durably.
  mutating func settleDelivery(_ i: Int, _ standing: DeliveryStanding, _ step: inout Step) {
    recordings[i].wantsOutcome = standing
    nextSideWrite(i, &step)
  }

  /// Writes the next thing that side work has to say, if nothing else is being written.
  mutating func nextSideWrite(_ i: Int, _ step: inout Step) {
    let rec = recordings[i]
    guard rec.sideWrite == nil, rec.phase == .resting, var row = rec.row, row.state == .success
    else { return }
    if let standing = rec.wantsOutcome {
      recordings[i].wantsOutcome = nil
      row.delivery = standing
      writeSide(i, row, for: .outcome, &step)
    } else if rec.wantsUsage {
      recordings[i].wantsUsage = false
      row.usage = .reported
      writeSide(i, row, for: .usageWrite, &step)
    }
  }

  mutating func writeSide(_ i: Int, _ row: Row, for purpose: Purpose, _ step: inout Step) {
    recordings[i].sideRow = row
    recordings[i].sideWrite = ask(
      .store(.write(row, expecting: .row(RowStates(row.state), attempt: row.attempt))),
      for: purpose, recordings[i].lease, within: Budgets.store, .store, &step)
  }

  mutating func sideWritten(
    _ i: Int, _ request: Pending, _ outcome: Outcome, _ step: inout Step
  ) {
    guard recordings[i].sideWrite == request.id else { return }
    recordings[i].sideWrite = nil
    // What it said is so, whether or not it has landed, and the next write says it again.
    if recordings[i].phase == .resting, let row = recordings[i].sideRow, !isConflict(outcome) {
      recordings[i].row = row
    }
    recordings[i].sideRow = nil
    nextSideWrite(i, &step)
  }

  private func isConflict(_ outcome: Outcome) -> Bool {
    switch outcome {
    case .storeFailed(.conflict), .storeFailed(.tombstoned): true
    case .cancelled, .done, .inventory, .space, .storeFailed, .appended, .facts, .fileFailed,
      .captured, .captureFailed, .exported, .exportFailed, .body, .wireFailed, .text, .noText,
      .localFailed, .delivered, .landedUnconfirmed, .deliveryFailed, .clipboard, .skipped,
      .failed, .leg:
      false
    }
  }

  // MARK: Tidying

  /// How many requests of tidying are under way at a time: a History may be of any length, a
  /// reaction may not.
  private static let tidyWidth = 16

  /// Asks for work that nothing waits for; all of a recording's shares one deadline.
  mutating func tidy(_ i: Int, _ requests: [Request], _ step: inout Step) {
    for request in requests { chores.append(Chore(lease: recordings[i].lease, request: request)) }
    goOnTidying(&step)
  }

  /// Begins as much tidying as may be under way, in order.
  private mutating func goOnTidying(_ step: inout Step) {
    var running = recordings.reduce(0) { $0 + $1.tidying.count }
    var begun = 0
    while running < Self.tidyWidth, begun < chores.count {
      let chore = chores[begun]
      begun += 1
      guard let i = index(chore.lease.recording) else { continue }
      running += 1
      let lease = recordings[i].lease
      recordings[i].tidying.append(ask(chore.request, for: .tidying, lease, &step))
      arm(Deadline(at: step.now.monotonic + Budgets.store, stage: .store, lease: lease), &step)
    }
    chores.removeFirst(begun)
  }

  mutating func tidied(_ i: Int, _ id: EffectID, _ step: inout Step) {
    recordings[i].tidying.removeAll { $0 == id }
    if recordings[i].tidying.isEmpty { disarm(.store, of: recordings[i].id, &step) }
    goOnTidying(&step)
  }

  /// Leaves all tidying of a recording to the one that its deletion brings.
  mutating func dropChores(_ i: Int, _ step: inout Step) {
    let r = recordings[i].id
    chores.removeAll { $0.lease.recording == r }
    giveUpTidying(i, &step)
  }

  /// What was to be tidied stays for the next launch.
  mutating func giveUpTidying(_ i: Int, _ step: inout Step) {
    let all = recordings[i].tidying
    recordings[i].tidying = []
    for id in all { abandon(id, &step) }
    goOnTidying(&step)
  }
}

/// Something to be tidied away, which nothing waits for.
struct Chore: Hashable, Sendable {
  let lease: Lease
  let request: Request
}
