public import Contract
public import Simulation

/// A finding as a file: one case, the promise that it breaks, and where it comes from.
///
/// It is a scenario like any other, so that a person can read, edit, check and run it.
public struct CaseFile: Hashable, Sendable {
  /// The id, `found.…` or `regressions.…`; folder and name of the file follow from it.
  public var id: String
  /// One sentence in a user's words, without a full stop.
  public var title: String
  /// Everything that decides the run.
  public var theCase: Case
  /// Whether the disk store is needed although the case says nothing of the disk.
  public var needsDisk: Bool
  /// The journeys it belongs to.
  public var journeys: [JourneyID]
  /// What it comes from and what must come of it.
  public var regression: Regression
  /// What a reader should know; nil for nothing.
  public var note: String?

  /// A finding.
  public init(
    id: String, title: String, theCase: Case, needsDisk: Bool = false,
    journeys: [JourneyID] = [], regression: Regression, note: String? = nil
  ) {
    self.id = id
    self.title = title
    self.theCase = theCase
    self.needsDisk = needsDisk
    self.journeys = journeys
    self.regression = regression
    self.note = note
  }

  /// Takes the finding out of a file; nil when it is a scenario without a `regression`.
  public init?(_ scenario: Scenario) {
    guard let regression = scenario.regression, let one = scenario.cases.first else { return nil }
    self.init(
      id: scenario.id, title: scenario.title, theCase: one.theCase,
      needsDisk: scenario.store == .disk, journeys: scenario.journeys, regression: regression,
      note: scenario.note)
  }

  /// The folder and name of the file, such as `found/found.capture-stop-1a2b.yaml`.
  public var path: String { "\(id.prefix { $0 != "." })/\(id).yaml" }

  /// A title from a sentence for people: without its full stop, and cut where it is too long.
  public static func title(_ sentence: String) -> String {
    var text = sentence.split(whereSeparator: \.isNewline).joined(separator: " ")
    if text.utf8.count > 200 {
      while text.utf8.count > 195 { text.removeLast() }
      text += " …"
    }
    while text.hasSuffix(".") { text.removeLast() }
    return text.isEmpty ? "A promise is broken" : text
  }

  /// The file, which was read again to make sure that it says the very case.
  ///
  /// - Throws: what the format cannot say. Nothing is ever left out.
  public func text(platforms: PlatformRegistry) throws(Unsayable) -> String {
    guard let platform = platforms[theCase.platform.id] else {
      throw Unsayable("the platform '\(theCase.platform.id)' is not in the registry")
    }
    let writer = CaseWriter(theCase: theCase, platform: platform.platform)
    var groups = [header]
    let entries = try writer.entries()
    groups.append(entries)
    groups.append([then, Written.Entry("regression", .map(regression.written, isBlock: true))])
    let text = groups.flatMap { Written.lines($0) }.joined(separator: "\n") + "\n"
    try check(text, platforms)
    return text
  }

  private var header: [Written.Entry] {
    var entries = [
      Written.Entry("format", .number(1)), Written.Entry("id", .word(id)),
      Written.Entry("title", .quoted(title)), Written.Entry("status", .word("draft")),
    ]
    if !journeys.isEmpty {
      entries.append(Written.Entry("journeys", .list(journeys.map { .word($0.id) })))
    }
    entries.append(Written.Entry("platforms", .list([.word(theCase.platform.id)])))
    if needsDisk, theCase.disk.isEmpty, !theCase.crashes.contains(where: \.needsDisk) {
      entries.append(Written.Entry("store", .word("disk")))
    }
    if let note { entries.append(Written.Entry("note", .quoted(note))) }
    return entries
  }

  private var then: Written.Entry {
    let line: [Written.Entry] = [
      Written.Entry("that", .quoted(Self.title(regression.clause.says))),
      Written.Entry("cites", .list([.word(regression.clause.id)])),
    ]
    return Written.Entry("then", .list([.map(line, isBlock: true)], isBlock: true))
  }

  /// Reads the text again.
  private func check(_ text: String, _ platforms: PlatformRegistry) throws(Unsayable) {
    let read: Scenario
    do {
      read = try Scenario(SourceText(path: path, bytes: Array(text.utf8)), platforms: platforms)
    } catch {
      let first = error.diagnostics.first
      throw Unsayable(
        "what was written cannot be read: \(first?.message ?? "")"
          + (first?.hint.map { " (\($0))" } ?? ""))
    }
    guard let again = CaseFile(read), again.theCase == theCase else {
      throw Unsayable("what was written reads as another case")
    }
    guard again.regression == regression else {
      throw Unsayable("what was written reads as another finding")
    }
  }
}
