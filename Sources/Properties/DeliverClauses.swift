import Contract

/// The clauses of the family DELIVER.
struct DeliverClauses: Sendable {
  static var interests: Kinds { [] }

  mutating func observe(
    _ kind: Kinds, _ what: Happening, _ ledger: inout Ledger, _ docket: inout Docket
  ) {
  }
}
