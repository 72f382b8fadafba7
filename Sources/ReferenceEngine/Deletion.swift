import Contract

// Delete and clear: durable intent that wins over everything that comes later.
//
// All work of the recordings ends with the command, their indicators too; the tombstone follows,
// and only when it is durable are they claimed gone and tidied away. A tombstone that fails
// brings a message, never an indicator. A clear carries the exact set of what there was.

/// A deletion on its way.
struct Deletion: Hashable, Sendable {
  var request: EffectID
  let tombstones: [Tombstone]
  var triesLeft: Int
  /// Requests that were given up, and may have landed.
  var earlier: [EffectID] = []
  /// Whether the person has been told that it failed.
  var hasFailed = false
}

extension Engine {
  mutating func delete(_ r: RecordingID, _ step: inout Step) -> Ignored? {
    guard let i = index(r) else { return .notAllowedNow }
    if recordings[i].phase == .deleted { return deleteAgain(i, &step) }
    if isRefused(i) { return .notAllowedNow }
    bury([i], &step)
    return nil
  }

  /// After a deletion that failed, the person may ask for it again.
  private mutating func deleteAgain(_ i: Int, _ step: inout Step) -> Ignored? {
    guard hasFailedDeletion(i) else { return .duplicate }
    beginDeletion([oldTombstone(i)], &step)
    return nil
  }

  private func hasFailedDeletion(_ i: Int) -> Bool {
    let r = recordings[i].id
    let all = deletions.filter { d in d.tombstones.contains { $0.recording == r } }
    return !all.isEmpty && all.allSatisfy(\.hasFailed)
  }

  /// The tombstone of a deletion that was begun before.
  private func oldTombstone(_ i: Int) -> Tombstone {
    Tombstone(recordings[i].id, generation: recordings[i].generation &- 1)
  }

  /// Deletes all there is, with what a deletion that failed has left in History.
  ///
  /// Before History has been read nobody knows what that is: a clear that left out what the launch
  /// is about to find would be one in words only.
  mutating func clear(_ step: inout Step) -> Ignored? {
    guard history.hasBeenRead else { return .notAllowedNow }
    let all = recordings.indices.filter { recordings[$0].phase != .deleted }
    let left = recordings.indices.filter {
      recordings[$0].phase == .deleted && hasFailedDeletion($0)
    }
    guard !(all.isEmpty && left.isEmpty), !all.contains(where: { isRefused($0) }) else {
      return .notAllowedNow
    }
    bury(all, alongside: left.map { oldTombstone($0) }, &step)
    return nil
  }

  /// A start that has no microphone yet is no work that a deletion would have to wait for.
  private func isRefused(_ i: Int) -> Bool {
    if case .preparing = recordings[i].phase { return false }
    return dialect.deleteWhileActive == .refused && recordings[i].phase.isActive
  }

  private mutating func bury(
    _ all: [Int], alongside left: [Tombstone] = [], _ step: inout Step
  ) {
    var tombstones = left
    for i in all {
      let r = recordings[i].id
      if case .capturing(let c) = recordings[i].phase { step.say(.stop(c.capture)) }
      abandonAll(of: r, &step)
      disarmAll(of: r, &step)
      resetSlot(of: r, &step)
      quitDelivery(i, &step)
      dropChores(i, &step)
      tombstones.append(Tombstone(r, generation: recordings[i].generation))
      recordings[i].generation &+= 1
      recordings[i].phase = .deleted
      recordings[i].sideWrite = nil
      disarm(.store, of: r, &step)
    }
    beginDeletion(tombstones, &step)
    continueRecovery(&step)
  }

  private mutating func beginDeletion(_ tombstones: [Tombstone], _ step: inout Step) {
    deletions.append(
      Deletion(
        request: askTombstone(tombstones, &step), tombstones: tombstones,
        triesLeft: Budgets.recoveryTries - 1))
  }

  private mutating func askTombstone(_ all: [Tombstone], _ step: inout Step) -> EffectID {
    let id = ask(.store(.tombstone(all)), for: .tombstone, nil, &step)
    // Bounded in the name of its recording where it is one: a person can delete many at once.
    let only = all.count == 1 ? all.first.flatMap { index($0.recording) } : nil
    arm(
      Deadline(
        at: step.now.monotonic + Budgets.store, stage: .store,
        lease: only.map { recordings[$0].lease }, effect: id), &step)
    return id
  }

  mutating func tombstoneAnswered(_ id: EffectID, _ outcome: Outcome, _ step: inout Step) {
    guard
      let d = deletions.firstIndex(where: { $0.request == id || $0.earlier.contains(id) })
    else { return }
    guard outcome == .done else { return tombstoneFailed(d, &step) }
    let gone = deletions.remove(at: d)
    abandon(gone.request, &step)
    let recordings = gone.tombstones.map(\.recording)
    step.say(.claimDeleted(recordings))
    for r in recordings { if let i = index(r) { removeAll(i, &step) } }
  }

  private mutating func removeAll(_ i: Int, _ step: inout Step) {
    let r = recordings[i].id
    let had = recordings[i].row
    recordings[i].row = nil
    var requests: [Request] = [.store(.purge([r]))]
    if had?.state == .capturing || had?.integrity != .complete || recordings[i].hasFoundPartial {
      requests.append(.file(.remove(FileRef(r, .partial))))
    }
    requests.append(.file(.remove(FileRef(r, .source))))
    for n in 0..<recordings[i].leafFiles {
      requests.append(.file(.remove(FileRef(r, .leaf(n + 1)))))
    }
    // A number that was found says nothing about those below it.
    for n in recordings[i].foundLeaves where n > recordings[i].leafFiles {
      requests.append(.file(.remove(FileRef(r, .leaf(n)))))
    }
    tidy(i, requests, &step)
  }

  private mutating func tombstoneFailed(_ d: Int, _ step: inout Step) {
    guard deletions[d].triesLeft > 0 else {
      deletions[d].hasFailed = true
      return step.tell(.deleteFailed, deletions[d].tombstones.first?.recording)
    }
    deletions[d].triesLeft -= 1
    deletions[d].earlier.append(deletions[d].request)
    deletions[d].request = askTombstone(deletions[d].tombstones, &step)
  }

  mutating func tombstoneExpired(_ deadline: Deadline, _ step: inout Step) {
    guard let id = deadline.effect, let d = deletions.firstIndex(where: { $0.request == id })
    else { return }
    abandon(id, &step)
    tombstoneFailed(d, &step)
  }

  /// The store says that the recording has been deleted: its work ends without a word.
  mutating func becomeDeleted(_ i: Int, _ step: inout Step) {
    let r = recordings[i].id
    abandonAll(of: r, &step)
    disarmAll(of: r, &step)
    recordings[i].phase = .deleted
    recordings[i].row = nil
  }
}
