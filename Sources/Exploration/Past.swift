import Contract
import SimulatedDisk
import Simulation

/// The situation that a run has come to: what the app declares, and the last eight kinds of things that
/// happened, in their order. Times, texts and lengths do not count, nor does that something of these
/// happened again.
///
/// It is what a sweep of many cases goes by. Cases share most of what they do, and long ones repeat
/// themselves: the hundredth second of a recording is written as the tenth was. Where two places have
/// the same past, an operation that fails there is one of the same request, in the same place of it,
/// after the same events. It is a sample all the same: what lies further back, and what comes after
/// it in the one case and in the other, may differ.
struct Past {
  /// How many kinds are remembered.
  static let length = 8

  private var declared = TraceHash()
  private var recent: [UInt64] = []

  /// A hash of an operation, of which a request may do many, and of what was before its request.
  func place(_ point: FaultSweep.Point) -> UInt64 {
    let operation = point.operation
    var place = hash
    Self.feed(point.request, &place)
    place.feed(
      UInt64(operation.role.rawValue) << 40 | UInt64(operation.verb.rawValue) << 32
        | UInt64(Self.rank(operation.ordinal)))
    return place.value
  }

  /// A hash of a request and of all that was before it.
  func place(_ request: Identity) -> UInt64 {
    var place = hash
    Self.feed(request, &place)
    return place.value
  }

  /// Of many operations of one kind in one request the first sixteen, and then those with a number
  /// after a power of two, stand for those up to the next.
  private static func rank(_ ordinal: UInt32) -> UInt32 {
    if ordinal <= 16 { return ordinal }
    return 16 + UInt32(UInt32.bitWidth - (ordinal - 1).leadingZeroBitCount)
  }

  /// Of chunks, tries and checkpoints the first three count for themselves, and so do two things of
  /// one name.
  private static func feed(_ id: Identity, _ word: inout TraceHash) {
    let occurrence = min(id.high >> 8 & 0xFF, 3)
    word.feed(id.high & ~0xFF00 | occurrence << 8)
    word.feed(id.low & ~0xFFFF | min(id.low & 0xFFFF, 4))
  }

  private var hash: TraceHash {
    var hash = declared
    for word in recent { hash.feed(word) }
    return hash
  }

  private mutating func take(_ word: TraceHash) {
    if recent.contains(word.value) { return }
    if recent.count == Self.length { recent.removeFirst() }
    recent.append(word.value)
  }

  mutating func feed(_ record: TraceRecord) {
    if case .event(.launched(let launch)) = record.what { declare(launch.dialect) }
    var word = TraceHash()
    Self.feed(record.identity, &word)
    word.feed(UInt64(record.process.role.rawValue) << 8 | UInt64(record.process.boot))
    switch record.what {
    case .event(let event): Self.feed(event, &word)
    case .ignored(let why): word.feed(0x100 | UInt64(why.rawValue))
    case .effect(.request): word.feed(0x200 as UInt64)
    case .effect(.notice): word.feed(0x300 as UInt64)
    case .deadlines: return
    case .did(.rowWritten(_, let row)): word.feed(0x500 | UInt64(row.state.rawValue))
    case .did: word.feed(0x600 as UInt64)
    case .process(let change): word.feed(0x700 | UInt64(change.rawValue))
    case .end: word.feed(0x800 as UInt64)
    }
    take(word)
  }

  /// What is declared decides what an app does when something fails.
  private mutating func declare(_ dialect: Dialect) {
    declared = TraceHash()
    for part in [
      UInt64(dialect.cancelled.rawValue), UInt64(dialect.deleteWhileActive.rawValue),
      UInt64(dialect.durableRaw.rawValue), UInt64(dialect.cancelledCapture.rawValue),
      UInt64(dialect.delivery.rawValue), UInt64(dialect.surfaces.rawValue),
    ] { declared.feed(part) }
  }

  private static func feed(_ event: Event, _ word: inout TraceHash) {
    switch event {
    case .launched: word.feed(1 as UInt64)
    case .person: word.feed(2 as UInt64)
    case .progress(_, let progress): word.feed(0x10 | tag(progress))
    case .finished(_, let outcome): word.feed(0x20 | tag(outcome))
    case .news: word.feed(5 as UInt64)
    case .deadline: word.feed(6 as UInt64)
    }
  }

  private static func tag(_ progress: Progress) -> UInt64 {
    switch progress {
    case .captureBegan: 1
    case .frames: 2
    case .formatChanged: 3
    case .deviceLost: 4
    case .head(let head): 0x1000 | UInt64(truncatingIfNeeded: head.status) << 16
    case .partial: 6
    case .leg: 7
    }
  }

  private static func tag(_ outcome: Outcome) -> UInt64 {
    switch outcome {
    case .cancelled: 0
    case .done: 1
    case .inventory(let found):
      0x1000 | UInt64(min(found.rows.count, 15)) << 16 | UInt64(min(found.files.count, 15)) << 20
        | UInt64(min(found.tombstones.count, 15)) << 24
    case .space: 2
    case .storeFailed: 3
    case .appended: 4
    case .facts(let facts): facts.isFinalized ? 5 : 6
    case .fileFailed: 7
    case .captured: 8
    case .captureFailed: 9
    case .exported: 10
    case .exportFailed: 11
    case .body: 12
    case .wireFailed: 13
    case .text: 14
    case .noText: 15
    case .localFailed: 0x40
    case .delivered: 0x41
    case .landedUnconfirmed: 0x42
    case .deliveryFailed: 0x43
    case .clipboard: 0x44
    case .skipped: 0x45
    case .failed: 0x46
    case .leg: 16
    }
  }
}

/// The pasts that a sweep of many cases has been through, so that each is swept once.
///
/// Several processes share a sweep by their number: each goes through all cases, and lets things go
/// wrong only where the past is one of its own.
public final class SweptPasts {
  private var seen: Set<UInt64> = []
  private let index: UInt64
  private let count: UInt64

  /// The share of one process of several; the first has number 1.
  public init(share index: Int = 1, of count: Int = 1) {
    precondition(index >= 1 && index <= count, "a share is one of those that there are")
    self.index = UInt64(index - 1)
    self.count = UInt64(count)
  }

  /// Different pasts so far, whoever sweeps them.
  public var distinct: Int { seen.count }

  /// Whether it is here for the first time, and for this process.
  func takes(_ past: UInt64) -> Bool {
    seen.insert(past).inserted && past % count == index
  }

  /// The same of one of several things that share a past.
  func takes(_ past: UInt64, _ ordinal: UInt64) -> Bool {
    var hash = TraceHash()
    hash.feed(past)
    hash.feed(ordinal)
    return takes(hash.value)
  }
}
