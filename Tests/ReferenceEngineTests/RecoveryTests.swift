import Contract
import Testing

@testable import ReferenceEngine

@Suite("What a launch makes of what it finds")
struct RecoveryTests {
  /// The effects of reading an inventory, and the engine after it.
  private func launch(
    _ found: Inventory, dialect: Dialect = Dialect()
  ) -> (play: Play, effects: String) {
    var play = Play(dialect: dialect, found: nil)
    play.answer("open", .done)
    let effects = play.answer("inventory", .inventory(found))
    return (play, effects)
  }

  @Test(arguments: [RowState.processing, .retrying])
  func `an active row becomes a failure that keeps its text and can be tried again`(
    state: RowState
  ) {
    var old = row(state, attempt: 2)
    old.checkpoint = Checkpoint(text: "a", leaves: 1, through: 40_000)
    var (play, effects) = launch(.of([old], files: [.whole(r1, .source, 80_000)]))
    #expect(effects == "write r1.a2 failed:interrupted cp 1 'a'")
    #expect(
      play.open.last?.request
        == .store(.write(Self.ended(old), expecting: .row(RowStates(state), attempt: 2))))
    #expect(play.answer("write", .done) == "tell interruptedWork · claim r1 failed 'a'")
    #expect(play.person(.retry(r1)) == "write r1.a3 retrying cp 1 'a' · main processing")
    #expect(play.answer("write", .done) == "export r1 leaf1 40000+40000")
  }

  private static func ended(_ old: Row) -> Row {
    var row = old
    row.state = .failed
    row.reason = .interrupted
    return row
  }

  @Test func `durable raw text becomes a failure or a success, as the platform declares`() {
    var old = row(.processing)
    old.raw = "hello"
    let found = Inventory.of([old], files: [.whole(r1, .source, 80_000)])
    #expect(launch(found).effects == "write r1.a1 failed:interrupted raw 'hello'")
    var (play, effects) = launch(found, dialect: Dialect(durableRaw: .success))
    #expect(effects == "write r1.a1 success raw 'hello' final 'hello'")
    #expect(play.answer("write", .done) == "tell interruptedWork")
    #expect(play.ticket("deliver") == nil && play.ticket("usage") == nil)
  }

  @Test func `nothing is started by the name of what was deleted in an earlier life`() {
    var (play, effects) = launch(.of(tombstones: [Tombstone(r1, generation: 1)]))
    #expect(effects == "")
    #expect(play.person(.start(r1)) == "ignored: duplicate")
    #expect(play.person(.start(r2)).hasPrefix("create r2"))
  }

  @Test(arguments: [RowState.success, .failed, .cancelled])
  func `a terminal row is left alone`(state: RowState) {
    #expect(launch(.of([row(state)], files: [.whole(r1, .source, 80_000)])).effects == "")
  }

  @Test func `a delivery that was claimed when the app died is unconfirmed, and not repeated`() {
    var old = row(.success)
    old.final = "hello."
    old.delivery = .claimed
    #expect(launch(.of([old])).effects == "write r1.a1 success final 'hello.' unconfirmed")
  }

  @Test func `an active row whose audio is gone is not said to be kept, nor offered to be tried`() {
    var (play, effects) = launch(.of([row(.processing)]))
    #expect(effects == "write r1.a1 failed:interrupted unfinalized")
    #expect(
      play.answer("write", .done) == "tell interruptedWork · claim r1 failed without audio")
    #expect(play.person(.retry(r1)) == "ignored: notAllowedNow")
  }

  // MARK: A capture that was cut off

  @Test func `a capture whose source had its name becomes a whole recording`() {
    var (play, effects) = launch(
      .of([row(.capturing, integrity: .unfinalized)], files: [.whole(r1, .source, 80_000)]))
    #expect(effects == "write r1.a1 failed:recovered")
    #expect(play.answer("write", .done) == "tell audioRecovered · claim r1 failed")
    #expect(play.person(.retry(r1)).hasPrefix("write r1.a2 retrying"))
  }

  @Test func `a capture with a partial is closed, promoted and marked incomplete`() {
    var (play, effects) = launch(
      .of([row(.capturing, integrity: .unfinalized)], files: [.torn(r1, 16_000)]))
    #expect(effects == "write r1.a1 capturing knownIncomplete")
    #expect(play.answer("write", .done) == "close r1 partial")
    #expect(play.answer("close", .facts(.whole(16_000))) == "validate r1 partial")
    #expect(play.answer("validate", .facts(.whole(16_000))) == "sync r1 partial")
    #expect(play.answer("sync", .done) == "promote r1 partial")
    #expect(play.answer("promote", .done) == "write r1.a1 failed:recovered knownIncomplete")
    #expect(play.answer("write", .done) == "tell audioRecovered · claim r1 failed")
    #expect(play.row()?.samples == 16_000)
    #expect(play.person(.retry(r1)) == "ignored: notAllowedNow")
  }

  @Test(arguments: ["close", "validate", "sync", "promote"])
  func `a partial that cannot be promoted becomes an entry all the same`(step: String) {
    for isStalled in [false, true] {
      var (play, _) = launch(
        .of([row(.capturing, integrity: .unfinalized)], files: [.torn(r1, 16_000)]))
      play.answer("write r1.a1 capturing", .done)
      for (name, outcome): (String, Outcome) in [
        ("close", .facts(.whole(16_000))), ("validate", .facts(.whole(16_000))), ("sync", .done),
      ] {
        guard name != step else { break }
        play.answer(name, outcome)
      }
      let end = "write r1.a1 failed:recovered unfinalized"
      if isStalled {
        #expect(play.expire(.recovery) == "abandon \(step) · " + end)
      } else {
        #expect(play.answer(step, .fileFailed(.io(.no))) == end)
      }
    }
  }

  @Test func `a partial that was marked already is closed at once`() {
    let found = Inventory.of(
      [row(.capturing, integrity: .knownIncomplete)], files: [.torn(r1, 16_000)])
    #expect(launch(found).effects == "close r1 partial")
  }

  @Test func `a source whose journal says that it was cut short is not taken for whole`() {
    let found = Inventory.of(
      [row(.capturing, integrity: .knownIncomplete)], files: [.whole(r1, .source, 16_000)])
    #expect(launch(found).effects == "write r1.a1 failed:recovered knownIncomplete")
  }

  @Test func `a capture without a sample leaves nothing`() {
    let empty = FoundFile(
      file: FileRef(r1, .partial), strict: .whole(0), lenient: .whole(0))
    for files in [[], [empty]] {
      let found = Inventory.of([row(.capturing, integrity: .unfinalized)], files: files)
      #expect(launch(found).effects == "remove r1 partial · purge r1")
    }
  }

  @Test func `a file that nobody can read is kept, with an entry that says so`() {
    for kind in [FileRef.Kind.partial, .source] {
      var (play, effects) = launch(
        .of([row(.capturing, integrity: .unfinalized)], files: [.broken(r1, kind)]))
      #expect(effects == "write r1.a1 failed:recovered unfinalized")
      #expect(
        play.answer("write", .done) == "tell audioRecovered · claim r1 failed without audio")
    }
  }

  @Test func `a source that only a lenient reader takes is kept as incomplete`() {
    let source = FoundFile(
      file: FileRef(r1, .source), strict: .torn(0), lenient: .torn(16_000))
    let (play, effects) = launch(
      .of([row(.capturing, integrity: .unfinalized)], files: [source]))
    #expect(effects == "write r1.a1 failed:recovered knownIncomplete")
    #expect(play.ticket("remove") == nil)
  }

  // MARK: Files without a row

  @Test func `a source without a row becomes one entry`() {
    var (play, effects) = launch(.of(files: [.whole(r1, .source, 80_000)]))
    #expect(effects == "write r1.a1 failed:recovered")
    #expect(
      play.open.last.map {
        if case .store(.write(_, .nothing)) = $0.request { true } else { false }
      }
        == true)
    play.answer("write", .done)
    #expect(play.row()?.samples == 80_000)
  }

  @Test func `a partial without a row becomes one entry, marked incomplete`() {
    var (play, effects) = launch(.of(files: [.torn(r1, 16_000)]))
    #expect(effects == "write r1.a1 capturing knownIncomplete")
    #expect(play.answer("write", .done) == "close r1 partial")
    play.answer("close", .facts(.whole(16_000)))
    play.answer("validate", .facts(.whole(16_000)))
    play.answer("sync", .done)
    #expect(play.answer("promote", .done) == "write r1.a1 failed:recovered knownIncomplete")
  }

  @Test func `files that are not ours, not readable or only leaves are left alone`() {
    let foreign = FoundFile(file: nil, strict: .whole(8), lenient: .whole(8))
    let found = Inventory.of(
      files: [foreign, .broken(r1, .partial), .broken(r1, .source), .whole(r2, .leaf(1), 8)])
    #expect(launch(found).effects == "")
  }

  @Test func `the file of a damaged row is left with it`() {
    let (_, effects) = launch(
      .of(damaged: [r1, nil], files: [.whole(r1, .source, 80_000)]))
    #expect(effects == "tell damagedEntry · tell damagedEntry")
  }

  @Test func `many damaged rows do not make an endless reaction`() {
    let (_, effects) = launch(.of(damaged: Array(repeating: nil, count: 500)))
    #expect(effects.hasPrefix("tell damagedEntry"))
  }

  // MARK: Deletions

  @Test func `a deletion that was intended is carried out`() {
    var (play, effects) = launch(
      .of(
        [row(.processing)], tombstones: [Tombstone(r1, generation: 0)],
        files: [.whole(r1, .source, 80_000), .whole(r1, .leaf(1), 8)]))
    #expect(effects == "purge r1 · remove r1 source · remove r1 leaf1")
    #expect(play.person(.retry(r1)) == "ignored: notAllowedNow")
    #expect(play.person(.start(r1)) == "ignored: duplicate")
  }

  @Test func `hundreds of deletions to be carried out stay within the bounds`() {
    let all = (1...200).map { RecordingID($0) }
    var (play, _) = launch(
      .of(
        tombstones: all.map { Tombstone($0, generation: 0) },
        files: all.map { .whole($0, .source, 8) }))
    for r in all { play.answer("remove \(r) source", .done) }
    #expect(play.armed.isEmpty && play.open.isEmpty)
  }

  // MARK: Many, and the unlucky

  @Test func `more rows than are recovered at a time all get their turn`() {
    let all = (1...20).map { RecordingID($0) }
    var (play, effects) = launch(
      .of(all.map { row(.processing, $0) }, files: all.map { .whole($0, .source, 80_000) }))
    #expect(effects.split(separator: "·").count == 6)
    for r in all { play.answer("write \(r).a1 failed", .done) }
    #expect(play.claims.count == 20)
    #expect(play.armed.isEmpty)
  }

  @Test func `deleting those under way lets the others have their turn`() {
    let all = (1...8).map { RecordingID($0) }
    var (play, _) = launch(
      .of(all.map { row(.processing, $0) }, files: all.map { .whole($0, .source, 80_000) }))
    for r in all[..<6] { play.person(.delete(r)) }
    #expect(play.ticket("write r7.a1 failed") != nil && play.ticket("write r8.a1 failed") != nil)
  }

  @Test(arguments: [StoreFailure.io(.no), .busy, .locked])
  func `an entry that cannot be written is told, and the others go on`(failure: StoreFailure) {
    var (play, _) = launch(
      .of(
        [row(.processing), row(.processing, r2)],
        files: [.whole(r1, .source, 80_000), .whole(r2, .source, 80_000)]))
    #expect(play.answer("write r1", .storeFailed(failure)) == "tell historyNotUpdated")
    #expect(play.answer("write r2", .done) == "tell interruptedWork · claim r2 failed")
  }

  @Test func `an entry that is not answered is given up`() {
    var (play, _) = launch(
      .of([row(.processing)], files: [.whole(r1, .source, 80_000)]))
    #expect(play.expire(.recovery) == "abandon write · tell historyNotUpdated")
  }

  @Test func `what somebody else has written meanwhile is right`() {
    var (play, _) = launch(
      .of([row(.processing)], files: [.whole(r1, .source, 80_000)]))
    #expect(play.answer("write", .storeFailed(.conflict(row(.failed)))) == "")
    #expect(play.row() == row(.failed))
    #expect(play.person(.retry(r1)).hasPrefix("write r1.a2 retrying"))
  }

  // MARK: The store

  @Test func `a store that cannot be read is set aside, byte for byte, and begun anew`() {
    var play = Play(found: nil)
    #expect(play.answer("open", .storeFailed(.corrupt)) == "quarantine")
    #expect(play.answer("quarantine", .done) == "tell historySetAside · open")
    #expect(play.answer("open", .done) == "inventory")
    #expect(play.answer("inventory", .inventory(.of())) == "")
  }

  @Test func `a store that stays unreadable is given up after three times`() {
    var play = Play(found: nil)
    play.answer("open", .storeFailed(.corrupt))
    play.answer("quarantine", .done)
    #expect(play.answer("open", .storeFailed(.corrupt)) == "open")
    #expect(play.expire(.recovery) == "abandon open · open")
    #expect(play.answer("open", .storeFailed(.busy)) == "tell historyUnavailable")
    #expect(play.armed.isEmpty)
  }

  @Test func `an inventory that fails is asked for at most three times`() {
    var play = Play(found: nil)
    play.answer("open", .done)
    #expect(play.answer("inventory", .storeFailed(.io(.no))) == "inventory")
    #expect(play.expire(.recovery) == "abandon inventory · inventory")
    #expect(play.answer("inventory", .storeFailed(.io(.no))) == "tell historyUnavailable")
  }

  @Test func `an inventory or an opening that comes late is used`() {
    var play = Play(found: nil)
    play.answer("open", .done)
    play.expire(.recovery)
    let found = Inventory.of([row(.processing)], files: [.whole(r1, .source, 80_000)])
    #expect(
      play.late("inventory", .inventory(found))
        == "abandon inventory · write r1.a1 failed:interrupted")

    var slow = Play(found: nil)
    for _ in 0..<3 { slow.expire(.recovery) }
    #expect(slow.late("open", .done) == "inventory")
  }

  @Test func `a recording of this session is not taken for one of the last`() {
    var play = Play(found: nil)
    play.answer("open", .done)
    play.record(r2)
    play.frames(1, of: r2)
    let found = Inventory.of(
      [row(.capturing, r2, integrity: .unfinalized), row(.processing)],
      files: [.whole(r1, .source, 80_000), .torn(r2, 8_000)])
    #expect(play.answer("inventory", .inventory(found)) == "write r1.a1 failed:interrupted")
    #expect(play.shown == [.main: .recording])
  }

  @Test func `a start by the name of an earlier recording hides it from no launch`() {
    let old = row(.capturing, integrity: .knownIncomplete)
    let found = Inventory.of([old], files: [.whole(r1, .source, 8_000)])
    // The journal is refused before History is read, or the source is seen before that.
    for isReadFirst in [false, true] {
      var play = Play(found: nil)
      if isReadFirst { play.answer("open", .done) }
      play.person(.start(r1))
      if !isReadFirst {
        play.answer("open", .done)
        play.answer("write r1.a1", .storeFailed(.conflict(old)))
      }
      let said = play.answer("inventory", .inventory(found))
      #expect(said.contains("write r1.a1 failed:recovered"))
      #expect(!said.contains("purge"))
      play.answer("write r1.a1 failed", .done)
      #expect(play.row()?.state == .failed)
    }
  }

  @Test func `nothing is given a name that old audio may have`() {
    // History is never read, so the device is asked whether the name is free.
    for isFree in [true, false] {
      var play = Play(found: nil)
      play.answer("open", .done)
      for _ in 0..<3 { play.answer("inventory", .storeFailed(.busy)) }
      play.record(r1)
      play.frames(1, of: r1)
      play.person(.stop(r1))
      play.answer("capture", .captured(samples: 8_000))
      let facts = FileFacts(samples: 8_000, bytes: 16_044, headerSamples: 8_000, isFinalized: true)
      play.answer("close", .facts(facts))
      play.answer("validate r1 partial", .facts(facts))
      #expect(play.answer("sync", .done) == "validate r1 source")
      let said = play.answer(
        "validate r1 source", isFree ? .fileFailed(.vanished) : .facts(facts))
      #expect(said.contains("promote") == isFree)
      #expect(said.contains("tell storageFailed") == !isFree)
    }
  }

  @Test func `a write of recovery that lands late is gone on with`() {
    let old = row(.capturing, integrity: .unfinalized)
    var play = Play(found: Inventory.of([old], files: [.torn(r1, 8_000)]))
    #expect(play.expire(.recovery) == "abandon write · tell historyNotUpdated")
    #expect(play.late("write r1.a1 capturing", .done) == "close r1 partial")
  }

  @Test func `surfaces are idle from the first moment on`() {
    let play = Play(dialect: Dialect(surfaces: [.main, .overlay, .liveActivity]), found: nil)
    #expect(play.shown == [.main: .idle, .overlay: .idle, .liveActivity: .idle])
  }
}
