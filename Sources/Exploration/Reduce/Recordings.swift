import Choices
import Contract
import Simulation

// A case by its recordings, so that one of them can go or be called otherwise.
extension Case {
  /// The recordings that the case names, in order.
  var recordings: [UInt16] {
    var found: Set<UInt16> = []
    var copy = self
    copy.forEachRecording { recording in
      found.insert(recording)
      return recording
    }
    return found.sorted()
  }

  /// Whether a part names a recording and no other.
  func isAbout(_ part: CasePart, _ recording: UInt16) -> Bool {
    let others = CasePart.all(of: self).filter { $0 != part }
    var alone = removing(others)
    // Taking lines away can rename nothing that the part says of recordings.
    var found: Set<UInt16> = []
    alone.forEachRecording { one in
      found.insert(one)
      return one
    }
    return found == [recording]
  }

  /// The case with its recordings numbered from 1, in their order.
  var renumbered: Case {
    let known = recordings
    var copy = self
    copy.forEachRecording { old in
      known.firstIndex(of: old).map { UInt16($0 + 1) } ?? old
    }
    return copy
  }

  /// Replaces the number of every recording that the case names.
  mutating func forEachRecording(_ replace: (UInt16) -> UInt16) {
    func renamed(_ id: RecordingID) -> RecordingID { RecordingID(replace(id.rawValue)) }
    func renamed(_ pattern: IdentityPattern) -> IdentityPattern {
      let bits: UInt64 = 0xFFFF << 32
      guard pattern.value.family != .reset, pattern.mask.high & bits == bits,
        pattern.value.recording != 0
      else { return pattern }
      var new = pattern
      new.value.high =
        pattern.value.high & ~bits | UInt64(replace(pattern.value.recording)) << 32
      return new
    }
    for i in script.indices {
      if case .after(let pattern, let wait) = script[i].anchor {
        script[i].anchor = .after(renamed(pattern), wait)
      }
      guard case .command(let command, let role) = script[i].action else { continue }
      script[i].action = .command(command.renaming(renamed), role)
    }
    for i in plan.entries.indices {
      plan.entries[i].question = KeyPattern(renamed(plan.entries[i].question.names))
    }
    for i in disk.entries.indices { disk.entries[i].request = renamed(disk.entries[i].request) }
    for i in disk.allocations.indices {
      disk.allocations[i].request = renamed(disk.allocations[i].request)
    }
    for i in schedule.indices {
      schedule[i] = Hold(
        KeyPattern(renamed(schedule[i].hold.names)),
        until: KeyPattern(renamed(schedule[i].until.names)))
    }
    for i in crashes.indices { crashes[i].at = renamed(crashes[i].at) }
    for i in recognizer.indices {
      recognizer[i].recording = recognizer[i].recording.map { renamed($0) }
    }
    for i in cleanup.indices { cleanup[i].recording = cleanup[i].recording.map { renamed($0) } }
    for i in plants.indices { plants[i] = plants[i].renaming(renamed) }
  }
}

extension Command {
  /// The command with its recording replaced.
  fileprivate func renaming(_ renamed: (RecordingID) -> RecordingID) -> Command {
    switch self {
    case .start(let id): .start(renamed(id))
    case .stop(let id): .stop(id.map { renamed($0) })
    case .cancel(let id): .cancel(renamed(id))
    case .retry(let id): .retry(renamed(id))
    case .delete(let id): .delete(renamed(id))
    case .copy(let id): .copy(renamed(id))
    case .redeliver(let id, let target): .redeliver(renamed(id), target)
    case .clear, .change: self
    }
  }
}

extension Plant {
  /// The plant with its recording replaced.
  fileprivate func renaming(_ renamed: (RecordingID) -> RecordingID) -> Plant {
    switch self {
    case .row(var row):
      row.recording = renamed(row.recording)
      return .row(row)
    case .damagedRow(let id): return .damagedRow(renamed(id))
    case .tombstone(let tombstone):
      return .tombstone(Tombstone(renamed(tombstone.recording), generation: tombstone.generation))
    case .file(let ref, let samples, let isClosed):
      return .file(FileRef(renamed(ref.recording), ref.kind), samples: samples, isClosed: isClosed)
    case .brokenFile(let ref): return .brokenFile(FileRef(renamed(ref.recording), ref.kind))
    case .foreignFile, .corruptStore: return self
    case .handoff(var handoff):
      handoff.kind = handoff.kind.renaming(renamed)
      return .handoff(handoff)
    }
  }
}

extension Handoff.Kind {
  /// The kind with its recording replaced.
  fileprivate func renaming(_ renamed: (RecordingID) -> RecordingID) -> Handoff.Kind {
    switch self {
    case .start(let id, let target): .start(renamed(id), target)
    case .stop(let id): .stop(renamed(id))
    case .cancel(let id): .cancel(renamed(id))
    case .state(let id, let indicator): .state(renamed(id), indicator)
    case .text(let id, let target, let text): .text(renamed(id), target, text)
    case .receipt(let id, let standing): .receipt(renamed(id), standing)
    }
  }
}
