import Contract
import Simulation

/// What an app was doing, as far as its requests tell: phases are never reported, always derived.
public enum DerivedPhase: String, CaseIterable, Hashable, Sendable {
  case idle, launching, capturing, finalizing, recognizing, cleaning = "cleaning up", committing
  case delivering, deleting, resting

  /// What a request shows that its app is doing; nil where it can belong to several things.
  init?(_ request: Identity) {
    switch request.family {
    case .open, .inventory, .quarantine: self = .launching
    case .create, .append, .capture: self = .capturing
    case .close, .validate, .sync, .promote: self = .finalizing
    case .export, .upload, .local, .reset, .dial: self = .recognizing
    case .cleanup: self = .cleaning
    case .deliver, .clipboard, .restore, .post: self = .delivering
    case .tombstone, .purge: self = .deleting
    case .store:
      switch request.word {
      case .capturing: self = .capturing
      case .processing, .retrying, .checkpoint: self = .recognizing
      case .raw: self = .cleaning
      case .success, .failed, .cancelled: self = .committing
      case .claim, .outcome: self = .delivering
      case .usage: self = .resting
      case .none, .partial, .source, .leaf, .recovery, .store, .captureHealth, .captureLimit,
        .finalize, .promote, .export, .request, .backoff, .recognition, .localEngine, .reset,
        .cleanup, .delivery, .usageReport, .handoff, .dial, .liveness, .keepalive, .redial, .drain,
        .watchdog:
        return nil
      }
    case .none, .space, .remove, .usage, .launched, .interruption, .route, .mediaReset,
      .lowSpace, .locked, .background, .foreground, .thermal, .focus, .copied, .handoff, .resumed,
      .stage:
      return nil
    }
  }

  /// The phase at a record of a run: the latest one that a request has shown.
  static func at(_ place: Int, of theCase: Case, _ stage: Stage) -> DerivedPhase {
    let seen = Seen()
    _ = stage.run(theCase) { record in
      defer { seen.records += 1 }
      guard seen.records <= place else { return }
      switch record.what {
      case .effect(.request): seen.phase = DerivedPhase(record.identity) ?? seen.phase
      case .process(.launched): seen.phase = .launching
      case .event, .effect, .ignored, .deadlines, .did, .process, .end: break
      }
    }
    return seen.phase
  }

  /// What was seen so far; the observer of a run is kept by it, and a copy would see nothing.
  private final class Seen {
    var records = 0
    var phase = DerivedPhase.idle
  }
}
