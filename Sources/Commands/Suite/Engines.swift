import Arguments
import Contract
import Mutants
import ReferenceApp
import ReferenceEngine
import Scenarios
import Simulation
import Storage

/// An engine that the command can run, by name.
struct NamedEngine: Sendable {
  /// `reference`, `mutant:NAME` or `variant:NAME`.
  var name: String
  /// What it is, in one sentence.
  var summary: String
  /// The promise that a mutant breaks; nil for engines that keep them all.
  var breaks: ClauseID?
  /// What it cannot do and does not claim to.
  var lacks: [Capability]
  /// The contract sets it claims.
  var sets: [ContractSet]
  /// Makes one for a process.
  var make: EngineMaker
  /// How the storage adapter under it works. Habits other than those of the reference exist on the
  /// disk store alone.
  var habits = StorageHabits.reference
  /// Why nothing can tell it from a good one; nil where something can.
  var equivalence: String?
  /// The crash that shows it, such as `strict`, with the reader who lost audio; nil for none.
  var kill: StorageMutant.Kill?

  /// Whether it exists on the disk store alone.
  var needsDisk: Bool { habits != .reference }

  /// The stores that it can have, of those that were asked for.
  func stores(_ asked: [StoreKind]) -> [StoreKind] { needsDisk ? [.disk] : asked }
}

extension NamedEngine {
  /// This engine, doing things in the way of a variant; nil for one that is a variant already.
  func altered(by variant: Variant) -> NamedEngine? {
    var altered = self
    altered.name += "+\(variant.name)"
    altered.summary += ", and \(variant.title)"
    if let mutant = (Mutant.all + Mutant.live).first(where: { "mutant:\($0.name)" == name }) {
      altered.make = variant.make(with: mutant)
    } else if name.hasPrefix("variant:") {
      return nil
    } else {
      altered.make = variant.make
    }
    if !variant.conduct.cleansUp { altered.lacks.append(.cleanup) }
    return altered
  }
}

/// The engines that are built in. Nothing below this target may name one.
enum Engines {
  static let reference = NamedEngine(
    name: "reference", summary: "keeps the whole contract; halves what a server refuses",
    breaks: nil, lacks: [], sets: [.core, .live], make: { _ in App() })

  /// Engines that do it differently and as well: they must hold wherever the reference does.
  static let variants: [NamedEngine] = Variant.all.map { variant in
    NamedEngine(
      name: "variant:\(variant.name)", summary: variant.title, breaks: nil,
      lacks: variant.conduct.cleansUp ? [] : [.cleanup], sets: [.core],
      make: variant.make)
  }

  /// Engines that break one promise on purpose.
  static let mutants: [NamedEngine] = Mutant.all.map { mutant in
    NamedEngine(
      name: "mutant:\(mutant.name)", summary: mutant.title, breaks: mutant.clause, lacks: [],
      sets: [.core], make: mutant.make)
  }

  /// Engines whose live transcript is wrong on purpose: to be seen in cases that have one.
  static let liveMutants: [NamedEngine] = Mutant.live.map { mutant in
    NamedEngine(
      name: "mutant:\(mutant.name)", summary: mutant.title, breaks: mutant.clause, lacks: [],
      sets: [.live], make: mutant.make)
  }

  /// The good engine on a storage adapter that breaks one promise on purpose.
  static let storageMutants: [NamedEngine] = StorageMutant.all.map { mutant in
    NamedEngine(
      name: "mutant:\(mutant.name)", summary: mutant.title,
      breaks: mutant.equivalence == nil ? mutant.clause : nil, lacks: [], sets: [.core],
      make: reference.make, habits: mutant.habits, equivalence: mutant.equivalence,
      kill: mutant.kill)
  }

  static let all: [NamedEngine] = [reference] + variants + mutants + storageMutants + liveMutants

  /// The engine of exactly that name, or `NAME+VARIANT`: an engine that is wrong on purpose and
  /// does things in the way of a variant; nil when there is none.
  static func find(_ text: String) -> NamedEngine? {
    guard let plus = text.lastIndex(of: "+") else { return all.first { $0.name == text } }
    guard let engine = all.first(where: { $0.name == text[..<plus] }),
      let variant = Variant.all.first(where: { $0.name == text[text.index(after: plus)...] })
    else { return nil }
    return engine.altered(by: variant)
  }

  static let option = Option<NamedEngine>.custom(
    "engine", placeholder: "NAME",
    help: "whose promises are checked: reference, mutant:NAME or variant:NAME", standard: reference,
    shown: reference.name, convert: { text throws(ValueProblem) in try named(text) })

  /// The engine of that name.
  static func named(_ text: String) throws(ValueProblem) -> NamedEngine {
    if let engine = find(text) { return engine }
    // A name without its kind is most likely meant to be one of the mutants or variants.
    let bare = all.first { engine in
      let name = engine.name.split(separator: ":").last.map(String.init) ?? ""
      return nearest(to: text, among: [name]) != nil
    }
    throw ValueProblem(
      "must be reference or what “lastword list mutants” or “list variants” shows",
      suggestion: nearest(to: text, among: all.map(\.name)) ?? bare?.name)
  }
}
