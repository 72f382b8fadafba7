import Choices
import Contract
import Simulation
import Testing

@testable import Scenarios

@Suite struct `A family of scenarios` {
  @Test func `a member for each value, named by it`() throws {
    let (scenario, _) = try load(
      scenario(
        """
        platforms: [macos, windows]
        matrix: {status: [400, 403]}
        given: {recognizer: [{reply: {status: "{status}"}}]}
        """))
    let cases = try #require(scenario?.cases)
    #expect(
      cases.map(\.id) == [
        "test.case[status=400]@macos", "test.case[status=400]@windows",
        "test.case[status=403]@macos", "test.case[status=403]@windows",
      ])
    #expect(cases.map { $0.theCase.recognizer[0].reply.status } == [400, 400, 403, 403])
    #expect(cases.map(\.theCase.platform.id) == ["macos", "windows", "macos", "windows"])
  }

  @Test func `named values may be anything, and several keys combine`() throws {
    let (scenario, diagnostics) = try load(
      scenario(
        """
        platforms: [macos]
        matrix:
          failure:
            stalls: {breaks: after-head}
            empty: {text: ""}
          length: [2s, 5s]
        given: {audio: "{length}", cleanup: [{reply: "{failure}"}]}
        """))
    #expect(diagnostics.map(\.rendered) == [])
    let members = try #require(scenario?.members)
    #expect(
      members.map(\.suffix) == [
        "[failure=stalls,length=2s]", "[failure=stalls,length=5s]", "[failure=empty,length=2s]",
        "[failure=empty,length=5s]",
      ])
    #expect(members[1].template.cleanup == [Rule(reply: Reply(breaks: .afterHead))])
    #expect(members[2].template.cleanup == [Rule(reply: Reply(text: .literal("")))])
    #expect(members.map { $0.template.sounds[0].length } == [2, 5, 2, 5].map { .seconds($0) })
    // The person stops when the audio of the member is over, not that of the first one.
    #expect(
      members.map { $0.template.script.last?.anchor } == [2, 5, 2, 5].map { .time(.seconds($0)) })
  }

  @Test func `what only one part of the file varies, the others share`() throws {
    let (scenario, _) = try load(
      scenario(
        """
        platforms: [macos]
        matrix: {answer: {lost: never, refused: {status: 403}}, model: [2, 3]}
        given: {settings: {model: "{model}", language: 9}}
        person: [{at: 0s, do: change, settings: {vocabulary: 4}}]
        plan: {"upload/r1.a1/0/t1?answer": "{answer}"}
        crash: {at: after person 1}
        """))
    let members = try #require(scenario?.members)
    #expect(members.map { $0.template.settings.model } == [2, 3, 2, 3])
    let changed = [2, 3, 2, 3].map {
      Action.command(.change(Settings(model: $0, language: 9, vocabulary: 4)), nil)
    }
    #expect(members.map { $0.template.script.map(\.action) } == changed.map { [$0] })
    let refused = Answer.reply(Reply(status: 403))
    #expect(
      members.map { $0.template.plan.entries.map(\.value) } == [
        [.never], [.never], [refused], [refused],
      ])
    #expect(members.allSatisfy { $0.template.crashes.count == 1 && $0.lines.count == 1 })
    #expect(members.allSatisfy { $0.places == members[0].places })
  }

  @Test func `text in braces that is no key stays text`() throws {
    #expect(
      try theCase("given: {recognizer: [{reply: {form: {bytes: \"{status}\"}}}]}").recognizer
        == [Rule(reply: Reply(form: .bytes("{status}")))])
    let (scenario, _) = try load(
      scenario(
        """
        matrix: {a: [1s]}
        given: {audio: "{a}", recognizer: [{reply: {form: {bytes: "{\\"text\\": 1}"}}}]}
        """))
    #expect(
      scenario?.members[0].template.recognizer
        == [Rule(reply: Reply(form: .bytes("{\"text\": 1}")))])
  }

  @Test(arguments: [
    ("{status: [400]}", "S020 nothing in the file is \"{status}\""),
    ("{a: []}", "S015 'a' needs at least one value"),
    ("{a: 1}", "S003 'a' should be a list or a map"),
    ("{a: [1, 1]}", "S020 value '1' is given twice"),
    ("{a: [x y]}", "S020 a listed value is also a part of an id"),
    ("{a: [[1]]}", "S020 a listed value is also a part of an id"),
    ("{a: {\"x y\": 1}}", "S020 'x y' cannot be a part of an id"),
    ("{\"a b\": [1]}", "S020 'a b' is no name for a key of a matrix"),
    (
      "{a: [1, 2, 3, 4], b: [1, 2, 3, 4], c: [1, 2, 3, 4], d: [1, 2, 3, 4, 5]}",
      "S020 the matrix has more than 256 members"
    ),
  ])
  func `mistakes in a matrix`(matrix: String, expected: String) throws {
    let diagnostics = try load(scenario("matrix: \(matrix)")).diagnostics
    let found = diagnostics.map { "\($0.code.rawValue) \($0.message)" }
    #expect(found.contains { $0.hasPrefix(expected) }, "\(found)")
  }

  @Test func `a key that is not there has a suggestion, once for all members`() throws {
    let diagnostics = try load(
      scenario("matrix: {status: [400, 403]}\ngiven: {audio: \"{statsu}\", focus: \"{status}\"}")
    ).diagnostics
    #expect(
      diagnostics.map { "\($0.line):\($0.column) \($0.code.rawValue) \($0.hint ?? "")" }
        == ["6:16 S020 did you mean \"{status}\"?"])
  }

  @Test func `a wrong value is reported where it stands in the matrix`() throws {
    let diagnostics = try load(
      scenario(
        "matrix: {status: [400, 999]}\n"
          + "given: {recognizer: [{reply: {status: \"{status}\"}}], adio: 1s}")
    ).diagnostics
    // The mistake that both members share is reported once.
    #expect(brief(diagnostics) == ["5:24 S008", "6:54 S002"])
  }
}

@Suite struct `Cases of a scenario` {
  @Test func `lines count where the dialect fits`() throws {
    let (scenario, _) = try load(
      """
      format: 1
      id: test.case
      title: A test
      status: draft
      then:
        - {that: everywhere, cites: [ATTEMPT.always-ends]}
        - that: where text is pasted
          cites: [DELIVER.clipboard-ownership]
          when-dialect: {delivery: paste}
        - that: on Android alone
          cites: [ATTEMPT.always-ends]
          when-dialect: {fractional-retry-after: fallback, delete-while-active: refused,
                         cancelled: own-state, durable-raw: failed, cancelled-capture: dropped}

      """)
    let cases = try #require(scenario?.cases)
    let lines = cases.map { "\($0.platform.id) \($0.lines.count)" }
    #expect(lines == ["macos 1", "ios 2", "ios-keyboard 1", "android 2", "windows 2"])
    #expect(scenario?.clauses == [.deliverClipboardOwnership, .attemptAlwaysEnds])
  }

  @Test func `entries that no run came to are warnings at their places`() throws {
    let (scenario, _) = try load(
      scenario(
        """
        plan:
          "usage/r1?answer": fails
          "export/r1.a1/0?answer": fails
        schedule: [{hold: done usage/r1, until: person 2}]
        crash: {at: after done usage/r1}
        person:
          - {at: 0s, do: start r1}
          - {after: done usage/r1, do: retry r1}
        """))
    let theCase = try #require(scenario?.cases.first)
    let warnings = theCase.warnings(plan: [1], holds: [0], script: [1], crashes: [0])
    #expect(brief(warnings) == ["7:3 S024", "8:12 S024", "12:5 S024", "9:8 S024"])
    #expect(warnings.allSatisfy { $0.severity == .warning })
    #expect(warnings[0].message == "this answer was never asked for (test.case@macos)")
    #expect(theCase.warnings(plan: [9], holds: [], script: [], crashes: []).isEmpty)
  }

  @Test func `words and status are read into the head`() throws {
    let text = scenario(
      "journeys: [delete-means-gone]\nplatforms: [android]\nstore: disk\n"
        + "needs: [local-engine, cleanup]\nnote: see below")
    let (scenario, _) = try load(text.replacing("draft", with: "required"))
    #expect(scenario?.status == .required)
    #expect(scenario?.journeys == [.deleteMeansGone])
    #expect(scenario?.platforms.map(\.id) == ["android"])
    #expect(scenario?.store == .disk)
    #expect(scenario?.needs == [.localEngine, .cleanup])
    #expect(scenario?.note == "see below")
    #expect(scenario?.section == "test")
    let homeless = try load(plainText.replacing("draft", with: "required")).diagnostics
    #expect(brief(homeless) == ["1:1 S001"])
  }

  private var plainText: String { scenario("") }
}
