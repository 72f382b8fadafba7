/// What one fragment adds to a track.
struct MovieFragment: Hashable {
  /// How long its samples are that the file holds in whole, in the track's parts of a second.
  private(set) var duration = 0
  /// Samples that the file does not hold in whole.
  private(set) var missing = 0

  /// Reads a fragment that is whole; its sound need not be.
  init(_ window: ByteWindow, _ moof: MovieBox, _ track: MovieTrack) {
    for traf in moof.children(window) where traf.type == "traf" {
      read(window, moof, traf, track)
    }
  }

  private mutating func read(
    _ window: ByteWindow, _ moof: MovieBox, _ traf: MovieBox, _ track: MovieTrack
  ) {
    let boxes = traf.children(window)
    guard let tfhd = boxes.first(where: { $0.type == "tfhd" }),
      let flags = window.big(tfhd.content + 1, 3), window.big(tfhd.content + 4, 4) == track.id
    else { return }
    var place = tfhd.content + 8
    func next(_ flag: Int, _ length: Int) -> Int? {
      guard flags & flag != 0 else { return nil }
      defer { place += length }
      return window.big(place, length)
    }
    let base = next(0x01, 8) ?? moof.offset
    _ = next(0x02, 4)
    let defaults = (
      duration: next(0x08, 4) ?? track.fragmentDefaults.duration,
      size: next(0x10, 4) ?? track.fragmentDefaults.size
    )
    var data = base
    for trun in boxes where trun.type == "trun" {
      run(window, trun, base, &data, defaults)
    }
  }

  private mutating func run(
    _ window: ByteWindow, _ trun: MovieBox, _ base: Int, _ data: inout Int,
    _ defaults: (duration: Int, size: Int)
  ) {
    guard let flags = window.big(trun.content + 1, 3),
      let announced = window.big(trun.content + 4, 4)
    else { return }
    var head = 8
    if flags & 0x001 != 0 {
      let offset = Int32(truncatingIfNeeded: window.big(trun.content + 8, 4) ?? 0)
      data = max(0, base + Int(offset))
      head += 4
    }
    if flags & 0x004 != 0 { head += 4 }
    let fields = [0x100, 0x200, 0x400, 0x800].filter { flags & $0 != 0 }
    guard !fields.isEmpty else {
      uniform(window, announced, &data, defaults)
      return
    }
    let table = MovieTable(window, trun, at: head, count: announced, entry: 4 * fields.count)
    for index in 0..<table.count {
      var size = defaults.size
      var length = defaults.duration
      if flags & 0x100 != 0 { length = table.number(window, index) }
      if flags & 0x200 != 0 {
        size = table.number(window, index, field: flags & 0x100 != 0 ? 4 : 0)
      }
      add(window, 1, size: size, duration: length, &data)
    }
  }

  /// A run whose samples are all as the defaults say.
  private mutating func uniform(
    _ window: ByteWindow, _ count: Int, _ data: inout Int, _ defaults: (duration: Int, size: Int)
  ) {
    guard defaults.size > 0 else { return }
    let whole = min(count, max(0, window.size - data) / defaults.size)
    add(window, whole, size: defaults.size, duration: defaults.duration, &data)
    missing += count - whole
  }

  private mutating func add(
    _ window: ByteWindow, _ count: Int, size: Int, duration: Int, _ data: inout Int
  ) {
    data += count * size
    if data <= window.size {
      self.duration = min(ByteWindow.limit, self.duration + ByteWindow.product(count, duration))
    } else {
      missing += count
    }
  }
}
