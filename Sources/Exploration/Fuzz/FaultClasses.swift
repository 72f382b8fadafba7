import Choices
import Contract
import Simulation

/// A class of faults: one kind of answer to the questions about one family of requests.
struct FaultClass: Hashable, Sendable {
  let family: Family
  let kind: AnswerKind

  /// `upload reply`.
  var words: String { "\(family.word) \(kind)" }

  /// Every class that there is, in a fixed order.
  static let all: [FaultClass] = Family.allCases.flatMap { family in
    (Alternatives.kinds(of: family) + otherKinds(family)).map {
      FaultClass(family: family, kind: $0)
    }
  }

  /// Its answers.
  var answers: [Answer] { Alternatives.answers(kind, family) }

  /// What else can be asked about a request than its answer.
  private static func otherKinds(_ family: Family) -> [AnswerKind] {
    switch family {
    case .inventory, .quarantine, .space, .store, .tombstone, .purge, .create, .append, .close,
      .validate, .sync, .promote, .remove, .open:
      [.runs]
    case .capture, .export, .upload, .local, .reset, .cleanup, .clipboard, .restore, .usage, .post,
      .dial:
      [.heeds]
    case .deliver: [.heeds, .reads]
    case .none, .launched, .interruption, .route, .mediaReset, .lowSpace, .locked,
      .background, .foreground, .thermal, .focus, .copied, .handoff, .resumed, .stage:
      []
    }
  }

  /// The question that a kind of answer belongs to.
  var question: Verb {
    switch kind {
    case .runs: .runs
    case .heeds: .heeds
    case .reads: .reads
    case .slow, .never, .store, .file, .microphone, .reply, .local, .delivery, .fails, .space, .leg:
      .answer
    }
  }

  /// The classes whose answers a question can get, as places in `all`.
  static func classes(of question: Identity) -> [Int] {
    let family = Int(question.family.rawValue)
    switch question.verb {
    case .answer: return answered[family]
    case .runs: return run[family]
    case .heeds: return heeded[family]
    case .reads: return read[family]
    case .object, .issue, .began, .head, .frames, .partial, .open, .frame, .pong, .drained, .done,
      .deadline, .news, .person, .idle, .fault, .landed, .target, .late:
      return []
    }
  }

  private static let answered = places(.answer)
  private static let run = places(.runs)
  private static let heeded = places(.heeds)
  private static let read = places(.reads)

  private static func places(_ question: Verb) -> [[Int]] {
    (0...Int(Family.stage.rawValue)).map { family in
      all.indices.filter { Int(all[$0].family.rawValue) == family && all[$0].question == question }
    }
  }
}

/// What goes wrong in one case: how often each class is to be met, drawn from the case's seed.
///
/// The number of faults is no counter. A class has a share of the number that is aimed at; divided
/// by how many questions of it the natural run asks, that is the chance of each single question,
/// whatever else is asked or answered.
struct FaultRates {
  /// By class: the chance in 2^32.
  private let chances: [UInt64]
  private let chance: Chance
  /// How many are aimed at.
  let aim: Int

  /// A store that says it is corrupt and then opens would have lied: one that really is corrupt
  /// lies on the device from the start.
  static let answers: [[Answer]] = FaultClass.all.map { one in
    one.answers.filter { one.family != .open || $0 != .store(.corrupt) }
  }

  /// Draws the rates of a case.
  init(_ seed: UInt64, sites: [Int], _ regime: Regime = .mixed) {
    let chance = Chance(seed)
    self.chance = chance
    let families = regime.families
    let number = chance.below(100, .faultCount)
    aim =
      switch families.isEmpty ? number : number + 15 {
      case ..<25: 0
      case ..<60: 1
      case ..<82: 2
      case ..<100: 4
      default: 8
      }
    var weights = FaultClass.all.enumerated().map { n, one -> UInt64 in
      let isAbout = families.contains(one.family)
      return switch chance.level(.faultLevel, n) {
      case .off: 0
      case .rare: isAbout ? 4 : families.isEmpty ? 1 : 0
      case .common: isAbout ? 12 : families.isEmpty ? 4 : 1
      }
    }
    // What the natural run never asks counts little: it costs nothing until it is asked.
    let sum = weights.indices.reduce(0) { $0 + (sites[$1] > 0 ? weights[$1] * 8 : weights[$1]) }
    for n in weights.indices {
      let target = ((UInt64(aim) * 8 * weights[n]) << 32) / max(sum, 1)
      weights[n] = min(target / UInt64(max(sites[n], 1)), 1 << 31)
    }
    chances = weights
  }

  /// The answer to a question; nil for the usual.
  func answer(_ question: Identity) -> Answer? {
    guard aim > 0 else { return nil }
    let classes = FaultClass.classes(of: question)
    guard !classes.isEmpty else { return nil }
    let seed = chance.seed
    var word = Draw.word(seed: seed, key: Key(question)) >> 32
    for n in classes {
      if word < chances[n] { return Self.choose(n, question, seed) }
      word -= chances[n]
    }
    return nil
  }

  private static func choose(_ n: Int, _ question: Identity, _ seed: UInt64) -> Answer? {
    let list = answers[n]
    let key = Key(question)
    guard !list.isEmpty else { return nil }
    let place = Draw.below(UInt64(list.count), seed: seed ^ 0xC01, key: key)
    let answer = list[Int(place)]
    guard case .slow(let longest) = answer else { return answer }
    // Half of what is slow is still in time.
    let part = Draw.below(200, seed: seed ^ 0x510, key: key)
    return part >= 100 ? answer : .slow(Nanoseconds(longest.count / 100 * Int64(part)))
  }
}
