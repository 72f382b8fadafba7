import Foundation
import Testing

@testable import Commands

@Suite("lastword reproduce")
struct ReproduceTests {
  @Test func `a second report in a bundle is said to count for nothing`() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "reproduce-\(UUID())")
    defer {
      do { try FileManager.default.removeItem(at: folder) } catch { Issue.record(error) }
    }
    for (name, promise) in [("a", "NO.such-promise"), ("b", "CAPTURE.bounded-finalize")] {
      let inner = folder.appending(path: name)
      try FileManager.default.createDirectory(at: inner, withIntermediateDirectories: true)
      let text = """
        format: lastword-report/1
        promise: \(promise)
        symptom: [start-asked, stop-asked]

        """
      try Data(text.utf8).write(to: inner.appending(path: "report.yaml"))
    }
    let session = Session("reproduce", folder.path)
    #expect(session.code == 2 && session.err.contains("report.yaml:2:"), "\(session.err)")
    #expect(
      session.err.contains(
        "\(folder.path): there is more than one report.yaml; only the first counts\n"))
  }
}
