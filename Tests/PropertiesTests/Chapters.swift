import Contract

// What usually happens, chapter by chapter, as an engine without faults lets it happen.
extension Story {
  static let chunk = 8_000

  mutating func launch(
    _ dialect: Dialect = Dialect(), limits: Limits = Limits(), boot: UInt8 = 1,
    inventory: Inventory = Inventory(
      rows: [], damaged: [], tombstones: [], files: [], handoffs: []),
    live: LiveKind = .none
  ) {
    process = ProcessID(.app, boot: boot)
    tell("process launched", .process(.launched))
    event(
      "launched",
      .launched(Launch(process: process, dialect: dialect, limits: limits, live: live)))
    say("show idle at launch" + (boot > 1 ? " \(boot)" : ""), .show(.main, .idle))
    ask("ask open", .store(.open), leased: false)
    tell("arm launch", .deadlines([Deadline(at: now + Budgets.recovery, stage: .recovery)]))
    wait(2)
    did("did open", .storeOpened(sound: true))
    answer("done open", of: "ask open", .done)
    ask("ask inventory", .store(.readInventory), leased: false)
    wait(2)
    answer("done inventory", of: "ask inventory", .inventory(inventory))
    tell("arm none at launch", .deadlines([]))
    event("focus", .news(.focus(Target(1))))
    wait(500)
  }

  /// From the command to a microphone that runs.
  mutating func start() {
    person("start", .start(recording))
    write("ask journal", .capturing, from: [])
    ask("ask create", .file(.create(partial)))
    arm("arm start", [(.store, 5_000, "ask journal")])
    wait(1)
    did("did create", .created(partial))
    answer("done create", of: "ask create", .done)
    wait(1)
    wrote("did journal", before: nil)
    answer("done journal", of: "ask journal", .done)
    ask("ask capture", .capture(recording, limit: Budgets.captureLimit))
    say("show recording", .show(.main, .recording))
    arm("arm capture", [(.captureHealth, 3_000, nil), (.captureLimit, 1_200_000, nil)])
    wait(120)
    did("microphone on", .microphone(recording, isOn: true))
    report("began", of: "ask capture", .captureBegan(rate: sampleRate))
    arm("arm began", [(.captureHealth, 3_000, nil), (.captureLimit, 1_200_000, nil)])
  }

  /// A chunk of half a second, written by the time the next one comes.
  mutating func chunk(_ n: Int, samples: Int = Story.chunk, level: Level = .speech) {
    let span = Span(clip: recording.rawValue, from: heard, count: samples)
    heard += samples
    wait(samples / 16)
    report("frames \(n)", of: "ask capture", .frames(span, level))
    ask("ask append \(n)", .file(.append(partial, span)))
    arm("arm frames \(n)", [(.captureHealth, 3_000, nil), (.captureLimit, 1_200_000, nil)])
    wait(1)
    did("did append \(n)", .appended(partial, span))
    answer(
      "done append \(n)", of: "ask append \(n)", .appended(samples: samples, durableThrough: 0))
  }

  /// A graceful stop, answered by a short chunk and the recorder's own count.
  mutating func stop(by command: Command? = .stop(nil)) {
    if let command { person("stop", command) }
    say("say stop", .stop(id("ask capture")))
    arm("arm finalize", [(.finalize, 10_000, nil)])
    wait(10)
    let span = Span(clip: recording.rawValue, from: heard, count: 1_600)
    heard += span.count
    report("last frames", of: "ask capture", .frames(span, .speech))
    ask("ask last append", .file(.append(partial, span)))
    wait(1)
    did("did last append", .appended(partial, span))
    answer(
      "done last append", of: "ask last append", .appended(samples: 1_600, durableThrough: 0))
    wait(20)
    did("microphone off", .microphone(recording, isOn: false))
    answer("captured", of: "ask capture", .captured(samples: heard))
    close()
  }

  /// From the recorder's count to a validated container; phase 1 begins here.
  mutating func close(samples: Int? = nil) {
    let samples = samples ?? heard
    ask("ask close", .file(.close(partial)))
    wait(1)
    did("did close", .closed(partial, samples: samples))
    answer("done close", of: "ask close", .facts(facts(samples)))
    ask("ask validate", .file(.validate(partial)))
    say("show processing", .show(.main, .processing))
    arm("arm promote", [(.promote, 20_000, nil)])
    wait(1)
    answer("done validate", of: "ask validate", .facts(facts(samples)))
    row.samples = samples
  }

  func facts(_ samples: Int) -> FileFacts {
    FileFacts(samples: samples, bytes: 44 + 2 * samples, headerSamples: samples, isFinalized: true)
  }

  mutating func promote() {
    ask("ask sync", .file(.sync(partial)))
    wait(1)
    did("did sync", .fileDurable(partial, samples: row.samples))
    answer("done sync", of: "ask sync", .done)
    ask("ask promote", .file(.promote(partial)))
    wait(1)
    did("did promote", .renamed(from: partial, to: source, samples: row.samples))
    answer("done promote", of: "ask promote", .done)
  }

  /// The first row; the recording is saved.
  mutating func enter() {
    let before = row
    row.integrity = .complete
    write("ask processing", .processing, from: [.capturing])
    arm("arm processing", [(.promote, 20_000, nil)])
    wait(2)
    wrote("did processing", before: before)
    answer("done processing", of: "ask processing", .done)
    say("claim saved", .claim(recording, .saved))
  }

  mutating func upload() {
    ask("ask upload", .upload(source, row.settings))
    arm("arm upload", [(.recognition, 165_000, nil), (.request, 45_000, "ask upload")])
    wait(300)
    did(
      "did hear",
      .heard(source, [.clip(recording.rawValue, from: 0, count: row.samples)], row.settings))
    report("head", of: "ask upload", .head(Head(status: 200)))
    wait(500)
    did("did mean", .meant("one two"))
    answer("body", of: "ask upload", .body(Body("one two", contentType: "text/plain")))
  }

  mutating func keepRaw(_ text: String = "one two") {
    let before = row
    row.raw = text
    write("ask raw", row.state, from: [row.state])
    arm("arm raw", [(.recognition, 100_000, nil), (.store, 5_000, "ask raw")])
    wait(2)
    wrote("did raw", before: before)
    answer("done raw", of: "ask raw", .done)
  }

  mutating func cleanUp() {
    ask("ask cleanup", .cleanUp("one two", row.settings))
    arm("arm cleanup", [(.cleanup, 20_000, "ask cleanup")])
    did("did ask cleanup", .askedCleanup("one two", row.settings))
    wait(300)
    report("cleanup head", of: "ask cleanup", .head(Head(status: 200)))
    wait(500)
    answer(
      "cleanup body", of: "ask cleanup",
      .body(
        Body(
          "{\"text\": \"One, two.\", \"finish_reason\": \"stop\"}",
          contentType: "application/json")))
  }

  /// The terminal write of this attempt, from the state that it is in.
  mutating func ask(
    end state: RowState, _ reason: Reason = .none, from states: [RowState]? = nil,
    final: String? = nil
  ) {
    let old = row.state
    row.reason = reason
    if let final { row.final = final }
    write("ask \(state)", state, from: states ?? [old])
    arm("arm \(state)", [(.store, 5_000, "ask \(state)")])
    wait(2)
  }

  /// A terminal write that is answered, and the app at rest.
  mutating func end(
    _ state: RowState, _ reason: Reason = .none, final: String? = nil, claim: Claim
  ) {
    let before = row
    ask(end: state, reason, final: final)
    wrote("did \(state)", before: before)
    answer("done \(state)", of: "ask \(state)", .done)
    say("show idle", .show(.main, .idle))
    say("claim \(state)", .claim(recording, claim))
    arm("arm none")
  }

  mutating func succeed() {
    end(.success, final: "One, two.", claim: .succeeded("One, two."))
  }

  mutating func deliver() {
    wait(1)
    event("route", .news(.route))
    var before = row
    row.delivery = .claimed
    write("ask claimed", .success, from: [.success])
    wait(2)
    wrote("did claimed", before: before)
    answer("done claimed", of: "ask claimed", .done)
    ask("ask deliver", .deliver("One, two.", Target(1)))
    arm("arm deliver", [(.delivery, 5_000, "ask deliver")])
    wait(40)
    did("did land", .landed(Target(1), "One, two."))
    answer("delivered", of: "ask deliver", .delivered)
    before = row
    row.delivery = .delivered
    write("ask outcome", .success, from: [.success])
    arm("arm outcome")
    wait(2)
    wrote("did outcome", before: before)
    answer("done outcome", of: "ask outcome", .done)
    say("claim delivered", .claim(recording, .delivered(Target(1))))
  }

  mutating func finish() {
    wait(60_000)
    tell("end", .end(.settled))
  }

  /// From a person who speaks for a second to a source in its place and a row.
  mutating func record() {
    start()
    chunk(1)
    chunk(2)
    stop()
    promote()
    enter()
  }
}
