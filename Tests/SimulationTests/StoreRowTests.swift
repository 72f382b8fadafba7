import Choices
import Contract
import Simulation
import TestSupport
import Testing

@Suite("Boundary rows: History and files")
struct StoreRowTests {
  static let nobody = Case(script: [])
  static let anything = Expectation.row([.notTerminal, .terminal], attempt: 1)

  static let stories: [Story] = [
    Story(
      "first in, first out, whatever takes longer", nobody,
      plan: [("store/r1.a1/capturing?answer", .slow(.milliseconds(50)))],
      [
        .on(
          .launched, .open(1), .write(2, row(.capturing)), .write(3, row(.capturing, 2)),
          .create(4), .create(5, 2), .ask(6, .store(.probeSpace), r: 0))
      ],
      told: [
        "1 done create/r1/partial: done",
        "1 done create/r2/partial: done",
        "2 done open/store: done",
        "50 done store/r1.a1/capturing: done",
        "50 done store/r2.a1/capturing: done",
        "50 done space/store: space(Optional(10000000000))",
      ]),
    Story(
      "space: so much, unknown, not told", nobody,
      plan: [
        ("space/store?answer#2", .space(nil)),
        ("space/store?answer#3", .store(.io(told: .no, landed: false))),
      ],
      [
        .on(
          .launched, .ask(1, .store(.probeSpace), r: 0), .ask(2, .store(.probeSpace), r: 0),
          .ask(3, .store(.probeSpace), r: 0))
      ],
      told: [
        "2 done space/store: space(Optional(10000000000))",
        "2 done space/store#2: space(nil)",
        "2 done space/store#3: storeFailed(io(no))",
      ]),
    Story(
      "a store that is not open", nobody,
      [.on(.launched, .write(1, row(.capturing)), .inventory(2))],
      told: [
        "2 done store/r1.a1/capturing: storeFailed(io(no))",
        "2 done inventory/store: storeFailed(io(no))",
      ]),
    Story(
      "each way in which a write fails", nobody,
      plan: [
        ("store/r1.a1/capturing?answer", .store(.noSpace)),
        ("store/r2.a1/capturing?answer", .store(.busy)),
        ("store/r3.a1/capturing?answer", .store(.locked)),
        ("store/r4.a1/capturing?answer", .store(.suspect)),
        ("store/r5.a1/capturing?answer", .store(.io(told: .no, landed: true))),
        ("store/r6.a1/capturing?answer", .store(.io(told: .yes, landed: true))),
        ("store/r7.a1/capturing?answer", .store(.io(told: .unknown, landed: false))),
      ],
      [
        .on(
          .launched, .open(90), .write(1, row(.capturing, 1)), .write(2, row(.capturing, 2)),
          .write(3, row(.capturing, 3)), .write(4, row(.capturing, 4)),
          .write(5, row(.capturing, 5)), .write(6, row(.capturing, 6)),
          .write(7, row(.capturing, 7)), .inventory(8))
      ],
      told: [
        "2 done open/store: done",
        "2 done store/r1.a1/capturing: storeFailed(noSpace)",
        "2 done store/r2.a1/capturing: storeFailed(busy)",
        "2 done store/r3.a1/capturing: storeFailed(locked)",
        "2 done store/r4.a1/capturing: storeFailed(suspect)",
        "2 done store/r5.a1/capturing: storeFailed(io(no))",
        "2 done store/r6.a1/capturing: storeFailed(io(yes))",
        "2 done store/r7.a1/capturing: storeFailed(io(unknown))",
        "2 done inventory/store: inventory rows=2 files=0 handoffs=0",
      ]),
    Story(
      "a conflict carries the row that is there", finished(),
      [
        .on(
          .launched, .open(1), .write(2, row(.success), over: .row([.terminal], attempt: 1)),
          .write(3, row(.capturing)), .write(4, row(.success, 7), over: anything))
      ],
      told: [
        "2 done open/store: done",
        "2 done store/r1.a1/success: conflict r1.a1 processing",
        "2 done store/r1.a1/capturing: conflict r1.a1 processing",
        "2 done store/r7.a1/success: conflict none",
      ]),
    Story(
      "ordered checkpoints, one of which fails", finished(),
      plan: [("store/r1.a1/checkpoint.2?answer", .store(.io(told: .no, landed: false)))],
      [
        .on(
          .launched, .open(1),
          .write(
            2, row(.processing, checkpoint: Checkpoint(text: "a", leaves: 1, through: 8_000)),
            over: anything),
          .write(
            3, row(.processing, checkpoint: Checkpoint(text: "a b", leaves: 2, through: 16_000)),
            over: anything), .write(4, row(.processing, raw: "a b c"), over: anything))
      ],
      told: [
        "2 done open/store: done",
        "2 done store/r1.a1/checkpoint.1: done",
        "2 done store/r1.a1/checkpoint.2: storeFailed(io(no))",
        "2 done store/r1.a1/raw: done",
      ]),
    Story(
      "a terminal write that stalls past its deadline blocks what is behind it", finished(),
      plan: [("store/r1.a1/success?answer", .never)],
      [
        .on(.launched, .open(1)),
        .on(
          .finished(1), .write(2, row(.success), over: anything), .inventory(3),
          arm: [Deadline(at: .seconds(5), stage: .store, lease: lease(), effect: EffectID(2))]),
        .on(.due(.store), .abandon(2), .abandon(3)),
      ],
      told: [
        "2 done open/store: done",
        "5000 deadline store/r1.a1/success: store",
      ]),
    Story(
      "opening anew drops the one that hangs, and what is behind it runs, abandoned or not",
      finished(),
      plan: [("store/r1.a1/success?runs", .runs(.never))],
      [
        .on(.launched, .open(1)),
        .on(
          .finished(1), .write(2, row(.success), over: anything),
          .write(3, row(.failed), over: anything), .abandon(3), .inventory(4),
          arm: [Deadline(at: .seconds(5), stage: .store, lease: lease(), effect: EffectID(2))]),
        .on(.due(.store), .abandon(2), .open(5)),
      ],
      told: [
        "2 done open/store: done",
        "5000 deadline store/r1.a1/success: store",
        "5002 done open/store#2: done",
        "5002 done store/r1.a1/failed: done",
        "5002 done inventory/store: inventory rows=1 files=1 handoffs=0",
      ]),
    Story(
      "a second one that hangs waits for the next opening", finished(),
      plan: [
        ("store/r1.a1/success?answer", .never), ("store/r1.a1/failed?answer", .never),
      ],
      [
        .on(.launched, .open(1)),
        .on(
          .finished(1), .write(2, row(.success), over: anything),
          .write(3, row(.failed), over: anything), .inventory(4), .abandon(2), .abandon(3),
          .open(5)), .on(.finished(5), .open(6)),
      ],
      told: [
        "2 done open/store: done",
        "4 done open/store#2: done",
        "6 done open/store#3: done",
        "6 done inventory/store: inventory rows=1 files=1 handoffs=0",
      ]),
    Story(
      "abandoning never takes a write back: it lands late", finished(),
      plan: [("store/r1.a1/success?answer", .slow(.seconds(30)))],
      [
        .on(
          .launched, .open(1), .write(2, row(.success), over: anything), .cancel(2), .abandon(2)),
        .on(.finished(2), .inventory(3)),
      ],
      told: [
        "2 done open/store: done",
        "30000 done store/r1.a1/success: done",
        "30002 done inventory/store: inventory rows=1 files=1 handoffs=0",
      ]),
    Story(
      "opening fails, hangs, works", nobody,
      plan: [("open/store?answer", .store(.busy)), ("open/store?answer#2", .never)],
      [
        .on(.launched, .open(1)), .on(.finished(1), .open(2), .abandon(2), .open(3)),
        .on(.finished(3), .inventory(4)),
      ],
      told: [
        "2 done open/store: storeFailed(busy)",
        "4 done open/store#3: done",
        "6 done inventory/store: inventory rows=0 files=0 handoffs=0",
      ]),
    Story(
      "a corrupt store is set aside and opened anew",
      Case(plants: [.row(row(.success)), .corruptStore], script: []),
      [
        .on(.launched, .open(1)), .on(.finished(1), .ask(2, .store(.quarantine), r: 0)),
        .on(.finished(2), .open(3)), .on(.finished(3), .inventory(4)),
      ],
      told: [
        "2 done open/store: storeFailed(corrupt)",
        "4 done quarantine/store: done",
        "6 done open/store#2: done",
        "8 done inventory/store: inventory rows=0 files=0 handoffs=0",
      ]),
    Story(
      "a tombstone is done before it beats a late write", finished(),
      [
        .on(
          .launched, .open(1),
          .ask(2, .store(.tombstone([Tombstone(RecordingID(1), generation: 0)]))),
          .write(3, row(.success), over: anything), .ask(4, .store(.purge([RecordingID(1)]))),
          .write(5, row(.capturing)), .file(6, .remove(file(.source))), .inventory(7))
      ],
      told: [
        "1 done remove/r1/source: done",
        "2 done open/store: done",
        "2 done tombstone/r1: done",
        "2 done store/r1.a1/success: storeFailed(tombstoned)",
        "2 done purge/r1: done",
        "2 done store/r1.a1/capturing: storeFailed(tombstoned)",
        "2 done inventory/store: inventory rows=0 files=0 handoffs=0",
      ]),
    Story(
      "a tombstone that fails", finished(),
      plan: [("tombstone/r1?answer", .store(.io(told: .no, landed: false)))],
      [
        .on(
          .launched, .open(1),
          .ask(2, .store(.tombstone([Tombstone(RecordingID(1), generation: 0)]))),
          .write(3, row(.success), over: anything))
      ],
      told: [
        "2 done open/store: done",
        "2 done tombstone/r1: storeFailed(io(no))",
        "2 done store/r1.a1/success: done",
      ]),
    Story(
      "each way in which a file fails", finished(),
      plan: [
        ("validate/r1/source?answer", .file(.locked)),
        ("validate/r1/source?answer#2", .file(.unreadable)),
        ("close/r1/source?answer", .file(.io(told: .yes, landed: false))),
        ("sync/r1/source?answer", .file(.suspect)),
        ("remove/r1/source?answer", .file(.io(told: .unknown, landed: true))),
        ("create/r1/partial?answer", .file(.noSpace(accepted: 7))),
      ],
      [
        .on(
          .launched, .file(1, .validate(file(.source))), .file(2, .validate(file(.source))),
          .file(3, .close(file(.source))), .file(4, .sync(file(.source))),
          .file(5, .remove(file(.source))), .file(6, .validate(file(.source))),
          .file(7, .create(file(.partial))))
      ],
      told: [
        "1 done validate/r1/source: fileFailed(locked)",
        "1 done validate/r1/source#2: fileFailed(unreadable)",
        "1 done close/r1/source: fileFailed(io(yes))",
        "1 done sync/r1/source: fileFailed(suspect)",
        "1 done remove/r1/source: fileFailed(io(unknown))",
        "1 done validate/r1/source#3: fileFailed(vanished)",
        "1 done create/r1/partial: fileFailed(noSpace(accepted: 0))",
      ]),
    Story(
      "what a launch finds",
      Case(
        sounds: [Sound(.seconds(60), .speech)],
        plants: [
          .row(row(.processing, 2)), .row(row(.success, 1)), .damagedRow(RecordingID(3)),
          .tombstone(Tombstone(RecordingID(4), generation: 0)),
          .file(file(.source, 2), samples: 40_000, isClosed: true),
          .file(file(.partial, 5), samples: 40_000, isClosed: false),
          .brokenFile(file(.partial, 6)), .foreignFile,
          .handoff(
            Handoff(
              from: ProcessID(.keyboard), sequence: 1, kind: .stop(RecordingID(1)),
              writtenAt: Case.epoch)),
        ], script: []),
      [
        .on(
          .launched, .open(1), .inventory(2), .file(3, .validate(file(.partial, 5))),
          .file(4, .validate(file(.partial, 6))), .append(5, 40_000, 8_000, 5),
          .file(6, .close(file(.partial, 5))))
      ],
      told: [
        "1 done validate/r5/partial: 32000 of 32000",
        "1 done append/r5/1: fileFailed(io(no))",
        "1 done close/r5/partial: 40000 of 40000 finalized",
        "1 done validate/r6/partial: fileFailed(unreadable)",
        "2 done open/store: done",
        "2 done inventory/store: inventory rows=2 files=4 handoffs=1",
      ]),
  ]

  @Test("What the engine is told", arguments: stories)
  func told(_ story: Story) { story.check() }

  @Test("A write that runs early has landed before anything is answered")
  func early() {
    let theCase = Case(
      plants: [.row(row(.processing))], script: [],
      plan: Plan([
        Plan.Entry(KeyPattern(name("store/r1.a1/success?runs")), .runs(.early)),
        Plan.Entry(KeyPattern(name("store/r1.a1/success?answer")), .never),
      ]))
    let run = Playback(
      theCase,
      [
        .on(.launched, .open(1)),
        .on(
          .finished(1), .write(2, row(.success), over: Self.anything), .abandon(2), .inventory(3)),
      ])
    #expect(run.deeds == ["2 storeOpened(sound: true)", "2 rowWritten r1.a1 success"])
    #expect(
      run.told == [
        "2 done open/store: done", "4 done inventory/store: inventory rows=1 files=0 handoffs=0",
      ])
  }

  @Test("An early write still waits for an older one that is late")
  func earlyBehindLate() {
    let theCase = Case(
      plants: [.row(row(.processing))], script: [],
      plan: Plan([Plan.Entry(KeyPattern(name("store/r1.a1/success?runs")), .runs(.early))]))
    let run = Playback(
      theCase,
      [
        .on(.launched, .open(1)),
        .on(
          .finished(1), .write(2, row(.processing, raw: "x"), over: Self.anything),
          .write(3, row(.success), over: Self.anything)),
      ])
    // The late one runs when its answer is chosen; the early one right behind it, before that
    // answer is told.
    #expect(
      run.order == [
        "process launched", "event news launched", "effect issue open/store",
        "event news focus/1", "did storeOpened(sound: true)", "event done open/store",
        "effect issue store/r1.a1/raw", "effect issue store/r1.a1/success",
        "did rowWritten r1.a1 processing", "did rowWritten r1.a1 success",
        "event done store/r1.a1/raw", "event done store/r1.a1/success", "end settled",
      ])
  }
}
