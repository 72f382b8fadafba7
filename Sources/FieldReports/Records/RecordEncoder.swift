import Contract
import JSON

/// Writes what happened as JSON, in the shape that people would give it by hand.
///
/// A case without a payload is its name; one with a payload is an object of its name and that:
/// the value itself where there is one, an array where there are several, an object where they
/// have names. Whatever has a name in the code has it in the file. No text is ever written.
final class RecordWriting {
  private var words = TextNumbers()
  private let keepsNumbers: Bool

  /// - Parameter keepsNumbers: whether texts are in numbers already, and stay as they are.
  init(keepsNumbers: Bool = false) { self.keepsNumbers = keepsNumbers }

  /// What happened, as JSON.
  func json(_ what: Happening) throws -> JSONValue { try node(what).finished }

  fileprivate func node<Value: Encodable>(_ value: Value) throws -> Node {
    if let text = value as? String { return Node(.string(numbered(text))) }
    if let flag = value as? Bool { return Node(.bool(flag)) }
    if let number = value as? any BinaryInteger {
      let most = RecordReading.largest
      return Node(.integer(min(max(Int64(clamping: number), -most), most)))
    }
    if let name = value as? Identity { return Node(.string(name.description)) }
    if let process = value as? ProcessID { return Node(.string(process.description)) }
    if let head = value as? Head { return Node(json(head)) }
    if let body = value as? Body { return Node(json(body)) }
    if let message = value as? Message { return Node(json(message)) }
    if let states = value as? RowStates {
      return Node(.array(RowState.allCases.filter(states.contains).map { .string("\($0)") }))
    }
    if let surfaces = value as? SurfaceSet {
      let all = Surface.allCases.filter { surfaces.contains(SurfaceSet($0)) }
      return Node(.array(all.map { .string("\($0)") }))
    }
    if Value.self is any CaseIterable.Type { return Node(.string("\(value)")) }
    let node = Node()
    try value.encode(to: Place(writing: self, node: node))
    return node
  }

  private func numbered(_ text: String) -> String {
    keepsNumbers ? text : words.numbered(text)
  }

  /// Of all headers only when to come again.
  private func json(_ head: Head) -> JSONValue {
    var members = [JSONMember(key: "status", value: .integer(Int64(head.status)))]
    if let value = head.value(of: "retry-after") {
      members.append(JSONMember(key: "retryAfter", value: .string(RetryWord.plain(value))))
    }
    return .object(members)
  }

  private func json(_ body: Body) -> JSONValue {
    guard let text = body.text else { return .object([typed(body.contentType)]) }
    if body.contentType.map(AnswerWord.type) == AnswerWord.json,
      let said = AnswerWord.said(in: text)
    {
      return .object([JSONMember(key: "says", value: .string(numbered(said)))])
    }
    return .object([
      JSONMember(key: "raw", value: .string(numbered(text))), typed(body.contentType),
    ])
  }

  private func typed(_ contentType: String?) -> JSONMember {
    JSONMember(
      key: "type", value: contentType.map { .string(AnswerWord.type($0)) } ?? .null)
  }

  private func json(_ message: Message) -> JSONValue {
    var members = [JSONMember(key: "topic", value: .string("\(message.topic)"))]
    if let recording = message.recording {
      members.append(JSONMember(key: "recording", value: .integer(Int64(recording.rawValue))))
    }
    if message.words != message.topic.words {
      members.append(JSONMember(key: "ownWords", value: .bool(true)))
    }
    return .object(members)
  }
}

/// What is being written.
private final class Node {
  var value: JSONValue?
  var members: [(key: String, node: Node)] = []
  var elements: [Node]?
  /// Whether it is the payload of a case, and how many of it can stand without a name.
  var unnamed: Int?

  init(_ value: JSONValue? = nil) { self.value = value }

  var finished: JSONValue {
    if let value { return value }
    if let elements { return .array(elements.map(\.finished)) }
    if let unnamed { return payload(unnamed) }
    if members.count == 1, members[0].node.isEmptyPayload { return .string(members[0].key) }
    return .object(members.map { JSONMember(key: $0.key, value: $0.node.finished) })
  }

  private var isEmptyPayload: Bool { unnamed != nil && members.isEmpty }

  private func payload(_ unnamed: Int) -> JSONValue {
    let isNamed = members.contains { !$0.key.hasPrefix("_") }
    if isNamed || members.isEmpty {
      return .object(
        members.map { JSONMember(key: PayloadKey.written($0.key), value: $0.node.finished) })
    }
    if unnamed == 1 { return members[0].node.finished }
    var all = [JSONValue](repeating: .null, count: unnamed)
    for member in members {
      if let place = PayloadKey.place(member.key), place < unnamed {
        all[place] = member.node.finished
      }
    }
    return .array(all)
  }
}

private struct Place: Encoder {
  let writing: RecordWriting
  let node: Node
  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    KeyedEncodingContainer(Keyed<Key>(writing: writing, node: node))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    node.elements = []
    return Listed(writing: writing, node: node)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer {
    Single(writing: writing, node: node)
  }
}

private struct Keyed<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let writing: RecordWriting
  let node: Node
  var codingPath: [any CodingKey] { [] }

  mutating func encodeNil(forKey key: Key) {
    node.members.append((key.stringValue, Node(.null)))
  }

  mutating func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
    node.members.append((key.stringValue, try writing.node(value)))
  }

  mutating func nestedContainer<Nested>(
    keyedBy type: Nested.Type, forKey key: Key
  ) -> KeyedEncodingContainer<Nested> {
    let child = Node()
    child.unnamed = PayloadKey.unnamed(type)
    node.members.append((key.stringValue, child))
    return KeyedEncodingContainer(Keyed<Nested>(writing: writing, node: child))
  }

  mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    let child = Node()
    child.elements = []
    node.members.append((key.stringValue, child))
    return Listed(writing: writing, node: child)
  }

  mutating func superEncoder() -> any Encoder { Place(writing: writing, node: node) }
  mutating func superEncoder(forKey key: Key) -> any Encoder { superEncoder() }
}

private struct Listed: UnkeyedEncodingContainer {
  let writing: RecordWriting
  let node: Node
  var codingPath: [any CodingKey] { [] }
  var count: Int { node.elements?.count ?? 0 }

  mutating func encodeNil() { node.elements?.append(Node(.null)) }

  mutating func encode<Value: Encodable>(_ value: Value) throws {
    node.elements?.append(try writing.node(value))
  }

  mutating func nestedContainer<Nested>(
    keyedBy type: Nested.Type
  ) -> KeyedEncodingContainer<Nested> {
    let child = Node()
    node.elements?.append(child)
    return KeyedEncodingContainer(Keyed<Nested>(writing: writing, node: child))
  }

  mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
    let child = Node()
    child.elements = []
    node.elements?.append(child)
    return Listed(writing: writing, node: child)
  }

  mutating func superEncoder() -> any Encoder { Place(writing: writing, node: node) }
}

private struct Single: SingleValueEncodingContainer {
  let writing: RecordWriting
  let node: Node
  var codingPath: [any CodingKey] { [] }

  mutating func encodeNil() { node.value = .null }

  mutating func encode<Value: Encodable>(_ value: Value) throws {
    let child = try writing.node(value)
    node.value = child.finished
  }
}
