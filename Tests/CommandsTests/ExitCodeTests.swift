import Foundation
import Testing

@testable import Commands

@Suite("Exit codes of command lines")
struct ExitCodeTests {
  struct Row: Sendable, CustomTestStringConvertible {
    var line: [String]
    var code: Int32
    var says: String
    var testDescription: String { line.joined(separator: " ") }

    init(_ line: String, _ code: Int32, _ says: String = "") {
      self.line = line.split(separator: " ").map(String.init)
      self.code = code
      self.says = says
    }
  }

  static let rows: [Row] = [
    Row("run request", 0),
    Row("run request.split@ios", 0),
    Row("run request.refused[status=400]", 0),
    Row("run keyboard.stop", 0),
    Row("run request --store disk", 0),
    Row("run request --store both", 0),
    Row("run --engine=variant:no-cleanup request", 0),
    Row("run", 3, "no red witness for"),
    Row("run request.split --engine mutant:saved-before-row", 1),
    Row("run request.refused --clause DELETE", 4, "matches no case"),
    Row("run --set live", 4, "matches no case"),
    Row("run request.splt", 2, "did you mean “request.split”?"),
    Row("run requst", 2, "did you mean “request”?"),
    Row("run request.split@windows", 2, "did you mean"),
    Row("run request.refused[status=401]", 2, "did you mean"),
    Row("run request.s", 2, "did you mean “request.split”?"),
    Row("run --clause REQUEST.413-bonded", 2, "did you mean “REQUEST.413-bounded”?"),
    Row("run --journey dictate-and-get-txt", 2, "did you mean “dictate-and-get-text”?"),
    Row("run --platform mcos", 2, "did you mean “macos”?"),
    Row("run --set cor", 2, "did you mean “core”?"),
    Row("run --store dsk", 2, "did you mean “disk”?"),
    Row("run --engine saved-before-row", 2, "did you mean “mutant:saved-before-row”?"),
    Row("run --color sometimes", 2),
    Row("run --jsn x", 2, "did you mean “--json”?"),
    Row("run --json /nowhere/at/all.jsonl request.split", 2, "No such file or directory"),
    Row("run --pack /nowhere request", 2, "is not a folder"),
    Row("show request.splt", 2, "did you mean “request.split”?"),
    Row("show", 2, "ID is missing"),
    Row("list scenrios", 2, "did you mean “scenarios”?"),
    Row("list required", 3, "1 without a red witness"),
    Row("explain exit:9", 2, "known are 0, 1, 2, 3, 4, 5, 6, 7, 130"),
    Row("explain REQUEST.413-bonded", 2, "did you mean “REQUEST.413-bounded”?"),
    Row("explain violate", 2, "did you mean “violated”?"),
    Row("lint /nowhere/x.yaml", 2, "/nowhere/x.yaml:1:1: error[F001]"),
    Row("bench --rounds 1", 2),
    Row("sweep request.split@macos --limit 30", 3),
    Row("sweep request.refused[status=400]@macos", 0),
    Row("sweep keyboard.stop@macos", 4),
    Row("sweep request.split@macos --engine mutant:saved-before-row --limit 5", 1),
    Row("sweep request.split@macos --disk --limit 5", 3),
    Row("sweep request.split@macos --memory --limit 5", 3),
    Row("sweep request.split@macos --shard 2/2", 4),
    Row("sweep --shard 3/2", 2, "must be a part and how many there are"),
    Row("sweep --shard 0/2", 2, "must be a part and how many there are"),
    Row("sweep --disk --memory", 2, "exclude each other"),
    Row("sweep request.splt", 2, "did you mean “request.split”?"),
    Row("frobnicate", 2),
    Row("fuzz --cases 30 --seed 1", 3),
    Row("fuzz --cases 30 --seed 1 --engine mutant:lost-chunk", 1),
    Row("fuzz request", 2, "no scenario can be selected"),
    Row("fuzz --exhaustive k=3", 2, "must be k=1 or k=2"),
    Row("fuzz --seed 12z", 2, "must be a whole number below 2^64"),
    Row("fuzz --jobs 2", 2, "cannot find itself"),
    Row("crash --jobs 2", 2, "cannot find itself"),
    Row("mutants --except nonsense", 2, "there is no mutant “nonsense”"),
    Row("mutants --by run --except nonsense", 2, "there is no mutant “nonsense”"),
    Row("mutants lost-chunk --except lost-chunk", 4, ""),
    Row("mutants lost-chunk --by run --except lost-chunk", 4, ""),
    Row("version", 0),
  ]

  @Test(arguments: rows)
  func `the code and the hint`(_ row: Row) {
    let session = Session(row.line)
    #expect(session.code == row.code, "\(session.out)\(session.err)")
    if !row.says.isEmpty { #expect(session.err.contains(row.says), "\(session.err)") }
    if row.code == 2 { #expect(session.out.isEmpty, "a refused line has no result") }
  }

  @Test func `a mistake in a scenario is told with its place and nothing runs`() throws {
    let pack = try Folder(copyOf: Session.pack)
    let file = pack.path + "/request/request.split.yaml"
    let text = try String(contentsOfFile: file, encoding: .utf8)
    try text.replacing("cites: [REQUEST", with: "cites: [REQUST")
      .write(toFile: file, atomically: true, encoding: .utf8)
    let session = Session("run", "--pack", pack.path)
    #expect(session.code == 2)
    #expect(session.out.isEmpty)
    #expect(session.err.contains("request.split.yaml:13:13: error[S010]"))
    #expect(session.err.contains("did you mean"))
  }

  @Test(arguments: [
    ("request", true), ("request.split", true), ("request.split@ios", true),
    ("request.split@ios-keyboard", false), ("request.split@io", false), ("request.spl", false),
    ("req", false),
  ])
  func `an id means a case, its scenario or a beginning that ends with a word`(
    _ id: String, _ fits: Bool
  ) {
    #expect(Selection.selects(id, "request.split@ios") == fits)
    #expect(!Selection.selects("request.split@ios", "request.split@ios-keyboard"))
  }

  @Test func `without a pack every place is named that was looked at`() {
    let session = Session("run") {
      $0.variable = { _ in nil }
      $0.directory = "/nowhere/below"
      $0.program = "/opt/x/bin/lastword"
    }
    #expect(session.code == 2)
    #expect(session.err.contains("/nowhere/below/scenarios"))
  }

  @Test func `the pack is looked for above, beside the program and above the program`() {
    let places = PackLocation.candidates(
      directory: "/home/me/app/src", program: "/opt/x/bin/lastword")
    #expect(
      places == [
        "/home/me/app/src/scenarios", "/home/me/app/scenarios", "/home/me/scenarios",
        "/home/scenarios", "/scenarios", "/opt/x/share/lastword/scenarios",
        "/opt/x/bin/scenarios", "/opt/x/scenarios", "/opt/scenarios", "/scenarios",
      ])
  }
}

/// A folder that is gone when it is no longer needed.
final class Folder {
  let path: String

  init() throws {
    path = NSTemporaryDirectory() + "lastword-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  init(copyOf other: String) throws {
    path = NSTemporaryDirectory() + "lastword-" + UUID().uuidString
    try FileManager.default.copyItem(atPath: other, toPath: path)
  }

  deinit {
    do {
      try FileManager.default.removeItem(atPath: path)
    } catch {
      Swift.print("could not remove \(path): \(error)")
    }
  }
}
