#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Why an input could not be read: the reason of the system, or that it is larger than is read.
enum InputFailure: Error {
  case system(String)
  case tooLarge
  case folder
}

extension Console {
  /// What a path names that a command line has, up to a limit: a file, or standard input for `-`.
  func input(_ path: String, limit: Int) throws(InputFailure) -> [UInt8] {
    path == "-" ? try input(limit) : try readInput(path, limit: limit)
  }
}

/// Reads a file, or standard input when the path is nil, up to a limit. A pipe is read to its end.
func readInput(_ path: String?, limit: Int) throws(InputFailure) -> [UInt8] {
  var number: CInt = 0
  if let path {
    number = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard number >= 0 else { throw .system(unsafe String(cString: strerror(errno))) }
  }
  defer { if path != nil { close(number) } }
  var facts = stat()
  if unsafe fstat(number, &facts) == 0, facts.st_mode & S_IFMT == S_IFDIR { throw .folder }
  var bytes: [UInt8] = []
  // The buffer lives as long as the call that fills it.
  var piece = [UInt8](repeating: 0, count: 1 << 16)
  while true {
    let step = unsafe piece.withUnsafeMutableBytes { buffer in
      unsafe read(number, buffer.baseAddress, buffer.count)
    }
    if step == 0 { return bytes }
    if step < 0 {
      if errno == EINTR { continue }
      throw .system(unsafe String(cString: strerror(errno)))
    }
    bytes.append(contentsOf: piece[..<step])
    if bytes.count > limit { throw .tooLarge }
  }
}
