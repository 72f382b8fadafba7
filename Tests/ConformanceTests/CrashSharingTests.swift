import Contract
import Exploration
import Journeys
import Scenarios
import SimulatedDisk
import Storage
import Testing

@testable import Commands

/// Several processes that crash cases between them find what one alone finds.
@Suite("Crashes shared between processes")
struct CrashSharingTests {
  private static var console: Console { Console(write: { _ in }, note: { _ in }) }
  private static let profiles: [DiskProfile] = [.kill, .strict]

  private static func cases() throws -> [SuiteCase] {
    let suite = try Whole.suite()
    return Array(suite.cases.filter { $0.id.hasPrefix("cancel.") }.prefix(5))
  }

  private static func crashing(_ engine: String) throws -> Crashing {
    let named = try #require(Engines.all.first { $0.name == engine })
    return Crashing(
      engine: named,
      options: CrashExplorer.Options(profiles: profiles, limit: 20_000, habits: named.habits),
      blockSize: 2)
  }

  /// What two parts come to when their lines are read and added up, the second part first.
  private static func shared(_ crashing: Crashing, _ cases: [SuiteCase]) throws -> CrashReport {
    var blocks: [Int: CrashWire.Block] = [:]
    for n in [2, 1] {
      var text: [UInt8] = []
      _ = try crashing.explore(cases, shard: Shard(index: n, count: 2), console) {
        text += Array(CrashWire.lines($0, block: $1).utf8)
      }
      for lines in SharedWork.blocks(&text) {
        let block = try #require(CrashWire.read(lines, profiles: profiles))
        blocks[block.number] = block
      }
      #expect(text.isEmpty)
    }
    #expect(blocks.count == 3)
    var report = CrashReport(profiles)
    for number in blocks.keys.sorted() {
      if let block = blocks[number] { report.add(block.report, folded: block.folded) }
    }
    return report
  }

  @Test func `the counts are those of one process`() throws {
    let crashing = try Self.crashing("reference")
    let cases = try Self.cases()
    #expect(cases.count == 5)
    let whole = try crashing.explore(cases, Self.console).report
    let sum = try Self.shared(crashing, cases)
    #expect(whole.images.count > 100)
    #expect(sum.images == whole.images)
    #expect(CrashText(report: sum, seconds: 0).text == CrashText(report: whole, seconds: 0).text)
  }

  @Test func `blocks show the states that one explorer shows, each counted once`() throws {
    let engine = Engines.reference
    let options = CrashExplorer.Options(profiles: [.kill], depth: 2, habits: engine.habits)
    let cases = Array(try Self.cases().prefix(4))
    let alone = try Crashing(engine: engine, options: options).explore(block: cases[...])
    let blocks = try Crashing(engine: engine, options: options, blockSize: 1)
      .explore(cases, Self.console).report
    #expect(blocks.images == alone.images)
    #expect(blocks.profiles[0].counts.new == alone.profiles[0].counts.new)
    #expect(blocks.profiles[0].counts.raw >= alone.profiles[0].counts.raw)
    #expect(alone.deepImages.count > 10)
    #expect(blocks.deepImages.isSuperset(of: alone.deepImages))
    #expect(blocks.cases == 4)
  }

  @Test func `what two blocks have in common is counted once, and the rest of both is there`() {
    var sum = CrashReport(Self.profiles)
    for (first, deep) in [([3, 4], [7]), ([4, 5], [7, 8])] as [([UInt64], Set<UInt64>)] {
      var block = CrashReport(Self.profiles)
      block.firsts[1] = first
      block.deepImages = deep
      block.logs = 1
      sum.add(block, folded: 1)
    }
    #expect(sum.images == [3, 4, 5])
    #expect(sum.profiles[1].counts.new == 3)
    #expect(sum.deepImages == [7, 8])
    sum.add(CrashReport(Self.profiles), folded: 2)
    #expect(sum.deepImages == [7, 8])
    #expect(sum.logs == 2)
  }

  @Test func `a block in which something broke says that it has to be looked at again`() throws {
    let crashing = try Self.crashing("mutant:saved-before-row")
    let cases = try Whole.suite().cases.filter { $0.id.hasPrefix("request.") }.prefix(1)
    let report = try crashing.explore(block: cases)
    #expect(report.exit == .violation)
    let lines = CrashWire.lines(report, block: 7).split(separator: "\n").dropLast()
    let block = try #require(CrashWire.read(Array(lines), profiles: Self.profiles))
    #expect(block.number == 7)
    #expect(!block.isWhole)
  }

  @Test func `nonsense from another process is refused`() throws {
    var report = CrashReport(Self.profiles)
    report.firsts[1] = [17, 4]
    let good = CrashWire.lines(report, block: 4).split(separator: "\n").dropLast()
    let read = CrashWire.read(Array(good), profiles: Self.profiles)
    #expect(read?.report.firsts == [[], [17, 4]])
    for (n, line) in good.enumerated() {
      var bad = Array(good)
      bad[n] = line + " x"
      #expect(CrashWire.read(bad, profiles: Self.profiles) == nil, "\(line)")
    }
    #expect(CrashWire.read(good.dropLast(), profiles: Self.profiles) == nil)
    #expect(CrashWire.read(Array(good), profiles: [.kill]) == nil)
    #expect(CrashWire.read([], profiles: []) == nil)
  }
}
