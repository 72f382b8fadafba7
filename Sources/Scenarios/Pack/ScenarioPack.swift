/// The scenarios of one or more folders, sorted by id.
public struct ScenarioPack: Sendable {
  /// The scenarios, sorted by id.
  public let scenarios: [Scenario]

  /// The scenario of an id.
  public subscript(id: String) -> Scenario? { scenarios.first { $0.id == id } }

  /// The cases of all scenarios: by scenario, then member, then platform.
  public var cases: [ScenarioCase] { scenarios.flatMap(\.cases) }

  /// The name of the folder that holds registries instead of scenarios.
  static let registryFolder = "registry"

  /// The section, and so the folder, of findings that were kept.
  static let regressionSection = "regressions"

  /// Takes scenarios that are there already; the first of an id counts.
  public init(_ scenarios: [Scenario]) {
    self.scenarios = scenarios.sorted { $0.id.utf8.lexicographicallyPrecedes($1.id.utf8) }
  }

  /// Reads every `.yaml` file below the folders, except what lies in a `registry` folder.
  ///
  /// - Throws: every mistake in every file.
  public init(
    folders: [String], platforms: PlatformRegistry
  ) throws(Refusal) {
    var found: [Diagnostic] = []
    var scenarios: [Scenario] = []
    for folder in folders {
      for path in Self.paths(folder, &found) {
        switch Self.scenario(path, platforms) {
        case .success(let scenario): scenarios.append(scenario)
        case .failure(let refusal): found += refusal.diagnostics
        }
      }
    }
    let (unique, repeated) = Self.unique(scenarios)
    found += repeated
    guard found.isEmpty else { throw Refusal(found) }
    self.init(unique)
  }

  private static func paths(_ folder: String, _ found: inout [Diagnostic]) -> [String] {
    do throws(Diagnostic) {
      return try FolderListing.files(below: folder, suffix: ".yaml").filter { path in
        !path.dropFirst(folder.count).split(separator: "/").dropLast()
          .contains { $0 == registryFolder }
      }
    } catch {
      found.append(error)
      return []
    }
  }

  private static func scenario(
    _ path: String, _ platforms: PlatformRegistry
  ) -> Result<Scenario, Refusal> {
    do throws(Diagnostic) {
      let source = try SourceText(contentsOf: path)
      do throws(Refusal) {
        let scenario = try Scenario(source, platforms: platforms)
        if let misplaced = misplacement(of: scenario) { throw Refusal([misplaced]) }
        if let shortened = shortening(of: scenario) { throw Refusal([shortened]) }
        return .success(scenario)
      } catch {
        return .failure(error)
      }
    } catch {
      return .failure(Refusal([error]))
    }
  }

  /// A file stands in the folder of its section, under its id.
  static func misplacement(of scenario: Scenario) -> Diagnostic? {
    let parts = scenario.source.path.split(separator: "/")
    let should = ["\(scenario.section)", "\(scenario.id).yaml"]
    guard parts.suffix(2).map(String.init) != should else { return nil }
    return scenario.source.diagnostic(
      .misplacedFile, at: .start, "'\(scenario.id)' does not stand in its own file",
      hint: "move it to \(should.joined(separator: "/")), or change the id")
  }

  /// A kept finding that ends right before its last block reads as a whole scenario, which would be
  /// played without the promise that it was kept for.
  static func shortening(of scenario: Scenario) -> Diagnostic? {
    guard scenario.section == regressionSection, scenario.regression == nil else { return nil }
    let source = scenario.source
    let lines = source.bytes.count { $0 == 0x0A } + (source.bytes.last == 0x0A ? 0 : 1)
    return source.diagnostic(
      .missingKey, at: SourcePosition(line: max(lines, 1), column: Int.max),
      "a kept finding has no 'regression' block",
      hint: "the file may have been cut short; “lastword accept” writes whole ones")
  }

  /// The first scenario of each id, and a diagnostic for each that comes again.
  static func unique(_ all: [Scenario]) -> ([Scenario], [Diagnostic]) {
    var first: [String: Scenario] = [:]
    var kept: [Scenario] = []
    var found: [Diagnostic] = []
    for scenario in all {
      if let earlier = first[scenario.id] {
        found.append(
          scenario.source.diagnostic(
            .duplicateIdentifier, at: .start, "id '\(scenario.id)' is taken",
            hint: "it is that of \(earlier.source.path)"))
        continue
      }
      first[scenario.id] = scenario
      kept.append(scenario)
    }
    return (kept, found)
  }
}
