import Contract

// The values of the vocabulary in short plain words, for the event list of a case.

/// Samples as seconds of audio, exact to a millisecond.
func seconds(samples: Int) -> String {
  let milliseconds = samples * 1000 / sampleRate
  let fraction = String(milliseconds % 1000)
  return "\(milliseconds / 1000)." + String(repeating: "0", count: 3 - fraction.count) + fraction
    + " s"
}

func quoted(text: String) -> String { "“\(abbreviated(text))”" }

/// A word of the vocabulary as people write it: `frameLost` becomes `frame lost`.
func spaced<Word>(_ word: Word) -> String {
  var out = ""
  for character in String(describing: word) {
    if character.isUppercase { out += " " }
    out += character.lowercased()
  }
  return out
}

extension FileRef {
  var words: String {
    switch kind {
    case .partial: "\(recording)'s partial file"
    case .source: "\(recording)'s source file"
    case .leaf(let n): "\(recording)'s leaf file \(n)"
    }
  }
}

extension Span {
  var words: String {
    "\(seconds(samples: from))…\(seconds(samples: end)) of clip \(clip)"
  }
}

extension Target {
  var words: String { "field \(rawValue)" }
}

extension Row {
  /// What differs from what was there before, the state always.
  func words(since before: Row?) -> String {
    guard let before else { return "new row \(words)" }
    var parts = [
      before.state == state
        ? "\(recording) still \(spaced(state))"
        : "\(recording) \(spaced(before.state)) → \(spaced(state))"
    ]
    if reason != before.reason { parts.append("reason \(spaced(reason))") }
    if attempt != before.attempt { parts.append("attempt \(attempt)") }
    if integrity != before.integrity { parts.append("audio \(spaced(integrity))") }
    if samples != before.samples { parts.append(seconds(samples: samples)) }
    if checkpoint != before.checkpoint {
      parts.append(
        checkpoint.map { "checkpoint to \(seconds(samples: $0.through))" } ?? "no checkpoint")
    }
    if raw != before.raw { parts.append(raw == nil ? "no raw text" : "raw text") }
    if final != before.final { parts.append(final == nil ? "no final text" : "final text") }
    if delivery != before.delivery { parts.append("delivery \(spaced(delivery))") }
    if usage != before.usage { parts.append("usage \(spaced(usage))") }
    if settings != before.settings { parts.append("settings \(settings.words)") }
    return parts.joined(separator: ", ")
  }

  /// What a reader looks for first: the state, why, and which text it holds.
  var words: String {
    var parts = ["\(recording) \(spaced(state))"]
    if reason != .none { parts[0] += " (\(spaced(reason)))" }
    if attempt > 1 { parts.append("attempt \(attempt)") }
    if integrity != .complete { parts.append("audio \(spaced(integrity))") }
    if samples > 0 { parts.append(seconds(samples: samples)) }
    if let final {
      parts.append("final \(quoted(text: final))")
    } else if let raw {
      parts.append("raw \(quoted(text: raw))")
    } else if let checkpoint {
      parts.append(
        "checkpoint to \(seconds(samples: checkpoint.through)) \(quoted(text: checkpoint.text))")
    }
    if delivery != .none { parts.append("delivery \(spaced(delivery))") }
    if usage != .none { parts.append("usage \(spaced(usage))") }
    return parts.joined(separator: ", ")
  }
}

extension Settings {
  var words: String {
    let who =
      switch recognizer {
      case .cloud(let provider): "\(provider)"
      case .local(let slot): "local engine \(slot)"
      }
    return "\(who), model \(model), language \(language), cleanup \(cleanup)"
  }
}

extension Contract.Command {
  var words: String {
    switch self {
    case .start(let r): "start \(r)"
    case .stop(let r): "stop\(r.map { " \($0)" } ?? "")"
    case .cancel(let r): "cancel \(r)"
    case .retry(let r): "retry \(r)"
    case .delete(let r): "delete \(r)"
    case .clear: "clear all of History"
    case .change(let settings): "change settings to \(settings.words)"
    case .copy(let r): "copy the text of \(r)"
    case .redeliver(let r, let target): "insert the text of \(r) into \(target.words) again"
    }
  }
}

extension News {
  var words: String {
    switch self {
    case .interruption(let began, let mayResume):
      began ? "an interruption begins" : "the interruption ends\(mayResume ? "" : ", no resume")"
    case .route: "the audio route changes"
    case .mediaReset: "the media services are reset"
    case .lowSpace(let bytes): "space is low: \(bytes.map { "\(grouped($0)) bytes" } ?? "unknown")"
    case .deviceLocked(let isLocked): isLocked ? "the device is locked" : "the device is unlocked"
    case .background(let expires):
      "to the background\(expires.map { ", for \($0) at most" } ?? "")"
    case .foreground: "to the foreground"
    case .thermal(let critical): critical ? "the device is too hot" : "the device cooled down"
    case .focus(let target): "the focus is on \(target?.words ?? "nothing")"
    case .clipboard(let change): "the clipboard changed (\(change))"
    case .handoff(let handoff): "hand-off: \(handoff.words)"
    case .resumed(let asleep): "awake again after \(asleep)"
    }
  }
}

extension Handoff {
  var words: String {
    let what =
      switch kind {
      case .start(let r, let target): "start \(r) for \(target.words)"
      case .stop(let r): "stop \(r)"
      case .cancel(let r): "cancel \(r)"
      case .state(let r, let indicator): "\(r) is \(spaced(indicator))"
      case .text(let r, let target, let text):
        "text of \(r) for \(target.words) \(quoted(text: text))"
      case .receipt(let r, let standing): "receipt for \(r): \(spaced(standing))"
      }
    return "\(what) (from \(from), no. \(sequence))"
  }
}

extension Deadline {
  /// An armed set: what for, until when; the recording once where all are about one.
  static func words(of all: [Deadline]) -> String {
    guard let first = all.first else { return "no deadline armed" }
    let isOne = all.allSatisfy { $0.lease?.recording == first.lease?.recording }
    let about = isOne ? first.lease.map { " for \($0.recording)" } ?? "" : ""
    let parts = all.map { deadline in
      let recording = isOne ? nil : deadline.lease?.recording
      return "\(recording.map { "\($0) " } ?? "")\(Word(deadline.stage).text) \(deadline.at)"
    }
    return "armed\(about): " + parts.joined(separator: ", ")
  }
}

extension StoreFailure {
  var words: String {
    switch self {
    case .conflict(let row): "conflict, the row is \(row?.words ?? "not there")"
    case .tombstoned: "it is deleted"
    case .noSpace: "no space"
    case .io(let landed): "I/O error, landed: \(landed)"
    case .busy: "busy"
    case .locked: "locked"
    case .corrupt: "the store is corrupt"
    case .suspect: "the store is suspect"
    }
  }
}

extension FileFailure {
  var words: String {
    switch self {
    case .noSpace(let accepted): "no space after \(seconds(samples: accepted))"
    case .io(let landed): "I/O error, landed: \(landed)"
    case .vanished: "the file vanished"
    case .unreadable: "unreadable"
    case .locked: "locked"
    case .suspect: "the file is suspect"
    }
  }
}

extension WireFailure {
  var words: String {
    switch self {
    case .unreachable: "unreachable"
    case .reset(let received): "connection lost after \(received) bytes"
    case .tooLarge: "the body is too large"
    case .refused: "refused"
    }
  }
}
