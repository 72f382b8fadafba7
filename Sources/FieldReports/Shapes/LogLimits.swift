/// How much of what somebody pasted is read.
public struct LogLimits: Hashable, Sendable {
  /// The largest input, in bytes; anything larger is refused.
  public var bytes: Int
  /// The most lines of all inputs together; lines after them are left out, and that is said.
  public var lines: Int
  /// The longest line in bytes; what is longer is read up to here, and that is said.
  public var lineBytes: Int

  /// Sets the limits. What stands here as standard is what `lastword triage` keeps to.
  public init(bytes: Int = 64 << 20, lines: Int = 1_000_000, lineBytes: Int = 16 << 10) {
    self.bytes = bytes
    self.lines = lines
    self.lineBytes = lineBytes
  }
}

/// Why an input cannot be read as a log. None of the texts holds a word of the input.
public enum LogRefusal: Error, Hashable, Sendable {
  /// Nothing is in it.
  case empty
  /// It is larger than is read.
  case tooLarge(bytes: Int, limit: Int)
  /// It is no text; what it seems to be, where that can be told.
  case binary(what: String?, line: Int, column: Int)
  /// A HAR file that is not well-formed JSON.
  case badHAR(line: Int, column: Int)

  /// The permanent name of the reason.
  public var code: String {
    switch self {
    case .empty: "log-empty"
    case .tooLarge: "log-too-large"
    case .binary: "log-binary"
    case .badHAR: "log-bad-har"
    }
  }

  /// Where it was noticed, from 1.
  public var place: (line: Int, column: Int) {
    switch self {
    case .empty, .tooLarge: (1, 1)
    case .binary(_, let line, let column), .badHAR(let line, let column): (line, column)
    }
  }

  /// What is wrong, in one sentence without a full stop.
  public var message: String {
    switch self {
    case .empty: "there is nothing in it"
    case .tooLarge(let bytes, let limit):
      "it has \(bytes) bytes; at most \(limit) are read"
    case .binary(let what?, _, _): "this is no text but \(what)"
    case .binary(nil, _, _): "this is no text: it holds a zero byte here"
    case .badHAR: "it begins as a HAR file and is not well-formed JSON here"
    }
  }

  /// What to do.
  public var hint: String {
    switch self {
    case .empty: "paste the lines around the moment at which it went wrong"
    case .tooLarge: "cut out the hour in which it went wrong"
    case .binary: "give the text of the log; an archive is for “lastword reproduce”"
    case .badHAR: "export the HAR file again, whole"
    }
  }
}
