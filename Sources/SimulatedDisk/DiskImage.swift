/// The content of a disk at one moment, apart from any process: names, files, pages.
///
/// Making one copies the pages in use; a disk is reset to one without new memory.
public struct DiskImage: Sendable {
  let arena: PageArena
  let inodes: [Inode]
  let directory: Directory

  /// A disk without a file.
  public static let empty = DiskImage(arena: PageArena(), inodes: [], directory: Directory())

  /// Names in the directory, in the order they were made.
  public var names: [FileName] { directory.entries.map(\.name) }
}
