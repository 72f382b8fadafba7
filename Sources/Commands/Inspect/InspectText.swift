import Containers
import Journeys
import Storage

/// One file as a block of text: the verdict, the facts, the readers, and what to do.
struct InspectText {
  let file: InspectedFile
  let style: Style

  private static let column = 15

  var text: String {
    let name = file.path.split(separator: "/").last.map(String.init) ?? file.path
    let head = "\(name)  \(file.verdict)"
    var lines = style.paint(head, tone) + "\n"
    for (label, content) in facts { lines += line(label, content) }
    if file.inspection.state != .notAudio {
      for (index, one) in file.results.enumerated() {
        let label = index == 0 ? "readers" : ""
        lines += line(label, words(one.result), below: one.reader.rawValue.padded(to: 15))
      }
    }
    let advice = InspectAdvice(file)
    if let tell = advice.tell { lines += line("tell", "“\(tell)”") }
    if let next = advice.next { lines += line("next", next) }
    return lines
  }

  private var tone: Style.Tone {
    switch file.inspection.state {
    case .complete: .good
    case .noSound, .unfinalized: .doubtful
    case .incomplete, .damaged, .notAudio: .bad
    }
  }

  private var facts: [(String, String)] {
    let inspection = file.inspection
    var facts = [("file", Amount.count(inspection.bytes, "byte"))]
    if file.hasChanged {
      facts.append(("", "its size has changed since: it is still being written"))
    }
    if let coding = inspection.coding { facts.append(("format", format(coding))) }
    if let offset = inspection.soundOffset {
      var text = "\(Amount.count(inspection.soundBytes, "byte")) of sound from byte "
      text += Amount.count(offset)
      if let frames = inspection.frames { text += ": \(amount(frames))" }
      facts.append(("holds", text))
    }
    if inspection.state != .notAudio, inspection.container != .ogg {
      facts.append(
        ("header", inspection.claimedFrames.map { "says \(amount($0))" } ?? "says no length"))
    }
    for (label, notes) in [("wrong", inspection.faults), ("also", inspection.remarks)] {
      for (index, note) in notes.enumerated() {
        facts.append((index == 0 ? label : "", "byte \(Amount.count(note.offset)): \(note.text)"))
      }
    }
    if let level = file.level { facts.append(("level", words(level))) }
    if let clock = file.clock {
      facts.append(("word clock", clock.text))
    } else if file.isTooLongForClock {
      facts.append(("word clock", "not looked for in more than half an hour"))
    }
    return facts
  }

  private func format(_ coding: Coding) -> String {
    var text = coding.name
    if let rate = file.inspection.rate { text += ", \(Amount.count(rate)) Hz" }
    if let channels = file.inspection.channels {
      text += ", \(Amount.count(channels, "channel"))"
    }
    return text
  }

  private func amount(_ frames: Int) -> String {
    "\(Amount.count(frames, "frame")), \(file.seconds(frames))"
  }

  private func words(_ level: SoundLevel) -> String {
    if level.isAllZero { return "every sample is zero" }
    var text = "peak \(Amount.count(level.peak)) of 32,768"
    if level.invalid > 0 { text += ", \(Amount.count(level.invalid, "sample")) no number" }
    // Shorter runs of zeros come about in quiet sound.
    let channels = file.inspection.channels ?? 1
    let rate = (file.inspection.rate ?? 0) * channels
    if channels > 0, level.longestSilence.count >= max(64, rate / 50) {
      let frames = level.longestSilence.count / channels
      let start = level.longestSilence.lowerBound / channels
      let rate = file.inspection.rate ?? 0
      text += "; \(Amount.seconds(frames, rate)) of zeros at \(Amount.seconds(start, rate))"
    }
    return text
  }

  private func words(_ result: ReaderResult) -> String {
    switch result {
    case .plays(let frames, let rate):
      "plays \(Amount.count(frames, "frame")), \(Amount.seconds(frames, rate))"
    case .refuses: "refuses it"
    case .notKnown: "not known"
    }
  }

  private func line(_ label: String, _ content: String, below second: String = "") -> String {
    let start = String(repeating: " ", count: Self.column) + second
    let folded = content.folded(width: style.width, start: start)
    return "  " + style.paint(label.padded(to: Self.column - 2), .quiet)
      + folded.dropFirst(Self.column)
  }
}

extension String {
  /// Filled up with spaces.
  fileprivate func padded(to width: Int) -> String {
    self + String(repeating: " ", count: Swift.max(0, width - count))
  }
}
