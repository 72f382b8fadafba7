import Contract

/// A request that has not finished. An abandoned one stays here: its answer may still come.
struct OpenRequest: Sendable {
  /// What a request counts for in the derived phases.
  enum Role: UInt8, Sendable {
    case nothing
    /// A capture, append or close that keeps phase 0 open.
    case capturing
    /// A write that ends phases 1 to 4.
    case ending
  }

  /// The ticket its answers carry.
  var ticket: Ticket
  /// What was asked.
  var request: Request
  /// What kind of request it is.
  var family: Family
  /// The name of its record.
  var identity: Identity
  /// The index of its record.
  var record: Int
  /// When it was made.
  var issued: Nanoseconds
  /// The recording it is about, by its place in the ledger; -1 for none.
  var recording: Int
  /// The attempt it is made for; 0 for none.
  var attempt: AttemptNumber
  /// The range that it cuts or sends, by its place in the recording's list; -1 for none.
  var range: Int
  /// What it counts for.
  var counts = Role.nothing
  /// Whether the engine asked for a graceful end.
  var isStopped = false
  /// Whether the engine asked for an end at once.
  var isCancelled = false
  /// Whether the engine waits no longer.
  var isAbandoned = false
  /// Whether the world refused it.
  var isRefused = false
  /// Whether a write of it is known to be on the disk.
  var isExecuted = false
  /// The status that arrived; 0 before any.
  var status: UInt16 = 0

  /// Whether the engine still waits for it and has not tried to end it.
  var isWanted: Bool { !isAbandoned && !isCancelled && !isRefused }

  /// Nothing.
  static var none: Self {
    Self(
      ticket: Ticket(EffectID(0)), request: .store(.probeSpace), family: .none,
      identity: Identity(.none), record: -1, issued: .zero, recording: -1, attempt: 0, range: -1)
  }

  /// Whether it only looks whether a source is there already, before a rename that would replace it:
  /// its answer says nothing of the audio that is being promoted.
  var isProbe: Bool {
    if case .file(.validate(let file)) = request { return file.kind == .source }
    return false
  }

  /// The row that it writes, if it is a write.
  var row: Row? {
    if case .store(.write(let row, _)) = request { return row }
    return nil
  }

  /// Whether its attempt owns the recording while it is open and waited for (boundary, section 3).
  var owns: Bool {
    switch family {
    case .export, .upload, .local, .cleanup: true
    case .store: row?.state.isActive ?? false
    case .none, .open, .inventory, .quarantine, .space, .tombstone, .purge, .create, .append,
      .close, .validate, .sync, .promote, .remove, .capture, .reset, .deliver, .clipboard, .restore,
      .usage, .post, .dial, .launched, .interruption, .route, .mediaReset, .lowSpace, .locked,
      .background, .foreground, .thermal, .focus, .copied, .handoff, .resumed, .stage:
      false
    }
  }
}

extension Request {
  /// The kind of request, as identities name it.
  var family: Family {
    switch self {
    case .store(let r):
      switch r {
      case .open: .open
      case .quarantine: .quarantine
      case .readInventory: .inventory
      case .probeSpace: .space
      case .write: .store
      case .tombstone: .tombstone
      case .purge: .purge
      }
    case .file(let r):
      switch r {
      case .create: .create
      case .append: .append
      case .close: .close
      case .validate: .validate
      case .sync: .sync
      case .promote: .promote
      case .remove: .remove
      }
    case .capture: .capture
    case .exportLeaf: .export
    case .upload: .upload
    case .recognizeLocally: .local
    case .resetEngine: .reset
    case .cleanUp: .cleanup
    case .deliver: .deliver
    case .writeClipboard: .clipboard
    case .restoreClipboard: .restore
    case .reportUsage: .usage
    case .post: .post
    case .dial: .dial
    case .insert: .deliver
    }
  }

  /// The recording that the request itself names, whatever its ticket says.
  var recording: RecordingID? {
    switch self {
    case .store(let r):
      switch r {
      case .open, .quarantine, .readInventory, .probeSpace: nil
      case .write(let row, _): row.recording
      case .tombstone(let all): all.count == 1 ? all.first?.recording : nil
      case .purge(let all): all.count == 1 ? all.first : nil
      }
    case .file(let r): r.file.recording
    case .capture(let r, _): r
    case .exportLeaf(let source, _, _, _): source.recording
    case .upload(let f, _), .recognizeLocally(let f, _, _): f.recording
    case .reportUsage(let r, _), .insert(let r, _, _, _): r
    case .dial(let dial): dial.recording
    case .resetEngine, .cleanUp, .deliver, .writeClipboard, .restoreClipboard, .post: nil
    }
  }
}
