/// What was taken out so far, and how much may still be taken: what archives and folders share.
struct Crate {
  let limits: UnpackingLimits
  private(set) var files: [Unpacking.File] = []
  private(set) var skipped: [Unpacking.Skipped] = []
  /// Entries looked at, folders included.
  private(set) var entries = 0
  /// Bytes unpacked, those that were thrown away included: they took time all the same.
  private(set) var spent = 0
  private var known: Set<String> = []

  init(_ limits: UnpackingLimits) { self.limits = limits }

  /// Whether no further entry is looked at.
  var isFull: Bool { entries >= limits.entries }

  /// The most bytes that the next entry may have.
  var allowance: Int { min(limits.entryBytes, limits.totalBytes - spent) }

  /// Counts an entry and judges its name.
  ///
  /// - Returns: its path and whether it is a folder by its name; nil when it is left out.
  mutating func open(_ name: [UInt8]?) -> (path: String, isFolder: Bool)? {
    entries += 1
    switch EntryName(name, limits) {
    case .path(let path, let isFolder): return (path, isFolder)
    case .refused(let reason):
      skip(name, reason)
      return nil
    }
  }

  /// Leaves the entry out that was counted last.
  mutating func skip(_ name: [UInt8]?, _ reason: SkipReason) {
    skipped.append(
      Unpacking.Skipped(number: entries, name: EntryName.shown(name), reason: reason))
  }

  /// Counts an entry of which nothing can be read.
  mutating func pass(damaged name: [UInt8]?) {
    entries += 1
    skip(name, .damaged)
  }

  /// Whether a file of this path was there before. Letters count as written; the ways to write
  /// one accented letter do not.
  func has(_ path: String) -> Bool { known.contains(path) }

  /// Why an entry of so many bytes, as it says itself, is not even begun.
  func refusal(ofSize size: Int64) -> SkipReason? {
    if size > Int64(limits.entryBytes) { return .tooLarge }
    return size > Int64(limits.totalBytes - spent) ? .totalTooLarge : nil
  }

  /// Why an entry that has more bytes than were allowed is given up.
  var excess: SkipReason {
    limits.entryBytes <= limits.totalBytes - spent ? .tooLarge : .totalTooLarge
  }

  /// Counts bytes that were unpacked for an entry, whatever becomes of them.
  mutating func spend(_ bytes: Int) { spent += bytes }

  /// Keeps a file, unless it is an archive itself.
  mutating func keep(_ path: String, _ bytes: [UInt8], isWhole: Bool = true) {
    if ArchiveSignature(bytes) != nil { return skip(Array(path.utf8), .nested) }
    known.insert(path)
    files.append(Unpacking.File(path: path, bytes: bytes, isWhole: isWhole))
  }
}
