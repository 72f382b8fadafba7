import Contract
import Simulation
import Storage

/// Draws numbers from a seed, the same ones everywhere.
struct Dice {
  private var state: UInt64

  init(_ seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 &+ 0x2545_F491_4F6C_DD1D }

  mutating func below(_ bound: Int) -> Int {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return Int(state >> 11) % bound
  }

  mutating func chance(_ percent: Int) -> Bool { below(100) < percent }

  mutating func pick<Value>(_ values: [Value]) -> Value { values[below(values.count)] }
}

/// One call of a store, as a value.
enum StoreCall: Hashable {
  case open, quarantine, inventory, kill
  case write(Row, Expectation)
  case tombstone([Tombstone])
  case purge([RecordingID])
  case create(FileRef)
  case append(FileRef, Span, [AudioRun], accepted: Int)
  case close(FileRef)
  case validate(FileRef)
  case sync(FileRef)
  case promote(FileRef)
  case remove(FileRef)
  case export(FileRef, FileRef, from: Int, count: Int)
  case vanish(FileRef)
  case runs(FileRef)
  case samples(FileRef)
  case rows, files
}

/// What a call came to.
struct StoreAnswer: Hashable {
  var outcome: Outcome?
  var deeds: [Deed] = []
  var runs: [AudioRun]?
  var count = 0
  var rows: [Row] = []
  var files: [FileRef] = []
}

extension WorldStore {
  func perform(
    _ call: StoreCall, as request: Identity = Identity(.store), at now: Nanoseconds = .zero
  ) -> StoreAnswer {
    begin(request, at: now)
    var answer = StoreAnswer()
    var deeds: [Deed] = []
    switch call {
    case .open: answer.outcome = open(&deeds)
    case .quarantine: answer.outcome = quarantine(&deeds)
    case .inventory: answer.outcome = readInventory(handoffs: [])
    case .kill: kill()
    case .write(let row, let expecting): answer.outcome = write(row, expecting: expecting, &deeds)
    case .tombstone(let all): answer.outcome = tombstone(all, &deeds)
    case .purge(let all): answer.outcome = purge(all, &deeds)
    case .create(let file): answer.outcome = create(file, &deeds)
    case .append(let file, let span, let runs, let accepted):
      answer.outcome = append(file, span, runs: runs, accepted: accepted, &deeds)
    case .close(let file): answer.outcome = close(file, &deeds)
    case .validate(let file): answer.outcome = validate(file)
    case .sync(let file): answer.outcome = sync(file, &deeds)
    case .promote(let file): answer.outcome = promote(file, &deeds)
    case .remove(let file): answer.outcome = remove(file, &deeds)
    case .export(let source, let leaf, let from, let count):
      answer.outcome = exportLeaf(source: source, leaf: leaf, from: from, count: count, &deeds)
    case .vanish(let file): vanish(file)
    case .runs(let file): answer.runs = runs(of: file)
    case .samples(let file): answer.count = samples(of: file)
    case .rows: answer.rows = rows()
    case .files: answer.files = files()
    }
    answer.deeds = deeds
    return answer
  }
}

/// Makes plants and calls that reach the corners of a store: few recordings, so that they meet.
struct StoreScript {
  var dice: Dice
  /// Samples captured so far of each recording.
  private var captured = [Int](repeating: 0, count: 4)

  init(_ seed: UInt64) { dice = Dice(seed) }

  mutating func recording() -> RecordingID { RecordingID(UInt16(1 + dice.below(3))) }

  mutating func file() -> FileRef {
    FileRef(
      recording(),
      dice.pick([.partial, .partial, .partial, .source, .source, .leaf(0), .leaf(UInt16.max)]))
  }

  mutating func text() -> String? {
    dice.pick([nil, "", "w000 w001", "Grüße\u{0}\u{1F399}", String(repeating: "w123 ", count: 900)])
  }

  mutating func row() -> Row {
    let recording = recording()
    return Row(
      recording: recording, attempt: UInt16(dice.below(3)), generation: UInt16(dice.below(2)),
      state: dice.pick(RowState.allCases), reason: dice.pick(Reason.allCases),
      integrity: dice.pick(SourceIntegrity.allCases), samples: dice.below(100_000),
      checkpoint: text().map { [l = dice.below(9), t = dice.below(90_000)] in
        Checkpoint(text: $0, leaves: UInt16(l), through: t)
      },
      raw: text(), final: text(), delivery: dice.pick(DeliveryStanding.allCases),
      usage: dice.pick(UsageStanding.allCases), settings: settings())
  }

  mutating func settings() -> Settings {
    let recognizer: Recognizer =
      dice.chance(50)
      ? .cloud(dice.pick(Provider.allCases)) : .local(slot: UInt8(dice.below(256)))
    return Settings(
      recognizer: recognizer, model: UInt8(dice.below(256)), language: UInt8(dice.below(256)),
      vocabulary: UInt8(dice.below(256)), cleanup: dice.pick(Cleanup.allCases))
  }

  mutating func tombstone() -> Tombstone {
    Tombstone(recording(), generation: UInt16(dice.below(2)))
  }

  /// The audio of a span, now and then with silence in it.
  mutating func runs(_ span: Span) -> [AudioRun] {
    guard dice.chance(15), span.count > 40 else {
      return [.clip(span.clip, from: span.from, count: span.count)]
    }
    let cut = 20 + dice.below(span.count - 39)
    return dice.chance(50)
      ? [.clip(span.clip, from: span.from, count: cut), .zeros(span.count - cut)]
      : [.zeros(cut), .clip(span.clip, from: span.from + cut, count: span.count - cut)]
  }

  mutating func plants() -> [(Plant, [AudioRun])] {
    var plants: [(Plant, [AudioRun])] = []
    for _ in 0..<dice.below(5) {
      switch dice.below(8) {
      case 0, 1: plants.append((.row(row()), []))
      case 2: plants.append((.damagedRow(recording()), []))
      case 3: plants.append((.tombstone(tombstone()), []))
      case 4, 5:
        let file = file()
        let samples = dice.pick([0, 5, 15_999, 16_000, 40_001])
        let span = Span(clip: file.recording.rawValue, from: 0, count: samples)
        plants.append(
          (.file(file, samples: samples, isClosed: dice.chance(50)), runs(span)))
      case 6: plants.append((.brokenFile(file()), []))
      default: plants.append((dice.chance(50) ? .corruptStore : .foreignFile, []))
      }
    }
    return plants
  }

  mutating func call() -> StoreCall {
    switch dice.below(26) {
    case 0: return dice.chance(50) ? .open : .kill
    case 1: return dice.chance(10) ? .quarantine : .open
    case 2: return .inventory
    case 3, 4, 5, 6: return write()
    case 7: return .tombstone((0..<dice.below(3)).map { _ in tombstone() })
    case 8: return .purge((0..<dice.below(3)).map { _ in recording() })
    case 9, 10: return .create(FileRef(recording(), .partial))
    case 11, 12, 13, 14: return append()
    case 15, 16: return .close(file())
    case 17: return .validate(file())
    case 18: return .sync(file())
    case 19: return .promote(file())
    case 20: return dice.chance(50) ? .remove(file()) : .vanish(file())
    case 21: return export()
    case 22: return .runs(file())
    case 23: return .samples(file())
    case 24: return .rows
    default: return .files
    }
  }

  private mutating func write() -> StoreCall {
    let expected: Expectation =
      dice.chance(40)
      ? .nothing
      : .row(
        dice.pick([.notTerminal, .terminal, RowStates(rawValue: 63)]),
        attempt: UInt16(dice.below(3)))
    return .write(row(), expected)
  }

  private mutating func append() -> StoreCall {
    let file = dice.chance(90) ? FileRef(recording(), .partial) : file()
    let n = Int(file.recording.rawValue)
    let count = dice.pick([0, 1, 7_000, 8_000, 8_000, 8_000, 16_000])
    let span = Span(clip: UInt16(n), from: captured[n], count: count)
    captured[n] += count
    let accepted = dice.chance(90) ? Int.max : dice.pick([-3, 0, dice.below(9_000)])
    return .append(file, span, runs(span), accepted: accepted)
  }

  private mutating func export() -> StoreCall {
    let source = file()
    return .export(
      source, FileRef(source.recording, .leaf(UInt16(dice.below(2)))),
      from: dice.pick([-1, 0, 0, 3, 8_000]), count: dice.pick([0, 1, 8_000, 20_000]))
  }
}
