public import Contract
public import Simulation

/// A scenario file, read and checked: one story, or a family of them.
public struct Scenario: Sendable {
  /// How far it counts.
  public enum Status: String, CaseIterable, Sendable, Hashable {
    /// Being written; run, and not relied on.
    case draft
    /// Part of what an engine must pass.
    case required
  }

  /// Which stores it runs over.
  public enum Store: String, CaseIterable, Sendable, Hashable {
    /// Only over the real libraries on a simulated disk.
    case disk
    /// Over either, with the same logical trace.
    case both
  }

  /// The permanent id.
  public var id: String
  /// One sentence in a user's words.
  public var title: String
  /// How far it counts.
  public var status: Status
  /// Whose promises it keeps.
  public var journeys: [JourneyID]
  /// The platforms it runs on.
  public var platforms: [PlatformRegistry.Entry]
  /// Which stores it runs over.
  public var store: Store
  /// What it needs of an engine.
  public var needs: [Capability]
  /// What a reader should know.
  public var note: String?
  /// The stories; one without a name when there is no matrix.
  public var members: [Member]
  /// What it was found by and what must come of it, where it is a finding; nil for a scenario that
  /// a person wrote.
  public var regression: Regression?
  /// The file it was read from.
  public var source: SourceText

  /// One story.
  public struct Member: Sendable {
    /// What it adds to the id: `[status=403]`, or nothing.
    public var suffix: String
    /// Everything that decides its runs but the platform.
    var template: Case
    var platform: PlatformChange
    /// What must come of it.
    public var lines: [ThenLine]
    var places: EntryPlaces
  }

  /// The part of the id before the first dot: the folder.
  public var section: String { String(id.prefix { $0 != "." }) }

  /// The clauses its lines cite, each once, in the order of the registry.
  public var clauses: [ClauseID] {
    let cited = Set(members.flatMap { $0.lines.flatMap(\.cites) })
    return ClauseID.allCases.filter { cited.contains($0) }
  }

  /// Its cases: each member on each platform.
  public var cases: [ScenarioCase] {
    members.flatMap { member in
      platforms.map { entry in ScenarioCase(self, member, on: entry) }
    }
  }
}

/// One `then` line.
public struct ThenLine: Sendable {
  /// A user's sentence.
  public var that: String
  /// The clauses it stands for.
  public var cites: [ClauseID]
  /// What is expected; empty where the clauses themselves are the check.
  public var checks: [any RunCheck]
  /// On which dialects it counts; nil for all.
  public var condition: DialectCondition?
  /// Where it stands.
  public var position: SourcePosition

  /// Whether it counts on a platform.
  public func applies(to dialect: Dialect) -> Bool { condition?.isMet(by: dialect) ?? true }
}

/// Where the entries of a case stand in its file.
struct EntryPlaces: Hashable, Sendable {
  var plan: [SourcePosition] = []
  var holds: [SourcePosition] = []
  var script: [SourcePosition] = []
  var crashes: [SourcePosition] = []
  var disk: [SourcePosition] = []
  var allocations: [SourcePosition] = []
}

/// One member of a scenario on one platform: what is run.
public struct ScenarioCase: Sendable {
  /// `request.permanent-4xx[status=403]@ios`.
  public let id: String
  /// The scenario's id.
  public let scenario: String
  /// The platform.
  public let platform: PlatformRegistry.Entry
  /// Everything that decides its runs.
  public let theCase: Case
  /// The lines that count on this platform.
  public let lines: [ThenLine]
  private let places: EntryPlaces
  private let source: SourceText

  init(_ scenario: Scenario, _ member: Scenario.Member, on entry: PlatformRegistry.Entry) {
    id = "\(scenario.id)\(member.suffix)@\(entry.id)"
    self.scenario = scenario.id
    platform = entry
    var theCase = member.template
    let played = member.platform.applied(to: entry.platform)
    theCase.platform = played
    self.theCase = theCase
    lines = member.lines.filter { $0.applies(to: played.dialect) }
    places = member.places
    source = scenario.source
  }

  /// Warnings for entries that a run never came to, by their places in the case.
  public func warnings(
    plan: [Int], holds: [Int], script: [Int], crashes: [Int], disk: [Int] = [],
    allocations: [Int] = []
  ) -> [Diagnostic] {
    let all =
      plan.map { (places.plan, $0, "this answer was never asked for") }
      + holds.map { (places.holds, $0, "this hold never held anything back") }
      + script.map { (places.script, $0, "the script never came to this entry") }
      + crashes.map { (places.crashes, $0, "this crash never happened") }
      + disk.map { (places.disk, $0, "the disk never did this") }
      + allocations.map { (places.allocations, $0, "nobody asked for this memory") }
    return all.compactMap { list, place, message in
      guard list.indices.contains(place) else { return nil }
      var warning = source.diagnostic(.unmatched, at: list[place], "\(message) (\(id))")
      warning.severity = .warning
      return warning
    }
  }
}
