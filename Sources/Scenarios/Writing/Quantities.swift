import Contract

// Quantities in the largest unit in which they come out short and whole.
extension Written {
  /// A duration; negative ones have none.
  static func time(_ time: Nanoseconds) throws(Unsayable) -> Written {
    guard time.count >= 0 else { throw Unsayable("a duration cannot be negative: \(time)") }
    return .word(Self.text(of: time))
  }

  /// A duration with its sign.
  static func step(_ time: Nanoseconds) -> String {
    time.count < 0 ? "-" + text(of: Nanoseconds(-time.count)) : text(of: time)
  }

  static func text(of time: Nanoseconds) -> String {
    let count = time.count
    let (second, milli, micro): (Int64, Int64, Int64) = (1_000_000_000, 1_000_000, 1_000)
    if count % second == 0 {
      let seconds = count / second
      if seconds >= 7_200, seconds % 3_600 == 0 { return "\(seconds / 3_600)h" }
      return seconds >= 120 && seconds % 60 == 0 ? "\(seconds / 60)m" : "\(seconds)s"
    }
    if count % milli == 0 {
      guard count > second else { return "\(count / milli)ms" }
      var digits = "\(count % second / milli)"
      digits = String(repeating: "0", count: 3 - digits.utf8.count) + digits
      while digits.hasSuffix("0") { digits.removeLast() }
      return "\(count / second).\(digits)s"
    }
    return count % micro == 0 ? "\(count / micro)us" : "\(count)ns"
  }

  /// A stretch of audio.
  static func audio(_ samples: Int) throws(Unsayable) -> Written {
    guard samples >= 0 else { throw Unsayable("a stretch of audio cannot be negative: \(samples)") }
    let perMillisecond = sampleRate / 1_000
    if samples > 0, samples % perMillisecond != 0 { return .word("\(samples) samples") }
    return try time(.milliseconds(samples / perMillisecond))
  }

  /// A size in bytes.
  static func size(_ bytes: Int) throws(Unsayable) -> Written {
    guard bytes >= 0 else { throw Unsayable("a size cannot be negative: \(bytes)") }
    let units: [(Int, String)] = [
      (1_000_000_000, "GB"), (1 << 30, "GiB"), (1_000_000, "MB"), (1 << 20, "MiB"),
      (1_000, "kB"), (1 << 10, "KiB"),
    ]
    for (scale, name) in units where bytes > 0 && bytes % scale == 0 {
      return .word("\(bytes / scale)\(name)")
    }
    return .word("\(bytes)B")
  }

  /// A size, or that nobody knows.
  static func sizeOrUnknown(_ bytes: Int?) throws(Unsayable) -> Written {
    guard let bytes else { return .word("unknown") }
    return try size(bytes)
  }
}
