#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A process that this one has started, and what it writes to its standard output.
struct Child {
  let process: pid_t
  /// The end of the pipe to read from.
  let output: CInt

  /// Starts a program with arguments; gives the reason of the system where that fails.
  static func start(_ program: String, _ arguments: [String]) -> (child: Child?, reason: String) {
    var ends: [CInt] = [-1, -1]
    guard unsafe pipe(&ends) == 0 else { return (nil, "\(errno)") }
    // No other child may keep an end of this pipe open.
    _ = fcntl(ends[0], F_SETFD, FD_CLOEXEC)
    _ = fcntl(ends[1], F_SETFD, FD_CLOEXEC)
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    unsafe posix_spawn_file_actions_adddup2(&actions, ends[1], 1)
    var words: [UnsafeMutablePointer<CChar>?] = unsafe ([program] + arguments).map {
      unsafe strdup($0)
    }
    unsafe words.append(nil)
    // Each word lives until the process has been started.
    defer { unsafe words.forEach { unsafe free($0) } }
    var process: pid_t = 0
    let problem = unsafe posix_spawn(&process, program, &actions, nil, words, environ)
    close(ends[1])
    guard problem == 0 else {
      close(ends[0])
      return unsafe (nil, String(cString: strerror(problem)))
    }
    return (Child(process: process, output: ends[0]), "")
  }

  /// Asks it to come to an end in good order.
  func interrupt() { _ = kill(process, SIGINT) }

  /// Waits for its end; its exit code, or nil where a signal ended it.
  func end() -> Int32? { endMeasured().code }

  /// Waits for its end: its exit code, or nil where a signal ended it, and the most memory that it
  /// had at once, in kibibytes. The memory of this process when it started the child is the least
  /// that the system says.
  func endMeasured() -> (code: Int32?, kibibytes: Int) {
    close(output)
    var status: CInt = 0
    var usage = rusage()
    while unsafe wait4(process, &status, 0, &usage) < 0 {
      if errno != EINTR { return (nil, 0) }
    }
    #if canImport(Darwin)
      let most = usage.ru_maxrss / 1_024
    #else
      let most = usage.ru_maxrss
    #endif
    return (status & 0x7F == 0 ? (status >> 8) & 0xFF : nil, Int(most))
  }

  /// Reads what some of them have written, waiting for at most so many milliseconds.
  ///
  /// - Returns: the bytes by the child's place; empty at its end, nil where there is nothing yet.
  static func read(_ children: [Child?], wait: CInt) -> [[UInt8]?] {
    var asked = children.map { pollfd(fd: $0?.output ?? -1, events: Int16(POLLIN), revents: 0) }
    guard unsafe poll(&asked, nfds_t(asked.count), wait) > 0 else {
      return children.map { _ in nil }
    }
    return asked.map { one in
      guard one.fd >= 0, one.revents != 0 else { return nil }
      var buffer = [UInt8](repeating: 0, count: 1 << 16)
      let count = unsafe buffer.withUnsafeMutableBytes { bytes in
        unsafe systemRead(one.fd, bytes.baseAddress, bytes.count)
      }
      if count < 0 { return errno == EINTR || errno == EAGAIN ? nil : [] }
      return Array(buffer[..<count])
    }
  }
}

private func systemRead(_ number: CInt, _ bytes: UnsafeMutableRawPointer?, _ count: Int) -> Int {
  unsafe read(number, bytes, count)
}
