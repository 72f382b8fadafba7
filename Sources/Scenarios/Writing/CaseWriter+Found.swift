import Contract
import Simulation

// What lies on the device before the first launch.
extension CaseWriter {
  func found() throws(Unsayable) -> [Written] {
    try theCase.plants.map { plant throws(Unsayable) -> Written in
      switch plant {
      case .row(let row): return .map([Entry("row", .map(try self.row(row)))])
      case .damagedRow(let id): return .map([Entry("damaged-row", .word("\(id)"))])
      case .tombstone(let tombstone):
        return .map([
          Entry("tombstone", .word("\(tombstone.recording)")),
          Entry("generation", .number(tombstone.generation)),
        ])
      case .file(let ref, let samples, let isClosed):
        let entries = [Entry("file", file(ref)), Entry("length", try .audio(samples))]
        return .map(entries + (isClosed ? [] : [Entry("closed", .word("false"))]))
      case .brokenFile(let ref): return .map([Entry("broken-file", file(ref))])
      case .foreignFile: return .word("foreign-file")
      case .corruptStore: return .word("corrupt-store")
      case .handoff(let handoff):
        return .map([Entry("handoff", .map(try self.handoff(handoff)))])
      }
    }
  }

  private func row(_ row: Row) throws(Unsayable) -> [Entry] {
    var entries = [
      Entry("recording", .word("\(row.recording)")), Entry("state", .word(row.state.word)),
    ]
    if row.attempt != 1 { entries.append(Entry("attempt", .number(row.attempt))) }
    if row.generation != 0 { entries.append(Entry("generation", .number(row.generation))) }
    if row.reason != .none { entries.append(Entry("reason", .word(row.reason.word))) }
    if row.integrity != .complete {
      entries.append(Entry("integrity", .word(row.integrity.word)))
    }
    if row.samples != 0 { entries.append(Entry("length", try .audio(row.samples))) }
    if let checkpoint = row.checkpoint {
      entries.append(
        Entry(
          "checkpoint",
          .map([
            Entry("text", text(checkpoint.text, row, through: checkpoint.through)),
            Entry("leaves", .number(checkpoint.leaves)),
            Entry("through", try .audio(checkpoint.through)),
          ])))
    }
    if let raw = row.raw { entries.append(Entry("raw", text(raw, row, through: row.samples))) }
    if let final = row.final {
      entries.append(Entry("final", text(final, row, through: row.samples)))
    }
    if row.delivery != .none { entries.append(Entry("delivery", .word(row.delivery.word))) }
    if row.usage != .none { entries.append(Entry("usage", .word(row.usage.word))) }
    let settings = changes(from: theCase.settings, to: row.settings)
    if !settings.isEmpty { entries.append(Entry("settings", .map(settings))) }
    return entries
  }

  /// A text by its meaning where it has one, so that it goes with the audio when a person edits it.
  private func text(_ text: String, _ row: Row, through samples: Int) -> Written {
    let heard = SpokenWords(theCase.sounds).text(of: row.recording, through: samples)
    return text == heard && !heard.isEmpty ? .word("heard") : .quoted(text)
  }

  func handoff(_ handoff: Handoff) throws(Unsayable) -> [Entry] {
    var entries = [Entry("from", .word(handoff.from.role.word))]
    if handoff.from.boot != 1 { entries.append(Entry("boot", .number(handoff.from.boot))) }
    if handoff.sequence != 1 { entries.append(Entry("sequence", .number(handoff.sequence))) }
    let (kind, id, details) = self.kind(handoff.kind)
    entries += [Entry("kind", .word(kind)), Entry("recording", .word("\(id)"))] + details
    let age = Case.epoch - handoff.writtenAt
    if age != .zero { entries.append(Entry("age", try .time(age))) }
    return entries
  }

  private func kind(_ kind: Handoff.Kind) -> (word: String, RecordingID, details: [Entry]) {
    switch kind {
    case .start(let id, let target): ("start", id, [Entry("field", .number(target.rawValue))])
    case .stop(let id): ("stop", id, [])
    case .cancel(let id): ("cancel", id, [])
    case .state(let id, let indicator):
      ("state", id, [Entry("indicator", .word(indicator.word))])
    case .text(let id, let target, let text):
      ("text", id, [Entry("field", .number(target.rawValue)), Entry("text", .quoted(text))])
    case .receipt(let id, let standing):
      ("receipt", id, [Entry("delivery", .word(standing.word))])
    }
  }
}
