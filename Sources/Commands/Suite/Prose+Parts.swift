import Choices
import Contract
import Exploration
import SimulatedDisk
import Simulation

// One entry of a case as a sentence.
extension Prose {
  /// What an entry says, without a full stop.
  func words(of part: CasePart) -> String {
    switch part {
    case .plan(let n):
      let entry = theCase.plan.entries[n]
      return "“\(Self.spelling(entry.question))” is \(Self.words(of: entry.value))"
    case .disk(let n):
      let entry = theCase.disk.entries[n]
      return "in “\(Self.request(entry.request))” \(entry.point) \(Self.words(of: entry.fault))"
        + Self.words(of: entry.lasts)
    case .allocation(let n):
      let one = theCase.disk.allocations[n]
      let more = one.isLasting ? ", and all that follow," : ""
      return "allocation \(one.ordinal) of “\(Self.request(one.request))”\(more) fails"
    case .crash(let n): return Self.words(of: theCase.crashes[n])
    case .recognizer(let n): return "the recognizer, \(Self.words(of: theCase.recognizer[n]))"
    case .cleanup(let n): return "the cleanup, \(Self.words(of: theCase.cleanup[n]))"
    case .quota(let n):
      return "\(theCase.disk.quotas[n].role) files have room for \(theCase.disk.quotas[n].bytes) B"
    case .room: return "the disk has room for \(theCase.disk.room ?? 0) B"
    case .freeSpace: return "the volume says about its free space: \(theCase.disk.freeSpace)"
    case .protection(let n):
      let one = theCase.disk.protections[n]
      return "\(one.role) files are protected while the device is locked: \(one.level)"
    case .lock(let n):
      let lock = theCase.disk.locks[n]
      return "the device is locked from \(Self.span(lock.from))"
        + (lock.until.map { " to \(Self.span($0))" } ?? " on")
    case .visit(let n):
      let visit = theCase.disk.visits[n]
      return "a second process holds History (\(visit.hold)) from \(Self.span(visit.from))"
        + (visit.until.map { " to \(Self.span($0))" } ?? " on")
    case .hold(let n):
      let hold = theCase.schedule[n]
      return "“\(Self.spelling(hold.hold))” comes only after “\(Self.spelling(hold.until))”"
    case .script(let n):
      let line = theCase.script[n]
      return "\(Self.words(of: line.anchor).lowercasedFirst), \(Self.words(of: line.action))"
    case .plant(let n): return "on the device lies already \(Self.words(of: theCase.plants[n]))"
    case .field(let n):
      return "\(Self.words(of: theCase.fields[n].target)) is \(theCase.fields[n].field)"
    }
  }

  static func words(of crash: Crash) -> String {
    let what = crash.losses == nil ? "the \(crash.role) dies" : "the power goes"
    let at =
      crash.inside.map { "\(crash.side) \($0) of “\(spelling(crash.at))”" }
      ?? "\(crash.side) “\(spelling(crash.at))”"
    var text = "\(what) \(at)"
    if let losses = crash.losses {
      let lost = losses.lost + losses.torn.map { "half of \($0.unit)" }
      text +=
        ", and " + (lost.isEmpty ? "all" : "all but " + lost.joined(separator: ", "))
        + " had arrived"
    }
    return text
  }

  private static func request(_ pattern: IdentityPattern) -> String {
    pattern == .all ? "any request" : spelling(pattern)
  }

  private static func words(of fault: DiskFault) -> String {
    switch fault {
    case .noSpace(let n): "finds the disk full after \(n) B"
    case .failsBefore: "fails, and nothing happened"
    case .failsAfter: "fails although it happened"
    case .refuses(let why): "is refused: \(why)"
    case .short(let n): "stops after \(n) B without an error"
    case .stalls: "never comes back"
    case .failsSync(let keeps):
      "fails, and the cache \(keeps ? "keeps what the disk will never have" : "forgets what was written")"
    case .lies: "says that it was done, and was not"
    case .leaves(let n): "leaves room for \(n) B"
    case .vanishes: "finds the file removed"
    case .replaced: "finds an empty file in the place of its own"
    case .rots: "meets a page with a wrong bit"
    case .misreads: "brings another page"
    case .damages: "meets a page that cannot be read"
    case .misdirects: "lands on the next page"
    case .kills(let done): "kills the process, \(done ? "done" : "not done")"
    }
  }

  private static func words(of lasts: DiskLasting) -> String {
    switch lasts {
    case .eachTime: ""
    case .once: ", once"
    case .times(let n): ", \(n) times"
    case .onwards: ", and so does all that follows"
    case .during(let time): ", and so does all that follows for \(span(time))"
    }
  }
}

extension String {
  /// The text with its first letter in lower case.
  fileprivate var lowercasedFirst: String { prefix(1).lowercased() + dropFirst() }
}
