/// One logical stream of an Ogg file, followed page by page.
struct OggStream: Hashable {
  let serial: Int
  let coding: String
  let rate: Int
  let channels: Int
  /// Frames before the sound that are left out when it is played.
  let skipped: Int
  /// Whether a page was marked as the last.
  private(set) var isEnded = false
  private(set) var frames = 0
  private(set) var position = 0
  /// Where pages are missing, or were wrong.
  private(set) var gap: Int?
  private var sequence: Int
  private var isBroken = false

  /// Begins with the first page of a stream; nothing for streams that are no sound.
  init?(_ window: ByteWindow, _ page: OggPage) {
    let start = page.body
    var skipped = 0
    if window.has([1] + Array("vorbis".utf8), at: start) {
      coding = "Vorbis"
      channels = Int(window.byte(start + 11) ?? 0)
      rate = window.little(start + 12, 4) ?? 0
    } else if window.has("OpusHead", at: start) {
      coding = "Opus"
      channels = Int(window.byte(start + 9) ?? 0)
      skipped = window.little(start + 10, 2) ?? 0
      rate = 48_000
    } else if window.has([0x7F] + Array("FLAC".utf8), at: start),
      let packed = window.big(start + 27, 4)
    {
      coding = "FLAC"
      channels = (packed >> 9 & 7) + 1
      rate = packed >> 12
    } else if window.has("Speex   ", at: start) {
      coding = "Speex"
      rate = window.little(start + 36, 4) ?? 0
      channels = window.little(start + 48, 4) ?? 0
    } else {
      return nil
    }
    self.skipped = skipped
    serial = page.serial
    sequence = page.sequence
  }

  /// Takes the next page of the stream.
  mutating func take(_ page: OggPage) {
    let isNext = page.sequence == (sequence + 1) & 0xFFFF_FFFF
    sequence = page.sequence
    if !isNext {
      if gap == nil { gap = page.offset }
      isBroken = true
    }
    if page.isLast { isEnded = true }
    guard let granule = page.granule else { return }
    if granule < position {
      if gap == nil { gap = page.offset }
    } else if !isBroken {
      frames = min(ByteWindow.limit, frames + granule - position)
    }
    position = granule
    isBroken = false
  }

  /// A page was wrong that may have been of this stream: what the next one adds is not known.
  mutating func missPage(at offset: Int) {
    if gap == nil { gap = offset }
    isBroken = true
  }

  /// Frames that are played.
  var heard: Int { max(0, frames - skipped) }
}
