import Contract
import FieldReports
import Scenarios

/// A bundle whose files are read: the report, the mapping, and what the logs say.
struct FieldBundle {
  /// What the report says; an empty one where there is none.
  let report: ReportFile
  /// What lines mean; nil where nobody says.
  let mapping: MappingFile?
  /// The bundle.
  let bundle: Bundle

  init(_ bundle: Bundle, platforms: PlatformRegistry) throws(Refusal) {
    self.bundle = bundle
    var report = ReportFile()
    if let file = bundle["report.yaml"] {
      report = try Self.refusing { () throws(BundleError) in
        try ReportFile(
          SourceText(path: file.name, bytes: file.bytes), platforms: platforms.platforms.map(\.id))
      }
    }
    var mapping: MappingFile?
    if let file = bundle["mapping.yaml"] {
      mapping = try Self.refusing { () throws(BundleError) in
        try MappingFile(SourceText(path: file.name, bytes: file.bytes))
      }
    }
    self.report = report
    self.mapping = mapping
  }

  /// What is to be looked for: what the logs say, and what the report adds; by the promise that the
  /// report names, or else the first that the logs show broken.
  func sought(_ console: Console) throws(Refusal) -> SoughtLog {
    var sightings: [LogSighting] = []
    var platform = report.platform
    var importer = LogImporter(
      mapping: mapping.map { SignMapping($0.rows.map { ($0.text, $0.sign) }) })
    var hasText = false
    var exact: ClauseID?
    for file in bundle.logs {
      if EventLog.isOne(file.bytes) {
        let log = try Self.refusing { () throws(BundleError) in
          try EventLog(reading: file.bytes, file: file.name)
        }
        sightings += log.allSightings
        exact = exact ?? ExactVerdict(of: log)?.breaches.first?.clause
        platform = platform ?? log.header.platform
        continue
      }
      do throws(LogRefusal) {
        try importer.read(file.bytes, name: file.name)
        hasText = true
      } catch {
        let place = error.place
        console.note(
          "\(file.name):\(place.line):\(place.column): error[\(error.code)]: \(error.message); "
            + "the file is passed over\n")
      }
    }
    if hasText { sightings += importer.finish().sightings }
    sightings += report.symptom
    guard !sightings.isEmpty else {
      throw Refusal(
        "nothing-seen", "the bundle says nothing that can be looked for",
        hint: "say what lines mean in mapping.yaml, or what was seen in report.yaml: "
          + "“lastword reproduce init DIR”")
    }
    let clause = report.promise ?? exact ?? Diagnosis(of: FieldLog(sightings: sightings)).clause
    return SoughtLog(sightings, clause: clause, platform: platform)
  }

  private static func refusing<Value>(
    _ read: () throws(BundleError) -> Value
  ) throws(Refusal) -> Value {
    do {
      return try read()
    } catch {
      throw Refusal(rendered: error.messages)
    }
  }
}
