internal import Contract
internal import Simulation
internal import SimulatedDisk

// What bad habits do in place of the right thing. Nothing here runs with the habits of the reference.

extension DiskStore {
  // MARK: Sound files

  /// Whether an append goes on: its file is there, or nobody looks.
  func isWritable(_ file: FileRef) -> Bool {
    if habits.has(.believesOpenFile), openFiles.contains(where: { $0.ref == file }) { return true }
    return isThere(file)
  }

  /// Opens a file that is open already, as those do who keep no handle; why it could not be, if so.
  func reopen(_ file: FileRef) -> FileFailure? {
    guard habits.has(.reopensToAppend) else { return nil }
    do throws(DiskError) {
      disk.close(try disk.open(FileName(file), .existing))
      return nil
    } catch {
      return failure(error, file)
    }
  }

  /// An append that came to less than it was asked for, told as one that came to all of it.
  func believeAppend(_ span: Contract.Span, _ i: Int) -> Outcome {
    .appended(samples: span.count, durableThrough: openFiles[i].durable)
  }

  /// Closes a file, and tells what its writer counted.
  func believeClose(
    _ file: FileRef, _ writer: SoundFileWriter, _ deeds: inout [Deed]
  ) -> Outcome {
    let samples = writer.frames
    do throws(SoundFailure) {
      try writer.close()
    } catch {
      // libsndfile says 0 over virtual I/O whatever happened, and nothing else is asked.
      writer.abandon()
    }
    believed.append((file, samples))
    if let facts = WaveFacts(inspecting: FileName(file), on: disk), facts.isFinished {
      deeds.append(.closed(file, samples: facts.frames))
    }
    return .facts(Self.believedFacts(samples))
  }

  /// What was believed of a file when it was closed.
  func believedFacts(of file: FileRef) -> FileFacts? {
    believed.first { $0.file == file }.map { Self.believedFacts($0.samples) }
  }

  private static func believedFacts(_ samples: Int) -> FileFacts {
    FileFacts(
      samples: samples, bytes: SoundFormat.headerBytes + samples * SoundFormat.frameBytes,
      headerSamples: samples, isFinalized: true)
  }

  /// Syncs a sound file, as far as the habits go.
  func syncSound(_ name: FileName) throws(DiskError) {
    guard let kind = habits.soundSync, !habits.has(.noSyncAtEnd) else { return }
    if habits.has(.shortEndUnsynced),
      !habits.syncsEnd(frames: WaveFacts(inspecting: name, on: disk)?.frames ?? 0)
    {
      return
    }
    let handle = try disk.open(name, .existing)
    defer { disk.close(handle) }
    try disk.sync(handle, kind, twice: habits.has(.believesSecondSync))
  }

  /// Moves a file as between two volumes: its bytes, then the old name. Nobody syncs the bytes.
  func copy(_ from: FileName, to target: FileName) throws(DiskError) {
    let source = try disk.open(from, .existing)
    defer { disk.close(source) }
    if disk.exists(target) { try disk.unlink(target) }
    let copy = try disk.open(target, .new)
    defer { disk.close(copy) }
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    var offset = 0
    while true {
      var span = bytes.mutableSpan
      let got = disk.read(source, at: offset, into: &span)
      if let error = got.error { throw error }
      if got.count == 0 { break }
      var done = 0
      while done < got.count {
        let put = disk.write(
          bytes.span.extracting(done..<got.count), to: copy, at: offset + done)
        if let error = put.error { throw error }
        if put.count == 0 { throw .noSpace }
        done += put.count
      }
      offset += got.count
    }
    try disk.unlink(from)
  }

  // MARK: History

  /// Does it once more on the same connection if a sync failed, and believes the second answer.
  func believing(_ body: () -> Outcome) -> Outcome {
    let outcome = body()
    guard habits.has(.believesSecondCommit), case .storeFailed(.io) = outcome,
      case .open = connection
    else { return outcome }
    return body()
  }

  /// Whether the failure to write a row is kept from the app.
  func isBelieved(_ row: Row, _ outcome: Outcome) -> Bool {
    guard habits.has(.believesCheckpoint), row.checkpoint != nil, row.raw == nil,
      row.state.isActive, case .storeFailed(let failure) = outcome
    else { return false }
    switch failure {
    case .noSpace, .io, .busy, .locked, .suspect: return true
    case .conflict, .tombstoned, .corrupt: return false
    }
  }

  /// Goes back to syncing what is written from now on.
  func restoreSync(_ history: HistoryConnection) {
    do throws(SQLiteFailure) {
      try history.synchronize(habits.database.synchronous)
    } catch {
      // A connection that cannot be asked any more writes nothing any more.
    }
  }

  /// Throws away a journal as if it were a leftover.
  func removeHotJournal() {
    for name in [FileName.historyJournal, .historyLog] where (disk.size(of: name) ?? 0) > 0 {
      do throws(DiskError) {
        try disk.unlink(name)
      } catch {
        // Nobody looks.
      }
    }
  }

  /// Takes the files of recordings away that are about to be deleted.
  func removeFiles(of tombstones: [Tombstone], _ deeds: inout [Deed]) {
    for file in files() where tombstones.contains(where: { $0.recording == file.recording }) {
      _ = remove(file, &deeds)
    }
  }
}
