import Journeys
import Scenarios

/// Why a command cannot be carried out, ready to be printed.
struct Refusal: Error, Hashable, Sendable, CustomStringConvertible {
  /// The whole message.
  var description: String
  /// What the command returns.
  var exit: ExitCode

  /// A mistake in the command line.
  ///
  /// - Parameters:
  ///   - code: a permanent name for programs that read messages.
  ///   - message: what is wrong, in one sentence without a full stop.
  ///   - hint: what to do.
  init(_ code: String, _ message: String, hint: String? = nil, exit: ExitCode = .usage) {
    description = "lastword: error[\(code)]: \(message)"
    if let hint { description += "\n  hint: \(hint)" }
    self.exit = exit
  }

  /// Mistakes in input files, already rendered.
  init(rendered: [String], exit: ExitCode = .usage) {
    description = rendered.joined(separator: "\n")
    self.exit = exit
  }

  /// Why a register of known reports cannot be read.
  init(register folder: String, _ error: any Error) {
    switch error {
    case let refusal as Scenarios.Refusal:
      self.init(rendered: refusal.diagnostics.map(\.rendered))
    case let diagnostic as Diagnostic: self.init(rendered: [diagnostic.rendered])
    default: self.init("bad-register", "“\(folder)” cannot be read: \(error)")
    }
  }
}
