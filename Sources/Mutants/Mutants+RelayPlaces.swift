import Contract

// Defects of where in the clip a leg begins: what it is said to be fed, or what it is fed, is not
// what the audio bridge had for it. Everything that follows from the place follows: the sentences
// of the leg stand elsewhere, and other stretches are missing.

extension Mutant {
  static let livePlaces: [Mutant] = [
    Mutant(
      "offset-of-dial", "says that a leg begins at the time of its dial",
      origin: "seed 003, what was broken", clause: .relayOffsetIsFirstFedSample,
      Displaced<TimeOfDial>.self),
    Mutant(
      "nothing-held", "throws away what is said while there is no leg",
      origin: "seed 003, what was broken", clause: .relayHoldWhileDown,
      Displaced<NothingHeld>.self),
    Mutant(
      "failed-attach-forgets", "forgets the audio that a leg took before its handshake failed",
      origin: "seed 003, audio bridge", clause: .relayFailedAttachReturnsAudio,
      Displaced<FailedAttachForgets>.self),
    Mutant(
      "discard-stops-clock", "counts held audio that it throws away as if it were still there",
      origin: "seed 003, discard keeps the clock", clause: .relayDiscardKeepsClock,
      Displaced<DiscardStopsClock>.self),
    Mutant(
      "sends-again", "gives a leg the last half second of the one before it once more",
      origin: "seed 003, audio bridge", clause: .relayEverySampleOnce,
      Displaced<SendsAgain>.self),
  ]
}

/// Where a leg begins instead.
protocol Displacement: Hashable, Sendable {
  init()
  /// Whether the audio begins there too, and not only what is said about it.
  static var movesAudio: Bool { get }
  /// The position in the clip for a leg that is dialled now.
  mutating func start(of dial: Dial, _ legs: SeenLegs) -> Int
}

/// Lets legs begin elsewhere.
struct Displaced<Rule: Displacement>: Trick {
  private var rule = Rule()
  private var legs = SeenLegs()
  /// By how much the legs of the recording are displaced, by number.
  private var shifts: [Int] = []
  private var start = 0
  private var coverage = Coverage()

  mutating func hear(_ event: Event) -> Event {
    legs.hear(event)
    return event
  }

  mutating func say(_ effects: inout [Effect], to event: Event, own: () -> EffectID) {
    var all: [Effect] = []
    for effect in effects {
      legs.note(effect)
      switch effect {
      case .request(let ticket, .dial(let dial)): all += dialled(ticket, dial)
      case .notice(.leg(let id, .send(let span))):
        if let rest = sent(span) { all.append(.notice(.leg(id, .send(rest)))) }
      case .notice(.leg(let id, .offset(let sample))):
        all.append(.notice(.leg(id, .offset(sample + (shifts.last ?? 0)))))
      case .notice(.live(let r, .settled(let segment))):
        all.append(.notice(.live(r, .settled(placed(segment)))))
      case .notice(.live(let r, .ended)):
        all.append(.notice(.live(r, .ended(missing: coverage.holes(legs.captured, r)))))
      case .request, .notice: all.append(effect)
      }
    }
    effects = all
    if effects.endsLive { disclose(&effects) }
  }

  private mutating func dialled(_ ticket: Ticket, _ dial: Dial) -> [Effect] {
    if dial.leg == 1 {
      shifts = []
      coverage = Coverage()
    }
    start = rule.start(of: dial, legs)
    shifts.append(start - dial.offset)
    var told = dial
    told.offset = start
    var effects = [Effect.request(ticket, .dial(told))]
    if Rule.movesAudio, start < dial.offset {
      let more = Span(clip: dial.recording.rawValue, from: start, count: dial.offset - start)
      effects.append(.notice(.leg(ticket.effect, .send(more))))
    }
    return effects
  }

  /// What is left of audio for a leg that begins later.
  private func sent(_ span: Span) -> Span? {
    guard Rule.movesAudio, span.from < start else { return span }
    guard span.end > start else { return nil }
    return Span(clip: span.clip, from: start, count: span.end - start)
  }

  private mutating func placed(_ segment: Segment) -> Segment {
    let leg = Int(segment.id.leg) - 1
    let shift = shifts.indices.contains(leg) ? shifts[leg] : 0
    var placed = segment
    placed.from = max(segment.from + shift, coverage.end)
    placed.end = max(placed.from, min(segment.end + shift, legs.captured))
    coverage.add(placed)
    return placed
  }

  /// Gaps are told as the good engine tells them, but these gaps.
  private func disclose(_ effects: inout [Effect]) {
    guard !effects.tells({ $0 != .liveHasGaps && $0.endsLive }) else { return }
    effects.hush { $0 == .liveHasGaps }
    guard let recording = legs.all.last?.dial.recording else { return }
    let holes = coverage.holes(legs.captured, recording)
    let sum = holes.reduce(0) { $0 + $1.count }
    guard sum > 0, sum * 10 >= legs.captured || holes.contains(where: { $0.count >= Budgets.hole })
    else { return }
    effects.append(.notice(.tell(Message(.liveHasGaps, recording: recording))))
  }
}

/// What the sentences of a live transcript cover.
struct Coverage: Hashable, Sendable {
  private var spans: [Span] = []
  /// The end of the last sentence.
  var end: Int { spans.last?.end ?? 0 }

  mutating func add(_ segment: Segment) {
    guard segment.end > segment.from else { return }
    spans.append(Span(clip: 0, from: segment.from, count: segment.end - segment.from))
  }

  /// What no sentence covers.
  func holes(_ captured: Int, _ recording: RecordingID) -> [Span] {
    var holes: [Span] = []
    var at = 0
    let clip = recording.rawValue
    for span in spans {
      if span.from > at { holes.append(Span(clip: clip, from: at, count: span.from - at)) }
      at = max(at, span.end)
    }
    if captured > at { holes.append(Span(clip: clip, from: at, count: captured - at)) }
    return holes
  }
}

struct TimeOfDial: Displacement {
  static var movesAudio: Bool { false }

  func start(of dial: Dial, _ legs: SeenLegs) -> Int { legs.captured }
}

struct NothingHeld: Displacement {
  static var movesAudio: Bool { true }

  func start(of dial: Dial, _ legs: SeenLegs) -> Int { legs.captured }
}

struct FailedAttachForgets: Displacement {
  static var movesAudio: Bool { true }

  func start(of dial: Dial, _ legs: SeenLegs) -> Int {
    guard let last = legs.all.dropLast().last, !last.isOpen else { return dial.offset }
    return max(dial.offset, last.capturedAtEnd)
  }
}

/// The position is counted on only by what is sent, so that it stays behind for good.
struct DiscardStopsClock: Displacement {
  private var lost = 0

  static var movesAudio: Bool { false }

  mutating func start(of dial: Dial, _ legs: SeenLegs) -> Int {
    if dial.leg == 1 { lost = 0 }
    // What a leg that was given up had taken is gone with it, and counted.
    if let last = legs.all.dropLast().last, !last.isOpen || !last.isGivenUp {
      let waited = max(last.drained ?? 0, last.dial.offset)
      lost += max(0, dial.offset - waited)
    }
    return dial.offset - lost
  }
}

struct SendsAgain: Displacement {
  static var movesAudio: Bool { true }

  func start(of dial: Dial, _ legs: SeenLegs) -> Int { max(0, dial.offset - 8_000) }
}
