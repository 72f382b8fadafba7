/// Reads CAF, Apple's container for recording: it may leave the length of its sound open.
struct CoreAudioInspector {
  private(set) var inspection: Inspection
  private let window: ByteWindow
  private var found = ChunkedSound(grammar: .coreAudio)
  private var hasPacketTable = false

  /// The length that says “to the end of the file”: −1, read without its sign.
  private static let open = ByteWindow.limit
  /// Bytes before the sound in its chunk: how often it was edited.
  private static let editCount = 4

  init(_ window: ByteWindow) {
    self.window = window
    inspection = Inspection(bytes: window.size)
    inspection.container = .caf
    walk()
    if inspection.coding == nil, let sound = found.sound {
      inspection.fault(sound.offset, "no chunk says the format of the sound")
    }
    found.conclude(&inspection, window)
    if case .packets(let name)? = inspection.coding, found.sound != nil, !hasPacketTable {
      inspection.isDivisible = false
      inspection.isConsistent = false
      if inspection.state == .complete { inspection.state = .damaged }
      inspection.fault(
        window.size, "the table that divides the sound (\(name)) into packets is not there")
    }
  }

  private mutating func walk() {
    var chunks = ChunkSteps(window, found.grammar, from: 8)
    while let chunk = chunks.next() {
      switch chunk.name {
      case "desc" where chunk.length >= 32: takeFormat(chunk)
      case "pakt" where chunk.length >= 24:
        hasPacketTable = chunk.end <= window.size
        if let frames = window.big(chunk.content + 8, 8) {
          found.announcedFrames = (chunk.content + 8, frames)
        }
      case "data" where found.sound == nil: takeSound(chunk)
      default: break
      }
    }
    found.stop = chunks.stop
  }

  private mutating func takeSound(_ chunk: Chunk) {
    let start = chunk.content + Self.editCount
    guard start <= window.size else { return }
    let claim: ChunkedSound.Claim =
      chunk.length >= Self.open ? .toTheEnd : .bytes(max(0, chunk.length - Self.editCount))
    found.sound = (start, chunk.lengthField, claim)
    found.next = max(chunk.next, start)
  }

  private mutating func takeFormat(_ chunk: Chunk) {
    let start = chunk.content
    guard let name = window.tag(start + 8), let flags = window.big(start + 12, 4),
      let packet = window.big(start + 16, 4), let framesPerPacket = window.big(start + 20, 4),
      let channels = window.big(start + 24, 4), let bits = window.big(start + 28, 4)
    else { return }
    inspection.rate = FloatingRate.double(window, start)
    inspection.frameRate = inspection.rate
    if inspection.rate == nil { inspection.fault(start, "this is no rate of sampling") }
    inspection.channels = channels
    if channels == 0 || channels > 1_024 {
      inspection.fault(start + 24, "there are said to be \(channels.grouped) channels")
      inspection.channels = nil
    }
    let bytes = bits <= 64 ? (bits + 7) / 8 : 0
    let pcm: PCM? =
      switch name {
      case "lpcm":
        PCM(flags & 1 != 0 ? .float : .signed, bytes: bytes, isBigEndian: flags & 2 == 0)
      case "ulaw": PCM(.muLaw, bytes: 1, isBigEndian: true)
      case "alaw": PCM(.aLaw, bytes: 1, isBigEndian: true)
      default: nil
      }
    if let pcm {
      inspection.coding = .pcm(pcm)
    } else if packet > 0, framesPerPacket > 0 {
      inspection.coding = .blocks(Self.name(name), bytes: packet, frames: framesPerPacket)
    } else {
      inspection.coding = .packets(Self.name(name))
    }
  }

  private static func name(_ letters: String) -> String {
    switch letters {
    case "aac ": "AAC"
    case "alac": "Apple Lossless"
    case "ima4": "IMA ADPCM"
    case "opus": "Opus"
    case "flac": "FLAC"
    default: "coding “\(letters)”"
    }
  }
}
