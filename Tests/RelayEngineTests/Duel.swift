import Contract
import Mutants
import Simulation
import TestSupport
import Testing

/// One case, played by the good app and by one with a defect.
struct Duel {
  let good: Meeting
  let bad: Meeting

  init(
    _ name: String, _ length: Nanoseconds = .seconds(20), kind: LiveKind = .meeting,
    plan: [(String, LegPlan)] = [], queue: Int = Budgets.legQueue, script: [ScriptEntry]? = nil,
    answers: [(String, Answer)] = [], sounds: [Sound]? = nil
  ) throws {
    let mutant = try #require(Mutant.live.first { $0.name == name })
    good = try Meeting(
      length, kind: kind, plan: plan, queue: queue, script: script, answers: answers,
      sounds: sounds)
    bad = try Meeting(
      length, kind: kind, plan: plan, queue: queue, script: script, answers: answers,
      sounds: sounds, engine: mutant.make)
    #expect(good.playback.summary.ending == .settled)
    #expect(bad.playback.summary.ending == .settled)
    #expect(good.playback.summary.unmatchedPlan.isEmpty)
    #expect(bad.playback.records != good.playback.records)
  }
}

extension Meeting {
  /// The offset that a leg was dialled with.
  func offset(of leg: LegNumber) -> Int? { dials.first { $0.dial.leg == leg }?.dial.offset }

  /// The first sample that a leg heard.
  func firstHeard(by leg: LegNumber) -> Int? { heard.first { $0.leg == leg }?.span.from }

  /// Whether every leg was dialled with the sample that it heard first.
  var offsetsAreTrue: Bool {
    dials.allSatisfy { _, dial in
      guard let first = firstHeard(by: dial.leg) else { return true }
      return first == dial.offset
    }
  }

  /// The sentences that do not stand where their first word was said; only of recordings whose words
  /// are half a second each, and not cut by the start of a leg.
  func misplaced(by slack: Int = 8_000) -> [Segment] {
    segments.filter { segment in
      guard let first = segment.text.split(separator: " ").first.flatMap({ Int($0.dropFirst()) })
      else { return false }
      return abs(segment.from - first * 8_000) > slack
    }
  }

  /// The waits from the end of a leg to the next dial, in milliseconds.
  var waits: [Int64] {
    var ends: [Nanoseconds] = []
    for record in playback.records {
      if case .event(.finished(_, .leg)) = record.what { ends.append(record.at.monotonic) }
    }
    return zip(dials.dropFirst(), ends).map { ($0.at - $1).count / 1_000_000 }
  }

  /// What was said to legs that is no audio.
  var saidToLegs: [LegNotice] {
    playback.records.compactMap {
      guard case .effect(.notice(.leg(_, let notice))) = $0.what else { return nil }
      if case .send = notice { return nil }
      return notice
    }
  }

  /// The words of messages.
  var messages: [Message] {
    playback.records.compactMap {
      if case .effect(.notice(.tell(let message))) = $0.what { message } else { nil }
    }
  }

  /// When the microphone went off.
  var microphoneOff: Nanoseconds? {
    playback.records.first {
      if case .did(.microphone(_, isOn: false)) = $0.what { true } else { false }
    }?.at.monotonic
  }

  /// How many legs the relay had accepted and not ended, at most, at one time.
  var mostLegs: Int {
    var now = 0
    var most = 0
    for record in playback.records {
      switch record.what {
      case .did(.leg(_, _, .accepted)): now += 1
      case .did(.leg(_, _, .ended)): now -= 1
      case .event, .ignored, .effect, .deadlines, .did, .process, .end: break
      }
      most = max(most, now)
    }
    return most
  }

  /// How many times a recording was sent to be recognized.
  var uploads: Int {
    playback.records.count {
      if case .effect(.request(_, .upload)) = $0.what { true } else { false }
    }
  }
}

/// An engine with a known defect.
func mutant(_ name: String) throws -> EngineMaker {
  try #require(Mutant.live.first { $0.name == name }).make
}
