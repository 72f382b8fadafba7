import Contract

// Expectations about what happens, how often, in which order and when.

/// So many of these happened.
struct CountCheck: RunCheck {
  let of: Happenings
  let range: ClosedRange<Int>
  private var count = 0
  private var passed: Nanoseconds?

  init(of: Happenings, _ range: ClosedRange<Int>) {
    self.of = of
    self.range = range
  }

  func expected(_ end: RunEnd) -> String {
    let times =
      range.lowerBound == range.upperBound
      ? "\(range.lowerBound)"
      : range.upperBound == .max
        ? "at least \(range.lowerBound)"
        : "\(range.lowerBound) to \(range.upperBound)"
    return "\(times) × '\(of.text)'"
  }

  mutating func observe(_ record: TraceRecord) {
    guard of.contains(record) else { return }
    count += 1
    if count > range.upperBound, passed == nil { passed = record.at.monotonic }
  }

  func shortfall(_ end: RunEnd) -> Shortfall? {
    range.contains(count) ? nil : Shortfall("it happened \(count) times", at: passed)
  }
}

/// None of these happened.
struct NeverCheck: RunCheck {
  let happening: Happenings
  private var first: (name: Identity, at: Nanoseconds)?

  init(_ happening: Happenings) { self.happening = happening }

  func expected(_ end: RunEnd) -> String { "never '\(happening.text)'" }

  mutating func observe(_ record: TraceRecord) {
    guard first == nil, happening.contains(record) else { return }
    first = (record.identity, record.at.monotonic)
  }

  func shortfall(_ end: RunEnd) -> Shortfall? {
    first.map { Shortfall("'\($0.name)' happened", at: $0.at) }
  }
}

/// At least one of these happened.
struct EventuallyCheck: RunCheck {
  let happening: Happenings
  private var hasHappened = false

  init(_ happening: Happenings) { self.happening = happening }

  func expected(_ end: RunEnd) -> String { "'\(happening.text)' at some time" }

  mutating func observe(_ record: TraceRecord) {
    if !hasHappened, happening.contains(record) { hasHappened = true }
  }

  func shortfall(_ end: RunEnd) -> Shortfall? { hasHappened ? nil : Shortfall("it never happened") }
}

/// Each happened, and the first of each before the first of the next.
struct OrderCheck: RunCheck {
  let steps: [Happenings]
  private var firsts: [Int?]
  private var times: [Nanoseconds]
  private var place = 0

  init(_ steps: [Happenings]) {
    self.steps = steps
    firsts = Array(repeating: nil, count: steps.count)
    times = Array(repeating: .zero, count: steps.count)
  }

  func expected(_ end: RunEnd) -> String {
    steps.map { "'\($0.text)'" }.joined(separator: ", then ")
  }

  mutating func observe(_ record: TraceRecord) {
    place += 1
    for i in steps.indices where firsts[i] == nil && steps[i].contains(record) {
      firsts[i] = place
      times[i] = record.at.monotonic
    }
  }

  func shortfall(_ end: RunEnd) -> Shortfall? {
    var last = 0
    for i in steps.indices {
      guard let first = firsts[i] else { return Shortfall("'\(steps[i].text)' never happened") }
      guard first > last else {
        return Shortfall("'\(steps[i].text)' came before '\(steps[i - 1].text)'", at: times[i])
      }
      last = first
    }
    return nil
  }
}

/// From the first of some happenings to the first of others after it, so long.
struct WithinCheck: RunCheck {
  let from: Happenings
  let to: Happenings
  let atLeast: Nanoseconds?
  let atMost: Nanoseconds?
  private var start: Nanoseconds?
  private var end: Nanoseconds?

  init(from: Happenings, to: Happenings, atLeast: Nanoseconds?, atMost: Nanoseconds?) {
    self.from = from
    self.to = to
    self.atLeast = atLeast
    self.atMost = atMost
  }

  func expected(_ end: RunEnd) -> String {
    var bounds: [String] = []
    if let atLeast { bounds.append("at least \(atLeast)") }
    if let atMost { bounds.append("at most \(atMost)") }
    return "\(bounds.joined(separator: ", ")) from '\(from.text)' to '\(to.text)'"
  }

  mutating func observe(_ record: TraceRecord) {
    if start == nil {
      if from.contains(record) { start = record.at.monotonic }
    } else if end == nil, to.contains(record) {
      end = record.at.monotonic
    }
  }

  func shortfall(_ runEnd: RunEnd) -> Shortfall? {
    guard let start else { return Shortfall("'\(from.text)' never happened") }
    guard let end else { return Shortfall("'\(to.text)' never happened after it", at: start) }
    let took = end - start
    if let atLeast, took < atLeast { return Shortfall("it took \(took)", at: end) }
    if let atMost, took > atMost { return Shortfall("it took \(took)", at: end) }
    return nil
  }
}

/// The engine said, or did not say, that an event has no effect.
struct IgnoredCheck: RunCheck {
  let event: Happenings
  let reason: Ignored?
  /// Whether it should have been ignored.
  let should: Bool
  private var happened = false
  private var why: Ignored?
  private var at: Nanoseconds?

  init(_ event: Happenings, reason: Ignored?, should: Bool) {
    self.event = event
    self.reason = reason
    self.should = should
  }

  func expected(_ end: RunEnd) -> String {
    let because = reason.map { " because it is \($0.word)" } ?? ""
    return should ? "'\(event.text)' is ignored\(because)" : "'\(event.text)' has an effect"
  }

  mutating func observe(_ record: TraceRecord) {
    if event.contains(record) { happened = true }
    guard why == nil, case .ignored(let reason) = record.what,
      event.pattern.matches(record.identity)
    else { return }
    why = reason
    at = record.at.monotonic
  }

  func shortfall(_ end: RunEnd) -> Shortfall? {
    guard happened else { return Shortfall("it never happened") }
    guard let why else { return should ? Shortfall("it was not ignored") : nil }
    if !should { return Shortfall("it was ignored: \(why.word)", at: at) }
    guard let reason, reason != why else { return nil }
    return Shortfall("it was ignored: \(why.word)", at: at)
  }
}
