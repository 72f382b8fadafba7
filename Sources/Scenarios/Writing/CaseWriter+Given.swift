import Contract
import SimulatedDisk
import Simulation

// The world before anything happens.
extension CaseWriter {
  func given() throws(Unsayable) -> [Entry] {
    let usual = Case(script: [])
    var entries: [Entry] = []
    if theCase.speech != nil {
      throw Unsayable("real speech stands in its own files and cannot be told in a case")
    }
    entries += settings()
    entries += live()
    let limits = try self.limits()
    if !limits.isEmpty { entries.append(Entry("limits", .map(limits))) }
    if theCase.sounds != usual.sounds { entries.append(Entry("audio", try audio())) }
    if theCase.focus != usual.focus {
      let focus = theCase.focus.map { "\($0.rawValue)" } ?? "none"
      entries.append(Entry("focus", .word(focus)))
    }
    if !theCase.fields.isEmpty {
      entries.append(
        Entry(
          "fields",
          .map(theCase.fields.map { Entry("\($0.target.rawValue)", .word($0.field.word)) })))
    }
    if !theCase.recognizer.isEmpty {
      entries.append(Entry("recognizer", .list(try rules(theCase.recognizer))))
    }
    if !theCase.cleanup.isEmpty {
      entries.append(Entry("cleanup", .list(try rules(theCase.cleanup))))
    }
    if !theCase.plants.isEmpty { entries.append(Entry("found", .list(try found()))) }
    let disk = try self.disk()
    if !disk.isEmpty { entries.append(Entry("disk", .map(disk))) }
    return entries
  }

  private func settings() -> [Entry] {
    var entries: [Entry] = []
    var changes = self.changes(from: Case(script: []).settings, to: theCase.settings)
    if let place = changes.firstIndex(where: { $0.key == "provider" }) {
      entries.append(changes.remove(at: place))
    }
    if !changes.isEmpty { entries.append(Entry("settings", .map(changes))) }
    return entries
  }

  /// What one change of settings names: whatever differs.
  func changes(from old: Settings, to new: Settings) -> [Entry] {
    var entries: [Entry] = []
    if old.recognizer != new.recognizer {
      switch new.recognizer {
      case .cloud(let provider): entries.append(Entry("provider", .word(provider.word)))
      case .local(let slot):
        entries.append(Entry("provider", .word("local")))
        entries.append(Entry("slot", .number(slot)))
      }
    }
    if old.model != new.model { entries.append(Entry("model", .number(new.model))) }
    if old.language != new.language { entries.append(Entry("language", .number(new.language))) }
    if old.vocabulary != new.vocabulary {
      entries.append(Entry("vocabulary", .number(new.vocabulary)))
    }
    if old.cleanup != new.cleanup { entries.append(Entry("cleanup", .word(new.cleanup.word))) }
    return entries
  }

  private func limits() throws(Unsayable) -> [Entry] {
    let offered = platform.offering(theCase.platform.live)
    var known = offered
    known.limits = theCase.platform.limits
    guard known == theCase.platform else {
      throw Unsayable("the platform '\(theCase.platform.id)' is not the one of the registry")
    }
    let (old, new) = (offered.limits, theCase.platform.limits)
    var entries: [Entry] = []
    if old.capture != new.capture { entries.append(Entry("capture", try .time(new.capture))) }
    if old.knownBody != new.knownBody {
      entries.append(Entry("known-body", try .sizeOrUnknown(new.knownBody)))
    }
    if old.splitDepth != new.splitDepth {
      entries.append(Entry("split-depth", .number(new.splitDepth)))
    }
    if old.minimumLeaf != new.minimumLeaf {
      entries.append(Entry("minimum-leaf", try .audio(new.minimumLeaf)))
    }
    if old.spaceFloor != new.spaceFloor {
      entries.append(Entry("space-floor", try .size(new.spaceFloor)))
    }
    if old.legQueue != new.legQueue {
      entries.append(Entry("leg-queue", try .audio(new.legQueue)))
    }
    return entries
  }

  private func live() -> [Entry] {
    var entries: [Entry] = []
    let kind = theCase.platform.live
    if kind != .none { entries.append(Entry("live", .word(kind.word))) }
    if theCase.hasFineMicrophone != kind.wantsFineMicrophone {
      let word: MicrophoneWord = theCase.hasFineMicrophone ? .fine : .usual
      entries.append(Entry("mic", .word(word.word)))
    }
    return entries
  }

  private func audio() throws(Unsayable) -> Written {
    if theCase.sounds.count == 1, theCase.sounds[0].level == .speech {
      return try .time(theCase.sounds[0].length)
    }
    return .list(
      try theCase.sounds.map { sound throws(Unsayable) -> Written in
        let key =
          switch sound.level {
          case .speech: "speech"
          case .quiet: "quiet"
          case .digitalZero: "zeros"
          }
        return .map([Entry(key, try .time(sound.length))])
      })
  }

  // MARK: Rules

  private func rules(_ rules: [Rule]) throws(Unsayable) -> [Written] {
    try rules.map { rule throws(Unsayable) -> Written in
      var when: [Entry] = []
      if let word = rule.hears { when.append(Entry("hears", .number(word))) }
      if let n = rule.refusalsBelow {
        when.append(Entry("refusals-enclosing", .map([Entry("below", .number(n))])))
      }
      if let n = rule.failuresBelow {
        when.append(Entry("failures-enclosing", .map([Entry("below", .number(n))])))
      }
      if let n = rule.bodyOver { when.append(Entry("body-over", try .size(n))) }
      if let id = rule.recording { when.append(Entry("recording", .word("\(id)"))) }
      if let n = rule.attempt { when.append(Entry("attempt", .number(n))) }
      if let n = rule.model { when.append(Entry("model", .number(n))) }
      let reply = Entry("reply", .map(try self.reply(rule.reply)))
      return .map(when.isEmpty ? [reply] : [Entry("when", .map(when)), reply])
    }
  }

  func reply(_ reply: Reply) throws(Unsayable) -> [Entry] {
    let usual = Reply()
    var entries: [Entry] = []
    if reply.status != usual.status { entries.append(Entry("status", .number(reply.status))) }
    if !reply.headers.isEmpty {
      entries.append(
        Entry("headers", .map(reply.headers.map { Entry($0.name, .quoted($0.value)) })))
    }
    if case .literal(let text) = reply.text { entries.append(Entry("text", .quoted(text))) }
    if let form = form(reply.form) { entries.append(Entry("form", form)) }
    if let type = reply.contentType {
      entries.append(Entry("content-type", type.isEmpty ? .word("none") : .quoted(type)))
    }
    if let breaks = breaks(reply.breaks) { entries.append(Entry("breaks", breaks)) }
    if reply.finishReason != usual.finishReason {
      entries.append(Entry("finish", .quoted(reply.finishReason)))
    }
    if reply.latency != usual.latency { entries.append(Entry("latency", try .time(reply.latency))) }
    return entries
  }

  private func form(_ form: Reply.Form) -> Written? {
    switch form {
    case .usual: nil
    case .plain: .word("plain")
    case .json: .word("json")
    case .notText: .word("not-text")
    case .jsonWithExtra(let name): .map([Entry("json-extra", .quoted(name))])
    case .bytes(let bytes): .map([Entry("bytes", .quoted(bytes))])
    }
  }

  private func breaks(_ breaks: Reply.Breaks) -> Written? {
    switch breaks {
    case .nowhere: nil
    case .unreachable: .word("unreachable")
    case .refused: .word("refused")
    case .beforeHead: .word("before-head")
    case .afterHead: .word("after-head")
    case .tooLarge: .word("too-large")
    case .inBody(let n): .map([Entry("in-body", .number(n))])
    }
  }
}
