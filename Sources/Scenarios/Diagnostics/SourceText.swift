/// The bytes of one file from outside, and the name under which the user knows it.
public struct SourceText: Sendable, Hashable {
  /// The file, as the user named it.
  public let path: String
  /// What is in it, unchecked.
  public let bytes: [UInt8]

  /// Wraps bytes that are already in memory.
  public init(path: String, bytes: [UInt8]) {
    self.path = path
    self.bytes = bytes
  }

  /// Wraps text that is already in memory.
  public init(path: String, text: String) {
    self.init(path: path, bytes: Array(text.utf8))
  }

  /// Describes a mistake at a place of this file; a place past the end moves to the end.
  public func diagnostic(
    _ code: DiagnosticCode, at position: SourcePosition, _ message: String, hint: String? = nil,
    notes: [Diagnostic.Note] = []
  ) -> Diagnostic {
    let (place, line) = nearest(to: position)
    return Diagnostic(
      path: path, position: place, severity: .error, code: code, message: message,
      excerpt: Excerpt(line: line, column: place.column), hint: hint,
      notes: notes.map { Diagnostic.Note($0.message, at: nearest(to: $0.position).0) })
  }

  /// The last place in the file that is not after `position`, with the line it is on.
  ///
  /// The place one past the last character of a line is part of it: that is where something is
  /// missing.
  private func nearest(to position: SourcePosition) -> (SourcePosition, ArraySlice<UInt8>) {
    var number = 1
    var start = bytes.startIndex
    while number < position.line, let end = bytes[start...].firstIndex(of: 0x0A),
      end + 1 < bytes.endIndex
    {
      start = end + 1
      number += 1
    }
    var line = bytes[start...].prefix { $0 != 0x0A }
    if line.last == 0x0D { line = line.dropLast() }
    var length = 0
    var index = line.startIndex
    while index < line.endIndex {
      index += UTF8Text.decode(line, at: index).1
      length += 1
    }
    let column = number < position.line ? length + 1 : min(position.column, length + 1)
    return (SourcePosition(line: number, column: max(1, column)), line)
  }
}
