import Choices
import Contract
import Simulation

/// What a world does when nothing is unusual: the ground on which its cases are drawn.
struct Probe {
  /// Something that happened or was asked for, and when.
  struct Moment {
    let at: Int64
    let identity: Identity
    let process: ProcessID
  }

  /// Deliveries and requests, in their order.
  private(set) var moments: [Moment] = []
  /// Deliveries alone, in their order.
  private(set) var deliveries: [Identity] = []
  /// How many samples each recording came to.
  private(set) var lengths: [Int] = []
  /// Operations of the disk, with the requests they belong to; none without a disk.
  private(set) var operations: [FaultSweep.Point] = []
  /// Questions that could be answered otherwise, in their order.
  private(set) var questions: [Identity] = []
  /// By class of faults: how many questions could be answered in this way.
  private(set) var sites = [Int](repeating: 0, count: FaultClass.all.count)

  /// Runs a world once, without a judge.
  ///
  /// - Parameter watchesDisk: whether the operations of the disk are noted.
  init(_ world: Case, _ stage: Stage, watchesDisk: Bool = false) {
    let store = stage.store()
    let seen = Seen()
    if watchesDisk {
      store.ask { request, operation in
        seen.operations.append(FaultSweep.Point(request: request, operation: operation))
        return nil
      }
    }
    var moments: [Moment] = []
    var deliveries: [Identity] = []
    var lengths: [Int] = []
    moments.reserveCapacity(200)
    deliveries.reserveCapacity(120)
    var run = World(
      world, store: store, engine: stage.engine, recordsQuestions: true
    ) { record in
      switch record.what {
      case .event: deliveries.append(record.identity)
      case .effect(.request): break
      case .did(.rowWritten(_, let row)) where row.state == .processing && row.checkpoint == nil:
        if row.samples > 0, !lengths.contains(row.samples) { lengths.append(row.samples) }
        return
      case .effect(.notice), .ignored, .deadlines, .did, .process, .end: return
      }
      moments.append(
        Moment(
          at: record.at.monotonic.count, identity: record.identity, process: record.process))
    }
    for question in run.run().questions {
      let name = Identity(high: question.high, low: question.low)
      let classes = FaultClass.classes(of: name)
      if !classes.isEmpty { questions.append(name) }
      for n in classes { sites[n] += 1 }
    }
    operations = seen.operations
    self.moments = moments
    self.lengths = lengths
    self.deliveries = deliveries
  }

  /// What was seen so far: the store keeps whoever it asks, and a copy would see nothing.
  private final class Seen {
    var operations: [FaultSweep.Point] = []
  }
}
