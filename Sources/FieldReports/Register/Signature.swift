public import Contract
public import Exploration

/// What makes a report and a finding one: the promise, what the app was doing, and which kinds of
/// things happened and went wrong. It is the key of a fuzz finding's bucket, said of a log.
public struct Signature: Hashable, Sendable {
  /// The promise.
  public var clause: ClauseID
  /// What the app was doing when it was broken.
  public var phase: DerivedPhase
  /// The kinds of things, sorted, each once, in the words of buckets.
  public var kinds: [String]

  /// Makes a signature.
  public init(clause: ClauseID, phase: DerivedPhase, kinds: [String]) {
    self.clause = clause
    self.phase = phase
    self.kinds = Array(Set(kinds)).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// The signature of a finding of the fuzzer.
  public init(_ bucket: Bucket) {
    self.init(clause: bucket.clause, phase: bucket.phase, kinds: bucket.kinds)
  }

  /// The signature of what a log shows.
  public init(_ finding: Finding, in log: FieldLog) {
    let seen = log.sightings[...finding.place]
    self.init(
      clause: finding.clause,
      phase: seen.reversed().lazy.compactMap { $0.sign.phase }.first ?? .idle,
      kinds: finding.evidence.compactMap { log.sightings[$0].kind })
  }

  /// `CAPTURE.bounded-finalize | finalizing | capture stops late, start, stop`
  public var text: String {
    "\(clause.id) | \(phase.rawValue) | \(kinds.joined(separator: ", "))"
  }

  /// Whether the two are most likely one defect: the same promise, and the kinds of one are part
  /// of the other's, as fuzz findings are put together.
  public func isLike(_ other: Signature) -> Bool {
    clause == other.clause
      && (kinds.allSatisfy { other.kinds.contains($0) }
        || other.kinds.allSatisfy { kinds.contains($0) })
  }
}

extension Sign {
  /// What an app that writes this is doing; nil where it can belong to several things.
  var phase: DerivedPhase? {
    switch self {
    case .launched, .fileFound, .orphanAdopted, .entryRecovered, .recoveryBlocks: .launching
    case .startAsked, .microphoneAsked, .microphoneOn, .audioArrives, .audioMissing, .audioSilent,
      .deviceLost, .captureFailed, .fileBegun, .showsRecording:
      .capturing
    case .stopAsked, .recorderPending, .recorderGivenUp, .captured, .fileClosed: .finalizing
    case .recognitionBegan, .requestSent, .headersArrived, .answerRefused, .sizeRefused,
      .answerMalformed, .connectionLost, .retryWaits, .legOpened, .legClosed, .audioSent,
      .heldDropped, .wordShown, .stillWaiting, .redialWaits:
      .recognizing
    case .cleanupBegan, .cleanupFailed: .cleaning
    case .entryWritten, .attemptSucceeded, .attemptFailed, .storageFailed: .committing
    case .clipboardSaved, .clipboardWritten, .clipboardRestored, .clipboardRead, .pasteSent,
      .textInserted, .targetChanged:
      .delivering
    case .deleteAsked, .entryRemoved, .removalQueued, .fileRemoved, .fileRemains: .deleting
    default: nil
    }
  }
}

extension Sighting {
  /// The kind of thing that it is, in the words of buckets; nil for what follows from others.
  var kind: String? {
    switch sign {
    case .startAsked: "start"
    case .stopAsked: "stop"
    case .cancelAsked, .cancelRefused: "cancel"
    case .retryAsked: "retry"
    case .deleteAsked: "delete"
    case .launched: "launch"
    case .killed, .sessionReleased: "kill"
    case .recorderPending, .recorderGivenUp: "capture stops late"
    case .deviceLost, .captureFailed: "capture lost"
    case .audioSilent: "capture zeros"
    case .headersArrived: "upload breaks"
    case .connectionLost: "upload breaks"
    case .answerRefused: value.map { Self.word(status: $0) }
    case .sizeRefused: "upload 413"
    case .answerMalformed: "upload invalid"
    case .cleanupBegan: "cleanup slow"
    case .cleanupFailed: "cleanup breaks"
    case .clipboardRead: "deliver reads late"
    case .microphoneAsked: "capture opens late"
    case .copiedElsewhere: "copy elsewhere"
    case .targetChanged: "focus"
    case .fileFound: "found file"
    case .storageFailed: "disk store fails"
    case .storageFull: "full"
    case .legClosed: "dial leg closes"
    case .relayLastHeard, .relaySilent: "dial leg goes silent"
    case .legRefused, .quotaReached: "dial leg refused"
    case .settingsChanged: "change"
    default: nil
    }
  }

  private static func word(status: Int64) -> String {
    switch status {
    case 413, 429: "upload \(status)"
    default: "upload \(status / 100)xx"
    }
  }
}
