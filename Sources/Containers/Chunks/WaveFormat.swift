/// The format of the sound in a WAV or W64 file.
struct WaveFormat {
  var coding: Coding
  var channels: Int
  var rate: Int
  /// What does not fit together.
  var problem: String?

  /// Reads it; nothing where it is too short.
  init?(_ window: ByteWindow, at offset: Int, length: Int, isBigEndian: Bool) {
    func number(_ at: Int, _ count: Int) -> Int? {
      window.number(offset + at, count, bigEndian: isBigEndian)
    }
    guard length >= 14, var tag = number(0, 2), let channels = number(2, 2),
      let rate = number(4, 4), let byteRate = number(8, 4), let block = number(12, 2)
    else { return nil }
    let bits = length >= 16 ? number(14, 2) ?? 0 : 0
    self.channels = channels
    self.rate = rate
    if tag == 0xFFFE, length >= 40, let real = number(24, 2) { tag = real }
    let perBlock = length >= 20 ? number(18, 2) ?? 0 : 0
    coding = Self.coding(
      tag, bits: bits, block: block, channels: channels, perBlock: perBlock,
      isBigEndian: isBigEndian)
    if channels == 0 || channels > 1_024 {
      problem = "there are said to be \(channels.grouped) channels"
    } else if rate == 0 || rate > 10_000_000 {
      problem = "there are said to be \(rate.grouped) samples a second"
    } else if case .pcm(let pcm) = coding,
      block != pcm.bytes * channels || byteRate != rate * block
    {
      problem = "bytes a frame and bytes a second do not follow from rate, channels and bits"
    }
  }

  /// The registered numbers of codings that recorders use.
  private static func coding(
    _ tag: Int, bits: Int, block: Int, channels: Int, perBlock: Int, isBigEndian: Bool
  ) -> Coding {
    let bytes = (bits + 7) / 8
    var pcm: PCM?
    switch tag {
    case 1:
      pcm = PCM(bytes == 1 ? .unsigned : .signed, bytes: bytes, isBigEndian: isBigEndian)
    case 3: pcm = PCM(.float, bytes: bytes, isBigEndian: isBigEndian)
    case 6: pcm = PCM(.aLaw, bytes: 1, isBigEndian: false)
    case 7: pcm = PCM(.muLaw, bytes: 1, isBigEndian: false)
    case 2: return .blocks("MS ADPCM", bytes: block, frames: perBlock)
    case 0x11: return .blocks("IMA ADPCM", bytes: block, frames: perBlock)
    case 0x31: return .blocks("GSM 6.10", bytes: block, frames: perBlock)
    case 0x50, 0x55: return .packets("MPEG audio")
    case 0xFF, 0x1600, 0x1610: return .packets("AAC")
    default: break
    }
    return pcm.map { .pcm($0) } ?? .packets("coding \(tag) with \(bits) bits")
  }
}
