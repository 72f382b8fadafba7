import Contract

// Runs that begin with what an earlier one has left behind.
extension Stories {
  static func inventory(
    rows: [Row] = [], damaged: [RecordingID?] = [], tombstones: [Tombstone] = [],
    files: [FoundFile] = []
  ) -> Inventory {
    Inventory(rows: rows, damaged: damaged, tombstones: tombstones, files: files, handoffs: [])
  }

  static func sound(_ file: FileRef, samples: Int, isClosed: Bool = true) -> FoundFile {
    let facts = FileFacts(
      samples: samples, bytes: 44 + 2 * samples, headerSamples: samples, isFinalized: isClosed)
    return FoundFile(file: file, strict: isClosed ? facts : nil, lenient: facts)
  }

  /// The app died between two parts; the next launch keeps the first.
  static let interrupted = Story().then {
    $0.split()
    $0.tell("killed", .process(.killed))
    $0.wait(1_000)
    let found = inventory(
      rows: [$0.row], files: [sound($0.source, samples: $0.row.samples)])
    $0.launch(boot: 2, inventory: found)
    $0.recover()
    $0.finish()
  }

  /// It died again before that was stored.
  static let interruptedTwice = Story().then {
    $0.split()
    $0.tell("killed", .process(.killed))
    $0.wait(1_000)
    let found = inventory(
      rows: [$0.row], files: [sound($0.source, samples: $0.row.samples)])
    $0.launch(boot: 2, inventory: found)
    let row = $0.row
    $0.row.reason = .interrupted
    $0.write("ask first", .failed, from: [row.state])
    $0.tell("killed again", .process(.killed))
    $0.row = row
    $0.wait(1_000)
    $0.launch(boot: 3, inventory: found)
    $0.recover()
    $0.finish()
  }

  /// Audio without a row is adopted, a file that cannot be read is left alone, and so is a row.
  static let orphaned = Story().then {
    let row = Story.row(1)
    $0.row = row
    let broken = FoundFile(file: FileRef(RecordingID(7), .partial), strict: nil, lenient: nil)
    $0.launch(
      inventory: inventory(
        rows: [row], damaged: [RecordingID(8)],
        files: [
          sound($0.source, samples: 16_000), broken,
          FoundFile(file: nil, strict: nil, lenient: nil),
        ]))
    $0.say("tell damaged", .tell(Message(.damagedEntry)))
    $0.say("tell recovered", .tell(Message(.audioRecovered, recording: $0.recording)))
    $0.row.integrity = .complete
    $0.row.samples = 16_000
    $0.row.reason = .recovered
    $0.write("ask adopted", .failed, from: [.capturing])
    $0.wait(2)
    $0.wrote("did adopted", before: row)
    $0.answer("done adopted", of: "ask adopted", .done)
    $0.wait(1_000)
    $0.start(2)
    $0.wait(50)
    $0.person("cancel", .cancel($0.recording))
    $0.say("cancel capture", .cancel($0.id("ask capture")))
    $0.say("abandon capture", .abandon($0.id("ask capture")))
    $0.say("show idle", .show(.main, .idle))
    $0.ask("ask purge", .store(.purge([$0.recording])))
    $0.ask("ask remove", .file(.remove($0.partial)))
    $0.arm("arm none")
    $0.wait(2)
    $0.did("did remove", .removed($0.partial))
    $0.answer("done remove", of: "ask remove", .done)
    $0.did("did purge", .purged([$0.recording]))
    $0.answer("done purge", of: "ask purge", .done)
    $0.wait(28)
    $0.did("microphone off", .microphone($0.recording, isOn: false))
    $0.answer("late cancelled", of: "ask capture", .cancelled)
    $0.finish()
  }

  /// The store cannot be opened and is set aside.
  static let corrupt = Story().then {
    $0.tell("process launched", .process(.launched))
    $0.event("launched", .launched(Launch(process: ProcessID(.app))))
    $0.say("show idle at launch", .show(.main, .idle))
    $0.ask("ask open", .store(.open), leased: false)
    $0.arm("arm launch", [(.recovery, 10_000, nil)])
    $0.wait(2)
    $0.did("did open", .storeOpened(sound: false))
    $0.answer("corrupt", of: "ask open", .storeFailed(.corrupt))
    $0.ask("ask quarantine", .store(.quarantine), leased: false)
    $0.wait(2)
    $0.did("did quarantine", .quarantined)
    $0.answer("done quarantine", of: "ask quarantine", .done)
    $0.say("tell set aside", .tell(Message(.historySetAside)))
    $0.ask("ask open again", .store(.open), leased: false)
    $0.wait(2)
    $0.did("did open again", .storeOpened(sound: true))
    $0.answer("done open", of: "ask open again", .done)
    $0.ask("ask inventory", .store(.readInventory), leased: false)
    $0.wait(2)
    $0.answer("done inventory", of: "ask inventory", .inventory(inventory()))
    $0.arm("arm none")
    $0.finish()
  }

  /// The store stays shut; recording goes on all the same, as far as it can.
  static let shut = Story().then {
    $0.tell("process launched", .process(.launched))
    $0.event("launched", .launched(Launch(process: ProcessID(.app))))
    $0.say("show idle at launch", .show(.main, .idle))
    for n in 1...3 {
      $0.ask("ask open \(n)", .store(.open), leased: false)
      $0.tell("arm open \(n)", .deadlines([Deadline(at: $0.now + Budgets.store, stage: .recovery)]))
      $0.wait(2)
      $0.did("did open \(n)", .storeOpened(sound: true))
      $0.answer("failed \(n)", of: "ask open \(n)", .storeFailed(.io(.no)))
    }
    $0.say("tell unavailable", .tell(Message(.historyUnavailable)))
    $0.tell("arm none at launch", .deadlines([]))
    $0.wait(1_000)
    $0.person("start", .start($0.recording))
    $0.say("tell storage", .tell(Message(.storageFailed, recording: $0.recording)))
    $0.finish()
  }

  /// A finished recording of an earlier run, which nobody touches.
  static let succeededBefore = Story().then {
    $0.row.state = .success
    $0.row.integrity = .complete
    $0.row.samples = 16_000
    $0.row.raw = "one two"
    $0.row.final = "One, two."
    $0.launch(
      inventory: inventory(rows: [$0.row], files: [sound($0.source, samples: 16_000)]))
    $0.finish()
  }

  /// The file of a recording cannot be made.
  static let unstarted = Story().then {
    $0.launch()
    $0.person("start", .start($0.recording))
    $0.write("ask journal", .capturing, from: [])
    $0.ask("ask create", .file(.create($0.partial)))
    $0.arm("arm start", [(.store, 5_000, "ask journal")])
    $0.wait(1)
    $0.answer("not created", of: "ask create", .fileFailed(.locked))
    $0.say("tell", .tell(Message(.storageFailed, recording: $0.recording)))
    $0.ask("ask purge", .store(.purge([$0.recording])))
    $0.wait(1)
    $0.wrote("did journal", before: nil)
    $0.answer("done journal", of: "ask journal", .done)
    $0.wait(1)
    $0.did("did purge", .purged([$0.recording]))
    $0.answer("done purge", of: "ask purge", .done)
    $0.arm("arm none")
    $0.wait(360_000)
    $0.tell("end", .end(.settled))
  }

  /// A hand-off that comes too late is ignored.
  static let stale = Story().then {
    $0.launch()
    $0.event(
      "old hand-off",
      .news(
        .handoff(
          Handoff(
            from: ProcessID(.keyboard), sequence: 1, kind: .start($0.recording, Target(1)),
            writtenAt: .seconds(1_699_999_000)))))
    $0.ignored("ignored", .notAllowedNow)
    $0.finish()
  }

  static let found: [(name: String, story: Story)] = [
    ("interrupted", interrupted), ("interrupted twice", interruptedTwice),
    ("orphaned", orphaned), ("corrupt", corrupt), ("shut", shut), ("stale", stale),
    ("succeeded before", succeededBefore), ("unstarted", unstarted),
  ]
}

extension Story {
  /// What a launch makes of an active row.
  mutating func recover() {
    let before = row
    row.reason = .interrupted
    write("ask interrupted", .failed, from: [before.state])
    say("tell interrupted", .tell(Message(.interruptedWork, recording: recording)))
    wait(2)
    wrote("did interrupted", before: before)
    answer("done interrupted", of: "ask interrupted", .done)
  }

  /// Starts another recording.
  mutating func start(_ n: UInt16) {
    again(RecordingID(n))
    start()
  }
}
