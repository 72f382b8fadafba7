import Contract

/// What a run has shown so far: knowledge that all clauses share, from the trace alone.
///
/// It is brought up to date once a record, before the clauses see the record. Nothing in it comes
/// from an engine's own state; an engine is believed in what it asks for, and judged by what it
/// claims, shows, arms and ignores. Lists are short and searched from the end.
///
/// Whoever looks at it is given it `inout`, and what looks at a part of it is written to be built into
/// its caller: lent in any other way, the whole of it would be copied for every question.
struct Ledger: Sendable {
  /// The record at hand.
  var stamp = Stamp()
  /// The newest life of each role, by its raw value.
  var processes: Roster = [ProcessFacts(.app), ProcessFacts(.keyboard)]
  /// The recordings in the order in which the run named them.
  var recordings: Roster<RecordingFacts> = []
  /// The surfaces, by raw value.
  var surfaces = [SurfaceFacts](repeating: SurfaceFacts(), count: Surface.allCases.count)
  /// Whether a surface has changed since the newest event.
  private var hasShown = false
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
  /// Since when another use has had the audio hardware, as far as the app was told; and when there
  /// was news of the hardware last.
  var interrupted: Nanoseconds?
  var hardwareNews = Nanoseconds(.min)
  /// How many lives have ended: what was known before is only a memory.
  var epoch = 0
  /// How the case ended.
  var ending: Ending?
  /// How often the families have been asked to look. What several of them want to know of one step
  /// is found out once.
  var look = 0
  var sending = (look: -1, fault: Fault?.none)
  var keeping = (look: -1, fault: Fault?.none)
  private var hint = 0

  /// The instant.
  var now: Nanoseconds { stamp.at.monotonic }
  /// The role whose record is at hand.
  var role: ProcessRole { stamp.process.role }

  /// The newest life of a role.
  subscript(role: ProcessRole) -> ProcessFacts {
    _read { yield processes[Int(role.rawValue)] }
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
  @inline(__always)
  func placed(_ id: RecordingID) -> Int {
    for n in recordings.indices.reversed() where recordings[n].id == id { return n }
    return -1
  }

  /// The name of a recording by its place; nil for none.
  @inline(__always)
  func name(_ place: Int) -> RecordingID? {
    place >= 0 && place < recordings.count ? recordings[place].id : nil
  }

  /// The facts of an attempt of a recording; nil for one that was never seen.
  @inline(__always)
  func facts(of number: AttemptNumber, _ place: Int) -> AttemptFacts? {
    var n = recordings[place].attempts.count
    while n > 0 {
      n -= 1
      if recordings[place].attempts[n].number == number { return recordings[place].attempts[n] }
    }
    return nil
  }

  /// Notes what a surface shows from now on.
  mutating func show(_ indicator: Indicator, on surface: Surface) {
    surfaces[Int(surface.rawValue)].shows = indicator
    surfaces[Int(surface.rawValue)].process = stamp.process
    hasShown = true
  }

  /// What is shown at an event is what was shown before its reaction.
  mutating func settleSurfaces() {
    guard hasShown else { return }
    hasShown = false
    for n in surfaces.indices { surfaces[n].showed = surfaces[n].shows }
  }

  // What is asked of every recording after every reaction reads plain fields where they lie: a
  // property that is computed, and the right side of `&&`, would have the recording copied.

  /// Phase 0 of a recording; see `RecordingFacts.isCapturing`.
  @inline(__always)
  func isCapturing(_ n: Int) -> Bool {
    guard recordings[n].stage == .running else { return false }
    return recordings[n].isDeleted ? false : recordings[n].capturing > 0
  }

  /// Phases 1 to 4 of a recording; see `RecordingFacts.isWorking`.
  @inline(__always)
  func isWorking(_ n: Int) -> Bool {
    guard recordings[n].isInWork else { return false }
    if recordings[n].isDeleted { return false }
    return recordings[n].hasSettledEnding ? recordings[n].ending != 0 : true
  }

  /// Any of the phases 0 to 4 of a recording.
  @inline(__always)
  func isActive(_ n: Int) -> Bool { isCapturing(n) ? true : isWorking(n) }

  /// The place of an open request of a process; nil for none of that id.
  @inline(__always)
  func find(_ effect: EffectID, of role: ProcessRole) -> Int? {
    let slot = Int(role.rawValue)
    var n = processes[slot].open.count
    while n > 0 {
      n -= 1
      if processes[slot].open[n].ticket.effect == effect { return n }
    }
    return nil
  }

  /// The request that excuses a demand on a recording: one of its own that failed or was given up,
  /// or else the store as a whole.
  @inline(__always)
  func excuse(_ place: Int) -> Identity? {
    guard place >= 0 else { return processes[0].givenUp }
    return recordings[place].givenUp ?? self[recordings[place].role].givenUp
  }

  /// Whether a deadline is armed for a recording, at the latest at a time.
  @inline(__always)
  func isBounded(_ place: Int, by latest: Nanoseconds = Nanoseconds(.max)) -> Bool {
    let id = recordings[place].id
    let role = recordings[place].role
    let slot = Int(role.rawValue)
    for d in processes[slot].deadlines where d.at <= latest {
      if d.lease?.recording == id { return true }
      guard d.lease == nil, let effect = d.effect else { continue }
      if let n = find(effect, of: role), processes[slot].open[n].recording == place { return true }
    }
    return false
  }

  /// Whether a recording has a request of these kinds that is neither finished nor abandoned.
  @inline(__always)
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
