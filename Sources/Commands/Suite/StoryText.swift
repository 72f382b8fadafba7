import Choices
import Contract
import Exploration
import Journeys
import Properties
import Simulation

/// A case that breaks a promise, told so that somebody who reads only this can name the defect: who
/// did what, what went wrong, why it is there, what was demanded and what there was instead.
struct StoryText {
  /// The case.
  let theCase: Case
  /// The promise that is broken first.
  let finding: Finding
  /// Everything that happened in its run.
  let records: [TraceRecord]
  /// How it was made small; nil where it was not.
  var reduction: Reduction?
  /// The name of the engine.
  let engine: String
  /// What it was put together with; nil for nothing.
  var bucket: String?
  /// The command that shows it again; nil for none.
  var replay: String?
  /// The width in columns.
  var width = 100

  /// The story of a run that breaks a promise.
  init(_ theCase: Case, _ finding: Finding, _ records: [TraceRecord], engine: String) {
    self.theCase = theCase
    self.finding = finding
    self.records = records
    self.engine = engine
  }

  /// More steps than this are not read; those nearest to the end stay.
  private static let most = 26

  /// The whole text, each line ended.
  var text: String {
    let steps = chosen
    var out = "FAIL  " + finding.sentence + "\n"
    out += "      \(finding.clause.id) (\(finding.clause.level.rawValue)), "
    out += "engine \(engine), on \(theCase.platform.id)\n"
    out += finding.clause.says.folded(width: width, start: "      ") + "\n"
    for line in given { out += line.folded(width: width, start: "  given  ") }
    var last = 0
    for (n, place) in steps.enumerated() {
      if n > 0, place > last + 1, n == skipped(steps) { out += "        ⋮\n" }
      out += told(n + 1, place)
      last = place
    }
    out += "\n" + account(steps)
    return out
  }

  // MARK: Steps

  /// Where each entry of the case shows in the run, and what it is for.
  private var marks: [(place: Int?, part: CasePart)] {
    CasePart.all(of: theCase).map { ($0.place(in: records, of: theCase), $0) }
  }

  private var given: [String] {
    let prose = Prose(theCase: theCase)
    var lines = marks.filter { $0.place == nil }.map {
      label(of: $0.part) + prose.words(of: $0.part)
    }
    let usual = Case(script: [])
    if theCase.settings != usual.settings { lines.append(prose.given[0]) }
    if theCase.sounds != usual.sounds { lines.append(prose.given[1]) }
    return lines
  }

  private func label(of part: CasePart) -> String {
    guard let one = reduction?.explained.first(where: { $0.part == part }) else { return "" }
    return "[\(one.role.rawValue)] "
  }

  /// The event in whose reaction the promise is broken.
  private var trigger: Int {
    let end = min(finding.record, records.count - 1)
    let place = records[...end].lastIndex { if case .event = $0.what { true } else { false } }
    return place ?? end
  }

  /// Where nothing helps any more, if everything that the case needs has happened by then: before,
  /// it says no more than that the case goes on.
  private var inevitable: Int? {
    guard let record = reduction?.inevitable?.record else { return nil }
    return marks.allSatisfy { mark in mark.place.map { $0 <= record } ?? false } ? record : nil
  }

  private var chosen: [Int] {
    guard !records.isEmpty else { return [] }
    let end = min(finding.record, records.count - 1)
    var needed = Set(marks.compactMap(\.place) + [end, trigger])
    if let inevitable { needed.insert(inevitable) }
    let told = records.indices.filter { $0 <= end && records[$0].isMilestone }
    let room = max(6, Self.most - needed.count)
    return Set(told.suffix(room)).union(needed).filter { $0 < records.count }.sorted()
  }

  /// The step before which others were left out.
  private func skipped(_ steps: [Int]) -> Int? {
    let told = records.indices.filter { $0 <= finding.record && records[$0].isMilestone }
    guard told.count + 4 > Self.most else { return nil }
    return steps.indices.dropFirst().max { a, b in
      steps[a] - steps[a - 1] < steps[b] - steps[b - 1]
    }
  }

  private func told(_ n: Int, _ place: Int) -> String {
    let record = records[place]
    let sentence = TraceSentence(record)
    let number = right("\(n)", 4)
    let time = right("\(record.at.monotonic)", 11)
    let process = record.process == ProcessID(.app) ? "" : "\(record.process): "
    let lane = sentence.lane + String(repeating: " ", count: max(1, 9 - sentence.lane.count))
    let start = "\(number) \(time)  \(lane)\(sentence.mark) "
    var words = process + sentence.words
    // “done” says little without what was done.
    if case .event(.finished) = record.what { words += " (\(record.identity))" }
    var out = words.folded(width: width, start: start)
    let prose = Prose(theCase: theCase)
    let margin = String(repeating: " ", count: 18)
    for mark in marks where mark.place == place {
      if case .script = mark.part,
        let role = reduction?.explained.first(where: { $0.part == mark.part })
      {
        out += "\(margin)└ [\(role.role.rawValue)]\n"
      } else if case .script = mark.part {
      } else {
        let words = label(of: mark.part) + prose.words(of: mark.part)
        out += words.folded(width: width, start: margin + "└ ")
      }
    }
    if inevitable == place {
      out += "\(margin)└ from here on nothing helps\n"
    }
    if place == min(finding.record, records.count - 1) {
      out += "\(margin)└ ✗ here the promise is broken\n"
    }
    return out
  }

  private func right(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: max(0, width - text.count)) + text
  }

  // MARK: Account

  private func account(_ steps: [Int]) -> String {
    var out = field("expected", finding.expected) + field("observed", finding.observed)
    out += field("because", because(steps))
    if let near = reduction?.neighbour {
      let words = Prose(theCase: theCase).words(of: near.without)
      out += field("compare", "no promise is broken when it is not so that \(words)")
    }
    if let reduction {
      out += field(
        "reduced",
        "from \(reduction.original.entries) to \(reduction.size.entries) entries in "
          + "\(reduction.executions) runs" + (reduction.isCutShort ? ", and cut short" : ""))
    }
    if let bucket { out += field("bucket", bucket) }
    if let replay { out += "  again     \(replay)\n" }
    return out
  }

  private func because(_ steps: [Int]) -> String {
    guard !records.isEmpty else { return "nothing happened" }
    let end = min(finding.record, records.count - 1)
    func step(_ place: Int) -> String {
      steps.firstIndex(of: place).map { "step \($0 + 1)" } ?? "record \(place)"
    }
    let what = TraceSentence(records[end]).words
    var text =
      end == trigger
      ? "\(step(end)) (\(what)) came, and what is owed was not there"
      : "\(step(end)) (\(what)) was the engine's answer to \(step(trigger)) "
        + "(\(TraceSentence(records[trigger]).words))"
    let prose = Prose(theCase: theCase)
    let unusual = CasePart.all(of: theCase).filter { $0.kind == .fault || $0.kind == .hold }
    if !unusual.isEmpty {
      text += "; unusual was only that "
      text += unusual.map { prose.words(of: $0) }.joined(separator: ", and that ")
    }
    return text
  }

  private func field(_ label: String, _ text: String) -> String {
    let start = "  " + label + String(repeating: " ", count: max(1, 10 - label.count))
    return text.folded(width: width, start: start)
  }
}

extension TraceRecord {
  /// Whether a reader needs it to follow the story.
  fileprivate var isMilestone: Bool {
    switch what {
    case .event(let event):
      switch event {
      case .person, .news, .deadline: true
      case .launched: process.boot > 1
      case .progress(_, let progress): if case .frames = progress { false } else { true }
      case .finished: identity.family.isToldOfAnswers
      }
    case .effect(.request(_, let request)):
      switch request {
      case .upload, .recognizeLocally, .cleanUp, .deliver, .reportUsage, .writeClipboard, .dial,
        .insert:
        true
      case .store(.write(let row, _)): row.state.isTerminal
      case .store(.tombstone), .store(.purge): true
      case .store, .file, .capture, .exportLeaf, .resetEngine, .restoreClipboard, .post: false
      }
    case .effect(.notice(let notice)):
      switch notice {
      case .claim, .claimDeleted, .tell, .live(_, .settled), .live(_, .ended), .rebuild: true
      case .stop, .cancel, .abandon, .show, .leg, .live: false
      }
    case .did(.landed), .did(.refused): true
    case .process: true
    case .did, .ignored, .deadlines, .end: false
    }
  }
}

extension Family {
  /// Whether the answers of its requests belong into a story.
  fileprivate var isToldOfAnswers: Bool {
    switch self {
    case .upload, .local, .cleanup, .deliver, .capture, .promote, .clipboard, .dial: true
    case .none, .open, .inventory, .quarantine, .space, .store, .tombstone, .purge, .create,
      .append, .close, .validate, .sync, .remove, .export, .reset, .restore, .usage, .post,
      .launched, .interruption, .route, .mediaReset, .lowSpace, .locked, .background,
      .foreground, .thermal, .focus, .copied, .handoff, .resumed, .stage:
      false
    }
  }
}

extension CasePart {
  /// Where an entry shows in a run: the first record that it decides; nil where it is so all along.
  fileprivate func place(in records: [TraceRecord], of theCase: Case) -> Int? {
    func first(_ pattern: IdentityPattern) -> Int? {
      var names = pattern
      let verb: UInt64 = 0xFF << 56
      names.mask.high &= ~verb
      names.value.high &= ~verb
      let all = records.indices.filter { names.matches(records[$0].identity) }
      // The answer tells more than the question; where none comes, the question stands.
      return all.first { if case .event = records[$0].what { true } else { false } } ?? all.first
    }
    switch self {
    case .plan(let n): return first(IdentityPattern(theCase.plan.entries[n].question))
    case .disk(let n):
      let request = theCase.disk.entries[n].request
      return request == .all ? nil : first(request)
    case .allocation(let n): return first(theCase.disk.allocations[n].request)
    case .crash(let n):
      let deaths = records.indices.filter { records[$0].what == .process(.killed) }
      return deaths.indices.contains(n) ? deaths[n] : nil
    case .hold(let n):
      let held = IdentityPattern(theCase.schedule[n].hold)
      return records.firstIndex { held.matches($0.identity) }
    case .script(let n):
      return records.firstIndex {
        $0.identity.verb == .person && Int($0.identity.number) == n + 1
      }
    case .recognizer, .cleanup, .quota, .room, .freeSpace, .protection, .lock, .visit, .plant,
      .field:
      return nil
    }
  }
}

extension IdentityPattern {
  /// The names of a set of keys.
  fileprivate init(_ pattern: KeyPattern) {
    self.init(Identity(high: pattern.value.high, low: pattern.value.low))
    mask = Identity(high: pattern.mask.high, low: pattern.mask.low)
  }
}
