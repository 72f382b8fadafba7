public import Scenarios

/// `mapping.yaml` of a bundle: what lines mean whose words nobody else uses.
public struct MappingFile: Hashable, Sendable {
  /// One meaning.
  public struct Row: Hashable, Sendable {
    /// A line that contains this, in large or small letters, …
    public var text: String
    /// … says this.
    public var sign: Sign
  }

  /// The meanings, in the order of the file; the first that fits a line counts.
  public var rows: [Row] = []

  /// The first line of every mapping.
  public static let format = "lastword-mapping/1"
  /// More rows than this are refused.
  static let most = 500

  /// A mapping without a row.
  public init() {}

  /// Reads the file.
  ///
  /// - Throws: every mistake in the file with its place, in its order.
  public init(_ source: SourceText) throws(BundleError) {
    let log = DiagnosticLog(for: source)
    if let node = YAMLReader.read(log),
      let fields = log.mapping(node, "a mapping", keys: ["format", "signs"])
    {
      if let node = fields.required("format"), let format = log.text(node, "format"),
        format != Self.format
      {
        log.report(
          .unknownWord, at: node.position, "this is not a mapping that can be read",
          hint: "it begins with 'format: \(Self.format)'")
      }
      if let node = fields.required("signs") {
        rows = log.list(node, "signs", least: 1) { Self.row($0, log) } ?? []
        if rows.count > Self.most {
          log.report(.outOfRange, at: node.position, "there are more than \(Self.most) signs")
        }
      }
    }
    if !log.isClean { throw BundleError(log.diagnostics.map(\.rendered)) }
  }

  private static func row(_ node: YAMLNode, _ log: DiagnosticLog) -> Row? {
    guard let fields = log.mapping(node, "a sign", keys: ["text", "sees"]),
      let textNode = fields.required("text"), let text = log.text(textNode, "text"),
      let sees = fields.required("sees"), let word = log.word(sees, "sees", as: SignWord.self)
    else { return nil }
    guard text.utf8.count >= 3 else {
      log.report(
        .badText, at: textNode.position, "'\(text)' is in too many lines",
        hint: "three letters at least")
      return nil
    }
    return Row(text: text, sign: word.sign)
  }
}
