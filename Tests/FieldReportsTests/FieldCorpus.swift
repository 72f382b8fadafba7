import Contract
import Foundation

@testable import FieldReports

/// The logs that the tests read.
enum FieldCorpus {
  /// The top of the repository.
  static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  /// The twelve public reports and the promise that each is about.
  static let twelve: [(folder: String, clause: ClauseID)] = [
    ("01-phantom-keyboard-session", .relaunchSurfacesExpire),
    ("02-stop-never-answers", .captureBoundedFinalize),
    ("03-cancel-on-a-cold-microphone", .captureCancelBeforeFirstBuffer),
    ("04-headset-lost-mid-sentence", .capturePartialBecomesRecovery),
    ("05-recovered-recording-is-silent", .relaunchOrphansAdopted),
    ("06-pasted-the-old-clipboard", .deliverClipboardOwnership),
    ("07-times-shift-after-reconnect", .relayDiscardKeepsClock),
    ("08-the-socket-that-only-listens", .relayHalfOpenDetected),
    ("09-the-note-that-came-back", .deleteIntentWins),
    ("10-cancel-hides-but-does-not-free", .requestCancelIsImmediate),
    ("11-split-to-the-limit-and-still-refused", .bulkLimitCountsTheRequest),
    ("12-headers-then-silence", .requestBodyLossIsTransient),
  ]

  static func bytes(_ path: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: root.appending(path: path)))
  }

  static func log(of folder: String) throws -> String {
    String(decoding: try bytes("corpus/field/\(folder)/log.txt"), as: UTF8.self)
  }

  /// A log of the folder beside this file.
  static func unseen(_ name: String) throws -> [UInt8] {
    try bytes("Tests/FieldReportsTests/Logs/\(name)")
  }
}

extension FieldLog {
  /// Reads one text.
  static func reading(_ text: String, mapping: SignMapping? = nil) throws -> FieldLog {
    try reading(Array(text.utf8), mapping: mapping)
  }

  static func reading(_ bytes: [UInt8], mapping: SignMapping? = nil) throws -> FieldLog {
    var importer = LogImporter(mapping: mapping)
    try importer.read(bytes, name: "-")
    return importer.finish()
  }
}

extension Diagnosis {
  /// What a test compares: `CLAUSE certain`, `not enough`, `nothing broken`.
  var words: String {
    switch verdict {
    case .broken(let finding, let confidence): "\(finding.clause.id) \(confidence.rawValue)"
    case .notEnough: "not enough"
    case .nothingBroken: "nothing broken"
    }
  }

  /// The line of the verdict.
  var line: Int? {
    guard case .broken(let finding, _) = verdict else { return nil }
    return log.sightings[finding.place].line
  }
}

extension FieldCorpus {
  /// The register of the repository.
  static func register() throws -> Register {
    try Register(folder: root.appending(path: "corpus/field").path)
  }
}
