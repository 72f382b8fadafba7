import Contract

/// Where in the clip a leg of a live transcript begins: as the engine says, and as it is.
struct LegCheck: RunCheck {
  let recording: RecordingID
  let number: LegNumber
  /// What the engine last says of its first sample; nil where that does not matter.
  let offset: Int?
  /// The first sample that the relay hears; nil where that does not matter.
  let hearsFrom: Int?
  /// How far off either may be, in samples.
  let within: Int
  private var effect: EffectID?
  private var told: Int?
  private var heard: Int?
  private var dialled: Nanoseconds?

  init(
    _ recording: RecordingID, _ number: LegNumber, offset: Int?, hearsFrom: Int?, within: Int
  ) {
    self.recording = recording
    self.number = number
    self.offset = offset
    self.hearsFrom = hearsFrom
    self.within = within
  }

  func expected(_ end: RunEnd) -> String {
    var parts: [String] = []
    if let offset { parts.append("is said to begin at \(Self.text(offset))") }
    if let hearsFrom { parts.append("hears \(recording) from \(Self.text(hearsFrom)) on") }
    return "leg \(number) " + parts.joined(separator: " and ")
      + (within == 0 ? "" : ", give or take \(Self.text(within))")
  }

  mutating func observe(_ record: TraceRecord) {
    switch record.what {
    case .effect(.request(let ticket, .dial(let dial)))
    where dial.recording == recording && dial.leg == number && dialled == nil:
      effect = ticket.effect
      told = dial.offset
      dialled = record.at.monotonic
    case .effect(.notice(.leg(let id, .offset(let sample)))) where id == effect:
      told = sample
    case .did(.leg(recording, number, .hears(let span, _))) where heard == nil:
      heard = span.from
    case .event, .ignored, .effect, .deadlines, .did, .process, .end: break
    }
  }

  func shortfall(_ end: RunEnd) -> Shortfall? {
    guard let told else { return Shortfall("it was never dialled") }
    if let offset, !told.isWithin(within, of: offset) {
      return Shortfall("it is said to begin at \(Self.text(told))", at: dialled)
    }
    guard let hearsFrom else { return nil }
    guard let heard else { return Shortfall("it heard nothing", at: dialled) }
    return heard.isWithin(within, of: hearsFrom)
      ? nil : Shortfall("it hears from \(Self.text(heard)) on", at: dialled)
  }

  /// A place in a clip, as files write it.
  private static func text(_ samples: Int) -> String {
    do throws(Unsayable) {
      return try Written.audio(samples).flow
    } catch {
      return "\(samples) samples"
    }
  }
}

extension Int {
  /// Whether it is so near to another number; an engine may say any number.
  func isWithin(_ distance: Int, of other: Int) -> Bool {
    let (difference, overflow) = subtractingReportingOverflow(other)
    return !overflow && difference.magnitude <= distance.magnitude
  }
}
