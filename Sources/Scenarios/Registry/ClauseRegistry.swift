public import Contract

/// The clauses of a registry file, in its order.
public struct ClauseRegistry: Sendable, Hashable {
  /// One promise and where it stands.
  public struct Clause: Sendable, Hashable {
    /// The permanent name: `REQUEST.413-bounded`.
    public var id: String
    /// How binding it is.
    public var level: ClauseLevel
    /// The document it comes from.
    public var source: ClauseSource
    /// The set an engine must claim before it owes evidence for it.
    public var set: ContractSet
    /// The promise in one or two sentences.
    public var says: String
    /// Where its line begins.
    public var position: SourcePosition
  }

  /// The clauses, in the order of the file.
  public let clauses: [Clause]

  private static let keys = ["id", "level", "source", "set", "says"]

  /// Reads `clauses.yaml`: a list of maps `{id, level, source, set, says}`.
  ///
  /// - Throws: every mistake in the file, in its order.
  public init(_ source: SourceText) throws(Refusal) {
    let log = DiagnosticLog(for: source)
    var ids = UniqueIdentifiers(log)
    clauses = try log.registry { node in
      guard let fields = log.mapping(node, "clause", keys: ClauseRegistry.keys) else { return nil }
      let id = fields.required("id").flatMap { ids.take($0, form: .clause) }
      let level = fields.required("level").flatMap { log.word($0, "level", as: ClauseLevel.self) }
      let from = fields.required("source").flatMap {
        log.word($0, "source", as: ClauseSource.self)
      }
      let set = fields.required("set").flatMap { log.word($0, "set", as: ContractSet.self) }
      let says = fields.required("says").flatMap { log.text($0, "says") }
      guard let id, let level, let from, let set, let says else { return nil }
      return Clause(
        id: id, level: level, source: from, set: set, says: says, position: node.position)
    }
  }
}
