import Contract
import Testing

@testable import ReferenceEngine

// What most stories begin with, so that each test tells only what it is about.

let r1 = RecordingID(1)
let r2 = RecordingID(2)

extension Play {
  /// A person starts; journal, partial and microphone come up.
  mutating func record(_ r: RecordingID = r1) {
    person(.start(r))
    answer("create \(r)", .done)
    answer("write \(r).a1 capturing", .done)
    report("capture \(r)", .captureBegan(rate: sampleRate))
  }

  /// The microphone delivers half seconds, which are written.
  mutating func frames(_ chunks: Int = 1, of r: RecordingID = r1, from first: Int = 0) {
    for n in first..<first + chunks {
      pass(.milliseconds(500))
      report(
        "capture \(r)", .frames(Span(clip: r.rawValue, from: n * 8_000, count: 8_000), .speech))
      answer("append", .appended(samples: 8_000, durableThrough: 0))
    }
  }

  /// The recorder proves so many half seconds, and the container closes.
  mutating func finish(_ chunks: Int, of r: RecordingID = r1) {
    let samples = chunks * 8_000
    answer("capture \(r)", .captured(samples: samples))
    answer("close \(r)", .facts(.whole(samples)))
  }

  /// The source is promoted and its row is written.
  mutating func promote(_ chunks: Int, of r: RecordingID = r1) {
    answer("validate \(r)", .facts(.whole(chunks * 8_000)))
    answer("sync \(r)", .done)
    answer("promote \(r)", .done)
    answer("write \(r).a1 processing", .done)
  }

  /// Everything until recognition has asked for its first piece of work.
  mutating func toRecognition(_ chunks: Int = 10, of r: RecordingID = r1) {
    record(r)
    frames(chunks, of: r)
    person(.stop(nil))
    finish(chunks, of: r)
    promote(chunks, of: r)
  }

  /// The provider hears this in what was sent.
  mutating func hear(_ text: String) -> String {
    head("upload", 200)
    return answer("upload", .body(.json(text)))
  }

  /// Everything until the raw text is durable.
  mutating func toCleanup(_ text: String = "hello") {
    toRecognition()
    _ = hear(text)
    answer("write r1.a1 processing cp", .done)
  }

  /// Everything until the end is being written.
  mutating func toCommit(_ text: String = "hello") {
    toCleanup(text)
    head("cleanup", 200)
    answer("cleanup", .body(.cleaned(text + ".")))
  }

  /// Everything until the text is a durable success.
  @discardableResult
  mutating func toSuccess(_ text: String = "hello") -> String {
    toCommit(text)
    return answer("write r1.a1 success", .done)
  }

  /// Everything until r1 is a durable failure with a complete source.
  mutating func toFailure() {
    toRecognition()
    head("upload", 400)
    answer("write r1.a1 failed", .done)
  }

  /// The row of a recording as the engine knows it.
  func row(_ r: RecordingID = r1) -> Row? { engine.recordings.first { $0.id == r }?.row }
}

extension FileFacts {
  /// A container of so many samples, closed.
  static func whole(_ samples: Int) -> Self {
    Self(samples: samples, bytes: 44 + 2 * samples, headerSamples: samples, isFinalized: true)
  }

  /// What a dead writer left: a header behind its bytes.
  static func torn(_ samples: Int) -> Self {
    Self(samples: samples, bytes: 44 + 2 * samples, headerSamples: 0, isFinalized: false)
  }
}

extension LeafFacts {
  static func cut(_ samples: Int) -> Self {
    Self(
      samples: samples, bytes: 44 + 2 * samples, bodyBytes: RequestBody.bytes(samples: samples))
  }
}

extension Body {
  static func json(_ text: String) -> Self {
    Self("{\"text\":\"\(text)\"}", contentType: "application/json; charset=utf-8")
  }

  static func cleaned(_ text: String, reason: String = "stop") -> Self {
    Self(
      "{\"text\":\"\(text)\",\"finish_reason\":\"\(reason)\"}", contentType: "application/json")
  }
}

extension Inventory {
  /// What a launch finds, most of it absent.
  static func of(
    _ rows: [Row] = [], damaged: [RecordingID?] = [], tombstones: [Tombstone] = [],
    files: [FoundFile] = []
  ) -> Inventory {
    Inventory(rows: rows, damaged: damaged, tombstones: tombstones, files: files, handoffs: [])
  }
}

extension FoundFile {
  static func whole(_ r: RecordingID, _ kind: FileRef.Kind, _ samples: Int) -> Self {
    Self(file: FileRef(r, kind), strict: .whole(samples), lenient: .whole(samples))
  }

  static func torn(_ r: RecordingID, _ samples: Int) -> Self {
    Self(
      file: FileRef(r, .partial),
      strict: FileFacts(samples: 0, bytes: 44, headerSamples: 0, isFinalized: false),
      lenient: .torn(samples))
  }

  static func broken(_ r: RecordingID, _ kind: FileRef.Kind) -> Self {
    Self(file: FileRef(r, kind), strict: nil, lenient: nil)
  }
}

/// A row of r1 after ten half seconds.
func row(
  _ state: RowState, _ r: RecordingID = r1, attempt: AttemptNumber = 1,
  integrity: SourceIntegrity = .complete
) -> Row {
  Row(
    recording: r, attempt: attempt, generation: 0, state: state, integrity: integrity,
    samples: 80_000, settings: Settings())
}
