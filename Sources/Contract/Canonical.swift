// The canonical words of every part of a trace, for `TraceHash`.
//
// Each case feeds a tag and its payload; a case added to the vocabulary breaks the switch here.

extension TraceHash {
  /// Feeds one record.
  public mutating func feed(_ record: borrowing TraceRecord) {
    feed(UInt64(bitPattern: record.at.monotonic.count))
    feed(UInt64(bitPattern: record.at.wall.count))
    feed(record.identity)
    feed(UInt64(record.process.role.rawValue) << 8 | UInt64(record.process.boot))
    feed(record.what)
  }

  private mutating func feed(_ what: borrowing Happening) {
    switch what {
    case .event(let e): feed(1 as UInt64); feed(e)
    case .ignored(let why): feed(2 as UInt64); feed(UInt64(why.rawValue))
    case .effect(let e): feed(3 as UInt64); feed(e)
    case .deadlines(let all):
      feed(4 as UInt64)
      feed(all.count)
      for d in all { feed(d) }
    case .did(let deed): feed(5 as UInt64); feed(deed)
    case .process(let change): feed(6 as UInt64); feed(UInt64(change.rawValue))
    case .end(let ending): feed(7 as UInt64); feed(ending)
    }
  }

  /// Feeds a name.
  @inline(__always)
  public mutating func feed(_ id: Identity) {
    feed(id.high)
    feed(id.low)
  }

  mutating func feed(_ lease: Lease?) {
    guard let lease else { return feed(UInt64.max) }
    feed(
      UInt64(lease.recording.rawValue) << 32 | UInt64(lease.attempt) << 16
        | UInt64(lease.generation))
  }

  // Ids are the engine's own and never part of what is compared: another engine, or another
  // version, may number its requests differently and still do the same.
  mutating func feed(_ ticket: Ticket) { feed(ticket.lease) }

  mutating func feed(_ d: Deadline) {
    feed(UInt64(bitPattern: d.at.count))
    feed(UInt64(d.stage.rawValue))
    feed(d.lease)
  }

  mutating func feed(_ event: borrowing Event) {
    switch event {
    case .launched(let l): feed(1 as UInt64); feed(l)
    case .person(let c): feed(2 as UInt64); feed(c)
    case .progress(let t, let p): feed(3 as UInt64); feed(t); feed(p)
    case .finished(let t, let o): feed(4 as UInt64); feed(t); feed(o)
    case .news(let n): feed(5 as UInt64); feed(n)
    case .deadline(let d): feed(6 as UInt64); feed(d)
    }
  }

  private mutating func feed(_ l: Launch) {
    feed(UInt64(l.process.role.rawValue) << 8 | UInt64(l.process.boot))
    let d = l.dialect
    feed(
      UInt64(d.cancelled.rawValue) | UInt64(d.deleteWhileActive.rawValue) << 8
        | UInt64(d.durableRaw.rawValue) << 16 | UInt64(d.cancelledCapture.rawValue) << 24
        | UInt64(d.delivery.rawValue) << 32 | UInt64(d.surfaces.rawValue) << 40
        | (d.readsFractionalRetryAfter ? 1 : 0) << 48)
    feed(l.settings)
    feed(UInt64(bitPattern: l.limits.capture.count))
    feed(l.limits.knownBody ?? -1)
    feed(l.limits.splitDepth)
    feed(l.limits.minimumLeaf)
    feed(l.limits.spaceFloor)
    feed(l.limits.legQueue)
    feed(UInt64(l.live.rawValue))
  }

  mutating func feed(_ s: Settings) {
    let recognizer: UInt64 =
      switch s.recognizer {
      case .cloud(let p): UInt64(p.rawValue)
      case .local(let slot): 256 | UInt64(slot)
      }
    feed(
      recognizer | UInt64(s.model) << 16 | UInt64(s.language) << 24
        | UInt64(s.vocabulary) << 32 | UInt64(s.cleanup.rawValue) << 40)
  }

  private mutating func feed(_ c: Command) {
    switch c {
    case .start(let r): feed(1 as UInt64); feed(r)
    case .stop(let r): feed(2 as UInt64); feed(r.map { Int($0.rawValue) } ?? -1)
    case .cancel(let r): feed(3 as UInt64); feed(r)
    case .retry(let r): feed(4 as UInt64); feed(r)
    case .delete(let r): feed(5 as UInt64); feed(r)
    case .clear: feed(6 as UInt64)
    case .change(let s): feed(7 as UInt64); feed(s)
    case .copy(let r): feed(8 as UInt64); feed(r)
    case .redeliver(let r, let t): feed(9 as UInt64); feed(r); feed(UInt64(t.rawValue))
    }
  }

  mutating func feed(_ r: RecordingID) { feed(UInt64(r.rawValue)) }

  mutating func feed(_ text: String?) {
    guard let text else { return feed(UInt64.max) }
    feed(text)
  }

  mutating func feed(_ s: Span) {
    feed(UInt64(s.clip))
    feed(s.from)
    feed(s.count)
  }

  mutating func feed(_ f: FileRef) {
    let kind: UInt64 =
      switch f.kind {
      case .partial: 1
      case .source: 2
      case .leaf(let n): 3 | UInt64(n) << 8
      }
    feed(UInt64(f.recording.rawValue) << 32 | kind)
  }

  private mutating func feed(_ p: borrowing Progress) {
    switch p {
    case .captureBegan(let rate): feed(1 as UInt64); feed(rate)
    case .frames(let s, let level): feed(2 as UInt64); feed(s); feed(UInt64(level.rawValue))
    case .formatChanged: feed(3 as UInt64)
    case .deviceLost: feed(4 as UInt64)
    case .head(let h):
      feed(5 as UInt64)
      feed(UInt64(h.status))
      feed(h.headers.count)
      for header in h.headers { feed(header.name); feed(header.value) }
    case .partial(let text): feed(6 as UInt64); feed(text)
    case .leg(let report): feed(7 as UInt64); feed(report)
    }
  }

  private mutating func feed(_ o: borrowing Outcome) {
    switch o {
    case .cancelled: feed(1 as UInt64)
    case .done: feed(2 as UInt64)
    case .inventory(let i): feed(3 as UInt64); feed(i)
    case .space(let n): feed(4 as UInt64); feed(n ?? -1)
    case .storeFailed(let f): feed(5 as UInt64); feed(f)
    case .appended(let n, let d): feed(6 as UInt64); feed(n); feed(d)
    case .facts(let f): feed(7 as UInt64); feed(f)
    case .fileFailed(let f): feed(8 as UInt64); feed(f)
    case .captured(let n): feed(9 as UInt64); feed(n)
    case .captureFailed(let f): feed(10 as UInt64); feed(UInt64(f.rawValue))
    case .exported(let f): feed(11 as UInt64); feed(f.samples); feed(f.bytes); feed(f.bodyBytes)
    case .exportFailed: feed(12 as UInt64)
    case .body(let b): feed(13 as UInt64); feed(b.text); feed(b.contentType)
    case .wireFailed(let f): feed(14 as UInt64); feed(f)
    case .text(let text): feed(15 as UInt64); feed(text)
    case .noText: feed(16 as UInt64)
    case .localFailed(let f): feed(17 as UInt64); feed(UInt64(f.rawValue))
    case .delivered: feed(18 as UInt64)
    case .landedUnconfirmed: feed(19 as UInt64)
    case .deliveryFailed(let f): feed(20 as UInt64); feed(UInt64(f.rawValue))
    case .clipboard(let change): feed(21 as UInt64); feed(change)
    case .skipped: feed(22 as UInt64)
    case .failed: feed(23 as UInt64)
    case .leg(let end): feed(24 as UInt64); feed(end)
    }
  }

  private mutating func feed(_ i: Inventory) {
    feed(i.rows.count)
    feed(i.damaged.count)
    feed(i.tombstones.count)
    feed(i.files.count)
    feed(i.handoffs.count)
    for row in i.rows { feed(row) }
    for r in i.damaged { feed(r.map { Int($0.rawValue) } ?? -1) }
    for t in i.tombstones { feed(t.recording); feed(UInt64(t.generation)) }
    for f in i.files {
      if let file = f.file { feed(file) } else { feed(UInt64.max) }
      if let facts = f.strict { feed(facts) } else { feed(UInt64.max) }
      if let facts = f.lenient { feed(facts) } else { feed(UInt64.max) }
    }
    for h in i.handoffs { feed(h) }
  }

  private mutating func feed(_ f: FileFacts) {
    feed(f.samples)
    feed(f.bytes)
    feed(f.headerSamples)
    feed(f.isFinalized ? 1 : 0)
  }

  private mutating func feed(_ f: StoreFailure) {
    switch f {
    case .conflict(let row):
      feed(1 as UInt64)
      if let row { feed(row) }
    case .tombstoned: feed(2 as UInt64)
    case .noSpace: feed(3 as UInt64)
    case .io(let landed): feed(4 as UInt64); feed(UInt64(landed.rawValue))
    case .busy: feed(5 as UInt64)
    case .locked: feed(6 as UInt64)
    case .corrupt: feed(7 as UInt64)
    case .suspect: feed(8 as UInt64)
    }
  }

  private mutating func feed(_ f: FileFailure) {
    switch f {
    case .noSpace(let n): feed(1 as UInt64); feed(n)
    case .io(let landed): feed(2 as UInt64); feed(UInt64(landed.rawValue))
    case .vanished: feed(3 as UInt64)
    case .unreadable: feed(4 as UInt64)
    case .locked: feed(5 as UInt64)
    case .suspect: feed(6 as UInt64)
    }
  }

  private mutating func feed(_ f: WireFailure) {
    switch f {
    case .unreachable: feed(1 as UInt64)
    case .reset(let n): feed(2 as UInt64); feed(n)
    case .tooLarge: feed(3 as UInt64)
    case .refused: feed(4 as UInt64)
    }
  }

  mutating func feed(_ row: borrowing Row) {
    feed(UInt64(row.recording.rawValue) << 32 | UInt64(row.attempt) << 16 | UInt64(row.generation))
    feed(
      UInt64(row.state.rawValue) | UInt64(row.reason.rawValue) << 8
        | UInt64(row.integrity.rawValue) << 16 | UInt64(row.delivery.rawValue) << 24
        | UInt64(row.usage.rawValue) << 32)
    feed(row.samples)
    if let c = row.checkpoint {
      feed(c.text)
      feed(UInt64(c.leaves))
      feed(c.through)
    } else {
      feed(UInt64.max)
    }
    feed(row.raw)
    feed(row.final)
    feed(row.settings)
  }

  mutating func feed(_ h: borrowing Handoff) {
    feed(UInt64(h.from.role.rawValue) << 8 | UInt64(h.from.boot))
    feed(UInt64(h.sequence))
    feed(UInt64(bitPattern: h.writtenAt.count))
    switch h.kind {
    case .start(let r, let t): feed(1 as UInt64); feed(r); feed(UInt64(t.rawValue))
    case .stop(let r): feed(2 as UInt64); feed(r)
    case .cancel(let r): feed(3 as UInt64); feed(r)
    case .state(let r, let i): feed(4 as UInt64); feed(r); feed(UInt64(i.rawValue))
    case .text(let r, let t, let text):
      feed(5 as UInt64); feed(r); feed(UInt64(t.rawValue)); feed(text)
    case .receipt(let r, let s): feed(6 as UInt64); feed(r); feed(UInt64(s.rawValue))
    }
  }

  private mutating func feed(_ n: borrowing News) {
    switch n {
    case .interruption(let began, let resume):
      feed(1 as UInt64); feed((began ? 1 : 0) | (resume ? 2 : 0))
    case .route: feed(2 as UInt64)
    case .mediaReset: feed(3 as UInt64)
    case .lowSpace(let bytes): feed(4 as UInt64); feed(bytes ?? -1)
    case .deviceLocked(let on): feed(5 as UInt64); feed(on ? 1 : 0)
    case .background(let expires): feed(6 as UInt64); feed(Int(expires?.count ?? -1))
    case .foreground: feed(7 as UInt64)
    case .thermal(let critical): feed(8 as UInt64); feed(critical ? 1 : 0)
    case .focus(let target): feed(9 as UInt64); feed(target.map { Int($0.rawValue) } ?? -1)
    case .clipboard(let change): feed(10 as UInt64); feed(change)
    case .handoff(let h): feed(11 as UInt64); feed(h)
    case .resumed(let asleep): feed(12 as UInt64); feed(UInt64(bitPattern: asleep.count))
    }
  }
}
