import Contract

extension Story {
  /// A retry that is taken, up to its durable row.
  mutating func retry() {
    person("retry", .retry(recording))
    let before = row
    attempt += 1
    row.reason = .none
    say("show processing again", .show(.main, .processing))
    write("ask retrying", .retrying, from: [before.state], of: before.attempt)
    arm("arm retrying", [(.store, 5_000, "ask retrying")])
    wait(2)
    wrote("did retrying", before: before)
    answer("done retrying", of: "ask retrying", .done)
  }

  /// A refused request ends the attempt.
  mutating func refuse() {
    ask("ask upload", .upload(source, row.settings))
    arm("arm upload", [(.recognition, 165_000, nil), (.request, 45_000, "ask upload")])
    wait(300)
    report("refused", of: "ask upload", .head(Head(status: 401)))
    say("abandon upload", .abandon(id("ask upload")))
    say("tell refused", .tell(Message(.accessRefused, recording: recording)))
    end(.failed, .accessRefused, claim: .failed(partial: nil, audioKept: true))
  }
}

extension Stories {
  /// A refused request, and a retry that succeeds; the late body of the first changes nothing.
  static let retried = Story().then {
    $0.launch()
    $0.record()
    $0.refuse()
    $0.wait(1_000)
    $0.retry()
    let first = $0.ticket("ask upload")
    $0.ask("ask upload", .upload($0.source, $0.row.settings))
    $0.arm("arm upload 2", [(.recognition, 165_000, nil), (.request, 45_000, "ask upload")])
    $0.wait(100)
    $0.event("late body", .finished(first, .body(Body("late", contentType: "text/plain"))))
    $0.ignored("late ignored", .alreadyFinished)
    $0.wait(200)
    $0.report("head", of: "ask upload", .head(Head(status: 200)))
    $0.person("retry too", .retry($0.recording))
    $0.ignored("retry ignored", .duplicate)
    $0.wait(500)
    $0.answer("body", of: "ask upload", .body(Body("one two", contentType: "text/plain")))
    $0.keepRaw()
    $0.cleanUp()
    $0.succeed()
    $0.finish()
  }

  /// A success is retried and the retry fails; the earlier text stays.
  static let retriedInVain = Story().then {
    $0.launch()
    $0.record()
    $0.upload()
    $0.keepRaw()
    $0.cleanUp()
    $0.succeed()
    $0.wait(1_000)
    $0.row.raw = nil
    $0.retry()
    $0.refuse()
    $0.finish()
  }

  /// Cancelled during recognition, then tried again and cancelled again.
  static let cancelledInWork = Story().then {
    $0.launch()
    $0.record()
    $0.ask("ask upload", .upload($0.source, $0.row.settings))
    $0.arm("arm upload", [(.recognition, 165_000, nil), (.request, 45_000, "ask upload")])
    $0.wait(100)
    $0.person("cancel", .cancel($0.recording))
    $0.say("cancel upload", .cancel($0.id("ask upload")))
    $0.say("abandon upload", .abandon($0.id("ask upload")))
    $0.end(.cancelled, .cancelledByPerson, claim: .cancelled)
    $0.wait(1_000)
    $0.retry()
    $0.upload()
    $0.keepRaw()
    $0.cleanUp()
    $0.succeed()
    $0.finish()
  }

  /// The first attempt's end was lost; a retry stores it as replaced before it takes over.
  static let replaced = Story().then {
    $0.launch()
    $0.record()
    $0.upload()
    $0.keepRaw()
    $0.cleanUp()
    let durable = $0.row
    $0.ask(end: .success, final: "One, two.")
    $0.answer("success failed", of: "ask success", .storeFailed(.busy))
    $0.say("show idle", .show(.main, .idle))
    $0.say("tell", .tell(Message(.historyNotUpdated, recording: $0.recording)))
    $0.arm("arm none")
    $0.wait(1_000)
    $0.row = durable
    $0.person("retry", .retry($0.recording))
    $0.say("show processing again", .show(.main, .processing))
    $0.row.reason = .replaced
    $0.write("ask replaced", .cancelled, from: [.processing])
    $0.arm("arm replaced", [(.store, 5_000, "ask replaced")])
    $0.wait(2)
    $0.wrote("did replaced", before: durable)
    $0.answer("done replaced", of: "ask replaced", .done)
    let before = $0.row
    $0.attempt += 1
    $0.row.reason = .none
    $0.write("ask retrying", .retrying, from: [.cancelled], of: 1)
    $0.arm("arm retrying", [(.store, 5_000, "ask retrying")])
    $0.wait(2)
    $0.wrote("did retrying", before: before)
    $0.answer("done retrying", of: "ask retrying", .done)
    $0.upload()
    $0.keepRaw()
    $0.cleanUp()
    $0.succeed()
    $0.finish()
  }

  /// The app dies while it recognizes; the next launch makes a recoverable failure of it.
  static let killed = Story().then {
    $0.launch()
    $0.record()
    $0.ask("ask upload", .upload($0.source, $0.row.settings))
    $0.arm("arm upload", [(.recognition, 165_000, nil), (.request, 45_000, "ask upload")])
    $0.wait(100)
    $0.tell("killed", .process(.killed))
    $0.wait(1_000)
    let facts = $0.facts($0.row.samples)
    $0.launch(
      boot: 2,
      inventory: Inventory(
        rows: [$0.row], damaged: [], tombstones: [],
        files: [FoundFile(file: $0.source, strict: facts, lenient: facts)], handoffs: []))
    let before = $0.row
    $0.row.reason = .interrupted
    $0.write("ask interrupted", .failed, from: [.processing])
    $0.say("tell interrupted", .tell(Message(.interruptedWork, recording: $0.recording)))
    $0.wait(2)
    $0.wrote("did interrupted", before: before)
    $0.answer("done interrupted", of: "ask interrupted", .done)
    $0.finish()
  }

  /// All of them, with a name for reports.
  static let all: [(name: String, story: Story)] =
    [
      ("good", good), ("short write", shortWrite), ("device lost", deviceLost),
      ("starved", starved), ("stalled stop", stalledStop), ("limit", limit),
      ("cancelled unheard", cancelledUnheard), ("cancelled heard", cancelledHeard),
      ("denied", denied), ("silent", silent), ("unpromoted", unpromoted),
      ("uncommitted", uncommitted), ("indeterminate", indeterminate), ("retried", retried),
      ("retried in vain", retriedInVain), ("cancelled in work", cancelledInWork),
      ("replaced", replaced), ("killed", killed),
    ] + recognized + finished
}
