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

  /// What is to be looked for.
  func sought(_ console: Console) throws(Refusal) -> SoughtLog {
    guard !report.symptom.isEmpty else {
      throw Refusal(
        "nothing-seen", "the bundle says nothing that can be looked for",
        hint: "say what was seen in report.yaml: “lastword reproduce init DIR”")
    }
    return SoughtLog(report.symptom, clause: report.promise, platform: report.platform)
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
