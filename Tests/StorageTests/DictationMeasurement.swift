import Foundation
import SimulatedDisk
import Storage
import Testing

/// What one dictation costs on the disk. Not a test of speed: it prints when `LASTWORD_MEASURE` is
/// set, and otherwise only checks that the workload does what it says.
@Suite(.serialized) struct DictationMeasurement {
  /// Five seconds in half-second chunks, durable every second, and twelve commits of one row.
  final class Workload {
    let image: DiskImage
    let disk = SimulatedDisk()
    let mount: DiskMount
    let samples = ramp(8_000)

    init() throws {
      image = try HistorySchema.emptyHistory()
      mount = try DiskMount(disk)
    }

    func database(commits: Int) throws {
      let database = try Database(mount)
      let insert = try database.prepare(
        "INSERT INTO recordings VALUES(1,1,0,0,0,0,0,NULL,NULL,NULL,NULL,NULL,0,0,1)")
      try insert.run()
      let update = try database.prepare(
        "UPDATE recordings SET state=?2, leaves=?3, checkpoint=?4 WHERE recording=?1 AND attempt=1")
      for commit in 1..<commits {
        update.bind(1, 1)
        update.bind(2, Int64(commit % 3))
        update.bind(3, Int64(commit))
        update.bind(4, "w000 w001 w002 w003 w004 w005 w006 w007 w008 w009")
        try update.run()
      }
      database.close()
    }

    func audio() throws {
      let writer = try SoundFileWriter(disk, creating: .partial(1))
      // A span must not outlive the property it looks into, so it looks into a local.
      let samples = samples
      for chunk in 0..<10 {
        try writer.append(samples.span)
        if chunk % 2 == 1 { try writer.makeDurable() }
      }
      try writer.close()
      let facts = try WaveFacts(opening: .partial(1), on: disk)
      guard facts.strictFrames == 80_000 else { throw DiskError.inputOutput }
      try disk.rename(.partial(1), to: .source(1))
      try disk.syncDirectory(owing: .source(1))
    }

    func run(logging: Bool, audio: Bool = true, commits: Int = 12) throws {
      try DiskProcess.reseed(1)
      disk.reset(to: image)
      if logging { disk.startLog() }
      if audio { try self.audio() }
      if commits > 0 { try database(commits: commits) }
    }
  }

  @Test func `a dictation leaves one sound source and one row`() throws {
    try DiskProcess.exclusively {
      let workload = try Workload()
      try workload.run(logging: true)
      #expect(workload.disk.names.contains(.source(1)))
      #expect(workload.disk.requestCounts[.db, .sync] == 12)
      guard ProcessInfo.processInfo.environment["LASTWORD_MEASURE"] != nil else { return }
      let parts: [(String, Bool, Bool, Int)] = [
        ("whole, no log", false, true, 12), ("whole, log", true, true, 12),
        ("audio only", false, true, 0), ("audio only, log", true, true, 0),
        ("12 commits only", false, false, 12), ("1 commit only", false, false, 1),
        ("reset only", false, false, 0),
      ]
      for (name, logging, audio, commits) in parts {
        let times = try (0..<7).map { _ in
          try ContinuousClock().measure {
            for _ in 0..<2_000 {
              try workload.run(logging: logging, audio: audio, commits: commits)
            }
          } / 2_000
        }
        print("MEASURE \(name): \(times.sorted()[3])")
      }
    }
  }
}
