/// How loud some sound is, and where it is silent as no microphone is.
///
/// Samples come one after the other; for several channels, frame by frame.
public struct SoundLevel: Hashable, Sendable {
  /// Samples that were taken.
  public private(set) var samples = 0
  /// The largest distance from zero, of 32,768.
  public private(set) var peak = 0
  /// Samples that are no numbers, as floating ones can be.
  public private(set) var invalid = 0
  /// The longest run of digital zeros: its first sample and its length.
  public private(set) var longestSilence = 0..<0
  private var silenceStart: Int?

  /// Takes nothing yet.
  public init() {}

  /// Whether there is sound, and all of it is zero.
  public var isAllZero: Bool { samples > 0 && longestSilence.count == samples }

  /// Takes a sample of 16 bits.
  @inline(__always)
  public mutating func take(_ sample: Int16) {
    take(magnitude: Int(sample.magnitude), isZero: sample == 0)
  }

  @inline(__always)
  mutating func take(magnitude: Int, isZero: Bool) {
    if magnitude > peak { peak = magnitude }
    if isZero {
      let start = silenceStart ?? samples
      silenceStart = start
      if samples + 1 - start > longestSilence.count { longestSilence = start..<samples + 1 }
    } else {
      silenceStart = nil
    }
    samples += 1
  }

  mutating func takeInvalid() {
    invalid += 1
    silenceStart = nil
    samples += 1
  }
}

extension SoundLevel {
  /// Measures samples that lie one after the other in a file.
  ///
  /// Takes time in proportion to the bytes and memory that does not depend on them.
  ///
  /// - Parameters:
  ///   - range: bytes of the file.
  public init(_ source: any ByteSource, in range: Range<Int>, of pcm: PCM) {
    self.init()
    var block = [UInt8](repeating: 0, count: (1 << 16) / pcm.bytes * pcm.bytes)
    var offset = range.lowerBound
    while offset < range.upperBound {
      var target = block.mutableSpan
      let count = min(source.read(at: offset, into: &target), range.upperBound - offset)
      guard count >= pcm.bytes else { return }
      var place = 0
      while place + pcm.bytes <= count {
        take(pcm, block, place)
        place += pcm.bytes
      }
      offset += place
    }
  }

  private mutating func take(_ pcm: PCM, _ block: [UInt8], _ place: Int) {
    var bits: UInt64 = 0
    for index in 0..<pcm.bytes {
      let at = pcm.isBigEndian ? place + index : place + pcm.bytes - 1 - index
      bits = bits << 8 | UInt64(block[at])
    }
    switch pcm.kind {
    case .signed:
      let unused = 64 - 8 * pcm.bytes
      let value = Int64(bitPattern: bits << UInt64(unused))
      take(magnitude: Int(value.magnitude >> 48), isZero: bits == 0)
    case .unsigned: take(magnitude: abs(Int(bits) - 128) << 8, isZero: bits == 128)
    case .muLaw:
      let code = Int(~bits & 0x7F)
      take(magnitude: (((code & 15) << 3) + 132) << (code >> 4) - 132, isZero: code == 0)
    case .aLaw:
      let code = Int((bits ^ 0x55) & 0x7F)
      let exponent = code >> 4
      let value = ((code & 15) << 4) + (exponent == 0 ? 8 : 264)
      take(magnitude: exponent > 1 ? value << (exponent - 1) : value, isZero: false)
    case .float:
      let value =
        pcm.bytes == 4
        ? Double(Float(bitPattern: UInt32(truncatingIfNeeded: bits))) : Double(bitPattern: bits)
      guard value.isFinite else {
        takeInvalid()
        return
      }
      take(magnitude: Int(min(value.magnitude, 1) * 32_768), isZero: value == 0)
    }
  }
}
