import Contract
import Simulation

// Taking away: everything of a kind, chunks, single entries, recordings, pairs.
extension Search {
  /// Tries the case with nothing going wrong and nothing out of order, then with each alone.
  mutating func makeBenign() {
    let faults = CasePart.all(.fault, of: best.theCase)
    let holds = CasePart.all(.hold, of: best.theCase)
    if accepts(best.theCase.removing(faults + holds).tidied) { return }
    if holds.count > 1 { _ = accepts(best.theCase.removing(holds).tidied) }
    let left = CasePart.all(.fault, of: best.theCase)
    if left.count > 1 { _ = accepts(best.theCase.removing(left).tidied) }
  }

  /// Takes chunks of a kind away, from the back, in halves, quarters and so on to single entries.
  mutating func deleteChunks(_ kind: CasePart.Kind) {
    var length = max(1, CasePart.all(kind, of: best.theCase).count / 2)
    while true {
      var end = CasePart.all(kind, of: best.theCase).count
      while end > 0, !isOver {
        let start = max(0, end - length)
        let parts = CasePart.all(kind, of: best.theCase)
        let chunk = Array(parts[start..<min(end, parts.count)])
        _ = accepts(best.theCase.removing(chunk).tidied)
        // An accepted case can have lost more than the chunk.
        end = min(start, CasePart.all(kind, of: best.theCase).count)
      }
      if length == 1 || isOver { return }
      length /= 2
    }
  }

  /// Takes everything about one recording away.
  mutating func deleteRecordings() {
    let recordings = best.theCase.recordings
    guard recordings.count > 1 else { return }
    for recording in recordings.reversed() {
      let parts = CasePart.all(of: best.theCase).filter {
        best.theCase.isAbout($0, recording)
      }
      if !parts.isEmpty { _ = accepts(best.theCase.removing(parts).tidied) }
    }
  }

  /// Takes an entry away while what hung on it is let loose: lines happen at the times at which
  /// they happened, and deaths at other places.
  mutating func deleteLoosened() {
    let parts = CasePart.all(of: best.theCase)
    guard parts.count <= 16 else { return }
    for timed in timed(best.theCase) {
      for part in parts.reversed() where !isOver {
        if accepts(timed.removing([part]).tidied) { return }
      }
    }
    for place in best.theCase.crashes.indices {
      for part in parts.reversed() where part != .crash(place) && !isOver {
        let rest = best.theCase.removing([part]).tidied
        guard CaseSize(rest).entries < size.entries, rest.crashes.count > place else { continue }
        if relocates(place, in: rest) { return }
      }
    }
  }

  /// The case with every line at the time at which it happened, and a while later; none where all
  /// lines have their times.
  private mutating func timed(_ theCase: Case) -> [Case] {
    let anchored = theCase.script.indices.filter {
      if case .after = theCase.script[$0].anchor { true } else { false }
    }
    guard !anchored.isEmpty else { return [] }
    let times = Recorded(theCase, stage).lines
    executions += 1
    return [Nanoseconds.zero, .seconds(30)].map { later in
      var timed = theCase
      for place in anchored {
        if let time = times[place + 1] { timed.script[place].anchor = .time(time + later) }
      }
      return timed
    }
  }

  /// Takes two entries away that may be there only for each other.
  mutating func deletePairs() {
    let parts = CasePart.all(of: best.theCase)
    guard parts.count <= 16 else { return }
    for a in parts.indices {
      for b in parts.indices where a < b {
        if isOver || accepts(best.theCase.removing([parts[a], parts[b]]).tidied) { return }
      }
    }
  }
}
