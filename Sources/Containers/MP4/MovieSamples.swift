/// Where the samples of a track lie and how long each is, from the tables of an index.
///
/// A “sample” of a movie is what other containers call a packet.
struct MovieSamples: Hashable {
  private let durations: MovieTable
  private let sizes: MovieTable
  private let uniformSize: Int
  private let chunkOffsets: MovieTable
  private let chunkOffsetLength: Int
  private let chunkRuns: MovieTable
  /// How many there are.
  let count: Int

  init?(_ window: ByteWindow, _ boxes: [MovieBox]) {
    func box(_ type: String) -> MovieBox? { boxes.first { $0.type == type } }
    guard let stts = box("stts"), let stsz = box("stsz"), let stsc = box("stsc"),
      let offsets = box("stco") ?? box("co64")
    else { return nil }
    func table(_ box: MovieBox, _ entry: Int) -> MovieTable {
      MovieTable(
        window, box, at: 8, count: window.big(box.content + 4, 4) ?? 0, entry: entry)
    }
    durations = table(stts, 8)
    chunkRuns = table(stsc, 12)
    chunkOffsetLength = offsets.type == "stco" ? 4 : 8
    chunkOffsets = table(offsets, chunkOffsetLength)
    uniformSize = window.big(stsz.content + 4, 4) ?? 0
    let announced = window.big(stsz.content + 8, 4) ?? 0
    sizes = MovieTable(window, stsz, at: 12, count: announced, entry: 4)
    count = uniformSize > 0 ? announced : sizes.count
  }

  /// How many samples the file holds in whole, how many bytes of the others are missing, and where
  /// the first of those would begin.
  func held(_ window: ByteWindow) -> (count: Int, missing: Int, first: Int?) {
    var result = (count: 0, missing: 0, first: Int?.none)
    var sample = 0
    var run = 0
    for chunk in 0..<chunkOffsets.count where sample < count {
      while run + 1 < chunkRuns.count, chunkRuns.number(window, run + 1) <= chunk + 1 { run += 1 }
      let perChunk = chunkRuns.number(window, run, field: 4)
      var place = chunkOffsets.number(window, chunk, length: chunkOffsetLength)
      let inChunk = min(perChunk, count - sample)
      if uniformSize > 0 {
        let whole = min(inChunk, max(0, window.size - place) / uniformSize)
        result.count += whole
        if whole < inChunk {
          if result.first == nil { result.first = place + whole * uniformSize }
          let lost = ByteWindow.product(inChunk - whole, uniformSize)
          result.missing = min(ByteWindow.limit, result.missing + lost)
        }
      } else {
        for index in sample..<sample + inChunk {
          let size = sizes.number(window, index)
          if place + size <= window.size {
            result.count += 1
          } else {
            if result.first == nil { result.first = place }
            result.missing += size
          }
          place += size
        }
      }
      sample += inChunk
    }
    return result
  }

  /// How long the first samples are, in the track's parts of a second.
  func duration(ofFirst samples: Int, _ window: ByteWindow) -> Int {
    var left = samples
    var total = 0
    for index in 0..<durations.count where left > 0 {
      let taken = min(left, durations.number(window, index))
      let length = ByteWindow.product(taken, durations.number(window, index, field: 4))
      total = min(ByteWindow.limit, total + length)
      left -= taken
    }
    return total
  }
}
