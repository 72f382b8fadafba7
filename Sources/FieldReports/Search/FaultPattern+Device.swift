import Choices
import Contract
import Simulation

// MARK: Delivery

extension FaultPattern {
  static func delivery(_ log: SoughtLog) -> [FaultPattern] {
    let isPasting = log.has(.clipboardWritten, .pasteSent, .clipboardSaved)
    let reads = log.time(from: .pasteSent, to: .clipboardRead).map { [Nanoseconds($0)] } ?? []
    return [
      FaultPattern(
        "the field reads the clipboard late", rank: isPasting ? 3 : 0,
        (reads + [.milliseconds(200), .seconds(2)]).map {
          answer("deliver/*?reads", .reads($0))
        }),
      FaultPattern(
        "the person has copied something before", rank: isPasting ? 2 : 0,
        [
          { theCase in
            theCase.script.insert(ScriptEntry(.time(.zero), .copy("earlier")), at: 0)
            theCase.shiftLines(from: 0)
          }
        ]),
      FaultPattern(
        "the field does not take the text", rank: log.has(.deliveryFailed) ? 2 : 0,
        DeliveryFailure.allCases.map { answer("deliver/*?answer", .delivery(.refused($0))) }),
      FaultPattern(
        "nobody knows whether the text has arrived", rank: log.has(.deliveryFailed) ? 1 : 0,
        [true, false].map { answer("deliver/*?answer", .delivery(.unconfirmed(landed: $0))) }),
      FaultPattern(
        "the focus moves", rank: log.has(.targetChanged) ? 3 : 0,
        [
          { theCase in
            let end = theCase.script.last?.anchor ?? .time(.zero)
            theCase.script.append(ScriptEntry(end, .focus(Target(2))))
          }
        ]),
    ]
  }

  // MARK: Storage and processes

  static func devices(_ log: SoughtLog) -> [FaultPattern] {
    let isFull = log.has(.storageFull)
    let isFailing = log.has(.storageFailed)
    let removes = log.has(.removalQueued, .deleteAsked, .entryRemoved)
    let dies = log.has(.launched, .stateRestored, .fileFound, .orphanAdopted, .sessionReleased)
    return [
      FaultPattern(
        "the removal of a file takes its time", rank: removes && dies ? 4 : removes ? 1 : 0,
        [
          answer("remove/r1/source?answer", .never),
          answer("remove/r1/source?answer", .slow(.seconds(2))),
        ]),
      FaultPattern(
        "the app ends by itself", rank: dies && !log.has(.killed, .endedByPerson) ? 4 : 0,
        deaths(log)),
      FaultPattern(
        "the disk is full", rank: isFull ? 3 : 0,
        [
          answer("append/r1/*?answer", .file(.noSpace(accepted: 0))),
          answer("store/r1.a1/success?answer", .store(.noSpace)),
          answer("store/r1.a1/processing?answer", .store(.noSpace)),
        ]),
      FaultPattern(
        "storage fails", rank: isFailing ? 3 : 0,
        [
          answer("store/r1.a1/processing?answer", .store(.io(told: .no, landed: false))),
          answer("store/r1.a1/success?answer", .store(.io(told: .no, landed: false))),
          answer("promote/r1/partial?answer", .file(.io(told: .no, landed: false))),
          answer("append/r1/*?answer", .file(.io(told: .no, landed: false))),
        ]),
    ]
  }

  /// A process that ends without a line of its own: before what shows that it was not there any
  /// more, and back when the log says so.
  private static func deaths(_ log: SoughtLog) -> [Change] {
    let away = log.time(from: .sessionReleased, to: .launched) ?? 3_000_000_000
    var all: [Change] = []
    for place in [1, 0, 2] {
      for relaunch in [Nanoseconds(away), .seconds(1), nil] {
        all.append { theCase in theCase.kill(afterLine: place, relaunch: relaunch) }
      }
    }
    return all
  }

  // MARK: Legs

  private static func samples(_ milliseconds: Int64) -> Int {
    Int(min(max(milliseconds, 0), 600_000)) * sampleRate / 1_000
  }

  private static func leg(_ name: String, _ plan: LegPlan) -> Change {
    answer("dial/r1/\(name)?answer", .leg(plan))
  }

  /// Dials in vain after a leg, and how long each of them takes: longer than a meeting keeps its
  /// audio, longer than a dictation does, and shorter than either.
  private static let gaps: [(down: Int, wait: Nanoseconds)] = [
    (6, .milliseconds(200)), (5, .seconds(9)), (3, .milliseconds(6_500)), (7, .milliseconds(200)),
    (1, .milliseconds(200)),
    (0, .zero),
  ]

  static func legs(_ log: SoughtLog) -> [FaultPattern] {
    guard log.isLive else { return [] }
    let ends = log.values(of: .legClosed).filter { $0 > 0 } + [8_000]
    // Where in a sentence a connection breaks decides what is lost with it.
    let closed = [ends[0], ends[0] + 230, ends[0] + 2_200]
    let silent =
      (log.time(from: .legOpened, to: .relayLastHeard).map { [$0 / 1_000_000] } ?? []) + [10_000]
    var gaps: [Change] = []
    for end in closed {
      for (down, wait) in Self.gaps {
        gaps.append { theCase in
          let plan = LegPlan(opening: .unreachable, opensAfter: wait)
          for n in 0..<down { leg("leg\(n + 2)", plan)(&theCase) }
          leg("leg1", LegPlan(breaksAt: samples(end)))(&theCase)
          theCase.lengthen(by: down > 2 ? 100_000_000_000 : 20_000_000_000)
        }
        // Over a slow network what was held comes in pieces, and its first words alone.
        gaps.append { [whole = gaps[gaps.count - 1]] theCase in
          whole(&theCase)
          leg("leg\(down + 2)", LegPlan(speed: sampleRate * 2))(&theCase)
        }
      }
    }
    return [
      FaultPattern(
        "the connection is lost for a while",
        rank: log.has(.legClosed, .holdBegan, .heldDropped) ? 4 : 1, gaps),
      FaultPattern(
        "it is a dictation", rank: log.has(.heldDropped, .textInserted) ? 1 : -1,
        [{ theCase in theCase.platform = theCase.platform.offering(.dictation) }]),
      FaultPattern(
        "the relay falls silent", rank: log.has(.relayLastHeard, .relaySilent) ? 4 : 1,
        silent.map { leg("leg1", LegPlan(breaksAt: samples($0), breaking: .goesSilent)) }),
      FaultPattern(
        "the account is not accepted", rank: log.has(.quotaReached) ? 4 : 0,
        [401, 402].map { leg("leg*", LegPlan(opening: .refused($0))) }
          + [leg("leg1", LegPlan(breaksAt: samples(5_000), breaking: .fails(code: 402)))]),
      FaultPattern(
        "no connection is made", rank: log.has(.legRefused, .redialsGivenUp) ? 3 : 0,
        [leg("leg*", LegPlan(opening: .unreachable)), leg("leg*", LegPlan(opening: .refused(503)))]),
      FaultPattern(
        "the last words do not come", rank: log.has(.drainExpired) ? 2 : 0,
        [leg("leg*", LegPlan(manners: .ignoresFinalize))]),
    ]
  }
}

extension Case {
  /// Puts the death of the app behind a line of the script.
  mutating func kill(afterLine line: Int, relaunch: Nanoseconds?) {
    guard !script.isEmpty else { return }
    let place = min(line, script.count)
    let anchor: Anchor =
      switch place == 0 ? .time(.zero) : script[place - 1].anchor {
      case .time(let time): .time(time + (place == 0 ? .zero : .seconds(2)))
      case .after(let name, let wait): .after(name, wait + .seconds(2))
      }
    script.insert(ScriptEntry(anchor, .wait), at: place)
    shiftLines(from: place)
    let name = Identity(.none, number: UInt16(clamping: place + 1)).saying(.person)
    crashes.append(Crash(.after, IdentityPattern(name), relaunch: relaunch))
  }

  /// Names of lines behind one that was put in are one further.
  mutating func shiftLines(from place: Int) {
    for i in crashes.indices where crashes[i].at.value.verb == .person {
      let number = crashes[i].at.value.number
      if Int(number) > place {
        crashes[i].at = IdentityPattern(crashes[i].at.value.numbered(number + 1))
      }
    }
  }

  /// Gives the story more time before it is stopped.
  mutating func lengthen(by time: Int64) {
    guard let last = script.indices.last, case .time(let at) = script[last].anchor else { return }
    script[last].anchor = .time(at + Nanoseconds(time))
    for i in sounds.indices { sounds[i].length = sounds[i].length + Nanoseconds(time) }
  }
}
