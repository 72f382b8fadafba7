import Contract
import Exploration
import FieldReports
import JSON
import Simulation

/// What an app would have kept of a case: an exact log of events, its History, and a report.
struct Export {
  /// The log.
  let log: EventLog
  private let rows: [Row]
  private let platform: String

  /// Runs a case and keeps all that happened.
  init(_ theCase: Case, _ engine: String, on stage: Exploration.Stage) {
    let seen = Seen()
    rows = stage.run(theCase) { seen.records.append($0) }.rows
    platform = theCase.platform.id
    log = EventLog(
      EventLog.Header(
        app: engine, platform: platform,
        sets: theCase.platform.live == .none ? [.core] : [.core, .live],
        tells: LogScope.allCases), of: seen.records)
  }

  private final class Seen {
    var records: [TraceRecord] = []
  }

  /// The files of the bundle.
  func files(withText: Bool) throws -> [(name: String, bytes: [UInt8])] {
    [
      ("events.jsonl", try log.bytes()), ("history.json", history(withText: withText)),
      ("report.yaml", Array(report.utf8)),
    ]
  }

  private var report: String {
    "format: \(ReportFile.format)\napp: \"\(log.header.app)\"\nplatform: \(platform)\n"
  }

  private func history(withText: Bool) -> [UInt8] {
    var writer = JSONWriter()
    writer.array { all in
      for row in rows {
        all.object { entry in
          entry.member("recording", Int(row.recording.rawValue))
          entry.member("attempt", Int(row.attempt))
          entry.member("state", "\(row.state)")
          entry.member("reason", "\(row.reason)")
          entry.member("integrity", "\(row.integrity)")
          entry.member("samples", row.samples)
          entry.member("delivery", "\(row.delivery)")
          if let text = row.bestText {
            entry.member("characters", text.count)
            if withText { entry.member("text", text) }
          }
        }
      }
    }
    writer.endLine()
    return writer.bytes
  }
}
