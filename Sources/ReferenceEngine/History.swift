import Contract

// The store as the engine knows it: opening it is ordinary work that can fail and stall while the
// person already records.
//
// Open, read the inventory, recover. A store that cannot be read is set aside and begun anew.
// After giving up the engine asks again, at most three times in all; a start asks anew.

struct History: Hashable, Sendable {
  enum Stage: Hashable, Sendable {
    case closed
    case opening(EffectID)
    case settingAside(EffectID)
    case reading(EffectID)
    case read
  }

  var stage: Stage = .closed
  var isOpen = false
  var failures = 0
  var hasBeenRead = false
  var hasSetAside = false
  /// Whether the person was told of it.
  var hasToldOfIt = false
  /// The names of what is left alone: damaged entries, and audio that nobody can read.
  var reserved: [RecordingID] = []
}

extension Engine {
  mutating func openHistory(_ step: inout Step) {
    history.stage = .opening(
      ask(.store(.open), for: .open, nil, within: Budgets.store, .recovery, &step))
  }

  /// Asks for the store anew, because somebody wants to record.
  mutating func reopenHistory(_ step: inout Step) {
    guard history.stage == .closed else { return }
    history.failures = 0
    openHistory(&step)
  }

  mutating func historyOpened(_ outcome: Outcome, _ step: inout Step) {
    switch outcome {
    case .done:
      // Another try may be under way; how that one ends is no news any more.
      if case .opening(let id) = history.stage { abandon(id, &step) }
      // A store that was corrupt and opens now was set aside, though nobody said so.
      tellOfSetAside(&step)
      let isNews = !history.isOpen
      history.isOpen = true
      if isNews { writeJournals(&step) }
      if !history.hasBeenRead { readInventory(&step) } else { history.stage = .read }
    case .storeFailed(.corrupt) where !history.hasSetAside:
      history.hasSetAside = true
      history.stage = .settingAside(
        ask(.store(.quarantine), for: .quarantine, nil, within: Budgets.store, .recovery, &step))
    case .cancelled, .inventory, .space, .storeFailed, .appended, .facts, .fileFailed, .captured,
      .captureFailed, .exported, .exportFailed, .body, .wireFailed, .text, .noText, .localFailed,
      .delivered, .landedUnconfirmed, .deliveryFailed, .clipboard, .skipped, .failed, .leg:
      historyFailed(&step)
    }
  }

  mutating func historySetAside(_ outcome: Outcome, _ step: inout Step) {
    guard outcome == .done else { return historyFailed(&step) }
    tellOfSetAside(&step)
    openHistory(&step)
  }

  private mutating func tellOfSetAside(_ step: inout Step) {
    guard history.hasSetAside, !history.hasToldOfIt else { return }
    history.hasToldOfIt = true
    step.tell(.historySetAside)
  }

  private mutating func readInventory(_ step: inout Step) {
    history.stage = .reading(
      ask(.store(.readInventory), for: .inventory, nil, within: Budgets.store, .recovery, &step))
  }

  /// The id of a start turned out to be that of an earlier recording, which was passed over
  /// because of it.
  mutating func lookAgain(_ i: Int, _ step: inout Step) {
    recordings[i].isUnseen = true
    guard history.hasBeenRead else { return }
    history.hasBeenRead = false
    readInventory(&step)
  }

  mutating func inventoryRead(_ outcome: Outcome, _ step: inout Step) {
    guard case .inventory(let found) = outcome else { return historyFailed(&step) }
    if case .reading(let id) = history.stage { abandon(id, &step) }
    guard !history.hasBeenRead else { return }
    history.stage = .read
    history.hasBeenRead = true
    recover(found, &step)
  }

  private mutating func historyFailed(_ step: inout Step) {
    history.failures += 1
    guard history.failures < Budgets.recoveryTries else {
      history.stage = .closed
      return step.tell(.historyUnavailable)
    }
    if history.isOpen { readInventory(&step) } else { openHistory(&step) }
  }

  mutating func historyExpired(_ deadline: Deadline, _ step: inout Step) {
    guard let id = deadline.effect else { return }
    abandon(id, &step)
    switch history.stage {
    case .opening(id), .settingAside(id), .reading(id): historyFailed(&step)
    case .closed, .opening, .settingAside, .reading, .read: break
    }
  }
}
