import Contract
import Exploration
import FieldReports
import JSON
import Simulation

/// What an app would have kept of a case: a log of events, its History, and a report.
struct Export {
  /// The log.
  let log: EventLog
  private let rows: [Row]
  private let platform: String

  /// Runs a case and keeps what an honest log would say.
  init(_ theCase: Case, _ engine: String, on stage: Exploration.Stage) {
    let seen = Seen()
    rows = stage.run(theCase) { seen.projection.observe($0) }.rows
    platform = theCase.platform.id
    var sightings = seen.projection.sightings
    // A log has its header in the first line.
    for i in sightings.indices { sightings[i].line = i + 2 }
    log = EventLog(
      EventLog.Header(
        app: engine, platform: platform,
        sets: theCase.platform.live == .none ? [.core] : [.core, .live]), sightings)
  }

  private final class Seen {
    var projection = Projection()
  }

  /// The files of the bundle.
  func files(withText: Bool) -> [(name: String, bytes: [UInt8])] {
    [
      ("events.jsonl", log.bytes), ("history.json", history(withText: withText)),
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
