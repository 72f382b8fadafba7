/// How much of an untrusted text is read before it is refused.
public struct JSONLimits: Hashable, Sendable {
  /// The longest text in bytes.
  public var bytes: Int
  /// How deep arrays and objects may lie in each other, at most ``deepest``.
  public var depth: Int

  /// The largest depth that can be asked for, so that reading never runs out of stack.
  public static let deepest = 256

  /// Creates limits; one mebibyte and 64 levels are enough for everything this package writes.
  public init(bytes: Int = 1 << 20, depth: Int = 64) {
    self.bytes = bytes
    self.depth = min(depth, Self.deepest)
  }
}

extension JSONValue {
  /// Reads one complete JSON text (RFC 8259), and nothing that merely resembles one.
  ///
  /// - Parameters:
  ///   - bytes: the text in UTF-8, without byte order mark. White space around it is allowed.
  ///   - limits: how much is read at most.
  /// - Throws: ``JSONError`` with the place of the first offence.
  public init(reading bytes: [UInt8], limits: JSONLimits = JSONLimits()) throws(JSONError) {
    var reader = JSONReader(bytes: bytes, depthLimit: limits.depth)
    guard bytes.count <= limits.bytes else {
      throw reader.error(.tooLarge(bytes: bytes.count, limit: limits.bytes), at: limits.bytes)
    }
    self = try reader.readText()
  }

  /// Reads one complete JSON text from a string.
  ///
  /// - Throws: ``JSONError``; its offset counts the bytes of the string in UTF-8.
  public init(reading text: String, limits: JSONLimits = JSONLimits()) throws(JSONError) {
    try self.init(reading: Array(text.utf8), limits: limits)
  }
}

/// A cursor over the bytes of one text.
struct JSONReader {
  let bytes: [UInt8]
  let depthLimit: Int
  var position = 0
  private var depth = 0

  /// Above this many members, repeated keys are found by sorting instead of by comparing each
  /// with each, so that a hostile object costs n log n and not n².
  private static let membersComparedPairwise = 16

  init(bytes: [UInt8], depthLimit: Int) {
    self.bytes = bytes
    self.depthLimit = depthLimit
  }

  func error(_ reason: JSONError.Reason, at offset: Int) -> JSONError {
    JSONError(reason, at: offset, in: bytes)
  }

  /// The error for whatever stands at the cursor, or for the end of the text.
  func unexpected(expected: String) -> JSONError {
    position < bytes.count
      ? error(.unexpected(byte: bytes[position], expected: expected), at: position)
      : error(.unexpectedEnd(expected: expected), at: position)
  }

  /// The byte at the cursor; 0 stands for the end as well, because no rule expects either.
  var next: UInt8 { position < bytes.count ? bytes[position] : 0 }

  mutating func readText() throws(JSONError) -> JSONValue {
    if bytes.count >= 3, bytes[0] == 0xEF, bytes[1] == 0xBB, bytes[2] == 0xBF {
      throw error(.byteOrderMark, at: 0)
    }
    skipWhiteSpace()
    let value = try readValue(expected: "a value")
    skipWhiteSpace()
    guard position == bytes.count else { throw error(.trailingContent, at: position) }
    return value
  }

  mutating func skipWhiteSpace() {
    while position < bytes.count {
      switch bytes[position] {
      case 0x20, 0x09, 0x0A, 0x0D: position += 1
      default: return
      }
    }
  }

  private mutating func readValue(expected: String) throws(JSONError) -> JSONValue {
    switch next {
    case UInt8(ascii: "{"): try readObject()
    case UInt8(ascii: "["): try readArray()
    case UInt8(ascii: "\""): .string(try readString())
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): try readNumber()
    case UInt8(ascii: "t"): try readWord("true", as: .bool(true))
    case UInt8(ascii: "f"): try readWord("false", as: .bool(false))
    case UInt8(ascii: "n"): try readWord("null", as: .null)
    default: throw unexpected(expected: expected)
    }
  }

  private mutating func readWord(
    _ word: String, as value: JSONValue
  ) throws(JSONError) -> JSONValue {
    for byte in word.utf8 {
      guard next == byte else { throw unexpected(expected: "the rest of “\(word)”") }
      position += 1
    }
    return value
  }

  private mutating func descend() throws(JSONError) {
    guard depth < depthLimit else { throw error(.tooDeep(limit: depthLimit), at: position) }
    depth += 1
    position += 1
    skipWhiteSpace()
  }

  private mutating func ascend() {
    depth -= 1
    position += 1
  }

  private mutating func readArray() throws(JSONError) -> JSONValue {
    try descend()
    var elements: [JSONValue] = []
    if next != UInt8(ascii: "]") {
      elements.append(try readValue(expected: "a value or “]”"))
      skipWhiteSpace()
      while next == UInt8(ascii: ",") {
        position += 1
        skipWhiteSpace()
        elements.append(try readValue(expected: "a value"))
        skipWhiteSpace()
      }
      guard next == UInt8(ascii: "]") else { throw unexpected(expected: "“,” or “]”") }
    }
    ascend()
    return .array(elements)
  }

  private mutating func readObject() throws(JSONError) -> JSONValue {
    try descend()
    var members: [JSONMember] = []
    members.reserveCapacity(2)
    var keyOffsets: [Int] = []
    if next != UInt8(ascii: "}") {
      try readMember(into: &members, &keyOffsets, expected: "a key in quotes or “}”")
      while next == UInt8(ascii: ",") {
        position += 1
        skipWhiteSpace()
        try readMember(into: &members, &keyOffsets, expected: "a key in quotes")
      }
      guard next == UInt8(ascii: "}") else { throw unexpected(expected: "“,” or “}”") }
    }
    if members.count > Self.membersComparedPairwise {
      try refuseRepeatedKeys(members, keyOffsets)
    }
    ascend()
    return .object(members)
  }

  private mutating func readMember(
    into members: inout [JSONMember], _ keyOffsets: inout [Int], expected: String
  ) throws(JSONError) {
    guard next == UInt8(ascii: "\"") else { throw unexpected(expected: expected) }
    let keyOffset = position
    let key = try readString()
    if members.count >= Self.membersComparedPairwise {
      keyOffsets.append(keyOffset)
    } else {
      for member in members where member.key.hasSameBytes(as: key) {
        throw error(.duplicateKey(key), at: keyOffset)
      }
    }
    skipWhiteSpace()
    guard next == UInt8(ascii: ":") else { throw unexpected(expected: "“:”") }
    position += 1
    skipWhiteSpace()
    members.append(JSONMember(key: key, value: try readValue(expected: "a value")))
    skipWhiteSpace()
  }

  private func refuseRepeatedKeys(
    _ members: [JSONMember], _ keyOffsets: [Int]
  ) throws(JSONError) {
    // Sorted by bytes, then by place: equal keys become neighbours, the repeated one second.
    let order = members.indices.sorted { left, right in
      let (a, b) = (members[left].key.utf8, members[right].key.utf8)
      if a.lexicographicallyPrecedes(b) { return true }
      if b.lexicographicallyPrecedes(a) { return false }
      return left < right
    }
    var repeated: Int?
    for (left, right) in zip(order, order.dropFirst())
    where members[left].key.hasSameBytes(as: members[right].key) {
      repeated = min(right, repeated ?? right)
    }
    if let repeated {
      // Those before were compared when they came, so their offsets were not kept.
      let offset = keyOffsets[repeated - Self.membersComparedPairwise]
      throw error(.duplicateKey(members[repeated].key), at: offset)
    }
  }
}
