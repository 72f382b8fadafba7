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

  @Test(arguments: [
    // What every engine writes.
    "10:00:00.000 hotkey down: starting dictation\n10:00:01.000 microphone started\n",
    // Numbers, some of which could be answers of a service.
    (1...500).map { "\($0)\n" }.joined(),
  ])
  func `a log that an engine without a fault could have written accuses nobody`(log: String) {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let session = Session(
      ["reproduce", "-", "--cases", "300", "--pack", root.path + "/scenarios"]
    ) { console in
      console.input = { _ in Array(log.utf8) }
    }
    #expect(session.code == 3, "\(session.out)")
    #expect(session.out.hasPrefix("inconclusive: none of 300 cases fits this log better than "))
  }
}
