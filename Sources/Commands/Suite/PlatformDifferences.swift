import Contract
import Scenarios
import Simulation

/// Finds out what the choices of the platforms do: a case of the first platform is run again with
/// one choice changed, and its trace is compared.
///
/// The launch is left out of the comparison, because it tells the choices themselves.
struct PlatformDifferences {
  /// What a choice of a platform changes.
  struct Effect: Hashable, Sendable {
    /// The choice that differs from that of the first platform.
    var choice: PlatformRegistry.Choice
    /// The scenarios of which a trace changes, in the order of their ids.
    var scenarios: [String]
  }

  private let suite: Suite
  /// The cases of the first platform, with the trace that each has there.
  private let cases: [SuiteCase]
  private let traces: [TraceHash]
  /// Which scenarios a choice changes; platforms share choices.
  private var changed: [String: [String]] = [:]

  init(_ suite: Suite) {
    self.suite = suite
    let base = suite.platforms.first
    // What needs a real disk differs in nothing that a dialect decides.
    cases = suite.cases.filter { $0.platform == base?.id && !$0.needsDisk }
    traces = cases.map { Self.trace($0.member.theCase) }
  }

  /// What each choice of a platform changes that differs from the choice of the first platform.
  mutating func effects(of platform: PlatformRegistry.Entry) -> [Effect] {
    guard let base = suite.platforms.first else { return [] }
    let here = Set(
      suite.cases.filter {
        $0.platform == platform.id && $0.unsupported(by: Engines.reference) == nil
      }.map(\.scenario.id))
    return platform.reasons.filter { !base.reasons.map(\.declared).contains($0.declared) }
      .map { choice in
        let all = scenarios(changedBy: choice, of: platform.platform.dialect)
        return Effect(choice: choice, scenarios: all.filter { here.contains($0) })
      }
  }

  private mutating func scenarios(
    changedBy choice: PlatformRegistry.Choice, of dialect: Dialect
  ) -> [String] {
    if let known = changed[choice.declared] { return known }
    var ids: [String] = []
    for (theCase, trace) in zip(cases, traces) where ids.last != theCase.scenario.id {
      var other = theCase.member.theCase
      other.platform.dialect.adopt(choice.name, of: dialect)
      if Self.trace(other) != trace { ids.append(theCase.scenario.id) }
    }
    changed[choice.declared] = ids
    return ids
  }

  /// The logical trace of a case with the reference engine, without its launches.
  private static func trace(_ theCase: Case) -> TraceHash {
    var hash = TraceHash()
    var world = World(
      theCase, store: MemoryStore(), engine: Engines.reference.make, checksIgnored: false
    ) { record in
      if case .event(.launched) = record.what { return }
      hash.feed(record)
    }
    _ = world.run()
    return hash
  }
}

extension PlatformRegistry.Choice {
  /// What is chosen, in one piece.
  var declared: String { "\(name)=\(choice)" }
}

extension Dialect {
  /// Takes over one choice, by the name that the registry of platforms has for it.
  mutating func adopt(_ choice: String, of other: Dialect) {
    switch choice {
    case "cancelled": cancelled = other.cancelled
    case "delete-while-active": deleteWhileActive = other.deleteWhileActive
    case "durable-raw": durableRaw = other.durableRaw
    case "cancelled-capture": cancelledCapture = other.cancelledCapture
    case "delivery": delivery = other.delivery
    case "fractional-retry-after": readsFractionalRetryAfter = other.readsFractionalRetryAfter
    default: preconditionFailure("the registry was read with no choice called \(choice)")
    }
  }
}
