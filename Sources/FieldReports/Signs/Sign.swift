// What a log can say, whoever wrote it.
//
// A log of somebody else's app has words of its own. To judge it, each line is read as at most a
// few signs: the person asked for something, the microphone ran, a request went out, a screen
// showed work. A sign is weaker than a happening of the contract: it names no effect, often no
// recording, sometimes no time. Everything that a pasted log can be judged by is said in signs,
// and the trace of a simulated case can be said in the same signs (`Signs+Trace.swift`), so that a
// log and a case can be laid side by side.

/// One kind of thing that a log says has happened.
public enum Sign: UInt8, CaseIterable, Hashable, Sendable {
  // MARK: The person

  /// Asked for a recording, by hotkey, button or command.
  case startAsked
  /// Asked to end it.
  case stopAsked
  /// Asked to have it thrown away or its work given up.
  case cancelAsked
  /// Asked to have it recognized again.
  case retryAsked
  /// Asked to have it deleted; the app took it on.
  case deleteAsked
  /// Ended the app by force, which people do when nothing else helps.
  case endedByPerson

  // MARK: Commands that did not do anything

  /// A start was not taken: something else is still going on. Value: 1 the recorder, 2 recognition,
  /// 3 cleanup, where the line tells.
  case startRefused
  /// A stop found nothing to stop.
  case stopRefused
  /// A cancel found nothing to cancel.
  case cancelRefused
  /// A retry was not taken.
  case retryRefused

  // MARK: The microphone

  /// It was asked for and is not there yet.
  case microphoneAsked
  /// It runs: ready, first buffer, recording started. Value: how long it took, in milliseconds.
  case microphoneOn
  /// It was let go.
  case microphoneOff
  /// Audio arrives. Value: samples or milliseconds so far, where the line tells.
  case audioArrives
  /// No audio arrived where it should have. Value as before.
  case audioMissing
  /// Nothing but zeros arrives.
  case audioSilent
  /// Its device went away.
  case deviceLost
  /// Its device or format changed under it.
  case routeChanged
  /// It must not be used.
  case permissionMissing
  /// A call, an alarm or another app took it.
  case interruptionBegan
  /// It could be had again.
  case interruptionEnded
  /// The recorder was asked to end and has not answered. Value: for how long, in milliseconds.
  case recorderPending
  /// Waiting for the recorder was given up.
  case recorderGivenUp
  /// The recorder ended. Value: milliseconds of audio captured, where the line tells.
  case captured
  /// Capture ended by a failure.
  case captureFailed

  // MARK: Files and History

  /// A file of audio was begun.
  case fileBegun
  /// The container was closed properly.
  case fileClosed
  /// Audio was kept, saved, promoted.
  case audioKept
  /// Captured audio was thrown away. Value: milliseconds of it, where the line tells.
  case audioDiscarded
  /// An entry of History was written.
  case entryWritten
  /// An entry was removed from History.
  case entryRemoved
  /// A file is to be removed later.
  case removalQueued
  /// A file was removed.
  case fileRemoved
  /// Storage refused or failed.
  case storageFailed
  /// There is no space left.
  case storageFull

  // MARK: Recognition

  /// Recognition began, far or near.
  case recognitionBegan
  /// Audio was sent off. Value: bytes.
  case requestSent
  /// Status and headers of an answer are there, the body is not. Value: status.
  case headersArrived
  /// A whole answer with a good status is there. Value: status.
  case answerArrived
  /// An answer refuses. Value: status.
  case answerRefused
  /// The connection failed, or a request timed out.
  case connectionLost
  /// A second way was tried beside the first, or after it.
  case fallbackBegan
  /// The next try waits. Value: milliseconds.
  case retryWaits
  /// Text is there. Value: characters.
  case textRecognized
  /// Nothing was said.
  case noSpeech
  /// Text that was there was thrown away.
  case textDiscarded
  /// An attempt ended in success.
  case attemptSucceeded
  /// An attempt ended in failure.
  case attemptFailed
  /// An attempt ended because it was cancelled.
  case attemptCancelled

  // MARK: Cleanup

  /// Text went to cleanup.
  case cleanupBegan
  /// Cleaned text came back.
  case cleanupEnded
  /// Cleanup failed or ran out of time.
  case cleanupFailed

  // MARK: Delivery

  /// The clipboard was put aside. Value: characters.
  case clipboardSaved
  /// The transcript was put on the clipboard.
  case clipboardWritten
  /// What was put aside is back on the clipboard.
  case clipboardRestored
  /// The target took what is on the clipboard. Value: characters.
  case clipboardRead
  /// A paste was sent.
  case pasteSent
  /// Text was put into a field by the app itself.
  case textInserted
  /// Text could not be put anywhere, or was held back.
  case deliveryFailed
  /// The field that the text was for is not the one in focus any more. Value: 0 where it is again.
  case targetChanged

  // MARK: Screens

  /// Something shows that it records.
  case showsRecording
  /// Something shows that it works.
  case showsProcessing
  /// Nothing is shown any more, or idle is.
  case showsIdle
  /// Something shows a failure.
  case showsFailure
  /// Something shows that live text is being reconnected.
  case showsReconnecting
  /// The person was told something.
  case messageShown
  /// Something was to be told and was not shown.
  case messageUnshown
  /// The person was shown an answer or an error of a machine, word for word.
  case rawWordsShown

  // MARK: Processes

  /// A process began.
  case launched
  /// A process ended without being asked to.
  case killed
  /// The machine slept or a process was frozen. Value: milliseconds, where the line tells.
  case slept
  /// It woke.
  case woke
  /// A recording session was let go because nothing happened.
  case sessionReleased

  // MARK: Two processes

  /// A command was left for the other process.
  case handoffPosted
  /// The other process took it.
  case handoffTaken
  /// No one took it in time.
  case handoffExpired
  /// What a screen shows came from what another process left behind.
  case stateRestored
  /// How old the other process's last sign of life is. Value: milliseconds.
  case pulseAge

  // MARK: After a launch

  /// A file without an entry was found. Value: milliseconds of audio believed to be in it.
  case fileFound
  /// It became an entry of its own.
  case orphanAdopted
  /// An entry that was at work before was made a failure that can be tried again.
  case entryRecovered

  // MARK: Live text

  /// A leg was opened. Value: its offset in milliseconds.
  case legOpened
  /// A leg ended. Value: milliseconds of audio that it had been given.
  case legClosed
  /// A leg could not be opened. Value: code.
  case legRefused
  /// Audio is held while there is no leg.
  case holdBegan
  /// Held audio was thrown away. Value: milliseconds.
  case heldDropped
  /// A word of live text. Value: where it was put, in milliseconds.
  case wordShown
  /// The relay said something last now. Value: milliseconds since.
  case relayLastHeard
  /// Audio goes to the relay.
  case audioSent
  /// The relay says nothing where it should.
  case relaySilent
  /// The account's time is used up, or the login was refused. Value: code.
  case quotaReached
  /// The next dial waits. Value: milliseconds.
  case redialWaits
  /// Redials were given up.
  case redialsGivenUp
  /// The end of the audio was told to the relay.
  case finalizeSent
  /// The last words did not come in time.
  case drainExpired
  /// How much of the audio has text. Value: milliseconds with text.
  case textCovers

  // MARK: Said later, and so at the end

  /// An answer says that the request is larger than it may be. Value: the bytes it counted; whole:
  /// the bytes it allows.
  case sizeRefused
  /// An answer asks to wait before the next try. Value: milliseconds.
  case retryHint
  /// A whole answer cannot be used: no JSON, the wrong schema.
  case answerMalformed
  /// Audio is cut for being sent in parts.
  case audioSplit
  /// A source is known not to be closed, or to be cut short.
  case fileUnfinished
  /// A file that should be gone is still there.
  case fileRemains
  /// Somebody else put something on the clipboard.
  case copiedElsewhere
  /// A result came for work that had ended or been replaced.
  case resultLate
  /// A start was not taken because an earlier launch is still being put in order.
  case recoveryBlocks
  /// An entry is shown as at work.
  case entryAtWork
  /// Work goes on after a launch by itself.
  case workResumed
  /// A setting changed. Subject: what it is now.
  case settingsChanged
  /// Work uses a setting. Subject: which.
  case settingUsed
  /// The unsettled last words were joined to the settled text.
  case tailFolded
  /// Something is not there yet that is waited for, and the wait is being told.
  case stillWaiting
  /// A redial came to nothing. Value: which one it was, where the line tells.
  case redialFailed
  /// Putting an earlier launch in order failed.
  case recoveryFailed
  /// A start was not taken, and nothing was going on.
  case startDenied
  /// The store of History cannot be read. Value: 1 where the line says that it is History.
  case storeUnreadable
  /// The store of History was moved aside or copied.
  case storeSetAside
  /// The store of History was deleted, emptied or written anew. Value as before.
  case storeRemoved
  /// Audio that was held goes to the new leg. Value: where it begins, in milliseconds.
  case heldSent
  /// The person was told that the recording is saved.
  case savedClaimed
  /// The person was told that the text is complete.
  case coverageClaimed
  /// A hole in the text was marked, told or filled.
  case gapMarked
  /// The end of the audio was not told to the relay.
  case finalizeSkipped
  /// Words of the relay came after they could be taken.
  case wordsDropped
  /// The relay ended a leg because it heard nothing.
  case closedAsIdle
  /// A sign of life was sent to the relay.
  case keepaliveSent
  /// One row of History cannot be read.
  case rowDamaged
  /// History as a whole is not shown or not opened.
  case historyHidden
  /// A write that storage had refused went through after all, or is tried again.
  case storageMended
}
