import Choices
import Contract
import SimulatedDisk
import Simulation
import Testing

@testable import Scenarios

/// A finding around a case, to write.
func finding(_ theCase: Case, needsDisk: Bool = false) -> CaseFile {
  CaseFile(
    id: "found.a-test", title: "Something \"went\" wrong", theCase: theCase,
    needsDisk: needsDisk, journeys: [],
    regression: Regression(
      clause: .attemptAlwaysEnds, engine: "mutant:x", strategy: "single fault of a.b@macos",
      seed: 0x6b1f, generator: Draw.version, tool: "0.1.0", trace: "0123456789abcdef",
      bucket: "ATTEMPT.always-ends | capturing | start"))
}

/// A case on the macOS of the registry, where a person records once.
func usualCase() throws -> Case {
  Case(platform: try #require(projectPlatforms()["macos"]).platform)
}

/// Writes a case and reads it again: the case, and what was written.
func again(_ theCase: Case) throws -> (theCase: Case, text: String) {
  let text = try finding(theCase).text(platforms: projectPlatforms())
  let (scenario, diagnostics) = try load(text)
  for diagnostic in diagnostics { Issue.record("\(diagnostic.rendered)") }
  return (try #require(scenario?.cases.first).theCase, text)
}

@Suite struct `A case as a file` {
  @Test func `every case of the suite reads back as it was`() throws {
    let platforms = try projectPlatforms()
    var count = 0
    for source in try projectScenarios() {
      for one in try Scenario(source, platforms: platforms).cases {
        let text = try finding(one.theCase).text(platforms: platforms)
        let read = try Scenario(SourceText(path: "case.yaml", text: text), platforms: platforms)
        #expect(read.cases.map(\.theCase) == [one.theCase], "\(one.id)")
        count += 1
      }
    }
    #expect(count > 1_000)
  }

  @Test func `a name has a spelling that gives just this set again`() throws {
    for text in [
      "upload/r1.a1/0.1.0/t2?answer", "done upload/r*.*/*/t*", "head upload/r1.*/0/t1#3",
      "store/r1.a1/checkpoint.2?runs", "done store/r1.a1/checkpoint.*", "issue append/r1/*",
      "app.2: done open/store", "app.*: news launched", "keyboard: news launched",
      "keyboard.3: deadline store/recovery#*", "deadline r1.a1/finalize#2", "person 3",
      "frames capture/r1/12", "reset/slot1?answer", "news focus/2", "export/r1.a1/*?heeds",
      "deliver/store?reads", "tombstone/r2?answer", "remove/r1/leaf.3?runs", "post/r1.a1?answer",
      "done local/r1.a1", "issue purge/r*",
    ] {
      let pattern = try IdentityPattern(parsing: text)
      #expect(pattern.spelling == text)
    }
    var odd = try IdentityPattern(parsing: "person 3")
    odd.mask = Identity(high: .max, low: 0xFFFF_FFFF_FFFF_FFF0)
    #expect(odd.spelling == nil)
  }

  @Test func `what the format cannot say is an error`() throws {
    let platforms = try projectPlatforms()
    let usual = try usualCase()
    func fault(_ change: (inout Case) -> Void) -> String {
      var theCase = usual
      change(&theCase)
      do throws(Unsayable) {
        return try finding(theCase).text(platforms: platforms)
      } catch {
        return error.description
      }
    }
    #expect(fault { $0.disk.capacity = 5 }.contains("not by its capacity"))
    #expect(fault { $0.platform.id = "amiga" }.contains("not in the registry"))
    #expect(fault { $0.platform.hasKeyboard = true }.contains("not the one of the registry"))
    #expect(fault { $0.script[0].anchor = .time(Nanoseconds(-1)) }.contains("negative"))
    let question = KeyPattern(Key(Identity(.upload, recording: 1)))
    #expect(
      fault { $0.plan.entries = [.init(question, .never)] }.contains("cannot be read"))
    let twice = Identity(.space).saying(.answer)
    #expect(
      fault {
        $0.plan.entries = [
          .init(KeyPattern(Key(twice)), .never), .init(KeyPattern(Key(twice)), .fails),
        ]
      }.contains("answered twice"))
    let capture = Identity(.capture, recording: 1).saying(.answer)
    #expect(
      fault {
        $0.plan.entries = [.init(KeyPattern(Key(capture)), .slow(.seconds(1)))]
      }.contains("cannot be read"))
    #expect(
      fault {
        $0.plan.entries = [
          .init(
            KeyPattern(Key(capture)), .microphone(Microphone(zerosFrom: nil, zerosThrough: 2)))
        ]
      }.contains("no beginning"))
    #expect(
      fault {
        $0.disk.entries = [
          .init(.all, DiskPoint(.db, .write, 1), .kills(done: true))
        ]
      }.contains("death"))
    #expect(
      fault { $0.recognizer = [Rule(reply: Reply(text: .literal("\u{0}")))] }.contains("read"))
  }

  @Test func `text of every kind comes back as it was`() throws {
    for text in [
      "", " ", "a: b", "it's \"quoted\" \\ here", "{x}, [y] # no comment", "naïve 👩‍🚀", "-",
    ] {
      var theCase = try usualCase()
      theCase.recognizer = [
        Rule(reply: Reply(headers: [Header("X-A", text)], text: .literal(text)))
      ]
      theCase.script.append(ScriptEntry(.time(.seconds(9)), .copy(text)))
      let back = try again(theCase)
      #expect(back.theCase == theCase, "\(text)")
    }
  }

  @Test func `durations and sizes come back as they were, in short units`() throws {
    for (count, spelled) in [
      (0, "0s"), (1, "1ns"), (1_500, "1500ns"), (2_000, "2us"), (5_000_000, "5ms"),
      (1_500_000_000, "1.5s"), (1_050_000_000, "1.05s"), (60_000_000_000, "60s"),
      (120_000_000_000, "2m"), (7_200_000_000_000, "2h"), (62_500, "62500ns"),
    ] as [(Int64, String)] {
      let time = Nanoseconds(count)
      #expect(try Written.time(time).flow == spelled)
      #expect(try Quantity.parse(spelled, units: Quantity.durations) == count)
    }
    for (bytes, spelled) in [
      (0, "0B"), (1, "1B"), (1_000, "1kB"), (1_024, "1KiB"), (300_000_000, "300MB"),
      (25 << 20, "25MiB"), (1_001, "1001B"),
    ] {
      #expect(try Written.size(bytes).flow == spelled)
      #expect(try Quantity.parse(spelled, units: Quantity.sizes) == Int64(bytes))
    }
  }

  @Test func `a finding says where it comes from and what must come of it`() throws {
    var file = try finding(usualCase())
    file.regression.aliases = [Regression.Alias("stop", is: "finish")]
    file.regression.expect = .pass
    // Nothing is called 'stop' here, so an alias for it does nothing and is refused.
    #expect(throws: Unsayable.self) { try file.text(platforms: projectPlatforms()) }
    file.regression.aliases = []
    file.note = "kept: for a reason"
    let text = try file.text(platforms: projectPlatforms())
    let scenario = try #require(try load(text).scenario)
    #expect(CaseFile(scenario) == file)
    #expect(scenario.regression == file.regression)
    #expect(file.path == "found/found.a-test.yaml")
    #expect(scenario.clauses == [.attemptAlwaysEnds])
  }
}
