import Choices
import Contract
import Properties
import Scenarios
import Simulation
import Testing

@testable import Commands
@testable import Exploration

@Suite("Reducing what was found")
struct ReductionTests {
  /// Defects of every family.
  static let mutants = [
    "accepted-leaf-resent", "checkpoint-error-ignored", "cleanup-failure-fails",
    "delete-forgotten", "endless-processing", "fourth-try", "promote-before-sync",
    "retry-makes-entry", "saved-before-row", "stale-callback", "deliver-before-commit",
    "parallel-leaves",
  ]

  /// Reductions of one mutant, each from another case with other noise.
  private func reductions(_ mutant: NamedEngine, _ clause: ClauseID) throws -> [Reduction] {
    let stage = Exploration.Stage(engine: mutant.make)
    var all: [Reduction] = []
    for one in try Whole.suite().cases
    where ["macos", "ios"].contains(one.platform) && !one.needsDisk && all.count < 3 {
      let natural = one.member.theCase
      let noise = Noise(stage: stage, clause: clause, seed: UInt64(all.count))
      guard noise.breaks(natural) else { continue }
      let noisy = noise.added(to: natural)
      let discovery = try #require(
        Discovery(noisy, stage.run(noisy), provenance: "noise on \(one.id)"))
      all.append(Reducer(stage).reduce(discovery))
    }
    return all
  }

  @Test(arguments: mutants)
  func `it keeps the promise, is small, and comes back from its file with the same trace`(
    _ name: String
  ) throws {
    let mutant = try #require(Engines.mutants.first { $0.mutantName == name })
    let clause = try #require(mutant.breaks)
    let stage = Exploration.Stage(engine: mutant.make)
    let platforms = try Suite.platforms(Whole.suite().directory)
    let all = try reductions(mutant, clause)
    #expect(all.count == 3)
    let best = all.map(\.size.entries).min() ?? 0
    for reduction in all {
      #expect(reduction.isConfirmed && !reduction.isCutShort)
      #expect(reduction.executions <= 400)
      #expect(reduction.size.entries * 10 <= best * 12 + 10 && best <= 5)
      #expect(reduction.explained.count == reduction.size.entries)
      // Without any one entry it is another story.
      for part in CasePart.all(of: reduction.theCase) where part.kind != .action {
        let less = stage.run(reduction.theCase.removing([part]))
        #expect(less.violations.first?.clause != clause, "\(part) is not needed")
      }
      for other in reduction.others {
        #expect(other.clause != clause)
        let again = stage.run(other.theCase)
        #expect(again.violations.first?.clause == other.clause)
        #expect(again.trace.value == other.trace)
      }
      if let near = reduction.neighbour {
        #expect(stage.run(near.theCase).verdict == .holds)
      }
      let file = FoundFolder.file(
        reduction.discovery, id: "found.test", engine: mutant, needsDisk: false,
        bucket: Bucket(reduction, stage).text)
      let text = try file.text(platforms: platforms)
      let scenario = try Scenario(
        SourceText(path: file.path, text: text), platforms: platforms)
      let again = stage.run(try #require(scenario.cases.first).theCase)
      #expect(again.violations.first?.clause == clause)
      #expect(again.trace.hexadecimal == scenario.regression?.trace)
    }
  }

  @Test func `every unusual answer that there is can be written and read`() throws {
    let suite = try Whole.suite()
    let platforms = try Suite.platforms(suite.directory)
    let stage = Exploration.Stage(engine: Engines.reference.make)
    var seen: Set<String> = []
    var count = 0
    for one in suite.cases where one.platform == "ios" && !one.needsDisk {
      for question in stage.questions(of: one.member.theCase) {
        for answer in Alternatives.to(question) {
          // One of each kind of question and answer; names are tested by themselves.
          let kind = "\(question.family.word) \(question.verb.word) \(answer)"
          guard seen.insert(kind).inserted else { continue }
          var theCase = Case(platform: one.member.theCase.platform)
          theCase.plan.entries = [.init(KeyPattern(Key(question)), answer)]
          theCase.platform.limits = try #require(platforms["ios"]).platform.limits
          let discovery = Discovery(
            theCase: theCase, clause: .attemptAlwaysEnds, findings: [], trace: 0, provenance: "x")
          let file = FoundFolder.file(
            discovery, id: "found.test", engine: Engines.reference, needsDisk: false, bucket: "b")
          #expect(throws: Never.self, "\(question) \(answer)") {
            try file.text(platforms: platforms)
          }
          count += 1
        }
      }
    }
    #expect(count > 250)
  }

  @Test func `everything that happens has a name that a file can say`() throws {
    let suite = try Whole.suite()
    let platforms = try Suite.platforms(suite.directory)
    let stage = Exploration.Stage(engine: Engines.reference.make)
    let holdable = Set<Verb>([.began, .head, .frames, .done, .deadline, .news, .person])
    var seen: Set<String> = []
    for one in suite.cases where one.platform == "ios-keyboard" && !one.needsDisk {
      for name in Recorded(one.member.theCase, stage).happenings
      where holdable.contains(name.verb)
        && seen.insert("\(name.verb) \(name.family) \(name.word) \(name.occurrence > 1)").inserted
      {
        var theCase = Case(platform: try #require(platforms["ios-keyboard"]).platform)
        theCase.schedule = [Hold(KeyPattern(Key(name)), until: KeyPattern(Key(name)))]
        let discovery = Discovery(
          theCase: theCase, clause: .attemptAlwaysEnds, findings: [], trace: 0, provenance: "x")
        let file = FoundFolder.file(
          discovery, id: "found.test", engine: Engines.reference, needsDisk: false, bucket: "b")
        #expect(throws: Never.self, "\(name)") { try file.text(platforms: platforms) }
      }
    }
    #expect(seen.count > 40)
  }
}
