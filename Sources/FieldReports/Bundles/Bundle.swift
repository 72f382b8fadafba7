/// What somebody sends with a report: a few files by name, however they came.
///
/// A folder, a pasted text and an archive become the same thing here, so that nothing behind it
/// knows where bytes came from. A name is only a name: nothing is ever written under it.
public struct Bundle: Hashable, Sendable {
  /// One file.
  public struct File: Hashable, Sendable {
    /// Its name in the bundle, without a folder.
    public var name: String
    /// What is in it.
    public var bytes: [UInt8]

    /// A file.
    public init(name: String, bytes: [UInt8]) {
      self.name = name
      self.bytes = bytes
    }
  }

  /// The files, in the order of their names; of equal names, in the order in which they came.
  public private(set) var files: [File]

  /// A file that is larger is not read.
  public static let largest = 64 << 20
  /// More files than this are no report.
  public static let most = 200

  /// Puts files together.
  public init(_ files: [File]) {
    self.files = files.enumerated().sorted {
      $0.element.name == $1.element.name
        ? $0.offset < $1.offset
        : $0.element.name.utf8.lexicographicallyPrecedes($1.element.name.utf8)
    }.map(\.element)
  }

  /// A text that was pasted, or a log alone.
  public init(pasted bytes: [UInt8]) { files = [File(name: "log.txt", bytes: bytes)] }

  /// The first file of a name; nil for none.
  public subscript(name: String) -> File? { files.first { $0.name == name } }

  /// Names of files that say how the others are read, and of which there are several, from several
  /// folders: only the first of each counts.
  public var ambiguous: [String] {
    ["report.yaml", "mapping.yaml"].filter { name in files.count { $0.name == name } > 1 }
  }

  /// The files that may be logs: all but those whose names have a meaning, pictures and sound.
  public var logs: [File] {
    files.filter { file in
      let known = ["report.yaml", "mapping.yaml", "history.json", "report.md", "README.md"]
      let ends = [".wav", ".png", ".jpg", ".jpeg", ".m4a", ".caf", ".flac", ".ogg", ".db"]
      return !known.contains(file.name)
        && !ends.contains { file.name.lowercased().hasSuffix($0) }
    }
  }
}
