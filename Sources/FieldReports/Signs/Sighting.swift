/// A sign in its place in a log.
public struct Sighting: Hashable, Sendable {
  /// What the line says.
  public var sign: Sign
  /// The line it stands in, from 1.
  public var line: Int
  /// Nanoseconds since the first time that the log tells; nil where the line tells none. Times of
  /// day that jump back over midnight go on counting.
  public var at: Int64?
  /// A number that the line gives with it; what it counts is said at the sign.
  public var value: Int64?
  /// A second number: what there is in all where `value` is a part (`10.0 s of 120.0 s`).
  public var whole: Int64?
  /// Which recording, request, leg or file: the same label, the same number. Labels are counted in
  /// order of appearance, because what apps call things may hold a person's words.
  public var subject: Int?
  /// Which of two processes wrote it.
  public var actor: Actor
  /// Whether the line itself says that it is about speech or its text, as a sign that is told by
  /// its name always is. A connection that a line calls a socket can be anything's.
  var isOfSpeech = true
  /// Lines that say the same, word for word and number for number, have the same number here;
  /// nil where nobody counted.
  var wording: Int?

  /// Who wrote a line.
  public enum Actor: String, CaseIterable, Hashable, Sendable {
    case app, keyboard
  }

  /// No time is further from the first than this, some seventy years, so that rules may add to it
  /// and take the difference of two.
  static let latest = Int64.max / 4
  /// No number that a line gives is larger: thirty years, or a million megabytes. What is larger
  /// counts as this, so that rules may turn milliseconds to nanoseconds; a log of events, which is
  /// read strictly, is refused for it.
  public static let largest: Int64 = 1_000_000_000_000

  /// Makes a sighting. Numbers beyond a million million count as that.
  public init(
    _ sign: Sign, line: Int, at: Int64? = nil, value: Int64? = nil, whole: Int64? = nil,
    subject: Int? = nil, actor: Actor = .app
  ) {
    self.sign = sign
    self.line = line
    self.at = at
    self.value = value.map(Self.bounded)
    self.whole = whole.map(Self.bounded)
    self.subject = subject
    self.actor = actor
  }

  private static func bounded(_ number: Int64) -> Int64 {
    min(max(number, -largest), largest)
  }
}
