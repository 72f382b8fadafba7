import Containers
import Contract
import JSON
import Storage

/// Files as JSON Lines, one object a file.
enum InspectReport {
  /// Raised when a member changes its meaning or goes.
  static let version = 1

  static func write(_ file: InspectedFile, to out: inout JSONWriter) {
    let inspection = file.inspection
    out.object { line in
      line.member("kind", "file")
      line.member("version", version)
      line.member("path", file.path)
      line.member("bytes", inspection.bytes)
      line.member("state", inspection.state.rawValue)
      optional("container", inspection.container?.rawValue, &line)
      optional("coding", inspection.coding?.name, &line)
      optional("rate", inspection.rate, &line)
      optional("channels", inspection.channels, &line)
      optional("framesPerSecond", inspection.frameRate, &line)
      line.key("header")
      line.object { header in
        optional("frames", inspection.claimedFrames, &header)
        optional("bytes", inspection.claimedBytes, &header)
      }
      line.key("holds")
      line.object { holds in
        optional("offset", inspection.soundOffset, &holds)
        holds.member("bytes", inspection.soundBytes)
        optional("frames", inspection.frames, &holds)
      }
      line.member("missingBytes", inspection.missingBytes)
      notes("faults", inspection.faults, &line)
      notes("remarks", inspection.remarks, &line)
      readers(file.results, &line)
      sound(file, &line)
      line.member("stillWritten", file.hasChanged)
      let advice = InspectAdvice(file)
      line.member("verdict", file.verdict)
      optional("tell", advice.tell, &line)
      optional("next", advice.next, &line)
    }
    out.endLine()
  }

  /// A file that could not be read.
  static func write(_ path: String, _ refusal: Refusal, to out: inout JSONWriter) {
    out.object { line in
      line.member("kind", "unreadable")
      line.member("version", version)
      line.member("path", path)
      line.member("error", refusal.description)
    }
    out.endLine()
  }

  private static func notes(
    _ key: String, _ notes: [Inspection.Note], _ line: inout JSONWriter
  ) {
    line.key(key)
    line.array { list in
      for note in notes {
        list.object { one in
          one.member("offset", note.offset)
          one.member("text", note.text)
        }
      }
    }
  }

  private static func readers(
    _ results: [(reader: AudioReader, result: ReaderResult)], _ line: inout JSONWriter
  ) {
    line.key("readers")
    line.object { readers in
      for one in results {
        readers.key(one.reader.rawValue)
        readers.object { reader in
          switch one.result {
          case .plays(let frames, let rate):
            reader.member("plays", frames)
            reader.member("rate", rate)
          case .refuses: reader.member("refuses", true)
          case .notKnown: reader.member("notKnown", true)
          }
        }
      }
    }
  }

  private static func sound(_ file: InspectedFile, _ line: inout JSONWriter) {
    if let level = file.level {
      line.key("level")
      line.object { out in
        out.member("samples", level.samples)
        out.member("peak", level.peak)
        out.member("allZero", level.isAllZero)
        out.member("longestSilenceFrom", level.longestSilence.lowerBound)
        out.member("longestSilence", level.longestSilence.count)
      }
    }
    if let clock = file.clock {
      line.key("wordClock")
      line.object { out in
        out.member("words", clock.words)
        out.member("runs", clock.runs.prefix(1_000).map(\.description))
        out.member("runCount", clock.runs.count)
        out.member("shiftedByOneByte", clock.isShiftedByOneByte)
      }
    }
  }

  private static func optional(_ key: String, _ text: String?, _ line: inout JSONWriter) {
    if let text { line.member(key, text) }
  }

  private static func optional(_ key: String, _ number: Int?, _ line: inout JSONWriter) {
    if let number { line.member(key, number) }
  }
}
