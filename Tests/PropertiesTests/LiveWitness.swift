import Contract

// Red witnesses of the set `live`: a good run, and the same run with one thing broken.
extension Witness {
  private typealias S = LiveStories

  static let live: [Witness] = liveSending + liveDialling + liveWords + liveSurfaces + liveLeaving

  private static func message(_ topic: Topic, words: String? = nil) -> Happening {
    let id = RecordingID(1)
    return extra(
      .tell(
        words.map { Message(topic, recording: id, words: $0) }
          ?? Message(topic, recording: id)))
  }

  private static func settled(
    _ leg: LegNumber, _ number: UInt16, _ text: String, from: Int, end: Int
  ) -> Happening {
    let segment = Segment(SegmentID(leg: leg, number: number), text, from: from, end: end)
    return extra(.live(RecordingID(1), .settled(segment)))
  }

  private static func ended(_ missing: [Span] = []) -> Happening {
    extra(.live(RecordingID(1), .ended(missing: missing)))
  }

  private static func dial(_ leg: LegNumber, offset: Int) -> Request {
    .dial(Dial(recording: RecordingID(1), leg: leg, offset: offset, settings: Settings()))
  }

  private static func span(_ from: Int, _ end: Int) -> Span {
    Span(clip: 1, from: from, count: end - from)
  }

  private static let liveSending: [Witness] = [
    Witness(
      .relayEverySampleOnce, "a chunk is not sent", S.dropped, S.dropped.without("feed 1 2")),
    Witness(
      .relayEverySampleOnce, "what was heard is sent again", S.dropped,
      S.dropped.sending("feed 2 4", 2, span(24_000, 40_000))),
    Witness(
      .relayEverySampleOnce, "a chunk is sent twice", S.dropped,
      S.dropped.inserting(S.dropped.what("feed 1 2"), after: "feed 1 2")),
    Witness(
      .relayEverySampleOnce, "more is sent than was heard", S.dropped,
      S.dropped.sending("feed 1 2", 1, span(16_000, 26_000))),
    Witness(
      .relayHoldWhileDown, "nothing is held", S.dropped,
      S.dropped.without("feed 2 4", "feed 2 5")),
    Witness(
      .relayHoldWhileDown, "too much is held", S.away(5_000), S.away(5_000, keeping: 400_000)),
    Witness(
      .relayHoldWhileDown, "too little is held", S.away(9_000), S.away(9_000, keeping: 160_000)),
    Witness(
      .relayOffsetIsFirstFedSample, "the offset is the time of the dial", S.dropped,
      S.dropped.dialling("dial 2", dial(2, offset: 48_000))),
    Witness(
      .relayOffsetIsFirstFedSample, "a sentence stands elsewhere", S.dropped,
      S.dropped.replacing(
        "settle 2-1", settled(2, 1, "w004 w005 w006", from: 48_000, end: 72_000))),
    Witness(
      .relayAttachIsAtomic, "a live chunk overtakes", S.dropped,
      S.dropped.moving("feed 2 5", after: "feed 2 6")),
    Witness(
      .relayQueueFitsHold, "the offset stays", S.shortQueue, S.shortQueue.without("offset")),
    Witness(
      .relayFailedAttachReturnsAudio, "given audio is lost", S.refusedOnce,
      S.refusedOnce(resuming: 6)),
    Witness(
      .relayDiscardKeepsClock, "the offset stays before what was dropped", S.away(5_000),
      S.away(5_000).dialling("dial 5", dial(5, offset: 32_000))),
    Witness(
      .streamCallbackNeverBlocks, "a chunk waits with its file", S.dropped,
      S.dropped.without("ask append 6", "did append 6", "done append 6")),
  ]

  private static let liveDialling: [Witness] = [
    Witness(
      .relayOneLiveLeg, "a number is used twice", S.dropped,
      S.dropped.dialling("dial 2", dial(1, offset: 32_000))),
    Witness(
      .relayOneLiveLeg, "a second leg beside the first", S.dropped,
      S.dropped.inserting(extra(dial(2, offset: 24_000)), after: "frames 3")),
    Witness(
      .relayOneLiveLeg, "words of a leg that was given up", S.halfOpen,
      S.halfOpen.inserting(settled(1, 2, "w005", from: 40_000, end: 48_000), after: "dial 2")
        .inserting(
          .event(
            .progress(
              S.halfOpen.ticket("dial 1"),
              .leg(
                .frame(
                  .tokens(
                    Story.tokens(5..<6, final: 6, of: 0), endsUtterance: false,
                    isFinalized: false))))), after: "arm frames 35")),
    Witness(
      .relayLadderBounded, "too early", S.dropped, S.dropped(redial: 1)),
    Witness(
      .relayLadderBounded, "too late", S.dropped, S.dropped(redial: 3)),
    Witness(
      .relayLadderBounded, "never", S.dropped,
      S.dropped.until("arm frames 6").then { story in
        for _ in 0..<8 { story.chunk(to: nil) }
      }),
    Witness(
      .relayLadderBounded, "once more than it may", S.exhausted,
      S.exhausted.until("closed 5").then { story in
        for _ in 0..<8 { story.chunk(to: nil) }
        story.due("redial 6", .redial)
        story.dial(6, offset: 32_000)
      }),
    Witness(.relayHandshakeIsNotLife, "a handshake counts", S.mute, S.mute(redial: 2)),
    Witness(
      .relayQuotaNotRetried, "it is asked again", S.refused(402, .liveQuota),
      S.refused(402, .liveQuota).inserting(extra(dial(2, offset: 0)), after: "tell")),
    Witness(
      .relayQuotaNotRetried, "nothing is told", S.refused(402, .liveQuota),
      S.refused(402, .liveQuota).without("tell")),
    Witness(
      .relayQuotaNotRetried, "live text goes on", S.refused(402, .liveQuota),
      S.refused(402, .liveQuota).until("tell").then { story in
        for _ in 0..<24 { story.chunk(to: nil) }
      }),
    Witness(
      .relayRefusedLoginNotRetried, "another reason is told", S.refused(401, .liveRefused),
      S.refused(401, .liveRefused).replacing("tell", message(.liveQuota))),
    Witness(
      .relayRefusedLoginNotRetried, "it is asked again", S.refused(403, .liveRefused),
      S.refused(403, .liveRefused).inserting(extra(dial(2, offset: 0)), after: "tell")),
    Witness(
      .relayBareCloseUsesLadder, "a reason is made up", S.exhausted,
      S.exhausted.replacing("tell", message(.dictationQuota))),
  ]

  private static let liveWords: [Witness] = [
    Witness(
      .relayLegIdsDoNotCollide, "a name of the first leg", S.dropped,
      S.dropped.replacing(
        "settle 2-1", settled(1, 1, "w004 w005 w006", from: 32_000, end: 56_000))),
    Witness(
      .relayLegIdsDoNotCollide, "the first leg's prefix", S.dropped,
      S.dropped.replacing(
        "settle 2-1", settled(1, 2, "w004 w005 w006", from: 32_000, end: 56_000))),
    Witness(
      .relayTailFoldedOnce, "the last words are lost", S.dropped,
      S.dropped.without("settle 1-1")),
    Witness(
      .relayTailFoldedOnce, "they are never settled", S.dropped,
      S.dropped.without("settle 1-1", "no tail")),
    Witness(
      .relayTailFoldedOnce, "they are folded twice", S.dropped,
      S.dropped.inserting(
        settled(1, 2, "w000 w00", from: 0, end: 16_000), after: "settle 1-1")),
    Witness(
      .relayTailFoldedOnce, "they are typed twice", S.exhausted,
      S.exhausted.inserting(
        extra(.insert(RecordingID(1), SegmentID(leg: 1, number: 1), "w000 w00", Target(1))),
        after: "type 1-1")),
    Witness(
      .transcriptRevisionReplacesItsRange, "a sentence is settled twice", S.dropped,
      S.dropped.inserting(
        settled(2, 2, "w004 w005 w006", from: 32_000, end: 56_000), after: "settle 2-1")),
    Witness(
      .transcriptRevisionReplacesItsRange, "a word that nobody said", S.dropped,
      S.dropped.replacing(
        "settle 2-1", settled(2, 1, "w004 w009 w006", from: 32_000, end: 56_000))),
    Witness(
      .transcriptRevisionReplacesItsRange, "something else is typed", S.exhausted,
      S.exhausted.replacing(
        "type 1-1",
        .effect(
          .request(
            S.exhausted.ticket("type 1-1"),
            .insert(RecordingID(1), SegmentID(leg: 1, number: 1), "w000", Target(1)))))),
    Witness(
      .captureTextSurvivesAudioFailure, "the text is not stored", S.unclosed,
      S.unclosed.rewriting("ask failed", "did failed") { $0.raw = nil }.replacing(
        "claim failed",
        extra(.claim(RecordingID(1), .failed(partial: nil, audioKept: true))))),
  ]

  private static let liveSurfaces: [Witness] = [
    Witness(
      .relayReconnectingIsNotFailed, "nothing is shown", S.dropped,
      S.dropped.without("line reconnecting")),
    Witness(
      .relayReconnectingIsNotFailed, "an error is shown", S.dropped,
      S.dropped.replacing("line reconnecting", extra(.show(.transcript, .error)))),
    Witness(
      .relayReconnectingIsNotFailed, "the text changes", S.dropped,
      S.dropped.inserting(
        extra(.live(RecordingID(1), .tail("please wait"))), after: "frames 5")),
    Witness(
      .relayRecordingOutlivesRelay, "the recording ends", S.refused(402, .liveQuota),
      S.refused(402, .liveQuota).inserting(
        extra(.stop(S.refused(402, .liveQuota).id("ask capture"))), after: "live ended")),
    Witness(
      .relayRecordingOutlivesRelay, "it looks like an error", S.refused(402, .liveQuota),
      S.refused(402, .liveQuota).replacing("line at end", extra(.show(.transcript, .error)))),
    Witness(
      .relayRecordingOutlivesRelay, "live text is taken for its transcript",
      S.refused(402, .liveQuota), S.unsent),
    Witness(
      .relayNoRawWireText, "the service's own words", S.refused(402, .liveQuota),
      S.refused(402, .liveQuota).replacing(
        "tell", message(.liveQuota, words: "Sorry: relay error: time is up"))),
    Witness(
      .surfaceEveryLanguage, "words of its own", S.exhausted,
      S.exhausted.replacing("tell", message(.dictationStopped, words: "The line is gone now."))),
    Witness(
      .relayMicrophoneStaysOpen, "the microphone is closed", S.dropped,
      S.dropped.inserting(
        extra(.stop(S.dropped.id("ask capture"))), after: "closed 1")),
    Witness(
      .relayMicrophoneStaysOpen, "live text ends", S.dropped,
      S.dropped.inserting(ended(), after: "no tail")),
    Witness(
      .lifecycleResumesUnprompted, "a route change ends it", S.dropped,
      S.dropped.inserting(extra(.stop(S.dropped.id("ask capture"))), after: "route")),
    Witness(
      .lifecycleResumesUnprompted, "nothing is built anew when a call is over", S.called,
      S.called.without("rebuild")),
    Witness(
      .lifecycleResumesUnprompted, "no watchdog looks at the microphone", S.called,
      S.called.without("rebuild in vain")),
    Witness(
      .lifecycleResumesUnprompted, "a call that goes on ends it", S.called,
      S.called.replacing(
        "call over",
        .event(
          .deadline(Deadline(at: S.called.now, stage: .captureHealth, lease: S.called.lease)))
      ).replacing("rebuild", .effect(.notice(.stop(S.called.id("ask capture")))))),
    Witness(
      .lifecycleResumesUnprompted, "one that is silent is given up before it is built anew",
      S.called,
      S.called.without("call", "rebuild in vain").replacing(
        "call over",
        .event(
          .deadline(Deadline(at: S.called.now, stage: .captureHealth, lease: S.called.lease)))
      ).replacing("rebuild", .effect(.notice(.stop(S.called.id("ask capture")))))),
  ]

  private static let liveLeaving: [Witness] = [
    Witness(
      .deliverRightTarget, "a sentence is typed elsewhere", S.exhausted,
      S.exhausted.replacing(
        "type 1-1",
        .effect(
          .request(
            S.exhausted.ticket("type 1-1"),
            .insert(RecordingID(1), SegmentID(leg: 1, number: 1), "w000 w00", Target(2)))))),
    Witness(
      .relayStopDuringGapIsHonest, "a sentence after the end", S.stoppedInGap,
      S.stoppedInGap.inserting(
        settled(1, 2, "w009", from: 32_000, end: 40_000), after: "live ended")),
    Witness(
      .relayStopDuringGapIsHonest, "it dials again", S.stoppedInGap,
      S.stoppedInGap.inserting(extra(dial(2, offset: 32_000)), after: "say stop")),
    Witness(
      .relayStopDuringGapIsHonest, "nothing is said of what was kept", S.stoppedInGap,
      S.stoppedInGap.replacing("live ended", ended())),
    Witness(
      .relayStopDuringGapIsHonest, "no end is said", S.stoppedInGap,
      S.stoppedInGap.without("live ended")),
    Witness(
      .relayHalfOpenDetected, "it is not pinged", S.halfOpen,
      S.halfOpen.without("ping 5", "ping 10")),
    Witness(
      .relayHalfOpenDetected, "nobody gives it up", S.halfOpen,
      S.halfOpen.until("arm frames 34").then { story in
        for second in 1...8 {
          story.chunk(to: 1)
          story.chunk(to: 1)
          if second % 4 == 0 { story.toLeg("ping", 1, .ping) }
        }
      }),
    Witness(
      .relayHalfOpenDetected, "a leg that lives is given up", S.halfOpen,
      S.halfOpen(for: 8)),
    Witness(
      .relayKeepaliveInSilence, "silence on the wire", S.quiet, S.quiet.without("keepalive")),
    Witness(
      .relayFinalizeThenWait, "no finalize", S.dropped, S.dropped.without("finalize")),
    Witness(
      .relayFinalizeThenWait, "the end comes before the answer", S.dropped,
      S.dropped.moving("end", after: "finalize")),
    Witness(
      .relayCoverageDisclosed, "a hole is not told", S.away(9_000),
      S.away(9_000).replacing("live ended", ended())),
    Witness(
      .relayCoverageDisclosed, "what is there is said to be missing", S.dropped,
      S.dropped.replacing("live ended", ended([span(0, 16_000)]))),
    Witness(
      .relayCoverageDisclosed, "holes are not told", S.halfOpen,
      S.halfOpen.without("tell gaps")),
  ]
}

extension Story {
  /// What is told at a beat.
  fileprivate func what(_ label: String) -> Happening {
    beats[max(0, index(of: label))].record.what
  }

  /// The same story with something else sent at a beat.
  fileprivate func sending(_ label: String, _ leg: LegNumber, _ span: Span) -> Story {
    replacing(label, extra(.leg(id("dial \(leg)"), .send(span))))
  }

  /// The same story with something else dialled at a beat.
  fileprivate func dialling(_ label: String, _ request: Request) -> Story {
    replacing(label, .effect(.request(ticket(label), request)))
  }
}
