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
    if outcome == .done, recordings[i].phase == .resting, let row = recordings[i].sideRow {
      recordings[i].row = row
    }
    recordings[i].sideRow = nil
    nextSideWrite(i, &step)
  }

  // MARK: Tidying

  /// Asks for work that nothing waits for; all of a recording's shares one deadline.
  mutating func tidy(_ i: Int, _ requests: [Request], _ step: inout Step) {
    let lease = recordings[i].lease
    for request in requests {
      recordings[i].tidying.append(ask(request, for: .tidying, lease, &step))
    }
    arm(Deadline(at: step.now.monotonic + Budgets.store, stage: .store, lease: lease), &step)
  }

  mutating func tidied(_ i: Int, _ id: EffectID, _ step: inout Step) {
    recordings[i].tidying.removeAll { $0 == id }
    if recordings[i].tidying.isEmpty { disarm(.store, of: recordings[i].id, &step) }
  }

  /// What was to be tidied stays for the next launch.
  mutating func giveUpTidying(_ i: Int, _ step: inout Step) {
    let all = recordings[i].tidying
    recordings[i].tidying = []
    for id in all { abandon(id, &step) }
  }
}
