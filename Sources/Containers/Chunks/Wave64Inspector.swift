/// Reads W64, Sony's WAV for long files.
struct Wave64Inspector {
  private(set) var inspection: Inspection

  /// The sixteen bytes that name a file of this kind.
  static let riff: [UInt8] = [
    0x72, 0x69, 0x66, 0x66, 0x2E, 0x91, 0xCF, 0x11, 0xA5, 0xD6, 0x28, 0xDB, 0x04, 0xC1, 0, 0,
  ]

  init(_ window: ByteWindow) {
    inspection = Inspection(bytes: window.size)
    inspection.container = .w64
    var found = ChunkedSound(grammar: .wave64)
    let whole = window.little(16, 8) ?? 0
    found.form = (16, whole < 40 || whole >= ByteWindow.limit ? nil : whole)
    var chunks = ChunkSteps(window, found.grammar, from: 40)
    while let chunk = chunks.next() {
      if chunk.name == "data" {
        let isOpen = chunk.length >= ByteWindow.limit - 24
        found.sound = (
          chunk.content, chunk.lengthField, isOpen ? .placeholder : .bytes(chunk.length)
        )
        found.next = chunk.next
        break
      }
      if chunk.name == "fmt ",
        let format = WaveFormat(
          window, at: chunk.content, length: chunk.length, isBigEndian: false)
      {
        inspection.coding = format.coding
        inspection.rate = format.rate
        inspection.frameRate = format.rate
        inspection.channels = format.channels
        if let problem = format.problem { inspection.fault(chunk.content, problem) }
      }
    }
    found.stop = chunks.stop
    if inspection.coding == nil, let sound = found.sound {
      inspection.fault(sound.offset, "no chunk before the sound says its format")
    }
    found.conclude(&inspection, window)
  }
}
