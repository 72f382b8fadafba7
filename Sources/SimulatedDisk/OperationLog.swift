/// One step of the disk's past, as small as a crash can lose it.
///
/// A write is one step a page, and one more if the file grew: a page cache writes back pages, not
/// calls. Steps name pages of the arena and never hold bytes. `isolated` crash states (which of the
/// steps since the last sync survived) are made from this list alone.
public enum DiskStep: Hashable, Sendable {
  /// A name and an empty file came to be.
  case create(inode: Int, name: FileName)
  /// Page `index` of a file went from content `old` to content `new` (0: a hole).
  case page(inode: Int, index: Int, old: UInt32, new: UInt32)
  /// A write made the file longer.
  case size(inode: Int, old: Int, new: Int)
  /// The file was cut or stretched. Its last page got `new` for `old`, because what lies beyond the
  /// end of a file reads as zeros when the file grows again; both are 0 if there is no such page.
  case truncate(inode: Int, oldSize: Int, newSize: Int, old: UInt32, new: UInt32)
  /// A name is gone.
  case unlink(inode: Int, name: FileName)
  /// A name moved; the file that had the new name, if any, lost it.
  case rename(inode: Int, from: FileName, to: FileName, replaced: Int?)
  /// A sync of a file returned.
  case sync(inode: Int, kind: SyncKind)
  /// A sync of the directory returned.
  case syncDirectory
  /// A sync of a file failed. It is no barrier, and what was pending of the file's pages is not
  /// covered by a later sync either: it counts as clean. Whether the cache `keeps` it or not, the
  /// media never has it. Where it is not kept, page steps follow that go back to the old content.
  case failedSync(inode: Int, kind: SyncKind, keeps: Bool)
  /// A sync of a file returned that did nothing: no barrier, what is pending stays pending.
  case lyingSync(inode: Int, kind: SyncKind)
  /// A sync of the directory returned that did nothing.
  case lyingSyncDirectory
  /// The owner of the disk noted something, usually a promise made to somebody.
  case mark(UInt32)
  /// A process died.
  case death(process: UInt32)
}

extension DiskStep {
  /// Whether it changes something that a crash can lose.
  public var isPersistent: Bool {
    switch self {
    case .create, .page, .size, .truncate, .unlink, .rename: true
    case .sync, .syncDirectory, .failedSync, .lyingSync, .lyingSyncDirectory, .mark, .death: false
    }
  }
}

/// A step, with the operation that caused it.
public struct LogRecord: Hashable, Sendable {
  /// What happened.
  public let step: DiskStep
  /// Role of the file that the operation was for.
  public let role: FileRole
  /// The operation; nil for marks, deaths and what somebody else did to the disk.
  public let verb: DiskVerb?
  /// The ordinal of the operation in its request; the steps of one write share it.
  public let ordinal: UInt32
  /// The request.
  public let request: UInt32
  /// Of a page step: the first byte of the page that was written, and how many were.
  let from: UInt16
  let count: UInt16

  /// The bytes of the page that were written.
  var written: Range<Int> { Int(from)..<Int(from) + Int(count) }

  /// Whether it belongs to the same call as another: a write is several steps.
  func isSameCall(as other: LogRecord) -> Bool {
    request == other.request && role == other.role && verb == other.verb
      && ordinal == other.ordinal
  }
}

/// What was done to a disk, in order, while somebody wanted to know.
public struct OperationLog: Sendable {
  /// The records, oldest first.
  public private(set) var records: [LogRecord] = []

  mutating func append(_ record: LogRecord) { records.append(record) }

  mutating func removeAll() { records.removeAll(keepingCapacity: true) }
}
