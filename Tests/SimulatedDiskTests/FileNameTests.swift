import SimulatedDisk
import Testing

@Suite struct FileNameTests {
  @Test func `every form of name reads back as itself`() throws {
    let names = [
      FileName.history, .historyJournal, .historyLog, .partial(1), .source(4_294_967_295),
      try #require(FileName.leaf(7, 0)), try #require(FileName.leaf(7, FileName.maximumPart)),
      .slot(0), .foreign(3), .leaf(7, index: .max),
      try #require(FileName(role: .db, owner: 0, part: 12)),
      try #require(FileName(role: .journal, owner: 0, part: 12)),
    ]
    for name in names { #expect(FileName(name.description) == name) }
    #expect(Set(names.map(\.packed)).count == names.count)
  }

  @Test(arguments: [
    "", "history", "history.db ", "history.0.db", "history.01.db", "history.db-shm",
    "r.partial.wav",
    "r01.partial.wav", "r-1.partial.wav", "r1.partial.wav2", "r1.leaf.wav",
    "r4294967296.source.wav",
    "r1.leaf16777216.wav", "slot", "../r1.source.wav", "other1", "other01.bin",
  ])
  func `anything else is no name`(text: String) { #expect(FileName(text) == nil) }

  @Test func `a part that does not fit is refused, not cut`() {
    #expect(FileName.leaf(1, FileName.maximumPart + 1) == nil)
  }
}
