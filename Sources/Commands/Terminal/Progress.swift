/// Tells somebody who waits how far the work is: on standard error, and only when it takes time.
///
/// In a terminal a bar appears after a second and is wiped at the end; elsewhere a line comes
/// every ten seconds, so that a log shows life and stays readable.
struct Progress {
  private let console: Console
  private let what: String
  private let total: Int
  private let start: Double
  private var told: Double
  private var isShown = false

  private static let patience = 1.0
  private static let barInterval = 0.1
  private static let lineInterval = 10.0

  /// Begins to watch.
  ///
  /// - Parameters:
  ///   - what: the plural of what is counted, such as `cases`.
  ///   - total: how many there will be.
  init(_ what: String, total: Int, _ console: Console) {
    self.what = what
    self.total = total
    self.console = console
    start = console.seconds()
    told = start
  }

  /// Says that so many are done.
  mutating func reached(_ count: Int, _ detail: @autoclosure () -> String = "") {
    let now = console.seconds()
    if console.notesAreTerminal {
      guard now - start >= Self.patience, now - told >= Self.barInterval else { return }
      told = now
      isShown = true
      console.note("\r\u{1B}[2K\(bar(count))  \(count) of \(total) \(what)  \(detail())")
    } else if now - told >= Self.lineInterval {
      told = now
      console.note("\(count) of \(total) \(what) after \(Int(now - start)) s\n")
    }
  }

  /// Wipes the bar.
  func end() {
    if isShown { console.note("\r\u{1B}[2K") }
  }

  private func bar(_ count: Int) -> String {
    let width = 24
    let full = total > 0 ? width * min(count, total) / total : width
    return "[" + String(repeating: "#", count: full) + String(repeating: "-", count: width - full)
      + "]"
  }
}
