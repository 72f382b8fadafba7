public import Contract
public import Simulation

/// A run of a case, kept whole, with its records as lines that tests compare.
public struct Playback {
  /// Every record.
  public private(set) var records: [TraceRecord]
  /// How the run went.
  public private(set) var summary: World.Summary
  /// The hash of the trace.
  public private(set) var hash: String
  /// The device at the end.
  public let store: any WorldStore

  /// Plays a case with an engine made of rules.
  public init(_ theCase: Case, _ rules: [Cue], recordsQuestions: Bool = false) {
    self.init(theCase, recordsQuestions: recordsQuestions) { ScriptedEngine(rules, process: $0) }
  }

  /// Plays a case.
  public init(
    _ theCase: Case, picker: Picker? = nil, recordsQuestions: Bool = false,
    checksIgnored: Bool = false, engine: @escaping EngineMaker
  ) {
    let box = Box()
    let store = MemoryStore()
    var world = World(
      theCase, store: store, engine: engine, picker: picker, recordsQuestions: recordsQuestions,
      checksIgnored: checksIgnored
    ) {
      box.records.append($0)
      box.trace.feed($0)
    }
    summary = world.run()
    records = box.records
    hash = box.trace.hexadecimal
    self.store = store
  }

  private final class Box {
    var records: [TraceRecord] = []
    var trace = TraceHash()
  }

  /// The events an engine was told: `2 done open/store: done`, times in milliseconds.
  public var events: [String] { records.compactMap { Self.line(ofEvent: $0) } }

  /// The events that are not a launch and not the focus that every launch brings.
  public var told: [String] {
    records.filter { record in
      switch record.what {
      case .event(.launched), .event(.news(.focus)): false
      case .event: true
      case .ignored, .effect, .deadlines, .did, .process, .end: false
      }
    }.compactMap { Self.line(ofEvent: $0) }
  }

  /// What came true: `2 rowWritten r1 capturing`.
  public var deeds: [String] {
    records.compactMap { record in
      guard case .did(let deed) = record.what else { return nil }
      return "\(Self.time(record.at)) \(Self.brief(deed))"
    }
  }

  /// The names of all records but deadline sets, in order, with what kind each is.
  public var order: [String] {
    records.compactMap { record in
      switch record.what {
      case .event: "event \(record.identity)"
      case .ignored(let why): "ignored \(why)"
      case .effect(.request): "effect \(record.identity)"
      case .effect(.notice(let notice)): "notice \(Self.plain("\(notice)"))"
      case .deadlines(let all): "deadlines \(all.count)"
      case .did(let deed): "did \(Self.brief(deed))"
      case .process(let change): "process \(change)"
      case .end(let ending): "end \(Self.plain("\(ending)"))"
      }
    }
  }

  private static func line(ofEvent record: TraceRecord) -> String? {
    guard case .event(let event) = record.what else { return nil }
    return "\(time(record.at)) \(record.identity): \(brief(event))"
  }

  private static func time(_ at: Moment) -> String {
    let n = at.monotonic.count
    return n % 1_000_000 == 0 ? "\(n / 1_000_000)" : "\(n)ns"
  }

  private static func brief(_ event: Event) -> String {
    switch event {
    case .launched(let l): "\(l.process)"
    case .person(let c): plain("\(c)")
    case .progress(_, .frames(let span, let level)): "\(span.from)+\(span.count) \(level)"
    case .progress(_, .head(let head)):
      "\(head.status)" + head.headers.map { " \($0.name)=\($0.value)" }.joined()
    case .progress(_, let p): plain("\(p)")
    case .finished(_, .storeFailed(.conflict(let row))):
      "conflict \(row.map { "\($0.recording).a\($0.attempt) \($0.state)" } ?? "none")"
    case .finished(_, .inventory(let i)):
      "inventory rows=\(i.rows.count) files=\(i.files.count) handoffs=\(i.handoffs.count)"
    case .finished(_, .body(let b)): "\(b.text ?? "?") [\(b.contentType ?? "none")]"
    case .finished(_, .facts(let f)):
      "\(f.samples) of \(f.headerSamples)" + (f.isFinalized ? " finalized" : "")
    case .finished(_, .text(let text)): "text \(text)"
    case .finished(_, let outcome): plain("\(outcome)")
    case .news(.handoff(let h)): plain("\(h.kind)")
    case .news(let n): plain("\(n)")
    case .deadline(let d): "\(d.stage)"
    }
  }

  private static func brief(_ deed: Deed) -> String {
    switch deed {
    case .rowWritten(_, let row): "rowWritten \(row.recording).a\(row.attempt) \(row.state)"
    case .appended(let f, let s): "appended \(name(f)) \(s.from)+\(s.count)"
    case .created(let f): "created \(name(f))"
    case .removed(let f): "removed \(name(f))"
    case .closed(let f, let n): "closed \(name(f)) \(n)"
    case .fileDurable(let f, let n): "durable \(name(f)) \(n)"
    case .renamed(let from, let to, let n): "renamed \(name(from)) \(name(to)) \(n)"
    case .heard(let f, let runs, _):
      "heard \(name(f)) " + runs.map(\.description).joined(separator: " ")
    case .askedCleanup(let text, _): "askedCleanup \(text)"
    case .posted(let h): "posted \(plain("\(h.kind)"))"
    case .leg(let r, let leg, let deed): "\(r) leg \(leg) \(plain("\(deed)"))"
    case .landed(let t, let text): "landed \(t.rawValue) \(text)"
    case .clipboard(let change, let text, let byApp):
      "clipboard \(change) \(text)" + (byApp ? "" : " by another app")
    case .microphone(let r, let isOn): "microphone \(r) \(isOn ? "on" : "off")"
    case .meant(let text): "meant \(text)"
    case .refused, .tombstoned, .purged, .storeOpened, .quarantined, .usageCounted, .survived:
      plain("\(deed)")
    }
  }

  private static func name(_ file: FileRef) -> String {
    switch file.kind {
    case .partial: "\(file.recording).partial"
    case .source: "\(file.recording).source"
    case .leaf(let n): "\(file.recording).leaf\(n)"
    }
  }

  /// A description without module and type names.
  private static func plain(_ text: String) -> String {
    var out = ""
    var word = ""
    for c in text {
      if c.isLetter || c.isNumber || c == "_" || c == "." {
        word.append(c)
      } else {
        out += unqualified(word)
        word = ""
        out.append(c)
      }
    }
    return (out + unqualified(word)).replacing("RecordingID(rawValue: ", with: "r(")
  }

  private static func unqualified(_ word: String) -> String {
    guard let first = word.first, first.isLetter, word.contains(".") else { return word }
    return word.split(separator: ".").last.map(String.init) ?? word
  }
}

extension String {
  fileprivate func replacing(_ part: String, with other: String) -> String {
    var out = ""
    var rest = self[...]
    while let at = rest.range(of: part) {
      out += rest[..<at.lowerBound] + other
      rest = rest[at.upperBound...]
    }
    return out + rest
  }
}

extension Substring {
  fileprivate func range(of part: String) -> Range<Index>? {
    var at = startIndex
    while at < endIndex {
      if self[at...].hasPrefix(part) {
        return at..<index(at, offsetBy: part.count)
      }
      at = index(after: at)
    }
    return nil
  }
}
