import Contract
import Exploration
import Journeys
import Scenarios
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
      if let tally = blocks[number] { sum.tally.add(tally, block: number) }
    }
    #expect(blocks.count == 3)
    let one = FuzzText(campaign: campaign, result: whole, keeps: true, style: .init()).report
    #expect(FuzzText(campaign: campaign, result: sum, keeps: true, style: .init()).report == one)
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
    #expect(try Self.campaign().watchCanaries([quiet], blocks: 1) == ["reference"])
    let canaries = Engines.all.filter { FuzzCampaign.canaries.contains($0.name) }
    #expect(canaries.count == FuzzCampaign.canaries.count)
    #expect(try Self.campaign().watchCanaries(canaries).isEmpty)
    var result = FuzzResult(try Self.campaign())
    result.missed = ["reference"]
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
