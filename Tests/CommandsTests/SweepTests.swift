import Exploration
import Testing

@testable import Commands

@Suite("Sweeps from the command line")
struct SweepTests {
  @Test func `what is counted is told`() throws {
    let session = Session("sweep", "request.split@macos", "--limit", "25")
    let counts = try #require(session.out.firstMatch(of: /1 cases, (\d+) questions, (\d+) runs/))
    #expect((Int(counts.1) ?? 0) > 30 && counts.2 == "25")
    let faults = try #require(session.out.firstMatch(of: /faults: (.*)/)).1
    let sum = faults.matches(of: /\d+/).reduce(0) { $0 + (Int($1.0) ?? 0) }
    #expect(sum == 25, "every run has one fault: \(faults)")
    #expect(session.out.contains("runs:   holds 25\n"))
    #expect(session.out.contains("not fully swept: request.split@macos\n"))
  }

  @Test func `what is found is told by its clause, with the one entry that shows it`() {
    let session = Session(
      "sweep", "request.split@macos", "--engine", "mutant:saved-before-row", "--limit", "9")
    let told = "    plan      as it is\n    The person was told that the recording is saved before"
    #expect(session.code == 1)
    #expect(session.out.hasPrefix("SOURCE.saved-means-durable  ×"), "\(session.out)")
    #expect(session.out.contains("  request.split@macos\n" + told), "\(session.out)")
    #expect(session.out.contains("    plan      open/store?answer answered "))
    #expect(session.out.contains("    expected  source and row durable, and known to be\n"))
  }

  @Test func `the parts of a sweep are together the whole, each case once`() {
    let all = Array(0..<17)
    for count in 1...5 {
      let parts = (1...count).map { Shard(index: $0, count: count).part(of: all) }
      #expect(parts.flatMap { $0 }.sorted() == all)
    }
  }

  @Test(arguments: ["--disk", "--memory"])
  func `a past is swept once, and by one of the parts`(kind: String) throws {
    func counts(_ more: String...) throws -> (points: Int, pasts: Int, runs: Int) {
      let ids = ["request.refused"]
      let session = Session(["sweep", kind] + ids + more)
      #expect(session.code == 0, "\(session.out)")
      let found = try #require(
        session.out.firstMatch(of: /cases, (\d+) \w+, (\d+) different pasts.*, (\d+) runs/),
        "\(session.out)")
      return (Int(found.1) ?? 0, Int(found.2) ?? 0, Int(found.3) ?? 0)
    }
    let whole = try counts()
    let parts = try ["1/2", "2/2"].map { try counts("--shard", $0) }
    #expect(whole.pasts > 100 && whole.pasts < whole.points)
    #expect(parts.allSatisfy { $0.pasts == whole.pasts && $0.runs > 0 })
    #expect(parts.reduce(0) { $0 + $1.runs } == whole.runs)
  }

  /// What processes tell each other, added up, is what one alone finds.
  @Test(arguments: [SweepKind.single, .disk])
  func `parts that were told in lines are together the whole`(kind: SweepKind) throws {
    let suite = try Suite.load(Session.pack)
    let engine = try #require(Engines.all.first { $0.name == "mutant:saved-before-row" })
    let cases = suite.cases.filter { $0.id.hasPrefix("request.split@") }
    let order = Dictionary(uniqueKeysWithValues: cases.enumerated().map { ($1.id, $0) })
    func report(_ shard: Shard) -> SweepReport {
      let pasts = kind == .single ? nil : SweptPasts(share: shard.index, of: shard.count)
      let sweeper = Sweeper(kind: kind, engine: engine, limit: 20, pasts: pasts)
      var report = SweepReport(kind: kind)
      for one in pasts == nil ? shard.part(of: cases) : cases { sweeper.sweep(one, into: &report) }
      report.pasts = pasts?.distinct ?? 0
      return report
    }
    var sum = SweepReport(kind: kind)
    var runs = 0
    for n in 1...2 {
      let part = report(Shard(index: n, count: 2))
      runs += part.runs
      var bytes = Array(SweepWire.lines(part, part: n - 1).utf8)
      let lines = try #require(SharedWork.blocks(&bytes).first)
      let read = try #require(SweepWire.read(lines, kind: kind))
      #expect(read.part == n - 1 && bytes.isEmpty)
      #expect(
        SweepText(report: read.report, seconds: 0).text
          == SweepText(report: part, seconds: 0).text)
      #expect(SweepWire.read(lines.dropLast() + ["found\t\\x"], kind: kind) == nil)
      #expect(SweepWire.read(Array(lines.dropFirst()), kind: kind) == nil)
      sum.add(read.report, order: order)
    }
    #expect(sum.runs == runs && runs > 20 && !sum.findings.isEmpty)
    #expect(sum.findings.filter { $0.entry == nil }.count <= cases.count)
    guard kind == .single else { return }
    let whole = report(.whole)
    #expect(
      SweepText(report: sum, seconds: 0).text == SweepText(report: whole, seconds: 0).text)
  }

  @Test func `several processes keep no files`() {
    let session = Session("sweep", "request.split@macos", "--jobs", "2", "--shard", "1/2")
    #expect(session.code == 2 && session.err.contains("jobs-alone"), "\(session.err)")
  }

  @Test func `a case that equals an earlier one is swept with it`() throws {
    let suite = try Suite.load(Session.pack)
    let cases = suite.cases.filter { $0.unsupported(by: Engines.reference) == nil }
    let sweeper = Sweeper(kind: .single, engine: Engines.reference, limit: 1, pasts: nil)
    let twice = sweeper.distinct(cases + cases)
    #expect(twice.map(\.id) == sweeper.distinct(cases).map(\.id))
    #expect(!twice.isEmpty)
  }
}
