import Contract

// Gives every request its name, from what it is about and never from the engine's own ids.

/// The names of one case.
struct Namer {
  private struct Leaf {
    var path: LeafPath
    var from: Int
    var count: Int
    var tries: UInt16
    var children: Int
  }

  private struct AttemptLeaves {
    var recording: RecordingID
    var attempt: AttemptNumber
    var roots: Int
    var leaves: [Leaf]
  }

  struct Count {
    var object: Identity
    var times: UInt8
  }

  struct Firing {
    var object: Identity
    var times: UInt16
  }

  private struct FileRange {
    var file: FileRef
    var from: Int
    var count: Int
  }

  /// More samples than any clip has; ranges that an engine names are cut to it.
  private static let longest = 1 << 40

  private var attempts: [AttemptLeaves] = []
  private var counts: [Count] = []
  fileprivate var fired: [Firing] = []
  private var inserts: [(recording: RecordingID, count: UInt16)] = []
  private var ranges: [FileRange] = []
  private var newestRows: [Row] = []
  private var appends: [(recording: RecordingID, count: UInt16)] = []

  /// Says that a value did not fit into a name: the harness's own error.
  private(set) var overflowed = false

  /// Says that the world counted further than a name can.
  mutating func overflow() { overflowed = true }

  /// Names a request: its object, with `#n` from the second time on.
  mutating func name(
    _ request: Request, lease: Lease?, process: ProcessID, sourceSamples: (FileRef) -> Int
  ) -> Identity {
    let attempt = lease?.attempt ?? 0
    switch request {
    case .store(let r): return counted(storeName(r, process))
    case .file(let r): return fileName(r, process)
    case .capture(let r, _):
      return counted(Identity(.capture, recording: r.rawValue, process: process))
    case .exportLeaf(_, let leaf, let from, let count):
      ranges.removeAll { $0.file == leaf }
      ranges.append(FileRange(file: leaf, from: from, count: count))
      let i = leafIndex(leaf.recording, attempt, from, count)
      return counted(
        Identity(
          .export, recording: leaf.recording.rawValue, attempt: attempt,
          leaf: attempts[i.attempt].leaves[i.leaf].path, process: process))
    case .upload(let file, _):
      let range = range(of: file, sourceSamples)
      let i = leafIndex(file.recording, attempt, range.from, range.count)
      if attempts[i.attempt].leaves[i.leaf].tries == .max {
        overflowed = true
      } else {
        attempts[i.attempt].leaves[i.leaf].tries += 1
      }
      let leaf = attempts[i.attempt].leaves[i.leaf]
      return Identity(
        .upload, recording: file.recording.rawValue, attempt: attempt, leaf: leaf.path,
        number: leaf.tries, process: process)
    case .recognizeLocally(let file, _, _):
      return counted(
        Identity(.local, recording: file.recording.rawValue, attempt: attempt, process: process))
    case .resetEngine(let slot):
      return counted(Identity(.reset, recording: UInt16(slot), process: process))
    case .cleanUp: return scoped(.cleanup, lease, process)
    case .deliver: return scoped(.deliver, lease, process)
    case .writeClipboard: return scoped(.clipboard, lease, process)
    case .restoreClipboard: return scoped(.restore, lease, process)
    case .reportUsage(let r, _):
      return counted(Identity(.usage, recording: r.rawValue, process: process))
    case .post: return scoped(.post, lease, process)
    case .dial(let dial): return legName(dial, process)
    case .insert(let recording, _, _, _):
      let object = Identity(
        .deliver, recording: recording.rawValue, attempt: attempt, process: process)
      return object.numbered(nextInsert(of: recording))
    }
  }

  /// The range of the source that a file holds.
  func range(of file: FileRef, _ sourceSamples: (FileRef) -> Int) -> (from: Int, count: Int) {
    if let known = ranges.first(where: { $0.file == file }) { return (known.from, known.count) }
    return (0, sourceSamples(file))
  }

  /// Notes that a row came to be known in another way than by a write of this case.
  mutating func note(row: Row) { setNewest(row) }

  private mutating func scoped(
    _ family: Family, _ lease: Lease?, _ process: ProcessID
  ) -> Identity {
    counted(
      Identity(
        family, recording: lease?.recording.rawValue ?? 0, attempt: lease?.attempt ?? 0,
        process: process))
  }

  private mutating func storeName(_ request: StoreRequest, _ process: ProcessID) -> Identity {
    switch request {
    case .open: return Identity(.open, process: process)
    case .quarantine: return Identity(.quarantine, process: process)
    case .readInventory: return Identity(.inventory, process: process)
    case .probeSpace: return Identity(.space, process: process)
    case .write(let row, _):
      let (word, number) = word(for: row)
      setNewest(row)
      return Identity(
        .store, recording: row.recording.rawValue, attempt: row.attempt, word: word,
        number: number, process: process)
    case .tombstone(let all):
      let only = all.count == 1 ? all[0].recording.rawValue : 0
      return Identity(.tombstone, recording: only, process: process)
    case .purge(let all):
      return Identity(.purge, recording: all.count == 1 ? all[0].rawValue : 0, process: process)
    }
  }

  /// The word of a write: the first field that differs from the row it replaces.
  private func word(for row: Row) -> (Word, UInt16) {
    let old = newestRows.first { $0.recording == row.recording }
    let isNew = old == nil || old?.state != row.state || old?.attempt != row.attempt
    if isNew {
      switch row.state {
      case .capturing: return (.capturing, 0)
      case .processing: return (.processing, 0)
      case .retrying: return (.retrying, 0)
      case .success: return (.success, 0)
      case .failed: return (.failed, 0)
      case .cancelled: return (.cancelled, 0)
      }
    }
    if old?.raw != row.raw { return (.raw, 0) }
    if old?.checkpoint != row.checkpoint { return (.checkpoint, row.checkpoint?.leaves ?? 0) }
    if old?.delivery != row.delivery { return (row.delivery == .claimed ? .claim : .outcome, 0) }
    if old?.usage != row.usage { return (.usage, 0) }
    switch row.state {
    case .capturing: return (.capturing, 0)
    case .processing: return (.processing, 0)
    case .retrying: return (.retrying, 0)
    case .success: return (.success, 0)
    case .failed: return (.failed, 0)
    case .cancelled: return (.cancelled, 0)
    }
  }

  private mutating func setNewest(_ row: Row) {
    if let i = newestRows.firstIndex(where: { $0.recording == row.recording }) {
      newestRows[i] = row
    } else {
      newestRows.append(row)
    }
  }

  private mutating func fileName(_ request: FileRequest, _ process: ProcessID) -> Identity {
    let file = request.file
    let family: Family
    switch request {
    case .create: family = .create
    case .append: return appendName(file, process)
    case .close: family = .close
    case .validate: family = .validate
    case .sync: family = .sync
    case .promote: family = .promote
    case .remove: family = .remove
    }
    let (word, number): (Word, UInt16) =
      switch file.kind {
      case .partial: (.partial, 0)
      case .source: (.source, 0)
      case .leaf(let n): (.leaf, n)
      }
    return counted(
      Identity(
        family, recording: file.recording.rawValue, word: word, number: number, process: process))
  }

  private mutating func appendName(_ file: FileRef, _ process: ProcessID) -> Identity {
    let i: Int
    if let known = appends.firstIndex(where: { $0.recording == file.recording }) {
      i = known
    } else {
      i = appends.count
      appends.append((file.recording, 0))
    }
    if appends[i].count == .max { overflowed = true } else { appends[i].count += 1 }
    return Identity(
      .append, recording: file.recording.rawValue, number: appends[i].count, process: process)
  }

  private mutating func counted(_ object: Identity) -> Identity {
    object.occurring(count(object))
  }

  /// How often this has been named now, this time included.
  mutating func count(_ object: Identity) -> UInt8 {
    for i in counts.indices where counts[i].object == object {
      if counts[i].times == .max {
        overflowed = true
      } else {
        counts[i].times += 1
      }
      return counts[i].times
    }
    counts.append(Count(object: object, times: 1))
    return 1
  }

  /// Equal range: the same leaf. Else a child of the smallest leaf that contains it, else a root.
  private mutating func leafIndex(
    _ recording: RecordingID, _ attempt: AttemptNumber, _ from: Int, _ count: Int
  ) -> (attempt: Int, leaf: Int) {
    let from = min(max(from, 0), Self.longest)
    let count = min(max(count, 0), Self.longest)
    let a: Int
    if let known = attempts.firstIndex(where: {
      $0.recording == recording && $0.attempt == attempt
    }) {
      a = known
    } else {
      a = attempts.count
      attempts.append(
        AttemptLeaves(recording: recording, attempt: attempt, roots: 0, leaves: []))
    }
    let leaves = attempts[a].leaves
    if let same = leaves.firstIndex(where: { $0.from == from && $0.count == count }) {
      return (a, same)
    }
    var parent: Int? = nil
    for i in leaves.indices
    where leaves[i].from <= from && leaves[i].from + leaves[i].count >= from + count {
      if parent.map({ leaves[i].count < leaves[$0].count }) ?? true { parent = i }
    }
    var path: LeafPath?
    if let parent {
      path = leaves[parent].path.child(leaves[parent].children)
      attempts[a].leaves[parent].children += 1
    } else {
      path = LeafPath(root: attempts[a].roots)
      attempts[a].roots += 1
    }
    if path == nil { overflowed = true }
    attempts[a].leaves.append(
      Leaf(path: path ?? .none, from: from, count: count, tries: 0, children: 0))
    return (a, attempts[a].leaves.count - 1)
  }
}

extension Namer {
  /// A leg by its number; one that the engine uses twice has its name twice.
  private mutating func legName(_ dial: Dial, _ process: ProcessID) -> Identity {
    let path = LeafPath(root: Int(dial.leg))
    if path == nil { overflow() }
    return counted(
      Identity(
        .dial, recording: dial.recording.rawValue, leaf: path ?? .none, process: process))
  }

  private mutating func nextInsert(of recording: RecordingID) -> UInt16 {
    if let i = inserts.firstIndex(where: { $0.recording == recording }) {
      if inserts[i].count == .max { overflow() }
      inserts[i].count = inserts[i].count.addingOne
      return inserts[i].count
    }
    inserts.append((recording, 1))
    return 1
  }

  /// How often a stage's own deadline has come.
  func timesFired(_ stage: Identity) -> UInt16 {
    fired.first { $0.object == stage }?.times ?? 0
  }

  /// Notes that a stage's own deadline has come.
  mutating func noteFired(_ stage: Identity) {
    if let i = fired.firstIndex(where: { $0.object == stage }) {
      if fired[i].times == .max { overflow() }
      fired[i].times = fired[i].times.addingOne
    } else {
      fired.append(Firing(object: stage, times: 1))
    }
  }
}

extension UInt16 {
  /// The next number; the last one stays.
  var addingOne: UInt16 { self == .max ? self : self + 1 }
}
