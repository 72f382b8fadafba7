import Contract

/// Runs without a fault of the engine, one for each turn that a recording can take.
enum Stories {
  /// Everything goes well.
  static let good = Story().then {
    $0.launch()
    $0.record()
    $0.upload()
    $0.keepRaw()
    $0.cleanUp()
    $0.succeed()
    $0.deliver()
    $0.finish()
  }

  /// A write to the partial is refused; what was written is kept as unfinished.
  static let shortWrite = Story().then {
    $0.launch()
    $0.start()
    $0.chunk(1)
    $0.wait(500)
    let span = Span(clip: 1, from: 8_000, count: 8_000)
    $0.report("frames 2", of: "ask capture", .frames(span, .speech))
    $0.ask("ask append 2", .file(.append($0.partial, span)))
    $0.wait(1)
    $0.did("did append 2", .appended($0.partial, Span(clip: 1, from: 8_000, count: 100)))
    $0.answer("short", of: "ask append 2", .fileFailed(.noSpace(accepted: 100)))
    $0.say("say stop", .stop($0.id("ask capture")))
    $0.say("tell", .tell(Message(.storageFull, recording: $0.recording)))
    $0.arm("arm finalize", [(.finalize, 10_000, nil)])
    $0.wait(30)
    $0.did("microphone off", .microphone($0.recording, isOn: false))
    $0.answer("captured", of: "ask capture", .captured(samples: 16_000))
    $0.close(samples: 8_100)
    $0.promote()
    $0.row.integrity = .knownIncomplete
    $0.end(.failed, .storageFull, claim: .failed(partial: nil, audioKept: true))
    $0.finish()
  }

  /// The microphone goes away in the middle.
  static let deviceLost = Story().then {
    $0.launch()
    $0.start()
    $0.chunk(1)
    $0.wait(100)
    $0.report("device lost", of: "ask capture", .deviceLost)
    $0.say("say stop", .stop($0.id("ask capture")))
    $0.say("tell", .tell(Message(.microphoneLost, recording: $0.recording)))
    $0.arm("arm finalize", [(.finalize, 10_000, nil)])
    $0.wait(30)
    $0.did("microphone off", .microphone($0.recording, isOn: false))
    $0.answer("captured", of: "ask capture", .captureFailed(.deviceLost))
    $0.close()
    $0.promote()
    $0.row.integrity = .knownIncomplete
    $0.end(.failed, .microphone, claim: .failed(partial: nil, audioKept: true))
    $0.finish()
  }

  /// The microphone gives no sign of life any more.
  static let starved = Story().then {
    $0.launch()
    $0.start()
    $0.chunk(1)
    $0.wait(2_999)
    $0.event(
      "starved", .deadline(Deadline(at: $0.now, stage: .captureHealth, lease: $0.lease)))
    $0.say("say stop", .stop($0.id("ask capture")))
    $0.say("tell", .tell(Message(.microphoneFailed, recording: $0.recording)))
    $0.arm("arm finalize", [(.finalize, 10_000, nil)])
    $0.wait(30)
    $0.did("microphone off", .microphone($0.recording, isOn: false))
    $0.answer("captured", of: "ask capture", .captured(samples: 8_000))
    $0.close()
    $0.promote()
    $0.enter()
    $0.upload()
    $0.keepRaw()
    $0.cleanUp()
    $0.succeed()
    $0.finish()
  }

  /// The recorder never answers the stop.
  static let stalledStop = Story().then {
    $0.launch()
    $0.start()
    $0.chunk(1)
    $0.person("stop", .stop(nil))
    $0.say("say stop", .stop($0.id("ask capture")))
    $0.arm("arm finalize", [(.finalize, 10_000, nil)])
    $0.wait(10_000)
    $0.event(
      "finalize due", .deadline(Deadline(at: $0.now, stage: .finalize, lease: $0.lease)))
    $0.say("abandon capture", .abandon($0.id("ask capture")))
    $0.say("show idle", .show(.main, .idle))
    $0.say("tell", .tell(Message(.recorderDidNotFinish, recording: $0.recording)))
    let before = $0.row
    $0.row.integrity = .unfinalized
    $0.ask(end: .failed, .finalization)
    $0.wrote("did failed", before: before)
    $0.answer("done failed", of: "ask failed", .done)
    $0.say("claim failed", .claim($0.recording, .failed(partial: nil, audioKept: true)))
    $0.arm("arm none")
    $0.finish()
  }

  /// The longest recording is reached.
  static let limit = Story().then {
    $0.launch(limits: Limits(capture: .milliseconds(1_100)))
    $0.start()
    $0.chunk(1)
    $0.chunk(2)
    $0.wait(98)
    $0.event("limit", .deadline(Deadline(at: $0.now, stage: .captureLimit, lease: $0.lease)))
    $0.stop(by: nil)
    $0.promote()
    $0.enter()
    $0.upload()
    $0.keepRaw()
    $0.cleanUp()
    $0.succeed()
    $0.finish()
  }

  /// The person cancels before a word is heard.
  static let cancelledUnheard = Story().then {
    $0.launch()
    $0.start()
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

  /// The person cancels after a word was heard, and the audio is kept.
  static let cancelledHeard = Story().then {
    $0.launch()
    $0.start()
    $0.chunk(1)
    $0.wait(50)
    $0.stop(by: .cancel($0.recording))
    $0.promote()
    $0.row.integrity = .complete
    $0.end(.cancelled, .cancelledByPerson, claim: .cancelled)
    $0.finish()
  }

  /// The microphone is refused.
  static let denied = Story().then {
    $0.launch()
    $0.start()
    $0.answer("denied", of: "ask capture", .captureFailed(.denied))
    $0.say("show idle", .show(.main, .idle))
    $0.say("tell", .tell(Message(.permissionMissing, recording: $0.recording)))
    $0.ask("ask purge", .store(.purge([$0.recording])))
    $0.ask("ask remove", .file(.remove($0.partial)))
    $0.arm("arm none")
    $0.wait(2)
    $0.did("did remove", .removed($0.partial))
    $0.answer("done remove", of: "ask remove", .done)
    $0.did("did purge", .purged([$0.recording]))
    $0.answer("done purge", of: "ask purge", .done)
    $0.finish()
  }

  /// The microphone hears nothing at all, and the person is told.
  static let silent = Story().then {
    $0.launch()
    $0.start()
    for n in 1...10 { $0.chunk(n, level: .digitalZero) }
    $0.wait(10)
    $0.event("silence due", .deadline(Deadline(at: $0.now, stage: .captureHealth, lease: $0.lease)))
    $0.say("tell", .tell(Message(.microphoneSilent, recording: $0.recording)))
    $0.arm("arm again", [(.captureHealth, 3_000, nil), (.captureLimit, 1_200_000, nil)])
    for n in 11...14 { $0.chunk(n, level: .digitalZero) }
    $0.stop()
    $0.promote()
    $0.enter()
    $0.upload()
    $0.keepRaw()
    $0.cleanUp()
    $0.succeed()
    $0.finish()
  }

  /// The audio cannot be made durable.
  static let unpromoted = Story().then {
    $0.launch()
    $0.start()
    $0.chunk(1)
    $0.stop()
    $0.ask("ask sync", .file(.sync($0.partial)))
    $0.wait(1)
    $0.answer("sync failed", of: "ask sync", .fileFailed(.io(.no)))
    $0.say("tell", .tell(Message(.storageFailed, recording: $0.recording)))
    $0.row.integrity = .knownIncomplete
    $0.end(.failed, .storage, claim: .failed(partial: nil, audioKept: true))
    $0.finish()
  }

  /// The end cannot be stored.
  static let uncommitted = Story().then {
    $0.launch()
    $0.record()
    $0.upload()
    $0.keepRaw()
    $0.cleanUp()
    $0.ask(end: .success, final: "One, two.")
    $0.answer("success failed", of: "ask success", .storeFailed(.io(.no)))
    $0.say("show idle", .show(.main, .idle))
    $0.say("tell", .tell(Message(.historyNotUpdated, recording: $0.recording)))
    $0.arm("arm none")
    $0.finish()
  }

  /// The end reached the disk, and nobody was told so.
  static let indeterminate = Story().then {
    $0.launch()
    $0.record()
    $0.upload()
    $0.keepRaw()
    $0.cleanUp()
    let before = $0.row
    $0.ask(end: .success, final: "One, two.")
    $0.wrote("did success", before: before)
    $0.answer("success unsure", of: "ask success", .storeFailed(.io(.unknown)))
    $0.say("show idle", .show(.main, .idle))
    $0.say("tell", .tell(Message(.historyNotUpdated, recording: $0.recording)))
    $0.arm("arm repair", [(.store, 5_000, nil)])
    $0.wait(5_000)
    $0.event("repair due", .deadline(Deadline(at: $0.now, stage: .store, lease: $0.lease)))
    $0.write("ask again", .success, from: [.processing, .success])
    $0.arm("arm again", [(.store, 5_000, "ask again")])
    $0.wait(2)
    $0.wrote("did again", before: $0.row)
    $0.answer("done again", of: "ask again", .done)
    $0.say("claim success", .claim($0.recording, .succeeded("One, two.")))
    $0.arm("arm none")
    $0.finish()
  }
}
