import Contract
import JSON
import ReferenceApp

// Defects of reading what comes back: the engine is sound and is told something else.

extension Mutant {
  static let moreRequests: [Mutant] =
    mishearings + extraTries + impatience + pauses + moreLeaves + moreDelivery

  private static let mishearings: [Mutant] = [
    misheard(
      .partialResult, "partial-result-accepted", "takes a 202 or a 206 for a finished answer",
      origin: "seed 000, request policy, first row", .requestComplete200Only),
    misheard(
      .permanentRetried, "permanent-retried", "tries again after a refusal that is for good",
      origin: "seed 000, request policy, permanent 4xx", .requestPermanent4xxOnce),
    misheard(
      .unlistedRetried, "unlisted-retried", "tries again after a redirect",
      origin: "seed 000, request policy", .requestUnlistedStatus),
    misheard(
      .bodyLossFatal, "body-loss-gives-up", "gives up when the body of a good answer breaks off",
      origin: "seed 000, request policy, draining a body", .requestBodyLossIsTransient),
    misheard(
      .malformedRetried, "malformed-retried", "asks again for an answer that makes no sense",
      origin: "seed 000, local failures, malformed body", .requestMalformedOnce),
    misheard(
      .oversizeRetried, "oversize-retried", "asks again for an answer that is too large",
      origin: "field reports on response limits", .requestBodySizeCapped),
    misheard(
      .silenceUnusable, "silence-is-an-error", "takes an answer without words for a broken one",
      origin: "seed 000, local failures, no speech", .recognizeNoSpeechIsTerminal),
    misheard(
      .exportSucceeded, "export-error-ignored", "sends a piece that could not be cut out",
      origin: "seed 000, local failures, export", .recognizeExportFailureKeepsSource),
    misheard(
      .unconfirmedDelivered, "unconfirmed-is-delivered",
      "stores a delivery that nobody confirmed as delivered",
      origin: "voice platform, delivery outcomes", .deliverOutcomeIsTyped),
    misheard(
      .limitUnknown, "known-limit-ignored", "sends a long recording whole, to see what happens",
      origin: "seed 000, bulk behaviour", .bulkSplitBeforeKnownLimit),
    misheard(
      .limitWithoutWrapping, "limit-without-wrapping",
      "compares the provider's limit with the audio and not with the request",
      origin: "field reports on 25 MB limits", .bulkLimitCountsTheRequest),
    misheard(
      .splitsToDust, "splits-to-dust", "halves a refused piece down to fractions of a second",
      origin: "seed 000, request policy, 413", .request413Bounded),
  ]

  private static func misheard(
    _ what: Mishearing, _ name: String, _ title: String, origin: String, _ clause: ClauseID
  ) -> Mutant {
    Mutant(name, title, origin: origin, clause: clause) { Mishears(what, around: $0) }
  }
}

/// What an engine is told instead of the truth.
enum Mishearing: UInt8, Hashable, Sendable {
  case partialResult, permanentRetried, unlistedRetried, bodyLossFatal, malformedRetried
  case oversizeRetried, silenceUnusable, exportSucceeded, unconfirmedDelivered
  case limitUnknown, limitWithoutWrapping, splitsToDust
}

/// Tells the engine something else than what happened.
struct Mishears: EngineUnderTest, Hashable {
  private let what: Mishearing
  private var engine: App
  private var seen = SeenRequests()

  init(_ what: Mishearing, around engine: App) {
    self.what = what
    self.engine = engine
  }

  mutating func handle(_ event: Event, at now: Moment) -> Reaction {
    let reaction = engine.handle(heard(event), at: now)
    // What has no effect may change nothing here either.
    if reaction.ignored != nil { return reaction }
    if case .finished(let ticket, _) = event { _ = seen.finish(ticket) }
    seen.note(reaction)
    return reaction
  }

  private func heard(_ event: Event) -> Event {
    switch event {
    case .launched(let launch): .launched(heard(launch))
    case .progress(let ticket, .head(let head)) where isUpload(ticket):
      .progress(ticket, .head(heard(head)))
    case .finished(let ticket, let outcome): .finished(ticket, heard(outcome, ticket))
    case .person, .progress, .news, .deadline: event
    }
  }

  private func isUpload(_ ticket: Ticket) -> Bool {
    if case .upload = seen.find(ticket)?.request { true } else { false }
  }

  private func heard(_ launch: Launch) -> Launch {
    var launch = launch
    switch what {
    case .limitUnknown: launch.limits.knownBody = nil
    case .limitWithoutWrapping:
      if let known = launch.limits.knownBody {
        launch.limits.knownBody = known + RequestBody.header + RequestBody.overhead
      }
    case .splitsToDust:
      launch.limits.splitDepth = 7
      launch.limits.minimumLeaf = sampleRate / 16
    case .partialResult, .permanentRetried, .unlistedRetried, .bodyLossFatal, .malformedRetried,
      .oversizeRetried, .silenceUnusable, .exportSucceeded, .unconfirmedDelivered:
      break
    }
    return launch
  }

  private func heard(_ head: Head) -> Head {
    let kind = RequestPolicy.classify(status: head.status)
    var head = head
    switch what {
    case .partialResult: if head.status == 202 || head.status == 206 { head.status = 200 }
    case .permanentRetried: if kind == .permanent { head.status = 503 }
    case .unlistedRetried: if kind == .invalid, head.status >= 300 { head.status = 503 }
    case .bodyLossFatal, .malformedRetried, .oversizeRetried, .silenceUnusable, .exportSucceeded,
      .unconfirmedDelivered, .limitUnknown, .limitWithoutWrapping, .splitsToDust:
      break
    }
    return head
  }

  private func heard(_ outcome: Outcome, _ ticket: Ticket) -> Outcome {
    switch (what, outcome) {
    case (.bodyLossFatal, .wireFailed(.reset)) where isUpload(ticket):
      return .body(Body(nil, contentType: nil))
    case (.oversizeRetried, .wireFailed(.tooLarge)) where isUpload(ticket):
      return .wireFailed(.reset(received: 0))
    case (.malformedRetried, .body(let body)) where isUpload(ticket) && Self.isBroken(body):
      return .wireFailed(.reset(received: 0))
    case (.silenceUnusable, .body(let body)) where isUpload(ticket) && Self.isSilent(body):
      return .body(Body(nil, contentType: body.contentType))
    case (.silenceUnusable, .noText): return .text("")
    case (.exportSucceeded, .exportFailed):
      guard case .exportLeaf(_, _, _, let count) = seen.find(ticket)?.request else {
        return outcome
      }
      let bytes = RequestBody.header + count * RequestBody.bytesPerSample
      return .exported(
        LeafFacts(samples: count, bytes: bytes, bodyBytes: RequestBody.bytes(samples: count)))
    case (.unconfirmedDelivered, .landedUnconfirmed): return .delivered
    default: return outcome
    }
  }

  /// Whether a body cannot be an answer at all.
  private static func isBroken(_ body: Body) -> Bool {
    guard let text = body.text else { return true }
    return body.contentType?.contains("json") == true && field(text) == nil
  }

  private static func isSilent(_ body: Body) -> Bool {
    guard let text = body.text, let type = body.contentType else { return false }
    let words = type.contains("json") ? field(text) : text
    return words?.unicodeScalars.allSatisfy(\.properties.isWhitespace) ?? false
  }

  private static func field(_ text: String) -> String? {
    do { return try JSONValue(reading: text)["text"]?.string } catch { return nil }
  }
}
