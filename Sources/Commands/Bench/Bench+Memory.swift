import Journeys

extension Bench {
  /// How many cases are fuzzed for each figure.
  private static let counts = [1_000, 100_000, 1_000_000]

  /// The most memory that a process has at once which fuzzes so many cases with the good engine.
  ///
  /// - Throws: a process that cannot be started or breaks.
  func measureMemory(_ directory: String) throws(Refusal) {
    guard let program = console.program else {
      throw Refusal("no-process", "the program cannot find itself", exit: .internalError)
    }
    for count in Self.counts {
      let arguments = [
        "fuzz", "--cases", "\(count)", "--seed", "1", "--raw", "--pack", directory,
      ]
      let start = console.seconds()
      let (started, reason) = Child.start(program, arguments)
      guard let child = started else {
        throw Refusal(
          "no-process", "another process cannot be started: \(reason)", exit: .internalError)
      }
      // What it writes is of no use here, but a full pipe would make it wait.
      while Child.read([child], wait: 200)[0].map(\.isEmpty) != true {
        if !wasInterrupted, console.isInterrupted() {
          wasInterrupted = true
          child.interrupt()
        }
      }
      let (code, kibibytes) = child.endMeasured()
      if wasInterrupted { return }
      // What the cases have shown or left unshown is not the question here; whether all of them ran
      // is.
      guard code.map({ [0, 1, 3].contains($0) }) == true else {
        let end = code.map { "exit code \($0)" } ?? "a signal"
        throw Refusal(
          "broken-process", "\(count) cases ended with \(end)", exit: .internalError)
      }
      console.print(
        "fuzz with \(count) cases, memory store\n"
          + "  \(Self.decimal(Double(kibibytes) / 1_024, places: 1)) MiB at most   "
          + "\(Self.decimal(console.seconds() - start, places: 1)) s\n")
    }
  }
}
