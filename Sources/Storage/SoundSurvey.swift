public import Containers

/// What libsndfile delivers of a file when all of it is read.
public struct SoundSurvey: Hashable, Sendable {
  /// Frames that were delivered.
  public private(set) var frames = 0
  /// Samples a second.
  public let rate: Int
  /// Channels.
  public let channels: Int
  /// How loud it is.
  public private(set) var level = SoundLevel()
  /// Whether it came to an end before the limit.
  public private(set) var isWhole = true
  /// The samples themselves, for one channel and up to ``mostKept``; else none.
  public private(set) var samples: [Int16] = []

  /// Frames after which reading stops: eighteen hours of 16 kHz. A few bytes of packed silence can
  /// announce any number.
  public static let limit = 1 << 30
  /// Samples that are kept: half an hour of 16 kHz.
  public static let mostKept = 28_800_000

  /// Reads a file; nil where libsndfile refuses it.
  public init?(_ source: any ByteSource) {
    guard let sound = SoundBytes(source) else { return nil }
    rate = sound.rate
    channels = sound.channels
    let keeps = sound.channels == 1 && sound.announcedFrames ?? 0 <= Self.mostKept
    while true {
      let block = sound.read(1 << 14)
      if block.isEmpty { break }
      for sample in block { level.take(sample) }
      frames += block.count / channels
      if keeps, samples.count + block.count <= Self.mostKept { samples += block }
      if frames >= Self.limit {
        isWhole = false
        break
      }
    }
    if frames > Self.mostKept || !keeps { samples = [] }
  }
}
