extension Unpacking {
  /// Reads the files of a folder and of the folders in it, in the order of their names.
  ///
  /// The folder that is named may be a link. Below it no link is followed, so that nothing outside
  /// of it is read; pipes, sockets and devices are not opened.
  ///
  /// - Throws: why the folder itself cannot be read. What is wrong with a file stands in `skipped`.
  public init(
    folder path: String, limits: UnpackingLimits = UnpackingLimits()
  ) throws(UnpackingRefusal) {
    var crate = Crate(limits)
    let folder = try FolderHandle(path)
    let ending = Self.take(folder, below: [], &crate)
    self.init(kind: nil, crate, ending)
  }

  /// Takes what is in a folder.
  ///
  /// - Returns: `whole`, or why nothing further is looked at.
  private static func take(
    _ folder: borrowing FolderHandle, below parts: [[UInt8]], _ crate: inout Crate
  ) -> Ending {
    guard let names = folder.names(atMost: crate.limits.entries) else {
      crate.skip(Array(parts.joined(separator: [slash])), .unreadable)
      return .whole
    }
    for name in names.list {
      if crate.isFull { return .tooManyEntries }
      let full = Array((parts + [name]).joined(separator: [slash]))
      guard let (path, _) = crate.open(full) else { continue }
      switch folder.kind(of: name) {
      case .left(let reason): crate.skip(full, reason)
      case .folder:
        guard let inner = folder.enter(name) else {
          crate.skip(full, .unreadable)
          continue
        }
        let ending = take(inner, below: parts + [name], &crate)
        if ending != .whole { return ending }
      case .file: read(folder, name, path, &crate)
      }
    }
    return names.isComplete ? .whole : .tooManyEntries
  }

  private static let slash = UInt8(ascii: "/")

  private static func read(
    _ folder: borrowing FolderHandle, _ name: [UInt8], _ path: String, _ crate: inout Crate
  ) {
    switch folder.content(of: name, atMost: crate.allowance) {
    case .bytes(let bytes):
      crate.spend(bytes.count)
      crate.keep(path, bytes)
    case .tooLarge: crate.skip(Array(path.utf8), crate.excess)
    case .left(let reason): crate.skip(Array(path.utf8), reason)
    }
  }
}
