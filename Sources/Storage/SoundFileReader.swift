internal import CSndfile
public import SimulatedDisk

/// Reads a sound file the way libsndfile does, which is a lenient way: it makes up for a header that
/// was never finished. What a strict reader would see, `WaveFacts` tells.
///
/// It owns the sound file's pointer, and the stream that C calls back outlives it.
@safe
public final class SoundFileReader {
  /// Frames that libsndfile says there are.
  public let frames: Int
  /// Samples a second.
  public let rate: Int
  /// Channels.
  public let channels: Int

  private let stream: SoundStream
  private let disk: SimulatedDisk
  private let handle: DiskHandle?
  /// libsndfile's own handle, which this reader alone owns: it is nil once it was closed, so nothing
  /// is read through it or closed a second time. Its context, the stream, lives as long as the reader.
  private var file: OpaquePointer?

  /// Opens a file as a program does: with operations that count and can fail.
  public convenience init(
    _ disk: SimulatedDisk, opening name: FileName
  ) throws(SoundFailure) {
    let handle: DiskHandle
    do throws(DiskError) {
      handle = try disk.open(name, .existing)
    } catch {
      throw SoundFailure(phase: .open, error: error, offset: 0)
    }
    try self.init(disk, name, handle, bytes: disk.size(of: name) ?? 0)
  }

  /// Looks at a file without operations, as those do who judge the disk.
  public convenience init(
    _ disk: SimulatedDisk, inspecting name: FileName
  ) throws(SoundFailure) {
    guard let bytes = disk.size(of: name) else {
      throw SoundFailure(phase: .open, error: .notFound, offset: 0)
    }
    try self.init(disk, name, nil, bytes: bytes)
  }

  private init(
    _ disk: SimulatedDisk, _ name: FileName, _ handle: DiskHandle?, bytes: Int
  ) throws(SoundFailure) {
    self.disk = disk
    self.handle = handle
    stream = SoundStream(disk, handle.map { .handle($0) } ?? .inspection(name))
    stream.end = bytes
    var info = SF_INFO()
    var functions = SoundStream.functions
    unsafe file = sf_open_virtual(&functions, Int32(SFM_READ), &info, stream.context)
    // Unknown lengths come as 2^63 - 1; a frame takes at least a byte.
    frames = Int(max(0, min(info.frames, Int64(bytes))))
    rate = Int(info.samplerate)
    channels = Int(info.channels)
    if unsafe file == nil || stream.failure != nil {
      let failure = stream.failure ?? SoundFailure(phase: .open, error: nil, offset: 0)
      close()
      throw failure
    }
  }

  deinit { close() }

  /// Reads samples of a file with one channel; fewer come at its end.
  ///
  /// - Throws: the first error, or `read` without an error of the disk for another number of channels.
  public func read(from first: Int, count: Int) throws(SoundFailure) -> [Int16] {
    stream.phase = .read
    guard let file = unsafe file, channels == 1, first >= 0, count >= 0 else {
      throw SoundFailure(phase: .read, error: nil, offset: 0)
    }
    let wanted = max(0, min(count, frames - min(first, frames)))
    guard wanted > 0 else { return [] }
    guard unsafe sf_seek(file, Int64(first), Int32(SF_SEEK_SET)) == Int64(first) else {
      throw stream.failure ?? SoundFailure(phase: .read, error: nil, offset: first)
    }
    let samples = unsafe [Int16](unsafeUninitializedCapacity: wanted) { buffer, count in
      let got = unsafe sf_readf_short(file, buffer.baseAddress, Int64(wanted))
      count = max(0, min(Int(got), wanted))
    }
    if let failure = stream.failure { throw failure }
    return samples
  }

  /// Every sample of a file with one channel.
  public func readAll() throws(SoundFailure) -> [Int16] { try read(from: 0, count: frames) }

  /// From now on a read that brings less than it was asked for is taken for the end of the file.
  func believeShortReads() { stream.end = nil }

  /// Lets go of the file.
  public func close() {
    stream.abandon()
    if let ending = unsafe file {
      unsafe file = nil
      _ = unsafe sf_close(ending)
    }
    if let handle { disk.close(handle) }
  }
}

/// Cuts a range out of a recording.
public enum SoundExport {
  /// Samples copied at a time: half a second.
  private static let chunk = 8_000

  /// Copies `count` samples from sample `first` on to a new file, and makes it durable.
  ///
  /// - Returns: the number of frames in the new file; fewer than asked for if the source is shorter.
  /// - Throws: the first error on either side. A new file that was begun stays, unfinished.
  public static func copy(
    _ source: FileName, from first: Int, count: Int, to leaf: FileName, on disk: SimulatedDisk
  ) throws(SoundFailure) -> Int {
    let reader = try SoundFileReader(disk, opening: source)
    defer { reader.close() }
    return try copy(reader, from: first, count: count, to: leaf, on: disk)
  }

  /// Copies from a file that is open already.
  @discardableResult
  static func copy(
    _ reader: SoundFileReader, from first: Int, count: Int, to leaf: FileName,
    on disk: SimulatedDisk, habits: StorageHabits = .reference
  ) throws(SoundFailure) -> Int {
    let writer = try SoundFileWriter(disk, creating: leaf, habits: habits)
    defer { writer.abandon() }
    var copied = 0
    while copied < count {
      let samples = try reader.read(from: first + copied, count: min(chunk, count - copied))
      if samples.isEmpty { break }
      try writer.append(samples.span)
      copied += samples.count
    }
    try writer.close()
    return copied
  }
}
