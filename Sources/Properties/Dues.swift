import Contract

/// Something that must happen by a time, or it is a finding.
struct Due: Sendable {
  /// The clause that demands it.
  var clause: ClauseID
  /// The recording it is about, by its place in the ledger.
  var recording: Int
  /// Whose engine owes it.
  var role: ProcessRole
  /// The last moment.
  var by: Nanoseconds
  /// Whether trouble with the store excuses it.
  var isExcusable: Bool
  /// What the person would have seen.
  var sentence: String
  /// What was demanded.
  var expected: String
  /// What is said to be there instead.
  var observed: String
}

/// All that is owed, and the earliest time at which something of it is overdue.
struct Dues: Sendable {
  private(set) var all: [Due] = []
  /// The earliest last moment; the largest number when nothing is owed.
  private(set) var next = Nanoseconds(.max)

  /// Owes something; a debt of the same clause and recording keeps its earlier time.
  mutating func owe(_ due: Due) {
    guard !isOwed(due.clause, due.recording) else { return }
    all.append(due)
    next = min(next, due.by)
  }

  /// Whether something is owed.
  func isOwed(_ clause: ClauseID, _ recording: Int) -> Bool { place(clause, recording) != nil }

  private func place(_ clause: ClauseID, _ recording: Int) -> Int? {
    for n in all.indices where all[n].clause == clause && all[n].recording == recording { return n }
    return nil
  }

  /// Puts a debt off to a later time; false where there is none.
  mutating func renew(_ clause: ClauseID, _ recording: Int, by: Nanoseconds) -> Bool {
    guard let n = place(clause, recording) else { return false }
    all[n].by = by
    reckon()
    return true
  }

  /// Takes a debt back: it was paid, or nobody wants it any more.
  mutating func discharge(_ clause: ClauseID, _ recording: Int) {
    guard let n = place(clause, recording) else { return }
    all.remove(at: n)
    reckon()
  }

  /// Takes back all debts that concern a recording.
  mutating func discharge(recording: Int) {
    guard !all.isEmpty else { return }
    all.removeAll { $0.recording == recording }
    reckon()
  }

  /// Takes back all debts of a process that died.
  mutating func discharge(role: ProcessRole) {
    guard !all.isEmpty else { return }
    all.removeAll { $0.role == role }
    reckon()
  }

  /// Gives a process that slept its time back.
  mutating func postpone(role: ProcessRole, by asleep: Nanoseconds) {
    for n in all.indices where all[n].role == role { all[n].by = all[n].by + asleep }
    reckon()
  }

  /// Takes out the first debt whose time is over; a sleeping process is late in nothing.
  mutating func overdue(at now: Nanoseconds, awake: (ProcessRole) -> Bool) -> Due? {
    guard let n = all.firstIndex(where: { $0.by < now && awake($0.role) }) else { return nil }
    let due = all.remove(at: n)
    reckon()
    return due
  }

  private mutating func reckon() {
    next = Nanoseconds(.max)
    for n in all.indices { next = min(next, all[n].by) }
  }
}
