import Contract

private let r1 = RecordingID(1)
private let source = FileRef(r1, .source)

private func sent(_ file: FileRef = source) -> Happening { extra(.upload(file, Settings())) }

private func export(_ n: UInt16, from: Int, count: Int) -> Happening {
  extra(.exportLeaf(source: source, leaf: FileRef(r1, .leaf(n)), from: from, count: count))
}

extension Story {
  /// The same request once more, at the time of a beat.
  fileprivate func sendingAgain(after label: String) -> Story { inserting(sent(), after: label) }
}

extension Witness {
  static let requests = [
    Witness(
      .requestComplete200Only, "a 202 is taken for a result", Stories.accepted202,
      Stories.misread),
    Witness(
      .requestPermanent4xxOnce, "a 401 is sent again", Stories.unauthorized,
      Stories.unauthorized.sendingAgain(after: "abandon upload")),
    Witness(
      .requestPermanent4xxOnce, "a 401 is not told", Stories.unauthorized,
      Stories.unauthorized.without("tell refused")),
    Witness(
      .requestPermanent4xxOnce, "the error body is waited for", Stories.unauthorized,
      Stories.unauthorized.until("refused").then {
        $0.wait(7_000)
        $0.event("route", .news(.route))
      }),
    Witness(
      .requestTransientStatusBounded, "a fourth try", Stories.alwaysBusy,
      Stories.alwaysBusy.fourth { $0.refuse(0, 503) }),
    Witness(
      .requestTransientStatusBounded, "a pause without end", Stories.alwaysBusy,
      Stories.alwaysBusy.fallingSilent(after: "arm pause 1", seconds: 12)),
    Witness(
      .requestRetryAfterHonouredAndCapped, "the pause is not kept", Stories.busy,
      Stories.busy.hastening()),
    Witness(
      .requestRetryAfterHonouredAndCapped, "the pause is not capped", Stories.busy,
      Stories.busy.fallingSilent(after: "arm pause 1", seconds: 12)),
    Witness(
      .requestTransportLossBounded, "a fourth try", Stories.alwaysLost,
      Stories.alwaysLost.fourth {
        $0.answer("lost", of: "ask leaf 0", .wireFailed(.unreachable))
      }),
    Witness(
      .requestBodyLossIsTransient, "a lost body ends the attempt", Stories.broken,
      Stories.broken.until("broken").then { $0.fail(.networkFailed, .network) }),
    Witness(
      .requestBodyLossIsTransient, "a body that is waited for", Stories.broken,
      Stories.broken.fallingSilent(after: "head 0", seconds: 47)),
    Witness(
      .requestBodyLossIsTransient, "a fourth try", Stories.alwaysBroken,
      Stories.alwaysBroken.fourth {
        $0.head(0, 200)
        $0.answer("broken", of: "ask leaf 0", .wireFailed(.reset(received: 7)))
      }),
    Witness(
      .requestMalformedOnce, "a malformed body is asked for again", Stories.malformed,
      Stories.malformed.sendingAgain(after: "answer")),
    Witness(
      .request413SplitsRejectedLeafOnly, "the whole is sent again", Stories.split,
      Stories.split.sendingAgain(after: "abandon leaf 0")),
    Witness(
      .request413SplitsRejectedLeafOnly, "a part that was heard is sent again", Stories.split,
      Stories.split.inserting(sent(FileRef(r1, .leaf(1))), after: "done checkpoint 1")),
    Witness(
      .request413Bounded, "a third split", Stories.everySize,
      Stories.everySize.inserting(export(3, from: 0, count: 2_200), after: "abandon leaf 2")),
    Witness(
      .request413Bounded, "a part under the least size", Stories.everySize,
      Stories.everySize.inserting(export(3, from: 0, count: 1_000), after: "abandon leaf 1")),
    Witness(
      .requestCancelIsImmediate, "an upload goes on after a cancel", Stories.cancelledInWork,
      Stories.cancelledInWork.without("cancel upload", "abandon upload")),
    Witness(
      .requestCancelIsImmediate, "another try after a cancel", Stories.cancelledInWork,
      Stories.cancelledInWork.sendingAgain(after: "abandon upload")),
    Witness(
      .requestLiteralJsonText, "dictated JSON is unwrapped", Stories.literal,
      Stories.literal.rewriting("ask raw", "did raw") { $0.raw = "one two" }),
    Witness(
      .requestUnlistedStatus, "a 202 is asked for again", Stories.accepted202,
      Stories.accepted202.sendingAgain(after: "answer")),
    Witness(
      .requestBodySizeCapped, "a body without bounds is asked for again", Stories.oversize,
      Stories.oversize.sendingAgain(after: "answer")),
  ]

  static let bulk = [
    Witness(
      .bulkSplitBeforeKnownLimit, "the whole is sent all the same", Stories.known,
      Stories.known.inserting(sent(), after: "claim saved")),
    Witness(
      .bulkLimitCountsTheRequest, "the wrapping is forgotten",
      Stories.known,
      Stories.known.replacing(
        "launched",
        .event(
          .launched(
            Launch(
              process: ProcessID(.app),
              limits: Limits(knownBody: 2 * 8_800 + 10, splitDepth: 2, minimumLeaf: 2_000)))))),
    Witness(
      .bulkOneUploadAtATime, "both halves at once", Stories.split,
      Stories.split.inserting(sent(FileRef(r1, .leaf(2))), after: "arm leaf 1")
        .cuttingFirst()),
    Witness(
      .bulkOneUploadAtATime, "a part is left out", Stories.known,
      Stories.known.without(
        "ask leaf 1", "arm leaf 1", "head 1", "body 1", "ask checkpoint 1", "did checkpoint 1",
        "done checkpoint 1")),
    Witness(
      .bulkCheckpointBeforeNextLeaf, "nothing is stored between two parts", Stories.split,
      Stories.split.without("ask checkpoint 1", "did checkpoint 1", "done checkpoint 1")),
    Witness(
      .bulkCheckpointBeforeNextLeaf, "the parts are merged the wrong way round", Stories.split,
      Stories.split.rewriting("ask raw", "did raw") { $0.raw = "two one" }),
    Witness(
      .bulkCheckpointFailureStops, "the next part is cut all the same", Stories.unkept,
      Stories.unkept.inserting(export(2, from: 8_800, count: 8_800), after: "unkept")),
    Witness(
      .bulkEmptyLeafFails, "a silent part vanishes", Stories.emptyLeaf,
      Stories.emptyLeaf.until("body 2").then {
        let before = $0.row
        $0.row.raw = "one"
        $0.write("ask raw", .processing, from: [.processing])
        $0.wrote("did raw", before: before)
      }),
    Witness(
      .bulkLaterFailureKeepsCheckpoint, "the first half is dropped with the second",
      Stories.laterFailure,
      Stories.laterFailure.rewriting("ask failed", "did failed") { $0.checkpoint = nil }),
  ]

  static let recognition = [
    Witness(
      .recognizeBounded, "an upload is waited for without end", Stories.good,
      Stories.good.fallingSilent(after: "arm upload", seconds: 47)),
    Witness(
      .recognizeBounded, "two local jobs at once", Stories.localFailure,
      Stories.localFailure.inserting(
        extra(.recognizeLocally(source, slot: 2, Stories.onDevice)), after: "arm local 1")),
    Witness(
      .recognizeFailureKeepsEvidence, "a refused recording is stored as cancelled",
      Stories.unauthorized,
      Stories.unauthorized.rewriting("ask failed", "did failed") { $0.state = .cancelled }),
    Witness(
      .recognizeFailureKeepsEvidence, "a failed retry drops the text so far",
      Stories.resumedInVain,
      Stories.resumedInVain.rewritingLast("ask failed", "did failed") { $0.checkpoint = nil }),
    Witness(
      .recognizeLocalFailureResetsEngine, "no reset", Stories.localFailure,
      Stories.localFailure.without("ask reset", "done reset")),
    Witness(
      .recognizeLocalFailureResetsEngine, "another job in the same attempt",
      Stories.localFailure,
      Stories.localFailure.inserting(
        extra(.recognizeLocally(source, slot: 1, Stories.onDevice)), after: "ask reset")),
    Witness(
      .recognizeLocalFailureResetsEngine, "a retry is turned away", Stories.localFailure,
      Stories.localFailure.until("retry").then { $0.ignored("refused", .notAllowedNow) }),
    Witness(
      .recognizeNoSpeechIsTerminal, "silence becomes a result", Stories.silentSource,
      Stories.silentSource.until("answer").then {
        let before = $0.row
        $0.ask(end: .success, final: "…")
        $0.wrote("did success", before: before)
      }),
    Witness(
      .recognizeNoSpeechIsTerminal, "silence is called something else", Stories.silentSource,
      Stories.silentSource.rewriting("ask failed", "did failed") { $0.reason = .network }),
    Witness(
      .recognizeExportFailureKeepsSource, "the whole is sent instead", Stories.unexported,
      Stories.unexported.sendingAgain(after: "unexported")),
    Witness(
      .recognizeExportFailureKeepsSource, "a stalled export is waited for", Stories.unexported,
      Stories.unexported.fallingSilent(after: "arm export 1", seconds: 12)),
  ]

  static let cleaning = [
    Witness(
      .cleanupOptionalNeverLosesText, "a failed cleanup fails the recording",
      Stories.uncleaned,
      Stories.uncleaned.rewriting("ask success", "did success") {
        $0.state = .failed
        $0.final = nil
      }),
    Witness(
      .cleanupOptionalNeverLosesText, "a truncated cleanup is kept", Stories.uncleaned,
      Stories.uncleaned.rewriting("ask success", "did success") { $0.final = "One," }),
    Witness(
      .cleanupOnceAfterMerge, "cleaned twice", Stories.good,
      Stories.good.inserting(extra(.cleanUp("one two", Settings())), after: "cleanup body")),
    Witness(
      .cleanupOnceAfterMerge, "each part is cleaned", Stories.split,
      Stories.split.inserting(extra(.cleanUp("one", Settings())), after: "done checkpoint 1")),
    Witness(
      .cleanupOnceAfterMerge, "a cleanup is waited for without end", Stories.good,
      Stories.good.fallingSilent(after: "arm cleanup", seconds: 22)),
    Witness(
      .cleanupRawDurableFirst, "cleaned before the text is stored", Stories.good,
      Stories.good.moving("ask cleanup", after: "arm raw")),
  ]
}

extension Story {
  /// A fourth try that fails like the three before it.
  fileprivate func fourth(_ way: (inout Story) -> Void) -> Story {
    until("arm leaf 0").then {
      $0.wait(300)
      way(&$0)
      $0.pause(3, 2_000)
      $0.send(0)
    }
  }

  /// The pause that was asked for is cut short.
  fileprivate func hastening() -> Story {
    until("abandon leaf 0").then {
      $0.pause(1, 500)
      $0.hear(0, "one two")
      $0.conclude()
    }
  }

  /// Both halves are cut before the first one is sent.
  fileprivate func cuttingFirst() -> Story {
    moving("ask export 2", after: "exported 1").moving("did export 2", after: "ask export 2")
      .moving("exported 2", after: "did export 2")
  }
}
