extension Pattern {
  /// What the person asked for, and what came of it.
  static let person: [Row] = [
    (
      .startAsked,
      "start ask|press|hotkey|person !refuse !stop !busy !send !recog !cancel !retry !live",
      "hotkey down: starting dictation"
    ),
    (
      .startAsked,
      "start take !send !stop !refuse !no !recog !end !person !busy !delete !cleanup !launch !retry",
      "session begins on input 4"
    ),
    (
      .startAsked,
      "hotkey recording !stop !release !refuse !cancel !no !retry !working !busy !file !start !active !end !text !delete",
      "hotkey down, recording"
    ),
    (.startAsked, "^recording start file", "record start, file clip-12.caf"),
    (
      .startAsked, "^start recording|take|recorder|mic !no !refuse !stop",
      "start capture for hold mode"
    ),
    (
      .stopAsked, "stop ask|press|hotkey|person !refuse !no !pend !start !recorder",
      "user clicked the stop button"
    ),
    (.stopAsked, "stop recorder ask !pend !refuse", "asked the recorder to stop"),
    (.stopAsked, "^stop !refuse !no !pend !recorder", "stop after 12 s"),
    (.stopAsked, "release hotkey !refuse !no !start !session", "push-to-talk key released"),
    (.stopAsked, "take stop !refuse !no !pend !live", "dictation stopped"),
    (.cancelAsked, "cancel ask|press|person|hotkey !leg", "user hit the cancel button"),
    (.cancelAsked, "^cancel !leg", "cancel while uploading"),
    (
      .cancelAsked, "cancel take|recording|recog !fail !leg !model !history !item !tries",
      "dictation was aborted"
    ),
    (
      .retryAsked, "retry ask|press|person|hotkey !refuse !backoff !fail",
      "user tapped retry on take 3"
    ),
    (
      .retryAsked, "^retry recording|take|history|recog|text|file !refuse !backoff !fail",
      "retranscribe recording 12"
    ),
    (
      .retryAsked, "^person recog|retry !refuse !cancel !stop !fail !no !end !tries",
      "user: transcribe anyway"
    ),
    (
      .retryAsked, "person ask recog !refuse !cancel !stop !fail !no",
      "user asked to transcribe memo 3"
    ),
    (
      .deleteAsked, "delete ask|press|person|hotkey !fail !refuse !no",
      "user pressed delete on memo 9"
    ),
    (
      .deleteAsked, "^delete accept|recording|take|history !fail !refuse !no",
      "delete of take 5 confirmed"
    ),
    (
      .endedByPerson, "person ended_by !take !recording !leg !live !text",
      "user closed the program by task manager"
    ),
    (.endedByPerson, "force quit !no", "force quit from the dock"),
    (.endedByPerson, "app quit person", "app was quit by its owner"),
    (
      .startRefused, "hotkey|press|start|take refuse busy !stop !cancel !retry",
      "shortcut ignored, dictation already running"
    ),
    (
      .startRefused,
      "start refuse|no busy|stage|recog|cleanup|working !stop !cancel !retry !recovery",
      "cannot start a take: still transcribing"
    ),
    (
      .startRefused, "hotkey|press refuse stage|working !stop !cancel !release",
      "shortcut swallowed (phase=finishing)"
    ),
    (
      .recoveryBlocks,
      "start|recording|take|hotkey|press refuse|busy recovery !stop !text !file !adopt !unfinished !enough",
      "new recording refused, recovery is busy"
    ),
    (.stopRefused, "stop refuse|no|nothing !pend !timeout", "stop ignored, no running session"),
    (.stopRefused, "release hotkey refuse|no", "key-up swallowed, nothing is being recorded"),
    (.cancelRefused, "cancel refuse|nothing|no !leg", "cancel had no effect, nothing to abort"),
    (
      .retryRefused, "retry refuse|no|nothing !backoff !response !permanent !transient",
      "retry declined, file has no audio"
    ),
    (.settingsChanged, "settings changed !device !no", "language changed from en to de"),
    (
      .settingsChanged, "credential renew !no !fail !ask !final", "credential renewed"
    ),
  ]

  /// The microphone and the recorder.
  static let microphone: [Row] = [
    (.microphoneAsked, "opening mic|device|audio !end", "opening microphone"),
    (.microphoneAsked, "start ask mic|recorder|recording !refuse", "recorder asked to start"),
    (
      .microphoneOn, "mic ready|run|open !no !opening !fail !gone !still !close",
      "mic is ready after 80 ms"
    ),
    (.microphoneOn, "mic start !no !ask !fail !opening !hotkey", "microphone started"),
    (.microphoneOn, "first audio !no !recog !hold !send", "first audio frame arrived"),
    (
      .microphoneOn,
      "recording start !ask !no !file !hotkey !person !press !refuse !recovery !screen",
      "recording started"
    ),
    (
      .microphoneOn,
      "^recording mic !no !stop !end !file !fail !keep !refuse !pend !close !full !write !reset !permission !gone !release !idle",
      "recording with the microphone"
    ),
    (.microphoneOn, "^recording run !no", "capture running, 31 s"),
    (.microphoneOn, "still mic open|run|active !no", "input node still running"),
    (
      .microphoneOff, "mic|recorder stop|close|release|end !ask !pend !no !still !timeout !fail",
      "microphone released"
    ),
    (
      .audioArrives,
      "audio receive|write !keepalive !found !launch !no !leg !server !recog !fail !full !history !item !refuse",
      "received audio, 4800 frames"
    ),
    (
      .audioMissing,
      "no audio !pend !retry !history !item !recog !clear !refuse !full !fail !message !keep !file !write",
      "no audio for 4.0 s"
    ),
    (
      .audioMissing,
      "none_yet zero !level !write !pend !found !launch !file !text !history !item !message",
      "frames=0 after start"
    ),
    (.audioSilent, "level zero", "peak=0 over the last second"),
    (.audioSilent, "silence level|audio|mic !no !end !text !recog", "all samples zero, rms=0"),
    (
      .deviceLost, "device|mic gone !no !leg !message !opening !ready !connection",
      "usb microphone was unplugged"
    ),
    (.routeChanged, "route !request !no", "audio route changed"),
    (
      .permissionMissing, "permission no|refuse|gone|fail !clipboard !fsop !disk !file",
      "microphone permission denied"
    ),
    (.interruptionBegan, "interrupt start|caller !end", "interruption began: phone call"),
    (.interruptionEnded, "interrupt end", "interruption ended"),
    (
      .recorderPending,
      "recorder|recording|mic pend stop|reply|close|end !hotkey !timeout !recovery !recog",
      "recorder has not answered stop, waiting 4 s"
    ),
    (.recorderPending, "recorder no reply !hotkey !timeout !request", "no answer from recorder"),
    (.recorderPending, "stop pend recorder|reply !timeout", "stop pending, no reply after 2 s"),
    (
      .recorderGivenUp,
      "pend timeout end|stop|recorder|close !cleanup !head !request !body !connection !paste",
      "waiting for the recorder to close timed out"
    ),
    (
      .recorderGivenUp,
      "recorder|stop|close timeout|giveup !cleanup !request !leg !connection !recog !drain",
      "gave up on the recorder"
    ),
    (
      .captured,
      "capture_end duration !pend !discard !silence !recorder !server !leg !fail !no !connection",
      "recording finished, 9.5 s"
    ),
    (.captured, "stop take duration !pend !discard !no", "dictation stopped audioMs=8000"),
    (
      .captureFailed,
      "recording fail|interrupt !recog !request !cleanup !no !message !history !text",
      "capture ended with an error"
    ),
    (.captureFailed, "mic fail !no !recog", "audio engine error -10868"),
  ]
}
