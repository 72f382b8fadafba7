import Contract
import JSON

/// Why a line is no record.
struct RecordError: Error {
  let what: String

  init(_ what: String) { self.what = what }
}

/// Reads what `RecordWriting` writes.
final class RecordReading {
  private var spellings: [ObjectIdentifier: [String: Any]] = [:]

  /// No number in a record is larger, so that sums of such numbers are numbers, too.
  static let largest: Int64 = 1 << 61

  init() {}

  /// What happened.
  ///
  /// - Throws: `RecordError` where it is nothing that can happen, or says a text.
  func happening(_ json: JSONValue) throws(RecordError) -> Happening {
    do {
      return try value(Happening.self, json)
    } catch let error as RecordError {
      throw error
    } catch {
      throw RecordError("a part is missing or is none that is known")
    }
  }

  fileprivate func value<Value: Decodable>(_ type: Value.Type, _ json: JSONValue) throws -> Value {
    if let special = try special(type, json) {
      guard let value = special as? Value else { throw RecordError("a part is of another kind") }
      return value
    }
    return try Value(from: Read(reading: self, json: json))
  }

  private func special<Value>(_ type: Value.Type, _ json: JSONValue) throws -> Any? {
    if type == String.self {
      guard let text = json.string else { throw RecordError("\(json.kind) is no text") }
      guard TextNumbers.isNumbered(text) else {
        throw RecordError("a text has words in it, and not their numbers")
      }
      return text
    }
    if type == Bool.self { return json.bool }
    if let integers = type as? any FixedWidthInteger.Type { return try integer(integers, json) }
    if type == Identity.self {
      guard let text = json.string else { throw RecordError("\(json.kind) is no identity") }
      return try Self.identity(text)
    }
    if type == ProcessID.self { return try json.string.map(Self.process) }
    if type == Head.self { return try head(json) }
    if type == Body.self { return try body(json) }
    if type == Message.self { return try message(json) }
    if type == RowStates.self {
      return try list(RowState.self, json).reduce(into: RowStates()) { $0.insert(RowStates($1)) }
    }
    if type == SurfaceSet.self {
      return try list(Surface.self, json).reduce(into: SurfaceSet()) { $0.insert(SurfaceSet($1)) }
    }
    if let spelled = type as? any CaseIterable.Type { return try named(spelled, json) }
    return nil
  }

  private func integer<Number: FixedWidthInteger>(
    _ type: Number.Type, _ json: JSONValue
  ) throws(RecordError) -> Number {
    guard let number = json.integer, -Self.largest...Self.largest ~= number,
      let value = Number(exactly: number)
    else { throw RecordError("a number is missing, or too large") }
    return value
  }

  private func named<Named: CaseIterable>(
    _ type: Named.Type, _ json: JSONValue
  ) throws(RecordError) -> Any {
    guard let word = json.string else { throw RecordError("\(json.kind) is no word") }
    let key = ObjectIdentifier(type)
    if spellings[key] == nil {
      var all: [String: Any] = [:]
      for one in type.allCases { all["\(one)"] = one }
      spellings[key] = all
    }
    guard let value = spellings[key]?[word] else { throw RecordError("a word is not known") }
    return value
  }

  private func list<Named: CaseIterable>(
    _ type: Named.Type, _ json: JSONValue
  ) throws(RecordError) -> [Named] {
    guard let elements = json.elements else { throw RecordError("\(json.kind) is no list") }
    var all: [Named] = []
    for element in elements {
      if let one = try named(type, element) as? Named { all.append(one) }
    }
    return all
  }

  /// Reads a name such as `issue upload/r1.a1/0/t1`.
  static func identity(_ text: String) throws(RecordError) -> Identity {
    do {
      let pattern = try IdentityPattern(parsing: text)
      if pattern.isExact { return pattern.value }
    } catch {
      // What is wrong with it would repeat it.
      throw RecordError("an identity is none that there can be")
    }
    throw RecordError("an identity names more than one thing")
  }

  /// Reads `app`, `keyboard.2`.
  static func process(_ text: String) throws(RecordError) -> ProcessID {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    let role: ProcessRole? =
      switch parts[0] {
      case "app": .app
      case "keyboard": .keyboard
      default: nil
      }
    let boot = parts.count == 1 ? 1 : parts.count == 2 ? UInt8(parts[1]) ?? 0 : 0
    guard let role, 1...127 ~= boot else { throw RecordError("a process is not known") }
    return ProcessID(role, boot: boot)
  }

  private func head(_ json: JSONValue) throws -> Head {
    guard let status = json["status"] else { throw RecordError("a status is missing") }
    var headers: [Header] = []
    if let after = json["retryAfter"] {
      guard let value = after.string, RetryWord.plain(value) == value else {
        throw RecordError("it does not say when to come again")
      }
      headers.append(Header("retry-after", value))
    }
    return Head(status: try integer(UInt16.self, status), headers: headers)
  }

  private func body(_ json: JSONValue) throws -> Body {
    if let says = json["says"] {
      let said = try value(String.self, says)
      let text = AnswerWord.body(saying: said)
      guard AnswerWord.said(in: text) != nil else { throw RecordError("an answer is no text") }
      return Body(text, contentType: AnswerWord.json)
    }
    let raw = try json["raw"].map { try value(String.self, $0) }
    guard let type = json["type"]?.string else { return Body(raw, contentType: nil) }
    guard AnswerWord.type(type) == type else { throw RecordError("a type is not known") }
    return Body(raw, contentType: type)
  }

  private func message(_ json: JSONValue) throws -> Message {
    guard let word = json["topic"] else { throw RecordError("a topic is missing") }
    let topic = try value(Topic.self, word)
    let recording = try json["recording"].map { try value(RecordingID.self, $0) }
    // Words that are not in the log are not made up.
    let isOwn = json["ownWords"]?.bool == true
    return Message(topic, recording: recording, words: isOwn ? "" : topic.words)
  }
}

private struct Read: Decoder {
  let reading: RecordReading
  let json: JSONValue
  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    switch json {
    case .object: break
    case .string: break
    case .null, .bool, .integer, .number, .array:
      throw RecordError("\(json.kind) is where an object should be")
    }
    return KeyedDecodingContainer(ReadKeyed<Key>(reading: reading, json: json))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    guard let elements = json.elements else { throw RecordError("\(json.kind) is no list") }
    return ReadList(reading: reading, elements: elements)
  }

  func singleValueContainer() -> any SingleValueDecodingContainer {
    ReadSingle(reading: reading, json: json)
  }
}

private struct ReadKeyed<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let reading: RecordReading
  let json: JSONValue
  /// How many parts can stand without a name, where this is the payload of a case.
  var unnamed: Int?
  /// Whether there is no payload.
  var isMissing = false
  var codingPath: [any CodingKey] { [] }

  var allKeys: [Key] {
    if let name = json.string { return Key(stringValue: name).map { [$0] } ?? [] }
    return (json.members ?? []).compactMap { Key(stringValue: $0.key) }
  }

  private func find(_ key: Key) -> JSONValue? {
    guard !isMissing else { return nil }
    let found: JSONValue?
    if let unnamed, let place = PayloadKey.place(key.stringValue) {
      if let named = json[PayloadKey.written(key.stringValue)] {
        found = named
      } else if unnamed > 1 {
        let elements = json.elements ?? []
        found = place < elements.count ? elements[place] : nil
      } else {
        found = json
      }
    } else {
      found = json[key.stringValue]
    }
    if case .null? = found { return nil }
    return found
  }

  func contains(_ key: Key) -> Bool { find(key) != nil }
  func decodeNil(forKey key: Key) -> Bool { find(key) == nil }

  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    guard let json = find(key) else { throw RecordError("a part is missing") }
    return try reading.value(type, json)
  }

  func nestedContainer<Nested>(
    keyedBy type: Nested.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<Nested> {
    let isMissing = json.string != nil
    return KeyedDecodingContainer(
      ReadKeyed<Nested>(
        reading: reading, json: json[key.stringValue] ?? .null,
        unnamed: PayloadKey.unnamed(type), isMissing: isMissing))
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    ReadList(reading: reading, elements: find(key)?.elements ?? [])
  }

  func superDecoder() -> any Decoder { Read(reading: reading, json: json) }
  func superDecoder(forKey key: Key) -> any Decoder { superDecoder() }
}

private struct ReadList: UnkeyedDecodingContainer {
  let reading: RecordReading
  let elements: [JSONValue]
  private(set) var currentIndex = 0
  var codingPath: [any CodingKey] { [] }
  var count: Int? { elements.count }
  var isAtEnd: Bool { currentIndex >= elements.count }

  init(reading: RecordReading, elements: [JSONValue]) {
    self.reading = reading
    self.elements = elements
  }

  private mutating func next() throws -> JSONValue {
    guard !isAtEnd else { throw RecordError("a list is too short") }
    defer { currentIndex += 1 }
    return elements[currentIndex]
  }

  mutating func decodeNil() -> Bool {
    guard !isAtEnd, case .null = elements[currentIndex] else { return false }
    currentIndex += 1
    return true
  }

  mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    try reading.value(type, try next())
  }

  mutating func nestedContainer<Nested>(
    keyedBy type: Nested.Type
  ) throws -> KeyedDecodingContainer<Nested> {
    try Read(reading: reading, json: try next()).container(keyedBy: type)
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try Read(reading: reading, json: try next()).unkeyedContainer()
  }

  mutating func superDecoder() throws -> any Decoder { Read(reading: reading, json: try next()) }
}

private struct ReadSingle: SingleValueDecodingContainer {
  let reading: RecordReading
  let json: JSONValue
  var codingPath: [any CodingKey] { [] }

  func decodeNil() -> Bool { json == .null }

  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    try reading.value(type, json)
  }
}
