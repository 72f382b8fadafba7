import Contract
import JSON

extension EventLog {
  /// The log as a file.
  ///
  /// - Throws: where a record cannot be written, which none in the vocabulary does.
  public func bytes() throws -> [UInt8] {
    var writer = JSONWriter()
    writer.object { line in
      line.member("format", isExact ? Self.exactFormat : Self.format)
      line.member("app", header.app)
      if let platform = header.platform { line.member("platform", platform) }
      line.member("sets", header.sets.map(\.rawValue))
      if isExact { line.member("tells", header.tells.map(\.rawValue)) }
    }
    writer.endLine()
    let writing = RecordWriting()
    var clock: Int64 = 0
    var sightings = sightings[...]
    for one in records {
      while let sighting = sightings.first, sighting.line < one.line {
        Self.write(sighting, &writer)
        sightings.removeFirst()
      }
      try Self.write(one, &clock, writing, &writer)
    }
    for sighting in sightings { Self.write(sighting, &writer) }
    return writer.bytes
  }

  private static func write(_ sighting: Sighting, _ writer: inout JSONWriter) {
    writer.object { line in
      if let at = sighting.at { line.member("at", at) }
      line.member("sees", SignWord(sighting.sign).rawValue)
      if let subject = sighting.subject { line.member("recording", subject) }
      if let value = sighting.value { line.member("value", value) }
      if let whole = sighting.whole { line.member("whole", whole) }
      if sighting.actor == .keyboard { line.member("by", sighting.actor.rawValue) }
    }
    writer.endLine()
  }

  /// - Parameter clock: what the wall clock is ahead of the other one; a line says it when it steps.
  private static func write(
    _ one: Record, _ clock: inout Int64, _ writing: RecordWriting, _ writer: inout JSONWriter
  ) throws {
    let record = one.record
    guard case .object(let members) = try writing.json(record.what) else { return }
    writer.object { line in
      line.member("at", record.at.monotonic.count)
      line.member("n", one.number)
      let ahead = record.at.wall.count &- record.at.monotonic.count
      if ahead != clock {
        line.member("wall", record.at.wall.count)
        clock = ahead
      }
      if record.process != ProcessID(.app) { line.member("in", "\(record.process)") }
      if record.identity != Identity(.none) { line.member("id", "\(record.identity)") }
      for member in members { line.member(member.key, member.value) }
    }
    writer.endLine()
  }
}
