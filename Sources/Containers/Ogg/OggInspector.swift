/// Reads Ogg: pages with checksums, no length anywhere, and a mark on the last page.
struct OggInspector {
  private(set) var inspection: Inspection
  private let window: ByteWindow
  /// The streams of sound, in the order of the file. Several follow each other where files were
  /// put together.
  private var streams: [OggStream] = []
  private var cut: Int?
  private var end = 0
  private var isDamaged = false
  private var firstSound: Int?

  /// Streams that are followed; a recording has one.
  private static let mostStreams = 64

  init(_ window: ByteWindow) {
    self.window = window
    inspection = Inspection(bytes: window.size)
    inspection.container = .ogg
    walk()
    conclude()
  }

  private mutating func walk() {
    var offset = 0
    while offset < window.size {
      do throws(OggPage.Failure) {
        let page = try OggPage(window, at: offset)
        take(page)
        offset = page.end
        end = offset
      } catch {
        switch error {
        case .cut:
          // Unless whole pages follow: then the table of this one is wrong.
          guard let next = nextPage(after: offset) else {
            cut = offset
            return
          }
          miss(offset, "the page that begins here is not whole")
          offset = next
        case .checksum(let end):
          miss(offset, "the page that begins here does not have its checksum")
          offset = end
        case .none:
          guard let next = nextPage(after: offset) else {
            takeRest(offset)
            return
          }
          miss(offset, "\((next - offset).grouped) bytes that are no page")
          offset = next
        }
      }
    }
  }

  /// The next place where a page begins that is whole and right.
  private func nextPage(after offset: Int) -> Int? {
    var place = offset + 1
    var tried = 0
    while place < window.size {
      if window.byte(place) == UInt8(ascii: "O"), window.has("OggS", at: place) {
        tried += 1
        // Each try reads a page; this many wrong ones in a row are no recording any more.
        if tried > 1_024 { return nil }
        do throws(OggPage.Failure) {
          _ = try OggPage(window, at: place)
          return place
        } catch {}
      }
      place += 1
    }
    return nil
  }

  private mutating func miss(_ offset: Int, _ text: String) {
    isDamaged = true
    inspection.fault(offset, text)
    for index in streams.indices { streams[index].missPage(at: offset) }
  }

  private mutating func takeRest(_ offset: Int) {
    let count = window.size - offset
    let isZero = window.isZero(offset..<window.size)
    inspection.remark(
      offset,
      isZero ? "\(count.grouped) zeros follow" : "\(count.grouped) bytes follow that are no page")
  }

  private mutating func take(_ page: OggPage) {
    if page.isFirst {
      if streams.count < Self.mostStreams, let stream = OggStream(window, page) {
        streams.append(stream)
      }
      return
    }
    guard let index = streams.lastIndex(where: { $0.serial == page.serial }) else { return }
    if firstSound == nil, page.granule ?? 0 > 0 { firstSound = page.offset }
    let before = streams[index].gap
    streams[index].take(page)
    if before == nil, let gap = streams[index].gap {
      isDamaged = true
      inspection.fault(gap, "pages before this one are missing")
    }
  }

  private mutating func conclude() {
    guard let first = streams.first else {
      inspection.state = cut != nil ? .incomplete : .damaged
      inspection.frames = 0
      inspection.isDivisible = false
      inspection.fault(cut ?? 0, "no stream of sound begins in this file")
      return
    }
    inspection.coding = .packets(first.coding)
    inspection.channels = first.channels
    inspection.rate = first.rate
    inspection.frameRate = first.rate
    inspection.soundOffset = firstSound
    inspection.soundBytes = firstSound.map { max(0, end - $0) } ?? 0
    let frames = streams.reduce(0) { min(ByteWindow.limit, $0 + $1.heard) }
    inspection.frames = frames
    let isEnded = streams.allSatisfy(\.isEnded)
    if isEnded { inspection.claimedFrames = frames }
    if first.channels == 0 || first.rate == 0 {
      isDamaged = true
      inspection.fault(
        0, "there are said to be \(first.channels.grouped) channels, \(first.rate.grouped) a second"
      )
    }
    if isDamaged {
      inspection.state = .damaged
    } else if let cut {
      inspection.state = .incomplete
      inspection.fault(cut, "the page that begins here goes on beyond the end of the file")
    } else if isEnded {
      inspection.state = frames == 0 ? .noSound : .complete
      inspection.isConsistent = inspection.remarks.isEmpty
    } else {
      inspection.state = .unfinalized
      inspection.fault(end, "no page is marked as the last")
    }
  }
}
