/// What is unusual about a case: answers to some of the questions that it asks.
///
/// Every question it does not answer gets the default, which always means "nothing unusual", or
/// a draw where a seed is given. Deleting an entry therefore makes a case simpler.
public struct Plan<Value: Hashable & Sendable>: Hashable, Sendable {
  /// One answer.
  public struct Entry: Hashable, Sendable {
    /// The questions it answers.
    public var question: KeyPattern
    /// The answer.
    public var value: Value

    /// Makes an answer.
    public init(_ question: KeyPattern, _ value: Value) {
      self.question = question
      self.value = value
    }
  }

  /// The answers; the first that fits a question counts.
  public var entries: [Entry]

  /// Makes a plan; an empty one is a case in which nothing is unusual.
  public init(_ entries: [Entry] = []) { self.entries = entries }

  /// The place of the first entry that answers a question.
  @inlinable
  public func index(for question: Key) -> Int? {
    var i = 0
    while i < entries.count {
      if entries[i].question.matches(question) { return i }
      i += 1
    }
    return nil
  }
}

/// The decisions of one run: a plan, and how much of it was used.
public struct Decisions<Value: Hashable & Sendable>: Sendable {
  /// What is unusual.
  public let plan: Plan<Value>
  /// Which entries have answered a question.
  public private(set) var used: [Bool]
  /// The questions asked so far, in order; kept only when `records` is set.
  public private(set) var asked: [Key] = []
  /// Whether the questions are kept.
  public let records: Bool
  /// Whether everything unusual is over.
  public private(set) var isHealed = false

  /// Makes the decisions of a run.
  public init(_ plan: Plan<Value>, records: Bool = false) {
    self.plan = plan
    self.records = records
    used = Array(repeating: false, count: plan.entries.count)
  }

  /// Answers a question from the plan; nil means the default.
  public mutating func answer(_ question: Key) -> Value? { place(for: question).map { use($0) } }

  /// Asks a question without an answer yet: the place of the entry that has one.
  ///
  /// Whoever asks looks whether that entry makes sense here, and then uses it; an entry that
  /// never does stays unmatched and the default counts.
  @inlinable
  public mutating func place(for question: Key) -> Int? {
    if records { note(question) }
    if plan.entries.isEmpty || isHealed { return nil }
    return plan.index(for: question)
  }

  /// Takes the answer of an entry.
  public mutating func use(_ place: Int) -> Value {
    used[place] = true
    return plan.entries[place].value
  }

  /// Ends everything unusual: from now on every question gets its default.
  public mutating func heal() { isHealed = true }

  @usableFromInline
  mutating func note(_ question: Key) { asked.append(question) }

  /// The entries that answered nothing, by place.
  public var unmatched: [Int] { used.indices.filter { !used[$0] } }
}
