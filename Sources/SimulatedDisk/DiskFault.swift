/// What goes wrong with one operation.
///
/// Everything that a program can be told is an error of the disk; everything that it is not told is
/// here as well: a sync that lies, a page that rots, a write that lands elsewhere.
public enum DiskFault: Hashable, Sendable {
  /// The disk is full: a write lands its first `accepting` bytes, anything else does not happen.
  case noSpace(accepting: Int)
  /// An I/O error, and nothing happened.
  case failsBefore
  /// An I/O error, although it happened.
  case failsAfter
  /// It is refused, and nothing happened.
  case refuses(DiskRefusal)
  /// A write or read stops after that many bytes without an error.
  case short(Int)
  /// It never comes back. Nothing happens, here or later in the same request.
  case stalls
  /// A sync fails, and the pages it was to write are clean all the same: no later sync writes them.
  /// Either the cache keeps what was written, which the media will never have, or it goes back to
  /// what the media has.
  case failsSync(keeps: Bool)
  /// A sync of a file or the directory says that it was done, and was not.
  case lies
  /// From this operation on only so many more bytes fit on the disk.
  case leaves(Int)
  /// Somebody else removes the name just before: writes to the open file go into the void.
  case vanishes
  /// Somebody else puts an empty file of the same name in its place just before.
  case replaced
  /// A bit of the page in the middle of what is read or written is wrong whenever it is read, until
  /// the page is written again.
  case rots
  /// A read brings another page; the next one is right.
  case misreads
  /// That page cannot be read any more, until it is written again.
  case damages
  /// A write lands on the next page, so that the right one reads as before and the next one wrong.
  case misdirects
  /// The process dies at this very instant, with the operation done or not.
  case kills(done: Bool)
}

/// Why a disk that is well does not do what it is asked.
public enum DiskRefusal: UInt8, Hashable, Sendable, CaseIterable {
  case locked, busy, readOnly, exists, nameTooLong

  /// What the caller is told.
  public var error: DiskError {
    switch self {
    case .locked: .locked
    case .busy: .busy
    case .readOnly: .readOnly
    case .exists: .exists
    case .nameTooLong: .nameTooLong
    }
  }
}

extension DiskFault {
  /// Whether it can happen to an operation of this kind.
  public func fits(_ verb: DiskVerb) -> Bool {
    switch self {
    case .noSpace: verb != .read && verb != .open
    case .short: verb == .write || verb == .read
    case .refuses(let why): why.fits(verb)
    case .failsSync: verb == .sync
    case .lies: verb == .sync || verb == .directorySync
    case .rots: verb == .write || verb == .read
    case .damages: verb == .write || verb == .read
    case .misreads: verb == .read
    case .misdirects: verb == .write
    case .vanishes, .replaced:
      verb == .write || verb == .read || verb == .truncate || verb == .sync || verb == .open
        || verb == .unlink
    case .failsBefore, .failsAfter, .stalls, .leaves, .kills: true
    }
  }
}

extension DiskRefusal {
  /// Whether it can be the answer to an operation of this kind.
  public func fits(_ verb: DiskVerb) -> Bool {
    switch self {
    case .locked: verb == .open || verb == .create || verb == .read || verb == .write
    case .busy: verb == .open || verb == .rename || verb == .unlink
    case .readOnly: verb.isPersistent
    case .exists: verb == .create || verb == .rename
    case .nameTooLong: verb == .create || verb == .rename
    }
  }
}
