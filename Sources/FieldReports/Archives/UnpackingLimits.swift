/// How much of what somebody sent is unpacked.
public struct UnpackingLimits: Hashable, Sendable {
  /// The largest archive, in bytes; anything larger is refused.
  public var packedBytes: Int
  /// The most bytes unpacked of all entries together, those included that are then thrown away;
  /// of a packed tar, with its headers.
  public var totalBytes: Int
  /// The largest entry, in bytes.
  public var entryBytes: Int
  /// The most entries that are looked at, folders included.
  public var entries: Int
  /// The longest name of an entry, in bytes.
  public var nameBytes: Int
  /// The most parts of a name, and levels of a folder.
  public var depth: Int
  /// The largest tar that may hold files with holes, in bytes. libarchive keeps a list of the holes
  /// that takes a dozen times as much memory as they take in the archive.
  public var sparseBytes: Int
  /// The most bytes that one packed byte may become …
  public var ratio: Int
  /// … from so many unpacked bytes on: half an hour of silence packs a thousand to one, too.
  public var ratioFromBytes: Int

  /// Sets the limits. What stands here as standard is what the command keeps to.
  public init(
    packedBytes: Int = 64 << 20, totalBytes: Int = 64 << 20, entryBytes: Int = 64 << 20,
    entries: Int = 1_000, nameBytes: Int = 512, depth: Int = 16, sparseBytes: Int = 8 << 20,
    ratio: Int = 200, ratioFromBytes: Int = 16 << 20
  ) {
    self.packedBytes = packedBytes
    self.totalBytes = totalBytes
    self.entryBytes = entryBytes
    self.entries = entries
    self.nameBytes = nameBytes
    self.depth = depth
    self.sparseBytes = sparseBytes
    self.ratio = ratio
    self.ratioFromBytes = ratioFromBytes
  }

  /// Whether so much from so little is no log.
  func isBomb(unpacked: Int, packed: Int) -> Bool {
    unpacked >= ratioFromBytes && unpacked / ratio > packed
  }

  /// A size as people say it.
  static func size(_ bytes: Int) -> String {
    bytes >= 1 << 20 ? "\(bytes >> 20) MiB" : "\(bytes) bytes"
  }
}
