/// A set of signs, for asking what stands between two lines. It has a bit for every number that a
/// sign can have.
struct SignSet: Hashable, ExpressibleByArrayLiteral {
  private var bits: SIMD4<UInt64> = .zero

  init(arrayLiteral signs: Sign...) {
    for sign in signs { bits[Int(sign.rawValue >> 6)] |= 1 << UInt64(sign.rawValue & 63) }
  }

  func contains(_ sign: Sign) -> Bool {
    bits[Int(sign.rawValue >> 6)] & 1 << UInt64(sign.rawValue & 63) != 0
  }

  static func | (a: SignSet, b: SignSet) -> SignSet {
    var both = a
    both.bits |= b.bits
    return both
  }

  /// A person began something anew, or the app did.
  static let anew: SignSet = [.startAsked, .launched]
  /// An attempt came to its end.
  static let ending: SignSet = [.attemptSucceeded, .attemptFailed, .attemptCancelled, .noSpeech]
  /// Text left the app.
  static let delivering: SignSet = [.pasteSent, .textInserted]
  /// Audio is known to be kept somewhere that the person can see.
  static let keeping: SignSet = [.audioKept, .entryWritten, .orphanAdopted, .entryRecovered]
  /// The microphone runs.
  static let capturing: SignSet = [.microphoneOn, .audioArrives]
  /// Work on a recording begins or goes on.
  static let working: SignSet = [
    .recognitionBegan, .requestSent, .headersArrived, .cleanupBegan, .audioSplit, .fallbackBegan,
  ]
  /// The person learns that something is wrong.
  static let telling: SignSet = [.messageShown, .showsFailure, .showsReconnecting]
}
