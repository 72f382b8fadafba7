import Foundation
import Testing

@testable import Commands

@Suite("A run of fuzz that somebody interrupts")
struct InterruptTests {
  /// The program that was built with these tests.
  private static var program: URL? {
    let arguments = ProcessInfo.processInfo.arguments
    let option = arguments.firstIndex(of: "--test-bundle-path").map { $0 + 1 } ?? 0
    let bundle = URL(filePath: arguments[option])
    let program = bundle.deletingLastPathComponent().appending(path: "lastword")
    return FileManager.default.isExecutableFile(atPath: program.path) ? program : nil
  }

  /// Seconds of the processor that a process has had; nil when it has ended.
  private func seconds(of process: Int32) -> Double? {
    guard let text = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8) else {
      return nil
    }
    let fields = text.split(separator: ")").last?.split(separator: " ") ?? []
    guard fields.count > 12, let own = Double(fields[11]), let ofSystem = Double(fields[12]) else {
      return nil
    }
    return (own + ofSystem) / 100
  }

  @Test(.timeLimit(.minutes(5)), arguments: [1, 2])
  func `a signal ends the process with a whole report, and what was found is kept`(
    _ jobs: Int
  ) throws {
    let program = try #require(Self.program, "no program lies beside the tests")
    let folder = try Scratch()
    let report = URL(filePath: folder.path + "/report")
    try Data().write(to: report)
    let process = Process()
    process.executableURL = program
    process.arguments = [
      "fuzz", "--engine", "mutant:lost-chunk", "--seed", "1", "--cases", "100000000", "--jobs",
      "\(jobs)", "--save", folder.path + "/found", "--pack", Session.pack,
    ]
    let output = try FileHandle(forWritingTo: report)
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    // Time of the processor and not of the clock: a busy machine only takes longer. With several
    // jobs this process itself does little, so it is given time by the clock.
    let start = Date()
    while let spent = seconds(of: process.processIdentifier),
      jobs > 1 ? Date().timeIntervalSince(start) < 15 : spent < 4
    {
      Thread.sleep(forTimeInterval: 0.05)
    }
    kill(process.processIdentifier, SIGINT)
    process.waitUntilExit()
    #expect(process.terminationReason == .exit && process.terminationStatus == 130)
    let text = try String(contentsOf: report, encoding: .utf8)
    #expect(text.hasPrefix("seed 0x0000000000000001"))
    #expect(text.contains("\nstrategy "), "\(text)")
    #expect(text.contains("CAPTURE.every-frame-written"), "\(text)")
    #expect(
      text.hasSuffix("interrupted: these are the cases until then; what they found is kept\n"))
    let kept = try FileManager.default.contentsOfDirectory(atPath: folder.path + "/found")
    #expect(!kept.isEmpty)
    for name in kept {
      let replay = Session("replay", "\(folder.path)/found/\(name)")
      #expect(replay.code == 0, "\(name): \(replay.out) \(replay.err)")
    }
  }

  @Test func `what was found before the interruption is kept as it was found`() throws {
    let folder = try Scratch()
    var questions = 0
    let session = Session(
      "fuzz", "--engine", "mutant:lost-chunk", "--seed", "1", "--cases", "100000", "--save",
      folder.path
    ) { console in
      console.isInterrupted = {
        questions += 1
        return questions > 3
      }
    }
    #expect(session.code == 130)
    #expect(session.out.contains("CAPTURE.every-frame-written"), "\(session.out)")
    #expect(session.out.contains("\ninterrupted: "))
    let names = try folder.names
    #expect(!names.isEmpty)
    for name in names {
      #expect(session.out.contains("lastword reduce \(folder.path)/\(name)"))
      #expect(Session("replay", folder.path + "/" + name).code == 0)
    }
  }
}
