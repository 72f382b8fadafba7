#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// A folder that is open for reading, and closed when its owner lets go of it.
///
/// What is in it is reached by a name without a slash from the open folder, and never through a
/// link. So nobody who swaps a folder for a link in between can lead the way out of it. Each
/// pointer here lives only within the call that it is handed to.
struct FolderHandle: ~Copyable {
  /// What a name stands for.
  enum Kind {
    case file, folder
    case left(SkipReason)
  }

  /// What reading came to.
  enum Content {
    case bytes([UInt8])
    case tooLarge
    case left(SkipReason)
  }

  private let descriptor: Int32

  private init(_ descriptor: Int32) { self.descriptor = descriptor }

  deinit { close(descriptor) }

  /// Opens the folder that somebody named.
  init(_ path: String) throws(UnpackingRefusal) {
    let opened = unsafe Self.openFolder(AT_FDCWD, path, links: true)
    guard opened >= 0 else {
      let why = errno
      if why == ENOENT || why == ENOTDIR { throw .folderMissing }
      throw .folderUnreadable(unsafe String(cString: strerror(why)))
    }
    descriptor = opened
  }

  /// Opens a folder in this one; nil when it cannot be read or is none any more.
  func enter(_ name: [UInt8]) -> FolderHandle? {
    let opened = unsafe withTerminated(name) { name in
      unsafe Self.openFolder(descriptor, name, links: false)
    }
    return opened >= 0 ? FolderHandle(opened) : nil
  }

  /// What a name in this folder stands for.
  func kind(of name: [UInt8]) -> Kind {
    var facts = stat()
    let code = unsafe withTerminated(name) { name in
      unsafe fstatat(descriptor, name, &facts, AT_SYMLINK_NOFOLLOW)
    }
    return code == 0 ? Self.kind(facts) : .left(.unreadable)
  }

  /// The names in this folder, in the order of their bytes.
  ///
  /// - Returns: nil when it cannot be read; and whether these are all, because a folder of millions
  ///   of files is not read to its end.
  func names(atMost most: Int) -> (list: [[UInt8]], isComplete: Bool)? {
    let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
    guard copy >= 0, let stream = unsafe fdopendir(copy) else {
      if copy >= 0 { close(copy) }
      return nil
    }
    // The stream owns the copied descriptor and closes it, too.
    defer { unsafe closedir(stream) }
    var names: [[UInt8]] = []
    // Which of too many are read would depend on the disk, so that a few more are looked at.
    let limit = 10 * most
    while let entry = unsafe readdir(stream) {
      let name = unsafe Self.name(entry)
      if name == [0x2E] || name == [0x2E, 0x2E] { continue }
      if names.count == limit { return (names.sorted(by: Self.precedes), false) }
      names.append(name)
    }
    return (names.sorted(by: Self.precedes), true)
  }

  /// Reads a file whole.
  func content(of name: [UInt8], atMost most: Int) -> Content {
    // A pipe that took the file's place would make an open wait for ever without O_NONBLOCK.
    let file = unsafe withTerminated(name) { name in
      unsafe openat(descriptor, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    }
    guard file >= 0 else { return .left(errno == ELOOP ? .symbolicLink : .unreadable) }
    defer { close(file) }
    var facts = stat()
    guard unsafe fstat(file, &facts) == 0 else { return .left(.unreadable) }
    switch Self.kind(facts) {
    case .left(let reason): return .left(reason)
    case .folder: return .left(.unreadable)
    case .file: break
    }
    if Int64(facts.st_size) > Int64(most) { return .tooLarge }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let got = unsafe chunk.withUnsafeMutableBytes { buffer in
        unsafe read(file, buffer.baseAddress, buffer.count)
      }
      if got == 0 { return .bytes(bytes) }
      if got < 0 {
        if errno == EINTR { continue }
        return .left(.unreadable)
      }
      // It may grow while it is read.
      guard bytes.count + got <= most else { return .tooLarge }
      bytes += chunk[..<got]
    }
  }
}

extension FolderHandle {
  private static func openFolder(
    _ base: Int32, _ name: UnsafePointer<CChar>, links: Bool
  ) -> Int32 {
    let links = links ? 0 : O_NOFOLLOW
    return unsafe openat(base, name, O_RDONLY | O_DIRECTORY | O_CLOEXEC | links)
  }

  private static func kind(_ facts: stat) -> Kind {
    switch facts.st_mode & S_IFMT {
    case S_IFREG: .file
    case S_IFDIR: .folder
    case S_IFLNK: .left(.symbolicLink)
    case S_IFCHR, S_IFBLK: .left(.device)
    default: .left(.special)
    }
  }

  private static func name(_ entry: UnsafeMutablePointer<dirent>) -> [UInt8] {
    unsafe withUnsafeBytes(of: &entry.pointee.d_name) { field in
      unsafe Array(field.prefix { $0 != 0 })
    }
  }

  private static func precedes(_ left: [UInt8], _ right: [UInt8]) -> Bool {
    left.lexicographicallyPrecedes(right)
  }

  private func withTerminated<Result>(
    _ name: [UInt8], _ body: (UnsafePointer<CChar>) -> Result
  ) -> Result {
    let characters = name.map { CChar(bitPattern: $0) } + [0]
    return unsafe characters.withUnsafeBufferPointer { buffer in
      // An array with an element has a place in memory.
      unsafe body(buffer.baseAddress.unsafelyUnwrapped)
    }
  }
}
