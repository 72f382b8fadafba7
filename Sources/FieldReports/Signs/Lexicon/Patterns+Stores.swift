extension Pattern {
  /// The store of History and what a launch makes of it, and what a screen claims.
  static let stores: [Row] = [
    (.historyHidden, "store cancel decode !row !request", "library load aborted"),
    (.storageFailed, "fsop fail|refuse !message !full !leg !request", "move to the library failed"),
    (
      .storageMended, "disk write success|retry !no !full !text !tries", "storage write ok"
    ),
    (
      .fileFound, "found unfinished|orphan take|recording|item !adopt !delete !no !file !leg",
      "unfinished take 5 found"
    ),
    (
      .storeUnreadable,
      "store corrupt|fail|no decode|corrupt !write !keep !row !text !request !mic",
      "history store cannot be opened"
    ),
    (.storeUnreadable, "corrupt store !row !request !setaside", "database is corrupt"),
    (.storeUnreadable, "disk no !full !write !keep !request !mic !row", "file is not a database"),
    (
      .storeSetAside, "setaside disk|store !recording !take !clipboard !no !text !recreate !failed",
      "database moved aside untouched"
    ),
    (
      .storeRemoved,
      "disk|store delete|remove|recreate !no !row !ask !press !person !setaside !queued",
      "old database deleted"
    ),
    (
      .storeRemoved, "store fail|no recreate !setaside !row !ask",
      "history store cannot be opened, starting with a new one"
    ),
    (.recoveryFailed, "recovery fail !text !request", "recovery pass failed"),
    (
      .rowDamaged, "row corrupt|parse fail|no|corrupt !request !response !body !file",
      "row 7 is corrupt"
    ),
    (
      .historyHidden, "store unavailable !write !keep !full !row !request",
      "history unavailable"
    ),
    (
      .startDenied,
      "press|hotkey recording|start refuse !stop !cancel !busy !retry !release !stage !working",
      "record button pressed, refused"
    ),
    (.savedClaimed, "claimsaved !fail", "toast \"saved\""),
    (.savedClaimed, "message keep !no !fail !reconnect", "user notified: saved"),
  ]

  /// What else is said of legs.
  static let legs: [Row] = [
    (
      .redialWaits,
      "^reconnect !no !fail !refuse !success !connected !giveup !screen !message !show !keep !over !lost !end !gone !timeout !ask",
      "redial 2"
    ),
    (
      .redialWaits,
      "live reconnect !no !fail !refuse !success !connected !giveup !screen !message !show !keep !over !lost !end !gone !timeout !ask",
      "live-client: reconnecting"
    ),
    (.closedAsIdle, "leg lost keepalivesent !send", "server closed the socket, no keepalive"),
    (.redialFailed, "reconnect fail|refuse|gone|timeout !giveup !screen !message", "dial 3 failed"),
    (
      .heldSent, "hold send|first|fold|feeding leg|first|live !no !discard !fail",
      "held audio 4.000-9.500 sent first"
    ),
    (
      .heldSent, "held send|feeding leg|first|live !no !discard !fail !request",
      "queued audio fed first"
    ),
    (
      .coverageClaimed, "text whole show|message|success !no !gap !fail",
      "shown: transcript complete"
    ),
    (.gapMarked, "gap marker !no", "gap of 9 s marked in the text"),
    (.finalizeSkipped, "finalize no|skip !discard !response", "finalize not sent"),
    (.wordsDropped, "late discard|refuse word|server !no", "late final word dropped"),
    (
      .closedAsIdle, "leg lost idle|timeout keepalivesent|silence|idle|timeout",
      "socket closed, idle timeout"
    ),
    (.keepaliveSent, "keepalivesent send !no !fail", "keepalive sent"),
  ]
}
