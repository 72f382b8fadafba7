import Contract

// Phase 2: from durable audio to a durable raw text (seed 000, phase 2; bulk and chunks).
//
// Leaves are sent one at a time, in audio order. What was accepted is in the durable, ordered,
// merged checkpoint before the next leaf leaves, so that nothing that was heard is ever asked for
// again and a later failure costs only what comes after it. A leaf without text fails: it does
// not vanish from the merge.

/// A stretch of the source that is, or will be, one request.
struct Piece: Hashable, Sendable {
  var from: Int
  var count: Int
  /// How often it has been split.
  var depth: Int
}

/// What is being done about the current piece.
enum Work: Hashable, Sendable {
  case exporting(EffectID)
  case uploading(EffectID, Head?)
  /// Between two tries.
  case waiting
  /// A checkpoint, or the raw text after the last piece.
  case writing(EffectID, Checkpoint)
  case local(EffectID)
  /// Another recording has the engine of the slot, or it is being reset.
  case waitingForSlot
}

struct Recognizing: Hashable, Sendable {
  /// Pieces not yet begun, the next one last.
  var todo: [Piece] = []
  var current = Piece(from: 0, count: 0, depth: 0)
  var work: Work = .waiting
  /// Tries of the current piece that have failed.
  var failures = 0
  /// The file that holds the current piece.
  var file: FileRef
  /// Leaf files made so far.
  var files: UInt16 = 0
  var text = ""
  var leaves: UInt16 = 0
  /// Pieces known so far, accepted ones included.
  var known = 0
  var began: Nanoseconds
  /// Whether all of the source is one request, whose silence means that nothing was said.
  var isWhole = false

  /// Whether the file of the current piece has been removed, its text being in.
  var isSettled: Bool { if case .writing = work { true } else { false } }
}

extension Engine {
  /// Starts or resumes recognition of the promoted source.
  mutating func recognize(_ i: Int, _ step: inout Step) {
    let row = baseRow(i)
    if row.state == .retrying, let raw = row.raw, row.final == nil {
      return cleanUp(i, raw, &step)
    }
    var work = Recognizing(
      file: FileRef(recordings[i].id, .source), began: step.now.monotonic)
    switch recordings[i].settings.recognizer {
    case .local(let slot):
      recordings[i].phase = .recognizing(work)
      recognizeLocally(i, slot, &step)
    case .cloud:
      var from = 0
      if row.final == nil, let checkpoint = row.checkpoint, checkpoint.through < row.samples {
        from = checkpoint.through
        work.text = checkpoint.text
        work.leaves = checkpoint.leaves
        work.known = Int(checkpoint.leaves)
      }
      plan(&work, from: from, through: row.samples)
      recordings[i].phase = .recognizing(work)
      armRecognition(i, &step)
      nextPiece(i, &step)
    }
  }

  /// Cuts what is left into pieces that fit the known limit, evenly, so that none is tiny.
  private func plan(_ work: inout Recognizing, from: Int, through end: Int) {
    var most = Int.max
    if let limit = limits.knownBody { most = RequestBody.samples(fitting: limit) }
    if let piece = conduct.pieceSamples { most = min(most, piece) }
    most = max(most, limits.minimumLeaf)
    let total = end - from
    let count = max(1, total / most + (total % most == 0 ? 0 : 1))
    work.isWhole = from == 0 && count == 1
    work.known += count
    work.todo = Self.parts(Piece(from: from, count: total, depth: 0), into: count, depth: 0)
  }

  /// Splits a piece evenly; the parts stand in reverse order.
  private static func parts(_ piece: Piece, into n: Int, depth: Int) -> [Piece] {
    var parts: [Piece] = []
    for k in stride(from: n - 1, through: 0, by: -1) {
      let start = piece.count * k / n
      let end = piece.count * (k + 1) / n
      parts.append(Piece(from: piece.from + start, count: end - start, depth: depth))
    }
    return parts
  }

  private mutating func armRecognition(_ i: Int, _ step: inout Step) {
    guard case .recognizing(let work) = recordings[i].phase else { return }
    let at = work.began + Budgets.recognition(leaves: work.known)
    arm(Deadline(at: at, stage: .recognition, lease: recordings[i].lease), &step)
  }

  /// Begins the next piece: the whole source as it is, or a leaf that is cut out of it.
  mutating func nextPiece(_ i: Int, _ step: inout Step) {
    guard case .recognizing(var work) = recordings[i].phase, let piece = work.todo.popLast()
    else { return }
    work.current = piece
    work.failures = 0
    let source = FileRef(recordings[i].id, .source)
    if work.isWhole {
      work.file = source
      recordings[i].phase = .recognizing(work)
      return send(i, &step)
    }
    work.files += work.files < .max ? 1 : 0
    recordings[i].leafFiles = max(recordings[i].leafFiles, work.files)
    work.file = FileRef(recordings[i].id, .leaf(work.files))
    let id = ask(
      .exportLeaf(source: source, leaf: work.file, from: piece.from, count: piece.count),
      for: .export, recordings[i].lease, within: Budgets.export, .export, &step)
    work.work = .exporting(id)
    recordings[i].phase = .recognizing(work)
  }

  mutating func exportAnswered(_ i: Int, _ outcome: Outcome, _ step: inout Step) {
    guard case .exported(let facts) = outcome else {
      return fail(i, .export, .exportFailed, &step)
    }
    // A piece that came out shorter would be sent, accepted and never be missed.
    guard case .recognizing(let work) = recordings[i].phase, facts.samples == work.current.count
    else { return fail(i, .export, .exportFailed, &step) }
    if let limit = limits.knownBody, facts.bodyBytes > limit { return split(i, &step) }
    send(i, &step)
  }

  mutating func exportExpired(_ i: Int, _ step: inout Step) {
    fail(i, .export, .exportFailed, &step)
  }

  /// Splits the current piece, and only that; fails when it may not be split any further.
  mutating func split(_ i: Int, _ step: inout Step) {
    guard case .recognizing(var work) = recordings[i].phase else { return }
    let ways = conduct.splitWays
    guard work.current.depth < limits.splitDepth, work.current.count / ways >= limits.minimumLeaf
    else { return fail(i, .tooLarge, .audioTooLarge, &step) }
    let rejected = work.file
    work.todo += Self.parts(work.current, into: ways, depth: work.current.depth + 1)
    work.known += ways - 1
    work.isWhole = false
    recordings[i].phase = .recognizing(work)
    removeLeaf(i, rejected, &step)
    armRecognition(i, &step)
    nextPiece(i, &step)
  }

  /// A leaf's file is of no use once the leaf is settled.
  mutating func removeLeaf(_ i: Int, _ file: FileRef, _ step: inout Step) {
    if case .leaf = file.kind { tidy(i, [.file(.remove(file))], &step) }
  }

  // MARK: Accepted text

  /// Takes the text of the current piece and makes it durable before anything else is sent.
  mutating func accept(_ i: Int, _ text: String, _ step: inout Step) {
    guard case .recognizing(var work) = recordings[i].phase else { return }
    let words = Self.trimmed(text)
    if words.isEmpty {
      let isAll = work.isWhole
      return fail(
        i, isAll ? .noSpeech : .emptyPart, isAll ? .noSpeech : .partWithoutText, &step)
    }
    if !work.text.isEmpty { work.text += " " }
    work.text += words
    work.leaves += work.leaves < .max ? 1 : 0
    let checkpoint = Checkpoint(
      text: work.text, leaves: work.leaves, through: work.current.from + work.current.count)
    let isLast = work.todo.isEmpty
    var row = baseRow(i)
    row.checkpoint = checkpoint
    if isLast { row.raw = work.text }
    let id = ask(
      .store(.write(row, expecting: ownRow(i))), for: isLast ? .raw : .checkpoint,
      recordings[i].lease, within: Budgets.store, .store, &step)
    work.work = .writing(id, checkpoint)
    recordings[i].phase = .recognizing(work)
    removeLeaf(i, work.file, &step)
  }

  mutating func checkpointAnswered(_ i: Int, _ outcome: Outcome, _ step: inout Step) {
    guard keepWritten(i, outcome, &step) else { return }
    nextPiece(i, &step)
  }

  mutating func rawAnswered(_ i: Int, _ outcome: Outcome, _ step: inout Step) {
    guard keepWritten(i, outcome, &step) else { return }
    guard let raw = recordings[i].row?.raw else { return }
    disarm(.recognition, of: recordings[i].id, &step)
    cleanUp(i, raw, &step)
  }

  /// Keeps what a checkpoint or raw write has made durable; false if the attempt is over.
  private mutating func keepWritten(
    _ i: Int, _ outcome: Outcome, _ step: inout Step
  ) -> Bool {
    guard case .recognizing(let work) = recordings[i].phase,
      case .writing(_, let checkpoint) = work.work
    else { return false }
    switch outcome {
    // A write that is known to have taken effect is durable, whatever else went wrong with it.
    case .done, .storeFailed(.io(.yes)):
      var row = baseRow(i)
      row.checkpoint = checkpoint
      if work.todo.isEmpty { row.raw = work.text }
      recordings[i].row = row
      return true
    case .storeFailed(.conflict(let current)): adopt(i, current, &step)
    case .storeFailed(.tombstoned): becomeDeleted(i, &step)
    case .cancelled, .inventory, .space, .storeFailed, .appended, .facts, .fileFailed, .captured,
      .captureFailed, .exported, .exportFailed, .body, .wireFailed, .text, .noText, .localFailed,
      .delivered, .landedUnconfirmed, .deliveryFailed, .clipboard, .skipped, .failed, .leg:
      let topic = Self.topic(outcome)
      fail(i, topic == .storageFull ? .storageFull : .storage, topic, &step)
    }
    return false
  }

  mutating func recognitionExpired(_ i: Int, _ step: inout Step) {
    guard case .recognizing(let work) = recordings[i].phase else { return }
    if case .local = work.work { return localExpired(i, &step) }
    fail(i, .tookTooLong, .tookTooLong, &step)
  }

  /// A text without blanks and line breaks at either end.
  static func trimmed(_ text: String) -> String {
    // ASCII that is not blank at both ends needs no table of Unicode.
    if let first = text.utf8.first, let last = text.utf8.last, 0x21...0x7F ~= first,
      0x21...0x7F ~= last
    {
      return text
    }
    let scalars = text.unicodeScalars
    guard let first = scalars.firstIndex(where: { !$0.properties.isWhitespace }),
      let last = scalars.lastIndex(where: { !$0.properties.isWhitespace })
    else { return "" }
    if first == scalars.startIndex && scalars.index(after: last) == scalars.endIndex {
      return text
    }
    return String(scalars[first...last])
  }
}
