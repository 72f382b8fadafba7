/// The critical user journeys of a registry file, in its order.
public struct JourneyRegistry: Sendable, Hashable {
  /// One journey and where it stands.
  public struct Journey: Sendable, Hashable {
    /// The permanent name: `long-recording-becomes-text`.
    public var id: String
    /// Where the journey comes from.
    public var seed: String
    /// The heading in a report, without a full stop.
    public var title: String
    /// Who the user is.
    public var `as`: String
    /// What that user wants.
    public var want: String
    /// Where its line begins.
    public var position: SourcePosition
  }

  /// The journeys, in the order of the file.
  public let journeys: [Journey]

  private static let keys = ["id", "seed", "title", "as", "want"]

  /// Reads `journeys.yaml`: a list of maps `{id, seed, title, as, want}`.
  ///
  /// - Throws: every mistake in the file, in its order.
  public init(_ source: SourceText) throws(Refusal) {
    let log = DiagnosticLog(for: source)
    var ids = UniqueIdentifiers(log)
    journeys = try log.registry { node in
      guard let fields = log.mapping(node, "journey", keys: JourneyRegistry.keys) else {
        return nil
      }
      let id = fields.required("id").flatMap { ids.take($0, form: .words) }
      let seed = fields.required("seed").flatMap { log.text($0, "seed") }
      let title = fields.required("title").flatMap { node -> String? in
        guard let title = log.text(node, "title") else { return nil }
        guard !title.hasSuffix(".") else {
          log.report(.badText, at: node.position, "a title has no full stop")
          return nil
        }
        return title
      }
      let person = fields.required("as").flatMap { log.text($0, "as") }
      let want = fields.required("want").flatMap { log.text($0, "want") }
      guard let id, let seed, let title, let person, let want else { return nil }
      return Journey(
        id: id, seed: seed, title: title, as: person, want: want, position: node.position)
    }
  }
}
