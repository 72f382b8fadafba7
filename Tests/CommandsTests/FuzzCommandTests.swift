import Testing

@testable import Commands

@Suite("Fuzzing from the command line")
struct FuzzCommandTests {
  @Test func `seeds are numbers, hexadecimal words or commits`() throws {
    #expect(try FuzzSeed.read("17") == 17)
    #expect(try FuzzSeed.read("0xfF") == 255)
    #expect(FuzzSeed.text(255) == "0x00000000000000ff")
    let commit = "3ffc9860000000000000000000000000000000aa"
    let other = "3ffc9860000000000000000000000000000000ab"
    #expect(try FuzzSeed.read(commit) == FuzzSeed.read(commit))
    #expect(try FuzzSeed.read(commit) != FuzzSeed.read(other))
    for bad in [
      "", "-1", "+1", "0x", "0x10000000000000000", "12z", String(repeating: "g", count: 40),
    ] {
      #expect(throws: (any Error).self, "\(bad)") { try FuzzSeed.read(bad) }
    }
  }

  @Test func `the seed comes first, and the same one gives the same report`() {
    let first = Session("fuzz", "--cases", "40", "--seed", "9")
    let second = Session("fuzz", "--cases", "40", "--seed", "0x9")
    #expect(first.out.hasPrefix("seed 0x0000000000000009  generator 3.1  engine reference"))
    #expect(first.out == second.out)
    #expect(first.out.contains("\n40 cases, 0 found, "), "\(first.out.suffix(300))")
    // So few cases cannot show everything.
    #expect(first.code == 3)
  }

  @Test func `what is found is told with the case that shows it`() {
    let session = Session(
      "fuzz", "--cases", "60", "--seed", "1", "--engine", "mutant:lost-chunk", "--raw")
    #expect(session.code == 1)
    #expect(session.out.contains("\nCAPTURE.every-frame-written  (seed 0x0000000000000001"))
    #expect(session.out.contains("  expected  ") && session.out.contains("  observed  "))
    let one = Session("fuzz", "--seed", "1", "--case", "0", "--engine", "mutant:lost-chunk")
    #expect(one.out.contains("  script    at ") && one.out.contains("app launches"))
  }

  @Test func `the order of a scenario is tried exhaustively`() {
    let session = Session("fuzz", "--exhaustive", "k=1", "request.split@macos")
    #expect(session.out.contains("proved for these cases: no order at most one hold away"))
    #expect(session.code == 0, "\(session.out)\(session.err)")
    let left = Session("fuzz", "--exhaustive", "k=1", "request.split@macos", "--limit", "5")
    #expect(left.out.contains("1 cases with more than 5 events are left out") && left.code == 4)
  }

  @Test func `what is found is made small, kept, and shown again by the command it names`() throws {
    let folder = try Scratch()
    let session = Session(
      "fuzz", "--cases", "60", "--seed", "1", "--engine", "mutant:lost-chunk", "--save",
      folder.path)
    #expect(session.code == 1)
    #expect(session.out.contains("CAPTURE.every-frame-written (must), engine mutant:lost-chunk"))
    #expect(session.out.contains("here the promise is broken"))
    let command = try #require(
      session.out.split(separator: "\n").first { $0.contains("lastword replay ") })
    let path = try #require(command.split(separator: " ").last.map(String.init))
    let again = Session("replay", path)
    #expect(again.code == 0 && again.out.contains("CAPTURE.every-frame-written"), "\(again.out)")
    // With the good engine the same file shows nothing, and says so.
    let good = Session("replay", path, "--engine", "reference")
    #expect(good.code != 0, "\(good.out)")
  }
}
