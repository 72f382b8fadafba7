/// The members of one scenario among the cases of a report.
struct Family {
  let scenario: String
  let cases: [CaseLine]

  /// Cases put together by scenario, in the order of the report.
  static func families(of cases: [CaseLine]) -> [Family] {
    var families: [Family] = []
    for line in cases.sorted(by: { ($0.scenario, $0.id, $0.store) < ($1.scenario, $1.id, $1.store) }
    ) {
      if let last = families.last, last.scenario == line.scenario {
        families[families.count - 1] = Family(scenario: last.scenario, cases: last.cases + [line])
      } else {
        families.append(Family(scenario: line.scenario, cases: [line]))
      }
    }
    return families
  }

  /// Members that came out alike, in the order of `CaseOutcome`.
  var groups: [Group] {
    var groups: [Group] = []
    for outcome in CaseOutcome.allCases {
      for line in cases where line.outcome == outcome {
        if let place = groups.firstIndex(where: { $0.takes(line) }) {
          groups[place].cases.append(line)
        } else {
          groups.append(Group(outcome: outcome, cases: [line]))
        }
      }
    }
    return groups
  }
}

/// Members of one scenario about which the same is to be told.
struct Group {
  let outcome: CaseOutcome
  var cases: [CaseLine]

  /// Whether another case would be told in the same words.
  func takes(_ line: CaseLine) -> Bool {
    guard line.outcome == outcome, let first = cases.first else { return false }
    return first.account?.clause == line.account?.clause
      && first.account?.finding == line.account?.finding
  }

  /// How many members it stands for: `5 platforms`, `12 variants, 5 platforms`, `ios`.
  var extent: String {
    let platforms = distinct(cases.map(\.platform))
    let variants = distinct(cases.compactMap(\.variant))
    let stores = distinct(cases.map(\.store))
    var parts: [String] = []
    if variants.count > 1 {
      parts.append(counted(variants.count, "variant"))
    } else if let variant = variants.first {
      parts.append(printable(variant))
    }
    if platforms.count > 1 {
      parts.append(counted(platforms.count, "platform"))
    } else if let platform = platforms.first {
      parts.append(printable(platform))
    }
    if stores.count > 1 { parts.append(counted(stores.count, "store")) }
    // Not every variant came out like this on every platform: then only the sum is true.
    let product = max(variants.count, 1) * platforms.count * stores.count
    return product == cases.count ? parts.joined(separator: ", ") : counted(cases.count, "case")
  }

  private func distinct(_ texts: [String]) -> [String] {
    var seen: [String] = []
    for text in texts where !seen.contains(text) { seen.append(text) }
    return seen
  }
}
