import Contract

// The recognizers: a provider behind requests, and an engine on the device.
//
// Both hear what is in the file they were sent, never how often they were asked: audio that was
// lost, doubled or reordered becomes words that are.

extension World {
  /// A server takes a request: it hears the audio now and answers by rule.
  mutating func beginUpload(_ r: Int, _ file: FileRef, _ settings: Settings) {
    guard let runs = store.runs(of: file) else {
      deeds.append(.refused(.noSuchFile))
      requests[r].reply = Reply(breaks: .refused)
      return addAnswer(r, .done, at: now + 10_000_000, task: .body(r))
    }
    let range = namer.range(of: file) { _ in runs.reduce(0) { $0 + $1.count } }
    if requests[r].answer == .never { return remember(Reply(breaks: .beforeHead), r, range) }
    let words = sounds.words(in: runs)
    let reply = self.reply(r, theCase.recognizer, words: words, range: range, settings: settings)
    requests[r].reply = reply
    requests[r].text = text(reply, usual: sounds.text(words))
    switch reply.breaks {
    case .unreachable, .refused: break
    case .nowhere, .beforeHead, .afterHead, .inBody, .tooLarge:
      deeds.append(.heard(file, runs, settings))
    }
    remember(reply, r, range)
    beginReply(r, reply)
  }

  private func text(_ reply: Reply, usual: String) -> String {
    switch reply.text {
    case .usual: usual
    case .literal(let text): text
    }
  }

  /// The planned reply, else the first rule that fits, else the usual one.
  private func reply(
    _ r: Int, _ rules: [Rule], words: [Spoken], range: (from: Int, count: Int), settings: Settings
  ) -> Reply {
    switch requests[r].answer {
    case .reply(let reply): return reply
    case .fails: return Reply(breaks: .unreachable)
    case .never, .slow, .store, .file, .microphone, .local, .delivery, .space, .runs, .heeds,
      .reads, .leg, nil:
      break
    }
    var reply = rules.first { fits($0, r, words, range, settings) }?.reply ?? Reply()
    if case .slow(let delay) = requests[r].answer { reply.latency = delay }
    return reply
  }

  private func fits(
    _ rule: Rule, _ r: Int, _ words: [Spoken], _ range: (from: Int, count: Int),
    _ settings: Settings
  ) -> Bool {
    let lease = requests[r].ticket.lease
    if let word = rule.hears, !words.contains(where: { $0.word == word }) { return false }
    if let recording = rule.recording, lease?.recording != recording { return false }
    if let attempt = rule.attempt, lease?.attempt != attempt { return false }
    if let model = rule.model, settings.model != model { return false }
    if let limit = rule.bodyOver, RequestBody.bytes(samples: range.count) <= limit { return false }
    if let bound = rule.refusalsBelow, enclosing(lease, range, refusalsOnly: true) >= bound {
      return false
    }
    if let bound = rule.failuresBelow, enclosing(lease, range, refusalsOnly: false) >= bound {
      return false
    }
    return true
  }

  /// How many failed tries of this attempt enclose a range.
  private func enclosing(
    _ lease: Lease?, _ range: (from: Int, count: Int), refusalsOnly: Bool
  ) -> Int {
    tries.count {
      $0.recording == lease?.recording && $0.attempt == lease?.attempt
        && $0.from <= range.from && $0.from + $0.count >= range.from + range.count
        && (!refusalsOnly || $0.wasRefused)
    }
  }

  private mutating func remember(_ reply: Reply, _ r: Int, _ range: (from: Int, count: Int)) {
    guard let lease = requests[r].ticket.lease else { return }
    if reply.status == 200 && reply.breaks == .nowhere { return }
    tries.append(
      TriedRange(
        recording: lease.recording, attempt: lease.attempt, from: range.from, count: range.count,
        wasRefused: reply.status == 413))
  }

  /// Schedules the first sign of a reply.
  private mutating func beginReply(_ r: Int, _ reply: Reply) {
    switch reply.breaks {
    case .beforeHead: break
    case .unreachable, .refused:
      addAnswer(r, .done, at: now &+ reply.latency.count, task: .body(r))
    case .nowhere, .afterHead, .inBody, .tooLarge:
      addAnswer(r, .head, at: now &+ reply.latency.count, task: .head(r))
    }
  }

  mutating func head(_ r: Int, _ item: Item) {
    guard let reply = requests[r].reply else { return }
    var headers = reply.headers
    if let type = Wire.contentType(of: reply, for: requests[r].request) {
      headers.append(Header("Content-Type", type))
    }
    if reply.breaks != .afterHead {
      let delay = isCleanup(r) ? Latency.cleanupBody : Latency.body
      addAnswer(r, .done, at: now + delay, task: .body(r))
    }
    deliver(
      .progress(requests[r].ticket, .head(Head(status: reply.status, headers: headers))),
      item.identity, to: requests[r].process)
  }

  private func isCleanup(_ r: Int) -> Bool {
    if case .cleanUp = requests[r].request { return true }
    return false
  }

  mutating func body(_ r: Int, _ item: Item) {
    guard let reply = requests[r].reply else { return }
    switch reply.breaks {
    case .unreachable: tell(.wireFailed(.unreachable), of: r, item)
    case .refused: tell(.wireFailed(.refused), of: r, item)
    case .inBody(let n): tell(.wireFailed(.reset(received: n)), of: r, item)
    case .tooLarge: tell(.wireFailed(.tooLarge), of: r, item)
    case .nowhere, .beforeHead, .afterHead:
      if reply.status == 200 { deeds.append(.meant(requests[r].text)) }
      let body = Wire.body(of: reply, text: requests[r].text, for: requests[r].request)
      tell(.body(body), of: r, item)
    }
  }

  // MARK: Cleanup

  mutating func beginCleanup(_ r: Int, _ text: String, _ settings: Settings) {
    if requests[r].answer == .never { return }
    deeds.append(.askedCleanup(text, settings))
    switch settings.cleanup {
    case .off: addAnswer(r, .done, at: now + Latency.localCleanup, task: .run(r))
    case .local:
      if case .slow(let d) = requests[r].answer {
        return addAnswer(r, .done, at: now &+ d.count, task: .run(r))
      }
      addAnswer(r, .done, at: now + Latency.localCleanup, task: .run(r))
    case .cloud:
      let reply = self.reply(
        r, theCase.cleanup, words: [], range: (0, 0), settings: settings)
      requests[r].reply = reply
      requests[r].text = self.text(reply, usual: text + ".")
      beginReply(r, reply)
    }
  }

  // MARK: On the device

  mutating func beginLocal(_ r: Int, _ file: FileRef, _ settings: Settings) {
    guard let runs = store.runs(of: file) else {
      deeds.append(.refused(.noSuchFile))
      requests[r].answer = .local(.failed)
      return addAnswer(r, .done, at: now + 10_000_000, task: .run(r))
    }
    deeds.append(.heard(file, runs, settings))
    requests[r].text = sounds.text(sounds.words(in: runs))
    let samples = runs.reduce(0) { $0 + $1.count }
    let quarter = Int64(samples) * 1_000_000_000 / Int64(sampleRate) / 4
    switch requests[r].answer {
    case .never: break
    case .slow(let d): addAnswer(r, .done, at: now &+ d.count, task: .run(r))
    case .store, .file, .microphone, .reply, .local, .delivery, .fails, .space, .runs, .heeds,
      .reads, .leg, nil:
      addAnswer(r, .done, at: now + quarter, task: .run(r))
    }
  }

  /// What an engine on the device says, in recognition and in cleanup.
  mutating func localOutcome(_ r: Int) -> Outcome {
    var text = requests[r].text
    if case .cleanUp(let raw, let settings) = requests[r].request {
      if settings.cleanup == .off { return .localFailed(.failed) }
      text = raw + "."
    }
    switch requests[r].answer {
    case .local(.noText): return .noText
    case .local(.failed), .fails: return .localFailed(.failed)
    case .local(.crashed): return .localFailed(.crashed)
    case .local(.text(let other)): text = other
    case .never, .slow, .store, .file, .microphone, .reply, .delivery, .space, .runs, .heeds,
      .reads, .leg, nil:
      break
    }
    deeds.append(.meant(text))
    return text.isEmpty ? .noText : .text(text)
  }
}

/// How answers look on the wire.
enum Wire {
  /// The media type of a reply; nil when it names none.
  static func contentType(of reply: Reply, for request: Request) -> String? {
    if let type = reply.contentType { return type.isEmpty ? nil : type }
    guard isSuccess(reply) else { return "application/json" }
    switch reply.form {
    case .plain: return "text/plain"
    case .json, .jsonWithExtra, .bytes, .notText: return "application/json"
    case .usual: return usesJSON(request) ? "application/json; charset=utf-8" : "text/plain"
    }
  }

  /// Whether a reply carries a text. Every status of its class does, or nobody would be tempted
  /// to take a 202 for a result.
  private static func isSuccess(_ reply: Reply) -> Bool { reply.status / 100 == 2 }

  private static func usesJSON(_ request: Request) -> Bool {
    guard case .upload(_, let settings) = request else { return true }
    guard case .cloud(let provider) = settings.recognizer else { return false }
    switch provider {
    case .openai, .groq, .soniox: return true
    case .deepgram: return false
    }
  }

  /// The body of a reply.
  static func body(of reply: Reply, text: String, for request: Request) -> Body {
    let type = contentType(of: reply, for: request)
    guard isSuccess(reply) else {
      return Body("{\"error\":{\"message\":\"refused\"}}", contentType: type)
    }
    switch reply.form {
    case .notText: return Body(nil, contentType: type)
    case .bytes(let bytes): return Body(bytes, contentType: type)
    case .plain: return Body(text, contentType: type)
    case .json: return Body(object(text, ""), contentType: type)
    case .jsonWithExtra(let name):
      return Body(object(text, ",\(quoted(name)):{\"id\":\"x\"}"), contentType: type)
    case .usual: return Body(usual(text, reply, request), contentType: type)
    }
  }

  private static func usual(_ text: String, _ reply: Reply, _ request: Request) -> String {
    if case .cleanUp = request {
      return object(text, ",\"finish_reason\":\(quoted(reply.finishReason))")
    }
    guard case .upload(_, let settings) = request,
      case .cloud(let provider) = settings.recognizer
    else { return text }
    switch provider {
    case .groq: return object(text, ",\"x_groq\":{\"id\":\"req\"}")
    case .openai: return object(text, ",\"usage\":{\"type\":\"duration\",\"seconds\":1}")
    case .soniox: return object(text, "")
    case .deepgram: return text
    }
  }

  private static func object(_ text: String, _ more: String) -> String {
    "{\"text\":" + quoted(text) + more + "}"
  }

  /// A text as a JSON string.
  private static func quoted(_ text: String) -> String {
    // Most texts are words, and stand in quotes as they are.
    let isPlain = text.utf8.allSatisfy {
      $0 >= 32 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\")
    }
    if isPlain { return "\"" + text + "\"" }
    var out = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": out += "\\\""
      case "\\": out += "\\\\"
      case "\n": out += "\\n"
      case "\r": out += "\\r"
      case "\t": out += "\\t"
      default:
        if scalar.value < 32 {
          let digits = String(scalar.value, radix: 16)
          out += "\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits
        } else {
          out.unicodeScalars.append(scalar)
        }
      }
    }
    return out + "\""
  }
}
