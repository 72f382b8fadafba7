import JSON

/// The wire as a browser or proxy saw it: requests, statuses, times and sizes, and nothing of
/// what was sent or answered.
struct HARReader {
  /// What it says, in the order of the file; times are nanoseconds since 1970.
  private(set) var sightings: [Sighting] = []
  /// How many exchanges it has.
  private(set) var entries = 0

  /// Whether a text begins as a HAR file does.
  static func begins(_ bytes: [UInt8]) -> Bool {
    guard let first = bytes.first(where: { $0 > 0x20 }), first == UInt8(ascii: "{") else {
      return false
    }
    let head = bytes.prefix(400).filter { $0 > 0x20 }
    return head.starts(with: Array("{\"log\":{".utf8))
  }

  /// - Throws: the place at which it is no JSON.
  init(_ bytes: [UInt8]) throws(LogRefusal) {
    let value: JSONValue
    do {
      value = try JSONValue(reading: bytes, limits: JSONLimits(bytes: 64 << 20, depth: 64))
    } catch {
      let before = bytes[..<min(error.offset, bytes.count)]
      let line = before.reduce(into: 1) { if $1 == 0x0A { $0 += 1 } }
      let start = before.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
      throw .badHAR(line: line, column: before.count - start + 1)
    }
    let list = value["log"]?["entries"]?.elements ?? []
    var known: [String: Int] = [:]
    // An entry has no line that is worth finding: its number stands for it.
    for (index, entry) in list.enumerated() {
      entries += 1
      add(entry, line: index + 1, &known)
    }
  }

  private mutating func add(_ entry: JSONValue, line: Int, _ known: inout [String: Int]) {
    guard let request = entry["request"], let method = request["method"]?.string,
      method == "POST" || method == "PUT", let url = request["url"]?.string,
      let began = entry["startedDateTime"]?.string.flatMap(Self.time)
    else { return }
    let isCleanup = ["chat/completions", "/messages", "/generate", "/responses"].contains {
      url.contains($0)
    }
    let subject = known[url] ?? known.count + 1
    known[url] = subject
    let size = request["bodySize"]?.integer.flatMap { $0 > 0 ? $0 : nil }
    let took = Self.milliseconds(entry["time"])
    let waited = ["blocked", "dns", "connect", "send", "wait", "ssl"].reduce(Int64(0)) {
      $0.plus(max(Self.milliseconds(entry["timings"]?[$1]), 0))
    }
    func see(_ sign: Sign, after: Int64, value: Int64? = nil, whole: Int64? = nil) {
      sightings.append(
        Sighting(
          sign, line: line, at: began.plus(max(after, 0).times(1_000_000)), value: value,
          whole: whole,
          subject: subject))
    }
    see(isCleanup ? .cleanupBegan : .requestSent, after: 0, value: size)
    guard let response = entry["response"], let status = response["status"]?.integer, status > 0
    else {
      see(isCleanup ? .cleanupFailed : .connectionLost, after: took)
      return
    }
    if isCleanup {
      see(status == 200 ? .cleanupEnded : .cleanupFailed, after: took, value: status)
      return
    }
    answer(response, status, size: size, waited: waited, took: took, see)
  }

  private func answer(
    _ response: JSONValue, _ status: Int64, size: Int64?, waited: Int64, took: Int64,
    _ see: (Sign, Int64, Int64?, Int64?) -> Void
  ) {
    if status == 200 {
      see(.headersArrived, waited, status, nil)
      let announced = response["headers"]?.elements.flatMap { Self.header("content-length", $0) }
      let read = response["content"]?["size"]?.integer ?? response["bodySize"]?.integer
      if let read, read >= 0, announced.map({ read >= $0 }) ?? true, response["_error"] == nil {
        see(.answerArrived, took, status, nil)
      }
      return
    }
    see(.answerRefused, took, status, nil)
    // Limits are round numbers; what is a little above one was cut for it and then wrapped.
    if status == 413, let size {
      for limit in UploadLimits.known
      where size > limit && size - limit <= UploadLimits.wrapping {
        see(.sizeRefused, took, size, limit)
      }
    }
    if let hint = response["headers"]?.elements.flatMap({ Self.header("retry-after", $0) }) {
      see(.retryHint, took, hint.times(1_000), nil)
    }
  }

  private static func header(_ name: String, _ headers: [JSONValue]) -> Int64? {
    let found = headers.first { $0["name"]?.string?.lowercased() == name }
    return found?["value"]?.string.flatMap { Int64($0) }
  }

  private static func milliseconds(_ value: JSONValue?) -> Int64 {
    switch value {
    case .integer(let number): number
    case .number(let number): Int64(number.literal.prefix { $0 != "." && $0 != "e" }) ?? 0
    case .null, .bool, .string, .array, .object, nil: 0
    }
  }

  private static func time(_ text: String) -> Int64? {
    let bytes = Array(text.utf8) + [0x20]
    var reader = StampReader(bytes, from: 0, to: bytes.count)
    guard let stamp = reader.read(), stamp.origin == .date else { return nil }
    return stamp.at
  }
}
