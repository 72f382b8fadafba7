import Choices
import Contract
import SimulatedDisk
import Simulation

/// One number in a case, with the value at which nothing is unusual and the steps in which it is
/// lowered: a case with round numbers reads better than one with small ones.
struct CaseValue {
  /// What it is.
  let get: (Case) -> Int64?
  /// Makes it another.
  let set: (inout Case, Int64) -> Void
  /// What is usual, or least.
  let usual: Int64
  /// The step between values that are tried.
  let grain: Int64

  /// How far it is from what is usual, in steps.
  func excess(in theCase: Case) -> Int64 {
    guard let value = get(theCase) else { return 0 }
    let distance = abs(value - usual)
    // What is no whole number of steps counts for more than the whole number below it.
    return distance / grain + (distance % grain == 0 ? 0 : 1)
  }

  private static let second: Int64 = 1_000_000_000
  private static let half: Int64 = 500_000_000

  /// Every number of a case that can be lowered.
  static func all(of theCase: Case) -> [CaseValue] {
    var values = sounds(theCase) + script(theCase)
    for place in theCase.plan.entries.indices {
      switch theCase.plan.entries[place].value {
      case .slow, .reads:
        values.append(
          CaseValue(
            get: { $0.plan.entries[place].value.time?.count },
            set: { $0.plan.entries[place].value.time = Nanoseconds($1) }, usual: 0, grain: half))
      case .microphone(let microphone): values += self.microphone(microphone, place)
      case .reply: values.append(replyLatency(place))
      case .leg(let plan): values += leg(plan, place)
      case .never, .store, .file, .local, .delivery, .fails, .space, .runs, .heeds: break
      }
    }
    for place in theCase.crashes.indices where theCase.crashes[place].relaunch != nil {
      values.append(
        CaseValue(
          get: { $0.crashes[place].relaunch?.count },
          set: { $0.crashes[place].relaunch = Nanoseconds($1) }, usual: second, grain: second))
    }
    for place in theCase.plants.indices {
      guard case .file(let ref, _, let isClosed) = theCase.plants[place] else { continue }
      values.append(
        CaseValue(
          get: { if case .file(_, let n, _) = $0.plants[place] { Int64(n) } else { nil } },
          set: { $0.plants[place] = .file(ref, samples: Int($1), isClosed: isClosed) },
          usual: Int64(5 * sampleRate), grain: Int64(sampleRate / 2)))
    }
    return values
  }

  private static func sounds(_ theCase: Case) -> [CaseValue] {
    theCase.sounds.indices.map { place in
      CaseValue(
        get: { $0.sounds[place].length.count },
        set: { $0.sounds[place].length = Nanoseconds($1) },
        usual: theCase.sounds.count == 1 ? 5 * second : 0, grain: half)
    }
  }

  private static func script(_ theCase: Case) -> [CaseValue] {
    theCase.script.indices.flatMap { place -> [CaseValue] in
      [
        CaseValue(
          get: { $0.script[place].anchor.when?.count },
          set: { $0.script[place].anchor.when = Nanoseconds($1) },
          usual: usualTime(of: place, in: theCase), grain: half),
        CaseValue(
          get: { $0.script[place].action.span?.count },
          set: { $0.script[place].action.span = Nanoseconds($1) }, usual: 0, grain: half),
      ]
    }
  }

  /// A person stops when there is nothing more to hear, and does everything else at once.
  private static func usualTime(of place: Int, in theCase: Case) -> Int64 {
    guard theCase.script[place].isStop, case .time(let time) = theCase.script[place].anchor else {
      return 0
    }
    let before = theCase.script[..<place].last { $0.isStart }
    guard case .time(let start)? = before?.anchor else { return time.count }
    return theCase.sounds.reduce(start) { $0 + $1.length }.count
  }

  private static func replyLatency(_ place: Int) -> CaseValue {
    CaseValue(
      get: {
        if case .reply(let reply) = $0.plan.entries[place].value {
          reply.latency.count
        } else {
          nil
        }
      },
      set: {
        guard case .reply(var reply) = $0.plan.entries[place].value else { return }
        reply.latency = Nanoseconds($1)
        $0.plan.entries[place].value = .reply(reply)
      }, usual: Reply().latency.count, grain: half)
  }

  /// The number of a microphone's behaviour, where it has one.
  private static func microphone(_ microphone: Microphone, _ place: Int) -> [CaseValue] {
    func value(
      _ get: @escaping (Microphone) -> Int64?, usual: Int64, grain: Int64,
      _ set: @escaping (inout Microphone, Int64) -> Void
    ) -> CaseValue {
      CaseValue(
        get: {
          if case .microphone(let m) = $0.plan.entries[place].value { get(m) } else { nil }
        },
        set: {
          guard case .microphone(var m) = $0.plan.entries[place].value else { return }
          set(&m, $1)
          $0.plan.entries[place].value = .microphone(m)
        }, usual: usual, grain: grain)
    }
    var values = [
      value(
        { $0.opensAfter.count }, usual: Microphone().opensAfter.count, grain: half,
        { $0.opensAfter = Nanoseconds($1) })
    ]
    switch microphone.end {
    case .usual, .stopNeverAnswered, .denied, .unsupported, .neverOpens: break
    case .stopAnsweredAfter:
      values.append(
        value({ $0.end.number }, usual: 0, grain: half) {
          $0.end = .stopAnsweredAfter(Nanoseconds($1))
        })
    case .lostAt:
      values.append(value({ $0.end.number }, usual: 1, grain: 1) { $0.end = .lostAt(Int($1)) })
    case .formatChangesAt:
      values.append(
        value({ $0.end.number }, usual: 1, grain: 1) { $0.end = .formatChangesAt(Int($1)) })
    case .starvesAt:
      values.append(value({ $0.end.number }, usual: 1, grain: 1) { $0.end = .starvesAt(Int($1)) })
    }
    if microphone.zerosFrom != nil {
      values.append(
        value({ $0.zerosFrom.map(Int64.init) }, usual: 1, grain: 1) { $0.zerosFrom = Int($1) })
    }
    if microphone.takenAt != nil {
      values.append(
        value({ $0.takenAt.map(Int64.init) }, usual: 1, grain: 1) { $0.takenAt = Int($1) })
      values.append(
        value({ $0.takenFor.count }, usual: 0, grain: half) { $0.takenFor = Nanoseconds($1) })
    }
    return values
  }
}

extension CaseValue {
  /// The numbers of a leg: when it breaks, how long it takes to open.
  private static func leg(_ plan: LegPlan, _ place: Int) -> [CaseValue] {
    func value(
      _ get: @escaping (LegPlan) -> Int64?, usual: Int64, grain: Int64,
      _ set: @escaping (inout LegPlan, Int64) -> Void
    ) -> CaseValue {
      CaseValue(
        get: { if case .leg(let plan) = $0.plan.entries[place].value { get(plan) } else { nil } },
        set: {
          guard case .leg(var plan) = $0.plan.entries[place].value else { return }
          set(&plan, $1)
          $0.plan.entries[place].value = .leg(plan)
        }, usual: usual, grain: grain)
    }
    var values = [
      value({ $0.opensAfter.count }, usual: LegPlan().opensAfter.count, grain: half) {
        $0.opensAfter = Nanoseconds($1)
      }
    ]
    if plan.breaksAt != nil {
      values.append(
        value({ $0.breaksAt.map(Int64.init) }, usual: 0, grain: Int64(sampleRate / 2)) {
          $0.breaksAt = Int($1)
        })
    }
    return values
  }
}

extension Answer {
  /// How long it takes, where that is all there is to it.
  fileprivate var time: Nanoseconds? {
    get {
      switch self {
      case .slow(let time), .reads(let time): time
      case .never, .store, .file, .microphone, .reply, .local, .delivery, .fails, .space, .runs,
        .heeds, .leg:
        nil
      }
    }
    set {
      guard let newValue else { return }
      switch self {
      case .slow: self = .slow(newValue)
      case .reads: self = .reads(newValue)
      case .never, .store, .file, .microphone, .reply, .local, .delivery, .fails, .space, .runs,
        .heeds, .leg:
        break
      }
    }
  }
}

extension Anchor {
  /// The time in it.
  fileprivate var when: Nanoseconds? {
    get {
      switch self {
      case .time(let time): time
      case .after(_, let wait): wait
      }
    }
    set {
      guard let newValue else { return }
      switch self {
      case .time: self = .time(newValue)
      case .after(let pattern, _): self = .after(pattern, newValue)
      }
    }
  }
}

extension Action {
  /// How long it lasts; nil where it has no length.
  fileprivate var span: Nanoseconds? {
    get {
      switch self {
      case .suspend(_, let time), .wallStep(let time): time
      case .command, .news, .focus, .field, .copy, .launch, .wait: nil
      }
    }
    set {
      guard let newValue else { return }
      switch self {
      case .suspend(let role, _): self = .suspend(role, newValue)
      case .wallStep: self = .wallStep(newValue)
      case .command, .news, .focus, .field, .copy, .launch, .wait: break
      }
    }
  }
}

extension Microphone.End {
  /// The time or the chunk in it.
  fileprivate var number: Int64? {
    switch self {
    case .stopAnsweredAfter(let time): time.count
    case .lostAt(let n), .formatChangesAt(let n), .starvesAt(let n): Int64(n)
    case .usual, .stopNeverAnswered, .denied, .unsupported, .neverOpens: nil
    }
  }
}
