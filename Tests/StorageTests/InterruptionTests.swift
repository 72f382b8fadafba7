import Contract
import Simulation
import SimulatedDisk
import Storage
import Testing

/// A disk that never comes back, or in which the process dies, seen from the world.
@Suite(.serialized) struct InterruptionTests {
  /// Asks for some requests at every launch, one after the other.
  private struct Asker: EngineUnderTest {
    let requests: [Request]

    mutating func handle(_ event: Event, at now: Moment) throws(Never) -> Reaction {
      guard case .launched = event else { return Reaction() }
      return Reaction(
        requests.enumerated().map { i, request in
          .request(Ticket(EffectID(UInt32(i + 1))), request)
        })
    }
  }

  /// Which requests of each launch were answered.
  private func answered(_ requests: [Request], _ plan: DiskPlan) throws -> [[UInt32]] {
    var answered: [[UInt32]] = []
    let store = try DiskStore(plan: plan)
    var theCase = Case()
    theCase.script = [ScriptEntry(.time(.seconds(9)), .wait)]
    var world = World(theCase, store: store, engine: { _ in Asker(requests: requests) }) {
      switch $0.what {
      case .event(.launched): answered.append([])
      case .event(.finished(let ticket, _)):
        answered[answered.count - 1].append(ticket.effect.rawValue)
      default: break
      }
    }
    _ = world.run()
    #expect(store.usedDiskEntries == Array(plan.entries.indices))
    return answered
  }

  private let one = FileRef(RecordingID(1), .partial)
  private let two = FileRef(RecordingID(2), .partial)

  private var requests: [Request] {
    [
      .file(.create(one)), .file(.append(one, Span(clip: 1, from: 0, count: 100))),
      .file(.create(two)), .store(.open), .store(.readInventory), .store(.purge([])),
    ]
  }

  private func plan(_ request: String, _ point: String, _ fault: DiskFault) throws -> DiskPlan {
    DiskPlan([
      DiskPlan.Entry(
        try IdentityPattern(parsing: request), try #require(DiskPoint(point)), fault)
    ])
  }

  @Test func `without a fault everything is answered`() throws {
    try DiskStore.exclusively {
      let found = try answered(requests, DiskPlan())
      #expect(found.map { $0.sorted() } == [[1, 2, 3, 4, 5, 6]])
    }
  }

  @Test func `a stall of a file holds up its recording and nothing else`() throws {
    try DiskStore.exclusively {
      let found = try answered(requests, plan("create/r1/partial", "partial.dirsync.1", .stalls))
      #expect(found.map { $0.sorted() } == [[3, 4, 5, 6]])
    }
  }

  @Test func `a stall of a row request holds up its connection and nothing else`() throws {
    try DiskStore.exclusively {
      let found = try answered(requests, plan("inventory/store", "db.read.1", .stalls))
      #expect(found.map { $0.sorted() } == [[1, 2, 3, 4]])
    }
  }

  @Test func `a process that dies in an operation is launched again`() throws {
    try DiskStore.exclusively {
      let found = try answered(
        requests, plan("append/r1/*", "partial.write.1", .kills(done: true)))
      // The first life ends in its second request; the file of the first one is there already.
      #expect(found.count == 2)
      #expect(!found[0].contains(2))
      #expect(found[1].sorted() == [1, 2, 3, 4, 5, 6])
    }
  }

  @Test func `after a stall History can be opened anew, without what hung`() throws {
    try DiskStore.exclusively {
      let hung = Identity(.store, recording: 1)
      let store = try DiskStore(
        plan: DiskPlan([
          DiskPlan.Entry(IdentityPattern(hung), DiskPoint(.db, .sync, 1), .stalls)
        ]))
      _ = store.perform(.open, as: Dictation.afterwards)
      let write = StoreCall.write(Dictation.row(Dictation.r1, .capturing), .nothing)
      #expect(store.perform(write, as: hung).deeds.isEmpty)
      #expect(store.interruption == .stalled)
      #expect(
        store.perform(.inventory, as: Dictation.afterwards).outcome == .storeFailed(.suspect))
      #expect(store.perform(.open, as: Dictation.afterwards).outcome == .done)
      #expect(store.rows().isEmpty)
      #expect(store.perform(write, as: Dictation.afterwards).outcome == .done)
      #expect(store.interruption == nil)
    }
  }
}
