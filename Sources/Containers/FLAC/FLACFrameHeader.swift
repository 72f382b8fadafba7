/// The head of a frame of FLAC: where one may begin, what it says about the sound after it.
struct FLACFrameHeader: Hashable {
  /// Frames of sound in it.
  let frames: Int
  /// The number of the frame, or of its first sample where frames differ in size.
  let number: Int
  let hasSampleNumber: Bool
  /// Nothing where it says “as the stream”.
  let rate: Int?
  let channels: Int
  let bits: Int?

  /// Bytes of the longest head.
  static let longest = 16

  /// Reads it; nothing where none begins. Its own checksum is right.
  init?(_ window: ByteWindow, at start: Int) {
    guard window.byte(start) == 0xFF, let second = window.byte(start + 1), second & 0xFE == 0xF8,
      let third = window.byte(start + 2), let fourth = window.byte(start + 3), fourth & 1 == 0
    else { return nil }
    let layout = Int(fourth >> 4)
    guard layout <= 10 else { return nil }
    var place = start + 4
    guard let number = Self.number(window, &place),
      let frames = Self.frames(Int(third >> 4), window, &place),
      let rate = Self.rate(Int(third & 15), window, &place),
      let bits = Self.bits(Int(fourth >> 1 & 7))
    else { return nil }
    var checksum: UInt32 = 0
    for offset in start...place {
      guard let byte = window.byte(offset) else { return nil }
      checksum = Checksum.next(checksum, byte, Checksum.frameHeader)
    }
    guard checksum == 0 else { return nil }
    self.frames = frames
    self.number = number
    self.rate = rate == 0 ? nil : rate
    self.bits = bits == 0 ? nil : bits
    hasSampleNumber = second & 1 == 1
    channels = layout < 8 ? layout + 1 : 2
  }

  /// A number of one to seven bytes, written as UTF-8 writes letters.
  private static func number(_ window: ByteWindow, _ place: inout Int) -> Int? {
    guard let first = window.byte(place) else { return nil }
    place += 1
    if first < 0x80 { return Int(first) }
    let more = (~first).leadingZeroBitCount - 1
    guard 1...6 ~= more else { return nil }
    var value = more == 6 ? 0 : Int(first) & ((1 << (6 - more)) - 1)
    for _ in 0..<more {
      guard let byte = window.byte(place), byte & 0xC0 == 0x80 else { return nil }
      value = value << 6 | Int(byte & 0x3F)
      place += 1
    }
    return value
  }

  private static func frames(_ code: Int, _ window: ByteWindow, _ place: inout Int) -> Int? {
    switch code {
    case 1: return 192
    case 2...5: return 576 << (code - 2)
    case 6, 7:
      guard let value = window.big(place, code - 5) else { return nil }
      place += code - 5
      return value + 1
    case 8...15: return 256 << (code - 8)
    default: return nil
    }
  }

  /// Zero says “as the stream”.
  private static func rate(_ code: Int, _ window: ByteWindow, _ place: inout Int) -> Int? {
    let rates = [
      0, 88_200, 176_400, 192_000, 8_000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000, 96_000,
    ]
    if code < rates.count { return rates[code] }
    guard code < 15, let value = window.big(place, code == 12 ? 1 : 2) else { return nil }
    place += code == 12 ? 1 : 2
    return code == 12 ? value * 1_000 : code == 13 ? value : value * 10
  }

  private static func bits(_ code: Int) -> Int? {
    [0, 8, 12, nil, 16, 20, 24, 32][code]
  }

  /// Whether it can be of the same stream.
  func fits(_ other: FLACFrameHeader) -> Bool {
    hasSampleNumber == other.hasSampleNumber && rate == other.rate && channels == other.channels
      && bits == other.bits
  }
}
