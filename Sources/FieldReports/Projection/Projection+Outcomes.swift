import Contract

// What requests come to, in signs.
extension Projection {
  mutating func take(_ outcome: Outcome, _ identity: Identity) {
    let recording = identity.recording
    switch outcome {
    case .cancelled: if identity.family == .capture { endCapture(recording) }
    case .done: takeDone(identity)
    case .inventory(let inventory): take(inventory)
    case .storeFailed(let failure): take(failure, recording)
    case .fileFailed(let failure): take(failure, recording)
    case .captured(let samples):
      endCapture(recording)
      see(.captured, Self.milliseconds(samples), subject: recording)
    case .captureFailed(let failure): take(failure, recording)
    case .facts: if identity.family == .close { see(.fileClosed, subject: recording) }
    case .exported(let facts):
      if let last = leaves.indices.last { leaves[last].bytes = facts.bodyBytes }
    case .exportFailed: see(.attemptFailed, subject: recording)
    case .body(let body): takeBody(body, identity)
    case .wireFailed:
      see(identity.family == .cleanup ? .cleanupFailed : .connectionLost, subject: recording)
    case .text(let text):
      see(
        identity.family == .cleanup ? .cleanupEnded : .answerArrived, Int64(text.count),
        subject: recording)
    case .noText: see(identity.family == .cleanup ? .cleanupFailed : .noSpeech, subject: recording)
    case .localFailed: if identity.family == .cleanup { see(.cleanupFailed, subject: recording) }
    case .delivered: if way != .paste { see(.textInserted, subject: named(recording)) }
    case .landedUnconfirmed: break
    case .deliveryFailed(let failure):
      if failure == .targetChanged { isAway = true }
      see(failure == .targetChanged ? .targetChanged : .deliveryFailed, subject: recording)
    case .clipboard: if identity.family == .restore { see(.clipboardRestored, subject: recording) }
    case .leg(let end): take(end, identity)
    case .space, .appended, .skipped, .failed: break
    }
  }

  private mutating func endCapture(_ recording: UInt16) {
    for i in captures.indices where captures[i].recording == recording {
      captures[i].isOver = true
    }
  }

  private mutating func takeBody(_ body: Body, _ identity: Identity) {
    guard identity.family != .cleanup else {
      return see(.cleanupEnded, subject: identity.recording)
    }
    let status = heads.last { $0.request == identity.object }?.status ?? 200
    // A refusal has been told with its status.
    if status < 300 { see(.answerArrived, Int64(status), subject: identity.recording) }
  }

  private mutating func takeDone(_ identity: Identity) {
    switch identity.family {
    case .store: takeWritten(identity)
    case .purge: see(.entryRemoved, subject: identity.recording)
    case .create: see(.fileBegun, subject: identity.recording)
    case .promote: see(.audioKept, subject: identity.recording)
    case .remove:
      if identity.word != .leaf { see(.fileRemoved, subject: identity.recording) }
    case .none, .open, .inventory, .quarantine, .space, .tombstone, .append, .close, .validate,
      .sync, .capture, .export, .upload, .local, .reset, .cleanup, .deliver, .clipboard, .restore,
      .usage, .post, .dial, .launched, .interruption, .route, .mediaReset, .lowSpace, .locked,
      .background, .foreground, .thermal, .focus, .copied, .handoff, .resumed, .stage:
      break
    }
  }

  /// A row was written. What a launch makes of rows and files that it found is told apart from what
  /// becomes of work that somebody asked for in this launch.
  private mutating func takeWritten(_ identity: Identity) {
    let recording = identity.recording
    let isOwn = isOwn(recording)
    switch identity.word {
    case .processing: see(.entryWritten, subject: recording)
    case .raw: see(.textRecognized, subject: recording)
    case .success: see(.attemptSucceeded, subject: recording)
    case .failed:
      if isOwn || adopted.contains(recording) {
        see(.attemptFailed, subject: recording)
      } else {
        see(found.contains(recording) ? .orphanAdopted : .entryRecovered, subject: recording)
        if found.contains(recording) { adopted.append(recording) }
      }
    case .cancelled: see(.attemptCancelled, subject: recording)
    case .none, .capturing, .checkpoint, .retrying, .claim, .outcome, .usage, .partial, .source,
      .leaf, .recovery, .store, .captureHealth, .watchdog, .captureLimit, .finalize, .promote,
      .export,
      .request, .backoff, .recognition, .localEngine, .reset, .cleanup, .delivery, .usageReport,
      .handoff, .dial, .liveness, .keepalive, .redial, .drain:
      break
    }
  }

  /// Whether somebody has asked for work on a recording in this launch.
  private func isOwn(_ recording: UInt16) -> Bool {
    attempts.contains {
      $0.recording == recording && $0.boot == process.boot && $0.role == process.role
    }
  }

  private mutating func take(_ inventory: Inventory) {
    found = []
    for file in inventory.files {
      guard let ref = file.file, ref.kind == .partial || ref.kind == .source else { continue }
      if inventory.rows.contains(where: { $0.recording == ref.recording && $0.state.isTerminal }) {
        continue
      }
      // What is being recorded right now is not found.
      if isOwn(ref.recording.rawValue) { continue }
      found.append(ref.recording.rawValue)
      // What is deleted and not yet gone is no find.
      if inventory.tombstones.contains(where: { $0.recording == ref.recording }) {
        see(.entryRemoved, subject: ref.recording.rawValue)
        continue
      }
      let samples = file.lenient?.samples ?? file.strict?.samples
      see(.fileFound, samples.map(Self.milliseconds), subject: ref.recording.rawValue)
    }
  }

  private mutating func take(_ failure: StoreFailure, _ recording: UInt16) {
    switch failure {
    case .conflict, .tombstoned: break
    case .noSpace: see(.storageFull, subject: recording)
    case .io, .busy, .locked, .corrupt, .suspect: see(.storageFailed, subject: recording)
    }
  }

  private mutating func take(_ failure: FileFailure, _ recording: UInt16) {
    switch failure {
    case .noSpace: see(.storageFull, subject: recording)
    case .io, .vanished, .unreadable, .locked, .suspect: see(.storageFailed, subject: recording)
    }
  }

  private mutating func take(_ failure: CaptureFailure, _ recording: UInt16) {
    endCapture(recording)
    switch failure {
    case .denied: see(.permissionMissing, subject: recording)
    case .deviceLost: seeOnce(.deviceLost, subject: recording)
    case .formatUnsupported: break
    }
    see(.captureFailed, subject: recording)
  }
}
