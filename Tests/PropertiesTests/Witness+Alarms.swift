import Contract

// What fuzzing took for a broken promise and was none: each pair shows that the clause lets it pass
// now, and that what lies just beside it is still red.
extension Stories {
  /// The disk is full, that is told, and while the recorder stops its device goes away.
  fileprivate static let fullThenGone = shortWrite.until("arm finalize").then {
    $0.wait(5)
    $0.report("device gone", of: "ask capture", .deviceLost)
    $0.arm("arm gone", [(.finalize, 9_995, nil)])
    $0.wait(25)
    $0.did("microphone off", .microphone($0.recording, isOn: false))
    $0.answer("captured", of: "ask capture", .captureFailed(.deviceLost))
    $0.close(samples: 8_100)
    $0.promote()
    $0.row.integrity = .knownIncomplete
    $0.end(.failed, .storageFull, claim: .failed(partial: nil, audioKept: true))
    $0.finish()
  }

  /// Half of it is heard in two pieces, the rest is refused; the retry hears all of it at once, on
  /// the device.
  fileprivate static let heardAtOnce = Story().then {
    $0.recordInPieces()
    $0.send(0)
    $0.refuse(0, 413)
    $0.cut(1, from: 0, count: 8_800)
    $0.send(1)
    $0.refuse(1, 413)
    $0.cut(2, from: 0, count: 4_400)
    $0.hear(2, "one")
    $0.keep(1, "one", through: 4_400)
    $0.cut(3, from: 4_400, count: 4_400)
    $0.hear(3, "two")
    $0.keep(2, "one two", through: 8_800)
    $0.cut(4, from: 8_800, count: 8_800)
    $0.send(4)
    $0.refuse(4, 401)
    $0.fail(.accessRefused, .accessRefused)
    $0.wait(1_000)
    $0.person("change", .change(Settings(recognizer: .local(slot: 1), cleanup: .off)))
    $0.wait(1_000)
    $0.row.settings = Settings(recognizer: .local(slot: 1), cleanup: .off)
    $0.retry()
    $0.ask("ask local", .recognizeLocally($0.source, slot: 1, $0.row.settings))
    $0.arm("arm local", [(.localEngine, 150_000, "ask local")])
    $0.wait(2_000)
    $0.answer("text", of: "ask local", .text("one two three"))
    let before = $0.row
    $0.row.checkpoint = Checkpoint(text: "one two three", leaves: 1, through: $0.row.samples)
    $0.row.raw = "one two three"
    $0.write("ask raw", .retrying, from: [.retrying])
    $0.arm("arm raw", [(.store, 5_000, "ask raw")])
    $0.wait(2)
    $0.wrote("did raw", before: before)
    $0.answer("done raw", of: "ask raw", .done)
    $0.end(.success, final: "one two three", claim: .succeeded("one two three"))
    $0.finish()
  }

  /// A recording of an earlier run whose raw text is stored is tried again, and its time runs out
  /// before anything is asked.
  fileprivate static func waitedInVain(final: String?) -> Story {
    Story().then {
      $0.row.state = .failed
      $0.row.reason = .interrupted
      $0.row.integrity = .complete
      $0.row.samples = 16_000
      $0.row.raw = "one two"
      $0.row.final = final
      let facts = $0.facts(16_000)
      $0.launch(
        inventory: Inventory(
          rows: [$0.row], damaged: [], tombstones: [],
          files: [FoundFile(file: $0.source, strict: facts, lenient: facts)], handoffs: []))
      $0.retry()
      // The engine that it needs is not ready.
      $0.ask("ask reset", .resetEngine(slot: 1), leased: false)
      $0.arm("arm recognition", [(.recognition, 100, nil), (.reset, 5_000, "ask reset")])
      $0.wait(100)
      $0.event(
        "time is up", .deadline(Deadline(at: $0.now, stage: .recognition, lease: $0.lease)))
      $0.say("tell", .tell(Message(.tookTooLong, recording: $0.recording)))
      $0.end(
        .failed, .tookTooLong, claim: .failed(partial: final ?? "one two", audioKept: true))
      $0.wait(1_000)
      $0.retry()
      $0.upload()
      $0.keepRaw()
      $0.end(.success, final: "one two", claim: .succeeded("one two"))
      $0.finish()
    }
  }

  /// The longest recording is reached, and the person cancels while it is closed: nothing is to be
  /// seen of that at once.
  fileprivate static let limitThenCancelled = limit.until("done last append").then {
    $0.wait(5)
    $0.person("cancel", .cancel($0.recording))
    $0.wait(15)
    $0.did("microphone off", .microphone($0.recording, isOn: false))
    $0.answer("captured", of: "ask capture", .captured(samples: $0.heard))
    $0.close()
    $0.promote()
    $0.row.integrity = .complete
    $0.end(.cancelled, .cancelledByPerson, claim: .cancelled)
    $0.finish()
  }

  /// History does not open, that is told, and it does not at the next start either.
  fileprivate static let stillShut = shut.until("start").then {
    $0.ask("ask open again", .store(.open), leased: false)
    $0.ask("ask create", .file(.create($0.partial)))
    $0.tell(
      "arm open again", .deadlines([Deadline(at: $0.now + Budgets.store, stage: .recovery)]))
    $0.wait(2)
    $0.answer("shut again", of: "ask open again", .storeFailed(.io(.no)))
    $0.say("tell storage", .tell(Message(.storageFailed, recording: $0.recording)))
    $0.ask("ask remove", .file(.remove($0.partial)))
    $0.tell("arm none", .deadlines([]))
    $0.finish()
  }

  /// What was deleted while its journal was on the way is taken away when that lands.
  fileprivate static let landedLate = Story().then {
    $0.launch()
    $0.person("start", .start($0.recording))
    $0.write("ask journal", .capturing, from: [])
    $0.ask("ask create", .file(.create($0.partial)))
    $0.arm("arm start", [(.store, 5_000, "ask journal")])
    $0.wait(1)
    $0.did("did create", .created($0.partial))
    $0.answer("done create", of: "ask create", .done)
    $0.person("delete", .delete($0.recording))
    $0.say("abandon journal", .abandon($0.id("ask journal")))
    $0.ask(
      "ask tombstone", .store(.tombstone([Tombstone($0.recording, generation: 0)])), leased: false)
    $0.ask("ask remove", .file(.remove($0.partial)))
    $0.arm("arm tombstone", [(.store, 5_000, "ask tombstone")])
    $0.wait(1)
    $0.did("did remove", .removed($0.partial))
    $0.answer("done remove", of: "ask remove", .done)
    $0.wrote("did journal", before: nil)
    $0.tell("done journal", .event(.finished($0.ticket("ask journal"), .done)), about: .store)
    $0.ask("ask purge", .store(.purge([$0.recording])), leased: false)
    $0.wait(1)
    $0.did("did tombstone", .tombstoned([Tombstone($0.recording, generation: 0)]))
    $0.answer("done tombstone", of: "ask tombstone", .done)
    $0.say("claim deleted", .claimDeleted([$0.recording]))
    $0.arm("arm none")
    $0.wait(1)
    $0.did("did purge", .purged([$0.recording]))
    $0.answer("done purge", of: "ask purge", .done)
    $0.finish()
  }

  /// A delete is turned away where a platform refuses it during work; the recording goes on.
  fileprivate static let refusedWhileActive = Story().then {
    $0.launch(Dialect(deleteWhileActive: .refused))
    $0.start()
    $0.person("delete", .delete($0.recording))
    $0.ignored("delete refused", .notAllowedNow)
    $0.chunk(1)
    $0.stop()
    $0.promote()
    $0.enter()
    $0.upload()
    $0.keepRaw()
    $0.cleanUp()
    $0.succeed()
    $0.finish()
  }

  /// The clipboard is given up and that is stored; its late answer need not be stored again.
  fileprivate static let clipboardTooLate = pasted.until("ask borrow").then {
    $0.arm("arm clipboard", [(.delivery, 5_000, "ask borrow")])
    $0.wait(5_000)
    $0.event(
      "clipboard due",
      .deadline(
        Deadline(at: $0.now, stage: .delivery, lease: $0.lease, effect: $0.id("ask borrow"))))
    $0.say("abandon clipboard", .abandon($0.id("ask borrow")))
    $0.say("tell", .tell(Message(.deliveryFailed, recording: $0.recording)))
    let before = $0.row
    $0.row.delivery = .rejected
    $0.write("ask outcome", .success, from: [.success])
    $0.arm("arm outcome")
    $0.answer("late clipboard", of: "ask borrow", .failed)
    $0.ignored("late ignored", .alreadyFinished)
    $0.wait(2)
    $0.wrote("did outcome", before: before)
    $0.answer("done outcome", of: "ask outcome", .done)
    $0.finish()
  }

  /// History is read twice, and the reading that nobody waits for could not read a file.
  fileprivate static let readTwice = Story().then {
    let row = Story.row(1)
    $0.row = row
    let foreign = FoundFile(file: nil, strict: nil, lenient: nil)
    let partial = sound($0.partial, samples: 16_000, isClosed: false)
    $0.launch(inventory: inventory(rows: [row], files: [partial, foreign]))
    $0.ask("ask inventory 2", .store(.readInventory), leased: false)
    $0.say("abandon inventory 2", .abandon($0.id("ask inventory 2")))
    $0.row.integrity = .knownIncomplete
    $0.write("ask mark", .capturing, from: [.capturing])
    $0.arm("arm mark", [(.recovery, 5_000, "ask mark")])
    $0.wait(2)
    let unread = FoundFile(file: $0.partial, strict: nil, lenient: nil)
    $0.answer(
      "late inventory", of: "ask inventory 2",
      .inventory(inventory(rows: [row], files: [unread, foreign])))
    $0.ignored("late ignored", .alreadyFinished)
    $0.wrote("did mark", before: row)
    $0.answer("done mark", of: "ask mark", .done)
    $0.ask("ask close", .file(.close($0.partial)))
    $0.arm("arm close", [(.recovery, 5_000, "ask close")])
    $0.wait(1)
    $0.did("did close", .closed($0.partial, samples: 16_000))
    $0.answer("done close", of: "ask close", .facts($0.facts(16_000)))
    let before = $0.row
    $0.row.samples = 16_000
    $0.row.reason = .recovered
    $0.write("ask adopted", .failed, from: [.capturing])
    $0.arm("arm adopted", [(.recovery, 5_000, "ask adopted")])
    $0.wait(2)
    $0.wrote("did adopted", before: before)
    $0.answer("done adopted", of: "ask adopted", .done)
    $0.say("tell recovered", .tell(Message(.audioRecovered, recording: $0.recording)))
    $0.say("claim failed", .claim($0.recording, .failed(partial: nil, audioKept: true)))
    $0.arm("arm none")
    $0.finish()
  }

  /// The keyboard dies while the app does what a cancel asks for.
  fileprivate static let keyboardDiesMeanwhile = cancelledInWork.insertingDeath(after: "cancel")

  /// Of two recordings the one that was named first is started last; a stop that names none is its.
  fileprivate static let namedFirst = Story().then {
    $0.launch()
    $0.person("delete nothing", .delete(RecordingID(1)))
    $0.ignored("nothing", .notAllowedNow)
    $0.wait(100)
    for n: UInt16 in [2, 1] {
      $0.recording = RecordingID(n)
      $0.row = Story.row(n)
      $0.start()
      $0.dropUnheard(by: n == 2 ? .cancel($0.recording) : .stop(nil), "\(n)")
      $0.wait(1_000)
    }
    $0.finish()
  }.without("began", "arm began")
}

extension Story {
  /// A command finds no frame: the microphone goes, and everything with it.
  fileprivate mutating func dropUnheard(by command: Command, _ n: String) {
    wait(50)
    person("drop \(n)", command)
    say("cancel capture \(n)", .cancel(id("ask capture")))
    say("abandon capture \(n)", .abandon(id("ask capture")))
    say("show idle \(n)", .show(.main, .idle))
    ask("ask purge \(n)", .store(.purge([recording])))
    ask("ask remove \(n)", .file(.remove(partial)))
    arm("arm none \(n)")
    wait(2)
    did("did remove \(n)", .removed(partial))
    answer("done remove \(n)", of: "ask remove \(n)", .done)
    did("did purge \(n)", .purged([recording]))
    answer("done purge \(n)", of: "ask purge \(n)", .done)
    wait(28)
    did("microphone off \(n)", .microphone(recording, isOn: false))
    answer("late cancelled \(n)", of: "ask capture", .cancelled)
  }
}

extension Witness {
  static let alarms = [
    Witness(
      .captureHealthMonitored, "a stop without a cause hides that the device went away",
      Stories.fullThenGone, Stories.fullThenGone.without("tell")),
    Witness(
      .deliverOutcomeIsTyped, "a clipboard that is given up is never stored as that",
      Stories.clipboardTooLate,
      Stories.clipboardTooLate.without("ask outcome", "did outcome", "done outcome")),
    Witness(
      .relaunchUnknownFilesKept, "a file that the launch could not read is closed",
      Stories.readTwice, Stories.readTwice.without("abandon inventory 2", "late ignored")),
    Witness(
      .commitDurableResultsAreMonotone, "fewer pieces that reach no further",
      Stories.heardAtOnce,
      Stories.heardAtOnce.rewriting("did raw") {
        $0.checkpoint = Checkpoint(text: "one two three", leaves: 1, through: 8_800)
      }),
    Witness(
      .cleanupOptionalNeverLosesText, "a complete text without a result is dropped by the retry",
      Stories.waitedInVain(final: "One, two."), Stories.waitedInVain(final: nil)),
    Witness(
      .captureLimitStillFinalizes, "a cancel that was turned away is carried out all the same",
      Stories.limitThenCancelled,
      Stories.limitThenCancelled.inserting(.ignored(.duplicate), after: "cancel")),
    Witness(
      .surfaceNoSilentFailure, "History never opens, and nobody is told",
      Stories.stillShut, Stories.stillShut.without("tell unavailable")),
    Witness(
      .leaseStaleCallbackHasNoEffect, "a journal that lands after a delete is worked on",
      Stories.landedLate,
      Stories.landedLate.inserting(
        extra(.file(.validate(FileRef(RecordingID(1), .partial)))), after: "done journal")),
    Witness(
      .deleteIntentWins, "a delete at rest is turned away where only work may do that",
      Stories.refusedWhileActive,
      Stories.refusedWhileActive.until("arm none").then {
        $0.wait(1_000)
        $0.person("delete at rest", .delete($0.recording))
        $0.ignored("refused at rest", .notAllowedNow)
        $0.finish()
      }),
    Witness(
      .requestCancelIsImmediate, "an upload goes on after a cancel beside which the keyboard dies",
      Stories.keyboardDiesMeanwhile,
      Stories.keyboardDiesMeanwhile.without("cancel upload", "abandon upload")),
    Witness(
      .captureCancelBeforeFirstBuffer, "a stop that names nothing stops nothing",
      Stories.namedFirst,
      Stories.namedFirst.without("cancel capture 1", "abandon capture 1", "microphone off 1")),
  ]
}
