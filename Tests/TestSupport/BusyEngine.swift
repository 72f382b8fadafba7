public import Contract

// An engine without manners: it keeps several recordings going at once, asks for everything the
// vocabulary has, abandons, cancels and re-arms as its own small generator says. What it does
// makes no sense and breaks promises; it stays within the bounds of the exchange. It exists to
// press on the world.

/// A generic engine that issues overlapping requests.
public struct BusyEngine: EngineUnderTest, Hashable, Sendable {
  /// It never breaks.
  public typealias Failure = Never

  private struct Open: Hashable {
    var id: EffectID
    var lease: Lease
    var isCapture: Bool
  }

  private var seed: UInt64
  private var nextID: UInt32 = 0
  private var budget: Int
  private var open: [Open] = []
  private var armed: [Deadline] = []
  private var appended = 0

  /// Makes an engine that reacts to so many events before it falls silent.
  public init(seed: UInt64, budget: Int = 60) {
    self.seed = seed &* 0x9E37_79B9_7F4A_7C15 | 1
    self.budget = budget
  }

  private mutating func draw(_ bound: UInt64) -> UInt64 {
    seed ^= seed << 13
    seed ^= seed >> 7
    seed ^= seed << 17
    return seed % bound
  }

  /// Does something.
  public mutating func handle(_ event: Event, at now: Moment) -> Reaction {
    var effects: [Effect] = []
    switch event {
    case .finished(let t, _): open.removeAll { $0.id == t.effect }
    case .deadline(let d): armed.removeAll { $0 == d }
    case .progress(let t, .frames(let span, _)):
      appended += 1
      ask(.file(.append(file(.partial, span.clip), span)), t.lease ?? lease(), &effects)
    case .launched:
      ask(.store(.open), nil, &effects)
      ask(.store(.readInventory), nil, &effects)
    case .person(.start(let r)):
      ask(
        .store(.write(row(.capturing, r.rawValue), expecting: .nothing)), lease(r.rawValue),
        &effects)
      ask(.file(.create(file(.partial, r.rawValue))), lease(r.rawValue), &effects)
    case .person, .progress, .news: break
    }
    guard budget > 0 else { return windDown(effects) }
    budget -= 1
    for _ in 0..<(1 + draw(2)) where open.count < 40 { effects.append(contentsOf: something()) }
    if draw(3) == 0 { rearm(now) }
    return Reaction(effects, deadlines: armed)
  }

  /// Lets go of everything, so that a case settles.
  private mutating func windDown(_ effects: [Effect]) -> Reaction {
    var effects = effects
    for o in open.prefix(20) {
      effects.append(.notice(o.isCapture ? .stop(o.id) : .abandon(o.id)))
      if o.isCapture { effects.append(.notice(.abandon(o.id))) }
    }
    open.removeFirst(min(20, open.count))
    armed = []
    return Reaction(effects, deadlines: [])
  }

  private mutating func ask(_ request: Request, _ lease: Lease?, _ effects: inout [Effect]) {
    nextID += 1
    let id = EffectID(nextID)
    var isCapture = false
    if case .capture = request { isCapture = true }
    open.append(Open(id: id, lease: lease ?? TestSupport.lease(), isCapture: isCapture))
    effects.append(.request(Ticket(id, lease), request))
  }

  private mutating func something() -> [Effect] {
    var effects: [Effect] = []
    let r = UInt16(1 + draw(3))
    let a = AttemptNumber(1 + draw(2))
    let lease = lease(r, attempt: a)
    switch draw(20) {
    case 0: ask(.capture(RecordingID(r), limit: Budgets.captureLimit), lease, &effects)
    case 1: ask(.upload(file(.source, r), Settings()), lease, &effects)
    case 2:
      let from = Int(draw(3)) * 16_000
      ask(
        .exportLeaf(
          source: file(.source, r), leaf: file(.leaf(UInt16(draw(3))), r), from: from, count: 16_000
        ),
        lease, &effects)
    case 3: ask(.upload(file(.leaf(UInt16(draw(3))), r), Settings()), lease, &effects)
    case 4: ask(.cleanUp("raw", Settings()), lease, &effects)
    case 5: ask(.deliver("text \(r)", Target(1)), lease, &effects)
    case 6: ask(.recognizeLocally(file(.source, r), slot: 1, Settings()), lease, &effects)
    case 7: ask(.resetEngine(slot: 1), nil, &effects)
    case 8: ask(.reportUsage(RecordingID(r), seconds: 5), lease, &effects)
    case 9: ask(.file(.sync(file(.partial, r))), lease, &effects)
    case 10: ask(.file(.close(file(.partial, r))), lease, &effects)
    case 11: ask(.file(.validate(file(.source, r))), lease, &effects)
    case 12: ask(.store(.write(anyRow(r, a), expecting: expected(a))), lease, &effects)
    case 13: ask(.store(.open), nil, &effects)
    case 14: ask(.writeClipboard("text", ifChange: nil), lease, &effects)
    case 15: ask(.store(.probeSpace), nil, &effects)
    case 16, 17: if let o = any() { effects.append(.notice(.cancel(o.id))) }
    case 18:
      if let o = any() {
        if o.isCapture { effects.append(.notice(.stop(o.id))) }
        effects.append(.notice(.abandon(o.id)))
        open.removeAll { $0 == o }
      }
    default: if let o = any(), o.isCapture { effects.append(.notice(.stop(o.id))) }
    }
    return effects
  }

  private mutating func any() -> Open? {
    open.isEmpty ? nil : open[Int(draw(UInt64(open.count)))]
  }

  private mutating func anyRow(_ r: UInt16, _ a: AttemptNumber) -> Row {
    row(RowState.allCases[Int(draw(6))], r, attempt: a, raw: draw(2) == 0 ? nil : "raw \(draw(9))")
  }

  private mutating func expected(_ a: AttemptNumber) -> Expectation {
    draw(4) == 0 ? .nothing : .row([.notTerminal, .terminal], attempt: a)
  }

  /// Arms deadlines of stages, each name once, most of them a little later than now.
  private mutating func rearm(_ now: Moment) {
    let stages: [Stage] = [.finalize, .backoff, .recognition, .cleanup]
    let stage = stages[Int(draw(4))]
    let lease = lease(UInt16(1 + draw(3)))
    armed.removeAll { $0.stage == stage && $0.lease == lease }
    let at = now.monotonic + .milliseconds(Int(draw(700)))
    armed.append(Deadline(at: at, stage: stage, lease: lease))
  }
}
