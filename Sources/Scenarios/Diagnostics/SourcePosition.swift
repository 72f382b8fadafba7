/// A place in a text file: line and column, both from 1, the column counted in characters
/// (Unicode scalars, not bytes).
public struct SourcePosition: Sendable, Hashable, Comparable {
  /// The line, from 1.
  public var line: Int
  /// The column, from 1, in characters.
  public var column: Int

  /// Names a place by its line and column, both from 1.
  public init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }

  /// The first character of a file; also where a diagnostic about the whole file points.
  public static let start = SourcePosition(line: 1, column: 1)

  /// Orders by line, then by column.
  public static func < (left: SourcePosition, right: SourcePosition) -> Bool {
    (left.line, left.column) < (right.line, right.column)
  }
}
