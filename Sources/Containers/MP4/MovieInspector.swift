/// Reads MP4 and M4A: the sound lies in one box, and nothing of it can be found without the index,
/// which most writers write last.
struct MovieInspector {
  private(set) var inspection: Inspection
  private let window: ByteWindow
  private var index: MovieBox?
  private var track: MovieTrack?
  /// The boxes of sound.
  private var media: [MovieBox] = []
  private var fragments: [MovieFragment] = []
  private var hasFragmentEnd = false
  /// A box that the end of the file cuts.
  private var cut: MovieBox?
  /// Where a box should begin and none does.
  private var noBox: Int?

  init(_ window: ByteWindow) {
    self.window = window
    inspection = Inspection(bytes: window.size)
    inspection.container = .mp4
    walk()
    openUnfilledMedia()
    inspection.soundOffset = media.first?.content
    inspection.soundBytes = media.reduce(0) {
      $0 + max(0, min($1.end, window.size) - $1.content)
    }
    if index == nil || cut?.type == "moov" {
      concludeWithoutIndex()
    } else {
      concludeWithIndex()
    }
    if let noBox, inspection.state == .complete { inspection.remark(noBox, restText(noBox)) }
  }

  private mutating func walk() {
    var offset = 0
    while offset < window.size {
      guard let box = MovieBox(window, at: offset) else {
        noBox = offset
        return
      }
      switch box.type {
      case "moov" where index == nil:
        index = box
        if box.end <= window.size { track = MovieTrack.find(window, in: box) }
      case "mdat": media.append(box)
      case "moof":
        if let track, box.end <= window.size {
          fragments.append(MovieFragment(window, box, track))
        }
      case "mfra": hasFragmentEnd = true
      default: break
      }
      if box.end > window.size {
        cut = box
        return
      }
      if media.count > 1 << 16 { return }
      offset = box.end
    }
  }

  /// A box of sound with nothing in it, after which no box begins, is one whose length was never
  /// filled in.
  private mutating func openUnfilledMedia() {
    guard let noBox, let last = media.last, last.end == noBox, last.end == last.content,
      let open = MovieBox(unfilled: last, to: window.size)
    else { return }
    media[media.count - 1] = open
    self.noBox = nil
  }

  private func restText(_ offset: Int) -> String {
    let count = window.size - offset
    return window.isZero(offset..<window.size)
      ? "\(count.grouped) zeros follow" : "\(count.grouped) bytes follow that are no box"
  }

  private mutating func concludeWithoutIndex() {
    inspection.isDivisible = false
    if let cut {
      concludeCut(cut)
      inspection.missingBytes = cut.end - window.size
    } else if let noBox, window.size - noBox < 8, media.isEmpty {
      inspection.state = .incomplete
      inspection.fault(noBox, "the box that begins here goes on beyond the end of the file")
    } else if let open = media.first(where: \.isOpen) {
      inspection.state = .unfinalized
      inspection.fault(open.offset, "the length of the box of sound was never filled in")
    } else if let noBox {
      inspection.state = media.isEmpty ? .damaged : .unfinalized
      inspection.fault(noBox, "here a box should begin, and the index was not yet found")
    } else {
      inspection.state = .unfinalized
    }
    if media.isEmpty { inspection.frames = 0 }
    if cut?.type != "moov" {
      inspection.fault(
        window.size,
        "the index (moov) was not found, which says how the sound is coded and divided"
      )
    }
  }

  private mutating func concludeCut(_ cut: MovieBox) {
    inspection.state = .incomplete
    inspection.fault(
      cut.offset, "the box “\(cut.type)” that begins here goes on beyond the end of the file")
  }

  private mutating func concludeWithIndex() {
    guard let track else {
      inspection.state = .notAudio
      inspection.otherContent = .known("a movie without a track of sound")
      return
    }
    inspection.coding = track.pcm.map { .pcm($0) } ?? .packets(track.coding)
    inspection.channels = track.channels
    inspection.rate = track.rate > 0 ? track.rate : track.timescale
    inspection.frameRate = track.timescale
    if track.timescale == 0 {
      inspection.state = .damaged
      inspection.frames = 0
      inspection.fault(index?.offset ?? 0, "the track of sound says no scale of time")
      return
    }
    if track.samples?.count ?? 0 > 0 || fragments.isEmpty {
      concludeWithTables(track)
    } else {
      concludeWithFragments()
    }
  }

  private mutating func concludeWithTables(_ track: MovieTrack) {
    guard let samples = track.samples else {
      inspection.state = .damaged
      inspection.isDivisible = false
      inspection.frames = 0
      inspection.fault(index?.offset ?? 0, "the index has no tables for the sound")
      return
    }
    let held = samples.held(window)
    inspection.claimedFrames = samples.duration(ofFirst: samples.count, window)
    inspection.frames = samples.duration(ofFirst: held.count, window)
    if held.count < samples.count {
      let isCut = held.first.map { $0 <= window.size } ?? false
      inspection.state = cut != nil || isCut ? .incomplete : .damaged
      inspection.missingBytes = held.missing
      inspection.fault(
        min(held.first ?? window.size, window.size),
        "\((samples.count - held.count).grouped) of \(samples.count.grouped) packets of sound are not in the file"
      )
    } else if let cut {
      concludeCut(cut)
    } else {
      inspection.state = samples.count == 0 ? .noSound : .complete
      inspection.isConsistent = noBox == nil
    }
  }

  private mutating func concludeWithFragments() {
    inspection.frames = fragments.reduce(0) { min(ByteWindow.limit, $0 + $1.duration) }
    let missing = fragments.reduce(0) { $0 + $1.missing }
    if let cut {
      concludeCut(cut)
      inspection.missingBytes = cut.end - window.size
    } else if missing > 0 {
      inspection.state = .incomplete
      inspection.fault(window.size, "\(missing.grouped) packets of the last fragments are missing")
    } else if let noBox {
      inspection.state = window.size - noBox < 8 ? .incomplete : .damaged
      inspection.fault(noBox, "here a box should begin")
    } else if hasFragmentEnd {
      inspection.claimedFrames = inspection.frames
      inspection.state = .complete
      inspection.isConsistent = true
    } else {
      inspection.state = .unfinalized
      inspection.fault(window.size, "nothing says that the last fragment here was the last")
    }
  }
}

extension MovieBox {
  /// A box whose length was never filled in, taken to reach to the end of the file.
  init?(unfilled box: MovieBox, to end: Int) {
    guard box.content <= end else { return nil }
    offset = box.offset
    type = box.type
    content = box.content
    self.end = end
    isOpen = true
  }
}
