import Contract

// The microphone's only counterparty: it gives audio to the leg there is, and keeps it while there
// is none.
//
// Three stretches of the clip follow each other without a gap unless something was dropped:
//
//   what legs have handed on | in flight: in the leg's queue | held: waiting for a leg or credit
//
// Audio moves from right to left and, when a leg ends before it has handed on what it was given,
// back from left to right. Live audio goes behind what is held, so it can never overtake it; the
// hold is bounded and loses its oldest first. All of it is spans: nothing is copied.

/// Audio on its way to a leg.
struct AudioBridge: Hashable, Sendable {
  /// The longest hold, in samples.
  let limit: Int
  /// The longest queue of a leg, in samples.
  let queue: Int
  /// What waits, the oldest first, neighbours joined.
  private(set) var held: [Span] = []
  private(set) var heldCount = 0
  /// What the leg was given and has not handed on.
  private(set) var inFlight: [Span] = []
  private(set) var inFlightCount = 0
  /// What the leg was given, in order: its clock runs over it.
  private(set) var fed: [Span] = []
  /// The first sample that has not been captured.
  private(set) var captured = 0
  private(set) var hasLeg = false

  init(limit: Int, queue: Int) {
    self.limit = limit
    self.queue = queue
  }

  /// Takes captured audio; what the leg can take of it, and of what waited, is to be sent.
  mutating func take(_ span: Span, send: (Span) -> Void) {
    captured = span.end
    if hasLeg, held.isEmpty, inFlightCount + span.count <= queue {
      give(span)
      return send(span)
    }
    held.append(joining: span)
    heldCount += span.count
    if hasLeg { flush(send: send) }
    dropOldest()
  }

  /// The position of the first sample that the next leg will be fed.
  var offset: Int { held.first?.from ?? captured }

  /// From now on there is a leg: what is held goes to it, as far as its queue takes it.
  mutating func attach(send: (Span) -> Void) {
    hasLeg = true
    fed = []
    flush(send: send)
  }

  /// The leg has handed on everything up to a sample.
  mutating func drained(through sample: Int, send: (Span) -> Void) {
    while let first = inFlight.first, first.from < sample {
      let count = min(first.count, sample - first.from)
      inFlight.removeFront(count)
      inFlightCount -= count
    }
    flush(send: send)
  }

  /// The leg's queue has dropped a stretch: its clock never runs over that.
  mutating func dropped(_ span: Span) {
    fed.remove(span)
    inFlight.remove(span)
    inFlightCount = inFlight.reduce(0) { $0 + $1.count }
  }

  /// There is no leg any more: what it has not handed on waits again.
  mutating func detach() {
    hasLeg = false
    held = inFlight + held
    heldCount += inFlightCount
    inFlight = []
    inFlightCount = 0
    dropOldest()
  }

  /// There is no leg any more, and nothing of what it was given comes back: it was sent.
  mutating func forsake() {
    inFlight = []
    inFlightCount = 0
    hasLeg = false
  }

  /// Throws away what waits; the position of what comes next is the clip's own.
  mutating func discard() {
    held = []
    heldCount = 0
  }

  /// The position in the clip of a sample on the leg's clock; nil if it was never fed that far.
  func position(ofLegSample sample: Int) -> Int? {
    var start = 0
    for span in fed {
      if sample <= start + span.count { return sample < 0 ? nil : span.from + sample - start }
      start += span.count
    }
    return nil
  }

  private mutating func give(_ span: Span) {
    fed.append(joining: span)
    inFlight.append(joining: span)
    inFlightCount += span.count
  }

  private mutating func flush(send: (Span) -> Void) {
    while let first = held.first {
      let credit = queue - inFlightCount
      guard credit > 0 else { return }
      let count = min(first.count, credit)
      let piece = Span(clip: first.clip, from: first.from, count: count)
      held.removeFront(count)
      heldCount -= count
      give(piece)
      send(piece)
    }
  }

  private mutating func dropOldest() {
    while heldCount > limit, let first = held.first {
      let count = min(first.count, heldCount - limit)
      held.removeFront(count)
      heldCount -= count
    }
  }
}

extension [Span] {
  /// Appends a stretch, as one with the last one where it follows it.
  fileprivate mutating func append(joining span: Span) {
    if let last, last.clip == span.clip, last.end == span.from {
      self[count - 1] = Span(clip: last.clip, from: last.from, count: last.count + span.count)
    } else {
      append(span)
    }
  }

  fileprivate mutating func removeFront(_ samples: Int) {
    guard let first else { return }
    if samples >= first.count {
      removeFirst()
    } else {
      self[0] = Span(clip: first.clip, from: first.from + samples, count: first.count - samples)
    }
  }

  /// Takes a stretch out.
  fileprivate mutating func remove(_ gone: Span) {
    var left: [Span] = []
    for span in self {
      if span.end <= gone.from || span.from >= gone.end {
        left.append(span)
        continue
      }
      if span.from < gone.from {
        left.append(Span(clip: span.clip, from: span.from, count: gone.from - span.from))
      }
      if span.end > gone.end {
        left.append(Span(clip: span.clip, from: gone.end, count: span.end - gone.end))
      }
    }
    self = left
  }
}
