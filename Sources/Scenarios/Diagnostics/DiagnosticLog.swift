/// The mistakes found so far in one file. Reading goes on after most of them, so that a person
/// sees all of them at once.
public final class DiagnosticLog {
  /// Mistakes listed of one file; after that only the fact that there are more.
  public static let most = 50

  /// The file they are in.
  public let source: SourceText
  private var found: [Diagnostic] = []

  /// Begins an empty log for a file.
  public init(for source: SourceText) {
    self.source = source
  }

  /// Whether nothing was refused.
  public var isClean: Bool { found.isEmpty }

  /// Whether so much is wrong that nothing more is noted.
  var isFull: Bool { found.count >= DiagnosticLog.most }

  /// What was found, in the order of the file.
  public var diagnostics: [Diagnostic] {
    var sorted = found.enumerated().sorted {
      ($0.element.position, $0.offset) < ($1.element.position, $1.offset)
    }.map(\.element)
    if isFull, let last = sorted.last {
      sorted.append(
        source.diagnostic(.tooMany, at: last.position, "there may be more mistakes after these"))
    }
    return sorted
  }

  /// Notes a mistake at a place.
  public func report(
    _ code: DiagnosticCode, at position: SourcePosition, _ message: @autoclosure () -> String,
    hint: @autoclosure () -> String? = nil, notes: [Diagnostic.Note] = []
  ) {
    if isFull { return }
    found.append(
      source.diagnostic(code, at: position, message(), hint: hint(), notes: notes))
  }

  /// Takes over mistakes that were found elsewhere.
  func append(_ diagnostics: [Diagnostic]) {
    found.append(contentsOf: diagnostics.prefix(DiagnosticLog.most - found.count))
  }
}
