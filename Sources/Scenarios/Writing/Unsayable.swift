/// Why a case has no file: the format has no words for a part of it.
public struct Unsayable: Error, Hashable, Sendable, CustomStringConvertible {
  /// What cannot be said, as a sentence without a full stop.
  public var description: String

  init(_ description: String) { self.description = description }
}
