public import Contract

/// What a finding comes from, and what must come of it when it is played again.
public struct Regression: Hashable, Sendable {
  /// What must come of it.
  public enum Expectation: String, CaseIterable, Hashable, Sendable {
    /// The promise is broken first: the defect is known and not mended.
    case violated
    /// No promise is broken: the defect is mended.
    case pass
  }

  /// One name that is called otherwise now.
  public struct Alias: Hashable, Sendable {
    /// The part of a name as the file has it.
    public var old: String
    /// What it is called now.
    public var new: String

    /// A name that is called otherwise now.
    public init(_ old: String, is new: String) {
      self.old = old
      self.new = new
    }
  }

  /// The promise that was found broken.
  public var clause: ClauseID
  /// What must come of it.
  public var expect: Expectation
  /// The engine it was found with.
  public var engine: String
  /// Who found it and from what: a strategy with its case and fault.
  public var strategy: String
  /// The seed of the run that found it; nil where nothing was drawn.
  public var seed: UInt64?
  /// The version of the function that draws.
  public var generator: Int
  /// The version of the tool that wrote the file.
  public var tool: String
  /// The logical trace hash of the run, in hexadecimal.
  public var trace: String
  /// What it was put together with: promise, phase and kinds of events.
  public var bucket: String
  /// A hash of the pieces that were cut out of audio until the promise was broken; nil for none.
  public var cut: UInt64?
  /// Names that are called otherwise now.
  public var aliases: [Alias]

  /// What a finding comes from.
  public init(
    clause: ClauseID, expect: Expectation = .violated, engine: String, strategy: String,
    seed: UInt64? = nil, generator: Int, tool: String, trace: String, bucket: String,
    cut: UInt64? = nil, aliases: [Alias] = []
  ) {
    self.clause = clause
    self.expect = expect
    self.engine = engine
    self.strategy = strategy
    self.seed = seed
    self.generator = generator
    self.tool = tool
    self.trace = trace
    self.bucket = bucket
    self.cut = cut
    self.aliases = aliases
  }

  /// The block of a file.
  var written: [Written.Entry] {
    var entries = [
      Written.Entry("clause", .word(clause.id)), Written.Entry("expect", .word(expect.rawValue)),
      Written.Entry("engine", .quoted(engine)), Written.Entry("strategy", .quoted(strategy)),
    ]
    if let seed {
      entries.append(Written.Entry("seed", .quoted("0x" + String(seed, radix: 16))))
    }
    entries += [
      Written.Entry("generator", .number(generator)), Written.Entry("tool", .quoted(tool)),
      Written.Entry("trace", .quoted(trace)), Written.Entry("bucket", .quoted(bucket)),
    ]
    if let cut {
      entries.append(Written.Entry("cut", .quoted(TraceHash.hexadecimal(cut))))
    }
    if !aliases.isEmpty {
      entries.append(
        Written.Entry("aliases", .map(aliases.map { Written.Entry($0.old, .quoted($0.new)) })))
    }
    return entries
  }
}
