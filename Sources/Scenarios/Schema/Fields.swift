/// The entries of a mapping whose keys are all known, ready to be taken one by one.
public struct Fields {
  /// Where the mapping begins.
  public let position: SourcePosition
  /// What the mapping is, for messages: "scenario".
  public let name: String
  /// The known entries, in the order of the file.
  public let entries: [YAMLEntry]
  private let log: DiagnosticLog
  /// Known keys that an unknown one was probably meant to be: they are not missed a second time.
  private let suspected: [String]

  init(
    position: SourcePosition, name: String, entries: [YAMLEntry], log: DiagnosticLog,
    suspected: [String]
  ) {
    self.position = position
    self.name = name
    self.entries = entries
    self.log = log
    self.suspected = suspected
  }

  /// The value of a key that may be absent.
  public subscript(key: String) -> YAMLNode? {
    for entry in entries where entry.key == key { return entry.value }
    return nil
  }

  /// The value of a key that must be there; its absence is reported at the mapping's start.
  public func required(_ key: String) -> YAMLNode? {
    if let value = self[key] { return value }
    if !suspected.contains(key) {
      log.report(.missingKey, at: position, "\(name) has no '\(key)'")
    }
    return nil
  }
}
