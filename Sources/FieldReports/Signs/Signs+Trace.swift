public import Contract

extension Sighting {
  /// What an honest log of the engine would say of a run: its trace in the same signs as a log.
  ///
  /// The same function serves every engine. It looks at what an app can know or somebody can see
  /// from outside (commands, requests and their answers, screens, the microphone, text that
  /// lands), never at an engine. A line is the place of a record in the trace, from 1.
  public static func all(of trace: some Sequence<TraceRecord>) -> [Sighting] {
    var projection = Projection()
    for record in trace { projection.observe(record) }
    return projection.sightings
  }
}

/// Says a run in signs while it goes on. A value, so that a search can keep one for each run.
public struct Projection: Sendable {
  /// What was seen so far, in order.
  public private(set) var sightings: [Sighting] = []

  var now: Int64 = 0
  var line = 0
  var actor = Sighting.Actor.app
  var process = ProcessID(.app)
  /// The command that was given in the reaction under way: it may turn out to be refused.
  var command: Command?
  /// How text leaves the app, as the last launch has it.
  var way = DeliveryWay.insert
  var captures: [Capturing] = []
  var legs: [Leg] = []
  var heads: [Status] = []
  var leaves: [Piece] = []
  var attempts: [Attempt] = []
  var redial: Int64?
  /// The field in focus, that which the text is for, and whether it has been told that they differ.
  var focus: Target?
  var owned: Target?
  var isAway = false
  /// Recordings whose audio the last launch found without an entry that is at its end.
  var found: [UInt16] = []
  /// Those of them that have become an entry.
  var adopted: [UInt16] = []

  /// A recording whose microphone was asked for.
  struct Capturing: Sendable {
    var recording: UInt16
    var asked: Int64
    var samples = 0
    var stopped: Int64?
    var isOver = false
    var isPendingTold = false
    var isHeard = false
    var isZero = false
  }

  /// A leg that was dialled.
  struct Leg: Sendable {
    var recording: UInt16
    var number: UInt16
    var offset: Int
    var heard = 0
    /// When it was last told that audio goes to it.
    var fed: Int64?
    var isOver = false
  }

  /// The last status of a request.
  struct Status: Sendable {
    var request: Identity
    var status: UInt16
  }

  /// How large the request is that sends a piece.
  struct Piece: Sendable {
    var file: FileRef
    var bytes: Int
  }

  /// A recording that somebody works on, and since which launch.
  struct Attempt: Sendable {
    var recording: UInt16
    var boot: UInt8
    var role: ProcessRole
    var hasBegun = false
  }

  /// A projection of a run that has not begun.
  public init() {}

  /// Takes the next record, which stands in the line after that of the one before.
  public mutating func observe(_ record: TraceRecord) { observe(record, inLine: line + 1) }

  /// Takes the next record.
  mutating func observe(_ record: TraceRecord, inLine line: Int) {
    self.line = line
    now = record.at.monotonic.count
    process = record.process
    actor = record.process.role == .app ? .app : .keyboard
    notePending()
    switch record.what {
    case .event(let event):
      command = nil
      take(event, record.identity)
    case .ignored: refuse()
    case .effect(.request(_, let request)): take(request, record.identity)
    case .effect(.notice(let notice)): take(notice, record.identity)
    case .deadlines(let all): take(all)
    case .did(let deed): take(deed)
    case .process(let change): take(change)
    case .end: break
    }
  }

  /// Adds a sighting.
  mutating func see(
    _ sign: Sign, _ value: Int64? = nil, of whole: Int64? = nil, subject: UInt16? = nil,
    at time: Int64? = nil
  ) {
    sightings.append(
      Sighting(
        sign, line: line, at: time ?? now, value: value, whole: whole,
        subject: subject.map(Int.init), actor: actor))
  }

  /// Adds a sighting unless the last one of this actor says the same: several surfaces show one
  /// thing, and no log has a line for each chunk.
  mutating func seeOnce(_ sign: Sign, _ value: Int64? = nil, subject: UInt16? = nil) {
    if let last = sightings.last, last.sign == sign, last.actor == actor { return }
    see(sign, value, subject: subject)
  }

  /// A recorder that has not answered a stop for a second is worth a line.
  private mutating func notePending() {
    for i in captures.indices {
      guard !captures[i].isOver, !captures[i].isPendingTold, let stopped = captures[i].stopped,
        now >= stopped + 1_000_000_000
      else { continue }
      captures[i].isPendingTold = true
      see(.recorderPending, 1_000, subject: captures[i].recording, at: stopped + 1_000_000_000)
    }
  }

  private mutating func take(_ change: ProcessChange) {
    switch change {
    case .launched: break
    case .killed:
      for i in captures.indices where actor == .app { captures[i].isOver = true }
      see(.killed)
    case .suspended: see(.slept)
    case .resumed: see(.woke)
    }
  }

  /// The command under way was not taken.
  private mutating func refuse() {
    defer { command = nil }
    switch command {
    case .start(let r): see(.startRefused, subject: r.rawValue)
    case .stop(let r): see(.stopRefused, subject: r?.rawValue)
    case .cancel(let r): see(.cancelRefused, subject: r.rawValue)
    case .retry(let r): see(.retryRefused, subject: r.rawValue)
    case .delete, .clear:
      // To be told only where the app took it on.
      if let last = sightings.lastIndex(where: { $0.actor == actor }),
        sightings[last].sign == .deleteAsked
      {
        sightings.remove(at: last)
      }
    case .change, .copy, .redeliver, nil: break
    }
  }

  /// A recording as the subject of a sighting; nil where no work on one is meant.
  func named(_ recording: UInt16) -> UInt16? { recording == 0 ? nil : recording }

  /// Samples as milliseconds.
  static func milliseconds(_ samples: Int) -> Int64 { Int64(samples) * 1_000 / Int64(sampleRate) }
}
