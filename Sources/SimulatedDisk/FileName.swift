/// What a file is for. Faults, counts and crash anchors are keyed by it, never by a path.
public enum FileRole: UInt8, Hashable, Sendable, CaseIterable {
  /// The History database.
  case db
  /// The rollback journal of the database.
  case journal
  /// The write-ahead log of the database.
  case wal
  /// A recording that is still being captured.
  case partial
  /// A promoted recording.
  case source
  /// A range of a source, cut out to be sent.
  case leaf
  /// A hand-off slot between two processes.
  case slot
  /// A file without a name that its opener alone can see. The world asks no question about it.
  case temporary
  /// Somebody else's file, which lies in the app's directory by chance.
  case foreign

  /// The word that crash anchors and fault keys use.
  public var word: String {
    switch self {
    case .db: "db"
    case .journal: "journal"
    case .wal: "wal"
    case .partial: "partial"
    case .source: "source"
    case .leaf: "leaf"
    case .slot: "slot"
    case .temporary: "temporary"
    case .foreign: "foreign"
    }
  }
}

/// The name of a file in the one directory of the simulated disk.
///
/// A name is eight bytes, not text: it is compared on every operation, and its role falls out of it.
/// Text exists at the edges only: SQLite hands over paths, and people read `r1.partial.wav`.
///
/// | role | text |
/// |---|---|
/// | `db`, `journal`, `wal` | `history.db`, `history.db-journal`, `history.2.db-wal` (set aside twice) |
/// | `partial`, `source` | `r1.partial.wav`, `r1.source.wav` |
/// | `leaf` | `r1.leaf3.wav` |
/// | `slot` | `slot2` |
/// | `foreign` | `other2.bin` |
public struct FileName: Hashable, Sendable, CustomStringConvertible {
  /// Role in the highest byte, then 24 bits of part, then 32 bits of owner.
  public let packed: UInt64

  /// What the file is for.
  public let role: FileRole

  /// The recording (`r7` is 7), the slot, or 0 for the database.
  public var owner: UInt32 { UInt32(truncatingIfNeeded: packed) }

  /// The leaf index of a leaf, the generation of a database that was set aside, otherwise 0.
  public var part: UInt32 { UInt32(truncatingIfNeeded: packed >> 32) & 0xFF_FFFF }

  /// The largest part a name can hold.
  public static let maximumPart: UInt32 = 0xFF_FFFF

  /// A name from its parts; nil if `part` does not fit into 24 bits.
  public init?(role: FileRole, owner: UInt32, part: UInt32) {
    guard part <= Self.maximumPart else { return nil }
    self.init(role, owner, part)
  }

  private init(_ role: FileRole, _ owner: UInt32, _ part: UInt32) {
    self.role = role
    packed = UInt64(role.rawValue) << 56 | UInt64(part) << 32 | UInt64(owner)
  }

  /// The History database in use.
  public static let history = FileName(.db, 0, 0)
  /// The rollback journal of `history`.
  public static let historyJournal = FileName(.journal, 0, 0)
  /// The write-ahead log of `history`.
  public static let historyLog = FileName(.wal, 0, 0)

  /// `r7.partial.wav`.
  public static func partial(_ recording: UInt32) -> FileName { FileName(.partial, recording, 0) }
  /// `r7.source.wav`.
  public static func source(_ recording: UInt32) -> FileName { FileName(.source, recording, 0) }
  /// `r7.leaf3.wav`; nil if the index does not fit.
  public static func leaf(_ recording: UInt32, _ index: UInt32) -> FileName? {
    FileName(role: .leaf, owner: recording, part: index)
  }
  /// `r7.leaf3.wav`, for an index that fits in any case.
  public static func leaf(_ recording: UInt32, index: UInt16) -> FileName {
    FileName(.leaf, recording, UInt32(index))
  }
  /// `other2.bin`.
  public static func foreign(_ number: UInt32) -> FileName { FileName(.foreign, number, 0) }
  /// `slot2`.
  public static func slot(_ number: UInt32) -> FileName { FileName(.slot, number, 0) }

  /// The text form.
  public var description: String {
    let history = part == 0 ? "history.db" : "history.\(part).db"
    return switch role {
    case .db: history
    case .journal: history + "-journal"
    case .wal: history + "-wal"
    case .partial: "r\(owner).partial.wav"
    case .source: "r\(owner).source.wav"
    case .leaf: "r\(owner).leaf\(part).wav"
    case .slot: "slot\(owner)"
    case .temporary: "temporary"
    case .foreign: "other\(owner).bin"
    }
  }
}
