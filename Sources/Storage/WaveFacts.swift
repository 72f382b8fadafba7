public import SimulatedDisk

/// What is wrong with a WAV file for a reader who believes the header.
public struct WaveProblems: OptionSet, Hashable, Sendable, CustomStringConvertible {
  /// One bit a problem.
  public let rawValue: UInt16
  /// Problems from bits.
  public init(rawValue: UInt16) { self.rawValue = rawValue }

  /// Too short for a header, or not RIFF and WAVE.
  public static let notWave = WaveProblems(rawValue: 1)
  /// The RIFF chunk does not end where the file ends.
  public static let riffLength = WaveProblems(rawValue: 2)
  /// There is no complete format chunk before the data.
  public static let noFormat = WaveProblems(rawValue: 4)
  /// The format is not PCM 16 bit, one channel, 16 kHz.
  public static let otherFormat = WaveProblems(rawValue: 8)
  /// Bytes a second or bytes a frame do not follow from rate, channels and bits.
  public static let byteRate = WaveProblems(rawValue: 16)
  /// There is no data chunk.
  public static let noData = WaveProblems(rawValue: 32)
  /// The data chunk announces nothing.
  public static let zeroData = WaveProblems(rawValue: 64)
  /// The data chunk announces more than the file holds.
  public static let dataBeyondFile = WaveProblems(rawValue: 128)
  /// The file holds more after the data chunk than other chunks account for.
  public static let dataNotAnnounced = WaveProblems(rawValue: 256)
  /// The last frame is not whole.
  public static let partialFrame = WaveProblems(rawValue: 512)

  private static let words: [(WaveProblems, String)] = [
    (.notWave, "not a WAV file"), (.riffLength, "RIFF length"), (.noFormat, "no format"),
    (.otherFormat, "other format"), (.byteRate, "byte rate"), (.noData, "no data"),
    (.zeroData, "zero data"), (.dataBeyondFile, "data beyond the file"),
    (.dataNotAnnounced, "data not announced"), (.partialFrame, "partial frame"),
  ]

  /// The problems, comma separated.
  public var description: String {
    let present = Self.words.filter { contains($0.0) }.map(\.1)
    return present.isEmpty ? "sound" : present.joined(separator: ", ")
  }
}

/// What a WAV file says about itself and what it holds, read without libsndfile.
public struct WaveFacts: Hashable, Sendable {
  /// Bytes of the file.
  public let bytes: Int
  /// Frames that the header announces; nil without a data chunk.
  public let headerFrames: Int?
  /// Whole frames between the data header and the end of the file.
  public let frames: Int
  /// Byte offset of the first sample; nil without a data chunk.
  public let dataOffset: Int?
  /// What is wrong.
  public let problems: WaveProblems

  /// Frames for whoever refuses a file whose header and length disagree.
  public var strictFrames: Int { problems.isEmpty ? headerFrames ?? 0 : 0 }

  /// Frames for whoever believes the header, as far as the file goes.
  public var believedFrames: Int { isRecording ? min(frames, headerFrames ?? 0) : 0 }

  /// Frames for whoever goes by the length of a file that is not sound, as a repair does.
  public var framesByLength: Int {
    if problems.isEmpty { return headerFrames ?? 0 }
    return isRecording ? frames : 0
  }
}

extension WaveFacts {
  /// Reads a file as a program does: with operations that count and can fail.
  public init(opening name: FileName, on disk: SimulatedDisk) throws(DiskError) {
    let handle = try disk.open(name, .existing)
    defer { disk.close(handle) }
    let size = try disk.size(handle)
    self = try WaveScan.facts(bytes: size) { offset, target throws(DiskError) in
      let result = disk.read(handle, at: offset, into: &target)
      if let error = result.error { throw error }
      return result.count
    }
  }

  /// Looks at a file without operations, as those do who judge the disk; nil if there is none.
  public init?(inspecting name: FileName, on disk: SimulatedDisk) {
    guard let size = disk.size(of: name) else { return nil }
    self = WaveScan.facts(bytes: size) { offset, target in
      disk.inspect(name, at: offset, into: &target) ?? 0
    }
  }
}
