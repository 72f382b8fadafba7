import Contract
import SimulatedDisk
import Simulation

// The disk: what is unusual about it as a whole, and about single operations.
extension CaseWriter {
  func disk() throws(Unsayable) -> [Entry] {
    let plan = theCase.disk
    if plan.capacity != nil {
      throw Unsayable("a disk is told by its 'room' beside what is there, not by its capacity")
    }
    var entries: [Entry] = []
    if let room = plan.room { entries.append(Entry("room", try .size(room))) }
    if !plan.quotas.isEmpty {
      entries.append(
        Entry(
          "quotas",
          .map(
            try plan.quotas.map { one throws(Unsayable) -> Entry in
              Entry(one.role.word, try .size(one.bytes))
            })))
    }
    switch plan.freeSpace {
    case .actual: break
    case .unknown: entries.append(Entry("free-space", .word("unknown")))
    case .stale: entries.append(Entry("free-space", .word("stale")))
    case .fails: entries.append(Entry("free-space", .word("fails")))
    case .says(let bytes): entries.append(Entry("free-space", try .size(bytes)))
    }
    if !plan.protections.isEmpty {
      entries.append(
        Entry(
          "protects", .map(plan.protections.map { Entry($0.role.word, .word($0.level.word)) })))
    }
    if !plan.locks.isEmpty {
      let locks = try plan.locks.map { lock throws(Unsayable) -> Written in
        .map(try times(lock.from, lock.until))
      }
      entries.append(Entry("locked", locks.count == 1 ? locks[0] : .list(locks)))
    }
    if !plan.visits.isEmpty {
      let visits = try plan.visits.map { visit throws(Unsayable) -> Written in
        .map(try times(visit.from, visit.until) + [Entry("holds", .word(visit.hold.word))])
      }
      entries.append(Entry("second-process", visits.count == 1 ? visits[0] : .list(visits)))
    }
    return entries
  }

  private func times(_ from: Nanoseconds, _ until: Nanoseconds?) throws(Unsayable) -> [Entry] {
    let end = try until.map { time throws(Unsayable) in [Entry("until", try .time(time))] } ?? []
    return [Entry("from", try .time(from))] + end
  }

  /// What happens to an operation.
  func diskFault(_ entry: DiskPlan.Entry) throws(Unsayable) -> Written {
    guard let (deed, bytes) = DiskDeed.saying(entry.fault) else {
      throw Unsayable("the death of a process is told as a crash, not as a fault of the disk")
    }
    var entries = [Entry("does", .word(deed.word))]
    if bytes != 0 { entries.append(Entry("bytes", try .size(bytes))) }
    switch entry.lasts {
    case .eachTime: break
    case .once: entries.append(Entry("lasts", .word("once")))
    case .onwards: entries.append(Entry("lasts", .word("onwards")))
    case .times(let n): entries.append(Entry("lasts", .number(n)))
    case .during(let time): entries.append(Entry("lasts", try .time(time)))
    }
    return entries.count == 1 ? .word(deed.word) : .map(entries)
  }
}

extension DiskDeed {
  /// The word for a fault, with its bytes; nil where a crash says it.
  fileprivate static func saying(_ fault: DiskFault) -> (DiskDeed, bytes: Int)? {
    var bytes = 0
    switch fault {
    case .noSpace(let n), .short(let n), .leaves(let n): bytes = n
    case .kills: return nil
    case .failsBefore, .failsAfter, .refuses, .stalls, .failsSync, .lies, .vanishes, .replaced,
      .rots, .misreads, .damages, .misdirects:
      break
    }
    return allCases.first { $0.fault(bytes) == fault }.map { ($0, bytes) }
  }
}
