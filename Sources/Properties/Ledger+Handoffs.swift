import Contract

// A command that is given on the keyboard is only passed on there: it is accepted, or refused, by
// the app that is handed it.
extension Ledger {
  /// Whether a command is only passed on by the process that was given it.
  func isPassedOn(_ command: Command) -> Bool {
    guard role == .keyboard else { return false }
    switch command {
    case .start, .stop, .cancel: return true
    case .retry, .delete, .clear, .change, .copy, .redeliver: return false
    }
  }

  /// Notes a command that the keyboard has passed on.
  mutating func passOn(_ command: Command) {
    about = named(command).map { place(of: $0) } ?? -1
    guard about >= 0, case .start = command else { return }
    recordings[about].target = self[role].focus
  }

  /// Takes a command that the keyboard has handed over, as one that a person gives.
  mutating func take(_ handoff: Handoff) {
    switch handoff.kind {
    case .start(let id, let target):
      reaction.command = .start(id)
      reaction.target = target
    case .stop(let id): reaction.command = .stop(id)
    case .cancel(let id): reaction.command = .cancel(id)
    case .state, .text, .receipt: return
    }
    about = reaction.command.flatMap { named($0) }.map { place(of: $0) } ?? -1
  }
}
