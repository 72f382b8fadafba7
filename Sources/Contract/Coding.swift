// What stands for itself where records are written down: a time is a number, a name is its text,
// and a row is its columns.

extension Nanoseconds: Codable {
  /// Reads a count.
  public init(from decoder: any Decoder) throws {
    self.init(try decoder.singleValueContainer().decode(Int64.self))
  }

  /// Writes the count.
  public func encode(to encoder: any Encoder) throws {
    var out = encoder.singleValueContainer()
    try out.encode(count)
  }
}

extension Identity: Codable {
  /// Reads a spelling that names exactly one thing.
  public init(from decoder: any Decoder) throws {
    let text = try decoder.singleValueContainer().decode(String.self)
    let pattern = try IdentityPattern(parsing: text)
    guard pattern.isExact else {
      throw IdentityError(reason: "names more than one thing", candidates: [], found: text)
    }
    self = pattern.value
  }

  /// Writes the spelling.
  public func encode(to encoder: any Encoder) throws {
    var out = encoder.singleValueContainer()
    try out.encode(description)
  }
}

extension Row: Codable {
  /// Reads the columns.
  public init(from decoder: any Decoder) throws { box = [try Columns(from: decoder)] }

  /// Writes the columns.
  public func encode(to encoder: any Encoder) throws { try box[0].encode(to: encoder) }
}
