/// A sign as files spell it: the words of its name in small letters, with hyphens.
public struct SignWord: RawRepresentable, CaseIterable, Hashable, Sendable {
  /// The sign.
  public var sign: Sign

  /// The spelling, such as `start-asked`.
  public var rawValue: String {
    var word = ""
    for character in "\(sign)" {
      if character.isUppercase { word += "-" }
      word += character.lowercased()
    }
    return word
  }

  /// The word of a sign.
  public init(_ sign: Sign) { self.sign = sign }

  /// The sign that is spelled so; nil for none.
  public init?(rawValue: String) {
    guard let word = Self.allCases.first(where: { $0.rawValue == rawValue }) else { return nil }
    self = word
  }

  /// All words, in the order of the signs.
  public static let allCases: [SignWord] = Sign.allCases.map { SignWord($0) }
}
