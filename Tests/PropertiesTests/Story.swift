import Contract

/// A trace under a pen: every record has a label, so that a story can be told once and then broken
/// in exactly one place.
struct Story: Sendable {
  struct Beat: Sendable {
    var label: String
    var record: TraceRecord
    /// Where the story stood by then.
    var row: Row
    var attempt: AttemptNumber
    var heard: Int
  }

  private(set) var beats: [Beat] = []
  /// The time of the next record.
  var now = Nanoseconds.zero
  /// The process of the next record.
  var process = ProcessID(.app)
  /// The recording that is told of, its attempt, and what its newest row says.
  var recording = RecordingID(1)
  var attempt: AttemptNumber = 1
  var row: Row
  /// Samples delivered so far.
  var heard = 0
  /// Tickets by the label of their request.
  private var tickets: [(label: String, ticket: Ticket)] = []
  private var ids: UInt32 = 0

  init() { row = Story.row(1) }

  static func row(_ recording: UInt16) -> Row {
    Row(
      recording: RecordingID(recording), attempt: 1, generation: 0, state: .capturing,
      settings: Settings())
  }

  var trace: [TraceRecord] { beats.map(\.record) }
  var lease: Lease { Lease(recording: recording, attempt: attempt, generation: 0) }
  var partial: FileRef { FileRef(recording, .partial) }
  var source: FileRef { FileRef(recording, .source) }

  // MARK: telling

  mutating func wait(_ milliseconds: Int) { now = now + .milliseconds(milliseconds) }

  mutating func tell(_ label: String, _ what: Happening, about family: Family = .none) {
    let identity = Identity(family, recording: recording.rawValue, attempt: attempt)
    let wall = now + .seconds(1_700_000_000)
    beats.append(
      Beat(
        label: label,
        record: TraceRecord(
          at: Moment(monotonic: now, wall: wall), identity: identity, process: process, what: what),
        row: row, attempt: attempt, heard: heard))
  }

  mutating func event(_ label: String, _ event: Event) { tell(label, .event(event)) }
  mutating func person(_ label: String, _ command: Command) { event(label, .person(command)) }
  mutating func did(_ label: String, _ deed: Deed) { tell(label, .did(deed)) }
  mutating func say(_ label: String, _ notice: Notice) { tell(label, .effect(.notice(notice))) }
  mutating func ignored(_ label: String, _ why: Ignored) { tell(label, .ignored(why)) }

  /// Asks for something; leased unless it concerns nobody.
  mutating func ask(_ label: String, _ request: Request, leased: Bool = true) {
    ids += 1
    let ticket = Ticket(EffectID(ids), leased ? lease : nil)
    tickets.append((label, ticket))
    tell(label, .effect(.request(ticket, request)))
  }

  /// The ticket of the newest request with this label.
  func ticket(_ label: String) -> Ticket {
    tickets.last { $0.label == label }?.ticket ?? Ticket(EffectID(9_999))
  }

  func id(_ label: String) -> EffectID { ticket(label).effect }

  mutating func answer(_ label: String, of asked: String, _ outcome: Outcome) {
    event(label, .finished(ticket(asked), outcome))
  }

  mutating func report(_ label: String, of asked: String, _ progress: Progress) {
    event(label, .progress(ticket(asked), progress))
  }

  /// Arms deadlines of this recording so many milliseconds from now.
  mutating func arm(_ label: String, _ all: [(stage: Stage, after: Int, of: String?)] = []) {
    let deadlines = all.map {
      Deadline(
        at: now + .milliseconds($0.after), stage: $0.stage, lease: lease,
        effect: $0.of.map { id($0) })
    }
    tell(label, .deadlines(deadlines))
  }

  /// Asks for the row as it stands, expecting these states of this attempt.
  mutating func write(
    _ label: String, _ state: RowState, from states: [RowState], of old: AttemptNumber? = nil
  ) {
    row.recording = recording
    row.state = state
    row.attempt = attempt
    var expected: RowStates = []
    for s in states { expected.formUnion(RowStates(s)) }
    let expecting: Expectation =
      states.isEmpty ? .nothing : .row(expected, attempt: old ?? attempt)
    ask(label, .store(.write(row, expecting: expecting)))
  }

  /// The row that a write asked for is durable; `before` is the newest one that was.
  mutating func wrote(_ label: String, before: Row?) {
    did(label, .rowWritten(before: before, after: row))
  }

  // MARK: breaking

  func without(_ labels: String...) -> Story {
    var copy = self
    copy.beats.removeAll { labels.contains($0.label) }
    return copy
  }

  func replacing(_ label: String, _ what: Happening) -> Story {
    var copy = self
    for n in copy.beats.indices where copy.beats[n].label == label {
      copy.beats[n].record.what = what
    }
    return copy
  }

  /// The same story with a row changed in the write and in what came true by it.
  func rewriting(_ labels: String..., with change: (inout Row) -> Void) -> Story {
    rewriting(labels, from: 0, with: change)
  }

  /// The same story with a row changed where it comes last.
  func rewritingLast(_ labels: String..., with change: (inout Row) -> Void) -> Story {
    let last = labels.compactMap { label in beats.lastIndex { $0.label == label } }.min()
    return rewriting(labels, from: last ?? 0, with: change)
  }

  private func rewriting(
    _ labels: [String], from first: Int, with change: (inout Row) -> Void
  ) -> Story {
    var copy = self
    for n in copy.beats.indices where n >= first && labels.contains(copy.beats[n].label) {
      switch copy.beats[n].record.what {
      case .effect(.request(let t, .store(.write(var row, let expecting)))):
        change(&row)
        copy.beats[n].record.what = .effect(.request(t, .store(.write(row, expecting: expecting))))
      case .did(.rowWritten(let before, var after)):
        change(&after)
        copy.beats[n].record.what = .did(.rowWritten(before: before, after: after))
      default: break
      }
    }
    return copy
  }

  /// Puts something right behind a beat, at its time.
  func inserting(_ what: Happening, after label: String) -> Story {
    var copy = self
    guard let n = copy.beats.lastIndex(where: { $0.label == label }) else { return copy }
    var beat = copy.beats[n]
    beat.label = "inserted"
    beat.record.what = what
    copy.beats.insert(beat, at: n + 1)
    return copy
  }

  /// Lets the keyboard's process die right behind a beat.
  func insertingDeath(after label: String) -> Story {
    var copy = self
    guard let n = copy.beats.firstIndex(where: { $0.label == label }) else { return copy }
    var beat = copy.beats[n]
    beat.label = "keyboard killed"
    beat.record.process = ProcessID(.keyboard)
    beat.record.what = .process(.killed)
    copy.beats.insert(beat, at: n + 1)
    return copy
  }

  /// Moves a beat right behind another one, to its time.
  func moving(_ label: String, after other: String) -> Story {
    var copy = self
    guard let from = copy.beats.firstIndex(where: { $0.label == label }) else { return copy }
    var beat = copy.beats.remove(at: from)
    guard let to = copy.beats.lastIndex(where: { $0.label == other }) else { return copy }
    beat.record.at = copy.beats[to].record.at
    copy.beats.insert(beat, at: to + 1)
    return copy
  }

  /// The story up to a beat, that beat included.
  func until(_ label: String) -> Story {
    var copy = self
    if let n = copy.beats.lastIndex(where: { $0.label == label }) {
      copy.beats.removeSubrange((n + 1)...)
      copy.now = copy.beats[n].record.at.monotonic
      copy.row = copy.beats[n].row
      copy.attempt = copy.beats[n].attempt
      copy.heard = copy.beats[n].heard
    }
    return copy
  }

  /// The story with more told behind it.
  func then(_ more: (inout Story) -> Void) -> Story {
    var copy = self
    more(&copy)
    return copy
  }

  func index(of label: String) -> Int { beats.firstIndex { $0.label == label } ?? -1 }
}

extension Story {
  /// The same story with another row to begin from in what came true by a write.
  func rebasing(_ label: String, with change: (inout Row) -> Void) -> Story {
    let n = index(of: label)
    guard n >= 0, case .did(.rowWritten(var before?, let after)) = beats[n].record.what else {
      return self
    }
    change(&before)
    return replacing(label, .did(.rowWritten(before: before, after: after)))
  }

  /// The same story by an engine that numbers its requests in another way.
  func renumbered() -> [TraceRecord] {
    trace.map { record in
      var copy = record
      switch record.what {
      case .event(.progress(let t, let p)): copy.what = .event(.progress(other(t), p))
      case .event(.finished(let t, let o)): copy.what = .event(.finished(other(t), o))
      case .event(.deadline(let d)): copy.what = .event(.deadline(other(d)))
      case .effect(.request(let t, let r)): copy.what = .effect(.request(other(t), r))
      case .effect(.notice(.stop(let id))): copy.what = .effect(.notice(.stop(other(id))))
      case .effect(.notice(.cancel(let id))): copy.what = .effect(.notice(.cancel(other(id))))
      case .effect(.notice(.abandon(let id))): copy.what = .effect(.notice(.abandon(other(id))))
      case .effect(.notice(.rebuild(let id))): copy.what = .effect(.notice(.rebuild(other(id))))
      case .effect(.notice(.leg(let id, let said))):
        copy.what = .effect(.notice(.leg(other(id), said)))
      case .deadlines(let all): copy.what = .deadlines(all.map { other($0) })
      case .event, .effect, .ignored, .did, .process, .end: break
      }
      return copy
    }
  }

  private func other(_ id: EffectID) -> EffectID { EffectID(100_003 &- id.rawValue &* 7) }
  private func other(_ t: Ticket) -> Ticket { Ticket(other(t.effect), t.lease) }
  private func other(_ d: Deadline) -> Deadline {
    Deadline(at: d.at, stage: d.stage, lease: d.lease, effect: d.effect.map { other($0) })
  }
}
