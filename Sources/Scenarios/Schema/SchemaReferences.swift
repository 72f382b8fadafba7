public import Contract

/// Values that name an entry of a registry.
extension DiagnosticLog {
  /// Reads the id of a clause.
  public func clause(_ node: YAMLNode, _ name: String = "clause") -> ClauseID? {
    guard let scalar = scalar(node, name, expected: "a clause id") else { return nil }
    if let clause = ClauseID(id: scalar.text) { return clause }
    let nearest = Suggestion.nearest(
      to: scalar.text, among: ClauseID.allCases.lazy.map(\.id))
    report(
      .unknownClause, at: node.position, "clause '\(scalar.text)' is not in the contract",
      hint: nearest.map { "did you mean '\($0)'?" } ?? "see 'lastword list clauses'")
    return nil
  }

  /// Reads the id of a journey.
  public func journey(_ node: YAMLNode, _ name: String = "journey") -> JourneyID? {
    guard let scalar = scalar(node, name, expected: "a journey id") else { return nil }
    if let journey = JourneyID(id: scalar.text) { return journey }
    let nearest = Suggestion.nearest(
      to: scalar.text, among: JourneyID.allCases.lazy.map(\.id))
    report(
      .unknownJourney, at: node.position, "journey '\(scalar.text)' is not in the registry",
      hint: nearest.map { "did you mean '\($0)'?" } ?? "see 'lastword list journeys'")
    return nil
  }
}
