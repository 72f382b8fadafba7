import Contract
import Simulation

/// A value that a file spells as one word of a fixed list. The words are permanent: they stand in
/// files of other people, so renaming a case in Swift must not change one.
protocol FormatWord: CaseIterable, Hashable, Sendable {
  /// The spelling in files.
  var word: String { get }
}

extension FormatWord {
  /// All spellings, in the order of the cases.
  static var words: [String] { allCases.map(\.word) }
}

extension DiagnosticLog {
  /// Reads one word of a fixed list.
  ///
  /// - Parameter accepted: the words that fit this place, when not all do.
  func word<Word: FormatWord>(
    _ node: YAMLNode, _ name: String, as type: Word.Type, among accepted: [Word]? = nil
  ) -> Word? {
    let choices = { accepted ?? Array(Word.allCases) }
    guard
      let scalar = scalar(node, name, expected: "one of \(list(choices().map(\.word)))")
    else { return nil }
    return word(scalar.text, at: node.position, name, among: choices())
  }

  /// Reads one word of a fixed list from a part of a scalar.
  func word<Word: FormatWord>(
    _ text: some StringProtocol, at position: SourcePosition, _ name: String, among choices: [Word]
  ) -> Word? {
    if let found = choices.first(where: { $0.word == text }) { return found }
    let words = choices.map(\.word)
    let nearest = Suggestion.nearest(to: String(text), among: words)
    report(
      .unknownWord, at: position, "'\(name)' cannot be '\(text)'",
      hint: nearest.map { "did you mean '\($0)'?" } ?? "expected one of \(list(words))")
    return nil
  }
}

extension RowState: FormatWord {
  var word: String {
    switch self {
    case .capturing: "capturing"
    case .processing: "processing"
    case .retrying: "retrying"
    case .success: "success"
    case .failed: "failed"
    case .cancelled: "cancelled"
    }
  }
}

extension SourceIntegrity: FormatWord {
  var word: String {
    switch self {
    case .unfinalized: "unfinalized"
    case .knownIncomplete: "known-incomplete"
    case .complete: "complete"
    }
  }
}

extension Reason: FormatWord {
  var word: String {
    switch self {
    case .none: "none"
    case .microphone: "microphone"
    case .permission: "permission"
    case .storage: "storage"
    case .storageFull: "storage-full"
    case .finalization: "finalization"
    case .requestRefused: "request-refused"
    case .accessRefused: "access-refused"
    case .serviceBusy: "service-busy"
    case .network: "network"
    case .invalidAnswer: "invalid-answer"
    case .tooLarge: "too-large"
    case .emptyPart: "empty-part"
    case .noSpeech: "no-speech"
    case .export: "export"
    case .localEngine: "local-engine"
    case .tookTooLong: "took-too-long"
    case .cancelledByPerson: "cancelled-by-person"
    case .replaced: "replaced"
    case .interrupted: "interrupted"
    case .recovered: "recovered"
    }
  }
}

extension DeliveryStanding: FormatWord {
  var word: String {
    switch self {
    case .none: "none"
    case .claimed: "claimed"
    case .delivered: "delivered"
    case .rejected: "rejected"
    case .withheld: "withheld"
    case .unconfirmed: "unconfirmed"
    }
  }
}

extension UsageStanding: FormatWord {
  var word: String {
    switch self {
    case .none: "none"
    case .pending: "pending"
    case .reported: "reported"
    }
  }
}

extension Provider: FormatWord {
  var word: String {
    switch self {
    case .openai: "openai"
    case .groq: "groq"
    case .deepgram: "deepgram"
    case .soniox: "soniox"
    }
  }
}

extension Cleanup: FormatWord {
  var word: String {
    switch self {
    case .off: "off"
    case .cloud: "cloud"
    case .local: "local"
    }
  }
}

extension Surface: FormatWord {
  var word: String {
    switch self {
    case .main: "main"
    case .overlay: "overlay"
    case .liveActivity: "live-activity"
    case .keyboard: "keyboard"
    case .transcript: "transcript"
    }
  }
}

extension Indicator: FormatWord {
  var word: String {
    switch self {
    case .idle: "idle"
    case .recording: "recording"
    case .processing: "processing"
    case .live: "live"
    case .reconnecting: "reconnecting"
    case .liveOver: "live-over"
    case .error: "error"
    }
  }
}

extension Ignored: FormatWord {
  var word: String {
    switch self {
    case .staleLease: "stale-lease"
    case .unknownEffect: "unknown-effect"
    case .alreadyFinished: "already-finished"
    case .notAllowedNow: "not-allowed-now"
    case .duplicate: "duplicate"
    }
  }
}

extension ProcessRole: FormatWord {
  var word: String {
    switch self {
    case .app: "app"
    case .keyboard: "keyboard"
    }
  }
}
