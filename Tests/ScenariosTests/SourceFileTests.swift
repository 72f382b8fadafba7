import Foundation
import Testing

@testable import Scenarios

@Suite struct `Files on the disk` {
  /// A fresh folder that is gone after the test.
  private func inFolder(_ body: (String) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "lastword-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try body(folder.path)
  }

  private func refusal(of path: String, limits: YAMLLimits = .scenario) -> Diagnostic? {
    do throws(Diagnostic) {
      _ = try SourceText(contentsOf: path, limits: limits)
      return nil
    } catch {
      return error
    }
  }

  @Test func `a file is read byte for byte`() throws {
    try inFolder { folder in
      let bytes = (0..<50_000).map { UInt8(truncatingIfNeeded: $0 &* 7) }
      try Data(bytes).write(to: URL(filePath: folder + "/a.yaml"))
      #expect(try SourceText(contentsOf: folder + "/a.yaml").bytes == bytes)
    }
  }

  @Test func `an empty file is read, and refused as empty`() throws {
    try inFolder { folder in
      try Data().write(to: URL(filePath: folder + "/a.yaml"))
      let log = DiagnosticLog(for: try SourceText(contentsOf: folder + "/a.yaml"))
      #expect(YAMLReader.read(log) == nil)
      #expect(log.diagnostics.map(\.code) == [.fileEmpty])
    }
  }

  @Test func `a missing file is named`() throws {
    try inFolder { folder in
      let path = folder + "/none.yaml"
      #expect(refusal(of: path)?.rendered == "\(path):1:1: error[F001]: no such file")
      #expect(refusal(of: "")?.code == .fileMissing)
      #expect(refusal(of: "a\u{0}b")?.code == .fileMissing)
    }
  }

  @Test func `a folder, a pipe and a device are refused without waiting`() throws {
    try inFolder { folder in
      #expect(refusal(of: folder)?.code == .fileNotRegular)
      let made = unsafe mkfifo(folder + "/pipe", 0o600)
      #expect(made == 0)
      #expect(refusal(of: folder + "/pipe")?.code == .fileNotRegular)
      #expect(refusal(of: "/dev/zero")?.code == .fileNotRegular)
    }
  }

  @Test func `a file of 65 KB is refused before it is read`() throws {
    try inFolder { folder in
      try Data(count: 65 * 1024).write(to: URL(filePath: folder + "/a.yaml"))
      #expect(refusal(of: folder + "/a.yaml")?.code == .fileTooLarge)
      #expect(refusal(of: folder + "/a.yaml", limits: .registry) == nil)
    }
  }
}
