/// What a file is, what it says about itself and what it really holds, read by structure alone.
///
/// Nothing is decoded, repaired or written; any bytes at all have an answer.
public struct Inspection: Hashable, Sendable {
  /// Bytes of the file.
  public let bytes: Int
  /// The container; nil where none is recognised.
  public internal(set) var container: Container?
  /// How the sound is coded; nil where the file does not say.
  public internal(set) var coding: Coding?
  /// Samples a second and channel.
  public internal(set) var rate: Int?
  /// Channels.
  public internal(set) var channels: Int?
  /// In which part of a second frames are counted: the rate, or a movie's own time scale.
  public internal(set) var frameRate: Int?

  /// Frames that the header announces; nil where it announces none or leaves the end open.
  public internal(set) var claimedFrames: Int?
  /// Bytes of sound that the header announces; nil where it announces none or leaves it open.
  public internal(set) var claimedBytes: Int?
  /// Where the sound begins; nil where no place for it was found.
  public internal(set) var soundOffset: Int?
  /// Bytes of sound that the file holds.
  public internal(set) var soundBytes = 0
  /// Whole frames that the file holds; nil where that cannot be told from its structure.
  public internal(set) var frames: Int?
  /// Bytes that are announced and missing at the end of the file.
  public internal(set) var missingBytes = 0

  /// What has become of it.
  public internal(set) var state: State = .notAudio
  /// What it is instead of sound.
  public internal(set) var otherContent: OtherContent?
  /// Whether every length in the file agrees with every other and with the file itself.
  public internal(set) var isConsistent = false
  /// Whether the sound can be divided into frames without knowing more than the file says.
  public internal(set) var isDivisible = true
  /// What is wrong, in the order of the file.
  public internal(set) var faults: [Note] = []
  /// What is unusual and no fault.
  public internal(set) var remarks: [Note] = []

  init(bytes: Int) { self.bytes = bytes }

  /// What became of a recording.
  public enum State: String, Hashable, Sendable, CaseIterable {
    /// Finished, and all of it is there.
    case complete
    /// A sound file that is in order and holds no sound: stopped or killed before the first.
    case noSound = "no sound"
    /// Its header was never finished: the writer died, or still writes.
    case unfinalized
    /// It was cut short: less is there than the file itself says.
    case incomplete
    /// Something inside it is wrong.
    case damaged
    /// No sound file that this program reads.
    case notAudio = "not audio"
  }

  /// Something at a place in the file.
  public struct Note: Hashable, Sendable {
    /// Byte offset.
    public let offset: Int
    /// What is there, as a clause without a full stop.
    public let text: String
  }

  mutating func fault(_ offset: Int, _ text: String) {
    let place = faults.firstIndex { $0.offset > offset } ?? faults.count
    faults.insert(Note(offset: offset, text: text), at: place)
    // The first of many is what helps; a file can have one fault in each byte.
    if faults.count > Self.mostNotes { faults.removeLast() }
  }

  mutating func remark(_ offset: Int, _ text: String) {
    if remarks.count < Self.mostNotes { remarks.append(Note(offset: offset, text: text)) }
  }

  private static let mostNotes = 8
}

/// The containers that are read.
public enum Container: String, Hashable, Sendable, CaseIterable {
  case wav = "WAV"
  case rifx = "RIFX"
  case rf64 = "RF64"
  case bw64 = "BW64"
  case w64 = "W64"
  case caf = "CAF"
  case aiff = "AIFF"
  case aifc = "AIFC"
  case flac = "FLAC"
  case ogg = "Ogg"
  case mp4 = "MP4"
}

extension Inspection {
  /// Looks at a file.
  ///
  /// Takes time in proportion to the bytes and memory that does not depend on them.
  public init(_ source: any ByteSource) {
    let window = ByteWindow(source)
    switch Container.recognize(window) {
    case .wav?, .rifx?, .rf64?, .bw64?: self = WaveInspector(window).inspection
    case .w64?: self = Wave64Inspector(window).inspection
    case .caf?: self = CoreAudioInspector(window).inspection
    case .aiff?, .aifc?: self = AIFFInspector(window).inspection
    case .flac?: self = FLACInspector(window).inspection
    case .ogg?: self = OggInspector(window).inspection
    case .mp4?: self = MovieInspector(window).inspection
    case nil:
      self.init(bytes: window.size)
      otherContent = OtherContent(window)
    }
  }
}

extension Container {
  /// The container that the first bytes announce.
  static func recognize(_ window: ByteWindow) -> Container? {
    let isWave = window.has("WAVE", at: 8)
    if window.has("RIFF", at: 0), isWave { return .wav }
    if window.has("RIFX", at: 0), isWave { return .rifx }
    if window.has("RF64", at: 0), isWave { return .rf64 }
    if window.has("BW64", at: 0), isWave { return .bw64 }
    if window.has(Wave64Inspector.riff, at: 0) { return .w64 }
    if window.has("caff", at: 0) { return .caf }
    if window.has("FORM", at: 0), window.has("AIFF", at: 8) { return .aiff }
    if window.has("FORM", at: 0), window.has("AIFC", at: 8) { return .aifc }
    if window.has("fLaC", at: FLACInspector.start(window)) { return .flac }
    if window.has("OggS", at: 0) { return .ogg }
    for tag in ["ftyp", "moov", "mdat", "wide"] where window.tag(4) == tag { return .mp4 }
    return nil
  }
}
