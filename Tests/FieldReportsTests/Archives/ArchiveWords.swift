@testable import FieldReports

extension Unpacking {
  /// What a test compares: `path: text`, one a file, then `number reason`, one an entry left out,
  /// then the ending unless it is whole.
  var words: [String] {
    files.map {
      "\($0.path): \(String(decoding: $0.bytes, as: UTF8.self))" + ($0.isWhole ? "" : "…")
    }
      + skipped.map { "\($0.number) \($0.reason.rawValue)" }
      + (ending == .whole ? [] : [ending.rawValue])
  }
}

/// What reading an archive came to: its words, or the code of the refusal.
func words(
  _ bytes: [UInt8], name: String = "", _ limits: UnpackingLimits = UnpackingLimits()
) -> [String] {
  do {
    return try Unpacking(archive: bytes, name: name, limits: limits).words
  } catch {
    return [error.code]
  }
}
