public import Contract

/// A kind of lines of which a log says that it has all of them.
///
/// A promise is judged exactly only by a log that has every line on which its verdict can rest.
public enum LogScope: String, CaseIterable, Hashable, Sendable {
  /// What a person asked for, and what of it was refused.
  case commands
  /// Requests and their answers, deadlines, and news of the device.
  case work
  /// What is shown, claimed and said.
  case screen
  /// When a microphone is on.
  case microphone
  /// What became durable: rows, deletions, files.
  case store
  /// Text that reached fields and clipboard, reports of usage, hand-offs.
  case fields
  /// What a recognizer heard and meant.
  case hearing
  /// When processes began and ended.
  case lives

  /// The kind of a record.
  public init(_ what: Happening) {
    switch what {
    case .event(.launched), .process, .end: self = .lives
    case .event(.person), .ignored: self = .commands
    case .event, .deadlines, .effect(.request): self = .work
    case .effect(.notice(let notice)):
      switch notice {
      case .stop, .rebuild, .cancel, .abandon, .leg: self = .work
      case .show, .claim, .claimDeleted, .tell, .live: self = .screen
      }
    case .did(let deed): self.init(deed)
    }
  }

  private init(_ deed: Deed) {
    switch deed {
    case .microphone: self = .microphone
    case .refused: self = .work
    case .rowWritten, .tombstoned, .purged, .storeOpened, .quarantined, .created, .appended,
      .closed, .fileDurable, .renamed, .removed, .survived:
      self = .store
    case .heard, .meant, .askedCleanup, .leg: self = .hearing
    case .landed, .clipboard, .usageCounted, .posted: self = .fields
    }
  }
}
