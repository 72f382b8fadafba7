public import Simulation
import Choices
import Contract
import SimulatedDisk

/// How much a case asks of its reader, compared from the first figure to the last.
public struct CaseSize: Hashable, Comparable, Sendable {
  /// Things that go wrong.
  public var faults: Int
  /// Lines of the script, without those that stop a recording: a recording that nobody stops reads
  /// shorter and is the more unusual story.
  public var actions: Int
  /// Lines that stop a recording.
  public var stops: Int
  /// Holds.
  public var holds: Int
  /// Things that are there from the start.
  public var given: Int
  /// What else is not as usual: settings, details of a crash, conditions of rules.
  public var oddities: Int
  /// How unusual the answers are, by their places in the lists of what there is.
  public var ranks: Int
  /// Durations, lengths and numbers, in units of each kind.
  public var values: Int

  /// What a case measures.
  public init(_ theCase: Case) {
    func count(_ kind: CasePart.Kind) -> Int { CasePart.all(kind, of: theCase).count }
    faults = count(.fault)
    stops = theCase.script.count { $0.isStop }
    actions = count(.action) - stops
    holds = count(.hold)
    given = count(.given)
    oddities = theCase.oddities
    ranks = theCase.ranks
    values = CaseValue.all(of: theCase).reduce(0) { sum, value in
      sum &+ Int(clamping: value.excess(in: theCase))
    }
  }

  /// Everything that a reader reads: faults, actions, holds and what is given.
  public var entries: Int { faults + actions + stops + holds + given }

  /// Compares from the first figure to the last.
  public static func < (a: CaseSize, b: CaseSize) -> Bool {
    a.figures.lexicographicallyPrecedes(b.figures)
  }

  private var figures: [Int] { [faults, actions, holds, given, oddities, stops, ranks, values] }
}

extension Case {
  /// What is not as usual and is no part by itself.
  fileprivate var oddities: Int {
    let usual = Settings()
    var n = 0
    if settings.recognizer != usual.recognizer { n += 1 }
    if settings.model != usual.model { n += 1 }
    if settings.language != usual.language { n += 1 }
    if settings.vocabulary != usual.vocabulary { n += 1 }
    if settings.cleanup != usual.cleanup { n += 1 }
    if focus != Case(script: []).focus { n += 1 }
    if platform.limits.isTight { n += 1 }
    n += sounds.count - 1 + sounds.count { $0.level != .speech }
    for crash in crashes {
      if crash.inside != nil { n += 1 }
      if let losses = crash.losses { n += 1 + losses.lost.count + losses.torn.count }
      if crash.relaunch != .seconds(1) { n += 1 }
    }
    for rule in recognizer + cleanup { n += rule.conditions + rule.reply.oddities }
    for entry in disk.entries where entry.lasts != .eachTime { n += 1 }
    for line in script {
      if case .command(_, .some) = line.action { n += 1 }
    }
    for crash in crashes where crash.at.value.verb == .person { n += 1 }
    return n + abs(script.count { $0.isStart } - script.count { $0.isStop })
  }

  /// How unusual the answers are.
  fileprivate var ranks: Int {
    let answers = plan.entries.reduce(0) { sum, entry in
      sum + Alternatives.rank(of: entry.value, to: entry.question.names.value)
    }
    let rules = (recognizer + cleanup).reduce(answers) { $0 + $1.reply.rank }
    return disk.entries.reduce(rules) { sum, entry in
      sum + DiskAlternatives.rank(of: entry.fault, to: entry.point.verb)
    }
  }
}

extension Limits {
  /// Whether a service is known to take less at once than any that there is.
  var isTight: Bool { knownBody.map { $0 < 1 << 20 } ?? false }
}

extension Rule {
  /// How many conditions it has.
  var conditions: Int {
    let all: [Bool] = [
      hears != nil, refusalsBelow != nil, failuresBelow != nil, bodyOver != nil, recording != nil,
      attempt != nil, model != nil,
    ]
    return all.count { $0 }
  }
}

extension ScriptEntry {
  /// Whether it begins a recording.
  var isStart: Bool { if case .command(.start, _) = action { true } else { false } }
  /// Whether it ends one.
  var isStop: Bool { if case .command(.stop, _) = action { true } else { false } }
}

extension Reply {
  /// Its place among the replies that there are, the least unusual first; one that is not there is
  /// more unusual than all of them.
  var rank: Int { (Self.everyOne.firstIndex(of: self) ?? Self.everyOne.count + oddities) + 1 }

  /// How many parts of it are not as usual.
  var oddities: Int {
    let usual = Reply()
    let all: [Bool] = [
      status != usual.status, !headers.isEmpty, text != usual.text, form != usual.form,
      contentType != nil, breaks != usual.breaks, finishReason != usual.finishReason,
      latency != usual.latency,
    ]
    return all.count { $0 }
  }
}

extension Alternatives {
  /// The place of an answer among those that there are, the least unusual first. One that is in no
  /// list is more unusual than all of them.
  static func rank(of answer: Answer, to question: Identity) -> Int {
    let all = to(question)
    if let place = all.firstIndex(of: answer) { return place + 1 }
    guard case .reply(let reply) = answer else { return all.count + 1 }
    return all.count + reply.oddities
  }
}
