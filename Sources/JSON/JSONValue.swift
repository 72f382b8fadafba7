/// A JSON text as a value that loses nothing it was read from except white space.
///
/// Members keep their order, integers that fit are exact, and every other number keeps the text
/// it was written with: a report that is read and written again is the same bytes, and no result
/// ever depends on how a floating-point number is printed.
public enum JSONValue: Hashable, Sendable {
  /// The literal `null`.
  case null
  /// The literals `true` and `false`.
  case bool(Bool)
  /// A number without fraction and exponent that fits, `-0` excepted.
  case integer(Int64)
  /// Any other number, as it was written.
  case number(JSONNumber)
  /// A string with its escapes resolved.
  case string(String)
  /// The elements in order.
  case array([JSONValue])
  /// The members in order. A text that was read has no key twice; whoever builds one by hand
  /// keeps it so.
  case object([JSONMember])
}

/// One key and its value inside an object.
public struct JSONMember: Hashable, Sendable {
  /// The key with its escapes resolved.
  public var key: String
  /// What stands behind the colon.
  public var value: JSONValue

  /// Creates a member.
  public init(key: String, value: JSONValue) {
    self.key = key
    self.value = value
  }
}

/// A number that is not an exact `Int64`, kept as the text it was written with.
public struct JSONNumber: Hashable, Sendable {
  /// The digits as they stood in the text, for example `1.50` or `-0`.
  public let literal: String

  /// Takes a text that the reader has already found to be a number and no integer.
  init(checked literal: String) {
    self.literal = literal
  }

  /// Creates a number from a text, or nothing when the text is not a JSON number or is one that
  /// belongs in `JSONValue.integer`, so that each number has one representation.
  public init?(_ literal: String) {
    do {
      switch try JSONValue(reading: literal) {
      case .number(let number) where number.literal == literal: self = number
      case .null, .bool, .integer, .number, .string, .array, .object: return nil
      }
    } catch {
      return nil
    }
  }
}

extension JSONValue {
  /// The value of a member, or nothing when this is no object or has no such key.
  ///
  /// Looks through the members in order, which for the few members of a report line is cheaper
  /// than any table. Keys are compared byte by byte: two spellings of one letter are two keys.
  public subscript(_ key: String) -> JSONValue? {
    guard case .object(let members) = self else { return nil }
    for member in members where member.key.hasSameBytes(as: key) { return member.value }
    return nil
  }

  /// The one member of an object that has exactly one, which is what a transcription envelope is.
  public var soleMember: JSONMember? {
    guard case .object(let members) = self, members.count == 1 else { return nil }
    return members[0]
  }

  /// The text of a string.
  public var string: String? {
    guard case .string(let text) = self else { return nil }
    return text
  }

  /// The exact integer.
  public var integer: Int64? {
    guard case .integer(let number) = self else { return nil }
    return number
  }

  /// The truth value.
  public var bool: Bool? {
    guard case .bool(let flag) = self else { return nil }
    return flag
  }

  /// The elements of an array.
  public var elements: [JSONValue]? {
    guard case .array(let elements) = self else { return nil }
    return elements
  }

  /// The members of an object, in order.
  public var members: [JSONMember]? {
    guard case .object(let members) = self else { return nil }
    return members
  }

  /// The kind in words, for error messages: `an object`, `a string`.
  public var kind: String {
    switch self {
    case .null: "null"
    case .bool: "true or false"
    case .integer: "an integer"
    case .number: "a number"
    case .string: "a string"
    case .array: "an array"
    case .object: "an object"
    }
  }
}

extension String {
  /// Compares code unit by code unit, where `==` would take two spellings of one letter as equal.
  func hasSameBytes(as other: String) -> Bool {
    utf8.count == other.utf8.count && utf8.elementsEqual(other.utf8)
  }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  /// Creates a string.
  public init(stringLiteral text: String) { self = .string(text) }
  /// Creates an integer.
  public init(integerLiteral number: Int64) { self = .integer(number) }
  /// Creates a truth value.
  public init(booleanLiteral flag: Bool) { self = .bool(flag) }
  /// Creates an array.
  public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
  /// Creates an object with its members in the order they are written.
  public init(dictionaryLiteral members: (String, JSONValue)...) {
    self = .object(members.map { JSONMember(key: $0.0, value: $0.1) })
  }
}
