/// What can be done to a file or to the directory.
public enum DiskVerb: UInt8, Hashable, Sendable, CaseIterable {
  case write
  case truncate
  case sync
  /// A sync of the directory; it counts for the role of the file that owed it.
  case directorySync
  case create
  case rename
  case unlink
  case read
  /// Opening a file that exists.
  case open

  /// The word that crash anchors and fault keys use.
  public var word: String {
    switch self {
    case .write: "write"
    case .truncate: "trunc"
    case .sync: "sync"
    case .directorySync: "dirsync"
    case .create: "create"
    case .rename: "rename"
    case .unlink: "unlink"
    case .read: "read"
    case .open: "open"
    }
  }

  /// Whether it changes something that a crash can lose.
  public var isPersistent: Bool {
    switch self {
    case .write, .truncate, .create, .rename, .unlink: true
    case .sync, .directorySync, .read, .open: false
    }
  }
}

/// One operation of the request under way, before it happens: what the fault hook is asked about.
///
/// `role.verb.ordinal` is the key (`journal.sync.1`). The ordinal counts from 1 inside the request,
/// so that an earlier operation of another request never shifts it.
public struct DiskOperation: Hashable, Sendable, CustomStringConvertible {
  /// The role of the file. For a rename the role of the new name.
  public let role: FileRole
  /// What is about to be done.
  public let verb: DiskVerb
  /// The n-th of this role and verb in the current request, from 1.
  public let ordinal: UInt32
  /// The serial number of the request, as given to `beginRequest`.
  public let request: UInt32
  /// The name of the file; for a handle the name it was opened under.
  public let name: FileName
  /// Byte offset of a write or read, new size of a truncation, otherwise 0.
  public let offset: Int
  /// Bytes of a write or read, otherwise 0.
  public let count: Int

  /// `journal.sync.1`.
  public var description: String { "\(role.word).\(verb.word).\(ordinal)" }
}

/// Why an operation of the disk did not succeed.
public enum DiskError: UInt8, Error, Hashable, Sendable {
  /// No space is left.
  case noSpace = 1
  /// The device reports an error; whether the operation took effect is unknown to the caller.
  case inputOutput
  /// No file has that name.
  case notFound
  /// A file of that name exists.
  case exists
  /// The operation never came back; the caller learns it in place of waiting for ever.
  case stalled
  /// The process that opened the handle is dead, or the handle was closed.
  case dead
  /// Offsets or sizes beyond what the disk can address.
  case outOfRange
  /// The device is locked, and the file protected.
  case locked
  /// Somebody else has the file open and does not share it.
  case busy
  /// The volume takes no changes.
  case readOnly
  /// The name is longer than the volume allows.
  case nameTooLong
}

/// How a write went: a caller must look at both, as with the real system call.
public struct WriteResult: Hashable, Sendable {
  /// Bytes that landed, from the start of what was to be written.
  public let count: Int
  /// The error, if there was one. A short count without an error is possible.
  public let error: DiskError?
}

/// How a read went.
public struct ReadResult: Hashable, Sendable {
  /// Bytes that were read; fewer than asked for at the end of the file or by a fault.
  public let count: Int
  /// The error, if there was one.
  public let error: DiskError?
}

/// How far a sync has to go.
public enum SyncKind: UInt8, Hashable, Sendable {
  /// The content, and of the metadata what is needed to read it back.
  case data
  /// Content and metadata.
  case normal
  /// Through the drive's own cache as well.
  case full
}

/// Free space as a program can learn it. Unknown is not zero.
public enum FreeSpace: Hashable, Sendable {
  case bytes(Int)
  case unknown
}
