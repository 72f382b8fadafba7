public import Contract
public import Scenarios

/// `report.yaml` of a bundle: what somebody who reports knows beside the log.
public struct ReportFile: Hashable, Sendable {
  /// The app and its version, as they are told; never judged.
  public var app: String?
  /// The platform, by its id in the registry.
  public var platform: String?
  /// The contract sets that the app claims, as they are told; what is looked for does not depend on
  /// them.
  public var sets: [ContractSet]
  /// The promise that the reporter believes broken.
  public var promise: ClauseID?
  /// What was seen, in signs: in place of a log, or beside it.
  public var symptom: [Sighting]

  /// A report that says nothing.
  public init() { (sets, symptom) = ([], []) }

  static let keys = ["format", "app", "platform", "sets", "promise", "symptom"]
  /// The first line of every report.
  public static let format = "lastword-report/1"

  /// Reads the file.
  ///
  /// - Parameter platforms: the ids that a platform can have.
  /// - Throws: every mistake in the file with its place, in its order.
  public init(_ source: SourceText, platforms: [String]) throws(BundleError) {
    self.init()
    let log = DiagnosticLog(for: source)
    if let node = YAMLReader.read(log), let fields = log.mapping(node, "a report", keys: Self.keys)
    {
      read(fields, log, platforms)
    }
    if !log.isClean { throw BundleError(log.diagnostics.map(\.rendered)) }
  }

  private mutating func read(_ fields: Fields, _ log: DiagnosticLog, _ platforms: [String]) {
    if let node = fields.required("format"), let format = log.text(node, "format"),
      format != Self.format
    {
      log.report(
        .unknownWord, at: node.position, "this is not a report that can be read",
        hint: "it begins with 'format: \(Self.format)'")
    }
    app = fields["app"].flatMap { log.text($0, "app") }
    if let node = fields["platform"], let id = log.text(node, "platform") {
      if platforms.contains(id) {
        platform = id
      } else {
        log.report(
          .unknownPlatform, at: node.position, "no platform is called '\(id)'",
          hint: "one of " + platforms.joined(separator: ", "))
      }
    }
    if let node = fields["sets"] {
      sets =
        log.list(node, "sets") { log.word($0, "set", as: ContractSet.self) } ?? []
    }
    promise = fields["promise"].flatMap { log.clause($0, "promise") }
    if let node = fields["symptom"] {
      symptom = log.list(node, "symptom") { Self.sighting($0, log) } ?? []
    }
  }

  /// One observation: a word, or a map with what is known of it.
  private static func sighting(_ node: YAMLNode, _ log: DiagnosticLog) -> Sighting? {
    let line = node.position.line
    if case .scalar = node.content {
      return log.word(node, "symptom", as: SignWord.self).map { Sighting($0.sign, line: line) }
    }
    guard
      let fields = log.mapping(
        node, "an observation", keys: ["sees", "at", "value", "whole", "subject", "by"]),
      let sees = fields.required("sees"), let word = log.word(sees, "sees", as: SignWord.self)
    else { return nil }
    func number(_ key: String) -> Int? {
      fields[key].flatMap { log.integer($0, key, in: 0...Int(Sighting.largest)) }
    }
    return Sighting(
      word.sign, line: line, at: fields["at"].flatMap { log.duration($0, "at") },
      value: number("value").map(Int64.init), whole: number("whole").map(Int64.init),
      subject: number("subject"),
      actor: fields["by"].flatMap { log.word($0, "by", as: Sighting.Actor.self) } ?? .app)
  }
}

/// Why a bundle cannot be used, ready to be printed.
public struct BundleError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The messages, each whole.
  public var messages: [String]

  /// Refuses with messages.
  public init(_ messages: [String]) { self.messages = messages }

  /// All of them.
  public var description: String { messages.joined(separator: "\n") }
}
