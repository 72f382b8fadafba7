import Contract
import Simulation
import SimulatedDisk
import Storage
import Testing

/// What an app asks of its store in one dictation, and what must be true of the answers.
struct Dictation {
  static let r1 = RecordingID(1)
  static let r2 = RecordingID(2)
  static let partial = FileRef(r1, .partial)
  static let source = FileRef(r1, .source)
  static let leaf = FileRef(r1, .leaf(0))

  static func row(_ recording: RecordingID, _ state: RowState, final: String? = nil) -> Row {
    Row(
      recording: recording, attempt: 1, generation: 0, state: state, samples: 18_500,
      checkpoint: final.map { Checkpoint(text: $0, leaves: 1, through: 9) }, final: final,
      settings: Settings())
  }

  static func append(_ from: Int, _ count: Int) -> StoreCall {
    .append(
      partial, Span(clip: 1, from: from, count: count),
      [.clip(1, from: from, count: count)], accepted: .max)
  }

  /// The whole of it: every request once, the header brought up to date once on the way.
  static let calls: [StoreCall] = [
    .open, .inventory, .write(row(r1, .capturing), .nothing), .create(partial),
    append(0, 6_000), append(6_000, 6_000), append(12_000, 6_000), append(18_000, 500),
    .close(partial), .validate(partial), .sync(partial), .promote(partial),
    .write(row(r1, .processing), .row(RowStates(.capturing), attempt: 1)),
    .export(source, leaf, from: 100, count: 9_000), .remove(leaf),
    .write(
      row(r1, .success, final: String(repeating: "w000 ", count: 1_200)),
      .row(RowStates(.processing), attempt: 1)),
    .tombstone([Tombstone(r2, generation: 0)]), .purge([r2]), .remove(FileRef(r2, .source)),
  ]

  /// The name of the n-th request.
  static func request(_ n: Int) -> Identity { Identity(.store, recording: 1, number: UInt16(n)) }

  /// The name of what follows after the end of the script, which no fault is planned for.
  static let afterwards = Identity(.inventory)

  static func plant(_ store: any WorldStore) {
    store.plant(.row(row(r2, .failed)), runs: [])
    store.plant(
      .file(FileRef(r2, .source), samples: 900, isClosed: true),
      runs: [.clip(2, from: 0, count: 900)])
  }
}

/// What is true of a device, by the deeds that were told and nothing else.
struct DeedLedger {
  var rows: [RecordingID: Row]
  var tombstones: Set<Tombstone> = []
  /// Samples of each file; nil where no deed tells.
  var files: [FileRef: Int?]

  init() {
    rows = [Dictation.r2: Dictation.row(Dictation.r2, .failed)]
    files = [FileRef(Dictation.r2, .source): 900]
  }

  mutating func take(_ deeds: [Deed]) {
    for deed in deeds {
      switch deed {
      case .rowWritten(let before, let after):
        #expect(rows[after.recording] == before)
        rows[after.recording] = after
      case .tombstoned(let all): tombstones.formUnion(all)
      case .purged(let all): for r in all { rows[r] = nil }
      case .created(let file):
        files[file] = file == Dictation.leaf ? Int?.none : Int?.some(0)
      case .appended(let file, let span): files[file] = (files[file] ?? 0).map { $0 + span.count }
      case .renamed(let from, let to, let samples):
        files[from] = nil
        files[to] = samples
      case .removed(let file): files[file] = nil
      case .microphone, .refused, .storeOpened, .quarantined, .closed, .fileDurable, .heard,
        .meant, .askedCleanup, .landed, .clipboard, .usageCounted, .posted, .survived, .leg:
        break
      }
    }
  }

  /// What a launch finds that the deeds did not tell, in words; nil if nothing.
  func contradiction(_ found: Inventory, renameMayBeUntold: Bool, mayLose: Bool) -> String? {
    let expected = rows.values.sorted { $0.recording < $1.recording }
    if found.rows != expected { return "rows \(found.rows), told \(expected)" }
    if Set(found.tombstones) != tombstones { return "tombstones \(found.tombstones)" }
    var told = files
    if renameMayBeUntold, let samples = told[Dictation.partial],
      found.files.contains(where: { $0.file == Dictation.source })
    {
      told[Dictation.partial] = nil
      told[Dictation.source] = samples
    }
    for file in found.files {
      guard let ref = file.file, let samples = told.removeValue(forKey: ref) else {
        return "untold file \(String(describing: file.file))"
      }
      // A file whose header never landed holds no audio for anybody.
      if let samples, samples != file.lenient?.samples ?? 0 {
        return "\(ref): \(String(describing: file.lenient)), told \(samples)"
      }
    }
    return told.isEmpty || mayLose ? nil : "missing \(told.keys)"
  }
}
