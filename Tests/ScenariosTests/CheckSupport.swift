import Contract
import Simulation

@testable import Scenarios

/// A trace written down record by record, for checks that look at one.
struct Story {
  private(set) var records: [TraceRecord] = []
  private var now = Nanoseconds.zero

  /// Makes a story of lines such as `1s issue upload/r1.a1/0/t1`; nothing but names matters in
  /// them. A name after `!` was ignored.
  init(_ lines: String...) throws {
    for line in lines { try add(line) }
  }

  private mutating func add(_ line: String) throws {
    let parts = line.split(separator: " ", maxSplits: 1)
    let milliseconds = Int(parts[0].dropLast(2)) ?? 0
    now = .milliseconds(milliseconds)
    let isIgnored = parts[1].hasPrefix("!")
    let name = String(isIgnored ? parts[1].dropFirst() : parts[1])
    let identity = try IdentityPattern(parsing: name).value
    if identity.verb == .issue {
      append(identity, .effect(.request(Ticket(EffectID(1)), .resetEngine(slot: 1))))
    } else {
      append(identity, .event(.news(.route)))
      // What follows from an event carries its name and must not be counted again.
      append(identity, .deadlines([]))
    }
    if isIgnored { append(identity, .ignored(.notAllowedNow)) }
  }

  /// Adds a record at the time of the last one, or so long after it.
  mutating func append(
    _ identity: Identity, _ what: Happening, after delay: Nanoseconds = .zero,
    in process: ProcessID = ProcessID(.app)
  ) {
    now = now + delay
    records.append(
      TraceRecord(
        at: Moment(monotonic: now, wall: now), identity: identity, process: process, what: what))
  }

  /// Adds a notice.
  mutating func says(_ notice: Notice, after delay: Nanoseconds = .zero) {
    append(.effect(.notice(notice)), after: delay)
  }

  mutating func append(_ what: Happening, after delay: Nanoseconds = .zero) {
    append(Identity(.none), what, after: delay)
  }

  /// Adds a deed.
  mutating func did(_ deed: Deed, _ identity: Identity = Identity(.none)) {
    append(identity, .did(deed))
  }

  /// Adds a stretch that the microphone delivers.
  mutating func hears(_ span: Span, _ level: Level = .speech) {
    append(
      Identity(.capture, recording: span.clip).saying(.frames),
      .event(.progress(Ticket(EffectID(1)), .frames(span, level))))
  }
}

/// How one expectation comes out over a story: nil when it holds, else what was observed.
func shortfall(
  _ expectation: String, _ story: Story, rows: [Row] = [], files: [FileRef] = [],
  given: String = ""
) throws -> String? {
  let theCase = try checks(expectation, given)
  var judge = LineJudge(theCase)
  for record in story.records { judge.observe(record) }
  let verdicts = judge.verdicts(rows: rows, files: files) { _ in
    ClauseStanding(isViolated: false, evidence: 1)
  }
  switch verdicts[0] {
  case .holds: return nil
  case .unmet(_, let shortfall):
    return shortfall.at.map { "\($0): \(shortfall.observed)" } ?? shortfall.observed
  case .violated(let clause): return clause.id
  case .noEvidence: return "no evidence"
  }
}
