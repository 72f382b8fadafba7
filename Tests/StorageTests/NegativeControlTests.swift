import SimulatedDisk
import Storage
import Testing

/// If a careless one no longer breaks, the disk has lost its teeth; if a careful one breaks, the disk
/// bites where no device does.
@Suite("Controls of the disk", .serialized)
struct NegativeControlTests {
  private func control(_ name: String) throws -> NegativeControl {
    try #require(NegativeControl.all.first { $0.name == name })
  }

  /// A debug build is slow: of large ones it sees the first states of each point, more of them where
  /// these have no teeth. A release build, and `lastword crash --controls`, count everything.
  private func limits(_ control: NegativeControl, _ mode: LossMode) -> [Int] {
    #if DEBUG
      let states = control.expected(mode).raw ?? control.pages.raw ?? .max
      if states > 4_000 { return control.isSafe ? [8] : [2, 90] }
    #endif
    return [.max]
  }

  /// Whether there is something of every kind of which there is much.
  private func shows(_ tally: CrashTally, _ expected: ControlFigures) -> Bool {
    let kinds = [
      (tally.corrupt, expected.corrupt), (tally.halves, expected.halves),
      (tally.lostAcks, expected.lostAcks), (tally.lostAudio, expected.lostAudio),
    ]
    return tally.raw > 0 && kinds.allSatisfy { $0 > 0 || ($1 ?? 0) < 20 }
  }

  @Test(arguments: NegativeControl.all.indices, LossMode.allCases)
  func `what is careless breaks, what is careful does not, and as often as was counted`(
    index: Int, mode: LossMode
  ) throws {
    try DiskProcess.exclusively {
      let control = NegativeControl.all[index]
      var tally = CrashTally()
      let limits = limits(control, mode)
      for limit in limits where !shows(tally, control.expected(mode)) {
        tally = try control.run(mode: mode, limit: limit)
      }
      #expect((tally.bad == 0) == control.isSafe, "\(control.name)")
      #expect(shows(tally, control.expected(mode)), "\(control.name) by \(mode)")
      #expect(tally.raw > 20 && DiskProcess.openFiles == 0)
      guard limits == [.max] else { return }
      #expect(tally.capped == 0)
      let figures = ControlFigures(tally)
      #expect(
        control.expected(mode).agrees(with: figures), "\(control.name) by \(mode): \(figures)")
    }
  }

  /// The seven ways that every disk has to find, each with what was noted of it.
  @Test func `nothing is missing from the list`() {
    let careless = NegativeControl.all.filter { !$0.isSafe }.map(\.name)
    let needed = [
      "no journal, big rows", "MEMORY, big rows", "SAFE_APPEND claimed", "SEQUENTIAL claimed",
      "POWERSAFE_OVERWRITE claimed", "no directory sync", "WAL NORMAL", "dictation, one sync",
      "DELETE FULL",
    ]
    for name in needed { #expect(careless.contains(name), "\(name)") }
  }

  @Test func `figures of our own stand only where those that were noted are not met`() {
    for control in NegativeControl.all {
      guard let calls = control.calls else { continue }
      #expect(!control.noted.agrees(with: calls), "\(control.name)")
    }
  }

  @Test(arguments: ["DELETE FULL", "dictation, one sync"], LossMode.allCases)
  func `what is remembered changes nothing`(name: String, mode: LossMode) throws {
    try DiskProcess.exclusively {
      let control = try control(name)
      // Every state recovered anew is slow; a few at each point will do.
      let known = try control.run(mode: mode, limit: 6)
      let anew = try control.run(mode: mode, remembers: false, limit: 6)
      #expect(anew.fingerprint == known.fingerprint)
      #expect(ControlFigures(anew) == ControlFigures(known))
      #expect(anew.recoveries == anew.raw && known.recoveries < known.raw * 3 / 4)
    }
  }

  @Test func `six do not fit what was noted, and no other`() {
    let open = NegativeControl.all.filter { $0.calls != nil }.map(\.name)
    let known = [
      "TRUNCATE FULL", "PERSIST FULL", "WAL FULL", "SAFE_APPEND claimed", "SEQUENTIAL claimed",
      "dictation, audio not synced",
    ]
    #expect(open == known)
  }

  /// What a second crash leads to is explored on top, and changes nothing of what the first left. Big
  /// ones have many recoveries, so a debug build takes a few states of each point.
  @Test(arguments: NegativeControl.all.indices, LossMode.allCases)
  func `a crash of the recovery changes no figure, and breaks nothing that is careful`(
    index: Int, mode: LossMode
  ) throws {
    try DiskProcess.exclusively {
      let control = NegativeControl.all[index]
      let once = try control.run(mode: mode, limit: 3)
      let twice = try control.run(mode: mode, limit: 3, depth: 2)
      #expect(twice.fingerprint == once.fingerprint)
      #expect(ControlFigures(twice) == ControlFigures(once))
      #expect(twice.deepRaw > 0 && twice.deepDistinct > 0 && once.deepRaw == 0)
      #expect(twice.deepBad == 0 || !control.isSafe, "\(control.name)")
      // A second crash undoes nothing that the first one broke.
      #expect(twice.deepBad >= once.corrupt + once.halves)
      #expect(DiskProcess.openFiles == 0)
      guard index.isMultiple(of: 5) else { return }
      let anew = try control.run(mode: mode, remembers: false, limit: 3, depth: 2)
      #expect(anew.fingerprint == once.fingerprint)
      #expect(anew.deepBad == twice.deepBad)
    }
  }

  @Test func `the same control gives the same exploration whatever came before`() throws {
    try DiskProcess.exclusively {
      let control = try control("DELETE FULL")
      let first = try control.run(mode: .calls, limit: 12)
      _ = try self.control("MEMORY FULL").run(mode: .pages)
      try DiskProcess.reseed(99)
      #expect(try control.run(mode: .calls, limit: 12) == first)
    }
  }

  @Test func `a machine is honest again after a control that lied`() throws {
    try DiskProcess.exclusively {
      let honest = try control("TRUNCATE FULL").run(mode: .calls, limit: 12)
      for name in ["no directory sync", "SEQUENTIAL claimed", "POWERSAFE_OVERWRITE claimed"] {
        _ = try control(name).run(mode: .calls, limit: 4)
      }
      #expect(try control("TRUNCATE FULL").run(mode: .calls, limit: 12) == honest)
    }
  }
}
