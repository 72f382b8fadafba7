import Contract
import Simulation

extension StoreCheck {
  /// Checks of rows and tombstones.
  public static let history: [StoreCheck] = [
    StoreCheck(claim: "A store that is not open refuses rows, and says that nothing landed") { p in
      let refused = Outcome.storeFailed(.io(.no))
      p.expect(p.write(row(.capturing)), refused)
      p.expect(p.store.tombstone([Tombstone(RecordingID(1), generation: 0)], &p.deeds), refused)
      p.expect(p.store.purge([RecordingID(1)], &p.deeds), refused)
      p.expect(p.store.readInventory(handoffs: []), refused)
      p.expectDeeds([])
    },
    StoreCheck(claim: "Opening says that the store is sound, and may be done again") { p in
      for _ in 0..<2 {
        p.expect(p.store.open(&p.deeds), .done)
        p.expectDeeds([.storeOpened(sound: true)])
      }
    },
    StoreCheck(claim: "A first write finds nothing, and is told with what was there before") { p in
      p.open()
      p.expect(p.write(row(.capturing)), .done)
      p.expectDeeds([.rowWritten(before: nil, after: row(.capturing))])
      p.expect(p.write(row(.processing), .row([.notTerminal], attempt: 1)), .done)
      p.expectDeeds([.rowWritten(before: row(.capturing), after: row(.processing))])
      p.expect(p.store.rows(), [row(.processing)])
    },
    StoreCheck(claim: "Every field of a row comes back as it was written") { p in
      p.open()
      var full = row(
        .failed, 7, attempt: 300,
        checkpoint: Checkpoint(text: "ä\n\"\u{0}'", leaves: 9, through: 1),
        raw: "", final: "fin", delivery: .unconfirmed, usage: .reported)
      full.reason = .recovered
      full.integrity = .knownIncomplete
      full.samples = 1 << 33
      full.generation = 5
      full.settings = Settings(
        recognizer: .local(slot: 200), model: 255, language: 3, vocabulary: 4, cleanup: .local)
      p.expect(p.write(full), .done)
      p.expect(p.store.rows(), [full])
      p.expect(p.inventory.rows, [full])
    },
    StoreCheck(claim: "A conflict writes nothing and carries the whole row that is there") { p in
      p.open()
      let there = row(.success, attempt: 2, raw: "r", final: "f")
      p.expect(p.write(there), .done)
      p.deeds = []
      let conflict = Outcome.storeFailed(.conflict(there))
      p.expect(p.write(row(.capturing)), conflict)
      p.expect(p.write(row(.failed, attempt: 2), .row([.notTerminal], attempt: 2)), conflict)
      p.expect(p.write(row(.retrying, attempt: 2), .row([.terminal], attempt: 1)), conflict)
      p.expectDeeds([])
      p.expect(p.store.rows(), [there])
      p.expect(
        p.write(row(.success, 9), .row([.terminal], attempt: 1)), .storeFailed(.conflict(nil)))
      p.expect(p.write(row(.retrying, attempt: 3), .row([.terminal], attempt: 2)), .done)
    },
    StoreCheck(claim: "Rows stand in order of their recordings") { p in
      p.open()
      for r: UInt16 in [3, 1, 2] { p.expect(p.write(row(.capturing, r)), .done) }
      p.expect(p.store.rows().map(\.recording.rawValue), [1, 2, 3])
      p.expect(p.inventory.rows.map(\.recording.rawValue), [1, 2, 3])
    },
    StoreCheck(claim: "A tombstone beats every write of its generation, whatever is expected") {
      p in
      p.open()
      p.expect(p.write(row(.processing)), .done)
      p.deeds = []
      let stone = Tombstone(RecordingID(1), generation: 0)
      p.expect(p.store.tombstone([stone], &p.deeds), .done)
      p.expectDeeds([.tombstoned([stone])])
      p.expect(p.store.tombstone([stone], &p.deeds), .done)
      p.expectDeeds([.tombstoned([stone])])
      let buried = Outcome.storeFailed(.tombstoned)
      p.expect(p.write(row(.success), .row([.notTerminal], attempt: 1)), buried)
      p.expect(p.write(row(.capturing)), buried)
      p.expect(p.store.purge([RecordingID(1)], &p.deeds), .done)
      p.expectDeeds([.purged([RecordingID(1)])])
      p.expect(p.write(row(.capturing)), buried)
      p.expect(p.store.rows(), [])
      p.expect(p.inventory.tombstones, [stone])
      var reborn = row(.capturing)
      reborn.generation = 1
      p.expect(p.write(reborn), .done)
    },
    StoreCheck(claim: "A purge removes exactly its set") { p in
      p.open()
      for r: UInt16 in [1, 2, 3] { p.expect(p.write(row(.success, r)), .done) }
      p.expect(p.store.purge([RecordingID(1), RecordingID(3), RecordingID(9)], &p.deeds), .done)
      p.expect(p.store.rows().map(\.recording.rawValue), [2])
    },
    StoreCheck(claim: "A dead process leaves its rows and needs to open anew") { p in
      p.open()
      p.expect(p.write(row(.capturing)), .done)
      p.store.kill()
      p.expect(p.write(row(.capturing, 2)), .storeFailed(.io(.no)))
      p.open()
      p.expect(p.store.rows(), [row(.capturing)])
    },
    StoreCheck(claim: "A damaged row is reported, blocks its recording and no other") { p in
      p.store.plant(.damagedRow(RecordingID(2)), runs: [])
      p.store.plant(.row(row(.success)), runs: [])
      p.open()
      p.expect(p.inventory.damaged, [RecordingID(2)])
      p.expect(p.inventory.rows, [row(.success)])
      p.expect(p.write(row(.capturing, 2)), .storeFailed(.conflict(nil)))
      p.expect(p.write(row(.capturing, 3)), .done)
      p.expect(p.store.purge([RecordingID(2)], &p.deeds), .done)
      p.expect(p.inventory.damaged, [])
    },
    StoreCheck(claim: "A corrupt store is not opened; set aside, an empty one is") { p in
      p.store.plant(.row(row(.success)), runs: [])
      p.store.plant(.corruptStore, runs: [])
      p.expect(p.store.open(&p.deeds), .storeFailed(.corrupt))
      p.expectDeeds([.storeOpened(sound: false)])
      p.expect(p.store.quarantine(&p.deeds), .done)
      p.expectDeeds([.quarantined])
      p.expect(p.write(row(.capturing)), .storeFailed(.io(.no)))
      p.open()
      p.expect(p.store.rows(), [])
      p.expect(p.write(row(.capturing)), .done)
    },
  ]
}
