/// "Did you mean": the known word that is nearest to an unknown one.
enum Suggestion {
  /// Longer words are never compared, so that a hostile file cannot make this slow.
  private static let longest = 80

  /// The nearest of `candidates`, or nil when none is near enough to be meant.
  ///
  /// Near enough is one edit in three letters; of equally near words the first wins.
  static func nearest(to word: String, among candidates: some Sequence<String>) -> String? {
    let typed = folded(word)
    guard !typed.isEmpty, typed.count <= longest else { return nil }
    var best: String?
    var bestDistance = max(1, typed.count / 3) + 1
    for candidate in candidates {
      let known = folded(candidate)
      guard known.count <= longest, abs(known.count - typed.count) < bestDistance else { continue }
      let distance = distance(typed, known)
      if distance < bestDistance {
        best = candidate
        bestDistance = distance
      }
    }
    return best
  }

  /// The edits (insert, delete, replace, swap of neighbours) that turn one word into another.
  static func distance(_ left: [UInt8], _ right: [UInt8]) -> Int {
    var beforeLast = [Int](repeating: 0, count: right.count + 1)
    var last = Array(0...right.count)
    var current = last
    for row in 0..<left.count {
      current[0] = row + 1
      for column in 0..<right.count {
        let replaced = last[column] + (left[row] == right[column] ? 0 : 1)
        var least = min(replaced, last[column + 1] + 1, current[column] + 1)
        if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
          least = min(least, beforeLast[column - 1] + 1)
        }
        current[column + 1] = least
      }
      (beforeLast, last, current) = (last, current, beforeLast)
    }
    return last[right.count]
  }

  /// ASCII lower case, with `_` read as `-`: these slips cost nothing.
  private static func folded(_ word: String) -> [UInt8] {
    word.utf8.map { byte in
      switch byte {
      case UInt8(ascii: "A")...UInt8(ascii: "Z"): byte | 0x20
      case UInt8(ascii: "_"): UInt8(ascii: "-")
      default: byte
      }
    }
  }
}
