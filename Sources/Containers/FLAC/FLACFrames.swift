/// The frames of a FLAC file, found by the head of each and the checksum over all of it.
///
/// Every byte is looked at once. A head is found anywhere, so damage costs the frame it lies in.
struct FLACFrames {
  /// Frames of sound in frames that are whole and right.
  private(set) var frames = 0
  /// Where the last whole frame ends.
  private(set) var end: Int
  /// What is wrong between two frames, or in one.
  private(set) var damage: [Inspection.Note] = []
  /// Where a frame begins that the end of the file cuts.
  private(set) var cut: Int?
  /// What follows the last frame, where that belongs to no frame.
  private(set) var rest: Inspection.Note?

  private let window: ByteWindow
  private let total: Int
  /// Where a byte is known that is not zero: no run of zeros before it goes to the end.
  private var knownToEnd = -1

  /// Reads all frames.
  ///
  /// - Parameter total: how many frames of sound there should be; 0 where that is not known.
  init(_ window: ByteWindow, from start: Int, total: Int) {
    self.window = window
    self.total = total
    end = start
    var place = start
    var before: FLACFrameHeader?
    while place < window.size {
      guard let header = FLACFrameHeader(window, at: place),
        before.map({ header.fits($0) }) ?? true
      else {
        guard let next = nextHeader(after: place, like: before) else {
          takeRest(place)
          return
        }
        note(place, "\((next - place).grouped) bytes that are no frame")
        place = next
        continue
      }
      if let before, !follows(before, header) {
        note(place, "frame \(header.number.grouped) follows frame \(before.number.grouped)")
      }
      before = header
      place = readFrame(header, at: place)
    }
  }

  private mutating func note(_ offset: Int, _ text: String) {
    if damage.count < 8 { damage.append(Inspection.Note(offset: offset, text: text)) }
  }

  private func follows(_ before: FLACFrameHeader, _ header: FLACFrameHeader) -> Bool {
    header.number == before.number + (header.hasSampleNumber ? before.frames : 1)
  }

  private func nextHeader(after place: Int, like before: FLACFrameHeader?) -> Int? {
    for offset in place + 1..<max(place + 1, window.size) where window.byte(offset) == 0xFF {
      if let header = FLACFrameHeader(window, at: offset), before.map({ header.fits($0) }) ?? true {
        return offset
      }
    }
    return nil
  }

  /// Reads one frame; the place where the next thing begins.
  private mutating func readFrame(_ header: FLACFrameHeader, at start: Int) -> Int {
    var checksum: UInt32 = 0
    var place = start
    var possibleEnd: Int?
    while place < window.size {
      if place > start, window.byte(place) == 0xFF,
        let next = FLACFrameHeader(window, at: place), next.fits(header),
        next.number > header.number
      {
        if checksum == 0 {
          finish(header, at: place)
        } else {
          note(start, "the frame that begins here does not have its checksum")
        }
        return place
      }
      guard let byte = window.byte(place) else { break }
      checksum = Checksum.next(checksum, byte, Checksum.frame)
      place += 1
      if checksum == 0, place > start + 8, possibleEnd == nil, isEnd(header, place) {
        possibleEnd = place
      }
    }
    if checksum == 0 {
      finish(header, at: window.size)
    } else if let possibleEnd {
      finish(header, at: possibleEnd)
      takeRest(possibleEnd)
    } else if window.size - start < 1 << 20 {
      cut = start
    } else {
      // No frame is as long, so what is lost begins in this one and nothing readable follows.
      note(start, "the frame that begins here does not have its checksum")
    }
    return window.size
  }

  /// Whether a frame may end although no other follows. Its checksum is right, which one cut frame
  /// in a few would have somewhere as well: so the stream must be complete with it, or only zeros
  /// or a tag may follow.
  private mutating func isEnd(_ header: FLACFrameHeader, _ place: Int) -> Bool {
    if place == window.size { return true }
    if total > 0, frames + header.frames == total { return true }
    return switch window.byte(place) {
    case 0: isZeroToTheEnd(place)
    case UInt8(ascii: "T"): window.has("TAG", at: place)
    case UInt8(ascii: "A"): window.has("APETAGEX", at: place)
    case UInt8(ascii: "I"): window.has("ID3", at: place)
    default: false
    }
  }

  /// Whether only zeros follow. A checksum stays right through a run of zeros, so that this is asked
  /// at each of them; the run is looked through once.
  private mutating func isZeroToTheEnd(_ place: Int) -> Bool {
    guard place > knownToEnd else { return false }
    var end = place
    while end < window.size, window.byte(end) == 0 { end += 1 }
    if end < window.size { knownToEnd = end }
    return end == window.size
  }

  private mutating func finish(_ header: FLACFrameHeader, at place: Int) {
    frames += header.frames
    end = place
  }

  private mutating func takeRest(_ place: Int) {
    guard place < window.size else { return }
    let count = window.size - place
    let text =
      window.isZero(place..<window.size)
      ? "\(count.grouped) zeros follow" : "\(count.grouped) bytes follow that are no frame"
    rest = Inspection.Note(offset: place, text: text)
  }
}
