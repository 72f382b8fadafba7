import Contract
import JSON

extension EventLog {
  /// The log as a file.
  public var bytes: [UInt8] {
    var writer = JSONWriter()
    writer.object { line in
      line.member("format", Self.format)
      line.member("app", header.app)
      if let platform = header.platform { line.member("platform", platform) }
      line.member("sets", header.sets.map(\.rawValue))
    }
    writer.endLine()
    for sighting in sightings {
      writer.object { line in
        if let at = sighting.at { line.member("at", at) }
        line.member("sees", SignWord(sighting.sign).rawValue)
        if let subject = sighting.subject { line.member("recording", subject) }
        if let value = sighting.value { line.member("value", value) }
        if let whole = sighting.whole { line.member("whole", whole) }
        if sighting.actor == .keyboard { line.member("by", "keyboard") }
      }
      writer.endLine()
    }
    return writer.bytes
  }
}
