internal import CSndfile
public import SimulatedDisk

/// Writes one WAV file while it is being captured, so that what was promised survives.
///
/// The header of a WAV file says how much audio follows. A header that reaches the device before the
/// audio it announces makes a strict reader refuse the whole file, so `makeDurable` syncs twice: the
/// audio, then the header that announces it.
///
/// The first error is final: later calls repeat it. Success is never concluded from what libsndfile
/// returns at the end, but from every count, every answer of the disk, and a validation afterwards.
///
/// It owns the sound file's pointer, and the stream that C calls back outlives it.
@safe
public final class SoundFileWriter {
  /// The file.
  public let name: FileName
  /// Frames that reached the file.
  public private(set) var frames = 0
  /// Frames that a sync and the header covered.
  public private(set) var durableFrames = 0

  private let stream: SoundStream
  private let disk: SimulatedDisk
  private let habits: StorageHabits
  private let handle: DiskHandle
  /// libsndfile's own handle, which this writer alone owns: it is nil once it was closed, so nothing
  /// is written through it or closed a second time. Its context, the stream, lives as long as the
  /// writer.
  private var file: OpaquePointer?

  /// Starts a file that must not exist yet, and syncs the directory so that its name is durable.
  ///
  /// - Throws: the first error. A file that was created before it stays.
  public init(
    _ disk: SimulatedDisk, creating name: FileName, habits: StorageHabits = .reference
  ) throws(SoundFailure) {
    self.name = name
    self.disk = disk
    self.habits = habits
    do throws(DiskError) {
      handle = try Self.create(name, on: disk, habits)
    } catch {
      throw SoundFailure(phase: .open, error: error, offset: 0)
    }
    stream = SoundStream(disk, .handle(handle))
    var info = SoundFormat.info()
    var functions = SoundStream.functions
    unsafe file = sf_open_virtual(&functions, Int32(SFM_WRITE), &info, stream.context)
    if unsafe file == nil || stream.failure != nil {
      let failure = stream.failure ?? SoundFailure(phase: .open, error: nil, offset: 0)
      abandon()
      throw failure
    }
  }

  deinit { abandon() }

  private static func create(
    _ name: FileName, on disk: SimulatedDisk, _ habits: StorageHabits
  ) throws(DiskError) -> DiskHandle {
    let handle = try disk.open(name, .new)
    if habits.has(.newNameUnsynced) { return handle }
    do throws(DiskError) {
      try disk.syncDirectory(owing: name)
    } catch {
      disk.close(handle)
      throw error
    }
    return handle
  }

  /// The first error, which every later call repeats.
  public var failure: SoundFailure? { stream.failure }

  /// Appends samples.
  ///
  /// - Throws: the first error. `frames` then tells how many of the samples reached the file.
  public func append(_ samples: Span<Int16>) throws(SoundFailure) {
    let file = unsafe try begin(.append)
    guard samples.count > 0 else { return }
    let written = unsafe samples.withUnsafeBufferPointer { buffer in
      unsafe Int(sf_writef_short(file, buffer.baseAddress, Int64(buffer.count)))
    }
    frames += max(0, min(written, samples.count))
    // A count that is short without an error of the disk would be libsndfile's own doing.
    if written != samples.count { stream.fail(.inputOutput, at: frames * SoundFormat.frameBytes) }
    try check()
  }

  /// Makes all frames so far, and a header that announces them, survive a loss of power.
  public func makeDurable() throws(SoundFailure) {
    let file = unsafe try begin(.sync)
    if !habits.has(.headerBeforeAudio) { try sync() }
    if !habits.has(.headerOnlyAtEnd) {
      stream.phase = .header
      // Its result says nothing about the write; the stream knows.
      _ = unsafe sf_command(file, Int32(SFC_UPDATE_HEADER_NOW), nil, 0)
      try check()
      stream.phase = .sync
      try sync()
    }
    durableFrames = frames
  }

  private func sync() throws(SoundFailure) {
    guard let kind = habits.soundSync else { return }
    do throws(DiskError) {
      try disk.sync(handle, kind, twice: habits.has(.believesSecondSync))
    } catch {
      stream.fail(error, at: 0)
    }
    try check()
  }

  /// Makes everything durable and ends the file.
  ///
  /// - Throws: the first error. The file is closed in any case.
  public func close() throws(SoundFailure) {
    defer { abandon() }
    if habits.syncsEnd(frames: frames) { try makeDurable() }
    stream.phase = .close
    // libsndfile writes the header once more, with the same bytes.
    if let ending = unsafe file {
      unsafe file = nil
      _ = unsafe sf_close(ending)
    }
    try check()
    if habits.has(.headerOnlyAtEnd) { try sync() }
  }

  /// Ends the writer without another byte on the disk, as when its process dies.
  public func abandon() {
    stream.abandon()
    if let ending = unsafe file {
      unsafe file = nil
      _ = unsafe sf_close(ending)
    }
    disk.close(handle)
  }

  private func begin(_ phase: SoundFailure.Phase) throws(SoundFailure) -> OpaquePointer {
    try check()
    stream.phase = phase
    guard let file = unsafe file else {
      throw SoundFailure(phase: phase, error: .dead, offset: 0)
    }
    return unsafe file
  }

  private func check() throws(SoundFailure) {
    if let failure = stream.failure { throw failure }
  }
}

extension SimulatedDisk {
  /// Syncs a file; if that fails and `twice` says so, tries once more and believes the answer.
  func sync(_ handle: DiskHandle, _ kind: SyncKind, twice: Bool) throws(DiskError) {
    do throws(DiskError) {
      try sync(handle, kind)
    } catch {
      guard twice, error == .inputOutput else { throw error }
      try sync(handle, kind)
    }
  }
}
