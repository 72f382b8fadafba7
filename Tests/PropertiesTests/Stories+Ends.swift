import Contract

// Runs in which what follows recognition takes a turn.
extension Stories {
  /// Cleanup fails; the raw text is the result.
  static let uncleaned = Story().then {
    $0.recordInPieces()
    $0.hear(0, "one two")
    $0.keepRaw()
    $0.ask("ask cleanup", .cleanUp("one two", $0.row.settings))
    $0.arm("arm cleanup", [(.cleanup, 20_000, "ask cleanup")])
    $0.wait(300)
    $0.report("cleanup head", of: "ask cleanup", .head(Head(status: 500)))
    $0.say("abandon cleanup", .abandon($0.id("ask cleanup")))
    $0.end(.success, final: "one two", claim: .succeeded("one two"))
    $0.finish()
  }

  /// A run up to the durable success.
  private static func succeeded(_ dialect: Dialect = Dialect()) -> Story {
    Story().then {
      $0.launch(dialect)
      $0.record()
      $0.upload()
      $0.keepRaw()
      $0.cleanUp()
      $0.succeed()
    }
  }

  /// Delivered by way of the clipboard, which is given back; then delivered again by hand.
  static let pasted = succeeded(Dialect(delivery: .paste)).then {
    $0.claim()
    $0.ask("ask borrow", .writeClipboard("One, two.", ifChange: nil))
    $0.arm("arm borrow", [(.delivery, 5_000, "ask borrow")])
    $0.wait(5)
    $0.did("did borrow", .clipboard(change: 2, "One, two.", byApp: true))
    $0.answer("borrowed", of: "ask borrow", .clipboard(change: 2))
    $0.touch()
    $0.answer("delivered", of: "ask deliver", .delivered)
    $0.settle(.delivered)
    $0.say("claim delivered", .claim($0.recording, .delivered(Target(1))))
    $0.wait(60)
    $0.did("did land", .landed(Target(1), "One, two."))
    $0.wait(3_000)
    $0.event("hold over", .deadline(Deadline(at: $0.now, stage: .delivery, lease: $0.lease)))
    $0.ask("ask restore", .restoreClipboard(ifChange: 2))
    $0.wait(5)
    $0.did("did restore", .clipboard(change: 3, "before", byApp: true))
    $0.answer("restored", of: "ask restore", .clipboard(change: 3))
    $0.finish()
  }

  /// The field refuses the text; it can still be copied.
  static let undelivered = succeeded().then {
    $0.claim()
    $0.touch()
    $0.answer("rejected", of: "ask deliver", .deliveryFailed(.rejected))
    $0.say("tell", .tell(Message(.deliveryFailed, recording: $0.recording)))
    $0.settle(.rejected)
    $0.wait(1_000)
    $0.person("copy", .copy($0.recording))
    $0.ask("ask copy", .writeClipboard("One, two.", ifChange: nil), leased: false)
    $0.wait(5)
    $0.answer("copied", of: "ask copy", .clipboard(change: 2))
    $0.finish()
  }

  /// The focus moves away before the text is there.
  static let withheld = Story().then {
    $0.launch()
    $0.record()
    $0.event("focus moves", .news(.focus(Target(2))))
    $0.upload()
    $0.keepRaw()
    $0.cleanUp()
    $0.succeed()
    $0.say("tell", .tell(Message(.textHeld, recording: $0.recording)))
    $0.settle(.withheld)
    $0.wait(1_000)
    $0.person("redeliver", .redeliver($0.recording, Target(2)))
    $0.claim()
    $0.touch(Target(2))
    $0.answer("delivered", of: "ask deliver", .delivered)
    $0.settle(.delivered)
    $0.finish()
  }

  /// A retry that goes on where the first attempt had to stop.
  private static let resumed = laterFailure.then { $0.retry() }
  static let resumedWell = resumed.then {
    $0.cut(3, from: 8_800, count: 8_800)
    $0.hear(3, "two")
    $0.conclude()
  }
  static let resumedInVain = resumed.then {
    $0.cut(3, from: 8_800, count: 8_800)
    $0.send(3)
    $0.refuse(3, 400)
    $0.fail(.requestRefused, .requestRefused)
    $0.finish()
  }
  /// A retry that starts over, and gets no further than the first part.
  static let startedOver = resumed.then {
    $0.cut(3, from: 0, count: 4_400)
    $0.hear(3, "one")
    $0.keep(2, "one", through: 8_800)
    $0.cut(4, from: 4_400, count: 4_400)
    $0.send(4)
    $0.refuse(4, 400)
    $0.fail(.requestRefused, .requestRefused)
    $0.finish()
  }

  /// The person chooses another model in the middle of an attempt.
  static let changed = Story().then {
    $0.launch()
    $0.record()
    $0.person("change", .change(Settings(model: 2)))
    $0.arm("arm change", [(.promote, 20_000, nil)])
    $0.upload()
    $0.keepRaw()
    $0.cleanUp()
    $0.succeed()
    $0.finish()
  }

  /// Deleted in the middle of recognition.
  static let deleted = Story().then {
    $0.launch()
    $0.record()
    $0.send(0)
    $0.person("delete", .delete($0.recording))
    $0.say("abandon leaf 0", .abandon($0.id("ask leaf 0")))
    $0.bury()
    $0.finish()
  }

  /// History is cleared, and another recording is begun.
  static let cleared = Story().then {
    $0.launch()
    $0.record()
    $0.refuse()
    $0.wait(1_000)
    $0.person("clear", .clear)
    $0.bury()
    $0.wait(1_000)
    $0.again(RecordingID(2))
    $0.record()
    $0.refuse()
    $0.finish()
  }

  static let finished: [(name: String, story: Story)] =
    [
      ("uncleaned", uncleaned), ("pasted", pasted), ("undelivered", undelivered),
      ("withheld", withheld), ("resumed well", resumedWell), ("resumed in vain", resumedInVain),
      ("changed", changed), ("deleted", deleted), ("cleared", cleared),
    ] + found
}

extension Story {
  /// Another recording by the same person.
  mutating func again(_ id: RecordingID) {
    recording = id
    attempt = 1
    heard = 0
    row = Story.row(id.rawValue)
  }

  /// The claim of a delivery is durable.
  mutating func claim() {
    let before = row
    row.delivery = .claimed
    write("ask claimed", .success, from: [.success])
    wait(2)
    wrote("did claimed", before: before)
    answer("done claimed", of: "ask claimed", .done)
  }

  mutating func touch(_ target: Target = Target(1)) {
    ask("ask deliver", .deliver("One, two.", target))
    arm("arm deliver", [(.delivery, 5_000, "ask deliver")])
    wait(40)
  }

  /// How a delivery came out is durable.
  mutating func settle(_ standing: DeliveryStanding) {
    let before = row
    row.delivery = standing
    write("ask outcome", .success, from: [.success])
    arm("arm outcome")
    wait(2)
    wrote("did outcome", before: before)
    answer("done outcome", of: "ask outcome", .done)
  }

  /// A deletion, from the intent to the last file.
  mutating func bury() {
    ask(
      "ask tombstone", .store(.tombstone([Tombstone(recording, generation: 0)])), leased: false)
    say("show idle", .show(.main, .idle))
    arm("arm tombstone", [(.store, 5_000, "ask tombstone")])
    wait(2)
    did("did tombstone", .tombstoned([Tombstone(recording, generation: 0)]))
    answer("done tombstone", of: "ask tombstone", .done)
    say("claim deleted", .claimDeleted([recording]))
    ask("ask purge", .store(.purge([recording])), leased: false)
    ask("ask remove", .file(.remove(source)), leased: false)
    arm("arm none after deletion")
    wait(2)
    did("did remove", .removed(source))
    answer("done remove", of: "ask remove", .done)
    did("did purge", .purged([recording]))
    answer("done purge", of: "ask purge", .done)
  }
}
