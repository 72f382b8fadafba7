import Contract

// Phase 5: a durable text leaves the app, at most once, to the field it was meant for.
//
// The claim is durable before anything is touched, so a crash may lose a delivery and never
// repeats one. An unconfirmed outcome is never repeated by itself. Nothing here holds an
// indicator open, and nothing here touches the state of the recording.

enum Delivery: Hashable, Sendable {
  case none
  /// The claim is being written.
  case claiming(Target)
  /// The clipboard is being borrowed.
  case borrowing(Target, EffectID)
  /// The field is being touched, with the clipboard's change count where it was borrowed.
  case touching(Target, EffectID, change: Int?)
  /// The keyboard has the text and will say what became of it.
  case handedOver(Target)
}

extension Engine {
  /// Starts what follows a success: delivery and the usage report.
  mutating func beginSideWork(_ i: Int, _ step: inout Step) {
    reportUsage(i, &step)
    guard dialect.delivery != .live, let target = recordings[i].target,
      let row = recordings[i].row, row.delivery == .none
    else { return }
    deliver(i, to: target, &step)
  }

  private mutating func deliver(_ i: Int, to target: Target, _ step: inout Step) {
    let isOwned = dialect.delivery == .handoff || focus == target
    guard isOwned else {
      step.tell(.textHeld, recordings[i].id)
      return settleDelivery(i, .withheld, &step)
    }
    guard var row = recordings[i].row else { return }
    row.delivery = .claimed
    recordings[i].delivery = .claiming(target)
    recordings[i].sideWrite = ask(
      .store(.write(row, expecting: .row(RowStates(.success), attempt: row.attempt))),
      for: .deliveryClaim, recordings[i].lease, within: Budgets.store, .store, &step)
  }

  mutating func deliveryClaimed(_ i: Int, _ outcome: Outcome, _ step: inout Step) {
    guard case .claiming(let target) = recordings[i].delivery else { return }
    recordings[i].sideWrite = nil
    recordings[i].delivery = .none
    guard outcome == .done else {
      // The claim may have landed; nothing was touched, and the row is to say so.
      step.tell(.deliveryFailed, recordings[i].id)
      return settleDelivery(i, .withheld, &step)
    }
    recordings[i].row?.delivery = .claimed
    defer { nextSideWrite(i, &step) }
    guard let text = recordings[i].row?.final else { return }
    switch dialect.delivery {
    case .insert, .live: touch(i, text, target, change: nil, &step)
    case .paste:
      let id = ask(
        .writeClipboard(text, ifChange: nil), for: .clipboard, recordings[i].lease,
        within: Budgets.delivery, .delivery, &step)
      recordings[i].delivery = .borrowing(target, id)
    case .handoff:
      recordings[i].delivery = .handedOver(target)
      recordings[i].handovers &+= 1
      post(.text(recordings[i].id, target, text), recordings[i].lease, &step)
      arm(
        Deadline(
          at: step.now.monotonic + Budgets.delivery, stage: .delivery, lease: recordings[i].lease),
        &step)
    }
  }

  private mutating func touch(
    _ i: Int, _ text: String, _ target: Target, change: Int?, _ step: inout Step
  ) {
    guard focus == target else {
      step.tell(.textHeld, recordings[i].id)
      giveBack(i, change, &step)
      recordings[i].delivery = .none
      return settleDelivery(i, .withheld, &step)
    }
    let id = ask(
      .deliver(text, target), for: .touch, recordings[i].lease, within: Budgets.delivery,
      .delivery, &step)
    recordings[i].delivery = .touching(target, id, change: change)
  }

  mutating func clipboardWritten(_ i: Int, _ outcome: Outcome, _ step: inout Step) {
    guard case .borrowing(let target, _) = recordings[i].delivery else { return }
    recordings[i].delivery = .none
    guard case .clipboard(let change) = outcome, let text = recordings[i].row?.final else {
      step.tell(.deliveryFailed, recordings[i].id)
      return settleDelivery(i, .rejected, &step)
    }
    touch(i, text, target, change: change, &step)
  }

  mutating func touched(_ i: Int, _ outcome: Outcome, _ step: inout Step) {
    guard case .touching(let target, _, let change) = recordings[i].delivery else {
      return takeLateTouch(i, outcome, &step)
    }
    recordings[i].delivery = .none
    giveBack(i, change, &step)
    switch outcome {
    case .delivered:
      step.say(.claim(recordings[i].id, .delivered(target)))
      settleDelivery(i, .delivered, &step)
    case .landedUnconfirmed, .cancelled:
      step.tell(.deliveryUnconfirmed, recordings[i].id)
      settleDelivery(i, .unconfirmed, &step)
    case .deliveryFailed(let why):
      step.tell(why == .rejected ? .deliveryFailed : .textHeld, recordings[i].id)
      settleDelivery(i, why == .rejected ? .rejected : .withheld, &step)
    case .done, .inventory, .space, .storeFailed, .appended, .facts, .fileFailed, .captured,
      .captureFailed, .exported, .exportFailed, .body, .wireFailed, .text, .noText, .localFailed,
      .clipboard, .skipped, .failed, .leg:
      step.tell(.deliveryFailed, recordings[i].id)
      settleDelivery(i, .rejected, &step)
    }
  }

  /// Gives a borrowed clipboard back, once the field has had the time to read it.
  private mutating func giveBack(_ i: Int, _ change: Int?, _ step: inout Step) {
    guard let change else { return }
    recordings[i].borrowed = change
    arm(
      Deadline(
        at: step.now.monotonic + Budgets.clipboardHold, stage: .delivery,
        lease: recordings[i].lease), &step)
  }

  /// Ends a delivery whose attempt or recording is over. A clipboard that is still borrowed is
  /// given back all the same, in the process's own name.
  mutating func quitDelivery(_ i: Int, _ step: inout Step) {
    var change = recordings[i].borrowed
    if case .touching(_, _, let borrowed?) = recordings[i].delivery { change = borrowed }
    recordings[i].delivery = .none
    recordings[i].borrowed = nil
    guard let change else { return }
    loan = change
    arm(Deadline(at: step.now.monotonic + Budgets.clipboardHold, stage: .delivery), &step)
  }

  mutating func loanExpired(_ step: inout Step) {
    guard let change = loan else { return }
    loan = nil
    _ = ask(
      .restoreClipboard(ifChange: change), for: .restore, nil, within: Budgets.delivery,
      .delivery, &step)
  }

  mutating func deliveryExpired(_ i: Int, _ deadline: Deadline, _ step: inout Step) {
    if let change = recordings[i].borrowed, deadline.effect == nil {
      recordings[i].borrowed = nil
      _ = ask(
        .restoreClipboard(ifChange: change), for: .restore, recordings[i].lease,
        within: Budgets.delivery, .delivery, &step)
      return
    }
    guard let id = deadline.effect else {
      if case .handedOver = recordings[i].delivery { unconfirmed(i, &step) }
      return
    }
    abandon(id, &step)
    switch recordings[i].delivery {
    case .touching(_, id, let change):
      giveBack(i, change, &step)
      unconfirmed(i, &step)
    case .borrowing(_, id):
      recordings[i].delivery = .none
      step.tell(.deliveryFailed, recordings[i].id)
      settleDelivery(i, .rejected, &step)
    case .none, .claiming, .borrowing, .touching, .handedOver: break
    }
  }

  private mutating func unconfirmed(_ i: Int, _ step: inout Step) {
    recordings[i].delivery = .none
    step.tell(.deliveryUnconfirmed, recordings[i].id)
    settleDelivery(i, .unconfirmed, &step)
  }

  /// Whether a touch that was given up turns out to have landed.
  func isLateTouch(_ request: Pending, _ outcome: Outcome) -> Bool {
    guard outcome == .delivered, let lease = request.lease, let i = index(lease.recording) else {
      return false
    }
    return recordings[i].row?.delivery == .unconfirmed && recordings[i].sideWrite == nil
  }

  private mutating func takeLateTouch(_ i: Int, _ outcome: Outcome, _ step: inout Step) {
    guard outcome == .delivered, let target = recordings[i].target else { return }
    step.say(.claim(recordings[i].id, .delivered(target)))
    settleDelivery(i, .delivered, &step)
  }

  /// The keyboard says what became of a text.
  mutating func takeReceipt(
    _ r: RecordingID, _ standing: DeliveryStanding, _ step: inout Step
  ) -> Ignored? {
    guard let i = index(r) else { return .notAllowedNow }
    guard case .handedOver(let target) = recordings[i].delivery else {
      return takeLateReceipt(i, standing, &step)
    }
    recordings[i].delivery = .none
    disarm(.delivery, of: r, &step)
    switch standing {
    case .delivered: step.say(.claim(r, .delivered(target)))
    case .withheld: step.tell(.textHeld, r)
    case .rejected: step.tell(.deliveryFailed, r)
    case .unconfirmed: step.tell(.deliveryUnconfirmed, r)
    case .none, .claimed: break
    }
    settleDelivery(i, standing, &step)
    return nil
  }

  /// A text that the keyboard was given up on has landed after all; of several hand-overs nobody
  /// could say which.
  private mutating func takeLateReceipt(
    _ i: Int, _ standing: DeliveryStanding, _ step: inout Step
  ) -> Ignored? {
    guard standing == .delivered, recordings[i].handovers == 1, recordings[i].phase == .resting,
      recordings[i].row?.delivery == .unconfirmed, recordings[i].sideWrite == nil,
      let target = recordings[i].target
    else { return .notAllowedNow }
    step.say(.claim(recordings[i].id, .delivered(target)))
    settleDelivery(i, .delivered, &step)
    return nil
  }

  // MARK: By hand

  mutating func copy(_ r: RecordingID, _ step: inout Step) -> Ignored? {
    guard let i = index(r), let row = recordings[i].row, row.state == .success,
      let text = row.final
    else { return .notAllowedNow }
    for earlier in pending where earlier.purpose == .copy { abandon(earlier.id, &step) }
    _ = ask(
      .writeClipboard(text, ifChange: nil), for: .copy, nil, within: Budgets.delivery, .delivery,
      &step)
    return nil
  }

  mutating func redeliver(
    _ r: RecordingID, to target: Target, _ step: inout Step
  ) -> Ignored? {
    // Where the end of a later attempt may have landed, nobody knows that this is still the row.
    guard let i = index(r), let row = recordings[i].row, row.state == .success,
      recordings[i].phase == .resting, recordings[i].delivery == .none,
      recordings[i].sideWrite == nil, recordings[i].unconfirmed == nil
    else { return .notAllowedNow }
    recordings[i].target = target
    // A late word about an earlier touch would be taken for this one.
    pending.removeAll {
      $0.isAbandoned && $0.purpose == .touch && $0.lease?.recording == r
    }
    deliver(i, to: target, &step)
    return nil
  }
}
