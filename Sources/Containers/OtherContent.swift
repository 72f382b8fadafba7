/// What a file is that is no sound file.
public enum OtherContent: Hashable, Sendable {
  /// It has no bytes.
  case empty
  /// It has nothing but zeros: space that was reserved and never written.
  case zeros
  /// It begins with so many zeros, and then comes something: the first pages never arrived.
  case lostBeginning(zeros: Int)
  /// It is too short to say what it was to become.
  case tooShort
  /// Text of a kind: an answer of a server that was saved as a recording, for example.
  case text(String)
  /// Something else that says what it is.
  case known(String)
  /// Sound of a kind that is not looked into.
  case unreadSound(String)
  /// Bytes that say nothing.
  case unknown

  init(_ window: ByteWindow) {
    let size = window.size
    if size == 0 {
      self = .empty
      return
    }
    if window.byte(0) == 0 {
      var zeros = 1
      while zeros < size, window.byte(zeros) == 0 { zeros += 1 }
      if zeros == size {
        self = .zeros
        return
      }
      if zeros >= 16 {
        self = .lostBeginning(zeros: zeros)
        return
      }
    }
    for (magic, content) in Self.magics where window.has(magic, at: 0) {
      self = content
      return
    }
    if let text = Self.text(window) {
      self = .text(text)
    } else if Self.isFrameOfMPEG(window) {
      self = .unreadSound("MP3 or AAC without a container")
    } else {
      self = size < 12 ? .tooShort : .unknown
    }
  }

  private static let magics: [([UInt8], OtherContent)] = [
    (Array("ID3".utf8), .unreadSound("MP3")),
    (Array("#!AMR".utf8), .unreadSound("AMR")),
    (Array(".snd".utf8), .unreadSound("AU")),
    (Array("wvpk".utf8), .unreadSound("WavPack")),
    (Array("MAC ".utf8), .unreadSound("Monkey's Audio")),
    ([0x1A, 0x45, 0xDF, 0xA3], .unreadSound("Matroska or WebM")),
    ([0x30, 0x26, 0xB2, 0x75, 0x8E, 0x66, 0xCF, 0x11], .unreadSound("ASF, as WMA")),
    (Array("SQLite format 3".utf8) + [0], .known("a database of SQLite")),
    (Array("%PDF".utf8), .known("a PDF")),
    ([0x89] + Array("PNG".utf8), .known("a picture, PNG")),
    ([0xFF, 0xD8, 0xFF], .known("a picture, JPEG")),
    (Array("PK".utf8) + [3, 4], .known("a ZIP archive")),
    ([0x1F, 0x8B], .known("data packed by gzip")),
    (Array("bplist".utf8), .known("a property list")),
    ([0x7F] + Array("ELF".utf8), .known("a program")),
  ]

  /// Which kind of text the first bytes are; nothing when they are none.
  private static func text(_ window: ByteWindow) -> String? {
    let count = min(window.size, 512)
    var letters: [UInt8] = []
    for offset in 0..<count {
      guard let byte = window.byte(offset), byte >= 0x20 || byte == 9 || byte == 10 || byte == 13,
        byte != 0x7F
      else { return nil }
      letters.append(byte)
    }
    // A few printable bytes are as likely to be anything else.
    guard count >= 8 || letters.first == UInt8(ascii: "{"), isUTF8(letters, isCut: count == 512)
    else { return nil }
    let text = String(decoding: letters.drop { $0 <= 0x20 || $0 >= 0xEF }, as: UTF8.self)
      .lowercased()
    if text.hasPrefix("<!doctype html") || text.hasPrefix("<html") { return "HTML" }
    if text.hasPrefix("<?xml") || text.hasPrefix("<") { return "XML" }
    if text.hasPrefix("{") || text.hasPrefix("[") { return "JSON" }
    return "plain"
  }

  private static func isUTF8(_ bytes: [UInt8], isCut: Bool) -> Bool {
    for dropped in 0...(isCut ? 3 : 0)
    where String(validating: bytes.dropLast(dropped), as: UTF8.self) != nil {
      return true
    }
    return false
  }

  /// Whether it begins like a frame of MPEG audio.
  private static func isFrameOfMPEG(_ window: ByteWindow) -> Bool {
    guard let head = window.big(0, 3), head >> 13 == 0x7FF else { return false }
    // No version, layer, bit rate or sampling rate that is reserved.
    return head >> 11 & 3 != 1 && head >> 4 & 0xF != 0xF && head >> 2 & 3 != 3
  }
}
