/// Why a file is no canonical report.
public struct ReportError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The name the user knows the file by.
  public let file: String
  /// The line, from 1.
  public let line: Int
  /// The column, from 1; 1 where the line as a whole is meant.
  public let column: Int
  /// A permanent name for programs that read messages.
  public let code: String
  /// What is wrong, in one sentence without a full stop.
  public let message: String
  /// What to do about it.
  public let hint: String?

  init(
    file: String, line: Int, column: Int = 1, code: String, _ message: String, hint: String? = nil
  ) {
    self.file = file
    self.line = line
    self.column = column
    self.code = code
    self.message = message
    self.hint = hint
  }

  /// The message as it is printed.
  public var description: String {
    let text = "\(file):\(line):\(column): error[\(code)]: \(message)"
    return hint.map { "\(text)\n  hint: \($0)" } ?? text
  }
}

/// How much of an untrusted report is read before it is refused.
public struct ReportLimits: Hashable, Sendable {
  /// The longest file in bytes.
  public var bytes: Int
  /// The longest line in bytes.
  public var lineBytes: Int
  /// The most lines.
  public var lines: Int

  /// Makes limits; enough for a hundred thousand cases.
  public init(bytes: Int = 256 << 20, lineBytes: Int = 16 << 20, lines: Int = 200_000) {
    self.bytes = bytes
    self.lineBytes = lineBytes
    self.lines = lines
  }
}
