/// Reading values as what their place in the schema says they are. Every function returns nil
/// after it has reported why at the value's own place, so the caller goes on with the rest; a
/// value that was refused already is passed over in silence.
///
/// `name` is what messages call the value: the key it stands under, or a noun.
extension DiagnosticLog {
  /// Reads a mapping that has no keys but `keys`; an unknown one is reported with the nearest.
  public func mapping(_ node: YAMLNode, _ name: String, keys: [String]) -> Fields? {
    guard let entries = entries(node, name) else { return nil }
    var known: [YAMLEntry] = []
    var suspected: [String] = []
    known.reserveCapacity(entries.count)
    for entry in entries {
      if keys.contains(entry.key) {
        known.append(entry)
        continue
      }
      let nearest = Suggestion.nearest(to: entry.key, among: keys)
      if let nearest { suspected.append(nearest) }
      report(
        .unknownKey, at: entry.keyPosition, "unknown key '\(entry.key)'",
        hint: nearest.map { "did you mean '\($0)'?" } ?? "\(name) takes \(list(keys))")
    }
    return Fields(
      position: node.position, name: name, entries: known, log: self, suspected: suspected)
  }

  /// Reads a mapping whose keys are data (names, identities) and not words of the format.
  public func entries(_ node: YAMLNode, _ name: String) -> [YAMLEntry]? {
    if case .mapping(let entries) = node.content { return entries }
    reportKind(node, name, expected: "a map")
    return nil
  }

  /// Reads a list with `element`; elements that are refused are left out.
  ///
  /// - Parameter least: how many elements there must be.
  public func list<Element>(
    _ node: YAMLNode, _ name: String, least: Int = 0, _ element: (YAMLNode) -> Element?
  ) -> [Element]? {
    guard case .sequence(let nodes) = node.content else {
      reportKind(node, name, expected: "a list")
      return nil
    }
    if nodes.count < least {
      let what = least == 1 ? "at least one element" : "at least \(least) elements"
      report(.emptyList, at: node.position, "'\(name)' needs \(what)")
    }
    return nodes.compactMap(element)
  }

  /// Reads either a list or a single element that stands for a list of one.
  public func oneOrMany<Element>(
    _ node: YAMLNode, _ name: String, _ element: (YAMLNode) -> Element?
  ) -> [Element]? {
    if case .sequence = node.content { return list(node, name, least: 1, element) }
    return element(node).map { [$0] }
  }

  /// The scalar at a place, whatever it means; absent values and other shapes are reported.
  func scalar(_ node: YAMLNode, _ name: String, expected: @autoclosure () -> String) -> YAMLScalar?
  {
    guard case .scalar(let scalar) = node.content else {
      reportKind(node, name, expected: expected())
      return nil
    }
    if scalar.text.isEmpty, !scalar.isQuoted {
      report(
        .missingValue, at: node.position, "'\(name)' has no value", hint: "expected \(expected())")
      return nil
    }
    return scalar
  }

  private func reportKind(_ node: YAMLNode, _ name: String, expected: String) {
    let found: String
    switch node.content {
    case .refused: return
    case .mapping: found = "a map"
    case .sequence: found = "a list"
    case .scalar(let scalar):
      if scalar.text.isEmpty, !scalar.isQuoted {
        report(
          .missingValue, at: node.position, "'\(name)' has no value", hint: "expected \(expected)")
        return
      }
      found = "a single value"
    }
    report(.wrongKind, at: node.position, "'\(name)' should be \(expected), not \(found)")
  }

  /// Names in quotes with commas, cut short where it would fill the screen.
  func list(_ words: [String]) -> String {
    let shown = words.prefix(12).map { "'\($0)'" }.joined(separator: ", ")
    return words.count > 12 ? shown + " and \(words.count - 12) more" : shown
  }
}
