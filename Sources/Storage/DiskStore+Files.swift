public import Contract
internal import Simulation
internal import SimulatedDisk

extension DiskStore {
  /// Creates a sound file with a durable name. A file that was there before answers `io(no)`.
  public func create(_ file: FileRef, _ deeds: inout [Deed]) -> Outcome {
    let name = FileName(file)
    let existed = disk.exists(name)
    do throws(SoundFailure) {
      let writer = try SoundFileWriter(disk, creating: name, habits: habits)
      forget(file)
      openFiles.append(OpenFile(ref: file, writer: writer))
    } catch {
      if !existed, disk.exists(name) { deeds.append(.created(file)) }
      return .fileFailed(failure(error, file))
    }
    deeds.append(.created(file))
    return .done
  }

  /// Appends the first `accepted` samples of the span at most, and brings header and audio on the
  /// device with every second that is full. The deeds tell what landed even if the call then fails.
  public func append(
    _ file: FileRef, _ span: Contract.Span, runs: [AudioRun], accepted: Int,
    _ deeds: inout [Deed]
  ) -> Outcome {
    guard isWritable(file) else { return .fileFailed(.vanished) }
    if suspectFiles.contains(file) { return .fileFailed(.suspect) }
    if let refused = reopen(file) { return .fileFailed(refused) }
    guard let i = openFiles.firstIndex(where: { $0.ref == file }) else {
      return .fileFailed(.io(.no))
    }
    let writer = openFiles[i].writer
    let count = min(span.count, accepted)
    if count > 0 {
      samples.removeAll(keepingCapacity: true)
      WordClock.append(runs, first: count, to: &samples)
      // A span must not outlive the property it looks into, so it looks into a local.
      let samples = samples
      let before = writer.frames
      var broken: SoundFailure?
      do throws(SoundFailure) {
        try writer.append(samples.span)
      } catch {
        broken = error
      }
      // Somebody may have taken the file away meanwhile; what was written then reaches nobody.
      guard isWritable(file) else { return .fileFailed(.vanished) }
      let landed = writer.frames - before
      if landed > 0, disk.exists(FileName(file)) {
        deeds.append(.appended(file, Span(clip: span.clip, from: span.from, count: landed)))
      }
      if broken != nil, habits.has(.believesAppend) { return believeAppend(span, i) }
      if let broken {
        let failed = failure(broken, file, accepted: landed)
        return .fileFailed(landed > 0 ? Self.owning(failed) : failed)
      }
      if let failed = announce(i, accepted: count, &deeds) {
        return .fileFailed(Self.owning(failed))
      }
    }
    if count < span.count, habits.has(.believesAppend) { return believeAppend(span, i) }
    guard count == span.count else { return .fileFailed(.noSpace(accepted: count)) }
    return .appended(samples: count, durableThrough: openFiles[i].durable)
  }

  /// A failure of a call that wrote something all the same: the header may be refused and the audio
  /// behind it land. Then nobody may be told that nothing happened.
  private static func owning(_ failure: FileFailure) -> FileFailure {
    switch failure {
    case .io(.no), .locked: .io(.unknown)
    case .io(.yes), .io(.unknown), .noSpace, .vanished, .unreadable, .suspect: failure
    }
  }

  /// Brings the header of a partial up to date when another second is full.
  private func announce(_ i: Int, accepted: Int, _ deeds: inout [Deed]) -> FileFailure? {
    let file = openFiles[i].ref
    let writer = openFiles[i].writer
    guard Self.announced(writer.frames) > openFiles[i].announced else { return nil }
    do throws(SoundFailure) {
      try writer.makeDurable()
    } catch {
      return failure(error, file, accepted: accepted)
    }
    guard isWritable(file) else { return .vanished }
    openFiles[i].announced = writer.frames
    openFiles[i].durable = writer.frames
    guard disk.exists(FileName(file)) else { return nil }
    deeds.append(.fileDurable(file, samples: writer.frames))
    return nil
  }

  /// Ends a file: its writer closes it, or, where the writer died, its header is repaired from its
  /// length. Answers with what a strict reader then finds.
  public func close(_ file: FileRef, _ deeds: inout [Deed]) -> Outcome {
    guard isThere(file) else { return .fileFailed(.vanished) }
    if suspectFiles.contains(file) { return .fileFailed(.suspect) }
    if let i = openFiles.firstIndex(where: { $0.ref == file }) {
      let writer = openFiles.remove(at: i).writer
      if habits.has(.believesClose) { return believeClose(file, writer, &deeds) }
      // A writer that failed can do no more; its file is ended by its length.
      if writer.failure == nil {
        do throws(SoundFailure) {
          try writer.close()
        } catch {
          return .fileFailed(failure(error, file))
        }
      } else {
        writer.abandon()
      }
    }
    do throws(DiskError) {
      guard let facts = try WaveRepair.finish(FileName(file), on: disk, habits: habits) else {
        return .fileFailed(.unreadable)
      }
      if facts.isFinished { deeds.append(.closed(file, samples: facts.frames)) }
      return .facts(facts.strict)
    } catch {
      return .fileFailed(failure(error, file))
    }
  }

  /// Reads the header as a strict reader does; a file that is no recording answers `unreadable`.
  public func validate(_ file: FileRef) -> Outcome {
    guard isThere(file) else { return .fileFailed(.vanished) }
    if let facts = believedFacts(of: file) { return .facts(facts) }
    do throws(DiskError) {
      let facts = try WaveFacts(opening: FileName(file), on: disk)
      return facts.isRecording ? .facts(facts.strict) : .fileFailed(.unreadable)
    } catch {
      return .fileFailed(failure(error, file, isReading: true))
    }
  }

  /// Syncs a file. After a sync that failed the file is suspect: nothing is believed of it any more.
  public func sync(_ file: FileRef, _ deeds: inout [Deed]) -> Outcome {
    guard isThere(file) else { return .fileFailed(.vanished) }
    if suspectFiles.contains(file) { return .fileFailed(.suspect) }
    let name = FileName(file)
    do throws(DiskError) {
      try syncSound(name)
    } catch {
      suspectFiles.append(file)
      return .fileFailed(failure(error, file))
    }
    let frames = WaveFacts(inspecting: name, on: disk)?.frames ?? 0
    if let i = openFiles.firstIndex(where: { $0.ref == file }) { openFiles[i].durable = frames }
    deeds.append(.fileDurable(file, samples: frames))
    return .done
  }

  /// Renames a partial to its source and syncs the directory; an open writer moves along.
  public func promote(_ file: FileRef, _ deeds: inout [Deed]) -> Outcome {
    guard isThere(file) else { return .fileFailed(.vanished) }
    let target = FileRef(file.recording, .source)
    do throws(DiskError) {
      if habits.has(.promotesByCopy) {
        try copy(FileName(file), to: FileName(target))
      } else {
        try disk.rename(FileName(file), to: FileName(target))
      }
      moved(file, to: target)
      if !habits.has(.promotedNameUnsynced) { try disk.syncDirectory(owing: FileName(target)) }
    } catch {
      if file != target, !disk.exists(FileName(file)), disk.exists(FileName(target)) {
        moved(file, to: target)
        let frames = WaveFacts(inspecting: FileName(target), on: disk)?.frames ?? 0
        deeds.append(.renamed(from: file, to: target, samples: frames))
      }
      return .fileFailed(failure(error, file))
    }
    let frames = WaveFacts(inspecting: FileName(target), on: disk)?.frames ?? 0
    deeds.append(.renamed(from: file, to: target, samples: frames))
    return .done
  }

  /// An open file keeps its writer under another name.
  private func moved(_ file: FileRef, to target: FileRef) {
    guard file != target else { return }
    forget(target)
    for i in openFiles.indices where openFiles[i].ref == file { openFiles[i].ref = target }
    for i in suspectFiles.indices where suspectFiles[i] == file { suspectFiles[i] = target }
    for i in believed.indices where believed[i].file == file { believed[i].file = target }
  }

  /// Unlinks a file and syncs the directory; one that is not there answers `done`.
  public func remove(_ file: FileRef, _ deeds: inout [Deed]) -> Outcome {
    let name = FileName(file)
    guard isThere(file) else { return .done }
    do throws(DiskError) {
      try disk.unlink(name)
      if !habits.has(.removedNameUnsynced) { try disk.syncDirectory(owing: name) }
    } catch {
      if !isThere(file) { deeds.append(.removed(file)) }
      return error == .notFound ? .done : .fileFailed(failure(error, file))
    }
    forget(file)
    deeds.append(.removed(file))
    return .done
  }

  /// Cuts `count` samples from sample `from` on out of what a strict reader finds in the source. Any
  /// error on either side answers `exportFailed`; a leaf that was begun stays and is in the deeds.
  public func exportLeaf(
    source: FileRef, leaf: FileRef, from: Int, count: Int, _ deeds: inout [Deed]
  ) -> Outcome {
    guard isThere(source), from >= 0, count > 0 else { return .exportFailed }
    do throws(SoundFailure) {
      // libsndfile makes up for a header that announces nothing; whoever cuts must not.
      guard case .facts(let facts) = validate(source), count <= facts.samples - from else {
        return .exportFailed
      }
      let reader = try SoundFileReader(disk, opening: FileName(source))
      defer { reader.close() }
      if habits.has(.believesShortRead) { reader.believeShortReads() }
      try discard(leaf)
      defer { if disk.exists(FileName(leaf)) { deeds.append(.created(leaf)) } }
      let copied = try SoundExport.copy(
        reader, from: from, count: count, to: FileName(leaf), on: disk, habits: habits)
      // A vain read is an error of the stream already; this is for a reader that finds fewer samples
      // than the validation did.
      guard copied == count || habits.has(.believesShortRead) else { return .exportFailed }
    } catch {
      guard habits.has(.believesExport) else { return .exportFailed }
    }
    return .exported(
      LeafFacts(
        samples: count, bytes: disk.size(of: FileName(leaf)) ?? 0,
        bodyBytes: RequestBody.bytes(samples: count)))
  }

  /// Makes room for a new leaf of a name.
  private func discard(_ leaf: FileRef) throws(SoundFailure) {
    guard isThere(leaf) else { return }
    do throws(DiskError) {
      try disk.unlink(FileName(leaf))
    } catch {
      throw SoundFailure(phase: .open, error: error, offset: 0)
    }
    forget(leaf)
  }

  /// Takes a file away as another program would: no operation, no fault, no log.
  public func vanish(_ file: FileRef) {
    _ = disk.vanish(FileName(file))
    if !habits.has(.believesOpenFile) { forget(file) }
  }

  // MARK: Failures

  /// Whether the file has its name still; one that lost it is nobody's any more.
  func isThere(_ file: FileRef) -> Bool {
    if disk.exists(FileName(file)) { return true }
    forget(file)
    return false
  }

  func forget(_ file: FileRef) {
    if let i = openFiles.firstIndex(where: { $0.ref == file }) {
      openFiles.remove(at: i).writer.abandon()
    }
    suspectFiles.removeAll { $0 == file }
    believed.removeAll { $0.file == file }
  }

  /// What an app can tell of a sound file that went wrong. After a failed sync it trusts it no more.
  private func failure(
    _ failure: SoundFailure, _ file: FileRef, accepted: Int = 0
  ) -> FileFailure {
    guard let error = failure.error else { return .unreadable }
    switch error {
    // A disk that puts allocation off may find out in a sync that it is full.
    case .inputOutput, .noSpace:
      if failure.phase == .sync, !suspectFiles.contains(file) { suspectFiles.append(file) }
    case .notFound, .exists, .stalled, .dead, .outOfRange, .locked, .busy, .readOnly, .nameTooLong:
      break
    }
    return self.failure(error, file, accepted: accepted)
  }

  func failure(
    _ error: DiskError, _ file: FileRef, accepted: Int = 0, isReading: Bool = false
  ) -> FileFailure {
    switch error {
    case .noSpace: .noSpace(accepted: accepted)
    case .inputOutput, .stalled, .dead: .io(isReading ? .no : .unknown)
    case .notFound: .vanished
    // Somebody else's hold on a file looks to the app as a lock of the device does.
    case .locked, .busy: .locked
    case .exists, .outOfRange, .readOnly, .nameTooLong: .io(.no)
    }
  }
}
