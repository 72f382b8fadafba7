import Choices
import Contract
import Exploration
import Journeys
import Scenarios
import Simulation
import Testing

@testable import Commands

@Suite("Runs of fuzz that are shared, and the canaries")
struct FuzzCampaignTests {
  private static func campaign(_ engine: NamedEngine = Engines.reference) throws -> FuzzCampaign {
    FuzzCampaign(
      engine: engine, store: .memory,
      platforms: try Whole.suite().platforms.map(\.platform), seed: 3)
  }

  @Test func `a share of the work adds up to the whole, through what processes tell each other`()
    throws
  {
    let campaign = try Self.campaign()
    let console = Console(write: { _ in }, note: { _ in })
    var whole = FuzzResult(campaign)
    campaign.runBlocks(cases: 1_060, seconds: nil, isQuiet: true, console, into: &whole)
    var blocks: [Int: FuzzTally] = [:]
    for n in [2, 1] {
      var ignored = FuzzResult(campaign)
      var text: [UInt8] = []
      campaign.runBlocks(
        cases: 1_060, seconds: nil, shard: Shard(index: n, count: 2), isQuiet: true, console,
        into: &ignored
      ) { tally, block in
        text += Array(FuzzWire.lines(tally, block: block).utf8)
      }
      for lines in SharedWork.blocks(&text) {
        let block = try #require(FuzzWire.read(lines))
        blocks[block.number] = block.tally
      }
      #expect(text.isEmpty)
    }
    var sum = FuzzResult(campaign)
    for number in blocks.keys.sorted() {
      if let tally = blocks[number] { sum.tally.add(tally) }
    }
    #expect(blocks.count == 3)
    let one = FuzzText(campaign: campaign, result: whole, keeps: true, style: .init()).report
    #expect(FuzzText(campaign: campaign, result: sum, keeps: true, style: .init()).report == one)
  }

  /// Cases of seed 1 that once raised an alarm: a start by the name of a recording that an earlier
  /// life had deleted, and four pieces whose tries together took longer than five minutes.
  @Test(arguments: [815_216, 345_823])
  func `what was a false alarm is none`(number: Int) throws {
    let platforms = try Whole.suite().platforms.map(\.platform)
    let campaign = FuzzCampaign(
      engine: Engines.reference, store: .memory, platforms: platforms, seed: 1)
    let run = try #require(campaign.fuzzer(campaign.engine).again(number))
    #expect(run.result.verdict == .holds, "\(run.result.findings)")
  }

  @Test func `every case that is drawn can be written down and read again`() throws {
    let campaign = try Self.campaign()
    let platforms = try Suite.platforms(try Whole.suite().directory)
    var aimed = 0
    _ = campaign.fuzzer(campaign.engine).run(block: 0) { run in
      let file = CaseFile(
        id: "found.drawn", title: "Drawn", theCase: run.theCase.tidied,
        regression: Regression(
          clause: .attemptAlwaysEnds, engine: "reference", strategy: "none", seed: 3,
          generator: 1, tool: "0", trace: "0123456789abcdef", bucket: "none", cut: nil))
      do {
        _ = try file.text(platforms: platforms)
      } catch {
        Issue.record("case \(run.number): \(error)")
      }
      // Every write of a word, whatever it is of: what only aimed cases have.
      aimed += run.theCase.plan.entries.count { $0.question.mask.low == ~0xFFFF }
      return true
    }
    #expect(aimed > 10, "\(aimed)")
  }

  @Test func `nonsense from another process is refused`() {
    let good = FuzzWire.lines(FuzzTally(), block: 4).split(separator: "\n").dropLast()
    #expect(FuzzWire.read(Array(good))?.number == 4)
    for (n, line) in good.enumerated() where line != "pairs" && line != "states" {
      var bad = Array(good)
      bad[n] = line + " x"
      #expect(FuzzWire.read(bad) == nil, "\(line)")
    }
    #expect(FuzzWire.read(["block 1", "states 1f 1"]) == nil)
    #expect(FuzzWire.read(["block 1", "states 1f 2 0"]) == nil)
    #expect(FuzzWire.read([]) == nil)
  }

  @Test func `an engine that is good is no canary, and a run without one that sings is blind`()
    throws
  {
    var quiet = Engines.reference
    quiet.breaks = .requestPermanent4xxOnce
    #expect(try Self.campaign().watchCanaries([quiet], blocks: 1).missed == ["reference"])
    let canaries = Engines.all.filter { FuzzCampaign.canaries.contains($0.name) }
    #expect(canaries.count == FuzzCampaign.canaries.count)
    let watch = try Self.campaign().watchCanaries(canaries, counted: 4)
    #expect(watch.missed.isEmpty && watch.kills.allSatisfy { $0 > 0 }, "\(watch.kills)")
    var result = FuzzResult(try Self.campaign())
    result.watch = FuzzCampaign.Watch(missed: ["reference"])
    #expect(result.exit == .untrustworthy)
  }

  @Test func `worlds owe the promises that they can show, and no others`() throws {
    let plain = try Self.campaign()
    let live = FuzzCampaign(
      engine: plain.engine, store: .memory, platforms: plain.platforms.offeringLiveText, seed: 3)
    #expect(plain.owed == [.core])
    #expect(live.owed == [.live])
    let unmet = FuzzResult(plain).unmet
    #expect(unmet.contains(ClauseID.requestPermanent4xxOnce.id))
    #expect(!unmet.contains(ClauseID.relayEverySampleOnce.id))
    #expect(FuzzResult(live).unmet.contains(ClauseID.relayEverySampleOnce.id))
    #expect(!FuzzResult(live).unmet.contains(ClauseID.requestPermanent4xxOnce.id))
  }
}
