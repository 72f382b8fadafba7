import Choices
public import Contract

/// Draws what is unusual while a case runs, and remembers it as entries of a plan.
///
/// It is asked wherever the plan of the case says nothing. With its entries in the plan the case
/// runs in the same way without it.
public struct Drawer {
  /// What it answers; nil for the usual.
  public typealias Source = (_ question: Identity) -> Answer?

  private let source: Source
  /// When everything becomes usual again, on the clock of the case.
  private let end: Int64
  /// What was drawn and made sense where it was asked.
  private(set) var entries: [Plan<Answer>.Entry] = []

  /// Makes a drawer.
  ///
  /// - Parameter end: when it stops to answer; nil for never.
  public init(until end: Nanoseconds? = nil, _ source: @escaping Source) {
    self.source = source
    self.end = end?.count ?? .max
  }

  /// An answer to a question about a request, at a time.
  mutating func answer(_ question: Identity, of request: Request, at now: Int64) -> Answer? {
    guard now <= end, let answer = source(question), answer.answers(question.verb, of: request)
    else { return nil }
    entries.append(Plan.Entry(KeyPattern(Key(question)), answer))
    return answer
  }
}
