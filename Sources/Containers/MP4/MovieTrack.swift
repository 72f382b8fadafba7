/// The track of sound in an index.
struct MovieTrack: Hashable {
  let id: Int
  /// Parts of a second in which it counts.
  let timescale: Int
  let coding: String
  let pcm: PCM?
  let rate: Int
  let channels: Int
  let samples: MovieSamples?
  /// What samples of fragments are, where a fragment does not say: their length and their bytes.
  private(set) var fragmentDefaults = (duration: 0, size: 0)

  static func == (one: MovieTrack, other: MovieTrack) -> Bool { one.id == other.id }
  func hash(into hasher: inout Hasher) { hasher.combine(id) }

  /// Finds the first track of sound in an index.
  static func find(_ window: ByteWindow, in movie: MovieBox) -> MovieTrack? {
    let boxes = movie.children(window)
    for box in boxes where box.type == "trak" {
      guard var track = MovieTrack(window, box) else { continue }
      for extends in boxes where extends.type == "mvex" {
        for trex in extends.children(window) where trex.type == "trex" {
          guard window.big(trex.content + 4, 4) == track.id else { continue }
          track.fragmentDefaults = (
            window.big(trex.content + 12, 4) ?? 0, window.big(trex.content + 16, 4) ?? 0
          )
        }
      }
      return track
    }
    return nil
  }

  private init?(_ window: ByteWindow, _ trak: MovieBox) {
    func first(_ type: String, in boxes: [MovieBox]) -> MovieBox? {
      boxes.first { $0.type == type }
    }
    let boxes = trak.children(window)
    guard let media = first("mdia", in: boxes)?.children(window),
      let handler = first("hdlr", in: media), window.has("soun", at: handler.content + 8),
      let mdhd = first("mdhd", in: media), let version = window.byte(mdhd.content)
    else { return nil }
    timescale = window.big(mdhd.content + (version == 1 ? 20 : 12), 4) ?? 0
    let tkhd = first("tkhd", in: boxes)
    id = tkhd.flatMap { window.big($0.content + (window.byte($0.content) == 1 ? 20 : 12), 4) } ?? 0
    let table = first("minf", in: media).flatMap { first("stbl", in: $0.children(window)) }
    let tables = table?.children(window) ?? []
    samples = MovieSamples(window, tables)
    let entry = first("stsd", in: tables).flatMap { MovieBox(window, at: $0.content + 8) }
    let letters = entry?.type ?? ""
    let bits = entry.flatMap { window.big($0.content + 18, 2) } ?? 16
    channels = entry.flatMap { window.big($0.content + 16, 2) } ?? 0
    rate = entry.flatMap { window.big($0.content + 24, 4) }.map { $0 >> 16 } ?? 0
    pcm =
      switch letters {
      case "sowt": PCM(.signed, bytes: bits / 8, isBigEndian: false)
      case "twos": PCM(.signed, bytes: bits / 8, isBigEndian: true)
      default: nil
      }
    coding = Self.name(letters)
  }

  private static func name(_ letters: String) -> String {
    switch letters {
    case "mp4a": "AAC"
    case "alac": "Apple Lossless"
    case "Opus": "Opus"
    case "fLaC": "FLAC"
    case "": "coding not said"
    default: "coding “\(letters)”"
    }
  }
}
