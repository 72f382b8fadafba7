/// One thing that is wrong in a file that came from outside, with the place and a way out.
///
/// `rendered` is what a person sees:
/// ```
/// request.yaml:8:1: error[S002]: unknown key 'clasues'
///   clasues:
///   ^ did you mean 'clauses'?
/// ```
public struct Diagnostic: Error, Sendable, Hashable {
  /// Whether the file can still be used.
  public enum Severity: String, Sendable, Hashable {
    /// The file is refused as a whole.
    case error
    /// The file is used, and should be changed.
    case warning
  }

  /// A second place that explains the first.
  public struct Note: Sendable, Hashable {
    /// Where to look.
    public var position: SourcePosition
    /// What is there; reads on with "at line:column".
    public var message: String

    /// Describes a second place.
    public init(_ message: String, at position: SourcePosition) {
      self.position = position
      self.message = message
    }
  }

  /// The file, as the user named it.
  public var path: String
  /// Where in the file; always inside it.
  public var position: SourcePosition
  /// Whether the file can still be used.
  public var severity: Severity
  /// The stable code, which `lastword explain` knows.
  public var code: DiagnosticCode
  /// What is wrong, in one sentence without a full stop.
  public var message: String
  /// The source line around the place; empty when there is none to show.
  public var excerpt: Excerpt
  /// What to do about it.
  public var hint: String?
  /// Other places that belong to it.
  public var notes: [Note]

  /// The line, from 1.
  public var line: Int { position.line }
  /// The column, from 1, in characters.
  public var column: Int { position.column }

  /// The message as lines for a terminal or a log, without a final line break.
  public var rendered: String {
    var text = "\(path):\(line):\(column): \(severity.rawValue)[\(code.rawValue)]: \(message)"
    var remarks = notes.map { "\($0.message) at \($0.position.line):\($0.position.column)" }
    if let hint { remarks.insert(hint, at: 0) }
    if !excerpt.isEmpty {
      text += "\n  \(excerpt.text)\n  \(excerpt.padding)^"
      // The first remark stands at the caret, where the eye is.
      if let first = remarks.first {
        text += " \(first)"
        remarks.removeFirst()
      }
    }
    for remark in remarks { text += "\n  note: \(remark)" }
    return text
  }
}
