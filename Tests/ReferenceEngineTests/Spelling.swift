import Contract

/// Effects as a timeline spells them.
///
/// `write r1.a1 failed:network cp 2 'one two'` · `upload r1 leaf2` · `abandon upload` ·
/// `main idle` · `claim r1 saved` · `tell storageFull`
enum Spelling {
  static func effect(_ effect: Effect, _ request: (EffectID) -> Request?) -> String {
    func word(_ id: EffectID) -> String {
      guard let asked = request(id) else { return "?" }
      return String(Self.request(asked).prefix { $0 != " " })
    }
    switch effect {
    case .request(_, let request): return self.request(request)
    case .notice(.stop(let id)): return "stop " + word(id)
    case .notice(.cancel(let id)): return "cancel " + word(id)
    case .notice(.rebuild(let id)): return "rebuild " + word(id)
    case .notice(.abandon(let id)): return "abandon " + word(id)
    case .notice(.show(let surface, let indicator)): return "\(surface) \(indicator)"
    case .notice(.claim(let r, let claim)): return "claim \(r) " + self.claim(claim)
    case .notice(.claimDeleted(let all)): return "claim deleted" + names(all)
    case .notice(.tell(let message)): return "tell \(message.topic)"
    case .notice(.leg(let id, let what)): return "\(what) to " + word(id)
    case .notice(.live(let r, let what)): return "live \(r) \(what)"
    }
  }

  private static func claim(_ claim: Claim) -> String {
    switch claim {
    case .saved: "saved"
    case .succeeded(let text): "'\(text)'"
    case .failed(let partial, let audioKept):
      "failed" + (partial.map { " '\($0)'" } ?? "") + (audioKept ? "" : " without audio")
    case .cancelled: "cancelled"
    case .delivered(let target): "delivered to \(target.rawValue)"
    }
  }

  private static func names(_ all: [RecordingID]) -> String {
    all.reduce("") { $0 + " \($1)" }
  }

  static func request(_ request: Request) -> String {
    switch request {
    case .store(let store): self.store(store)
    case .file(.append(_, let span)): "append \(span.from)+\(span.count)"
    case .file(.create(let f)): "create " + name(f)
    case .file(.close(let f)): "close " + name(f)
    case .file(.validate(let f)): "validate " + name(f)
    case .file(.sync(let f)): "sync " + name(f)
    case .file(.promote(let f)): "promote " + name(f)
    case .file(.remove(let f)): "remove " + name(f)
    case .capture(let r, _): "capture \(r)"
    case .exportLeaf(_, let leaf, let from, let count): "export \(name(leaf)) \(from)+\(count)"
    case .upload(let f, _): "upload " + name(f)
    case .recognizeLocally(let f, let slot, _): "local \(f.recording) slot\(slot)"
    case .resetEngine(let slot): "reset slot\(slot)"
    case .cleanUp(let text, _): "cleanup '\(text)'"
    case .deliver(let text, let target): "deliver '\(text)' to \(target.rawValue)"
    case .writeClipboard(let text, _): "clipboard '\(text)'"
    case .restoreClipboard(let change): "restore \(change)"
    case .reportUsage(let r, let seconds): "usage \(r) \(seconds)"
    case .post(let handoff): "post " + kind(handoff.kind)
    case .dial(let dial): "dial \(dial.recording) leg\(dial.leg)"
    case .insert(let r, let id, let text, let target):
      "insert \(r) \(id) '\(text)' into \(target.rawValue)"
    }
  }

  private static func store(_ request: StoreRequest) -> String {
    switch request {
    case .open: "open"
    case .quarantine: "quarantine"
    case .readInventory: "inventory"
    case .probeSpace: "space"
    case .write(let row, _): "write " + self.row(row)
    case .tombstone(let all): "tombstone" + names(all.map(\.recording))
    case .purge(let all): "purge" + names(all)
    }
  }

  static func row(_ row: Row) -> String {
    var out = "\(row.recording).a\(row.attempt) \(row.state)"
    if row.reason != .none { out += ":\(row.reason)" }
    let isBegun = row.state == .capturing && row.integrity == .unfinalized
    if row.integrity != .complete && !isBegun { out += " \(row.integrity)" }
    if let c = row.checkpoint { out += " cp \(c.leaves) '\(c.text)'" }
    if let raw = row.raw { out += " raw '\(raw)'" }
    if let final = row.final { out += " final '\(final)'" }
    if row.delivery != .none { out += " \(row.delivery)" }
    if row.usage == .reported { out += " reported" }
    return out
  }

  private static func kind(_ kind: Handoff.Kind) -> String {
    switch kind {
    case .start(let r, let target): "start \(r) for \(target.rawValue)"
    case .stop(let r): "stop \(r)"
    case .cancel(let r): "cancel \(r)"
    case .state(_, let indicator): "state \(indicator)"
    case .text(let r, let target, let text): "text \(r) '\(text)' for \(target.rawValue)"
    case .receipt(let r, let standing): "receipt \(r) \(standing)"
    }
  }

  private static func name(_ file: FileRef) -> String {
    switch file.kind {
    case .partial: "\(file.recording) partial"
    case .source: "\(file.recording) source"
    case .leaf(let n): "\(file.recording) leaf\(n)"
    }
  }
}
