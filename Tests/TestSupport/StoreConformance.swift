import Contract
public import Simulation

// What every store behind the world must do, whatever it is made of. The same checks run against
// the store in memory and against the one on a simulated disk: wherever nothing is asked about
// the disk, both give the same outcomes and the same deeds.

/// One check of a store.
public struct StoreCheck: Sendable, CustomStringConvertible {
  /// What must be true.
  public var claim: String
  let body: @Sendable (inout StoreProbe) -> Void

  /// The claim.
  public var description: String { claim }

  /// Runs it on an empty store; says what was not as it must be.
  public func failures(of store: any WorldStore) -> [String] {
    var probe = StoreProbe(store)
    body(&probe)
    return probe.failures
  }
}

/// Runs all checks, each on a new store; says what was not as it must be.
public func storeConformance(makeStore: () -> any WorldStore) -> [String] {
  StoreCheck.all.flatMap { check in
    check.failures(of: makeStore()).map { "\(check.claim): \($0)" }
  }
}

/// A store and what it was found to do wrong.
struct StoreProbe {
  let store: any WorldStore
  var deeds: [Deed] = []
  private(set) var failures: [String] = []

  init(_ store: any WorldStore) { self.store = store }

  mutating func expect<T: Equatable>(_ found: T, _ wanted: T, line: Int = #line) {
    if found != wanted { failures.append("line \(line): found \(found), wanted \(wanted)") }
  }

  /// The deeds since this was last asked.
  mutating func expectDeeds(_ wanted: [Deed], line: Int = #line) {
    expect(deeds, wanted, line: line)
    deeds = []
  }

  mutating func open(line: Int = #line) {
    expect(store.open(&deeds), .done, line: line)
    deeds = []
  }

  mutating func write(_ row: Row, _ expecting: Expectation = .nothing) -> Outcome {
    store.write(row, expecting: expecting, &deeds)
  }

  /// Creates the partial of r1 and appends chunks of these lengths.
  mutating func record(_ lengths: Int..., line: Int = #line) {
    expect(store.create(file(.partial), &deeds), .done, line: line)
    var from = 0
    for length in lengths {
      _ = append(from, length)
      from += length
    }
    deeds = []
  }

  mutating func append(_ from: Int, _ count: Int, accepted: Int = .max) -> Outcome {
    store.append(
      file(.partial), Span(clip: 1, from: from, count: count),
      runs: [.clip(1, from: from, count: count)], accepted: accepted, &deeds)
  }

  var inventory: Inventory {
    guard case .inventory(let found) = store.readInventory(handoffs: []) else {
      return Inventory(rows: [], damaged: [], tombstones: [], files: [], handoffs: [])
    }
    return found
  }

  /// A file of whole samples with an honest header.
  static func facts(_ samples: Int) -> FileFacts { facts(samples, header: samples) }

  static func facts(_ samples: Int, header: Int) -> FileFacts {
    FileFacts(
      samples: samples, bytes: 44 + 2 * max(samples, header), headerSamples: header,
      isFinalized: samples == header)
  }

  /// What the two readers say of a file with so many samples under a header of fewer.
  static func found(_ ref: FileRef, samples: Int, header: Int) -> FoundFile {
    let strict = FileFacts(
      samples: header, bytes: 44 + 2 * samples, headerSamples: header,
      isFinalized: samples == header)
    let lenient = FileFacts(
      samples: samples, bytes: 44 + 2 * samples, headerSamples: header,
      isFinalized: samples == header)
    return FoundFile(file: ref, strict: strict, lenient: lenient)
  }
}

extension StoreCheck {
  /// Every check.
  public static var all: [StoreCheck] { history + files + launches }
}
