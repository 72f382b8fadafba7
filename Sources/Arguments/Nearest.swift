/// The candidate a mistyped word was most likely meant to be, or nothing when none is near.
///
/// Near means: few letters changed, added, dropped or swapped with their neighbour, about one in
/// three; upper and lower case count as the same letter. Among equally near candidates the first
/// wins. A far-fetched suggestion sends people the wrong way, so none is made then.
public func nearest(to word: String, among candidates: some Sequence<String>) -> String? {
  let letters = Array(word.lowercased().unicodeScalars)
  // Longer words are no typing mistakes, and comparing them would cost time without a limit.
  guard (1...64).contains(letters.count) else { return nil }
  let limit = min(max(1, (letters.count + 1) / 3), 4)
  var best: (candidate: String, distance: Int)?
  for candidate in candidates {
    let other = Array(candidate.lowercased().unicodeScalars)
    guard abs(other.count - letters.count) <= limit else { continue }
    let distance = editDistance(letters, other)
    // Something of the word must be left; otherwise any two short words would be near.
    guard distance <= limit, distance < letters.count else { continue }
    if distance < best?.distance ?? .max { best = (candidate, distance) }
  }
  return best?.candidate
}

/// How many single-letter changes, swaps of neighbours included, turn one word into the other.
func editDistance(_ from: [Unicode.Scalar], _ to: [Unicode.Scalar]) -> Int {
  // Row i holds the distances of the first i letters to every prefix of `to`; a swap looks back
  // two rows, everything else one.
  var beforePrevious: [Int] = []
  var previous = Array(0...to.count)
  for i in from.indices {
    var current = [i + 1]
    current.reserveCapacity(to.count + 1)
    for j in to.indices {
      let replaced = previous[j] + (from[i] == to[j] ? 0 : 1)
      var distance = min(replaced, previous[j + 1] + 1, current[j] + 1)
      if i > 0, j > 0, from[i] == to[j - 1], from[i - 1] == to[j] {
        distance = min(distance, beforePrevious[j - 1] + 1)
      }
      current.append(distance)
    }
    (beforePrevious, previous) = (previous, current)
  }
  return previous[to.count]
}
