import Contract

/// What a run has shown so far: knowledge that all clauses share, from the trace alone.
///
/// It is brought up to date once a record, before the clauses see the record. Nothing in it comes
/// from an engine's own state; an engine is believed in what it asks for, and judged by what it
/// claims, shows, arms and ignores. Lists are short and searched from the end.
struct Ledger: Sendable {
  /// The record at hand.
  var stamp = Stamp()
  /// The newest life of each role, by its raw value.
  var processes = [ProcessFacts(.app), ProcessFacts(.keyboard)]
  /// The recordings in the order in which the run named them.
  var recordings: [RecordingFacts] = []
  /// The surfaces, by raw value.
  var surfaces = [SurfaceFacts](repeating: SurfaceFacts(), count: Surface.allCases.count)
  /// The reaction under way.
  var reaction = ReactionFacts()
  /// The request that the record at hand is about: one just made, or the one that answers, reports,
  /// is stopped, cancelled or abandoned, or whose deadline came. `none` where it is about none.
  var subject = OpenRequest.none
  /// The recording that the record at hand is about, by its place in the list; -1 for none.
  var about = -1
  /// Text that reached a field.
  var landings: [Landing] = []
  /// The clipboard's change count and whether the app put its content there.
  var clipboard = (change: 0, isOurs: false)
  /// How many lives have ended: what was known before is only a memory.
  var epoch = 0
  /// How the case ended.
  var ending: Ending?
  private var hint = 0

  /// The instant.
  var now: Nanoseconds { stamp.at.monotonic }
  /// The role whose record is at hand.
  var role: ProcessRole { stamp.process.role }

  /// The newest life of a role.
  subscript(role: ProcessRole) -> ProcessFacts {
    get { processes[Int(role.rawValue)] }
    _modify { yield &processes[Int(role.rawValue)] }
  }

  /// The place of a recording, made on first mention.
  mutating func place(of id: RecordingID) -> Int {
    if hint < recordings.count, recordings[hint].id == id { return hint }
    var n = recordings.count
    while n > 0 {
      n -= 1
      if recordings[n].id == id {
        hint = n
        return n
      }
    }
    recordings.append(RecordingFacts(id))
    hint = recordings.count - 1
    return hint
  }

  /// The place of a recording that was mentioned before; -1 otherwise.
  func placed(_ id: RecordingID) -> Int {
    for n in recordings.indices.reversed() where recordings[n].id == id { return n }
    return -1
  }

  /// The name of a recording by its place; nil for none.
  func name(_ place: Int) -> RecordingID? {
    place >= 0 && place < recordings.count ? recordings[place].id : nil
  }

  /// The request that excuses a demand on a recording: one of its own that failed or was given up,
  /// or else the store as a whole.
  func excuse(_ place: Int) -> Identity? {
    guard place >= 0 else { return processes[0].givenUp }
    let r = recordings[place]
    return r.givenUp ?? self[r.role].givenUp
  }

  /// Whether a deadline is armed for a recording, at the latest at a time.
  func isBounded(_ place: Int, by latest: Nanoseconds = Nanoseconds(.max)) -> Bool {
    let id = recordings[place].id
    let role = Int(recordings[place].role.rawValue)
    for d in processes[role].deadlines where d.at <= latest {
      if d.lease?.recording == id { return true }
      guard d.lease == nil, let effect = d.effect else { continue }
      if let n = processes[role].find(effect), processes[role].open[n].recording == place {
        return true
      }
    }
    return false
  }

  /// Whether a recording has a request of these kinds that is neither finished nor abandoned.
  func isOpen(_ place: Int, where matches: (borrowing OpenRequest) -> Bool) -> Bool {
    let role = Int(recordings[place].role.rawValue)
    for n in processes[role].open.indices.reversed() {
      if processes[role].open[n].recording == place, !processes[role].open[n].isAbandoned,
        !processes[role].open[n].isRefused, matches(processes[role].open[n])
      {
        return true
      }
    }
    return false
  }
}
