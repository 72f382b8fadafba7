public import Contract

/// Some of the settings, by name; the others stay as they are.
public struct SettingsChange: Hashable, Sendable {
  /// Who recognizes.
  public enum Service: Hashable, Sendable {
    /// A provider.
    case cloud(Provider)
    /// The engine on the device.
    case local
  }

  /// Who recognizes; nil leaves it.
  public var service: Service?
  /// The slot of the engine on the device; nil leaves it.
  public var slot: UInt8?
  /// The model; nil leaves it.
  public var model: UInt8?
  /// The language; nil leaves it.
  public var language: UInt8?
  /// The list of special words; nil leaves it.
  public var vocabulary: UInt8?
  /// Who cleans up; nil leaves it.
  public var cleanup: Cleanup?

  /// Makes a change of nothing.
  public init() {}

  /// The settings with what this names.
  public func applied(to old: Settings) -> Settings {
    var new = old
    var usedSlot: UInt8 = 1
    if case .local(let old) = old.recognizer { usedSlot = old }
    if let slot { usedSlot = slot }
    switch service {
    case .cloud(let provider): new.recognizer = .cloud(provider)
    case .local: new.recognizer = .local(slot: usedSlot)
    case nil: if case .local = old.recognizer { new.recognizer = .local(slot: usedSlot) }
    }
    if let model { new.model = model }
    if let language { new.language = language }
    if let vocabulary { new.vocabulary = vocabulary }
    if let cleanup { new.cleanup = cleanup }
    return new
  }

  /// Whether settings have everything that this names.
  public func isMet(by settings: Settings) -> Bool { applied(to: settings) == settings }
}

extension FormatReader {
  static let settingsKeys = ["provider", "model", "language", "vocabulary", "cleanup", "slot"]

  /// Reads a map of settings.
  func settings(_ node: YAMLNode, _ name: String, keys: [String]) -> SettingsChange? {
    guard let fields = log.mapping(node, name, keys: keys) else { return nil }
    var change = SettingsChange()
    change.service = fields["provider"].flatMap { provider($0) }
    change.model = fields["model"].flatMap { small($0, "model") }
    change.language = fields["language"].flatMap { small($0, "language") }
    change.vocabulary = fields["vocabulary"].flatMap { small($0, "vocabulary") }
    change.slot = fields["slot"].flatMap { small($0, "slot") }
    change.cleanup = fields["cleanup"].flatMap { log.word($0, "cleanup", as: Cleanup.self) }
    return change
  }

  /// Reads who recognizes.
  func provider(_ node: YAMLNode) -> SettingsChange.Service? {
    if bareWord(node) == "local" { return .local }
    let words = Provider.words + ["local"]
    guard let scalar = log.scalar(node, "provider", expected: "one of \(log.list(words))") else {
      return nil
    }
    if let known = Provider.allCases.first(where: { $0.word == scalar.text }) {
      return .cloud(known)
    }
    let nearest = Suggestion.nearest(to: scalar.text, among: words)
    log.report(
      .unknownWord, at: node.position, "'provider' cannot be '\(scalar.text)'",
      hint: nearest.map { "did you mean '\($0)'?" } ?? "expected one of \(log.list(words))")
    return nil
  }

  private func small(_ node: YAMLNode, _ name: String) -> UInt8? {
    log.integer(node, name, in: 0...255).map { UInt8($0) }
  }
}
