import Contract

extension Contract.Request {
  var words: String {
    switch self {
    case .store(let request): request.words
    case .file(let request): request.words
    case .capture(let r, let limit): "record \(r), at most \(limit)"
    case .exportLeaf(_, let leaf, let from, let count):
      "cut \(seconds(samples: from))…\(seconds(samples: from + count)) into \(leaf.words)"
    case .upload(let file, let settings): "upload \(file.words) to \(settings.words)"
    case .recognizeLocally(let file, let slot, _):
      "recognize \(file.words) with local engine \(slot)"
    case .resetEngine(let slot): "reset local engine \(slot)"
    case .cleanUp(let text, let settings):
      "clean up \(quoted(text: text)), \(spaced(settings.cleanup))"
    case .deliver(let text, let target): "put \(quoted(text: text)) into \(target.words)"
    case .writeClipboard(let text, let change):
      "put \(quoted(text: text)) on the clipboard"
        + (change.map { " if it is still at \($0)" } ?? "")
    case .restoreClipboard(let change): "restore the clipboard if it is still at \(change)"
    case .reportUsage(let r, let n): "report \(n) s of use for \(r)"
    case .post(let handoff): "post \(handoff.words)"
    case .dial(let dial):
      "dial leg \(dial.leg) of \(dial.recording) from \(seconds(samples: dial.offset))"
    case .insert(_, let segment, let text, let target):
      "type segment \(segment) \(quoted(text: text)) into \(target.words)"
    }
  }
}

extension StoreRequest {
  var words: String {
    switch self {
    case .open: "open History"
    case .quarantine: "set History aside"
    case .readInventory: "read the inventory"
    case .probeSpace: "ask for free space"
    case .write(let row, let expecting): "write \(row.words); expects \(expecting.words)"
    case .tombstone(let all):
      "mark deleted: \(all.map { "\($0.recording)" }.joined(separator: ", "))"
    case .purge(let all): "purge rows: \(all.map(\.description).joined(separator: ", "))"
    }
  }
}

extension Expectation {
  var words: String {
    switch self {
    case .nothing: "no row"
    case .row(let states, let attempt):
      RowState.allCases.filter { states.contains($0) }.map { spaced($0) }.joined(separator: "/")
        + ", attempt \(attempt)"
    }
  }
}

extension FileRequest {
  var words: String {
    switch self {
    case .create(let file): "create \(file.words)"
    case .append(let file, let span): "append \(span.words) to \(file.words)"
    case .close(let file): "close \(file.words)"
    case .validate(let file): "validate \(file.words)"
    case .sync(let file): "sync \(file.words)"
    case .promote(let file): "promote \(file.words)"
    case .remove(let file): "remove \(file.words)"
    }
  }
}

extension Told {
  init(_ notice: Notice, _ identity: Identity) {
    switch notice {
    case .stop: self.init(lane: Lane(identity.family), way: .says, words: "stop")
    case .cancel: self.init(lane: Lane(identity.family), way: .says, words: "cancel")
    case .abandon: self.init(lane: Lane(identity.family), way: .says, words: "abandon")
    case .rebuild: self.init(lane: Lane(identity.family), way: .says, words: "build anew")
    case .show(let surface, let indicator):
      self.init(lane: .screen, way: .says, words: "\(spaced(surface)) shows \(spaced(indicator))")
    case .claim(let r, let claim):
      self.init(lane: .screen, way: .says, words: "claims \(r) \(claim.words)")
    case .claimDeleted(let all):
      self.init(
        lane: .screen, way: .says,
        words: "claims \(all.map(\.description).joined(separator: ", ")) deleted")
    case .tell(let message):
      let about = message.recording.map { "\($0): " } ?? ""
      self.init(lane: .screen, way: .says, words: "tells \(about)“\(printable(message.words))”")
    case .leg(_, let what): self.init(lane: .wire, way: .says, words: what.words)
    case .live(_, let what): self.init(lane: .screen, way: .says, words: what.words)
    }
  }

  init(_ deed: Deed) {
    switch deed {
    case .microphone(let r, let isOn):
      self.init(.sound, "the microphone \(isOn ? "is on" : "is off") for \(r)")
    case .refused(let denial): self.init(.system, "the world refuses it: \(spaced(denial))")
    case .rowWritten(let before, let after):
      self.init(.disk, "durable: \(after.words(since: before))")
    case .tombstoned(let all):
      self.init(
        .disk, "deletion durable: \(all.map { "\($0.recording)" }.joined(separator: ", "))")
    case .purged(let all):
      self.init(.disk, "rows gone: \(all.map(\.description).joined(separator: ", "))")
    case .storeOpened(let sound): self.init(.disk, sound ? "History is open" : "History is damaged")
    case .quarantined: self.init(.disk, "History is set aside")
    case .created(let file): self.init(.disk, "\(file.words) exists")
    case .appended(let file, let span): self.init(.disk, "\(span.words) is in \(file.words)")
    case .closed(let file, let n):
      self.init(.disk, "\(file.words) is closed over \(seconds(samples: n))")
    case .fileDurable(let file, let n):
      self.init(.disk, "\(file.words) is durable to \(seconds(samples: n))")
    case .renamed(let from, let to, let n):
      self.init(.disk, "\(from.words) is now \(to.words), \(seconds(samples: n))")
    case .removed(let file): self.init(.disk, "\(file.words) is gone")
    case .heard(let file, let runs, let settings):
      let what = runs.map(\.words).joined(separator: " + ")
      self.init(.wire, "heard \(what) from \(file.words), \(settings.words)")
    case .meant(let text): self.init(.wire, "the answer means \(quoted(text: text))")
    case .askedCleanup(let text, _): self.init(.wire, "asked to clean up \(quoted(text: text))")
    case .landed(let target, let text):
      self.init(.delivery, "\(target.words) holds \(quoted(text: text))")
    case .clipboard(let change, let text, let byApp):
      self.init(
        .delivery, "the clipboard (\(change), \(byApp ? "ours" : "foreign")) \(quoted(text: text))")
    case .usageCounted(let r, let n): self.init(.wire, "\(n) s of use counted for \(r)")
    case .posted(let handoff): self.init(.delivery, "posted: \(handoff.words)")
    case .survived(let survey): self.init(.disk, survey.words)
    case .leg(_, let leg, let deed): self.init(.wire, "leg \(leg) \(deed.words)")
    }
  }

  private init(_ lane: Lane, _ words: String) { self.init(lane: lane, way: .true_, words: words) }
}

extension Survey {
  /// What is left, and what is not.
  var words: String {
    var parts: [String] = [isSound ? "after the crash" : "after the crash, a damaged History"]
    parts += rows.map { $0.words(since: nil) }
    parts += files.map { "\($0.file.words): \(seconds(samples: $0.byLength))" }
    if rows.isEmpty && files.isEmpty { parts.append("nothing") }
    if !losses.isEmpty { parts.append("lost: " + losses.joined(separator: ", ")) }
    return parts.joined(separator: "; ")
  }
}

extension Claim {
  var words: String {
    switch self {
    case .saved: "saved"
    case .succeeded(let text): "succeeded \(quoted(text: text))"
    case .failed(let partial, let audioKept):
      "failed, audio \(audioKept ? "kept" : "not kept")"
        + (partial.map { ", text so far \(quoted(text: $0))" } ?? "")
    case .cancelled: "cancelled"
    case .delivered(let target): "delivered to \(target.words)"
    }
  }
}

extension AudioRun {
  var words: String {
    switch self {
    case .clip(let clip, let from, let count): Span(clip: clip, from: from, count: count).words
    case .zeros(let count): "\(seconds(samples: count)) of zeros"
    case .junk(let count): "\(seconds(samples: count)) of junk"
    }
  }
}
