#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

// The one file that talks to the system: streams, environment, signals, clock. Every pointer in it
// lives only as long as the call that it is handed to.

extension Console {
  /// The console of this process.
  public static var system: Console {
    var console = Console(
      write: { Descriptor.standardOutput.write($0) },
      note: { Descriptor.standardError.write(Array($0.utf8)) },
      variable: { name in
        unsafe getenv(name).map { unsafe String(cString: $0) }
      },
      isTerminal: isatty(1) == 1, notesAreTerminal: isatty(2) == 1, width: terminalWidth,
      directory: workingDirectory, program: programPath, isInterrupted: interruptIsPending,
      seconds: { time(of: CLOCK_MONOTONIC) },
      processorSeconds: { time(of: CLOCK_PROCESS_CPUTIME_ID) })
    console.input = { limit throws(InputFailure) in try readInput(nil, limit: limit) }
    return console
  }
}

/// An open file of this process.
struct Descriptor {
  let number: CInt

  static let standardOutput = Descriptor(number: 1)
  static let standardError = Descriptor(number: 2)

  /// Writes everything; gives the reason of the system when that fails.
  @discardableResult
  func write(_ bytes: [UInt8]) -> String? {
    var place = 0
    while place < bytes.count {
      let step = unsafe bytes.withUnsafeBytes { buffer in
        unsafe systemWrite(number, buffer.baseAddress?.advanced(by: place), buffer.count - place)
      }
      if step < 0 {
        if errno == EINTR { continue }
        return reason(errno)
      }
      place += step
    }
    return nil
  }
}

private func systemWrite(_ number: CInt, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  unsafe write(number, bytes, count)
}

private func reason(_ number: CInt) -> String { unsafe String(cString: strerror(number)) }

/// Writes a whole file; gives the reason of the system when that fails.
func writeFile(_ bytes: [UInt8], to path: String) -> String? {
  let number = unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
  guard number >= 0 else { return reason(errno) }
  let problem = Descriptor(number: number).write(bytes)
  guard close(number) == 0 else { return problem ?? reason(errno) }
  return problem
}

/// Whether a path names a folder.
func isFolder(_ path: String) -> Bool {
  var facts = stat()
  return unsafe stat(path, &facts) == 0 && facts.st_mode & S_IFMT == S_IFDIR
}

/// Whether a path names a regular file.
func isFile(_ path: String) -> Bool {
  var facts = stat()
  return unsafe stat(path, &facts) == 0 && facts.st_mode & S_IFMT == S_IFREG
}

private var terminalWidth: Int? {
  var size = winsize()
  guard unsafe ioctl(1, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
  return Int(size.ws_col)
}

private var workingDirectory: String {
  guard let path = unsafe getcwd(nil, 0) else { return "." }
  defer { unsafe free(path) }
  return unsafe String(cString: path)
}

private var programPath: String? {
  #if os(Linux)
    guard let path = unsafe realpath("/proc/self/exe", nil) else { return nil }
  #else
    guard let path = unsafe realpath(CommandLine.arguments.first ?? "", nil) else { return nil }
  #endif
  defer { unsafe free(path) }
  return unsafe String(cString: path)
}

/// Whether SIGINT is waiting.
///
/// The signal is blocked from the first question on and never handled: between two cases the run
/// looks whether one is pending, and ends itself with a valid report.
private func interruptIsPending() -> Bool {
  var interrupt = sigset_t()
  unsafe sigemptyset(&interrupt)
  unsafe sigaddset(&interrupt, SIGINT)
  unsafe sigprocmask(SIG_BLOCK, &interrupt, nil)
  var pending = sigset_t()
  unsafe sigpending(&pending)
  return unsafe sigismember(&pending, SIGINT) == 1
}

private func time(of clock: clockid_t) -> Double {
  var now = timespec()
  unsafe clock_gettime(clock, &now)
  return Double(now.tv_sec) + Double(now.tv_nsec) / 1e9
}

/// Writes a whole file so that nobody ever finds half of it; gives the reason of the system when
/// that fails.
func replaceFile(_ bytes: [UInt8], at path: String) -> String? {
  let draft = path + ".new"
  if let problem = writeFile(bytes, to: draft) {
    _ = removeFile(draft)
    return problem
  }
  return unsafe rename(draft, path) == 0 ? nil : reason(errno)
}

/// Makes a folder and those above it; gives the reason of the system when that fails.
func makeFolder(_ path: String) -> String? {
  if path.isEmpty || isFolder(path) { return nil }
  if let slash = path.lastIndex(of: "/"), slash != path.startIndex,
    let problem = makeFolder(String(path[..<slash]))
  {
    return problem
  }
  if unsafe mkdir(path, 0o755) == 0 || isFolder(path) { return nil }
  return reason(errno)
}

/// Removes a file; gives the reason of the system when that fails.
func removeFile(_ path: String) -> String? { unsafe unlink(path) == 0 ? nil : reason(errno) }
