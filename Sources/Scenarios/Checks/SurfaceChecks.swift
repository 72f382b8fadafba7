import Contract

/// What every surface shows, as a person sees it: at the ends of reactions.
struct Screens: Sendable {
  private var shown = [Indicator](repeating: .idle, count: Surface.allCases.count)
  private var isSettled = true

  /// Takes a record; true when a reaction is over and something on the screens has changed.
  mutating func observe(_ record: TraceRecord) -> Bool {
    let hasEnded = ends(record) && !isSettled
    if hasEnded { isSettled = true }
    switch record.what {
    case .effect(.notice(.show(let surface, let indicator))):
      shown[Int(surface.rawValue)] = indicator
      isSettled = false
    case .process(.killed):
      // A window goes with its process; a live activity is the system's and stays.
      let gone: [Surface] =
        record.process.role == .app ? [.main, .overlay, .transcript] : [.keyboard]
      for surface in gone { shown[Int(surface.rawValue)] = .idle }
      return true
    case .event, .ignored, .effect, .deadlines, .did, .process, .end: break
    }
    return hasEnded
  }

  private func ends(_ record: TraceRecord) -> Bool {
    switch record.what {
    case .event, .process, .end: true
    case .ignored, .effect, .deadlines, .did: false
    }
  }

  /// What a surface shows.
  func indicator(on surface: Surface) -> Indicator { shown[Int(surface.rawValue)] }

  /// The surfaces that show something else than idle.
  var busy: [Surface] { Surface.allCases.filter { indicator(on: $0) != .idle } }
}

/// When a surface should show something.
enum ShowTime: FormatWord {
  case never, eventually, atEnd

  var word: String {
    switch self {
    case .never: "never"
    case .eventually: "eventually"
    case .atEnd: "at-end"
    }
  }
}

/// A surface shows something never, at some time, or at the end.
struct ShowCheck: RunCheck {
  /// The surface; nil for any.
  let surface: Surface?
  let indicator: Indicator
  let when: ShowTime
  private var screens = Screens()
  private var first: Nanoseconds?
  private var lastEnd = Nanoseconds.zero

  init(surface: Surface?, indicator: Indicator, when: ShowTime) {
    self.surface = surface
    self.indicator = indicator
    self.when = when
  }

  private var place: String { surface.map { "'\($0.word)'" } ?? "some surface" }

  func expected(_ end: RunEnd) -> String {
    switch when {
    case .never: "\(place) never shows \(indicator.word)"
    case .eventually: "\(place) shows \(indicator.word) at some time"
    case .atEnd: "\(place) shows \(indicator.word) at the end"
    }
  }

  private var isShown: Bool {
    if let surface { return screens.indicator(on: surface) == indicator }
    return Surface.allCases.contains { screens.indicator(on: $0) == indicator }
  }

  mutating func observe(_ record: TraceRecord) {
    // A reaction is over when the next event comes, so what it left is of the time before that.
    if screens.observe(record), first == nil, isShown { first = lastEnd }
    lastEnd = record.at.monotonic
  }

  func shortfall(_ end: RunEnd) -> Shortfall? {
    switch when {
    case .never: return first.map { Shortfall("it showed \(indicator.word)", at: $0) }
    case .eventually: return first == nil ? Shortfall("it never did") : nil
    case .atEnd:
      if isShown { return nil }
      guard let surface else { return Shortfall("none of them does") }
      return Shortfall("it shows \(screens.indicator(on: surface).word)")
    }
  }
}

/// The run settled, nothing is shown, no microphone is on.
struct EndsIdleCheck: RunCheck {
  private var screens = Screens()
  private var microphones: [RecordingID] = []

  func expected(_ end: RunEnd) -> String { "everything comes to rest and all surfaces are idle" }

  mutating func observe(_ record: TraceRecord) {
    _ = screens.observe(record)
    guard case .did(.microphone(let recording, let isOn)) = record.what else { return }
    microphones.removeAll { $0 == recording }
    if isOn { microphones.append(recording) }
  }

  func shortfall(_ end: RunEnd) -> Shortfall? {
    if let on = microphones.first { return Shortfall("the microphone of \(on) is on") }
    if let busy = screens.busy.first {
      return Shortfall("'\(busy.word)' shows \(screens.indicator(on: busy).word)")
    }
    switch end.ending {
    case .settled, .leftover: return nil
    case .outOfTime, .outOfSteps, .engineBound, .engineFailed, nil:
      return Shortfall("work still went on when the case was cut off")
    }
  }
}
