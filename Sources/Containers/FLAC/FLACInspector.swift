/// Reads FLAC: the total in its header is written last, the frames say themselves what they are.
struct FLACInspector {
  private(set) var inspection: Inspection
  private let window: ByteWindow
  private var total = 0
  private var hasChecksum = false

  init(_ window: ByteWindow) {
    self.window = window
    inspection = Inspection(bytes: window.size)
    inspection.container = .flac
    inspection.coding = .packets("FLAC")
    if let start = readHeader() { readFrames(from: start) }
  }

  /// Where the stream begins: some programs put a tag of MP3 files before it.
  static func start(_ window: ByteWindow) -> Int {
    guard window.has("ID3", at: 0) else { return 0 }
    var length = 0
    for offset in 6..<10 {
      guard let byte = window.byte(offset), byte < 0x80 else { return 0 }
      length = length << 7 | Int(byte)
    }
    return 10 + length
  }

  /// Reads the blocks before the frames; the place of the first frame, or nothing where they end
  /// too soon.
  private mutating func readHeader() -> Int? {
    let start = Self.start(window)
    var place = start + 4
    var isLast = false
    while !isLast {
      guard let kind = window.byte(place), let length = window.big(place + 1, 3),
        place + 4 + length <= window.size
      else {
        endInHeader(place)
        return nil
      }
      if place == start + 4, !readStreamInfo(place + 4, kind: kind & 0x7F, length: length) {
        return nil
      }
      isLast = kind & 0x80 != 0
      place += 4 + length
    }
    return place
  }

  private mutating func endInHeader(_ place: Int) {
    inspection.state = .incomplete
    inspection.frames = 0
    inspection.fault(place, "the header goes on beyond the end of the file")
  }

  private mutating func readStreamInfo(_ place: Int, kind: UInt8, length: Int) -> Bool {
    guard kind == 0, length >= 34, let packed = window.big(place + 10, 4),
      let low = window.big(place + 14, 4)
    else {
      inspection.state = .damaged
      inspection.frames = 0
      inspection.fault(place - 4, "the first block does not describe the stream")
      return false
    }
    inspection.rate = packed >> 12
    inspection.frameRate = packed >> 12
    inspection.channels = (packed >> 9 & 7) + 1
    total = (packed & 15) << 32 | low
    if total > 0 { inspection.claimedFrames = total }
    hasChecksum = !window.isZero(place + 18..<place + 34)
    let bits = (packed >> 4 & 31) + 1
    inspection.coding = .packets("FLAC \(bits) bit")
    return true
  }

  private mutating func readFrames(from start: Int) {
    let found = FLACFrames(window, from: start, total: total)
    inspection.soundOffset = start
    inspection.soundBytes = found.end - start
    inspection.frames = found.frames
    for note in found.damage { inspection.fault(note.offset, note.text) }
    let field = Self.start(window) + 8 + 13
    if !found.damage.isEmpty {
      inspection.state = .damaged
    } else if let cut = found.cut {
      inspection.state = total > 0 ? .incomplete : .unfinalized
      inspection.fault(cut, "the frame that begins here goes on beyond the end of the file")
      if total == 0 { inspection.fault(field, "the number of frames was never filled in") }
    } else if total == 0 {
      judgeOpen(field)
    } else if found.frames < total {
      inspection.state = .incomplete
      inspection.fault(
        found.end,
        "\(found.frames.grouped) of \(total.grouped) frames of sound are there, the rest is missing"
      )
    } else if found.frames > total {
      inspection.state = .unfinalized
      inspection.fault(
        field, "\(total.grouped) frames are announced, \(found.frames.grouped) are there")
    } else {
      inspection.state = .complete
      inspection.isConsistent = found.rest == nil
      if !hasChecksum { inspection.remark(field, "no checksum over the whole sound was filled in") }
    }
    if let rest = found.rest { inspection.remark(rest.offset, rest.text) }
  }

  private mutating func judgeOpen(_ field: Int) {
    if inspection.frames == 0, hasChecksum {
      inspection.state = .noSound
      inspection.isConsistent = true
      inspection.claimedFrames = 0
    } else {
      inspection.state = .unfinalized
      inspection.fault(field, "the number of frames was never filled in")
    }
  }
}
