import Arguments
import Contract
import Exploration
import Mutants
import Scenarios

/// How a kept case fares on an engine that was changed and is as good, or as wrong, as before.
struct Survival: Sendable {
  /// What became of it.
  enum Fate: Int, CaseIterable, Hashable, Sendable {
    /// Its promise is the first that is broken, and all that it names happened, as recorded.
    case strict
    /// The same, some of it by another name or in another trace.
    case caughtUp
    /// The same, though some of what it names never happened.
    case loose
    /// Another promise is broken first: it says so, and tells another story.
    case other
    /// Nothing is broken, and it says that too little of what it names happened.
    case stale
    /// Nothing is broken, and nothing says why: what must never be.
    case silent
    /// The run ended in another way.
    case ended

    /// Whether it still shows its defect.
    var survives: Bool { self == .strict || self == .caughtUp || self == .loose }
  }

  /// Its id.
  let id: String
  /// The change; nil for the engine as it is.
  let change: String?
  /// What became of it on the engine that has the defect and the change.
  let fate: Fate
  /// One sentence about it.
  let sentence: String
  /// How it stands on the good engine with the change, where no promise may be broken.
  let mended: Replay.Standing

  /// Plays a kept case on its own engine with a change, and on the good one with it.
  ///
  /// - Parameter change: a variant; nil for no change at all.
  init(
    _ finding: FindingFile, change: Variant?, platforms: PlatformRegistry
  ) throws(Refusal) {
    let file = try finding.file(under: change?.renames ?? [], platforms: platforms)
    let own = try finding.engine(unless: nil)
    guard let engine = change.map({ own.altered(by: $0) }) ?? own,
      let good = change.map({ Engines.reference.altered(by: $0) }) ?? Engines.reference
    else {
      throw Refusal(
        "no-composition", "“\(own.name)” is a variant itself, and no other can be added to it")
    }
    let replay = try Replay(file, engine: engine)
    var kept = file
    kept.regression.expect = .pass
    id = finding.file.id
    self.change = change?.name
    fate = Self.fate(replay)
    sentence = replay.sentence
    mended = try Replay(kept, engine: good).standing
  }

  private static func fate(_ replay: Replay) -> Fate {
    switch replay.standing {
    case .asExpected:
      switch replay.catchUp.mode {
      case .strict: .strict
      case .caughtUp: .caughtUp
      case .loose: .loose
      }
    case .mended: .silent
    case .broken, .other: .other
    case .stale: .stale
    case .ended: .ended
    }
  }
}

extension FindingFile {
  /// The case where happenings are called otherwise: as a person would, with `aliases` for the
  /// words that stand in its names.
  func file(
    under renames: [Variant.Rename], platforms: PlatformRegistry
  ) throws(Refusal) -> CaseFile {
    if renames.isEmpty { return file }
    let source: SourceText
    do {
      source = try SourceText(contentsOf: path)
    } catch {
      throw Refusal(rendered: [error.rendered])
    }
    let text = String(decoding: source.bytes, as: UTF8.self)
    var needed: [Variant.Rename] = []
    var renamed = file
    for rename in renames {
      let aliased = Self.text(text, aliases: needed + [rename])
      do throws(Scenarios.Refusal) {
        let scenario = try Scenario(
          SourceText(path: source.path, text: aliased), platforms: platforms)
        guard let read = CaseFile(scenario) else { continue }
        needed.append(rename)
        renamed = read
      } catch {
        // No name of the file holds the word: there is nothing to be called otherwise.
        if error.diagnostics.contains(where: { $0.code != .unmatched }) {
          throw Refusal(rendered: error.diagnostics.map(\.rendered))
        }
      }
    }
    return renamed
  }

  /// A file with aliases in its `regression` block.
  private static func text(_ text: String, aliases: [Variant.Rename]) -> String {
    let words = aliases.map { "\"\($0.old)\": \"\($0.new)\"" }.joined(separator: ", ")
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    if let place = lines.firstIndex(of: "regression:") {
      lines.insert("  aliases: {\(words)}", at: place + 1)
    }
    return lines.joined(separator: "\n")
  }
}
