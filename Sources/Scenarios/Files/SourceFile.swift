#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

extension SourceText {
  /// Reads a file as it stands on the disk, up to a limit.
  ///
  /// Only regular files are opened to the end: a folder, pipe or device is refused before a
  /// byte is read, so that no path can make the reader wait.
  ///
  /// - Throws: a diagnostic that points at the start of the file.
  public init(
    contentsOf path: String, limits: YAMLLimits = .scenario
  ) throws(Diagnostic) {
    let empty = SourceText(path: path, bytes: [])
    guard !path.isEmpty, !path.utf8.contains(0) else {
      throw empty.diagnostic(.fileMissing, at: .start, "no file has this name")
    }
    let descriptor = unsafe open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { throw empty.refusal(errno) }
    defer { close(descriptor) }
    var facts = stat()
    guard unsafe fstat(descriptor, &facts) == 0 else { throw empty.refusal(errno) }
    guard facts.st_mode & S_IFMT == S_IFREG else {
      let what = facts.st_mode & S_IFMT == S_IFDIR ? "a folder" : "not a regular file"
      throw empty.diagnostic(.fileNotRegular, at: .start, "this is \(what)")
    }
    guard facts.st_size <= limits.bytes else {
      throw empty.diagnostic(
        .fileTooLarge, at: .start,
        "the file has \(facts.st_size) bytes; at most \(limits.bytes) are read", hint: "split it")
    }
    let bytes = try empty.contents(of: descriptor, count: Int(facts.st_size)).get()
    guard bytes.count <= facts.st_size else {
      throw empty.diagnostic(
        .fileUnreadable, at: .start, "the file grew while it was read", hint: "try again")
    }
    self.init(path: path, bytes: bytes)
  }

  /// Reads `count` bytes, and one more if there is one. The buffer lives as long as the closure,
  /// and every step is bounded by what is left of it.
  private func contents(of descriptor: CInt, count: Int) -> Result<[UInt8], Diagnostic> {
    var failure: CInt = 0
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count + 1) { buffer, filled in
      while filled <= count {
        let rest = unsafe buffer.baseAddress?.advanced(by: filled)
        let step = unsafe read(descriptor, rest, count + 1 - filled)
        if step > 0 { filled += step }
        if step == 0 { return }
        if step < 0, errno != EINTR {
          failure = errno
          return
        }
      }
    }
    return failure == 0 ? .success(bytes) : .failure(refusal(failure))
  }

  private func refusal(_ number: CInt) -> Diagnostic {
    switch number {
    case ENOENT, ENOTDIR:
      diagnostic(.fileMissing, at: .start, "no such file")
    default:
      diagnostic(
        .fileUnreadable, at: .start,
        "the file cannot be read: \(unsafe String(cString: strerror(number)))")
    }
  }
}
