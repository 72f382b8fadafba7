extension Pattern {
  /// Files and History.
  static let files: [Row] = [
    (
      .fileBegun, "recording|recorder start|write file !ask !stop !fail",
      "recorder begins file clip-3.wav"
    ),
    (
      .fileClosed, "file|recording close !no !pend !timeout !device !screen !unfinished",
      "file closed"
    ),
    (.fileUnfinished, "unfinished !text !gap", "header of take-4.wav is incomplete"),
    (
      .audioKept,
      "audio|recording|take|item|file keep !no !clipboard !surface !screen !text !held !dead !request !fail !full !leg !reconnect !working !found",
      "audio kept as incomplete recording"
    ),
    (
      .audioDiscarded, "recording|take|session discard !leg !no !over !text",
      "captured audio dropped, 3.5 s"
    ),
    (
      .audioDiscarded, "audio discard !held !leg !no !over !text !live", "discarding 3.5 s of audio"
    ),
    (
      .entryWritten, "history write|keep !no !fail !delete !remove !orphan !adopt !released",
      "entry added to history"
    ),
    (.entryRemoved, "history delete|remove|clear !fail !no !queued", "row of memo 9 deleted"),
    (.removalQueued, "file|remove|delete queued !no", "unlink of clip-7.m4a scheduled"),
    (.fileRemoved, "file delete|remove !queued !fail !no !history !ask", "deleted file take-9.wav"),
    (
      .fileRemoved,
      "recording|take|audio delete|remove file|audio !queued !fail !no !ask !history !person !press !accept !ready",
      "audio of take 9 removed"
    ),
    (
      .fileRemains, "file remains !recording !mic !ask !orphan",
      "file clip-2.m4a still exists after delete"
    ),
    (
      .audioKept, "failed audio keep !no !clipboard !storage", "marked failed, audio stays"
    ),
    (
      .storageFailed,
      "storage|history write|keep fail|no !message !full !session !orphan !active !recovery",
      "could not write the entry: database error"
    ),
    (
      .storageFailed, "disk fail !message !full !session !orphan !active !recovery !decode",
      "database error 5"
    ),
    (.storageFull, "full !held !hold !leg", "write failed: no space left on device"),
    (.fileFound, "found|orphan file !adopt !delete", "scan: found clip-7.wav"),
    (.orphanAdopted, "orphan adopt|write", "orphan clip-7.wav imported"),
    (.orphanAdopted, "adopt recording|file|take|history !no", "file adopted as recording 8"),
    (
      .entryRecovered, "history|recording|take|item failed launch|recovery",
      "recovery: row 8 set to failed"
    ),
    (
      .entryRecovered, "history|recording|take|item working was failed",
      "note 5 was transcribing, now failed"
    ),
    (
      .entryAtWork,
      "history|recording|take working !ask !recorder !hotkey !no !start !refuse !end !screen !was !failed !previous",
      "row 8 is still transcribing"
    ),
    (
      .workResumed, "resume recog|send|paste|recording|take|item|working !person !ask !press !no",
      "resuming transcription of take 4"
    ),
    (
      .workResumed, "resume|send|recog auto !press !ask !refuse !hotkey",
      "continuing take 4 automatically"
    ),
  ]

  /// Recognition, near and far.
  static let recognition: [Row] = [
    (
      .recognitionBegan, "recog start !recording !hotkey !end !no !refuse !ask !busy !live !leg",
      "transcription started"
    ),
    (
      .recognitionBegan, "^working recording|take|item|file|audio|part",
      "transcribing take 4 with a local model"
    ),
    (
      .recognitionBegan, "recog run tries !fail !end !no !press !text",
      "recognition running, attempt 1"
    ),
    (
      .requestSent, "^recog tries !fail !end !success !no !cancel !response !model !retry",
      "transcribe memo 9: call 1"
    ),
    (
      .requestSent,
      "request|send start|send audio|bytes|recog|request|part|file !pend !response !leg !no !fail !head !reply !finalize !ask !cleanup !keepalive !count !paste !live !held !hold",
      "uploading audio, 51200 bytes"
    ),
    (
      .requestSent,
      "uploadword bytes|recording|take|item !fail !no !leg !live !end !cleanup !permanent !transient !s413 !large !cancel !pend !refuse !retry !finalize !text !queued !s200 !tries !recovery !ask !reply",
      "uploading take 5 (640 KB)"
    ),
    (
      .requestSent,
      "^send take|recording|item !fail !no !leg !live !end !cleanup !retry !ask !message !text !clipboard",
      "sending take 8"
    ),
    (.requestSent, "request tries bytes !response", "request attempt 2, 4096 bytes"),
    (.requestSent, "fallback send|request start|send !head", "secondary provider: upload started"),
    (.headersArrived, "head response|request|s200|s2xx !body", "response headers received, 200"),
    (.headersArrived, "^read body", "reading response body"),
    (.answerArrived, "response s200 !head !body !leg !fail", "server answered 200, 90 chars"),
    (.answerArrived, "body receive|end|success !no !pend !timeout", "body complete"),
    (
      .answerRefused, "permanent|transient|s413 !leg !connected !cleanup !keep",
      "server answered 503"
    ),
    (.sizeRefused, "bytes large", "request of 30000000 bytes exceeds the maximum of 26214400"),
    (.retryHint, "retryafter transient", "429, Retry-After: 20"),
    (
      .answerMalformed,
      "parse fail|no|response !file !settings !launch !store !permanent !transient !app !row",
      "cannot decode the response: not JSON"
    ),
    (
      .answerMalformed,
      "jsonword no|fail|valid !file !settings !launch !store !permanent !transient !row",
      "reply is no valid JSON"
    ),
    (.audioSplit, "split part|audio|file|bytes !s413", "splitting audio into smaller parts"),
    (
      .connectionLost, "connection fail|lost|reset|gone|timeout !leg !live",
      "network connection lost"
    ),
    (
      .connectionLost, "request timeout !head !leg !cleanup !recorder",
      "request timed out after 45 s"
    ),
    (.fallbackBegan, "fallback start|send !head", "hedge: second provider started"),
    (
      .retryWaits, "retry|backoff|pause duration waitword !reconnect !leg !ask !press !refuse",
      "retry in 2.0 s"
    ),
    (
      .retryWaits, "^retry tries|request !reconnect !leg !ask !press !refuse !fail !person !no",
      "retrying (attempt 2)"
    ),
    (
      .retryWaits,
      "retry request !reconnect !leg !ask !press !refuse !fail !person !no !hotkey !lost !end !success !connection !permanent !transient !duration !timeout !message !store !send",
      "request is retried"
    ),
    (
      .textRecognized,
      "recog|text end|success|ready|receive !no !start !cleanup !server !leg !live !discard !pend !fail",
      "transcript ready, 120 chars"
    ),
    (
      .textRecognized,
      "recog|text chars !cleanup !clipboard !no !discard !ask !refuse !insert !paste !field",
      "recognized 212 characters"
    ),
    (
      .noSpeech, "empty !store !write !body !screen !leg !clipboard !person !ask", "no speech found"
    ),
    (.noSpeech, "nothing said", "nothing was said"),
    (.textDiscarded, "text discard !no !held !audio", "transcript thrown away"),
    (.attemptSucceeded, "tries success !fail !no", "attempt succeeded"),
    (.attemptSucceeded, "history success !no !fail !launch", "row saved as success"),
    (
      .attemptSucceeded,
      "take|item|recording success !no !fail !launch !recovery !capture_end !chars !text !recog !cleanup !screen !duration !mic !file !model !audio !keep",
      "note 9 success"
    ),
    (
      .attemptFailed,
      "tries|recog|take fail !start !no !cleanup !message !mic !recording !leg !retry !head !connection",
      "transcription failed"
    ),
    (
      .attemptFailed,
      "history|item failed !fsop !disk !write !no !launch !recovery !message !was !recording !retry",
      "entry 9 failed"
    ),
    (
      .attemptFailed,
      "take|item|history|recording dash failed !launch !recovery !was !message !screen",
      "take 4 marked as failed"
    ),
    (.attemptCancelled, "tries cancel", "attempt 1 cancelled"),
    (
      .attemptCancelled, "history|item cancel !ask !press !person !hotkey", "row state = cancelled"
    ),
    (
      .resultLate, "late applied !no !refuse !discard !shared",
      "late result of attempt 1 applied"
    ),
    (
      .stillWaiting, "still read bytes|body !clipboard", "still reading, 5 of 90 bytes"
    ),
    (
      .stillWaiting, "still pend request|response|recog|head|body|reply !recorder !stop",
      "still waiting for the response"
    ),
    (
      .cleanupBegan,
      "cleanup start|send|request|working !end !fail !timeout !no !refuse !stage !busy",
      "clean-up started"
    ),
    (
      .cleanupBegan, "cleanup ask !press !person !hotkey !end !fail !timeout !no !refuse !cancel",
      "clean-up asked for"
    ),
    (
      .cleanupBegan, "^cleanup text !end !fail !timeout !no", "polishing text with the remote model"
    ),
    (
      .cleanupEnded, "cleanup end|success|receive|chars !fail !no !timeout !cancel",
      "enhancement finished"
    ),
    (
      .cleanupFailed, "cleanup fail|timeout|permanent|transient|giveup !cancel !no",
      "polish failed: timeout"
    ),
  ]
}
