import Contract
import JSON

/// Reads exact lines one by one: each is a record, and nothing else.
struct ExactLines {
  private let reading = RecordReading()
  /// Lines that were looked at closely, without their numbers: others like them need no second look.
  private var known: Set<[UInt8]> = []
  private static let mostKnown = 4_096
  /// What the wall clock is ahead of the clock that never steps.
  private var ahead: Int64 = 0

  private static let keys = ["event", "ignored", "effect", "deadlines", "did", "process", "end"]

  init() {}

  /// The key under which a line says what happened; nil where it is no exact line.
  static func key(of line: JSONValue) -> String? { keys.first { line[$0] != nil } }

  /// The record of a line.
  mutating func record(
    _ line: JSONValue, _ key: String, at: Int64
  ) throws(RecordError) -> TraceRecord {
    if let wall = line["wall"] {
      guard let wall = wall.integer, abs(wall / 2) <= RecordReading.largest else {
        throw RecordError("'wall' is no time")
      }
      ahead = wall - at
    }
    var process = ProcessID(.app)
    if let name = line["in"] {
      guard let text = name.string else { throw RecordError("'in' is no process") }
      process = try RecordReading.process(text)
    }
    var identity = Identity(.none)
    if let id = line["id"] {
      guard let text = id.string else { throw RecordError("'id' is no identity") }
      identity = try RecordReading.identity(text)
    }
    guard let what = line[key] else { throw RecordError("it is empty") }
    let said = JSONValue.object([JSONMember(key: key, value: what)])
    let happening = try reading.happening(said)
    try check(said, happening)
    let moment = Moment(monotonic: Nanoseconds(at), wall: Nanoseconds(at &+ ahead))
    return TraceRecord(at: moment, identity: identity, process: process, what: happening)
  }

  /// What is written for a record again is what was read: so nothing in the line was passed over.
  private mutating func check(
    _ said: JSONValue, _ happening: Happening
  ) throws(RecordError) {
    var form: [UInt8] = []
    Self.add(said, to: &form)
    guard !known.contains(form) else { return }
    guard try Self.isSame(said, Self.written(happening)) else {
      throw RecordError("a part is none that is known")
    }
    if known.count < Self.mostKnown { known.insert(form) }
  }

  /// The form of a line: all of it but its numbers.
  private static func add(_ value: JSONValue, to form: inout [UInt8]) {
    switch value {
    case .null: form.append(0)
    case .bool(let flag): form.append(flag ? 1 : 2)
    case .integer: form.append(3)
    case .number(let number):
      form.append(4)
      form += number.literal.utf8
      form.append(0)
    case .string(let text):
      form.append(5)
      form += text.utf8
      form.append(0)
    case .array(let all):
      form.append(6)
      for one in all { add(one, to: &form) }
      form.append(7)
    case .object(let members):
      form.append(8)
      for member in members {
        form += member.key.utf8
        form.append(0)
        add(member.value, to: &form)
      }
      form.append(9)
    }
  }

  private static func written(_ what: Happening) throws(RecordError) -> JSONValue {
    do {
      return try RecordWriting(keepsNumbers: true).json(what)
    } catch {
      throw RecordError("it cannot be written")
    }
  }

  /// Whether two values say the same; the order of members and members without a value do not count.
  private static func isSame(_ a: JSONValue, _ b: JSONValue) -> Bool {
    switch (a, b) {
    case (.object(let a), .object(let b)):
      let (a, b) = (a.filter { $0.value != .null }, b.filter { $0.value != .null })
      return a.count == b.count
        && a.allSatisfy { one in
          b.contains { $0.key == one.key && isSame(one.value, $0.value) }
        }
    case (.array(let a), .array(let b)):
      return a.count == b.count && zip(a, b).allSatisfy { isSame($0, $1) }
    case (.null, _), (.bool, _), (.integer, _), (.number, _), (.string, _), (.array, _),
      (.object, _):
      return a == b
    }
  }
}
