extension Pattern {
  /// Clipboard, fields, screens.
  static let screens: [Row] = [
    (.clipboardSaved, "clipboard aside !text !restore", "clipboard snapshot, 12 chars"),
    (.clipboardSaved, "^clipboard aside !restore", "pasteboard saved (3 chars), transcript set"),
    (.clipboardWritten, "text placed !restore !fail !no", "transcript placed on the pasteboard"),
    (.clipboardRestored, "clipboard restore !fail !no", "clipboard put back"),
    (.clipboardRead, "clipboard read !no !aside", "target fetched the pasteboard"),
    (
      .copiedElsewhere, "clipboard changed|copied person|foreign !paste",
      "user copied something else to the clipboard"
    ),
    (
      .pasteSent, "paste send|ask|hotkey|start !delivered !clipboard !no !fail !refuse",
      "paste key sent"
    ),
    (.pasteSent, "^paste !delivered !fail !no !refuse !clipboard", "pasting 12 chars"),
    (
      .textInserted, "text insert|delivered !no !fail !history !paste !clipboard !discard",
      "text inserted into the field"
    ),
    (
      .textInserted,
      "delivered !recording !take !no !fail !history !clipboard !discard !message !storage",
      "pasted into the field"
    ),
    (
      .deliveryFailed, "paste|insert fail|no|refuse !message !history !storage",
      "paste failed: secure field"
    ),
    (.targetChanged, "target changed !clipboard", "focus moved to another window"),
    (
      .showsRecording,
      "screen|surface|show recording !hide !no !send !file !history !refuse !working !delete !ready !stop",
      "overlay shows recording"
    ),
    (.showsProcessing, "screen|show working !hide !no !refuse !ask", "pill: transcribing"),
    (.showsIdle, "screen|surface hide|idle !no !fail !still", "overlay hidden"),
    (.showsIdle, "idle !no !still !device !released !leg !session", "back to idle"),
    (.showsFailure, "screen|show failed_state !no !start !mic", "overlay shows an error"),
    (.showsReconnecting, "screen|show|message reconnect !fail", "banner: reconnecting"),
    (.messageShown, "message show|told !unseen !zero !no !clear !refuse", "toast shown"),
    (.messageShown, "person told !no", "user told: microphone lost"),
    (.messageUnshown, "message unseen|no|silence !receive !server !leg", "notification suppressed"),
    (.messageUnshown, "message zero show", "message displayedCount=0"),
    (.rawWordsShown, "screen|show raw|limit !hide !idle", "ui: limit of 5000 exceeded"),
    (.rawWordsShown, "message raw !hide !parse !request", "toast: raw answer JSON"),
  ]

  /// Processes, and what is between two of them.
  static let processes: [Row] = [
    (.launched, "launch !no !recording !screen", "cold start"),
    (.launched, "app start !no !recording !take", "app started"),
    (.killed, "app die !person !no !message !recovery", "process was killed"),
    (.killed, "^die !person !no !recovery", "crashed (signal 6)"),
    (.slept, "sleep !wake !retry !waitword", "system going to sleep"),
    (.woke, "wake !recog", "system woke up"),
    (
      .sessionReleased, "released surface|session|mic|model|recorder idle|timeout !hotkey",
      "warm session released, idle for 600 s"
    ),
    (.handoffPosted, "command write|send !no !taken", "command stop#7 written"),
    (.handoffTaken, "command taken !no", "command 7 consumed"),
    (.handoffExpired, "watchdog|command timeout|no|over", "watchdog: no acknowledgement"),
    (
      .stateRestored, "restore screen|surface|shared|recording|working !clipboard !no !settings",
      "overlay restored from saved state"
    ),
    (
      .stateRestored, "shared recording|working screen|surface !file !history !audio",
      "shared status = recording"
    ),
    (.pulseAge, "heartbeat age", "heartbeat is 4000 ms old"),
  ]

  /// Live text.
  static let live: [Row] = [
    (
      .legOpened, "leg connected !lost !no !fail !reconnect !file !permanent !login !s402",
      "leg 2 open, offset 4.0 s"
    ),
    (.legClosed, "leg lost !no !permanent !login !s402", "socket closed after 8 s"),
    (.legRefused, "leg permanent|transient|login|fail|refuse !s402 !no", "leg refused: 401"),
    (
      .holdBegan, "hold !file !remove !over !discard !hotkey !press !no !release",
      "holding audio until the relay is back"
    ),
    (
      .heldDropped, "held discard !no !text !session !recording !take",
      "hold buffer full, 3.0 s dropped"
    ),
    (.wordShown, "word place|show|receive !no !drain", "word placed at 4.2 s"),
    (.wordShown, "word final !no !drain !finalize !pend", "token final"),
    (.relayLastHeard, "last server|receive !word !drain !no", "last message from the relay"),
    (
      .relaySilent,
      "nothing|no receive|server !recorder !recording !pend !text !mic !delete !retry",
      "nothing received for 40 s"
    ),
    (
      .audioSent, "audio send|write !bytes !part !no !recog !request !file !fail !history !mic",
      "audio sent, 900 frames"
    ),
    (.quotaReached, "s402", "relay: 402 payment required"),
    (.quotaReached, "quota over|full|end !no", "monthly credit limit reached"),
    (.redialWaits, "reconnect duration !no !over", "reconnecting in 2 s"),
    (.redialsGivenUp, "reconnect giveup", "gave up reconnecting"),
    (.finalizeSent, "finalize send !no !pend", "finalize sent"),
    (.drainExpired, "drain timeout|giveup", "drain timed out"),
    (.textCovers, "covers of duration !fail", "transcript covers 20 s of 60 s"),
    (.tailFolded, "tail fold !no", "tail committed"),
  ]

  /// Every row.
  static let rows = person + microphone + files + recognition + screens + processes + live
}
