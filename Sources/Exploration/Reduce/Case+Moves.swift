import Contract
import Simulation

// The same story a little further on: in another leaf, at another word, later.
//
// An engine that has changed harmlessly still does the same kinds of things, but a case says some
// of its story by what is only a detail of them.

extension Case {
  /// More moves of a kind than this are not tried.
  private static let mostMoves = 40

  /// Cases that tell the story of another leaf, of another try or number in one entry, of another
  /// word, or with a person who does something later.
  ///
  /// - Parameter known: what happens, and what is asked, in a run of the case as it is.
  func moves(among known: [Identity]) -> [Case] {
    let names = allNames
    var byName: [Case] = []
    for (leaf, other) in leaves(of: names, among: known) {
      byName.append(renaming { $0.leaf == leaf ? $0.moved(to: other) : $0 })
    }
    for name in names {
      for other in siblings(of: name, among: known) {
        byName.append(renaming { $0 == name ? other : $0 })
      }
    }
    return Array(byName.prefix(Self.mostMoves)) + Array(otherWords.prefix(Self.mostMoves))
      + Array(laterLines.prefix(Self.mostMoves))
  }

  /// Cases in which one rule of the recognizer is about another word.
  private var otherWords: [Case] {
    var cases: [Case] = []
    for place in recognizer.indices {
      guard let word = recognizer[place].hears else { continue }
      for step in [1, -1, 2, -2, 3, -3, 4, 5, 6, 8] where word + step > 0 {
        var next = self
        next.recognizer[place].hears = word + step
        cases.append(next)
      }
    }
    return cases
  }

  /// Cases in which a line of the script comes later, and those behind it by as much.
  private var laterLines: [Case] {
    var cases: [Case] = []
    for first in script.indices {
      guard case .time = script[first].anchor else { continue }
      for milliseconds in [500, 1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 64_000] {
        var next = self
        for place in script.indices where place >= first {
          guard case .time(let time) = script[place].anchor else { continue }
          next.script[place].anchor = .time(time + .milliseconds(milliseconds))
        }
        cases.append(next)
      }
    }
    // What a person does last depends on most of what went before.
    return cases.reversed()
  }

  /// More siblings of one name than this are not tried.
  private static let mostSiblings = 6

  /// The leaves that the case names, each with another one that there is.
  private func leaves(
    of names: [Identity], among known: [Identity]
  ) -> [(leaf: LeafPath, other: LeafPath)] {
    func all(_ names: [Identity]) -> [LeafPath] {
      var leaves: [LeafPath] = []
      for name in names where name.leaf != .none && !leaves.contains(name.leaf) {
        leaves.append(name.leaf)
      }
      return leaves
    }
    let there = all(known)
    return all(names).flatMap { leaf in
      there.filter { $0 != leaf }.map { (leaf, $0) }
    }
  }

  /// Names of the same kind of happening of the same attempt, with another number or time.
  private func siblings(of name: Identity, among known: [Identity]) -> [Identity] {
    var siblings: [Identity] = []
    for other in known
    where other != name && other.verb == name.verb && other.family == name.family
      && other.recording == name.recording && other.attempt == name.attempt
      && other.word == name.word && other.process.role == name.process.role
      && !siblings.contains(other) && siblings.count < Self.mostSiblings
    {
      siblings.append(other)
    }
    return siblings
  }
}

extension Identity {
  /// The same happening of another leaf.
  fileprivate func moved(to leaf: LeafPath) -> Identity {
    Identity(high: high, low: low & 0xFF_FFFF | leaf.bits << 24)
  }
}
