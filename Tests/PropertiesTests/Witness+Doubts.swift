import Contract

// Where the contract leaves something open a clause lets it pass; what lies just beside it still
// turns the clause red.

private let r1 = RecordingID(1)

extension Stories {
  /// The microphone has stopped and the person knows it; that the disk is full as well, at the
  /// close, need not be said.
  fileprivate static let starvedThenFull = starved.until("captured").then {
    $0.closeInVain()
    $0.end(.failed, .microphone, claim: .failed(partial: nil, audioKept: true))
    $0.finish()
  }

  /// Something else is told while the recording goes on, and the disk is full at its close.
  fileprivate static let toldOfSomethingElse = Story().then {
    $0.launch()
    $0.start()
    $0.chunk(1)
    $0.event("route", .news(.route))
    $0.say("tell early", .tell(Message(.microphoneLost)))
    $0.wait(100)
    $0.person("stop", .stop(nil))
    $0.say("say stop", .stop($0.id("ask capture")))
    $0.arm("arm finalize", [(.finalize, 10_000, nil)])
    $0.wait(30)
    $0.did("microphone off", .microphone($0.recording, isOn: false))
    $0.answer("captured", of: "ask capture", .captured(samples: $0.heard))
    $0.closeInVain()
    $0.say("tell", .tell(Message(.storageFull, recording: $0.recording)))
    $0.end(.failed, .storageFull, claim: .failed(partial: nil, audioKept: true))
    $0.finish()
  }

  /// A body that does not say what it is may be refused.
  fileprivate static func untyped(_ text: String) -> Story {
    ending(200, .body(Body(text, contentType: nil)), .invalidAnswer)
  }

  /// History is lost after a deletion of this life.
  fileprivate static let deletedThenSetAside = deleted.until("done purge").then {
    $0.setAside()
    $0.finish()
  }

  /// History is lost after a deletion of an earlier life, of which this life has read.
  fileprivate static let knownDeletedThenSetAside = deleted.until("done purge").then {
    $0.tell("killed", .process(.killed))
    $0.wait(1_000)
    let tombstone = Tombstone($0.recording, generation: 0)
    $0.launch(boot: 2, inventory: inventory(tombstones: [tombstone]))
    $0.setAside()
    $0.finish()
  }

  /// History could not be read any more when the app died, and cannot after that.
  fileprivate static let unreadBefore = Story().then {
    $0.launch()
    $0.record()
    $0.wait(1_000)
    $0.event("route", .news(.route))
    $0.ask("ask inventory again", .store(.readInventory), leased: false)
    $0.wait(2)
    $0.answer("unread", of: "ask inventory again", .storeFailed(.io(.no)))
    $0.tell("killed", .process(.killed))
    let n = $0.row.samples
    let source = SurveyedFile(
      $0.source, strict: n, believing: n, lenient: n, byLength: n, intact: n)
    $0.did("survived", .survived(Survey(isSound: false, files: [source])))
  }

  /// Cutting a piece fails, and so does storing that.
  fileprivate static let lostEnd = unexported.until("unexported").then {
    $0.say("tell", .tell(Message(.exportFailed, recording: $0.recording)))
    $0.ask(end: .failed, .export)
    $0.answer("not stored", of: "ask failed", .storeFailed(.io(.no)))
    $0.say("show idle", .show(.main, .idle))
    $0.say("tell lost", .tell(Message(.historyNotUpdated, recording: $0.recording)))
    $0.arm("arm none")
    $0.finish()
  }
}

extension Story {
  /// A History that cannot be read any more makes room for a new one.
  fileprivate mutating func setAside() {
    wait(1_000)
    event("route", .news(.route))
    ask("ask open again", .store(.open), leased: false)
    wait(2)
    did("did open again", .storeOpened(sound: false))
    answer("corrupt", of: "ask open again", .storeFailed(.corrupt))
    ask("ask quarantine", .store(.quarantine), leased: false)
    wait(2)
    did("did quarantine", .quarantined)
    answer("done quarantine", of: "ask quarantine", .done)
    say("tell set aside", .tell(Message(.historySetAside)))
    ask("ask open anew", .store(.open), leased: false)
    wait(2)
    did("did open anew", .storeOpened(sound: true))
    answer("done open anew", of: "ask open anew", .done)
  }

  /// What was deleted is an entry again.
  fileprivate func bringingBack() -> Story {
    until("done open anew").then {
      let before: Row? = nil
      $0.row.reason = .recovered
      $0.row.integrity = .knownIncomplete
      $0.write("ask adopted", .failed, from: [])
      $0.wait(2)
      $0.wrote("did adopted", before: before)
      $0.answer("done adopted", of: "ask adopted", .done)
      $0.finish()
    }
  }

  /// A close that the disk has no room for.
  fileprivate mutating func closeInVain() {
    ask("ask close", .file(.close(partial)))
    wait(1)
    answer("close failed", of: "ask close", .fileFailed(.noSpace(accepted: 0)))
    say("show idle at close", .show(.main, .idle))
    row.integrity = .unfinalized
  }

  /// The person asks for another try, and is turned away.
  fileprivate func turningAway(after label: String) -> Story {
    until(label).then {
      $0.wait(1_000)
      $0.person("retry", .retry($0.recording))
      $0.ignored("refused", .notAllowedNow)
      $0.finish()
    }
  }
}

extension Witness {
  static let doubts = [
    Witness(
      .captureFailureReturnsToIdle, "a word about something else passes for the cause",
      Stories.starvedThenFull, Stories.toldOfSomethingElse.without("tell")),
    Witness(
      .captureFailureReturnsToIdle, "a full disk at the close is not told",
      Stories.toldOfSomethingElse, Stories.toldOfSomethingElse.without("tell")),
    Witness(
      .requestMalformedOnce, "an answer that does not say what it is is asked for again",
      Stories.untyped("one two"),
      Stories.untyped("one two").inserting(
        extra(.upload(FileRef(r1, .source), Settings())), after: "answer")),
    Witness(
      .recognizeNoSpeechIsTerminal, "an empty text is called no answer", Stories.untyped(""),
      Stories.ending(200, .body(Body("", contentType: "text/plain")), .invalidAnswer)),
    Witness(
      .deleteIntentWins, "what was deleted in this life comes back with a new History",
      Stories.deletedThenSetAside, Stories.deletedThenSetAside.bringingBack()),
    Witness(
      .deleteIntentWins, "what this life knew to be deleted comes back with a new History",
      Stories.knownDeletedThenSetAside, Stories.knownDeletedThenSetAside.bringingBack()),
    Witness(
      .captureIdentityBeforeFirstFrame, "a History that was sound is damaged after the crash",
      Stories.unreadBefore, Stories.unreadBefore.without("ask inventory again", "unread")),
    Witness(
      .recognizeExportFailureKeepsSource, "a retry after a failed export is turned away",
      Stories.unexported, Stories.unexported.turningAway(after: "claim failed")),
    Witness(
      .recognizeExportFailureKeepsSource, "a retry is turned away because only the end was lost",
      Stories.lostEnd, Stories.lostEnd.turningAway(after: "arm none")),
  ]
}
