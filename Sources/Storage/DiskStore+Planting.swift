public import Contract
public import Simulation
internal import SimulatedDisk

extension DiskStore {
  /// Puts something on the device without faults or log. What cannot be planted is counted in
  /// `plantFailures`.
  public func plant(_ plant: Plant, runs: [AudioRun]) {
    do throws(PlantFailure) {
      switch plant {
      case .row(let row): try plantRow { history throws(SQLiteFailure) in try history.put(row) }
      case .damagedRow(let recording):
        try plantRow { history throws(SQLiteFailure) in try history.damage(recording) }
      case .tombstone(let tombstone):
        try plantRow { history throws(SQLiteFailure) in try history.bury(tombstone) }
      case .file(let file, let samples, let isClosed):
        try plantFile(FileName(file), runs, samples, isClosed)
      case .brokenFile(let file): try plantBytes("this is no sound file\n", as: FileName(file))
      case .foreignFile:
        let number = disk.names.count { $0.role == .foreign } + 1
        try plantBytes("this is somebody else's file\n", as: .foreign(UInt32(number)))
      case .corruptStore:
        isCorrupt = true
        let line = "this is no database, whatever it is called\n"
        try plantBytes(String(repeating: line, count: 200), as: .history)
      case .handoff: break
      }
    } catch {
      plantFailures += 1
    }
  }

  private struct PlantFailure: Error {}

  private func plantRow(
    _ body: (HistoryConnection) throws(SQLiteFailure) -> Void
  ) throws(PlantFailure) {
    // What History held before it was spoilt cannot be told any more.
    if isCorrupt { return }
    do throws(SQLiteFailure) {
      let history = try HistoryConnection(mount, settings: habits.database)
      defer { history.close() }
      try body(history)
    } catch {
      throw PlantFailure()
    }
  }

  /// A recording as its writer left it: closed, or dead after the last full second.
  private func plantFile(
    _ name: FileName, _ runs: [AudioRun], _ count: Int, _ isClosed: Bool
  ) throws(PlantFailure) {
    _ = disk.vanish(name)
    samples.removeAll(keepingCapacity: true)
    WordClock.append(runs, first: count, to: &samples)
    // A span must not outlive the property it looks into, so it looks into a local.
    let samples = samples
    let announced = isClosed ? samples.count : Self.announced(samples.count)
    do throws(SoundFailure) {
      let writer = try SoundFileWriter(disk, creating: name)
      defer { writer.abandon() }
      try writer.append(samples.span.extracting(first: announced))
      if isClosed { return try writer.close() }
      if announced > 0 { try writer.makeDurable() }
      try writer.append(samples.span.extracting(droppingFirst: announced))
    } catch {
      throw PlantFailure()
    }
  }

  private func plantBytes(_ text: String, as name: FileName) throws(PlantFailure) {
    _ = disk.vanish(name)
    do throws(DiskError) {
      let handle = try disk.open(name, .new)
      defer { disk.close(handle) }
      let bytes = Array(text.utf8)
      if let error = disk.write(bytes.span, to: handle, at: 0).error { throw error }
    } catch {
      throw PlantFailure()
    }
  }

  /// What the header of a partial announces, in whole seconds, when it is brought up to date.
  static func announced(_ samples: Int) -> Int { samples / sampleRate * sampleRate }
}

extension FileName {
  /// The name of a file of the app.
  init(_ file: FileRef) {
    let recording = UInt32(file.recording.rawValue)
    self =
      switch file.kind {
      case .partial: .partial(recording)
      case .source: .source(recording)
      case .leaf(let index): .leaf(recording, index: index)
      }
  }

  /// The file of the app that has this name; nil if it is no recording of the app's.
  var file: FileRef? {
    guard let recording = UInt16(exactly: owner) else { return nil }
    switch role {
    case .partial: return FileRef(RecordingID(recording), .partial)
    case .source: return FileRef(RecordingID(recording), .source)
    case .leaf: return UInt16(exactly: part).map { FileRef(RecordingID(recording), .leaf($0)) }
    case .db, .journal, .wal, .slot, .temporary, .foreign: return nil
    }
  }
}
