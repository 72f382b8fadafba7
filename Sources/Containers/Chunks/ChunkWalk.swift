/// One chunk: a name, a length, and so many bytes.
struct Chunk: Sendable {
  /// Where it begins.
  var offset: Int
  /// Four letters.
  var name: String
  /// Where its length stands.
  var lengthField: Int
  /// Where its content begins.
  var content: Int
  /// Bytes of content that it announces.
  var length: Int
  /// Where the next one begins.
  var next: Int

  var end: Int { content + length }
}

/// How the chunks of a container are read; RIFF, W64, CAF and AIFF differ in little else.
struct ChunkGrammar: Sendable {
  /// Whether numbers begin with the high byte.
  var isBigEndian: Bool
  /// Bytes of a chunk before its content.
  var head: Int
  /// Reads the chunk at an offset; nothing where its head is not whole or does not say a name.
  var read: @Sendable (ByteWindow, Int) -> Chunk?

  /// Four letters and a length of four bytes, padded to an even length.
  static func plain(isBigEndian: Bool) -> ChunkGrammar {
    ChunkGrammar(isBigEndian: isBigEndian, head: 8) { window, offset in
      guard let name = window.tag(offset),
        let length = window.number(offset + 4, 4, bigEndian: isBigEndian)
      else { return nil }
      return Chunk(
        offset: offset, name: name, lengthField: offset + 4, content: offset + 8, length: length,
        next: offset + 8 + length + length % 2)
    }
  }

  /// CAF: four letters and a length of eight bytes, of which −1 says: to the end of the file.
  static let coreAudio = ChunkGrammar(isBigEndian: true, head: 12) { window, offset in
    guard let name = window.tag(offset), let length = window.big(offset + 4, 8) else { return nil }
    return Chunk(
      offset: offset, name: name, lengthField: offset + 4, content: offset + 12, length: length,
      next: offset + 12 + length)
  }

  /// W64: names of sixteen bytes that begin with four letters, lengths that count themselves, and
  /// chunks that begin at multiples of eight.
  static let wave64 = ChunkGrammar(isBigEndian: false, head: 24) { window, offset in
    guard let name = window.tag(offset), let length = window.little(offset + 16, 8) else {
      return nil
    }
    let next = offset + max(24, length)
    return Chunk(
      offset: offset, name: name, lengthField: offset + 16, content: offset + 24,
      length: max(0, length - 24), next: next + (8 - next % 8) % 8)
  }
}

/// Goes from chunk to chunk.
struct ChunkSteps {
  /// Why there was no further chunk.
  private(set) var stop = ChunkedSound.Stop.end

  private let window: ByteWindow
  private let grammar: ChunkGrammar
  private var offset: Int
  private var last: Chunk?
  private var count = 0

  /// Chunks that are looked at. No recorder writes nearly as many before the sound.
  private static let most = 1 << 16

  init(_ window: ByteWindow, _ grammar: ChunkGrammar, from start: Int) {
    self.window = window
    self.grammar = grammar
    offset = start
  }

  /// The next chunk; nil where none begins, or the one before it goes on beyond the file.
  mutating func next() -> Chunk? {
    if let last, last.end > window.size {
      stop = .cut(at: last.offset)
      return nil
    }
    guard count < Self.most else {
      stop = .noChunk(at: offset)
      return nil
    }
    guard offset < window.size else { return nil }
    guard let chunk = grammar.read(window, offset) else {
      stop = window.size - offset < grammar.head ? .cut(at: offset) : .noChunk(at: offset)
      return nil
    }
    count += 1
    last = chunk
    offset = chunk.next
    return chunk
  }
}

/// What lies between the end of the sound and the end of the file.
enum Tail: Hashable {
  /// Nothing, or whole chunks.
  case chunks
  /// A chunk that reaches beyond the end of the file.
  case cut(at: Int)
  /// Nothing but zeros.
  case zeros(at: Int)
  /// Something that another program has appended.
  case appended(at: Int, String)
  /// Bytes that are no chunk.
  case unknown(at: Int)

  init(_ window: ByteWindow, _ grammar: ChunkGrammar, from start: Int) {
    var offset = start
    // A pad byte that was left out at the very end is everybody's habit.
    while offset < window.size {
      if let text = Self.appended(window, offset) {
        self = .appended(at: offset, text)
        return
      }
      guard let chunk = grammar.read(window, offset) else {
        self = window.isZero(offset..<window.size) ? .zeros(at: offset) : .unknown(at: offset)
        return
      }
      if chunk.end > window.size {
        self = .cut(at: offset)
        return
      }
      offset = max(chunk.next, offset + 8)
    }
    self = .chunks
  }

  private static func appended(_ window: ByteWindow, _ offset: Int) -> String? {
    if window.has("TAG", at: offset), window.size - offset <= 128 { return "a tag of MP3 files" }
    if window.has("ID3", at: offset) { return "a tag of MP3 files" }
    if window.has("APETAGEX", at: offset) { return "an APE tag" }
    guard window.size - offset <= 4_096 else { return nil }
    for place in offset..<window.size {
      guard let byte = window.byte(place), byte >= 0x20 && byte < 0x7F || 9...13 ~= byte else {
        return nil
      }
    }
    return window.size - offset >= 8 ? "text" : nil
  }
}
