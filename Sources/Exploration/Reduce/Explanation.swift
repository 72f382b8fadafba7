import Choices
import Contract
import SimulatedDisk
import Simulation

// Why each entry that is left is there, and what would have gone well.
extension Reducer {
  /// Explains a reduction: what each entry is for, the nearest case that goes well and the place
  /// from which on nothing helps.
  func explain(_ reduction: inout Reduction, _ search: Search) {
    var looking = Search(
      stage, reduction.discovery, limit: explaining, improved: { _ in })
    let run = Recorded(reduction.theCase, stage)
    for part in CasePart.all(of: reduction.theCase) {
      let without = reduction.theCase.removing([part]).tidied
      if Self.isNearer(part, reduction.neighbour?.without),
        !looking.isOver, looking.run(without).verdict == .holds
      {
        reduction.neighbour = Reduction.Neighbour(theCase: without, without: part)
      }
      let role = role(of: part, reduction.theCase, run, &looking)
      reduction.explained.append(Reduction.Explained(part: part, role: role))
    }
    reduction.inevitable = inevitable(reduction, run, &looking)
    reduction.explaining = looking.executions
    for other in looking.others
    where !reduction.others.contains(where: { $0.clause == other.clause }) {
      reduction.others.append(other)
    }
  }

  /// One changed order says more than one fault less, and that more than an action less.
  private static func isNearer(_ part: CasePart, _ other: CasePart?) -> Bool {
    func distance(_ part: CasePart) -> Int {
      switch part.kind {
      case .hold: 0
      case .fault: 1
      case .given: 2
      case .action: 3
      }
    }
    // Of two actions the later one: that without a beginning nothing happens is no news.
    return other.map { distance(part) <= distance($0) } ?? true
  }

  /// What an entry is for: others are put in its place, and all must break the promise for it to
  /// be any; the first that does not ends the search.
  private func role(
    of part: CasePart, _ theCase: Case, _ run: Recorded, _ looking: inout Search
  ) -> Reduction.Explained.Role {
    let others = Self.others(than: part, theCase, run).prefix(8)
    var isAny = !others.isEmpty
    for other in others where isAny {
      isAny = looking.breaksTheSame(other) ?? false
    }
    switch part {
    case .hold: return isAny ? .any : .order
    case .crash, .script:
      // A first line at the start of everything has no order of its own.
      return isAny ? .any : .order
    case .plan, .disk, .allocation, .recognizer, .cleanup, .quota, .room, .freeSpace,
      .protection, .lock, .visit, .plant, .field:
      return isAny ? .any : .needed
    }
  }

  /// Cases with something else in the place of an entry, or the same at another time.
  private static func others(
    than part: CasePart, _ theCase: Case, _ run: Recorded
  ) -> [Case] {
    func changed(_ change: (inout Case) -> Void) -> Case {
      var other = theCase
      change(&other)
      return other
    }
    switch part {
    case .plan(let place):
      let entry = theCase.plan.entries[place]
      let all = Alternatives.to(entry.question.names.value).filter { $0 != entry.value }
      return spread(all, 8).map { answer in changed { $0.plan.entries[place].value = answer } }
    case .disk(let place):
      let entry = theCase.disk.entries[place]
      let all = DiskAlternatives.ladder(entry.point.verb).filter { $0 != entry.fault }
      return spread(all, 8).map { fault in changed { $0.disk.entries[place].fault = fault } }
    case .allocation(let place):
      return [1, 2, 3].map { n in changed { $0.disk.allocations[place].ordinal &+= n } }
    case .recognizer(let place):
      return spread(Reply.everyOne.filter { $0 != theCase.recognizer[place].reply }, 8).map {
        reply in changed { $0.recognizer[place].reply = reply }
      }
    case .cleanup(let place):
      return spread(Reply.everyOne.filter { $0 != theCase.cleanup[place].reply }, 8).map {
        reply in changed { $0.cleanup[place].reply = reply }
      }
    case .crash(let place):
      return spread(run.happenings, 8).map { happening in
        changed {
          $0.crashes[place].at = IdentityPattern(happening)
          $0.crashes[place].side = .after
          $0.crashes[place].inside = nil
        }
      }
    case .hold(let place):
      return spread(run.happenings, 6).map { happening in
        changed { $0.schedule[place].until = KeyPattern(Key(happening)) }
      }
    case .script(let place):
      return [Nanoseconds.milliseconds(300), .seconds(2), .seconds(30)].map { later in
        changed { $0.script[place].anchor = $0.script[place].anchor.later(by: later) }
      }
    case .quota, .room, .freeSpace, .protection, .lock, .visit, .plant, .field: return []
    }
  }

  /// So many of a list, from all over it.
  private static func spread<Element>(_ all: [Element], _ count: Int) -> [Element] {
    guard all.count > count else { return all }
    return (0..<count).map { all[$0 * all.count / count] }
  }
}

extension Anchor {
  fileprivate func later(by time: Nanoseconds) -> Anchor {
    switch self {
    case .time(let old): .time(old + time)
    case .after(let pattern, let wait): .after(pattern, wait + time)
    }
  }
}

/// The run of a case, kept for looking at: what happened, by name.
struct Recorded {
  /// The names of all records.
  private(set) var identities: [Identity] = []
  /// The names of what was delivered, in order, each once.
  private(set) var happenings: [Identity] = []
  /// The places of records at which a process died.
  private(set) var deaths: [Int] = []
  /// The places of what was delivered.
  private(set) var steps: [Int] = []
  /// When each line of the script happened, by its number from 1.
  private(set) var lines: [Int: Nanoseconds] = [:]

  init(_ theCase: Case, _ stage: Stage) {
    let seen = Seen()
    _ = stage.run(theCase) { record in
      let place = seen.identities.count
      seen.identities.append(record.identity)
      switch record.what {
      case .event:
        seen.steps.append(place)
        if record.identity.verb == .person {
          seen.lines[Int(record.identity.number)] = record.at.monotonic
        }
        if seen.known.insert(record.identity).inserted { seen.happenings.append(record.identity) }
      case .process(.killed): seen.deaths.append(place)
      case .effect, .ignored, .deadlines, .did, .process, .end: break
      }
    }
    identities = seen.identities
    happenings = seen.happenings
    deaths = seen.deaths
    steps = seen.steps
    lines = seen.lines
  }

  /// What was seen so far; the observer of a run is kept by it, and a copy would see nothing.
  private final class Seen {
    var identities: [Identity] = []
    var happenings: [Identity] = []
    var known: Set<Identity> = []
    var deaths: [Int] = []
    var steps: [Int] = []
    var lines: [Int: Nanoseconds] = [:]
  }

  /// The place of the first record with one of these names, whatever happens there.
  func first(_ pattern: IdentityPattern, anyVerb: Bool) -> Int? {
    var pattern = pattern
    if anyVerb {
      let bits: UInt64 = 0xFF << 56
      pattern.mask.high &= ~bits
      pattern.value.high &= ~bits
    }
    return identities.firstIndex { pattern.matches($0) }
  }
}
