/// Why a file was refused as a whole: every mistake found in it, in its order.
public struct Refusal: Error, Sendable, Hashable {
  /// At least one mistake.
  public let diagnostics: [Diagnostic]

  /// The mistakes as lines for a terminal.
  public var rendered: String { diagnostics.map(\.rendered).joined(separator: "\n") }

  /// Refuses a file for what was found in it.
  public init(_ diagnostics: [Diagnostic]) {
    self.diagnostics = diagnostics
  }
}

extension DiagnosticLog {
  /// Reads the file as a list of registry lines, all or nothing.
  func registry<Entry>(_ entry: (YAMLNode) -> Entry?) throws(Refusal) -> [Entry] {
    let root = YAMLReader.read(self, limits: .registry)
    let entries = root.flatMap { list($0, "registry", least: 1, entry) }
    guard let entries, isClean else { throw Refusal(diagnostics) }
    return entries
  }
}

/// Ids that must differ within one file.
struct UniqueIdentifiers {
  private let log: DiagnosticLog
  private var places: [String: SourcePosition] = [:]

  init(_ log: DiagnosticLog) {
    self.log = log
  }

  /// Reads an id and reports it when it stood before.
  mutating func take(_ node: YAMLNode, form: IdentifierForm) -> String? {
    guard let id = log.identifier(node, "id", form: form) else { return nil }
    if let first = places[id] {
      log.report(
        .duplicateIdentifier, at: node.position, "id '\(id)' is given twice",
        notes: [Diagnostic.Note("first given", at: first)])
      return nil
    }
    places[id] = node.position
    return id
  }
}
