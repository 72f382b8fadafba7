import Choices
import Contract
import Simulation

/// Trouble that lasts through a case: of services, of engines on the device, of the store, of
/// fields.
///
/// What has trouble has the same trouble again. What takes three equal failures in a row, or the
/// same write failing each time, never comes of drawing each answer by itself from everything
/// there is.
struct Mood {
  private let seed: UInt64
  /// How many of a hundred questions are answered in this mood, by what they are about.
  private var shares = Shares()
  private var replies: [Reply] = []
  private var locals: [LocalAnswer] = []
  /// How long servers take; empty where all are as quick as usual.
  private var latencies: [Nanoseconds] = []
  private var writes: [Answer] = []
  /// The writes that have trouble; empty for any.
  private var phase: [Word] = []
  private var deliveries: [DeliveryAnswer] = []

  private struct Shares {
    var upload: UInt64 = 0
    var cleanup: UInt64 = 0
    var local: UInt64 = 0
    var store: UInt64 = 0
    var deliver: UInt64 = 0
    /// Cancels that are not heeded.
    var deaf: UInt64 = 0
  }

  /// The mood of a case; nil where nothing lasts.
  ///
  /// - Parameter isTyped: whether live text is typed as it is spoken, so that every sentence is put
  ///   into a field.
  init?(_ chance: Chance, _ regime: Regime, isTyped: Bool = false) {
    let how = Self.commonness(regime)
    let ofPeers = chance.percent(how.peers, .mood)
    let ofStore = chance.percent(how.store, .mood, 10)
    let ofFields = chance.percent(max(how.fields, isTyped ? 15 : 0), .mood, 20)
    guard ofPeers || ofStore || ofFields else { return nil }
    seed = chance.word(.mood, 1)
    if ofPeers { drawPeers(chance, regime) }
    if ofStore {
      writes = chance.one(of: Self.writes, .mood, 11) ?? []
      shares.store = [30, 45, 70][chance.below(3, .mood, 12)]
      if chance.percent(55, .mood, 13) {
        phase = chance.one(of: Self.phases(regime), .mood, 14) ?? []
        shares.store = 85
      }
    }
    if ofFields {
      deliveries = chance.one(of: Self.deliveries, .mood, 21) ?? []
      shares.deliver = [60, 100][chance.below(2, .mood, 22)]
    }
  }

  /// Services and engines on the device that let every attempt down, and nothing else.
  init(troublingPeers chance: Chance) {
    seed = chance.word(.mood, 1)
    drawPeers(chance, .store)
    shares.upload = 100
  }

  /// In how many of a hundred cases something is in a mood.
  private static func commonness(
    _ regime: Regime
  ) -> (peers: Int, store: Int, fields: Int) {
    switch regime {
    case .mixed: (4, 3, 4)
    case .wire: (85, 0, 0)
    case .pieces: (55, 50, 0)
    case .store: (70, 80, 0)
    case .person: (25, 5, 5)
    case .delivery: (0, 0, 60)
    case .relaunch: (0, 10, 0)
    case .capture: (0, 0, 0)
    }
  }

  private mutating func drawPeers(_ chance: Chance, _ regime: Regime) {
    let groups = [1, 1, 1, 2, 2, 3][chance.below(6, .moodGroup)]
    for n in 0..<groups {
      replies += chance.one(of: Self.groups, .moodGroup, 1 + n) ?? []
    }
    let some: [UInt64] = regime == .pieces ? [15, 30, 50, 80] : [25, 60, 100, 100]
    let share = some[chance.below(some.count, .mood, 2)]
    let who = regime == .pieces ? 0 : chance.below(10, .mood, 6)
    shares.upload = who < 6 ? share : 0
    shares.local = shares.upload
    shares.cleanup = who > 4 ? max(share, 60) : 0
    if regime == .store { shares.local = 100 }
    locals = chance.percent(75, .mood, 3) ? [.failed, .crashed] : [.noText, .text(""), .failed]
    switch chance.below(10, .mood, 4) {
    case ..<5: break
    case ..<7: latencies = [.milliseconds(300), .seconds(2), .seconds(6)]
    default: latencies = [.seconds(3), .seconds(9), .seconds(46), .seconds(48)]
    }
    if chance.percent(latencies.isEmpty ? 40 : 75, .mood, 5) { shares.deaf = 85 }
  }

  /// Ways in which writes go wrong, or take long.
  private static let writes: [[Answer]] = [
    [.slow(.seconds(1)), .slow(.seconds(3))],
    [.slow(.milliseconds(200)), .slow(.seconds(4)), .slow(Budgets.store + .seconds(2))],
    [.never],
    [.store(.busy), .store(.locked)],
    [.store(.noSpace)],
    [.store(.io(told: .unknown, landed: false)), .store(.io(told: .unknown, landed: true))],
    [.store(.io(told: .unknown, landed: true))],
    [.store(.io(told: .no, landed: false)), .store(.io(told: .yes, landed: true))],
  ]

  /// The writes of one part of a recording's life each.
  private static func phases(_ regime: Regime) -> [[Word]] {
    let ends: [Word] = [.success, .failed, .cancelled]
    let text: [Word] = [.checkpoint, .raw]
    return [
      [.processing, .retrying], text, ends, regime == .pieces ? text : ends, ends,
      [.claim, .outcome, .usage],
    ]
  }

  private static let deliveries: [[DeliveryAnswer]] = [
    [.unconfirmed(landed: true), .unconfirmed(landed: false)], [.unconfirmed(landed: true)],
    [.silent(landed: true), .silent(landed: false)],
    DeliveryFailure.allCases.map { .refused($0) },
  ]

  /// Kinds of trouble, each with its ways.
  private static let groups: [[Reply]] = [
    [500, 502, 503, 408, 429].map { Reply(status: $0) },
    ["0", "1", "2", "4"].flatMap(asking),
    ["12", "40", "3600"].flatMap(asking),
    ["-5", "1.5", "soon", "Mon, 05 Jan 2026 09:00:30 GMT"].flatMap(asking),
    [400, 401, 402, 403, 404, 415, 422].map { Reply(status: $0) },
    [302, 304, 204].map { Reply(status: $0) },
    [202, 206].map { Reply(status: $0) },
    [Reply(breaks: .unreachable)], [Reply(breaks: .unreachable)],
    [Reply(breaks: .unreachable), Reply(breaks: .inBody(3))],
    [Reply(breaks: .beforeHead), Reply(breaks: .afterHead)],
    [Reply(breaks: .inBody(0)), Reply(breaks: .inBody(3)), Reply(breaks: .inBody(40))],
    [Reply(breaks: .tooLarge)],
    [Reply(status: 413)],
    [Reply(text: .literal("")), Reply(text: .literal("  \n"))],
    [Reply(form: .bytes("")), Reply(form: .bytes("{")), Reply(form: .notText)],
    [Reply(contentType: ""), Reply(contentType: "text/html"), Reply(form: .plain)],
    [Reply(form: .jsonWithExtra("other")), Reply(finishReason: "length")],
    [Reply(text: .literal("{\"text\": \"as it was said\"}"), form: .plain)],
  ]

  private static func asking(_ wait: String) -> [Reply] {
    [503, 429, 408].map { Reply(status: $0, headers: [Header("Retry-After", wait)]) }
  }

  /// The answer to a question; nil where this mood has nothing to do with it.
  func answer(_ question: Identity) -> Answer? {
    guard question.verb == .answer else {
      let isDeaf = question.verb == .heeds && Self.isPeer(question.family)
      return isDeaf && word(question) % 100 < shares.deaf ? .heeds(false) : nil
    }
    switch question.family {
    case .upload: return reply(question, shares.upload)
    case .cleanup: return reply(question, shares.cleanup)
    case .local: return one(of: locals, question, shares.local).map { .local($0) }
    case .store: return isInTrouble(question) ? pick(writes, question, 0x300D) : nil
    case .deliver:
      return one(of: deliveries, question, shares.deliver).map { .delivery($0) }
    case .none, .open, .inventory, .quarantine, .space, .tombstone, .purge, .create, .append,
      .close, .validate, .sync, .promote, .remove, .capture, .export, .reset, .clipboard,
      .restore, .usage, .post, .dial, .launched, .interruption, .route, .mediaReset, .lowSpace,
      .locked, .background, .foreground, .thermal, .focus, .copied, .handoff, .resumed, .stage:
      return nil
    }
  }

  private static func isPeer(_ family: Family) -> Bool {
    family == .upload || family == .cleanup || family == .local
  }

  private func reply(_ question: Identity, _ share: UInt64) -> Answer? {
    guard share > 0 else { return nil }
    let trouble = one(of: replies, question, share)
    guard trouble != nil || !latencies.isEmpty else { return nil }
    var reply = trouble ?? Reply()
    if let latency = pick(latencies, question, 0x1A7E) { reply.latency = latency }
    return .reply(reply)
  }

  /// Whether writes of this kind have trouble: the same ones for every recording.
  private func isInTrouble(_ write: Identity) -> Bool {
    guard phase.isEmpty || phase.contains(write.word) else { return false }
    let kind = Key(high: UInt64(write.occurrence), low: write.low)
    // What fails at the very start shows little of what comes after it.
    let share = write.word == .capturing ? shares.store / 4 : shares.store
    return (Draw.word(seed: seed ^ 0x3817E, key: kind) >> 32) % 100 < share
  }

  private func word(_ question: Identity) -> UInt64 {
    Draw.word(seed: seed, key: Key(question)) >> 32
  }

  /// One of a list in so many of a hundred cases.
  private func one<Element>(
    of list: [Element], _ question: Identity, _ share: UInt64
  ) -> Element? {
    word(question) % 100 < share ? pick(list, question, 0x300D) : nil
  }

  private func pick<Element>(
    _ list: [Element], _ question: Identity, _ salt: UInt64
  ) -> Element? {
    list.isEmpty
      ? nil : list[Int(Draw.below(UInt64(list.count), seed: seed ^ salt, key: Key(question)))]
  }
}
