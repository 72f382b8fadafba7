public import Simulation
import Choices
import Contract
import SimulatedDisk

/// One thing that a case says beside the usual, by its place in its list: what can be taken away
/// as a whole.
public enum CasePart: Hashable, Sendable {
  /// An unusual answer.
  case plan(Int)
  /// An unusual operation of the disk.
  case disk(Int)
  /// An allocation that fails.
  case allocation(Int)
  /// The death of a process.
  case crash(Int)
  /// A rule of the recognizer.
  case recognizer(Int)
  /// A rule of the cleanup.
  case cleanup(Int)
  /// Room for the files of a role.
  case quota(Int)
  /// Room for all files.
  case room
  /// What the volume says about its free space.
  case freeSpace
  /// Protection of the files of a role.
  case protection(Int)
  /// A time in which the device is locked.
  case lock(Int)
  /// A second process at the database.
  case visit(Int)
  /// A hold.
  case hold(Int)
  /// A line of the script.
  case script(Int)
  /// What the device holds already.
  case plant(Int)
  /// A field that is not plain.
  case field(Int)

  /// What kind of thing it is.
  public enum Kind: Int, CaseIterable, Hashable, Sendable {
    /// Something goes wrong.
    case fault
    /// Something happens in another order.
    case hold
    /// Somebody does something.
    case action
    /// Something is there from the start.
    case given
  }

  /// What kind of thing it is.
  public var kind: Kind {
    switch self {
    case .plan, .disk, .allocation, .crash, .recognizer, .cleanup, .quota, .room, .freeSpace,
      .protection, .lock, .visit:
      .fault
    case .hold: .hold
    case .script: .action
    case .plant, .field: .given
    }
  }

  /// Everything of a kind that a case says, in its order.
  public static func all(_ kind: Kind, of theCase: Case) -> [CasePart] {
    let disk = theCase.disk
    switch kind {
    case .fault:
      var parts: [CasePart] = theCase.plan.entries.indices.map { .plan($0) }
      parts += disk.entries.indices.map { .disk($0) }
      parts += disk.allocations.indices.map { .allocation($0) }
      parts += theCase.crashes.indices.map { .crash($0) }
      parts += theCase.recognizer.indices.map { .recognizer($0) }
      parts += theCase.cleanup.indices.map { .cleanup($0) }
      parts += disk.quotas.indices.map { .quota($0) }
      if disk.room != nil || disk.capacity != nil { parts.append(.room) }
      if disk.freeSpace != .actual { parts.append(.freeSpace) }
      parts += disk.protections.indices.map { .protection($0) }
      parts += disk.locks.indices.map { .lock($0) }
      parts += disk.visits.indices.map { .visit($0) }
      return parts
    case .hold: return theCase.schedule.indices.map { .hold($0) }
    case .action: return theCase.script.indices.map { .script($0) }
    case .given:
      return theCase.plants.indices.map { .plant($0) } + theCase.fields.indices.map { .field($0) }
    }
  }

  /// Everything that a case says.
  public static func all(of theCase: Case) -> [CasePart] {
    Kind.allCases.flatMap { all($0, of: theCase) }
  }
}

extension Case {
  /// The case without some of its parts.
  ///
  /// Lines of the script are named by their place, so what names a later one is renamed, and what
  /// names one that is gone goes too.
  func removing(_ parts: [CasePart]) -> Case {
    var rest = self
    let gone = Set(parts)
    rest.plan.entries = plan.entries.without { gone.contains(.plan($0)) }
    rest.disk.entries = disk.entries.without { gone.contains(.disk($0)) }
    rest.disk.allocations = disk.allocations.without { gone.contains(.allocation($0)) }
    rest.crashes = crashes.without { gone.contains(.crash($0)) }
    rest.recognizer = recognizer.without { gone.contains(.recognizer($0)) }
    rest.cleanup = cleanup.without { gone.contains(.cleanup($0)) }
    rest.disk.quotas = disk.quotas.without { gone.contains(.quota($0)) }
    if gone.contains(.room) { (rest.disk.room, rest.disk.capacity) = (nil, nil) }
    if gone.contains(.freeSpace) { rest.disk.freeSpace = .actual }
    rest.disk.protections = disk.protections.without { gone.contains(.protection($0)) }
    rest.disk.locks = disk.locks.without { gone.contains(.lock($0)) }
    // A locked device changes nothing that is not protected.
    if rest.disk.protections.isEmpty { rest.disk.locks = [] }
    rest.disk.visits = disk.visits.without { gone.contains(.visit($0)) }
    rest.schedule = schedule.without { gone.contains(.hold($0)) }
    rest.plants = plants.without { gone.contains(.plant($0)) }
    rest.fields = fields.without { gone.contains(.field($0)) }
    let lines = script.indices.filter { !gone.contains(.script($0)) }
    if lines.count < script.count {
      rest.script = lines.map { script[$0] }
      rest.renumberLines(lines)
    }
    return rest
  }

  /// Renames lines of the script, `kept` being the former places of those that are left.
  private mutating func renumberLines(_ kept: [Int]) {
    func now(_ pattern: IdentityPattern) -> IdentityPattern? {
      guard pattern.value.verb == .person, pattern.isExact else { return pattern }
      guard let place = kept.firstIndex(of: Int(pattern.value.number) - 1) else { return nil }
      var renamed = pattern
      renamed.value = pattern.value.numbered(UInt16(place + 1))
      return renamed
    }
    schedule = schedule.compactMap { hold in
      guard let held = now(hold.hold.names), let until = now(hold.until.names) else { return nil }
      return Hold(KeyPattern(held), until: KeyPattern(until))
    }
    crashes = crashes.compactMap { crash in
      guard let at = now(crash.at) else { return nil }
      var renamed = crash
      renamed.at = at
      return renamed
    }
    for place in script.indices {
      guard case .after(let pattern, let wait) = script[place].anchor else { continue }
      // A line whose anchor went stands behind the line before it.
      script[place].anchor = now(pattern).map { .after($0, wait) } ?? .time(.zero)
    }
  }

  /// The case without answers that an equal question before them takes: they never count, and a
  /// file cannot say them.
  public var tidied: Case {
    var tidy = self
    var asked: Set<KeyPattern> = []
    tidy.plan.entries.removeAll { !asked.insert($0.question).inserted }
    var points: [DiskPlan.Entry] = []
    tidy.disk.entries.removeAll { entry in
      if points.contains(where: { $0.request == entry.request && $0.point == entry.point }) {
        return true
      }
      points.append(entry)
      return false
    }
    if tidy.disk.protections.isEmpty { tidy.disk.locks = [] }
    return tidy
  }
}

extension Array {
  fileprivate func without(_ isGone: (Int) -> Bool) -> [Element] {
    indices.filter { !isGone($0) }.map { self[$0] }
  }
}

extension KeyPattern {
  /// The pattern as a set of names.
  var names: IdentityPattern {
    var pattern = IdentityPattern(Identity(high: value.high, low: value.low))
    pattern.mask = Identity(high: mask.high, low: mask.low)
    return pattern
  }
}
