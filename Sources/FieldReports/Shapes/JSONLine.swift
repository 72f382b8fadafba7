import JSON

/// A line that is a JSON object, as time, tag and text.
struct JSONLine {
  var shape = LogShape.jsonLines
  var stamp: Stamp?
  /// Where it comes from.
  var tag: [UInt8] = []
  /// The message, and behind it what the other members say, as `key=value`.
  var text: [UInt8] = []

  private static let times = [
    "@t", "ts", "time", "timestamp", "@timestamp", "t", "datetime", "date", "at", "asctime",
  ]
  private static let messages = ["@m", "@mt", "msg", "message", "eventMessage", "text_message"]
  private static let tags = [
    "target", "logger", "module", "category", "subsystem", "SourceContext", "component", "name",
    "process", "processImagePath", "senderImagePath", "tag", "source", "actor", "scope",
  ]
  /// Members that say nothing about what happened, or hold a person's words, in small letters.
  private static let passedOver: Set<String> = [
    "level", "@l", "@i", "@x", "@r", "pid", "tid", "hostname", "host", "v", "version", "severity",
    "threadid", "processid", "userid", "traceid", "messagetype", "eventtype", "formatstring",
    "timezonename", "machtimestamp", "activityidentifier", "bootuuid", "senderimageuuid",
    "processimageuuid", "senderprogramcounter", "creatoractivityid", "parentactivityidentifier",
    "backtrace", "filename", "line_number", "thread", "threadname", "file", "line",
    "text", "transcript", "content", "words", "utterance", "partial", "user", "email", "path",
    "title", "prompt", "selection", "windowtitle", "url", "caller", "stack", "stacktrace",
  ]

  /// nil when the line is no JSON object, or one that tells neither time nor message.
  init?(_ line: [UInt8]) {
    guard let value = Self.object(line), let members = value.members else { return nil }
    var message: [UInt8] = []
    var details: [UInt8] = []
    for member in members {
      if stamp == nil, Self.times.contains(member.key), let time = Self.stamp(member.value) {
        stamp = time
        if member.key == "@t" { shape = .serilog }
      } else if Self.messages.contains(member.key), let text = member.value.string {
        if message.isEmpty { message = Array(text.utf8) }
        if member.key == "eventMessage" { shape = .appleJSON }
      } else if Self.tags.contains(member.key), let text = member.value.string {
        tag += Array(text.utf8) + [0x20]
      } else {
        Self.add(member, to: &details, &message, depth: 0)
      }
    }
    guard stamp != nil || !message.isEmpty else { return nil }
    if message.contains(UInt8(ascii: "{")) { message = Self.filled(message, members) }
    text = message + details
  }

  /// A template with what stands in its holes, where that is a number or one word: `{Id}` is what a
  /// member of that name says.
  private static func filled(_ template: [UInt8], _ members: [JSONMember]) -> [UInt8] {
    var text: [UInt8] = []
    var rest = template[...]
    while let open = rest.firstIndex(of: UInt8(ascii: "{")),
      let close = rest[open...].firstIndex(of: UInt8(ascii: "}"))
    {
      text += rest[..<open]
      let hole = rest[(open + 1)..<close].prefix { isWordByte($0) }
      let name = String(decoding: hole, as: UTF8.self)
      if !passedOver.contains(name.lowercased()),
        let value = members.first(where: { $0.key == name })?.value
      {
        switch value {
        case .integer(let number): text += Array(String(number).utf8)
        case .number(let number): text += Array(number.literal.utf8)
        case .string(let word) where word.utf8.count <= 40 && !word.contains(" "):
          text += Array(word.utf8)
        case .string, .null, .bool, .array, .object: text += [0x7B, 0x7D]
        }
      } else {
        text += [0x7B, 0x7D]
      }
      rest = rest[(close + 1)...]
    }
    return text + rest
  }

  private static func object(_ line: [UInt8]) -> JSONValue? {
    do {
      return try JSONValue(reading: line, limits: JSONLimits(bytes: 1 << 20, depth: 16))
    } catch {
      // A line that merely looks like JSON is read as text; that loses nothing.
      return nil
    }
  }

  private static func add(
    _ member: JSONMember, to details: inout [UInt8], _ message: inout [UInt8], depth: Int
  ) {
    if passedOver.contains(member.key.lowercased()) { return }
    switch member.value {
    case .object(let members) where depth < 2:
      for inner in members {
        if messages.contains(inner.key), let text = inner.value.string, message.isEmpty {
          message = Array(text.utf8)
        } else {
          add(inner, to: &details, &message, depth: depth + 1)
        }
      }
    case .string(let text) where text.utf8.count <= 80:
      details += [0x20] + Array(member.key.utf8) + [0x3D] + Array(text.utf8)
    case .integer(let number):
      details += [0x20] + Array(member.key.utf8) + [0x3D] + Array(String(number).utf8)
    case .number(let number):
      details += [0x20] + Array(member.key.utf8) + [0x3D] + Array(number.literal.utf8)
    case .bool(let flag):
      details += [0x20] + Array(member.key.utf8) + Array((flag ? "=true" : "=false").utf8)
    case .null, .array, .object, .string: break
    }
  }

  private static func stamp(_ value: JSONValue) -> Stamp? {
    var text: String
    switch value {
    case .string(let string): text = string
    case .integer(let number): text = String(number)
    case .number(let number): text = number.literal
    case .null, .bool, .array, .object: return nil
    }
    // A small bare number counts from the start, in whatever unit: seconds when it has a fraction.
    if let small = Int64(text), small.magnitude < 100_000_000 {
      return Stamp(origin: .start, at: small * 1_000_000)
    }
    text += " "
    let bytes = Array(text.utf8)
    var reader = StampReader(bytes, from: 0, to: bytes.count)
    return reader.read()
  }
}
