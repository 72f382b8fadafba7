public import Contract
internal import Simulation
internal import SimulatedDisk

extension DiskStore {
  /// The samples come out of libsndfile as they would for whoever is sent the file.
  public func runs(of file: FileRef) -> [AudioRun]? {
    do throws(SoundFailure) {
      let reader = try SoundFileReader(disk, inspecting: FileName(file))
      defer { reader.close() }
      return WordClock.decode(try reader.readAll())
    } catch {
      return nil
    }
  }

  /// The frames that libsndfile finds in a file, without reading them; 0 if it cannot open it.
  public func samples(of file: FileRef) -> Int {
    do throws(SoundFailure) {
      let reader = try SoundFileReader(disk, inspecting: FileName(file))
      defer { reader.close() }
      return reader.frames
    } catch {
      return 0
    }
  }

  /// The sound rows in the order of their recordings: through the connection where one is open, else
  /// as a fresh look at the disk finds them.
  public func rows() -> [Row] {
    if case .open(let history) = connection, interruption == nil {
      do throws(SQLiteFailure) {
        return try quietly { () throws(SQLiteFailure) in try history.rows().sound }
      } catch {
        // Whatever the connection knows, the disk decides.
      }
    }
    return HistoryView(of: disk, habits.database).rows
  }

  /// The app's recordings and leaves on the disk, ordered by recording and kind.
  public func files() -> [FileRef] {
    var files = disk.names.compactMap(\.file)
    files.sort { ($0.recording.rawValue, $0.kindOrder) < ($1.recording.rawValue, $1.kindOrder) }
    return files
  }

  /// What a launch finds out about a file. One that cannot be read now must not hide the others.
  func finding(_ file: FileRef) -> FoundFile {
    do throws(DiskError) {
      let facts = try WaveFacts(opening: FileName(file), on: disk)
      guard facts.isRecording else { return FoundFile(file: file, strict: nil, lenient: nil) }
      return FoundFile(file: file, strict: facts.strict, lenient: facts.lenient)
    } catch {
      return FoundFile(file: file, strict: nil, lenient: nil)
    }
  }
}

extension WaveFacts {
  /// For who believes the header, as far as the file goes.
  var strict: FileFacts { facts(min(frames, headerFrames ?? 0)) }

  /// For who goes by the length of the file.
  var lenient: FileFacts { facts(frames) }

  private func facts(_ samples: Int) -> FileFacts {
    FileFacts(
      samples: samples, bytes: bytes, headerSamples: headerFrames ?? 0, isFinalized: isFinished)
  }
}
