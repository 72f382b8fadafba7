import Contract

private let r1 = RecordingID(1)
private let source = FileRef(r1, .source)

extension Witness {
  static let delivery = [
    Witness(
      .deliverAfterSuccessOnly, "delivered before it is stored", Stories.good,
      Stories.good.inserting(extra(.deliver("One, two.", Target(1))), after: "cleanup body")),
    Witness(
      .deliverAfterSuccessOnly, "the raw text is copied", Stories.good,
      Stories.good.inserting(
        extra(.writeClipboard("one two", ifChange: nil)), after: "done raw")),
    Witness(
      .deliverFailureKeepsSuccess, "a failed delivery brings processing back",
      Stories.undelivered,
      Stories.undelivered.inserting(extra(.show(.main, .processing)), after: "rejected")),
    Witness(
      .deliverFailureKeepsSuccess, "a failed delivery fails the recording", Stories.undelivered,
      Stories.undelivered.rewriting("ask outcome", "did outcome") { $0.state = .failed }),
    Witness(
      .deliverFailureKeepsSuccess, "the text cannot be copied", Stories.undelivered,
      Stories.undelivered.until("copy").then { $0.ignored("refused", .notAllowedNow) }),
    Witness(
      .deliverAtMostOnce, "a second delivery by itself", Stories.good,
      Stories.good.inserting(extra(.deliver("One, two.", Target(1))), after: "claim delivered")),
    Witness(
      .deliverAtMostOnce, "no claim", Stories.good,
      Stories.good.without("ask claimed", "did claimed", "done claimed")),
    Witness(
      .deliverRightTarget, "the text follows the focus", Stories.withheld,
      Stories.withheld.until("claim success").then {
        $0.claim()
        $0.touch(Target(2))
      }),
    Witness(
      .deliverRightTarget, "into a field that lost the focus", Stories.withheld,
      Stories.withheld.until("claim success").then {
        $0.claim()
        $0.touch(Target(1))
      }),
    Witness(
      .deliverClipboardOwnership, "given back before it is read", Stories.pasted,
      Stories.pasted.inserting(extra(.restoreClipboard(ifChange: 2)), after: "delivered")),
    Witness(
      .deliverClipboardOwnership, "over what the person copied", Stories.pasted,
      Stories.pasted.inserting(
        .did(.clipboard(change: 4, "mine", byApp: false)), after: "did land"
      )
      .replacing("ask restore", extra(.restoreClipboard(ifChange: 4)))),
    Witness(
      .deliverOutcomeIsTyped, "a refusal is called delivered", Stories.undelivered,
      Stories.undelivered.rewriting("ask outcome", "did outcome") { $0.delivery = .delivered }),
    Witness(
      .deliverOutcomeIsTyped, "a refusal is told as delivered", Stories.undelivered,
      Stories.undelivered.inserting(
        extra(.claim(r1, .delivered(Target(1)))), after: "rejected")),
    Witness(
      .deliverOutcomeIsTyped, "the outcome is never stored", Stories.undelivered,
      Stories.undelivered.without("ask outcome", "did outcome", "done outcome")),
  ]

  static let retries = [
    Witness(
      .retrySameRecording, "a retry adds an entry", Stories.retried,
      Stories.retried.inserting(extra(newEntry), after: "retry")),
    Witness(
      .retrySameRecording, "a retry keeps the attempt's name", Stories.retried,
      Stories.retried.rewriting("ask retrying", "did retrying") { $0.attempt = 1 }),
    Witness(
      .retryKeepsEarlierText, "text is recognized twice", Stories.resumedWell,
      Stories.resumedWell.rewriting("ask raw", "did raw") { $0.raw = "one one two" }),
    Witness(
      .retryKeepsEarlierText, "a part is skipped", Stories.resumedWell,
      Stories.resumedWell.replacing(
        "ask export 3", exporting(from: 10_000, count: 7_600, Stories.resumedWell))),
    Witness(
      .retryKeepsEarlierText, "less text than before", Stories.resumedInVain,
      Stories.startedOver.rewriting(
        "ask checkpoint 2", "did checkpoint 2", "ask failed", "did failed"
      ) {
        if $0.attempt == 2, $0.state != .failed || $0.checkpoint?.leaves == 2 {
          $0.checkpoint = Checkpoint(text: "one", leaves: 2, through: 4_400)
        }
      }),
    Witness(
      .settingsFrozenPerAttempt, "the running attempt takes the new model", Stories.changed,
      Stories.changed.replacing(
        "ask upload",
        .effect(
          .request(Stories.changed.ticket("ask upload"), .upload(source, Settings(model: 2)))))),
  ]

  private static var newEntry: Request {
    .store(.write(Story.row(9), expecting: .nothing))
  }

  private static func exporting(from: Int, count: Int, _ story: Story) -> Happening {
    .effect(
      .request(
        story.ticket("ask export 3"),
        .exportLeaf(source: source, leaf: FileRef(r1, .leaf(3)), from: from, count: count)))
  }

  static let deletion = [
    Witness(
      .deleteIntentWins, "the work goes on", Stories.deleted,
      Stories.deleted.without("abandon leaf 0")),
    Witness(
      .deleteIntentWins, "a late text is stored", Stories.deleted,
      Stories.deleted.inserting(
        extra(.store(.write(Story.row(1), expecting: .row(.notTerminal, attempt: 1)))),
        after: "ask tombstone")),
    Witness(
      .deleteIntentWins, "told before it is sure", Stories.deleted,
      Stories.deleted.moving("claim deleted", after: "ask tombstone")),
    Witness(
      .deleteIntentWins, "the platform refuses, and does not", Stories.deleted,
      Stories.deleted.replacing(
        "launched",
        .event(
          .launched(
            Launch(process: ProcessID(.app), dialect: Dialect(deleteWhileActive: .refused)))))),
    Witness(
      .deleteClearIsAnExactSet, "what came after a clear goes with it", Stories.cleared,
      Stories.cleared.inserting(
        extra(.store(.tombstone([Tombstone(RecordingID(2), generation: 0)]))),
        after: "claim failed")),
    Witness(
      .deleteLeavesNothing, "the audio stays", Stories.deleted,
      Stories.deleted.without("ask remove", "did remove", "done remove")),
    Witness(
      .deleteLeavesNothing, "secure erasure is promised", Stories.deleted,
      Stories.deleted.inserting(
        extra(
          .tell(
            Message(
              .deleteFailed, recording: nil, words: "The recording was securely erased for you."))),
        after: "claim deleted")),
  ]

  static let relaunch = [
    Witness(
      .relaunchActiveBecomesRecoverableFailure, "the checkpoint is dropped",
      Stories.interrupted,
      Stories.interrupted.rewriting("ask interrupted", "did interrupted") { $0.checkpoint = nil }),
    Witness(
      .relaunchActiveBecomesRecoverableFailure, "nobody is told", Stories.interrupted,
      Stories.interrupted.without("tell interrupted")),
    Witness(
      .relaunchSurfacesExpire, "the spinner of the life before", Stories.interrupted,
      Stories.interrupted.without("show idle at launch 2")),
    Witness(
      .relaunchSurfacesExpire, "an old hand-off is taken", Stories.stale,
      Stories.stale.replacing("ignored", extra(.file(.create(FileRef(r1, .partial)))))),
    Witness(
      .relaunchNeverBlocksNewCapture, "a shut store keeps it from recording", Stories.shut,
      Stories.shut.until("start").then { $0.ignored("refused", .notAllowedNow) }),
    Witness(
      .relaunchNeverBlocksNewCapture, "a start is taken and nothing comes of it", Stories.shut,
      Stories.shut.replacing("tell storage", extra(.show(.main, .idle)))),
    Witness(
      .relaunchIdempotent, "the second launch finds another end", Stories.interruptedTwice,
      Stories.interruptedTwice.rewriting("ask interrupted", "did interrupted") {
        $0.reason = .recovered
      }),
    Witness(
      .relaunchOrphansAdopted, "audio without an entry is left", Stories.orphaned,
      Stories.orphaned.without("ask adopted", "did adopted", "done adopted")),
    Witness(
      .relaunchNeverAutoResumes, "the launch copies an old text", Stories.succeededBefore,
      Stories.succeededBefore.inserting(
        extra(.writeClipboard("One, two.", ifChange: nil)), after: "arm none at launch")),
    Witness(
      .relaunchUnknownFilesKept, "a file that cannot be read is removed", Stories.orphaned,
      Stories.orphaned.inserting(
        extra(.file(.remove(FileRef(RecordingID(7), .partial)))), after: "done adopted")),
    Witness(
      .relaunchDamagedRowsIsolated, "a damaged entry is not told", Stories.orphaned,
      Stories.orphaned.without("tell damaged")),
    Witness(
      .relaunchDamagedRowsIsolated, "a damaged entry is removed", Stories.orphaned,
      Stories.orphaned.inserting(
        extra(.store(.purge([RecordingID(8)]))), after: "done adopted")),
    Witness(
      .relaunchCorruptStorePreserved, "written into as it is", Stories.corrupt,
      Stories.corrupt.inserting(
        extra(.store(.tombstone([Tombstone(RecordingID(5), generation: 0)]))),
        after: "corrupt")),
    Witness(
      .relaunchCorruptStorePreserved, "set aside in silence", Stories.corrupt,
      Stories.corrupt.without("tell set aside")),
    Witness(
      .relaunchCorruptStorePreserved, "told, and not set aside", Stories.corrupt,
      Stories.corrupt.without("did quarantine")),
  ]

  static let surfaces = [
    Witness(
      .surfaceNoSilentFailure, "a start that fails is forgotten", Stories.unstarted,
      Stories.unstarted.without("tell")),
    Witness(
      .surfaceNoRawCodes, "a status is shown", Stories.unauthorized,
      Stories.unauthorized.replacing(
        "tell refused",
        extra(
          .tell(
            Message(
              .accessRefused, recording: r1, words: "The request failed with status 401."))))),
    Witness(
      .latencyNoAddedWait, "a second before the upload", Stories.good,
      Stories.good.delaying()),
  ]
}

extension Story {
  /// The same story by an engine that lets a second pass before it sends anything.
  fileprivate func delaying() -> Story {
    until("claim saved").then {
      $0.arm("arm idle", [(.promote, 1_000, nil)])
      $0.wait(1_000)
      $0.event("idle over", .deadline(Deadline(at: $0.now, stage: .promote, lease: $0.lease)))
      $0.upload()
      $0.conclude()
    }
  }
}
