internal import SimulatedDisk

/// Walks over the chunks of a WAV file. Reads headers only, never samples.
struct WaveScan {
  private var problems: WaveProblems = []
  private var hasFormat = false
  private var dataOffset: Int?
  private var dataSize = 0

  /// Chunks before the data that are looked at. More than that is not a recording of anybody's.
  private static let maximumChunks = 64

  static func facts<Failure: Error>(
    bytes size: Int,
    read: (_ offset: Int, _ target: inout MutableSpan<UInt8>) throws(Failure) -> Int
  ) throws(Failure) -> WaveFacts {
    var scan = WaveScan()
    var head = [UInt8](repeating: 0, count: 44)
    try fetch(&head, at: 0, read)
    if size < 12 || !matches(head, 0, "RIFF") || !matches(head, 8, "WAVE") {
      return WaveFacts(
        bytes: size, headerFrames: nil, frames: 0, dataOffset: nil, problems: .notWave)
    }
    if number(head, 4, 4) + 8 != size { scan.problems.insert(.riffLength) }
    var offset = 12
    for _ in 0..<maximumChunks where offset + 8 <= size {
      try fetch(&head, at: offset, read)
      let length = number(head, 4, 4)
      if scan.dataOffset != nil {
        // What follows the data must be chunks that say what they are.
        if !isTag(head) { break }
      } else if matches(head, 0, "fmt ") {
        scan.format(head, length, available: size - offset - 8)
      } else if matches(head, 0, "data") {
        scan.dataOffset = offset + 8
        scan.dataSize = length
      }
      // Chunks are padded to an even length.
      offset += 8 + length + length % 2
    }
    return scan.finish(size, after: offset)
  }

  private mutating func format(_ head: [UInt8], _ length: Int, available: Int) {
    guard length >= 16, length <= available else { return }
    hasFormat = true
    let channels = Self.number(head, 10, 2)
    let rate = Self.number(head, 12, 4)
    let bits = Self.number(head, 22, 2)
    if Self.number(head, 8, 2) != 1 || channels != 1 || rate != SoundFormat.rate || bits != 16 {
      problems.insert(.otherFormat)
    }
    let frame = channels * (bits / 8)
    if Self.number(head, 20, 2) != frame || Self.number(head, 16, 4) != rate * frame {
      problems.insert(.byteRate)
    }
  }

  private consuming func finish(_ size: Int, after end: Int) -> WaveFacts {
    if !hasFormat { problems.insert(.noFormat) }
    guard let dataOffset else {
      problems.insert(.noData)
      return WaveFacts(
        bytes: size, headerFrames: nil, frames: 0, dataOffset: nil, problems: problems)
    }
    let present = size - dataOffset
    if dataSize == 0 { problems.insert(.zeroData) }
    if dataSize > present { problems.insert(.dataBeyondFile) }
    if end != size, dataSize <= present { problems.insert(.dataNotAnnounced) }
    // If the chunks do not add up to the file, everything after the data header may be audio.
    let audio = end == size ? dataSize : present
    if dataSize % SoundFormat.frameBytes != 0 || audio % SoundFormat.frameBytes != 0 {
      problems.insert(.partialFrame)
    }
    return WaveFacts(
      bytes: size, headerFrames: dataSize / SoundFormat.frameBytes,
      frames: present / SoundFormat.frameBytes, dataOffset: dataOffset, problems: problems)
  }

  private static func fetch<Failure: Error>(
    _ head: inout [UInt8], at offset: Int,
    _ read: (_ offset: Int, _ target: inout MutableSpan<UInt8>) throws(Failure) -> Int
  ) throws(Failure) {
    for index in head.indices { head[index] = 0 }
    var span = head.mutableSpan
    _ = try read(offset, &span)
  }

  private static func matches(_ bytes: [UInt8], _ at: Int, _ tag: String) -> Bool {
    var index = at
    for byte in tag.utf8 {
      if bytes[index] != byte { return false }
      index += 1
    }
    return true
  }

  /// Whether four printable letters name a chunk.
  private static func isTag(_ bytes: [UInt8]) -> Bool {
    bytes.prefix(4).allSatisfy { $0 >= 0x20 && $0 < 0x7F }
  }

  /// A little-endian number of `count` bytes.
  private static func number(_ bytes: [UInt8], _ at: Int, _ count: Int) -> Int {
    var value = 0
    for index in (at..<at + count).reversed() { value = value << 8 | Int(bytes[index]) }
    return value
  }
}
