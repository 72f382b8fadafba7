import Contract
import Simulation

/// Writes what a person does and what becomes of the device, by time.
struct ScriptWriter {
  private let chance: Chance
  private let world: Case
  private let regime: Regime
  private let planted: Int
  private var entries: [(at: Int64, action: Action)] = []
  /// The recordings that there can be, planted ones first.
  private var recordings = 0
  /// When the last recording is over.
  private var over = Nanoseconds.zero
  /// How long the first recording is, in milliseconds, where its world asks for that.
  var lengthOfFirst: ClosedRange<Int>?

  init(_ chance: Chance, world: Case, regime: Regime, planted: Int) {
    self.chance = chance
    self.world = world
    self.regime = regime
    self.planted = planted
  }

  /// Counts the recordings of a world whose script is written already.
  mutating func countRecordings() {
    for entry in world.script {
      if case .command(.start(let id), _) = entry.action {
        recordings = max(recordings, Int(id.rawValue))
      }
    }
    recordings = max(recordings, planted, 1)
  }

  /// The script, in the order of its times.
  var script: [ScriptEntry] {
    // Sorting keeps entries of one time in the order in which they were written.
    entries.enumerated()
      .sorted { ($0.element.at, $0.offset) < ($1.element.at, $1.offset) }
      .map { ScriptEntry(.time(Nanoseconds($0.element.at)), $0.element.action) }
  }

  /// Writes all of it; the first recording goes by a name that was found, where that is asked for
  /// or drawn.
  mutating func write(_ namesake: Namesake? = nil) {
    let counts = regime == .pieces ? [1, 1, 1, 1, 2, 2] : [1, 2, 2, 2, 2, 3]
    let count = counts[chance.below(counts.count, .recordings)]
    recordings = planted + count
    var at = chance.time(0...1_500, .gap)
    let comesAgain =
      namesake != nil || planted > 0 && chance.percent(regime.namesakes, .namesake)
    for n in 1...count {
      var name = planted + n
      if comesAgain, n == 1 {
        name = chance.number(1...planted, .namesake, 1)
        at = namesakeStart(namesake) ?? at
      }
      at = record(RecordingID(UInt16(name)), n, from: at)
      at = at + chance.time(-900...4_000, .gap, n)
      if at < .zero { at = .zero }
    }
    for (n, spice) in Spice.scripted.enumerated() {
      // What the world is not about is mostly left out.
      let isApt = regime == .mixed || regime.sudden.contains(spice)
      guard isApt || chance.percent(30, .eventLevel, 100 + n) else { continue }
      let times =
        switch chance.level(.eventLevel, n) {
        case .off: 0
        case .rare: chance.below(3, .eventCount, n) == 0 ? 1 : 0
        case .common: chance.number(0...2, .eventCount, n)
        }
      for k in 0..<times { write(spice, n * 16 + k) }
    }
    tryAgain()
    comeBack()
  }

  /// When a recording that goes by a name that was found is started; nil for when it would be
  /// anyway.
  private func namesakeStart(_ namesake: Namesake?) -> Nanoseconds? {
    switch namesake?.time ?? (chance.percent(60, .namesake, 2) ? .beside : .after) {
    case .before: chance.time(0...2, .namesake, 3)
    case .beside: chance.time(0...8, .namesake, 3)
    case .after: nil
    }
  }

  /// The person tries each recording again, soon or some time after it was recorded: it may have
  /// failed.
  private mutating func tryAgain() {
    for n in 1...recordings
    where chance.percent(regime.patience, .patience, n) {
      let after = chance.percent(50, .patience, 100 + n) ? 300...6_000 : 6_000...60_000
      let retry = Action.command(.retry(RecordingID(UInt16(n))), nil)
      add(over + chance.time(after, .patience, 200 + n), retry)
    }
  }

  /// What is said about another use of the microphone.
  mutating func write(_ call: Call) {
    if let began = call.began {
      add(began, .news(.interruption(began: true, mayResume: false), .app))
    }
    if let ended = call.ended {
      add(ended, .news(.interruption(began: false, mayResume: call.mayResume), .app))
    }
  }

  /// Somebody sets the clock.
  mutating func setClock(_ at: Nanoseconds, by step: Nanoseconds) { add(at, .wallStep(step)) }

  private mutating func add(_ at: Nanoseconds, _ action: Action) {
    entries.append((max(at.count, 0), action))
  }

  /// Starts a recording, and mostly ends it; returns when.
  private mutating func record(
    _ recording: RecordingID, _ n: Int, from start: Nanoseconds
  ) -> Nanoseconds {
    add(start, .command(.start(recording), nil))
    let length = length(n)
    let end = start + length
    over = max(over, end)
    switch chance.below(100, .ends, n) {
    case ..<70: add(end, .command(.stop(nil), nil))
    case ..<84: add(end, .command(.stop(recording), nil))
    case ..<92: add(end, .command(.cancel(recording), nil))
    // Nobody stops it: the limit does.
    default: over = max(over, start + world.platform.limits.capture)
    }
    return end
  }

  private func length(_ n: Int) -> Nanoseconds {
    if n == 1, let lengthOfFirst { return chance.time(lengthOfFirst, .length, 600) }
    // Long enough for a gap that no hold bridges.
    if world.platform.live != .none, chance.percent(25, .length, 400 + n) {
      return chance.time(22_000...40_000, .length, 500 + n)
    }
    return switch regime {
    case .mixed, .capture:
      switch chance.below(100, .length, n) {
      case ..<4: chance.time(10...900, .length, 100 + n)
      case ..<80: chance.time(1_500...6_500, .length, 100 + n)
      default: chance.time(6_000...18_000, .length, 100 + n)
      }
    // Enough for several parts.
    case .pieces: chance.time(3_500...9_500, .length, 100 + n)
    case .wire, .store, .delivery, .relaunch, .person:
      chance.time(chance.percent(2, .length, n) ? 10...900 : 1_500...4_500, .length, 100 + n)
    }
  }

  /// A moment of the case: while it records, or while it works on what was recorded.
  private func moment(_ n: Int) -> Nanoseconds {
    let isEarly = chance.percent(45, .eventTime, n)
    let after = chance.percent(70, .eventTime, 4_000 + n) ? 4_000 : 60_000
    let length = Int(over.count / 1_000_000)
    return isEarly
      ? chance.time(0...max(length, 1), .eventTime, 1_000 + n)
      : over + chance.time(0...after, .eventTime, 2_000 + n)
  }

  private func recording(_ n: Int) -> RecordingID {
    RecordingID(UInt16(chance.number(1...recordings, .eventTarget, n)))
  }

  private func process(_ n: Int) -> ProcessRole {
    world.platform.hasKeyboard && chance.percent(30, .eventTarget, 500 + n) ? .keyboard : .app
  }

  private mutating func write(_ spice: Spice, _ n: Int) {
    let at = moment(n)
    switch spice {
    case .retryTwice:
      let recording = recording(n)
      add(at, .command(.retry(recording), nil))
      add(at + chance.time(0...1_500, .eventPair, n), .command(.retry(recording), nil))
    case .interruption:
      let mayResume = chance.percent(50, .eventDetail, n)
      add(at, .news(.interruption(began: true, mayResume: false), process(n)))
      guard chance.percent(75, .eventPair, n) else { return }
      let later = at + chance.time(100...5_000, .eventPair, 500 + n)
      add(later, .news(.interruption(began: false, mayResume: mayResume), process(n)))
    case .locked:
      add(at, .news(.deviceLocked(true), .app))
      add(at + chance.time(200...9_000, .eventPair, n), .news(.deviceLocked(false), .app))
    case .background:
      let left = chance.percent(50, .eventDetail, n) ? Nanoseconds.seconds(30) : nil
      add(at, .news(.background(expiresIn: left), .app))
      add(at + chance.time(200...9_000, .eventPair, n), .news(.foreground, .app))
    case .stop, .cancel, .retry, .delete, .clear, .change, .copy, .redeliver, .focus, .field,
      .copiedElsewhere, .suspend, .wallStep, .launch, .route, .mediaReset, .lowSpace, .thermal,
      .start, .moment, .crashApp, .crashKeyboard, .crashTwice, .permanent, .held, .planted,
      .comeback:
      if let action = action(spice, n) { add(at, action) }
    }
  }

  /// One action of a class; nil for a class that no single action makes up.
  ///
  /// - Parameter about: the recording that it is about, where it is about one; 0 draws one.
  func action(_ spice: Spice, _ n: Int, about: UInt16 = 0) -> Action? {
    let detail = chance.below(1_000, .eventDetail, n)
    let recording = { (n: Int) in about > 0 ? RecordingID(about) : self.recording(n) }
    switch spice {
    case .stop: return .command(.stop(detail % 2 == 0 ? nil : recording(n)), nil)
    case .cancel: return .command(.cancel(recording(n)), nil)
    case .retry, .retryTwice: return .command(.retry(recording(n)), nil)
    case .delete: return .command(.delete(recording(n)), nil)
    case .clear: return .command(.clear, nil)
    case .change: return .command(.change(Worlds.settings(chance, .eventDetail, 500 + n)), nil)
    case .copy: return .command(.copy(recording(n)), nil)
    case .redeliver:
      return .command(.redeliver(recording(n), Target(UInt16(1 + detail % 2))), nil)
    case .focus: return .focus(detail % 4 == 0 ? nil : Target(UInt16(1 + detail % 3)))
    case .field: return .field(Target(1), Field.allCases[detail % Field.allCases.count])
    case .copiedElsewhere: return .copy("something else \(n)")
    case .suspend:
      return .suspend(process(n), .milliseconds(detail < 600 ? 200 + 10 * detail : 60 * detail))
    case .wallStep: return .wallStep(.seconds((detail - 500) * 20))
    case .launch: return .launch(process(n))
    case .interruption: return .news(.interruption(began: true, mayResume: false), process(n))
    case .route: return .news(.route, process(n))
    case .mediaReset: return .news(.mediaReset, process(n))
    case .lowSpace: return .news(.lowSpace(detail % 3 == 0 ? nil : detail * 1_000), .app)
    case .locked: return .news(.deviceLocked(detail % 2 == 0), .app)
    case .background: return .news(.background(expiresIn: nil), .app)
    case .thermal: return .news(.thermal(critical: detail % 2 == 0), .app)
    case .start, .moment, .crashApp, .crashKeyboard, .crashTwice, .permanent, .held, .planted,
      .comeback:
      return nil
    }
  }

  /// Long after everything, when nothing is unusual any more, the person looks again.
  private mutating func comeBack() {
    guard chance.percent(30, .comeback) else { return }
    let at = over + .minutes(10)
    add(at, .launch(.app))
    let recording = RecordingID(UInt16(chance.number(1...recordings, .comeback, 1)))
    switch chance.below(3, .comeback, 2) {
    case 0: add(at + .seconds(60), .command(.retry(recording), nil))
    case 1: add(at + .seconds(60), .command(.delete(recording), nil))
    default: add(at + .seconds(60), .command(.copy(recording), nil))
    }
  }
}
