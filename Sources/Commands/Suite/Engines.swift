import Arguments
import Contract
import ReferenceEngine
import Simulation

/// An engine that the command can run, by name.
struct NamedEngine: Sendable {
  /// `reference`, `mutant:NAME` or `variant:NAME`.
  var name: String
  /// What it is, in one sentence.
  var summary: String
  /// The promise that a mutant breaks; nil for engines that keep them all.
  var breaks: ClauseID?
  /// The contract sets it claims.
  var sets: [ContractSet]
  /// Makes one for a process.
  var make: EngineMaker
}

/// The engines that are built in. Nothing below this target may name one.
enum Engines {
  static let reference = NamedEngine(
    name: "reference", summary: "keeps the whole contract; halves what a server refuses",
    breaks: nil, sets: [.core], make: { _ in Engine() })

  /// Engines that do it differently and as well: they must hold wherever the reference does.
  static let variants: [NamedEngine] = [
    variant(
      "thirds", "splits what a server refuses into three pieces", Conduct(splitWays: 3)),
    variant(
      "pieces-30s", "cuts every recording into pieces of 30 seconds before the first upload",
      Conduct(pieceSamples: 30 * sampleRate)),
    variant("no-cleanup", "never asks for a cleanup", Conduct(cleansUp: false)),
  ]

  static let mutants: [NamedEngine] = []

  static var all: [NamedEngine] { [reference] + variants + mutants }

  private static func variant(
    _ name: String, _ summary: String, _ conduct: Conduct
  ) -> NamedEngine {
    NamedEngine(
      name: "variant:\(name)", summary: summary, breaks: nil, sets: [.core],
      make: { _ in Engine(conduct: conduct) })
  }

  static let option = Option<NamedEngine>.custom(
    "engine", placeholder: "NAME",
    help: "whose promises are checked: reference, mutant:NAME or variant:NAME", standard: reference,
    shown: reference.name, convert: { text throws(ValueProblem) in try named(text) })

  /// The engine of that name.
  static func named(_ text: String) throws(ValueProblem) -> NamedEngine {
    if let engine = all.first(where: { $0.name == text }) { return engine }
    // A bare name is most likely meant to be one of the mutants or variants.
    let bare = all.first { $0.name.hasSuffix(":\(text)") }?.name
    throw ValueProblem(
      "must name an engine that “lastword list mutants” or “list variants” shows, or reference",
      suggestion: bare ?? nearest(to: text, among: all.map(\.name)))
  }
}
