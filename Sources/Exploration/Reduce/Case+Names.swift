import Choices
import Contract
import Simulation

// The names in a case, and cases that say the same of something else.

extension Case {
  /// The exact names in entries that a run never met.
  func names(_ unmatched: CaseResult.Unmatched) -> [Identity] {
    var patterns: [IdentityPattern] = unmatched.plan.map { plan.entries[$0].question.names }
    for place in unmatched.holds {
      patterns += [schedule[place].hold.names, schedule[place].until.names]
    }
    for place in unmatched.crashes { patterns.append(crashes[place].at) }
    // A script waits at its first anchor that never comes; those behind it may well come.
    if let first = unmatched.script.min(), case .after(let pattern, _) = script[first].anchor {
      patterns.append(pattern)
    }
    return patterns.filter(\.isExact).map(\.value)
  }

  /// Every exact name, each once.
  var allNames: [Identity] {
    var patterns: [IdentityPattern] = plan.entries.map(\.question.names)
    patterns += schedule.flatMap { [$0.hold.names, $0.until.names] } + crashes.map(\.at)
    for line in script {
      if case .after(let pattern, _) = line.anchor { patterns.append(pattern) }
    }
    var names: [Identity] = []
    for pattern in patterns where pattern.isExact && !names.contains(pattern.value) {
      names.append(pattern.value)
    }
    return names
  }

  /// The case with names replaced wherever they stand.
  func renaming(_ name: (Identity) -> Identity) -> Case {
    func renamed(_ pattern: IdentityPattern) -> IdentityPattern {
      pattern.isExact ? IdentityPattern(name(pattern.value)) : pattern
    }
    func renamed(_ key: KeyPattern) -> KeyPattern {
      let pattern = key.names
      guard pattern.isExact, name(pattern.value) != pattern.value else { return key }
      return KeyPattern(IdentityPattern(name(pattern.value)))
    }
    var next = self
    for place in plan.entries.indices {
      next.plan.entries[place].question = renamed(plan.entries[place].question)
    }
    for place in schedule.indices {
      next.schedule[place].hold = renamed(schedule[place].hold)
      next.schedule[place].until = renamed(schedule[place].until)
    }
    for place in crashes.indices { next.crashes[place].at = renamed(crashes[place].at) }
    for place in script.indices {
      if case .after(let pattern, let wait) = script[place].anchor {
        next.script[place].anchor = .after(renamed(pattern), wait)
      }
    }
    return next
  }
}
