/// What the chunks of a file say about its sound; the judgement is the same for every container.
struct ChunkedSound {
  /// What the chunk of the sound announces.
  enum Claim: Hashable {
    /// So many bytes.
    case bytes(Int)
    /// That it goes to the end of the file, as the container allows.
    case toTheEnd
    /// A number that stands for one which was never written.
    case placeholder
  }

  /// How the search for the sound ended without it.
  enum Stop: Hashable {
    /// At the end of the file, between two chunks.
    case end
    /// Inside a chunk that goes on beyond the end of the file.
    case cut(at: Int)
    /// At bytes that are no chunk.
    case noChunk(at: Int)
  }

  var grammar: ChunkGrammar
  /// Where the length of the whole stands, and where it says that the whole ends; a container that
  /// has no such length has no field, and one that was never written has no end.
  var form: (field: Int, end: Int?)?
  /// Where the sound begins, where its length stands, and what it says.
  var sound: (offset: Int, field: Int, claim: Claim)?
  /// Where the chunk after the sound begins.
  var next = 0
  var stop = Stop.end
  /// Frames that are announced elsewhere than by the length of the sound.
  var announcedFrames: (field: Int, count: Int)?

  /// Draws the conclusion.
  func conclude(_ inspection: inout Inspection, _ window: ByteWindow) {
    guard let sound else {
      concludeWithoutSound(&inspection, window)
      return
    }
    let present = max(0, window.size - sound.offset)
    inspection.soundOffset = sound.offset
    inspection.soundBytes = present
    switch sound.claim {
    case .toTheEnd:
      inspection.state = .unfinalized
      inspection.fault(
        sound.field, "the length of the sound is left open, which says: to the end of the file")
    case .placeholder:
      inspection.state = .unfinalized
      inspection.fault(sound.field, "the length of the sound is a placeholder, never filled in")
    case .bytes(let claimed):
      inspection.claimedBytes = claimed
      if claimed > present {
        inspection.state = .incomplete
        inspection.missingBytes = claimed - present
        inspection.fault(
          window.size,
          "the file ends here, \((claimed - present).grouped) bytes before the sound does")
      } else {
        concludeWithin(&inspection, window, sound.field, claimed)
      }
    }
    count(&inspection)
  }

  /// The sound ends within the file: what follows decides whether it is all of it.
  private func concludeWithin(
    _ inspection: inout Inspection, _ window: ByteWindow, _ field: Int, _ claimed: Int
  ) {
    let present = inspection.soundBytes
    let tail = Tail(window, grammar, from: next)
    if claimed == 0, present > 0, tail != .chunks {
      inspection.state = .unfinalized
      inspection.fault(
        field, "the sound is said to have no length, yet \(present.grouped) bytes follow")
      return
    }
    switch tail {
    case .unknown(let offset):
      inspection.state = .unfinalized
      inspection.fault(
        field,
        Self.more(window, after: offset)
      )
      return
    case .chunks: break
    case .cut(let offset):
      // Sound looks like a chunk now and then, but not like one that the whole has room for.
      if let end = form?.end, end <= window.size {
        inspection.state = .unfinalized
        inspection.fault(
          field,
          Self.more(window, after: offset)
        )
        return
      }
      inspection.fault(offset, "the chunk that begins here goes on beyond the end of the file")
    case .zeros(let offset):
      inspection.remark(
        offset, "\((window.size - offset).grouped) zeros follow that belong to nothing")
    case .appended(let offset, let what):
      inspection.remark(offset, "\(what) was appended: \((window.size - offset).grouped) bytes")
    }
    inspection.soundBytes = claimed
    inspection.state = claimed == 0 ? .noSound : .complete
    judgeForm(&inspection, window, tail)
  }

  private static func more(_ window: ByteWindow, after offset: Int) -> String {
    let count = (window.size - offset).grouped
    return "the sound is said to end at byte \(offset.grouped), yet \(count) more follow"
  }

  /// Compares the length of the whole with the file.
  private func judgeForm(_ inspection: inout Inspection, _ window: ByteWindow, _ tail: Tail) {
    guard let form else {
      inspection.isConsistent = tail == .chunks
      if case .cut = tail { inspection.state = .incomplete }
      return
    }
    guard let end = form.end, end > (sound?.offset ?? 0) || end == window.size else {
      inspection.state = .unfinalized
      inspection.fault(form.field, "the length of the whole was never filled in")
      return
    }
    if case .cut = tail {
      inspection.state = .incomplete
      inspection.missingBytes = max(0, end - window.size)
      return
    }
    if end == window.size {
      inspection.isConsistent = tail == .chunks
    } else if end == window.size + 1 || end == window.size - 1 {
      inspection.remark(form.field, "the length of the whole is off by one, which is a pad byte")
    } else if end > window.size {
      inspection.state = .incomplete
      inspection.missingBytes = end - window.size
      inspection.fault(
        window.size, "the file ends here, \((end - window.size).grouped) bytes before it should")
    } else if tail == .chunks {
      inspection.state = .damaged
      inspection.fault(
        form.field,
        "the whole is said to end at byte \(end.grouped), the file ends at \(window.size.grouped)")
    }
  }

  private func concludeWithoutSound(_ inspection: inout Inspection, _ window: ByteWindow) {
    inspection.isDivisible = false
    inspection.frames = 0
    switch stop {
    case .noChunk(let offset):
      inspection.state = .damaged
      inspection.fault(offset, "here a chunk should begin, and the sound was not yet found")
    case .cut(let offset):
      inspection.state = form?.end == window.size ? .damaged : .incomplete
      inspection.fault(
        offset, "what begins here goes on beyond the end of the file, and no sound comes before it")
    case .end:
      if let form, let end = form.end, end == window.size {
        inspection.state = .damaged
        inspection.fault(window.size, "the file ends in order, but no chunk holds sound")
      } else if let form, let end = form.end, end > window.size {
        inspection.state = .incomplete
        inspection.missingBytes = end - window.size
        inspection.fault(window.size, "the file ends here, before any sound")
      } else {
        inspection.state = .unfinalized
        inspection.fault(window.size, "the header ends here, before any sound")
      }
    }
  }

  /// Counts frames, and sees whether the last is whole.
  private func count(_ inspection: inout Inspection) {
    guard let coding = inspection.coding, let channels = inspection.channels, channels > 0 else {
      if inspection.coding == nil { inspection.isDivisible = false }
      return
    }
    guard let unit = coding.unit(channels: channels), unit.bytes > 0 else {
      inspection.claimedFrames = announcedFrames?.count
      if inspection.soundBytes == 0 { inspection.frames = 0 }
      return
    }
    func frames(_ bytes: Int) -> Int { ByteWindow.product(bytes / unit.bytes, unit.frames) }
    inspection.frames = frames(inspection.soundBytes)
    inspection.claimedFrames = inspection.claimedBytes.map(frames)
    let rest = inspection.soundBytes % unit.bytes
    if rest > 0, let offset = inspection.soundOffset {
      let place = offset + inspection.soundBytes - rest
      if inspection.state == .complete {
        inspection.state = .damaged
        inspection.fault(
          place, "the last frame has \(rest.grouped) bytes instead of \(unit.bytes.grouped)")
      } else {
        inspection.remark(place, "the last frame is not whole")
      }
      inspection.isConsistent = false
    }
    compareAnnounced(&inspection, unit)
  }

  /// Compares frames that are announced elsewhere with what the length of the sound says.
  private func compareAnnounced(_ inspection: inout Inspection, _ unit: (bytes: Int, frames: Int)) {
    guard let (field, count) = announcedFrames, let claimed = inspection.claimedFrames else {
      return
    }
    // The last block need not be full.
    if count <= claimed, count > claimed - unit.frames {
      inspection.claimedFrames = count
      if inspection.state == .complete, unit.frames > 1 { inspection.frames = count }
      return
    }
    inspection.isConsistent = false
    inspection.claimedFrames = min(count, claimed)
    switch inspection.state {
    case .complete:
      inspection.state = count == 0 ? .unfinalized : .damaged
      inspection.fault(
        field, "\(count.grouped) frames are announced here, the sound has \(claimed.grouped)")
    case .unfinalized, .incomplete, .noSound, .damaged, .notAudio:
      inspection.remark(field, "\(count.grouped) frames are announced here")
    }
  }
}
