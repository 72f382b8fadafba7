import Containers
import Journeys
import Storage

/// Everything that is known of one file.
struct InspectedFile {
  let path: String
  let inspection: Inspection
  let results: [(reader: AudioReader, result: ReaderResult)]
  /// How loud the sound is; nil where its samples cannot be read.
  let level: SoundLevel?
  let clock: ClockReading?
  /// Whether the file was longer or shorter at the end than at the beginning.
  let hasChanged: Bool
  /// Whether the word clock was not looked for, because the recording is too long.
  let isTooLongForClock: Bool

  /// More bytes are not taken from standard input, because they are kept in memory.
  private static let mostPasted = 256 << 20

  /// Looks at a file, or at what comes on standard input for `-`. Nothing of it is changed.
  init(_ path: String, _ console: Console) throws(Refusal) {
    guard path != "-" else {
      let bytes: [UInt8]
      do throws(InputFailure) {
        bytes = try console.input(path, limit: Self.mostPasted)
      } catch {
        switch error {
        case .tooLarge:
          throw Refusal(
            "cannot-read", "standard input has more than \(Self.mostPasted >> 20) MiB",
            hint: "name the file instead")
        case .folder: throw Refusal("cannot-read", "standard input is a folder")
        case .system(let why): throw Refusal("cannot-read", "standard input cannot be read: \(why)")
        }
      }
      self.init(path, MemoryBytes(bytes))
      return
    }
    let file = try OpenFile(path)
    self.init(path, file, hasChanged: { file.hasChanged })
    if let failure = file.failure {
      throw Refusal("cannot-read", "“\(path)” cannot be read: \(failure)")
    }
  }

  init(_ path: String, _ source: some ByteSource, hasChanged: () -> Bool = { false }) {
    self.path = path
    let inspection = Inspection(source)
    self.inspection = inspection
    var survey: SoundSurvey?
    if inspection.isForLibsndfile { survey = SoundSurvey(source) }
    results = AudioReader.allCases.map { ($0, $0.result(inspection, sound: survey)) }
    let start = inspection.soundOffset ?? 0
    let range = start..<start + inspection.soundBytes
    let most = SoundSurvey.mostKept
    if case .pcm(let pcm)? = inspection.coding, inspection.container != .mp4 {
      level = range.isEmpty ? nil : SoundLevel(source, in: range, of: pcm)
      isTooLongForClock = range.count / pcm.bytes > most
      let isOne = inspection.channels == 1 && !isTooLongForClock
      let samples = isOne ? pcm.samples(source, in: range, most: most) : nil
      clock = samples.flatMap { samples in
        ClockReading(samples) {
          // One sample less, each put together from two that are neighbours.
          pcm.samples(
            source, in: min(start + 1, range.upperBound)..<range.upperBound, most: most) ?? []
        }
      }
    } else {
      level = survey.flatMap { $0.frames > 0 ? $0.level : nil }
      isTooLongForClock = survey?.channels == 1 && survey?.frames ?? 0 > most
      clock = survey.flatMap { survey in ClockReading(survey.samples) { [] } }
    }
    self.hasChanged = hasChanged()
  }

  /// The code that this file alone would give.
  var exit: ExitCode {
    switch inspection.state {
    case .complete: .asExpected
    case .noSound, .unfinalized, .incomplete, .damaged: .violation
    case .notAudio: .usage
    }
  }

  /// Seconds of so many of its frames, as people write them.
  func seconds(_ frames: Int) -> String { Amount.seconds(frames, inspection.frameRate ?? 0) }
}

extension Inspection {
  /// Whether libsndfile is asked: for containers of its own that make some sense, so that it never
  /// meets what only looks like one.
  fileprivate var isForLibsndfile: Bool {
    guard state != .notAudio, container != .mp4, coding != nil, let channels, let rate else {
      return false
    }
    return 1...64 ~= channels && 1...1_000_000 ~= rate
  }
}
