public import Contract
import Exploration
public import Scenarios

/// A known report: what support needs when another ticket looks like it.
public struct RegisterEntry: Hashable, Sendable {
  /// Its permanent name: `field.stop-never-answers`.
  public var id: String
  /// What a person would call it, without a full stop.
  public var title: String
  /// The promise that was broken.
  public var clause: ClauseID
  /// Who meets it: platforms, devices, settings.
  public var affects: String
  /// Since which build it is mended; nil while it is not.
  public var fixedIn: String?
  /// What helps until then.
  public var workaround: String
  /// What to say to the person.
  public var tellTheUser: String
  /// What to ask next, most important first.
  public var askNext: [String]
  /// What makes another report the same.
  public var signature: Signature
  /// The public report that it was made from.
  public var origin: String
  /// The log, relative to the entry.
  public var log: String

  private static let keys = [
    "id", "title", "clause", "affects", "fixed-in", "workaround", "tell-the-user", "ask-next",
    "signature", "origin", "log", "scenario",
  ]

  /// Reads a file of the register.
  ///
  /// - Throws: every mistake in it, in its order.
  public init(_ source: SourceText) throws(Refusal) {
    let diagnostics = DiagnosticLog(for: source)
    guard let root = YAMLReader.read(diagnostics),
      let fields = diagnostics.mapping(root, "entry", keys: Self.keys)
    else { throw Refusal(diagnostics.diagnostics) }
    func text(_ key: String) -> String? {
      fields.required(key).flatMap { diagnostics.text($0, key) }
    }
    let id = fields.required("id")
      .flatMap { diagnostics.identifier($0, "id", form: .scenario) }
    let title = text("title")
    let clause = fields.required("clause").flatMap { diagnostics.clause($0) }
    let affects = text("affects")
    let fixedIn = fields["fixed-in"].flatMap { diagnostics.text($0, "fixed-in") }
    let workaround = text("workaround")
    let tell = text("tell-the-user")
    let ask = fields.required("ask-next").flatMap { node in
      diagnostics.list(node, "ask-next", least: 1) { diagnostics.text($0, "ask-next") }
    }
    let signature = fields.required("signature").flatMap {
      Self.signature($0, clause, diagnostics)
    }
    let origin = text("origin")
    let log = text("log")
    guard diagnostics.isClean, let id, let title, let clause, let affects, let workaround,
      let tell, let ask, let signature, let origin, let log
    else { throw Refusal(diagnostics.diagnostics) }
    self.id = id
    self.title = title
    self.clause = clause
    self.affects = affects
    self.fixedIn = fixedIn
    self.workaround = workaround
    tellTheUser = tell
    askNext = ask
    self.signature = signature
    self.origin = origin
    self.log = log
  }

  private static func signature(
    _ node: YAMLNode, _ clause: ClauseID?, _ diagnostics: DiagnosticLog
  ) -> Signature? {
    guard let fields = diagnostics.mapping(node, "signature", keys: ["phase", "kinds"]) else {
      return nil
    }
    let phase = fields.required("phase")
      .flatMap { diagnostics.word($0, "phase", as: DerivedPhase.self) }
    let kinds = fields.required("kinds").flatMap { node in
      diagnostics.list(node, "kinds", least: 1) { diagnostics.text($0, "kinds") }
    }
    guard let clause, let phase, let kinds else { return nil }
    return Signature(clause: clause, phase: phase, kinds: kinds)
  }
}
