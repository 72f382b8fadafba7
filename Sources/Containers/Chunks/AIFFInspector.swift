/// Reads AIFF and AIFC.
struct AIFFInspector {
  private(set) var inspection: Inspection
  private let window: ByteWindow
  private var found = ChunkedSound(grammar: .plain(isBigEndian: true))

  init(_ window: ByteWindow) {
    self.window = window
    inspection = Inspection(bytes: window.size)
    inspection.container = window.has("AIFC", at: 8) ? .aifc : .aiff
    let whole = window.big(4, 4) ?? 0
    found.form = (4, whole >= 0xFFFF_F000 ? nil : 8 + whole)
    walk()
    if inspection.coding == nil, let sound = found.sound {
      inspection.fault(sound.offset, "no chunk says the format of the sound")
    }
    found.conclude(&inspection, window)
  }

  private mutating func walk() {
    var chunks = ChunkSteps(window, found.grammar, from: 12)
    while let chunk = chunks.next() {
      if chunk.name == "COMM", chunk.length >= 18 { takeFormat(chunk) }
      if chunk.name == "SSND", found.sound == nil { takeSound(chunk) }
      // The format may come after the sound.
      if found.sound != nil, inspection.coding != nil { return }
    }
    found.stop = chunks.stop
  }

  private mutating func takeFormat(_ chunk: Chunk) {
    let start = chunk.content
    guard let channels = window.big(start, 2), let frames = window.big(start + 2, 4),
      let bits = window.big(start + 6, 2)
    else { return }
    inspection.channels = channels
    inspection.rate = FloatingRate.extended(window, start + 8)
    inspection.frameRate = inspection.rate
    if inspection.rate == nil { inspection.fault(start + 8, "this is no rate of sampling") }
    if channels == 0 { inspection.fault(start, "there are said to be 0 channels") }
    let name = chunk.length >= 22 ? window.tag(start + 18) ?? "NONE" : "NONE"
    inspection.coding = Self.coding(name, bits: bits)
    found.announcedFrames = (start + 2, frames)
  }

  private mutating func takeSound(_ chunk: Chunk) {
    // Eight bytes come before the sound, and as many more as the first of them say.
    let skipped = window.big(chunk.content, 4) ?? 0
    let head = 8 + (skipped < 1 << 20 ? skipped : 0)
    guard chunk.content + head <= window.size else { return }
    let isOpen = chunk.length >= 0xFFFF_F000
    found.sound = (
      chunk.content + head, chunk.lengthField,
      isOpen ? .placeholder : .bytes(max(0, chunk.length - head))
    )
    found.next = max(chunk.next, chunk.content + head)
  }

  private static func coding(_ name: String, bits: Int) -> Coding {
    let bytes = (bits + 7) / 8
    let pcm: PCM? =
      switch name {
      case "NONE", "twos", "in24", "in32": PCM(.signed, bytes: bytes, isBigEndian: true)
      case "sowt": PCM(.signed, bytes: bytes, isBigEndian: false)
      case "raw ": PCM(.unsigned, bytes: bytes, isBigEndian: true)
      case "fl32", "FL32": PCM(.float, bytes: 4, isBigEndian: true)
      case "fl64", "FL64": PCM(.float, bytes: 8, isBigEndian: true)
      case "ulaw", "ULAW": PCM(.muLaw, bytes: 1, isBigEndian: true)
      case "alaw", "ALAW": PCM(.aLaw, bytes: 1, isBigEndian: true)
      default: nil
      }
    return pcm.map { .pcm($0) } ?? .packets("coding “\(name)” with \(bits) bits")
  }
}
