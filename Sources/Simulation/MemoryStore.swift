public import Contract

// A logical disk: what the real libraries would tell, without them.
//
// Row writes are atomic and durable when they have run. A process that dies loses its connection
// and its open containers, and nothing that has run. Bytes that a power cut would take are
// counted (`durable`), so that the deeds tell what is safe.

/// History and files in memory.
public final class MemoryStore: WorldStore {
  private struct File {
    var ref: FileRef
    var runs: [AudioRun]
    var samples: Int
    /// Samples that the header claims.
    var headerSamples: Int
    /// Whether header and sizes were made final.
    var isClosed: Bool
    /// Whether it is a sound file at all.
    var isSound: Bool
    /// Whether a process of this life has it open for writing.
    var hasWriter: Bool
    var durable: Int
  }

  private var isOpen = false
  private var isCorrupt = false
  private var history: [Row] = []
  private var damaged: [RecordingID] = []
  private var tombstones: [Tombstone] = []
  private var disk: [File] = []
  private var foreignFiles = 0

  /// An empty device.
  public init() {}

  // MARK: History

  /// Puts something on the device before the first launch; a second plant of a name replaces it.
  public func plant(_ plant: Plant, runs: [AudioRun]) {
    switch plant {
    case .row(let row):
      damaged.removeAll { $0 == row.recording }
      put(row)
    case .damagedRow(let r): damage(r)
    case .tombstone(let t): bury(t)
    case .file(let ref, let samples, let isClosed):
      replace(
        File(
          ref: ref, runs: runs, samples: samples,
          headerSamples: isClosed ? samples : Self.announced(samples), isClosed: isClosed,
          isSound: true, hasWriter: false, durable: samples))
    case .brokenFile(let ref):
      replace(
        File(
          ref: ref, runs: [.junk(0)], samples: 0, headerSamples: 0, isClosed: false,
          isSound: false, hasWriter: false, durable: 0))
    case .foreignFile: foreignFiles += 1
    case .corruptStore: isCorrupt = true
    case .handoff: break
    }
  }

  /// Opens History; `corrupt` if it was planted so and not set aside since.
  public func open(_ deeds: inout [Deed]) -> Outcome {
    deeds.append(.storeOpened(sound: !isCorrupt))
    guard !isCorrupt else { return .storeFailed(.corrupt) }
    isOpen = true
    return .done
  }

  /// Sets History aside: what follows starts without rows and tombstones, and has to open it anew.
  public func quarantine(_ deeds: inout [Deed]) -> Outcome {
    isCorrupt = false
    isOpen = false
    history = []
    damaged = []
    tombstones = []
    deeds.append(.quarantined)
    return .done
  }

  /// Reads rows, tombstones and all files; files that are not the app's come last, without a name.
  public func readInventory(handoffs: [Handoff]) -> Outcome {
    guard isOpen else { return .storeFailed(.io(.no)) }
    var files = disk.map { file in
      FoundFile(
        file: file.ref, strict: strictFacts(of: file),
        lenient: file.isSound
          ? FileFacts(
            samples: file.samples, bytes: Self.bytes(file.samples),
            headerSamples: file.headerSamples, isFinalized: isFinalized(file))
          : nil)
    }
    for _ in 0..<foreignFiles { files.append(FoundFile(file: nil, strict: nil, lenient: nil)) }
    return .inventory(
      Inventory(
        rows: history, damaged: damaged, tombstones: tombstones, files: files,
        handoffs: handoffs))
  }

  /// Writes a row if it is not buried and what is stored is as expected.
  public func write(
    _ row: Row, expecting: Expectation, _ deeds: inout [Deed]
  ) -> Outcome {
    guard isOpen else { return .storeFailed(.io(.no)) }
    if isBuried(row) { return .storeFailed(.tombstoned) }
    if damaged.contains(row.recording) { return .storeFailed(.conflict(nil)) }
    let current = self.row(row.recording)
    switch expecting {
    case .nothing:
      if current != nil { return .storeFailed(.conflict(current)) }
    case .row(let states, let attempt):
      guard let current, current.attempt == attempt, states.contains(current.state) else {
        return .storeFailed(.conflict(current))
      }
    }
    put(row)
    deeds.append(.rowWritten(before: current, after: row))
    return .done
  }

  /// Records deletions; one that is recorded already stays as it is.
  public func tombstone(_ all: [Tombstone], _ deeds: inout [Deed]) -> Outcome {
    guard isOpen else { return .storeFailed(.io(.no)) }
    for t in all { bury(t) }
    deeds.append(.tombstoned(all))
    return .done
  }

  /// Removes the rows of recordings, sound or damaged.
  public func purge(_ recordings: [RecordingID], _ deeds: inout [Deed]) -> Outcome {
    guard isOpen else { return .storeFailed(.io(.no)) }
    history.removeAll { recordings.contains($0.recording) }
    damaged.removeAll(where: recordings.contains)
    deeds.append(.purged(recordings))
    return .done
  }

  /// The rows in the order of their recordings; none of a History that is corrupt.
  public func rows() -> [Row] { isCorrupt ? [] : history }

  private func damage(_ r: RecordingID) {
    history.removeAll { $0.recording == r }
    guard !damaged.contains(r) else { return }
    damaged.insert(r, at: damaged.firstIndex { $0 > r } ?? damaged.count)
  }

  private func bury(_ t: Tombstone) {
    guard !tombstones.contains(t) else { return }
    let i = tombstones.firstIndex {
      ($0.recording, $0.generation) > (t.recording, t.generation)
    }
    tombstones.insert(t, at: i ?? tombstones.count)
  }

  private func row(_ r: RecordingID) -> Row? { history.first { $0.recording == r } }

  private func isBuried(_ row: Row) -> Bool {
    tombstones.contains { $0.recording == row.recording && $0.generation >= row.generation }
  }

  private func put(_ row: Row) {
    if let i = history.firstIndex(where: { $0.recording >= row.recording }) {
      if history[i].recording == row.recording {
        history[i] = row
      } else {
        history.insert(row, at: i)
      }
    } else {
      history.append(row)
    }
  }

  // MARK: Files

  /// Creates an empty sound file; one that is there already answers `io(no)`.
  public func create(_ file: FileRef, _ deeds: inout [Deed]) -> Outcome {
    guard index(of: file) == nil else { return .fileFailed(.io(.no)) }
    insert(
      File(
        ref: file, runs: [], samples: 0, headerSamples: 0, isClosed: false, isSound: true,
        hasWriter: true, durable: 0))
    deeds.append(.created(file))
    return .done
  }

  /// Appends the first `accepted` samples of the span at most, and announces them in the header with
  /// every second that is full.
  public func append(
    _ file: FileRef, _ span: Span, runs: [AudioRun], accepted: Int, _ deeds: inout [Deed]
  ) -> Outcome {
    guard let i = index(of: file) else { return .fileFailed(.vanished) }
    guard disk[i].hasWriter else { return .fileFailed(.io(.no)) }
    let count = min(span.count, accepted)
    if count > 0 {
      Self.join(&disk[i].runs, runs, first: count)
      disk[i].samples += count
      deeds.append(.appended(file, Span(clip: span.clip, from: span.from, count: count)))
      let announced = Self.announced(disk[i].samples)
      if announced > disk[i].headerSamples {
        disk[i].headerSamples = disk[i].samples
        disk[i].durable = disk[i].samples
        deeds.append(.fileDurable(file, samples: disk[i].samples))
      }
    }
    guard count == span.count else { return .fileFailed(.noSpace(accepted: count)) }
    return .appended(samples: count, durableThrough: disk[i].durable)
  }

  /// Makes the header of a file final, whoever wrote it, and answers with what a strict reader finds.
  public func close(_ file: FileRef, _ deeds: inout [Deed]) -> Outcome {
    guard let i = index(of: file) else { return .fileFailed(.vanished) }
    guard disk[i].isSound else { return .fileFailed(.unreadable) }
    disk[i].headerSamples = disk[i].samples
    disk[i].isClosed = true
    disk[i].hasWriter = false
    deeds.append(.closed(file, samples: disk[i].samples))
    return .facts(strictFacts(of: disk[i]) ?? Self.noFacts)
  }

  /// Reads a file as a strict reader does: as many samples as its header announces.
  public func validate(_ file: FileRef) -> Outcome {
    guard let i = index(of: file) else { return .fileFailed(.vanished) }
    guard let facts = strictFacts(of: disk[i]) else { return .fileFailed(.unreadable) }
    return .facts(facts)
  }

  /// Makes all samples of a file durable; its header stays as it is.
  public func sync(_ file: FileRef, _ deeds: inout [Deed]) -> Outcome {
    guard let i = index(of: file) else { return .fileFailed(.vanished) }
    disk[i].durable = disk[i].samples
    deeds.append(.fileDurable(file, samples: disk[i].samples))
    return .done
  }

  /// Renames a partial to its source, over one that is there; an open writer moves along.
  public func promote(_ file: FileRef, _ deeds: inout [Deed]) -> Outcome {
    guard let i = index(of: file) else { return .fileFailed(.vanished) }
    let target = FileRef(file.recording, .source)
    var moved = disk.remove(at: i)
    moved.ref = target
    if let old = index(of: target) { disk.remove(at: old) }
    insert(moved)
    deeds.append(.renamed(from: file, to: target, samples: moved.samples))
    return .done
  }

  /// Removes a file; one that is not there answers `done` and is no deed.
  public func remove(_ file: FileRef, _ deeds: inout [Deed]) -> Outcome {
    if let i = index(of: file) {
      disk.remove(at: i)
      deeds.append(.removed(file))
    }
    return .done
  }

  /// Cuts `count` samples from sample `from` on out of what a strict reader finds, into a closed leaf
  /// that replaces one of its name.
  public func exportLeaf(
    source: FileRef, leaf: FileRef, from: Int, count: Int, _ deeds: inout [Deed]
  ) -> Outcome {
    guard let i = index(of: source), disk[i].isSound, from >= 0, count > 0,
      count <= disk[i].headerSamples - from
    else { return .exportFailed }
    let runs = Self.slice(disk[i].runs, from: from, count: count)
    if let old = index(of: leaf) { disk.remove(at: old) }
    insert(
      File(
        ref: leaf, runs: runs, samples: count, headerSamples: count, isClosed: true,
        isSound: true, hasWriter: false, durable: 0))
    deeds.append(.created(leaf))
    return .exported(
      LeafFacts(
        samples: count, bytes: Self.bytes(count), bodyBytes: RequestBody.bytes(samples: count)))
  }

  /// Takes a file away behind the app's back; no deed.
  public func vanish(_ file: FileRef) {
    if let i = index(of: file) { disk.remove(at: i) }
  }

  /// What a decoder hears in a file; nil if it is not there or no sound file.
  public func runs(of file: FileRef) -> [AudioRun]? {
    guard let i = index(of: file), disk[i].isSound else { return nil }
    return WordClock.heard(Self.slice(disk[i].runs, from: 0, count: decodable(disk[i])))
  }

  /// How many samples a decoder finds in a file; 0 if it is not there or no sound file.
  public func samples(of file: FileRef) -> Int {
    guard let i = index(of: file), disk[i].isSound else { return 0 }
    return decodable(disk[i])
  }

  /// A decoder believes a header that announces something.
  private func decodable(_ file: File) -> Int {
    file.headerSamples > 0 ? file.headerSamples : file.samples
  }

  /// The files of the app, ordered by recording, partial before source before leaves.
  public func files() -> [FileRef] { disk.map(\.ref) }

  /// A process died: History is closed and no file has a writer any more.
  public func kill() {
    isOpen = false
    for i in disk.indices { disk[i].hasWriter = false }
  }

  private static let noFacts = FileFacts(
    samples: 0, bytes: 0, headerSamples: 0, isFinalized: false)

  private static func bytes(_ samples: Int) -> Int {
    RequestBody.header + samples * RequestBody.bytesPerSample
  }

  /// What the header of a partial claims, in whole seconds, when it was last brought up to date.
  private static func announced(_ samples: Int) -> Int { samples / sampleRate * sampleRate }

  private func isFinalized(_ file: File) -> Bool {
    // The header of a new file announces nothing, not even an end, until it is brought up to date.
    file.isSound && file.headerSamples == file.samples && (file.isClosed || file.samples > 0)
  }

  private func strictFacts(of file: File) -> FileFacts? {
    guard file.isSound else { return nil }
    return FileFacts(
      samples: file.headerSamples, bytes: Self.bytes(file.samples),
      headerSamples: file.headerSamples, isFinalized: isFinalized(file))
  }

  private func index(of file: FileRef) -> Int? { disk.firstIndex { $0.ref == file } }

  private func insert(_ file: File) {
    let i = disk.firstIndex { Self.order($0.ref) > Self.order(file.ref) } ?? disk.count
    disk.insert(file, at: i)
  }

  private func replace(_ file: File) {
    if let old = index(of: file.ref) { disk.remove(at: old) }
    insert(file)
  }

  private static func order(_ f: FileRef) -> UInt64 {
    let kind: UInt64 =
      switch f.kind {
      case .partial: 0
      case .source: 1
      case .leaf(let n): 2 + UInt64(n)
      }
    return UInt64(f.recording.rawValue) << 32 | kind
  }

  /// Appends the first samples of `more`, joining runs that continue each other.
  private static func join(_ runs: inout [AudioRun], _ more: [AudioRun], first count: Int) {
    var left = count
    for run in more where left > 0 {
      let piece = run.prefix(left)
      left -= piece.count
      if let last = runs.last, let joined = last.joined(with: piece) {
        runs[runs.count - 1] = joined
      } else {
        runs.append(piece)
      }
    }
  }

  private static func slice(_ runs: [AudioRun], from: Int, count: Int) -> [AudioRun] {
    var out: [AudioRun] = []
    var at = 0
    for run in runs {
      let lower = max(from, at)
      let upper = min(from + count, at + run.count)
      if lower < upper { out.append(run.slice(lower - at, upper - lower)) }
      at += run.count
    }
    return out
  }
}

extension AudioRun {
  /// Its first samples.
  func prefix(_ n: Int) -> AudioRun { slice(0, min(n, count)) }

  /// Some of its samples.
  func slice(_ offset: Int, _ n: Int) -> AudioRun {
    switch self {
    case .clip(let clip, let from, _): .clip(clip, from: from + offset, count: n)
    case .zeros: .zeros(n)
    case .junk: .junk(n)
    }
  }

  /// One run for two that follow each other; nil where they do not.
  func joined(with next: AudioRun) -> AudioRun? {
    switch (self, next) {
    case (.clip(let a, let from, let n), .clip(let b, let start, let m)):
      a == b && from + n == start ? .clip(a, from: from, count: n + m) : nil
    case (.zeros(let n), .zeros(let m)): .zeros(n + m)
    case (.junk(let n), .junk(let m)): .junk(n + m)
    case (.clip, .zeros), (.clip, .junk), (.zeros, .clip), (.zeros, .junk), (.junk, .clip),
      (.junk, .zeros):
      nil
    }
  }
}
