/// Reads WAV and its relatives: RIFX with the high byte first, RF64 and BW64 for long files.
struct WaveInspector {
  private(set) var inspection: Inspection
  private let window: ByteWindow
  private let grammar: ChunkGrammar
  private var found: ChunkedSound
  /// The lengths in the chunk for long files, of the whole and of the sound, and where they stand.
  private var long: (field: Int, whole: Int, sound: Int)?
  private var hasFormat = false

  /// What the length of the whole says where it stands for another number.
  private static let longForm = 0xFFFF_FFFF

  init(_ window: ByteWindow) {
    self.window = window
    inspection = Inspection(bytes: window.size)
    let container = Container.recognize(window) ?? .wav
    inspection.container = container
    grammar = .plain(isBigEndian: container == .rifx)
    found = ChunkedSound(grammar: grammar)
    let length = window.number(4, 4, bigEndian: container == .rifx) ?? 0
    found.form = (4, Self.isPlaceholder(length) ? nil : 8 + length)
    walk()
    if let long, window.number(4, 4, bigEndian: false) == Self.longForm {
      found.form = (long.field, Self.isLongPlaceholder(long.whole) ? nil : 8 + long.whole)
    }
    judgeFormat()
    found.conclude(&inspection, window)
  }

  private mutating func walk() {
    var chunks = ChunkSteps(window, grammar, from: 12)
    while let chunk = chunks.next() {
      switch chunk.name {
      case "data":
        takeSound(chunk)
        return
      case "ds64" where chunk.length >= 24:
        if let whole = window.little(chunk.content, 8),
          let sound = window.little(chunk.content + 8, 8)
        {
          long = (chunk.content, whole, sound)
        }
      case "fmt ": takeFormat(chunk)
      case "fact":
        if chunk.length >= 4,
          let count = window.number(chunk.content, 4, bigEndian: grammar.isBigEndian)
        {
          found.announcedFrames = (chunk.content, count)
        }
      default: break
      }
    }
    found.stop = chunks.stop
  }

  private mutating func takeFormat(_ chunk: Chunk) {
    guard
      let format = WaveFormat(
        window, at: chunk.content, length: chunk.length, isBigEndian: grammar.isBigEndian)
    else { return }
    hasFormat = true
    inspection.coding = format.coding
    inspection.rate = format.rate
    inspection.frameRate = format.rate
    inspection.channels = format.channels
    if let problem = format.problem { inspection.fault(chunk.content, problem) }
    // PCM needs no second count, and many writers leave it at zero.
    if case .pcm = format.coding { found.announcedFrames = nil }
  }

  private mutating func takeSound(_ chunk: Chunk) {
    var claim =
      Self.isPlaceholder(chunk.length) ? .placeholder : ChunkedSound.Claim.bytes(chunk.length)
    var field = chunk.lengthField
    var next = chunk.next
    if chunk.length == Self.longForm, let long {
      claim = Self.isLongPlaceholder(long.sound) ? .placeholder : .bytes(long.sound)
      field = long.field + 8
      next = chunk.content + long.sound + long.sound % 2
    }
    // A large number that the file keeps is no placeholder.
    if claim == .placeholder, chunk.length != Self.longForm, chunk.end <= window.size {
      claim = .bytes(chunk.length)
    }
    found.sound = (chunk.content, field, claim)
    found.next = next
  }

  private mutating func judgeFormat() {
    if case .pcm? = inspection.coding { found.announcedFrames = nil }
    guard let sound = found.sound else { return }
    if !hasFormat { inspection.fault(sound.offset, "no chunk before the sound says its format") }
  }

  /// Whether a length stands for one that nobody knew: writers to a pipe fill in the largest number
  /// or almost that, with and without a sign.
  private static func isPlaceholder(_ length: Int) -> Bool {
    length >= 0xFFFF_F000 || 0x7FFF_F000...0x8000_0000 ~= length
  }

  private static func isLongPlaceholder(_ length: Int) -> Bool { length >= ByteWindow.limit }
}
