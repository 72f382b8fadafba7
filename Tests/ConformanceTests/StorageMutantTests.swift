import Journeys
import Storage
import Testing

@testable import Commands

/// Storage adapters that are wrong on purpose, as the command knows them.
@Suite("Storage adapters that are wrong on purpose")
struct StorageMutantTests {
  @Test func `a name belongs to one mutant, be it of the engine or of the storage`() {
    let names = Engines.all.map(\.name)
    #expect(Set(names).count == names.count)
    #expect(Engines.storageMutants.count == StorageMutant.all.count)
  }

  @Test func `the list tells which need the disk and which are equivalent`() throws {
    let session = try Session(["list", "mutants"])
    #expect(session.code == ExitCode.asExpected.rawValue)
    let lines = session.out.split(separator: "\n")
    let engines = Engines.mutants + Engines.storageMutants + Engines.liveMutants
    #expect(lines.count == engines.count)
    #expect(lines.count { $0.contains("; store: disk") } == StorageMutant.all.count)
    let equivalent = StorageMutant.all.filter { $0.equivalence != nil }
    #expect(lines.count { $0.contains("; equivalent: ") } == equivalent.count)
    let line = try #require(lines.first { $0.hasPrefix("mutant:unknown-space-is-none ") })
    #expect(line.contains("keeps all"))
  }

  @Test func `it runs on the disk store whatever store is asked for`() throws {
    let session = try Session([
      "run", "capture.write-fails[failure=full-at-first]@ios", "--engine", "mutant:append-believed",
      "--store", "both", "--json", "-",
    ])
    let report = try Report(reading: Array(session.out.utf8), file: "report")
    #expect(report.cases.map(\.store) == ["disk"])
    #expect(report.cases.map(\.outcome) == [.violated])
    #expect(session.code == ExitCode.violation.rawValue)
  }

  /// The habits reach the store: the reference and a mutant that has no occasion hold alike.
  @Test func `without an occasion it holds`() throws {
    let session = try Session([
      "run", "capture.short-silence[pause=quiet]@ios", "--engine", "mutant:audio-never-synced",
    ])
    #expect(session.code == ExitCode.asExpected.rawValue)
  }
}
