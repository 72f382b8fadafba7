import Contract

/// Which words of a recording were in accepted requests, how often, and under which settings.
struct HeardCheck: RunCheck {
  /// How often a word may be in an accepted request of one attempt.
  enum Accepted: FormatWord {
    case once, atMostOnce

    var word: String {
      switch self {
      case .once: "once"
      case .atMostOnce: "at-most-once"
      }
    }
  }

  private struct Sent {
    let name: Identity
    let process: ProcessID
    var runs: [AudioRun]
    var status: UInt16?
    var isGivenUp = false
    var isAccepted = false
  }

  let recording: RecordingID
  let accepted: Accepted?
  let with: SettingsChange?
  private var sent: [Sent] = []
  private var strange: Nanoseconds?

  init(_ recording: RecordingID, accepted: Accepted?, with: SettingsChange?) {
    self.recording = recording
    self.accepted = accepted
    self.with = with
  }

  func expected(_ end: RunEnd) -> String {
    var parts: [String] = []
    switch accepted {
    case .once: parts.append("every spoken word of \(recording) is accepted exactly once")
    case .atMostOnce: parts.append("no word of \(recording) is accepted twice")
    case nil: break
    }
    if with != nil { parts.append("every request with its audio has its own settings") }
    return parts.joined(separator: ", ")
  }

  mutating func observe(_ record: TraceRecord) {
    let name = record.identity.saying(.object)
    switch record.what {
    case .did(.heard(let file, let runs, let settings)) where file.recording == recording:
      sent.append(Sent(name: name, process: record.process, runs: runs))
      if let with, !with.isMet(by: settings), strange == nil { strange = record.at.monotonic }
    case .effect(.notice(.abandon)), .effect(.notice(.cancel)):
      if let i = place(name, record.process) { sent[i].isGivenUp = true }
    case .event(.progress(_, .head(let head))):
      if let i = place(name, record.process) { sent[i].status = head.status }
    case .event(.finished(_, let outcome)):
      guard let i = place(name, record.process), !sent[i].isGivenUp else { return }
      sent[i].isAccepted = Self.isText(outcome, sent[i].status)
    case .event, .ignored, .effect, .deadlines, .did, .process, .end: break
    }
  }

  private func place(_ name: Identity, _ process: ProcessID) -> Int? {
    sent.lastIndex { $0.name == name && $0.process == process }
  }

  private static func isText(_ outcome: Outcome, _ status: UInt16?) -> Bool {
    switch outcome {
    case .text: true
    case .body: status == 200
    case .cancelled, .done, .inventory, .space, .storeFailed, .appended, .facts, .fileFailed,
      .captured, .captureFailed, .exported, .exportFailed, .wireFailed, .noText, .localFailed,
      .delivered, .landedUnconfirmed, .deliveryFailed, .clipboard, .skipped, .failed, .leg:
      false
    }
  }

  func shortfall(_ end: RunEnd) -> Shortfall? {
    if let strange { return Shortfall("it was sent under other settings", at: strange) }
    guard let accepted else { return nil }
    guard let newest = sent.map(\.name.attempt).max() else {
      return accepted == .once ? Shortfall("nothing of it was ever sent") : nil
    }
    let clip = recording.rawValue
    var counts: [Int: Int] = [:]
    for one in sent where one.isAccepted && one.name.attempt == newest {
      for run in one.runs {
        for place in end.spoken.places(in: run, of: clip) { counts[place, default: 0] += 1 }
      }
    }
    if let twice = counts.filter({ $0.value > 1 }).keys.min() {
      return Shortfall("\(SpokenWords.spelling(clip: clip, twice)) was accepted twice")
    }
    guard accepted == .once else { return nil }
    let missing = end.spoken.places(of: clip).first { counts[$0] == nil }
    return missing.map {
      Shortfall("\(SpokenWords.spelling(clip: clip, $0)) was never accepted")
    }
  }
}
