import Choices
import Contract
import Simulation

extension Prose {
  static func words(of reply: Reply) -> String {
    var parts: [String] = []
    switch reply.breaks {
    case .nowhere: break
    case .unreachable: return "cannot be reached"
    case .refused: return "may not be asked: the request is refused before it leaves"
    case .beforeHead: return "never answers"
    case .afterHead: parts.append("and the body never comes")
    case .inBody(let n): parts.append("and the connection breaks after \(n) bytes of the body")
    case .tooLarge: parts.append("and the body is larger than any that is read")
    }
    for header in reply.headers { parts.append("with \(header.name): \(header.value)") }
    switch reply.text {
    case .usual: break
    case .literal(let text): parts.append(text.isEmpty ? "with an empty text" : "saying “\(text)”")
    }
    switch reply.form {
    case .usual: break
    case .plain: parts.append("as plain text")
    case .json: parts.append("as JSON")
    case .jsonWithExtra(let name): parts.append("as JSON with another field, “\(name)”")
    case .bytes(let bytes): parts.append("with exactly the bytes “\(bytes)”")
    case .notText: parts.append("with bytes that are no text")
    }
    if let type = reply.contentType {
      parts.append(type.isEmpty ? "without a content type" : "as \(type)")
    }
    if reply.finishReason != "stop" { parts.append("ended by “\(reply.finishReason)”") }
    if reply.latency != .milliseconds(300) { parts.append("after \(span(reply.latency))") }
    return (["answers \(reply.status)"] + parts).joined(separator: " ")
  }

  static func words(of answer: Answer) -> String {
    switch answer {
    case .slow(let time): "answered only after \(span(time))"
    case .never: "never answered"
    case .store(let fault): "answered by the store with a failure: \(words(of: fault))"
    case .file(let fault): "answered by the disk with a failure: \(words(of: fault))"
    case .microphone(let microphone): words(of: microphone)
    case .reply(let reply): "such that the server \(words(of: reply))"
    case .local(let local): "answered on the device with “\(local)”"
    case .delivery(let delivery): words(of: delivery)
    case .fails: "answered with a failure"
    case .space(let bytes): "answered with \(bytes.map { "\($0) bytes" } ?? "unknown") free"
    case .runs(let runs):
      "run \(runs) (early: at once, late: when it is answered, never: it blocks)"
    case .heeds(let heeds):
      heeds ? "heeded when it is cancelled" : "not heeded when it is cancelled"
    case .leg(let plan): words(of: plan)
    case .reads(let time): "such that the field reads the clipboard \(span(time)) after the paste"
    }
  }

  /// What the app offers beside recordings; nil for nothing.
  static func words(of live: LiveKind) -> String? {
    switch live {
    case .none: nil
    case .meeting: "While a meeting is recorded, its live transcript is shown"
    case .dictation: "A dictation is typed sentence by sentence, while it is spoken"
    }
  }

  /// What is unusual about the microphone and the queues of a live transcript.
  var liveDetails: [String] {
    var lines: [String] = []
    if theCase.hasFineMicrophone != theCase.platform.live.wantsFineMicrophone {
      lines.append("The microphone delivers \(theCase.hasFineMicrophone ? 100 : 500) ms at a time.")
    }
    let queue = theCase.platform.limits.legQueue
    if theCase.platform.live != .none, queue != Limits().legQueue {
      lines.append("A leg's queue holds \(Self.span(Nanoseconds(Int64(queue) * 62_500))).")
    }
    return lines
  }

  /// What a relay with a manner does.
  static let manners: [(manner: LegManners, words: String)] = [
    (.repeatsFinals, "says final words a second time"),
    (.cumulative, "says all final words of an utterance again in every frame"),
    (.shrinks, "takes tentative words back"),
    (.junk, "sends nonsense before every frame"),
    (.ignoresFinalize, "never answers a finalize"),
    (.ignoresEnd, "never answers an end"),
    (.ignoresPings, "never answers a ping"),
    (.timeless, "gives no times"),
    (.wildTimes, "gives times that cannot be"),
    (.enormous, "says a word that is longer than any"),
    (.revises, "guesses at its newest word"),
  ]

  static func words(of plan: LegPlan) -> String {
    var parts: [String] = []
    switch plan.opening {
    case .usual: break
    case .never: parts.append("never opened")
    case .unreachable: parts.append("without a connection")
    case .refused(let status): parts.append("refused with \(status)")
    }
    if plan.opensAfter != LegPlan().opensAfter { parts.append("after \(span(plan.opensAfter))") }
    if let samples = plan.breaksAt {
      let heard = span(Nanoseconds(Int64(samples) * 62_500))
      switch plan.breaking {
      case .closes(let code):
        parts.append("closed\(code.map { " with \($0)" } ?? "") when it has heard \(heard)")
      case .fails(let code): parts.append("ended by error \(code) when it has heard \(heard)")
      case .goesSilent: parts.append("silent for good when it has heard \(heard)")
      }
    }
    if let speed = plan.speed { parts.append("taking \(speed) samples a second") }
    let manners = Self.manners.filter { plan.manners.contains($0.manner) }.map(\.words)
    if !manners.isEmpty { parts.append("at a relay that " + manners.joined(separator: " and ")) }
    return parts.isEmpty ? "as usual" : parts.joined(separator: ", ")
  }

  static func words(of fault: StoreFault) -> String {
    switch fault {
    case .noSpace: "no space"
    case .io(let told, let landed):
      "an I/O error, landed as told: \(told), in truth \(landed ? "yes" : "no")"
    case .busy: "busy"
    case .locked: "locked"
    case .corrupt: "corrupt"
    case .suspect: "suspect"
    }
  }

  static func words(of fault: FileFault) -> String {
    switch fault {
    case .noSpace(let accepted): "no space after \(accepted) more samples"
    case .io(let told, let landed):
      "an I/O error, landed as told: \(told), in truth \(landed ? "yes" : "no")"
    case .vanished: "the file is gone"
    case .locked: "locked"
    case .unreadable: "unreadable"
    case .suspect: "suspect"
    }
  }

  static func words(of microphone: Microphone) -> String {
    var parts: [String] = []
    switch microphone.end {
    case .usual: break
    case .stopNeverAnswered: parts.append("its stop is never answered")
    case .stopAnsweredAfter(let time): parts.append("its stop is answered after \(span(time))")
    case .denied: parts.append("permission is denied")
    case .unsupported: parts.append("the format is not supported")
    case .lostAt(let n): parts.append("the device is lost at chunk \(n)")
    case .formatChangesAt(let n): parts.append("the format changes at chunk \(n)")
    case .starvesAt(let n): parts.append("nothing comes from chunk \(n) on")
    case .neverOpens: parts.append("it never opens")
    }
    if microphone.opensAfter != .milliseconds(120) {
      parts.append("it opens after \(span(microphone.opensAfter))")
    }
    if let taken = microphone.takenAt {
      parts.append("another use has it from chunk \(taken) on, for \(span(microphone.takenFor))")
    }
    if let from = microphone.zerosFrom {
      let end = microphone.zerosThrough.map { "through \($0)" } ?? "on"
      parts.append("it gives digital zeros from chunk \(from) \(end)")
    }
    return "a microphone of which is true: " + parts.joined(separator: ", ")
  }

  static func words(of delivery: DeliveryAnswer) -> String {
    switch delivery {
    case .unconfirmed(let landed):
      "answered with doubt; the text \(landed ? "landed" : "did not land")"
    case .silent(let landed): "never answered; the text \(landed ? "landed" : "did not land")"
    case .refused(let failure): "refused: \(failure)"
    }
  }

  // MARK: Names

  static func spelling(_ pattern: IdentityPattern) -> String {
    spelling(mask: pattern.mask, value: pattern.value)
  }

  static func spelling(_ pattern: KeyPattern) -> String {
    spelling(
      mask: Identity(high: pattern.mask.high, low: pattern.mask.low),
      value: Identity(high: pattern.value.high, low: pattern.value.low))
  }

  /// The spelling of a set of names, with `*` for every part that does not matter.
  ///
  /// What does not matter is set to a value that no case reaches, spelled, and then replaced.
  private static func spelling(mask: Identity, value: Identity) -> String {
    var name = value
    func isFree(_ mask: UInt64, _ bits: UInt64) -> Bool { mask & bits == 0 }
    if isFree(mask.high, 0xFFFF << 32) { name.high |= 0xFFFF << 32 }
    if isFree(mask.high, 0xFFFF << 16) { name.high |= 0xFFFE << 16 }
    // The number of a stage is part of how often it came, which a star stands for already.
    if isFree(mask.low, 0xFFFF), value.family != .stage { name.low |= 0xFFFD }
    if isFree(mask.low, 0xFF << 16) { name.low &= ~(0xFF << 16) }
    if isFree(mask.low, 0xFF_FFFF_FFFF << 24) { name.low |= UInt64(4093) << 52 }
    var text = name.description
    for (number, star) in [
      ("r65535", "r*"), ("a65534", "*"), ("t65533", "*"), ("65533", "*"), ("4092", "*"),
    ] {
      text = text.replacing(number, with: star)
    }
    return text
  }
}
