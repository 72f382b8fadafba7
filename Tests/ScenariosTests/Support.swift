@testable import Scenarios

/// A file in memory, read as YAML: the root if there is one, and what was found wrong.
func read(
  _ bytes: [UInt8], path: String = "case.yaml", limits: YAMLLimits = .scenario
) -> (root: YAMLNode?, diagnostics: [Diagnostic]) {
  let log = DiagnosticLog(for: SourceText(path: path, bytes: bytes))
  let root = YAMLReader.read(log, limits: limits)
  return (root, log.diagnostics)
}

func read(_ text: String) -> (root: YAMLNode?, diagnostics: [Diagnostic]) {
  read(Array(text.utf8))
}

/// "8:1 S002" for each diagnostic: what a table of mistakes compares.
func brief(_ diagnostics: [Diagnostic]) -> [String] {
  diagnostics.map { "\($0.line):\($0.column) \($0.code.rawValue)" }
}

extension YAMLNode {
  /// The tree without places, for comparing shapes: maps as {}, lists as [], quoted text in '.
  var outline: String {
    switch content {
    case .scalar(let scalar): scalar.isQuoted ? "'\(scalar.text)'" : scalar.text
    case .sequence(let nodes): "[" + nodes.map(\.outline).joined(separator: ", ") + "]"
    case .mapping(let entries):
      "{" + entries.map { "\($0.key): \($0.value.outline)" }.joined(separator: ", ") + "}"
    case .refused: "<refused>"
    }
  }
}
