import Contract

// The microphone beside a live transcript outlasts what takes it away (clause
// LIFECYCLE.resumes-unprompted). Whoever takes it may say so, may say when it is over, or may do
// neither; so news is acted on at once, and a watchdog asks again for as long as nothing comes.

/// The look at a microphone that runs.
struct MicrophoneWatch: Hashable, Sendable {
  /// Its watchdog.
  private(set) var deadline: Deadline
  /// When it last delivered something, began, or was built anew.
  private var lastSign: Nanoseconds

  init(_ lease: Lease, at now: Nanoseconds) {
    lastSign = now
    deadline = Deadline(at: now + Budgets.watchdog, stage: .watchdog, lease: lease)
  }

  /// It has delivered something.
  mutating func heard(at now: Nanoseconds) { lastSign = now }

  /// It was built anew.
  mutating func rebuilt(at now: Nanoseconds) {
    lastSign = now
    deadline.at = now + Budgets.watchdog
  }

  /// The watchdog has come: sets the next one, and says whether the microphone is to be built anew.
  mutating func expired(at now: Nanoseconds) -> Bool {
    deadline.at = lastSign + Budgets.watchdog
    return now >= deadline.at
  }
}
