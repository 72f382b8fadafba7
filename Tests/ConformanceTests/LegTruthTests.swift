import Contract
import Exploration
import Journeys
import Scenarios
import Simulation
import Testing

@testable import Commands

/// What a run says of its legs and its microphone, against what the relay heard and the microphone
/// delivered: by itself, without the judge.
struct LegTruth {
  private struct Leg {
    var recording: RecordingID
    var number: LegNumber
    var effect: EffectID
    var process: ProcessID
    var told: Int
    var heard: Int?
  }

  private struct Clip {
    var delivered = 0
    var written = 0
    var isGapless = true
    var source: Int?
    var isComplete = false
  }

  private var legs: [Leg] = []
  private var clips: [RecordingID: Clip] = [:]
  /// How many legs heard anything, and how many recordings are whole.
  private(set) var count = (legs: 0, recordings: 0)

  mutating func observe(_ record: TraceRecord) {
    switch record.what {
    case .effect(.request(let ticket, .dial(let dial))):
      legs.append(
        Leg(
          recording: dial.recording, number: dial.leg, effect: ticket.effect,
          process: record.process, told: dial.offset))
    case .effect(.notice(.leg(let id, .offset(let sample)))):
      guard let n = legs.lastIndex(where: { $0.effect == id && $0.process == record.process })
      else { return }
      legs[n].told = sample
    case .did(.leg(let recording, let number, .hears(let span, at: 0))):
      guard let n = legs.lastIndex(where: { $0.recording == recording && $0.number == number })
      else { return }
      legs[n].heard = legs[n].heard ?? span.from
    case .event(.progress(_, .frames(let span, _))):
      clips[RecordingID(span.clip), default: Clip()].delivered = span.end
    case .did(.appended(let file, let span)) where file.kind == .partial:
      let isNext = clips[file.recording, default: Clip()].written == span.from
      clips[file.recording, default: Clip()].isGapless =
        clips[file.recording, default: Clip()].isGapless && isNext
      clips[file.recording, default: Clip()].written = span.end
    case .did(.renamed(let from, let to, let samples))
    where from.kind == .partial && to.kind == .source:
      clips[from.recording, default: Clip()].source = samples
    case .did(.rowWritten(_, let row)):
      clips[row.recording]?.isComplete = row.integrity == .complete
    case .event, .ignored, .effect, .deadlines, .did, .process, .end: break
    }
  }

  /// What is not so.
  mutating func faults() -> [String] {
    var all: [String] = []
    for leg in legs {
      guard let heard = leg.heard else { continue }
      count.legs += 1
      if heard != leg.told {
        all.append("leg \(leg.number) of \(leg.recording): told \(leg.told), hears from \(heard)")
      }
    }
    for (recording, clip) in clips where clip.isComplete {
      count.recordings += 1
      if clip.source != clip.delivered || clip.written != clip.delivered || !clip.isGapless {
        all.append(
          "\(recording): \(clip.delivered) samples came, \(clip.written) were written, the source "
            + "has \(clip.source.map(String.init) ?? "none")")
      }
    }
    return all
  }
}

@Suite struct `What legs are told and what recordings keep` {
  private static func relayCases() throws -> [SuiteCase] {
    try Whole.suite().cases.filter { $0.scenario.section == "relay" }
  }

  /// The faults of a case with an engine, and what was looked at.
  private static func look(_ theCase: SuiteCase, _ engine: NamedEngine) -> (
    faults: [String], legs: Int, recordings: Int
  ) {
    final class Box { var truth = LegTruth() }
    let box = Box()
    _ = SuiteRun(engine: engine, stores: [.memory]).play(theCase, on: .memory) {
      box.truth.observe($0)
    }
    let faults = box.truth.faults()
    return (faults, box.truth.count.legs, box.truth.count.recordings)
  }

  @Test func `every offset is the first sample heard, and every source is what was delivered`()
    throws
  {
    var (legs, recordings) = (0, 0)
    for theCase in try Self.relayCases() {
      let seen = Self.look(theCase, Engines.reference)
      #expect(seen.faults.isEmpty, "\(theCase.id): \(seen.faults)")
      legs += seen.legs
      recordings += seen.recordings
    }
    #expect(legs > 1_200)
    #expect(recordings > 600)
  }

  @Test func `so it is in fuzzed cases`() throws {
    let engine = try #require(Engines.all.first { $0.name == "reference" })
    var live = engine
    live.sets = [.live]
    let campaign = FuzzCampaign(
      engine: live, store: .memory,
      platforms: live.huntingGround(try Whole.suite().platforms.map(\.platform)), seed: 7)
    let fuzzer = campaign.fuzzer(live)
    var cases: [Case] = []
    _ = fuzzer.run(block: 0, below: 500) { run in
      cases.append(run.theCase)
      return true
    }
    #expect(cases.count == 500)
    var (legs, recordings) = (0, 0)
    for (n, theCase) in cases.enumerated() {
      var truth = LegTruth()
      _ = StoreKind.memory.run(theCase, engine: engine) { truth.observe($0) }
      let faults = truth.faults()
      #expect(faults.isEmpty, "case \(n): \(faults)")
      legs += truth.count.legs
      recordings += truth.count.recordings
    }
    #expect(legs > 400)
    #expect(recordings > 200)
  }

  @Test(arguments: ["offset-of-dial", "discard-stops-clock"])
  func `an engine that breaks it is seen to`(_ name: String) throws {
    let engine = try #require(Engines.find("mutant:\(name)"))
    let cases = try Self.relayCases().filter {
      $0.scenario.id == "relay.gap-longer-than-hold-meeting"
    }
    #expect(cases.contains { !Self.look($0, engine).faults.isEmpty })
  }

  @Test func `a chunk that is not written is seen, and one that is written twice`() throws {
    let theCase = try #require(try Self.relayCases().first { $0.id.hasPrefix("relay.handover[") })
    final class Box { var records: [TraceRecord] = [] }
    let box = Box()
    _ = SuiteRun(engine: Engines.reference, stores: [.memory]).play(theCase, on: .memory) {
      box.records.append($0)
    }
    let writes = box.records.indices.filter {
      if case .did(.appended) = box.records[$0].what { true } else { false }
    }
    for copies in [0, 1, 2] {
      var truth = LegTruth()
      for (n, record) in box.records.enumerated() {
        for _ in 0..<(n == writes[7] ? copies : 1) { truth.observe(record) }
      }
      #expect(truth.faults().isEmpty == (copies == 1))
    }
  }
}
