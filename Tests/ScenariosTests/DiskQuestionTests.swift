import Contract
import SimulatedDisk
import Simulation
import Testing

@testable import Scenarios

/// What a scenario says of the disk, and every mistake in it.
@Suite struct `What is said of the disk` {
  private func entries(_ plan: String) throws -> [DiskPlan.Entry] {
    try theCase("plan:\n  \(plan)").disk.entries
  }

  @Test func `a question names a request and an operation in it`() throws {
    let entry = try #require(
      try entries("\"disk/store/r1.a1/success/journal.sync.1?fault\": fails").first)
    #expect(entry.request == (try IdentityPattern(parsing: "store/r1.a1/success")))
    #expect(entry.point == DiskPoint(.journal, .sync, 1))
    #expect(entry.fault == .failsBefore && entry.lasts == .eachTime)
  }

  @Test func `a request may be a pattern, any request, or one of a later launch`() throws {
    let some = try entries("\"disk/append/r*/*/partial.write.*?fault\": stalls")
    #expect(some[0].request.matches(Identity(.append, recording: 7, number: 3)))
    #expect(!some[0].request.matches(Identity(.close, recording: 7, word: .partial)))
    #expect(some[0].point.ordinal == nil)
    let any = try entries("\"disk/*/db.read.1?fault\": misreads")
    #expect(any[0].request.matches(Identity(.inventory)))
    let later = try entries("\"app.2: disk/open/store/db.open.1?fault\": locked")
    #expect(later[0].request == (try IdentityPattern(parsing: "app.2: open/store")))
  }

  @Test(arguments: DiskDeed.allCases)
  func `every word means one fault, and fits some operation`(deed: DiskDeed) throws {
    let verb = try #require(DiskVerb.allCases.first { deed.fault(0).fits($0) })
    let entry = try entries("\"disk/sync/r1/partial/partial.\(verb.word).1?fault\": \(deed.word)")
    #expect(entry.first?.fault == deed.fault(0))
    let same = DiskDeed.allCases.filter { $0.fault(0) == deed.fault(0) }
    #expect(same == [deed])
  }

  @Test(
    arguments: [
      ("{does: no-space, bytes: 1kB, lasts: once}", DiskFault.noSpace(accepting: 1_000), .once),
      ("{does: fails, lasts: onwards}", .failsBefore, .onwards),
      ("{does: busy, lasts: 3}", .refuses(.busy), .times(3)),
      ("{does: fails-after, lasts: 10s}", .failsAfter, .during(.seconds(10))),
      ("{does: leaves, bytes: 7B, lasts: each-time}", .leaves(7), .eachTime),
    ] as [(String, DiskFault, DiskLasting)])
  func `a map says how much and for how long`(
    text: String, fault: DiskFault, lasts: DiskLasting
  ) throws {
    let verb = fault.fits(.write) ? "write" : "rename"
    let entry = try entries("\"disk/promote/r1/partial/source.\(verb).1?fault\": \(text)")
    #expect(entry.first?.fault == fault)
    #expect(entry.first?.lasts == lasts)
  }

  @Test func `memory is asked for in a request as well`() throws {
    let plan = try theCase(
      """
      plan:
        "disk/open/store/memory.allocate.3?fault": fails
        "disk/open/store/memory.allocate.4?fault": {does: fails, lasts: onwards}
      """
    ).disk
    let open = try IdentityPattern(parsing: "open/store")
    #expect(
      plan.allocations == [
        DiskPlan.Allocation(open, 3), DiskPlan.Allocation(open, 4, isLasting: true),
      ])
    #expect(plan.entries.isEmpty)
  }

  @Test func `the disk as a whole is given`() throws {
    let plan = try theCase(
      """
      given:
        disk:
          room: 40kB
          quotas: {journal: 0B}
          free-space: stale
          protects: {db: complete, partial: complete-unless-open}
          locked: [{from: 0s, until: 1s}, {from: 5s}]
          second-process: {from: 2s, until: 3s, holds: exclusive}
      """
    ).disk
    #expect(plan.room == 40_000 && plan.freeSpace == .stale)
    #expect(plan.quotas == [DiskPlan.Quota(.journal, bytes: 0)])
    #expect(plan.protections.map(\.level) == [.complete, .completeUnlessOpen])
    #expect(
      plan.locks == [
        DiskPlan.LockedTime(from: .zero, until: .seconds(1)),
        DiskPlan.LockedTime(from: .seconds(5), until: nil),
      ])
    #expect(
      plan.visits == [DiskPlan.Visit(from: .seconds(2), until: .seconds(3), .exclusive)])
    #expect(try theCase("given: {disk: {free-space: 3MB}}").disk.freeSpace == .says(3_000_000))
  }

  @Test func `who says something of the disk needs it`() throws {
    let question = "plan: {\"disk/open/store/db.open.1?fault\": fails}"
    #expect(try load(scenario(question)).scenario?.store == .disk)
    #expect(try load(scenario("given: {disk: {room: 0B}}")).scenario?.store == .disk)
    #expect(try load(scenario("given: {audio: 1s}")).scenario?.store == .both)
    let torn = try load(scenario("store: both\n" + question)).diagnostics
    #expect(torn.map(\.code) == [.conflict])
    #expect(torn.first?.line == 5)
  }

  @Test func `an entry that the disk never met is warned of at its place`() throws {
    let text = scenario(
      """
      plan:
        "disk/open/store/db.open.1?fault": fails
        "disk/open/store/memory.allocate.1?fault": fails
      """)
    let theCase = try #require(try load(text).scenario?.cases.first)
    let warnings = theCase.warnings(
      plan: [], holds: [], script: [], crashes: [], disk: [0], allocations: [0])
    #expect(warnings.map(\.line) == [6, 7])
    #expect(warnings.allSatisfy { $0.code == .unmatched && $0.severity == .warning })
  }

  @Test func `a matrix may vary what is unusual about the disk`() throws {
    let text = scenario(
      """
      matrix:
        bytes: [1B, 2B]
      given: {disk: {room: "{bytes}"}}
      plan:
        "disk/append/r1/1/partial.write.1?fault": {does: short, bytes: "{bytes}"}
      """)
    let (read, diagnostics) = try load(text)
    #expect(diagnostics.isEmpty)
    let cases = try #require(read).cases.filter { $0.id.hasSuffix("@ios") }
    #expect(cases.map(\.theCase.disk.room) == [1, 2])
    #expect(cases.map { $0.theCase.disk.entries.map(\.fault) } == [[.short(1)], [.short(2)]])
  }

  @Test(arguments: [
    ("disk/open/store/db.open.1", "fails", "S017", "a question about the disk is"),
    ("disk/db.open.1?fault", "fails", "S017", "a question about the disk is"),
    ("disk/apend/r1/3/partial.write.1?fault", "fails", "S017", "did you mean 'append'"),
    ("disk/open/store/db.opne.1?fault", "fails", "S004", "did you mean 'open'"),
    ("disk/open/store/dbb.open.1?fault", "fails", "S004", "did you mean 'db'"),
    ("disk/open/store/db.open.0?fault", "fails", "S017", "operations are counted"),
    ("disk/open/store/db.open?fault", "fails", "S017", "operations are counted"),
    ("disk/upload/r1.a1/0/t1/source.read.1?fault", "fails", "S018", "store and file requests"),
    ("disk/store/r1/success/db.read.1?fault", "fails", "S018", "it is always of an attempt"),
    ("disk/open/store/db.open.1?fault", "failz", "S004", "did you mean 'fails'"),
    ("disk/open/store/db.open.1?fault", "lies", "S019", "it happens to 'sync', 'dirsync'"),
    ("disk/open/store/db.open.1?fault", "{does: fails, bytes: 3B}", "S019", "'fails' takes no"),
    ("disk/open/store/db.open.1?fault", "{does: fails, lasts: soon}", "S004", "expected one of"),
    ("disk/open/store/db.open.1?fault", "{does: fails, lasts: 0}", "S008", "'lasts' should be"),
    ("disk/open/store/db.open.1?fault", "{lasts: once}", "S001", "answer has no 'does'"),
    ("disk/open/store/db.open.1?fault", "{does: fails, lats: once}", "S002", "did you mean"),
    ("disk/open/store/memory.allocate.x?fault", "fails", "S017", "allocations are counted"),
    ("disk/open/store/memory.allocate.1?fault", "stalls", "S004", "expected one of 'fails'"),
  ])
  func `a mistake in a question has its code and a hint`(
    question: String, answer: String, code: String, hint: String
  ) throws {
    let diagnostics = try load(scenario("plan:\n  \"\(question)\": \(answer)")).diagnostics
    #expect(diagnostics.count == 1, "\(diagnostics.map(\.rendered))")
    let first = try #require(diagnostics.first)
    #expect(first.code.rawValue == code && first.line == 6)
    #expect("\(first.message) \(first.hint ?? "")".contains(hint), "\(first.rendered)")
  }

  @Test(arguments: [
    ("{rom: 1kB}", "S002", "did you mean 'room'"),
    ("{room: 1}", "S006", "add a unit"),
    ("{quotas: {jurnal: 0B}}", "S004", "did you mean 'journal'"),
    ("{free-space: unknwon}", "S004", "did you mean 'unknown'"),
    ("{protects: {db: compleet}}", "S004", "did you mean 'complete'"),
    ("{locked: {from: 0s}}", "S019", "add 'protects"),
    ("{protects: {db: complete}, locked: {from: 2s, until: 1s}}", "S008", "is not after"),
    ("{second-process: {from: 1s}}", "S001", "has no 'holds'"),
    ("{second-process: {from: 1s, holds: shared}}", "S004", "expected"),
  ])
  func `a mistake in what is given has its code and a hint`(
    disk: String, code: String, hint: String
  ) throws {
    let diagnostics = try load(scenario("given: {disk: \(disk)}")).diagnostics
    #expect(diagnostics.count == 1, "\(diagnostics.map(\.rendered))")
    let first = try #require(diagnostics.first)
    #expect(first.code.rawValue == code, "\(first.rendered)")
    #expect("\(first.message) \(first.hint ?? "")".contains(hint), "\(first.rendered)")
  }
}
