extension Pattern {
  /// Clipboard, fields, screens.
  static let screens: [Row] = [
    (.clipboardSaved, "clipboard aside !text !restore", "clipboard snapshot, 12 chars"),
    (.clipboardSaved, "^clipboard aside !restore", "pasteboard saved (3 chars), transcript set"),
    (
      .clipboardWritten, "text placed !restore !fail !no !storage !keep !screen !end",
      "transcript placed on the pasteboard"
    ),
    (.clipboardRestored, "clipboard restore !fail !no", "clipboard put back"),
    (
      .clipboardRestored, "restore chars !fail !no !text !found !app !screen",
      "putting back 12 chars"
    ),
    (.clipboardRead, "clipboard read !no !aside", "target fetched the pasteboard"),
    (
      .copiedElsewhere, "clipboard changed|copied person|foreign !send",
      "user copied something else to the clipboard"
    ),
    (
      .pasteSent, "paste send|ask|hotkey|start !delivered !clipboard !no !fail !refuse",
      "paste key sent"
    ),
    (.pasteSent, "^paste !delivered !fail !no !refuse !clipboard", "pasting 12 chars"),
    (
      .textInserted,
      "text insert|delivered !no !fail !history !paste !clipboard !discard !tail !leg !message",
      "text inserted into the field"
    ),
    (
      .textInserted,
      "^insert chars|field|retry !no !fail !history !store !clipboard !discard !tail",
      "typed 212 chars"
    ),
    (
      .textInserted,
      "insert field|chars !no !fail !history !store !clipboard !discard !tail !paste !item !recording !take !storage",
      "text typed into the editor"
    ),
    (
      .textInserted,
      "delivered !audio !leg !tail !recording !take !no !fail !history !clipboard !discard !message !storage",
      "pasted into the field"
    ),
    (
      .deliveryFailed, "paste|insert fail|no|refuse !message !history !storage",
      "paste failed: secure field"
    ),
    (.targetChanged, "target now !clipboard !no !insert !paste !text", "focus is now elsewhere"),
    (.targetChanged, "target changed !clipboard", "focus moved to another window"),
    (
      .showsRecording,
      "screen|surface|show|claimrecording recording|claimrecording !keep !hide !no !send !file !history !refuse !working !delete !ready !stop",
      "overlay shows recording"
    ),
    (.showsProcessing, "spinner show|still !hide !no !idle", "spinner still visible"),
    (.showsProcessing, "screen|show working !hide !no !refuse !ask", "pill: transcribing"),
    (.showsIdle, "screen|surface hide|idle !no !fail !still", "overlay hidden"),
    (
      .showsIdle, "message|screen remove|clear !no !clipboard !file !history",
      "notification removed"
    ),
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
    (.launched, "app start !no !recording !take !insert !paste !text !duration", "app started"),
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
      .stateRestored,
      "shared session|take recording|working found|surface|stage !file !history !item !audio",
      "stored session found, phase recording"
    ),
    (
      .stateRestored, "shared recording|working screen|surface !file !history !item !audio",
      "shared status = recording"
    ),
    (.pulseAge, "heartbeat age", "heartbeat is 4000 ms old"),
  ]

  /// Live text.
  static let live: [Row] = [
    (
      .legOpened,
      "leg connected !lost !no !fail !reconnect !file !permanent !login !s402 !held !word !hold !recorder !send !recording !text !timeout",
      "leg 2 open, offset 4.0 s"
    ),
    (
      .legOpened,
      "reconnect connected|success !lost !no !fail !refuse !permanent !login !s402 !held !screen !message !show !discard",
      "line 2 up after dial 3"
    ),
    (.legOpened, "leg run offset !lost !no !fail !word !held", "leg 1 live, offset 0.0"),
    (.legOpened, "leg offset !lost !no !fail !word !covers", "leg 2 offset 64.000"),
    (
      .legClosed, "leg lost !no !permanent !login !s402 !hold !word !late",
      "socket closed after 8 s"
    ),
    (
      .legRefused,
      "leg permanent|transient|login|fail|refuse !s402 !no !reconnect !file !parse !store",
      "leg refused: 401"
    ),
    (
      .holdBegan,
      "hold !file !remove !over !discard !hotkey !press !no !release !send !feeding !fold !first",
      "holding audio until the relay is back"
    ),
    (
      .heldDropped, "held discard !no !text !session !recording !take !first",
      "hold buffer full, 3.0 s dropped"
    ),
    (
      .wordShown, "word place|show|receive !no !drain !late !store !history !tail",
      "word placed at 4.2 s"
    ),
    (
      .wordShown, "word final !no !drain !finalize !pend !late !keep !file !storage !gone !write",
      "token final"
    ),
    (.relayLastHeard, "last server|receive !word !drain !no", "last message from the relay"),
    (
      .relaySilent,
      "nothing|no receive|server !reconnect !limit !confirm !lost !recorder !recording !pend !text !mic !delete !retry",
      "nothing received for 40 s"
    ),
    (
      .audioSent,
      "audio send|write !held !hold !refuse !bytes !part !no !recog !request !file !fail !history !mic",
      "audio sent, 900 frames"
    ),
    (.quotaReached, "s402", "relay: 402 payment required"),
    (.quotaReached, "quota over|full|end !no", "monthly credit limit reached"),
    (
      .redialWaits,
      "reconnect duration waitword|backoff !no !over !success !connected !fail !refuse",
      "reconnecting in 2 s"
    ),
    (.redialsGivenUp, "reconnect giveup", "gave up reconnecting"),
    (.finalizeSent, "finalize send !no !pend", "finalize sent"),
    (.drainExpired, "drain timeout|giveup", "drain timed out"),
    (.textCovers, "covers of duration !fail", "transcript covers 20 s of 60 s"),
    (.tailFolded, "tail fold !no !discard", "tail committed"),
  ]

  /// Every row.
  static let rows =
    person + microphone + files + recognition + screens + processes + live + stores + legs
}
