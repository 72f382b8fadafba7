internal import CSndfile
public import SimulatedDisk

/// The five functions through which libsndfile reaches a file, and a memory for what went wrong.
///
/// libsndfile cannot be asked whether a file was written: over virtual I/O `sf_close` returns 0 and
/// `sf_error` stays 0 whatever happened. So the first error is kept here, at the place where it
/// occurred, and it stays: nothing that happens later makes the file good again.
final class SoundStream {
  /// Which bytes, and whether getting them is an operation of the disk.
  enum Access {
    case handle(DiskHandle)
    /// Reading only, without operations: for those who judge the disk.
    case inspection(FileName)
  }

  let disk: SimulatedDisk
  private let access: Access
  fileprivate var position = 0
  /// After the death of the process: nothing is read or written any more.
  private var isAbandoned = false

  /// What the owner is doing, so that an error can say when it happened.
  var phase: SoundFailure.Phase = .open
  /// Where the file ended when it was opened to be read; nil for those that write.
  var end: Int?
  /// The first error.
  private(set) var failure: SoundFailure?

  init(_ disk: SimulatedDisk, _ access: Access) {
    self.disk = disk
    self.access = access
  }

  /// From now on every call of libsndfile comes to nothing.
  func abandon() { isAbandoned = true }

  func fail(_ error: DiskError, at offset: Int) {
    if failure == nil { failure = SoundFailure(phase: phase, error: error, offset: offset) }
  }

  fileprivate func length() -> Int {
    if isAbandoned { return 0 }
    switch access {
    case .inspection(let name): return disk.size(of: name) ?? 0
    case .handle(let handle):
      do throws(DiskError) {
        return try disk.size(handle)
      } catch {
        fail(error, at: 0)
        return 0
      }
    }
  }

  fileprivate func seek(_ offset: Int, _ whence: Int) -> Int {
    let base =
      switch whence {
      case SF_SEEK_SET: 0
      case SF_SEEK_CUR: position
      case SF_SEEK_END: length()
      default: -1
      }
    let (target, overflow) = base.addingReportingOverflow(offset)
    guard base >= 0, !overflow, target >= 0 else { return -1 }
    position = target
    return position
  }

  fileprivate func read(_ target: inout MutableSpan<UInt8>) -> Int {
    if isAbandoned { return 0 }
    switch access {
    case .inspection(let name):
      let count = disk.inspect(name, at: position, into: &target) ?? 0
      position += count
      return count
    case .handle(let handle): return read(handle, &target)
    }
  }

  /// Goes on after a read that stopped before the end of the file, because libsndfile takes what is
  /// missing for the end and what it then has for audio. A disk that twice gives nothing has failed.
  private func read(_ handle: DiskHandle, _ target: inout MutableSpan<UInt8>) -> Int {
    let first = disk.read(handle, at: position, into: &target)
    var done = first.count
    position += done
    if let error = first.error {
      fail(error, at: position)
      return done
    }
    var vain = done == 0 ? 1 : 0
    while done < target.count, let end, position < end {
      var rest = [UInt8](repeating: 0, count: target.count - done)
      var span = rest.mutableSpan
      let result = disk.read(handle, at: position, into: &span)
      for n in 0..<result.count { target[done + n] = rest[n] }
      done += result.count
      position += result.count
      vain = result.count == 0 ? vain + 1 : 0
      if result.error != nil || vain == 2 {
        fail(result.error ?? .inputOutput, at: position)
        break
      }
    }
    return done
  }

  /// Goes on after a write that stopped early, because libsndfile does not.
  fileprivate func write(_ bytes: Span<UInt8>) -> Int {
    guard !isAbandoned, case .handle(let handle) = access else { return 0 }
    var done = 0
    while done < bytes.count {
      let result = disk.write(bytes.extracting(done..<bytes.count), to: handle, at: position)
      done += result.count
      position += result.count
      if let error = result.error {
        fail(error, at: position)
        break
      }
      if result.count == 0 {
        fail(.noSpace, at: position)
        break
      }
    }
    return done
  }

  // MARK: For libsndfile

  /// What libsndfile is given beside the functions. The stream must outlive the sound file.
  var context: UnsafeMutableRawPointer { unsafe Unmanaged.passUnretained(self).toOpaque() }

  /// No error crosses into C: a call that failed reports nothing read or written.
  static var functions: SF_VIRTUAL_IO {
    unsafe SF_VIRTUAL_IO(
      get_filelen: { context in unsafe Int64(stream(context)?.length() ?? 0) },
      seek: { offset, whence, context in
        unsafe Int64(stream(context)?.seek(Int(offset), Int(whence)) ?? -1)
      },
      read: { target, count, context in
        guard let stream = unsafe stream(context), let target = unsafe target, count > 0 else {
          return 0
        }
        let bytes = unsafe target.assumingMemoryBound(to: UInt8.self)
        var span = unsafe MutableSpan(_unsafeStart: bytes, count: Int(count))
        return Int64(stream.read(&span))
      },
      write: { source, count, context in
        guard let stream = unsafe stream(context), let source = unsafe source, count > 0 else {
          return 0
        }
        let bytes = unsafe source.assumingMemoryBound(to: UInt8.self)
        return unsafe Int64(stream.write(Span(_unsafeStart: bytes, count: Int(count))))
      },
      tell: { context in unsafe Int64(stream(context)?.position ?? -1) })
  }
}

/// The stream that libsndfile hands back with every call. Outside the class, because a C function
/// may capture nothing, not even the class that is asked.
private func stream(_ context: UnsafeMutableRawPointer?) -> SoundStream? {
  guard let context = unsafe context else { return nil }
  return unsafe Unmanaged<SoundStream>.fromOpaque(context).takeUnretainedValue()
}

/// Why a sound file is not what its writer or reader wanted.
public struct SoundFailure: Error, Hashable, Sendable, CustomStringConvertible {
  /// What was being done.
  public enum Phase: String, Hashable, Sendable {
    case open, append, sync, header, close, read
  }

  /// What was being done when the first error occurred.
  public let phase: Phase
  /// What the disk said; nil if the disk was willing and libsndfile refused the file.
  public let error: DiskError?
  /// Byte offset in the file.
  public let offset: Int

  /// A failure from its parts.
  public init(phase: Phase, error: DiskError?, offset: Int) {
    self.phase = phase
    self.error = error
    self.offset = offset
  }

  /// `append: noSpace at byte 16044`.
  public var description: String {
    let reason = error.map { "\($0)" } ?? "not a sound file that can be used"
    return "\(phase.rawValue): \(reason) at byte \(offset)"
  }
}

/// The one form of sound file that the reference engine writes: WAV, PCM 16 bit, one channel, 16 kHz.
public enum SoundFormat {
  /// Samples a second.
  public static let rate = 16_000
  /// Bytes of a frame.
  public static let frameBytes = 2
  /// Bytes before the first sample in a file that libsndfile wrote.
  public static let headerBytes = 44

  static func info() -> SF_INFO {
    var info = SF_INFO()
    info.samplerate = Int32(rate)
    info.channels = 1
    info.format = Int32(SF_FORMAT_WAV) | Int32(SF_FORMAT_PCM_16)
    return info
  }
}
