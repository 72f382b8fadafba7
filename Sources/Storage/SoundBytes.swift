internal import Containers
internal import CSndfile

/// Any sound file as libsndfile reads it, from bytes that lie anywhere.
///
/// `SoundFileReader` is for recordings on a simulated disk; this is for whatever a person brings. It
/// is for containers that `Inspection` has recognised: libsndfile is not asked what anything else is.
@safe
final class SoundBytes {
  /// Samples a second, as libsndfile delivers them.
  let rate: Int
  /// Channels: 1 to 1,024.
  let channels: Int
  /// Frames that libsndfile announces; nil where it does not know them.
  let announcedFrames: Int?

  private let stream: ByteStream
  /// libsndfile's own handle, which this reader alone owns. Its context, the stream, lives as long.
  private var file: OpaquePointer?

  /// Opens a sound file; nil where libsndfile refuses it.
  init?(_ source: any ByteSource) {
    stream = ByteStream(source)
    var info = SF_INFO()
    var functions = ByteStream.functions
    unsafe file = sf_open_virtual(&functions, Int32(SFM_READ), &info, stream.context)
    rate = Int(info.samplerate)
    channels = Int(info.channels)
    // Unknown lengths come as 2^63 - 1. Compressed silence has many frames in a byte.
    announcedFrames = 0...Int64(1 << 56) ~= info.frames ? Int(info.frames) : nil
    if unsafe file == nil || !(1...1_024 ~= channels) {
      close()
      return nil
    }
  }

  deinit { close() }

  /// Reads the next frames, sample by sample over all channels; empty at the end.
  func read(_ frames: Int) -> [Int16] {
    guard let file = unsafe file, frames > 0 else { return [] }
    let room = min(frames, 1 << 16) * channels
    return unsafe [Int16](unsafeUninitializedCapacity: room) { buffer, count in
      let got = unsafe sf_readf_short(file, buffer.baseAddress, Int64(room / channels))
      count = max(0, min(Int(got) * channels, room))
    }
  }

  private func close() {
    guard let ending = unsafe file else { return }
    unsafe file = nil
    _ = unsafe sf_close(ending)
  }
}

/// Bytes as libsndfile reaches them.
private final class ByteStream {
  private let source: any ByteSource
  private var position = 0

  init(_ source: any ByteSource) { self.source = source }

  private func seek(_ offset: Int, _ whence: Int) -> Int {
    let base =
      switch whence {
      case SF_SEEK_SET: 0
      case SF_SEEK_CUR: position
      case SF_SEEK_END: source.size
      default: -1
      }
    let (target, overflow) = base.addingReportingOverflow(offset)
    guard base >= 0, !overflow, target >= 0 else { return -1 }
    position = target
    return position
  }

  private func read(_ target: inout MutableSpan<UInt8>) -> Int {
    let count = max(0, min(source.read(at: position, into: &target), target.count))
    position += count
    return count
  }

  /// What libsndfile is given beside the functions. The stream must outlive the sound file.
  var context: UnsafeMutableRawPointer { unsafe Unmanaged.passUnretained(self).toOpaque() }

  static var functions: SF_VIRTUAL_IO {
    unsafe SF_VIRTUAL_IO(
      get_filelen: { context in unsafe Int64(byteStream(context)?.source.size ?? 0) },
      seek: { offset, whence, context in
        unsafe Int64(byteStream(context)?.seek(Int(offset), Int(whence)) ?? -1)
      },
      read: { target, count, context in
        guard let stream = unsafe byteStream(context), let target = unsafe target, count > 0 else {
          return 0
        }
        let bytes = unsafe target.assumingMemoryBound(to: UInt8.self)
        var span = unsafe MutableSpan(_unsafeStart: bytes, count: Int(count))
        return Int64(stream.read(&span))
      },
      // Nothing is ever written.
      write: { _, _, _ in 0 },
      tell: { context in unsafe Int64(byteStream(context)?.position ?? -1) })
  }
}

/// The stream that libsndfile hands back with every call; outside the class, because a C function
/// may capture nothing.
private func byteStream(_ context: UnsafeMutableRawPointer?) -> ByteStream? {
  guard let context = unsafe context else { return nil }
  return unsafe Unmanaged<ByteStream>.fromOpaque(context).takeUnretainedValue()
}
