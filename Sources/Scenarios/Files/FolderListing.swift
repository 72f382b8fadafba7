#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// The files below a folder, in the order of their names, so that nothing depends on the order in
/// which a disk keeps them.
package enum FolderListing {
  /// Folders nest up to here; deeper ones are refused.
  private static let deepest = 8
  /// More files than this are no pack.
  static let mostFiles = 10_000

  /// The paths of all regular files whose names end in `suffix`, below `folder` and as given
  /// there. Names that begin with a dot are passed over; links are not followed.
  ///
  /// - Throws: a diagnostic about a folder that cannot be read.
  package static func files(below folder: String, suffix: String) throws(Diagnostic) -> [String] {
    var found: [String] = []
    try collect(folder, suffix, depth: 0, &found)
    return found
  }

  private static func collect(
    _ folder: String, _ suffix: String, depth: Int, _ found: inout [String]
  ) throws(Diagnostic) {
    let here = SourceText(path: folder, bytes: [])
    guard depth < deepest else {
      throw here.diagnostic(.tooDeep, at: .start, "folders nest deeper than \(deepest) levels")
    }
    for name in try names(in: folder, here) {
      let path = folder.hasSuffix("/") ? folder + name : folder + "/" + name
      var facts = stat()
      guard unsafe lstat(path, &facts) == 0 else { continue }
      switch facts.st_mode & S_IFMT {
      case S_IFDIR: try collect(path, suffix, depth: depth + 1, &found)
      case S_IFREG where name.hasSuffix(suffix): found.append(path)
      default: break
      }
      guard found.count <= mostFiles else {
        throw here.diagnostic(.tooMany, at: .start, "more than \(mostFiles) files lie below it")
      }
    }
  }

  private static func names(in folder: String, _ here: SourceText) throws(Diagnostic) -> [String] {
    // This function alone owns the stream, and no pointer into it outlives the loop.
    guard let stream = unsafe opendir(folder) else {
      let isMissing = errno == ENOENT || errno == ENOTDIR
      let why = unsafe String(cString: strerror(errno))
      throw here.diagnostic(
        isMissing ? .fileMissing : .fileUnreadable, at: .start,
        isMissing ? "no such folder" : "the folder cannot be read: \(why)")
    }
    defer { unsafe closedir(stream) }
    var names: [String] = []
    while let entry = unsafe readdir(stream) {
      let name = unsafe withUnsafePointer(to: entry.pointee.d_name) { field in
        unsafe field.withMemoryRebound(to: CChar.self, capacity: 256) {
          unsafe String(cString: $0)
        }
      }
      if !name.hasPrefix(".") { names.append(name) }
    }
    return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }
}
