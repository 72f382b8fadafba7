import Containers

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

// As in TerminalSystem.swift, every pointer here lives only as long as the call it is handed to.

/// A file of this machine, opened to be read and never to be changed.
final class OpenFile: ByteSource {
  /// Bytes that it had when it was opened.
  let size: Int
  /// What the system said when bytes could not be read, the first time.
  private(set) var failure: String?
  private let number: CInt

  /// Opens a file; links are followed.
  ///
  /// Anything else that a path can name is refused before it is opened: a pipe would wait for
  /// somebody, and to open a device can already do something to it.
  init(_ path: String) throws(Refusal) {
    var facts = stat()
    guard unsafe stat(path, &facts) == 0 else { throw Self.unreadable(path, errno) }
    if let kind = Self.otherKind(facts) { throw Self.noFile(path, kind) }
    let number = unsafe open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
    guard number >= 0 else { throw Self.unreadable(path, errno) }
    // The path may name something else by now.
    guard unsafe fstat(number, &facts) == 0, Self.otherKind(facts) == nil else {
      close(number)
      throw Self.noFile(path, "no file any more")
    }
    self.number = number
    size = Int(facts.st_size)
  }

  deinit { close(number) }

  /// Whether it has another size by now: somebody still writes it.
  var hasChanged: Bool {
    var facts = stat()
    return unsafe fstat(number, &facts) == 0 && Int(facts.st_size) != size
  }

  func read(at offset: Int, into target: inout MutableSpan<UInt8>) -> Int {
    guard offset >= 0, offset < size else { return 0 }
    let wanted = min(target.count, size - offset)
    var done = 0
    while done < wanted {
      let got = unsafe target.withUnsafeMutableBytes { bytes in
        unsafe pread(
          number, bytes.baseAddress?.advanced(by: done), wanted - done, off_t(offset + done))
      }
      if got < 0, errno == EINTR { continue }
      if got < 0, failure == nil { failure = unsafe String(cString: strerror(errno)) }
      if got <= 0 { break }
      done += got
    }
    return done
  }

  /// What a path names that is no regular file; nil for one.
  private static func otherKind(_ facts: stat) -> String? {
    switch facts.st_mode & S_IFMT {
    case S_IFREG: nil
    case S_IFDIR: "a folder"
    case S_IFIFO: "a pipe"
    case S_IFSOCK: "a socket"
    case S_IFCHR, S_IFBLK: "a device"
    default: "no file"
    }
  }

  private static func unreadable(_ path: String, _ number: CInt) -> Refusal {
    let reason = unsafe String(cString: strerror(number))
    return Refusal("cannot-read", "“\(path)” cannot be read: \(reason)")
  }

  private static func noFile(_ path: String, _ kind: String) -> Refusal {
    Refusal(
      "no-file", "“\(path)” is \(kind)",
      hint: kind == "a folder"
        ? "name the files in it" : "save what it holds as a file, then name that")
  }
}

/// Whether two paths name one and the same file that exists.
func isSameFile(_ one: String, _ other: String) -> Bool {
  var first = stat()
  var second = stat()
  return unsafe stat(one, &first) == 0 && stat(other, &second) == 0
    && first.st_dev == second.st_dev && first.st_ino == second.st_ino
}
