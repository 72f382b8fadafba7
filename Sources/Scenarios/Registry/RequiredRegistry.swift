/// What the suite must hold: the contract's required scenarios, and every row and value of its
/// tables.
public struct RequiredRegistry: Sendable, Hashable {
  /// One obligation and where it stands.
  public struct Entry: Sendable, Hashable {
    /// The permanent name, such as `initial-413` or `permanent-status.403`.
    public var id: String
    /// What is required, in a sentence.
    public var says: String
    /// The scenarios or members of scenarios that cover it, as their ids.
    public var cites: [String]
    /// The wrong engines that turn a line of them red.
    public var mutants: [String]
    /// The committed traces that turn a line of them red.
    public var badTraces: [String]
    /// Where its entry begins.
    public var position: SourcePosition
  }

  /// The obligations, in the order of the file.
  public let entries: [Entry]

  static let keys = ["id", "says", "cites", "mutants", "bad-traces"]

  /// Reads `required.yaml`.
  ///
  /// - Parameter pack: the scenarios that exist; nil leaves what is cited unchecked.
  /// - Throws: every mistake in the file, in its order.
  public init(_ source: SourceText, pack: ScenarioPack? = nil) throws(Refusal) {
    let log = DiagnosticLog(for: source)
    var ids = UniqueIdentifiers(log)
    let known = pack.map { pack in
      pack.scenarios.flatMap { scenario in
        [scenario.id]
          + scenario.members.compactMap { $0.suffix.isEmpty ? nil : scenario.id + $0.suffix }
      }
    }
    let isKnown = known.map { Set($0) }
    entries = try log.registry { node in
      guard let fields = log.mapping(node, "requirement", keys: Self.keys) else { return nil }
      let id = fields.required("id").flatMap { ids.take($0, form: .dottedWords) }
      let says = fields.required("says").flatMap { log.text($0, "says") }
      let cites = fields.required("cites").flatMap { node in
        log.list(node, "cites", least: 1) { node -> String? in
          guard let text = log.text(node, "cites") else { return nil }
          if let isKnown, !isKnown.contains(text) {
            let nearest = Suggestion.nearest(to: text, among: known ?? [])
            log.report(
              .unknownScenario, at: node.position, "no scenario is called '\(text)'",
              hint: nearest.map { "did you mean '\($0)'?" } ?? "see 'lastword list scenarios'")
            return nil
          }
          return text
        }
      }
      let names = { (key: String) in
        fields[key].flatMap { log.list($0, key) { log.identifier($0, key, form: .dottedWords) } }
          ?? []
      }
      let mutants = names("mutants")
      let badTraces = names("bad-traces")
      guard let id, let says, let cites else { return nil }
      return Entry(
        id: id, says: says, cites: cites, mutants: mutants, badTraces: badTraces,
        position: node.position)
    }
  }
}
