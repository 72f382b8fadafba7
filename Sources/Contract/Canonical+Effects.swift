// The canonical words of effects and of what came true.

extension TraceHash {
  mutating func feed(_ effect: borrowing Effect) {
    switch effect {
    case .request(let t, let r): feed(1 as UInt64); feed(t); feed(r)
    case .notice(let n): feed(2 as UInt64); feed(n)
    }
  }

  private mutating func feed(_ request: borrowing Request) {
    switch request {
    case .store(let s): feed(1 as UInt64); feed(s)
    case .file(let f): feed(2 as UInt64); feed(f)
    case .capture(let r, let limit):
      feed(3 as UInt64); feed(r); feed(UInt64(bitPattern: limit.count))
    case .exportLeaf(let source, let leaf, let from, let count):
      feed(4 as UInt64)
      feed(source)
      feed(leaf)
      feed(from)
      feed(count)
    case .upload(let f, let s): feed(5 as UInt64); feed(f); feed(s)
    case .recognizeLocally(let f, let slot, let s):
      feed(6 as UInt64); feed(f); feed(UInt64(slot)); feed(s)
    case .resetEngine(let slot): feed(7 as UInt64); feed(UInt64(slot))
    case .cleanUp(let text, let s): feed(8 as UInt64); feed(text); feed(s)
    case .deliver(let text, let target):
      feed(9 as UInt64); feed(text); feed(UInt64(target.rawValue))
    case .writeClipboard(let text, let change): feed(10 as UInt64); feed(text); feed(change ?? -1)
    case .restoreClipboard(let change): feed(11 as UInt64); feed(change)
    case .reportUsage(let r, let seconds): feed(12 as UInt64); feed(r); feed(seconds)
    case .post(let h): feed(13 as UInt64); feed(h)
    case .dial(let d): feed(14 as UInt64); feed(d)
    case .insert(let r, let segment, let text, let target):
      feed(15 as UInt64); feed(r); feed(segment); feed(text); feed(UInt64(target.rawValue))
    }
  }

  private mutating func feed(_ request: borrowing StoreRequest) {
    switch request {
    case .open: feed(1 as UInt64)
    case .quarantine: feed(2 as UInt64)
    case .readInventory: feed(3 as UInt64)
    case .probeSpace: feed(4 as UInt64)
    case .write(let row, let expecting):
      feed(5 as UInt64)
      feed(row)
      switch expecting {
      case .nothing: feed(0 as UInt64)
      case .row(let states, let attempt): feed(UInt64(states.rawValue) << 16 | UInt64(attempt))
      }
    case .tombstone(let all):
      feed(6 as UInt64)
      for t in all { feed(t.recording); feed(UInt64(t.generation)) }
    case .purge(let all):
      feed(7 as UInt64)
      for r in all { feed(r) }
    }
  }

  private mutating func feed(_ request: borrowing FileRequest) {
    switch request {
    case .create(let f): feed(1 as UInt64); feed(f)
    case .append(let f, let s): feed(2 as UInt64); feed(f); feed(s)
    case .close(let f): feed(3 as UInt64); feed(f)
    case .validate(let f): feed(4 as UInt64); feed(f)
    case .sync(let f): feed(5 as UInt64); feed(f)
    case .promote(let f): feed(6 as UInt64); feed(f)
    case .remove(let f): feed(7 as UInt64); feed(f)
    }
  }

  // A notice names its request by the engine's own id; the record's identity says which it was.
  private mutating func feed(_ notice: borrowing Notice) {
    switch notice {
    case .stop: feed(1 as UInt64)
    case .cancel: feed(2 as UInt64)
    case .abandon: feed(3 as UInt64)
    case .show(let surface, let indicator):
      feed(4 as UInt64)
      feed(UInt64(surface.rawValue) << 8 | UInt64(indicator.rawValue))
    case .claim(let r, let claim): feed(5 as UInt64); feed(r); feed(claim)
    case .claimDeleted(let all):
      feed(6 as UInt64)
      for r in all { feed(r) }
    case .tell(let m):
      feed(7 as UInt64)
      feed(m.recording.map { Int($0.rawValue) } ?? -1)
      feed(UInt64(m.topic.rawValue))
      feed(m.words)
    case .leg(_, let what): feed(8 as UInt64); feed(what)
    case .live(let r, let what): feed(9 as UInt64); feed(r); feed(what)
    case .rebuild: feed(10 as UInt64)
    }
  }

  private mutating func feed(_ claim: borrowing Claim) {
    switch claim {
    case .saved: feed(1 as UInt64)
    case .succeeded(let text): feed(2 as UInt64); feed(text)
    case .failed(let partial, let kept): feed(3 as UInt64); feed(partial); feed(kept ? 1 : 0)
    case .cancelled: feed(4 as UInt64)
    case .delivered(let target): feed(5 as UInt64); feed(UInt64(target.rawValue))
    }
  }

  mutating func feed(_ deed: borrowing Deed) {
    switch deed {
    case .microphone(let r, let isOn): feed(1 as UInt64); feed(r); feed(isOn ? 1 : 0 as UInt64)
    case .refused(let why): feed(2 as UInt64); feed(UInt64(why.rawValue))
    case .rowWritten(let before, let after):
      feed(3 as UInt64)
      if let before { feed(before) } else { feed(UInt64.max) }
      feed(after)
    case .tombstoned(let all):
      feed(4 as UInt64)
      for t in all { feed(t.recording); feed(UInt64(t.generation)) }
    case .purged(let all):
      feed(5 as UInt64)
      for r in all { feed(r) }
    case .storeOpened(let sound): feed(6 as UInt64); feed(sound ? 1 : 0)
    case .quarantined: feed(7 as UInt64)
    case .created(let f): feed(8 as UInt64); feed(f)
    case .appended(let f, let s): feed(9 as UInt64); feed(f); feed(s)
    case .closed(let f, let n): feed(10 as UInt64); feed(f); feed(n)
    case .fileDurable(let f, let n): feed(11 as UInt64); feed(f); feed(n)
    case .renamed(let from, let to, let n): feed(12 as UInt64); feed(from); feed(to); feed(n)
    case .removed(let f): feed(13 as UInt64); feed(f)
    case .heard(let f, let runs, let s):
      feed(14 as UInt64)
      feed(f)
      feed(runs.count)
      for run in runs { feed(run) }
      feed(s)
    case .meant(let text): feed(15 as UInt64); feed(text)
    case .askedCleanup(let text, let s): feed(16 as UInt64); feed(text); feed(s)
    case .landed(let target, let text):
      feed(17 as UInt64); feed(UInt64(target.rawValue)); feed(text)
    case .clipboard(let change, let text, let byApp):
      feed(18 as UInt64)
      feed(change)
      feed(text)
      feed(byApp ? 1 : 0)
    case .usageCounted(let r, let seconds): feed(19 as UInt64); feed(r); feed(seconds)
    case .posted(let h): feed(20 as UInt64); feed(h)
    case .survived(let survey): feed(21 as UInt64); feed(survey)
    case .leg(let r, let leg, let deed):
      feed(22 as UInt64); feed(r); feed(UInt64(leg)); feed(deed)
    }
  }

  private mutating func feed(_ survey: Survey) {
    feed(survey.isSound ? 1 : 0)
    feed(survey.rows.count)
    for row in survey.rows { feed(row) }
    feed(survey.damaged.count)
    for id in survey.damaged { if let id { feed(id) } else { feed(UInt64.max) } }
    feed(survey.tombstones.count)
    for t in survey.tombstones { feed(t.recording); feed(UInt64(t.generation)) }
    for found in survey.files {
      feed(found.file)
      for samples in [found.strict, found.believing, found.lenient, found.byLength, found.intact] {
        feed(samples)
      }
    }
  }

  private mutating func feed(_ run: AudioRun) {
    switch run {
    case .clip(let clip, let from, let count): feed(UInt64(clip)); feed(from); feed(count)
    case .zeros(let n): feed(1 << 32); feed(n)
    case .junk(let n): feed(2 << 32); feed(n)
    }
  }

  mutating func feed(_ ending: Ending) {
    switch ending {
    case .settled: feed(1 as UInt64)
    case .outOfTime: feed(2 as UInt64)
    case .outOfSteps: feed(3 as UInt64)
    case .engineBound(let b): feed(4 as UInt64); feed(UInt64(b.rawValue))
    case .engineFailed(let text): feed(5 as UInt64); feed(text)
    case .leftover(let id): feed(6 as UInt64); feed(id)
    }
  }
}
