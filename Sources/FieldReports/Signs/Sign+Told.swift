extension Sign {
  /// What a person would have seen or an engineer would say, as a short sentence without its end.
  public var told: String {
    switch self {
    case .startAsked: "the person starts"
    case .stopAsked: "the person stops"
    case .cancelAsked: "the person cancels"
    case .retryAsked: "the person tries it again"
    case .deleteAsked: "the person deletes it"
    case .endedByPerson: "the person ends the app by force"
    case .startRefused: "the start is not taken"
    case .stopRefused: "there is nothing to stop"
    case .cancelRefused: "there is nothing to cancel"
    case .retryRefused: "the retry is not taken"
    case .microphoneAsked: "the microphone is asked for"
    case .microphoneOn: "the microphone runs"
    case .microphoneOff: "the microphone is let go"
    case .audioArrives: "sound arrives"
    case .audioMissing: "no sound arrives"
    case .audioSilent: "nothing but silence arrives"
    case .deviceLost: "the device is gone"
    case .routeChanged: "the device or its format changes"
    case .permissionMissing: "the microphone is not allowed"
    case .interruptionBegan: "something else takes the microphone"
    case .interruptionEnded: "the microphone can be had again"
    case .recorderPending: "the recorder has not answered the stop"
    case .recorderGivenUp: "the recorder is waited for no longer"
    case .captured: "the recorder has ended"
    case .captureFailed: "the recording breaks off"
    case .fileBegun: "a file is begun"
    case .fileClosed: "the file is closed"
    case .audioKept: "the audio is kept"
    case .audioDiscarded: "captured audio is thrown away"
    case .entryWritten: "an entry of History is written"
    case .entryRemoved: "the entry is removed"
    case .removalQueued: "the file is to be removed"
    case .fileRemoved: "the file is removed"
    case .storageFailed: "storage fails"
    case .storageFull: "storage is full"
    case .recognitionBegan, .requestSent, .headersArrived, .answerArrived, .answerRefused,
      .connectionLost, .fallbackBegan, .retryWaits, .textRecognized, .noSpeech, .textDiscarded,
      .attemptSucceeded, .attemptFailed, .attemptCancelled, .cleanupBegan, .cleanupEnded,
      .cleanupFailed, .clipboardSaved, .clipboardWritten, .clipboardRestored, .clipboardRead,
      .pasteSent, .textInserted, .deliveryFailed, .targetChanged:
      toldOfWork
    case .showsRecording, .showsProcessing, .showsIdle, .showsFailure, .showsReconnecting,
      .messageShown, .messageUnshown, .rawWordsShown:
      toldOfScreens
    case .launched, .killed, .slept, .woke, .sessionReleased, .handoffPosted, .handoffTaken,
      .handoffExpired, .stateRestored, .pulseAge, .fileFound, .orphanAdopted, .entryRecovered:
      toldOfProcesses
    case .legOpened, .legClosed, .legRefused, .holdBegan, .heldDropped, .wordShown,
      .relayLastHeard, .audioSent, .relaySilent, .quotaReached, .redialWaits, .redialsGivenUp,
      .finalizeSent, .drainExpired, .textCovers:
      toldOfLegs
    case .sizeRefused, .retryHint, .answerMalformed, .audioSplit, .fileUnfinished,
      .fileRemains, .copiedElsewhere, .resultLate, .recoveryBlocks, .entryAtWork, .workResumed,
      .settingsChanged, .settingUsed, .tailFolded, .stillWaiting:
      toldLate
    case .redialFailed, .recoveryFailed, .startDenied, .storeUnreadable, .storeSetAside,
      .storeRemoved, .heldSent, .savedClaimed, .coverageClaimed, .gapMarked, .finalizeSkipped,
      .wordsDropped, .closedAsIdle, .keepaliveSent, .rowDamaged, .historyHidden,
      .storageMended:
      toldLast
    }
  }

  private var toldLast: String {
    switch self {
    case .redialFailed: "a redial comes to nothing"
    case .recoveryFailed: "putting things in order fails"
    case .startDenied: "the start is refused"
    case .storeUnreadable: "the history cannot be read"
    case .storeSetAside: "the old history is put aside"
    case .storeRemoved: "the old history is thrown away"
    case .heldSent: "held sound is sent"
    case .savedClaimed: "the person is told that it is saved"
    case .coverageClaimed: "the person is told that the text is complete"
    case .gapMarked: "the hole is told"
    case .finalizeSkipped: "the last words are not asked for"
    case .wordsDropped: "late words are thrown away"
    case .closedAsIdle: "the relay hangs up on silence"
    case .keepaliveSent: "the relay is told that somebody is there"
    case .rowDamaged: "one row cannot be read"
    case .historyHidden: "the history does not open"
    case .storageMended: "storage takes it after all"
    default: ""
    }
  }

  private var toldOfScreens: String {
    switch self {
    case .showsRecording: "the screen says that it records"
    case .showsProcessing: "the screen says that it works"
    case .showsIdle: "the screen shows nothing any more"
    case .showsFailure: "the screen shows a failure"
    case .showsReconnecting: "the screen says that it reconnects"
    case .messageShown: "the person is told something"
    case .messageUnshown: "a message is never shown"
    case .rawWordsShown: "the person is shown a machine's words"
    default: ""
    }
  }

  private var toldOfProcesses: String {
    switch self {
    case .launched: "the app is started"
    case .killed: "the app ends"
    case .slept: "the device sleeps"
    case .woke: "the device wakes"
    case .sessionReleased: "the idle session is let go"
    case .handoffPosted: "a word is left for the other process"
    case .handoffTaken: "the other process takes it"
    case .handoffExpired: "nobody takes it in time"
    case .stateRestored: "the screen believes what another process left"
    case .pulseAge: "the other process is looked at"
    case .fileFound: "audio without an entry is found"
    case .orphanAdopted: "it becomes an entry"
    case .entryRecovered: "work that was cut off becomes a failure"
    default: ""
    }
  }

  private var toldOfLegs: String {
    switch self {
    case .legOpened: "a connection for live text is open"
    case .legClosed: "the connection is closed"
    case .legRefused: "the connection is refused"
    case .holdBegan: "sound is held meanwhile"
    case .heldDropped: "held sound is thrown away"
    case .wordShown: "live words are shown"
    case .relayLastHeard: "the relay says its last word"
    case .audioSent: "sound goes to the relay"
    case .relaySilent: "the relay says nothing"
    case .quotaReached: "the account has no time or is refused"
    case .redialWaits: "the next dial waits"
    case .redialsGivenUp: "no dial follows"
    case .finalizeSent: "the last words are asked for"
    case .drainExpired: "the last words do not come"
    case .textCovers: "so much of the sound has text"
    default: ""
    }
  }

  private var toldOfWork: String {
    switch self {
    case .recognitionBegan: "recognition begins"
    case .requestSent: "audio is sent"
    case .headersArrived: "an answer begins"
    case .answerArrived: "the whole answer is there"
    case .answerRefused: "the service refuses"
    case .connectionLost: "the connection is lost or too slow"
    case .fallbackBegan: "a second way is tried"
    case .retryWaits: "the next try waits"
    case .textRecognized: "the text is there"
    case .noSpeech: "nothing was said"
    case .textDiscarded: "text is thrown away"
    case .attemptSucceeded: "it ends well"
    case .attemptFailed: "it ends as failed"
    case .attemptCancelled: "it ends as cancelled"
    case .cleanupBegan: "the text goes to cleanup"
    case .cleanupEnded: "the text is cleaned up"
    case .cleanupFailed: "the cleanup fails"
    case .clipboardSaved: "the clipboard is put aside"
    case .clipboardWritten: "the text is on the clipboard"
    case .clipboardRestored: "the old clipboard is given back"
    case .clipboardRead: "the field reads the clipboard"
    case .pasteSent: "a paste is sent"
    case .textInserted: "the text is inserted"
    case .deliveryFailed: "the text cannot be inserted"
    case .targetChanged: "the focus is elsewhere"
    default: ""
    }
  }

  private var toldLate: String {
    switch self {
    case .sizeRefused: "the service says that it is too large"
    case .retryHint: "the service asks to wait"
    case .answerMalformed: "the answer makes no sense"
    case .audioSplit: "the audio is cut in parts"
    case .fileUnfinished: "the file is not finished"
    case .fileRemains: "the file is still there"
    case .copiedElsewhere: "something else is copied"
    case .resultLate: "a result comes too late"
    case .recoveryBlocks: "an earlier launch is still put in order"
    case .entryAtWork: "an entry is shown as at work"
    case .workResumed: "work goes on by itself"
    case .settingsChanged: "a setting changes"
    case .settingUsed: "a setting is used"
    case .tailFolded: "the last words join the text"
    case .stillWaiting: "it is still waited for"
    default: ""
    }
  }
}
