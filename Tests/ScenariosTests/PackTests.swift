import Contract
import Foundation
import Simulation
import Testing

@testable import Scenarios

@Suite struct `A pack of scenarios` {
  /// A folder of files that goes away with the closure.
  private func withFolder<Result>(
    _ files: [String: String], _ body: (String) throws -> Result
  ) throws -> Result {
    let root = FileManager.default.temporaryDirectory.appending(
      path: "pack-\(ProcessInfo.processInfo.globallyUniqueString)")
    defer { try? FileManager.default.removeItem(at: root) }
    for (name, text) in files {
      let file = root.appending(path: name)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try text.write(to: file, atomically: true, encoding: .utf8)
    }
    return try body(root.path)
  }

  private func text(_ id: String) -> String {
    scenario("").replacing("test.case", with: id)
  }

  /// The ids of a pack, or what is wrong with it: the file, its code and the message.
  private func pack(_ folders: [String]) throws -> [String] {
    let platforms = try projectPlatforms()
    do throws(Refusal) {
      return try ScenarioPack(folders: folders, platforms: platforms).scenarios.map(\.id)
    } catch {
      return error.diagnostics.map { diagnostic in
        let file = diagnostic.path.split(separator: "/").suffix(2).joined(separator: "/")
        return "\(file) \(diagnostic.code.rawValue): \(diagnostic.message)"
      }
    }
  }

  @Test func `is sorted by id, whatever the folders, without registries and other files`() throws {
    let files = [
      "b/b.two.yaml": text("b.two"), "b/b.one.yaml": text("b.one"), "a/a.x.yaml": text("a.x"),
      "deep/er/c/c.x.yaml": text("c.x"), "registry/platforms.yaml": "- nonsense",
      "b/README.md": "no scenario", "b/.hidden.yaml": "nonsense",
    ]
    try withFolder(files) { folder throws in
      #expect(try pack([folder]) == ["a.x", "b.one", "b.two", "c.x"])
      #expect(try pack([folder + "/b", folder + "/a"]) == ["a.x", "b.one", "b.two"])
    }
  }

  @Test func `every mistake of every file is reported`() throws {
    let files = [
      "a/a.x.yaml": text("a.x"), "a/a.y.yaml": text("a.z"), "b/a.w.yaml": text("a.w"),
      "c/c.x.yaml": "format: 1\nid: c.x\n", "a/other/a/a.x.yaml": text("a.x"),
    ]
    try withFolder(files) { folder throws in
      #expect(
        try pack([folder]) == [
          "a/a.y.yaml S022: 'a.z' does not stand in its own file",
          "b/a.w.yaml S022: 'a.w' does not stand in its own file",
          "c/c.x.yaml S001: scenario has no 'title'", "c/c.x.yaml S001: scenario has no 'status'",
          "c/c.x.yaml S001: scenario has no 'then'", "a/a.x.yaml S014: id 'a.x' is taken",
        ])
    }
  }

  @Test func `a kept finding without its last block is refused where the block should be`() throws {
    let folder = projectRoot.appending(path: "scenarios/regressions")
    let name = "regressions.fourth-try.yaml"
    let whole = try String(contentsOf: folder.appending(path: name), encoding: .utf8)
    let cut = try #require(whole.range(of: "regression:\n"))
    let short = String(whole[..<cut.lowerBound])
    let kept = "regressions/\(name)"
    try withFolder([kept: whole]) { folder throws in
      #expect(try pack([folder]) == ["regressions.fourth-try"])
    }
    // With and without the end of its last line.
    for text in [short, String(short.dropLast())] {
      try withFolder([kept: text]) { folder throws in
        #expect(
          try pack([folder]) == ["\(kept) S001: a kept finding has no 'regression' block"])
        let platforms = try projectPlatforms()
        let refusal = #expect(throws: Refusal.self) {
          try ScenarioPack(folders: [folder], platforms: platforms)
        }
        let lines = short.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
        let place = refusal?.diagnostics.first
        #expect(place?.line == lines.count)
        #expect(place?.column == (lines.last?.count ?? 0) + 1)
      }
    }
    // Anywhere else the same text is a scenario like any other.
    let elsewhere = short.replacing("id: regressions.", with: "id: found.")
    try withFolder(["found/found.fourth-try.yaml": elsewhere]) { folder throws in
      #expect(try pack([folder]) == ["found.fourth-try"])
    }
  }

  @Test func `a folder that is not there`() throws {
    let missing = "/nowhere/\(ProcessInfo.processInfo.globallyUniqueString)"
    #expect(try pack([missing]).map { $0.contains("F001: no such folder") } == [true])
    try withFolder(["a/a.x.yaml": text("a.x")]) { folder throws in
      let file = try pack([folder + "/a/a.x.yaml"])
      #expect(file.map { $0.contains("F001: no such folder") } == [true])
    }
  }

  @Test func `that of the project loads, and each of its scenarios has cases`() throws {
    let folder = projectRoot.appending(path: "scenarios").path
    let pack: ScenarioPack
    do {
      pack = try ScenarioPack(folders: [folder], platforms: projectPlatforms())
    } catch let refusal as Refusal {
      Issue.record("\(refusal.rendered)")
      return
    }
    #expect(!pack.scenarios.isEmpty)
    for scenario in pack.scenarios { #expect(!scenario.cases.isEmpty) }
    #expect(Set(pack.cases.map(\.id)).count == pack.cases.count)
    for one in pack.cases { #expect(!one.lines.isEmpty, "\(one.id)") }
  }

  @Test func `covers what is required, or says what is missing`() throws {
    let source = SourceText(
      path: "case.yaml", text: scenario("matrix: {a: [1s, 2s]}\ngiven: {audio: \"{a}\"}"))
    let pack = ScenarioPack([try Scenario(source, platforms: projectPlatforms())])
    func required(_ text: String) throws -> [String] {
      let source = SourceText(path: "required.yaml", text: text)
      do throws(Refusal) {
        return try RequiredRegistry(source, pack: pack).entries.map {
          "\($0.id) \($0.cites) \($0.mutants) \($0.badTraces)"
        }
      } catch {
        return brief(error.diagnostics) + error.diagnostics.compactMap(\.hint)
      }
    }
    #expect(
      try required(
        "- {id: initial-413, says: x, cites: [test.case, \"test.case[a=2s]\"]}\n"
          + "- {id: permanent-status.403, says: x, cites: [test.case], mutants: [fourth-try], "
          + "bad-traces: [promote.order]}\n"
      ) == [
        "initial-413 [\"test.case\", \"test.case[a=2s]\"] [] []",
        "permanent-status.403 [\"test.case\"] [\"fourth-try\"] [\"promote.order\"]",
      ])
    #expect(
      try required("- {id: a, says: x, cites: [test.cas, \"test.case[a=3s]\"]}\n") == [
        "1:28 S025", "1:38 S025", "did you mean 'test.case'?", "did you mean 'test.case[a=1s]'?",
      ])
    #expect(try required("- {id: a, says: x}\n") == ["1:3 S001"])
    #expect(try required("- {id: a, says: x, cites: []}\n").first == "1:27 S015")
    #expect(
      try required(
        "- {id: a, says: x, cites: [test.case]}\n- {id: a, says: x, cites: [test.case]}\n")
        == ["2:8 S014"])
  }
}

@Suite struct `The platforms` {
  private static let good = """
    - id: one
      title: One
      dialect:
        cancelled: {is: own-state, because: a}
        delete-while-active: {is: refused, because: b}
        durable-raw: {is: success, because: c}
        cancelled-capture: {is: dropped, because: d}
        delivery: {is: handoff, because: e}
        fractional-retry-after: {is: fallback, because: f}
      limits: {capture: 2m, known-body: 25MiB, split-depth: 5}
      surfaces: [main, keyboard]
      keyboard: true
      commands: keyboard
      disk: ntfs

    """

  private func read(_ text: String) -> (registry: PlatformRegistry?, faults: [String]) {
    do throws(Refusal) {
      return (try PlatformRegistry(SourceText(path: "platforms.yaml", text: text)), [])
    } catch {
      return (nil, brief(error.diagnostics))
    }
  }

  @Test func `a platform says everything and why`() throws {
    let entry = try #require(read(Self.good).registry?.platforms.first)
    let dialect = Dialect(
      cancelled: .ownState, deleteWhileActive: .refused, durableRaw: .success,
      cancelledCapture: .dropped, delivery: .handoff, readsFractionalRetryAfter: false,
      surfaces: [.main, .keyboard])
    #expect(
      entry.platform
        == Platform(
          id: "one", dialect: dialect,
          limits: Limits(capture: .minutes(2), knownBody: 26_214_400, splitDepth: 5),
          hasKeyboard: true, commands: .keyboard))
    #expect(entry.disk == "ntfs")
    #expect(entry.reasons.map(\.because) == ["a", "b", "c", "d", "e", "f"])
    #expect(entry.reasons[4].choice == "handoff")
  }

  @Test(arguments: [
    ("title: One", "title: [a]", ["2:10 S003"]),
    ("    cancelled: {is: own-state, because: a}\n", "", ["4:5 S001"]),
    ("is: own-state, because: a", "is: own-state", ["4:16 S001"]),
    ("is: own-state", "is: own", ["4:21 S004"]),
    ("[main, keyboard]", "[]", ["11:13 S015"]), ("[main, keyboard]", "[watch]", ["11:14 S004"]),
    ("keyboard: true", "keyboard: yes", ["12:13 S009", "13:13 S019"]),
    ("keyboard: true", "keyboard: false", ["13:13 S019"]),
    ("disk: ntfs", "disk: ntsf", ["14:9 S004"]), ("id: one", "id: One", ["1:7 S013"]),
    ("capture: 2m", "captur: 2m", ["10:12 S002"]),
  ])
  func `a mistake refuses the file`(old: String, new: String, expected: [String]) {
    #expect(read(Self.good.replacing(old, with: new)).faults == expected)
  }

  @Test func `those of the project differ from each other in what they declare`() throws {
    let platforms = try projectPlatforms().platforms
    #expect(platforms.map(\.id) == ["macos", "ios", "ios-keyboard", "android", "windows"])
    #expect(Set(platforms.map(\.platform.dialect)).count == platforms.count)
    // One platform has the contract's full capture limit; the others keep their suites quick.
    let full = platforms.filter { $0.platform.limits.capture == Budgets.captureLimit }
    #expect(full.map(\.id) == ["windows"])
    for entry in platforms {
      #expect(entry.platform.limits.capture <= Budgets.captureLimit)
      #expect(entry.reasons.count == FormatReader.dialectKeys.count)
      #expect(entry.platform.hasKeyboard == (entry.platform.dialect.delivery == .handoff))
    }
    // Every choice is declared both ways by some platform, so that both are tested.
    let dialects = platforms.map(\.platform.dialect)
    #expect(Set(dialects.map(\.cancelled)).count == 2)
    #expect(Set(dialects.map(\.deleteWhileActive)).count == 2)
    #expect(Set(dialects.map(\.durableRaw)).count == 2)
    #expect(Set(dialects.map(\.cancelledCapture)).count == 2)
    #expect(Set(dialects.map(\.delivery)).count == 3)
    #expect(Set(dialects.map(\.readsFractionalRetryAfter)).count == 2)
  }
}
