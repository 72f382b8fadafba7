import Contract

/// The clauses of the family CLEANUP: cleaning up may better a text and never costs one.
struct CleanupClauses: Sendable {
  static let interests: Kinds = [.request, .answer, .cancel, .abandon, .head]

  mutating func observe(
    _ kind: Kinds, _ what: Happening, _ l: inout Ledger, _ docket: inout Docket
  ) {
    guard l.about >= 0 else { return }
    switch kind {
    case .request:
      if case .cleanUp(let text, _) = l.subject.request {
        asked(text, l.about, &l, &docket)
      } else if case .store(.write) = l.subject.request {
        if let row = l.endingRow { ended(row, l.about, &l, &docket) }
      }
    case .answer, .cancel, .abandon, .head:
      guard l.subject.family == .cleanup else { return }
      if kind != .head { docket.dues.discharge(.cleanupOnceAfterMerge, l.about) }
      if l.recordings[l.about].work.cleanup == .failed, l.recordings[l.about].cancelled == nil {
        docket.premise(.cleanupOptionalNeverLosesText, l.stamp)
      }
    default: break
    }
  }

  // MARK: asking

  private func asked(_ text: String, _ place: Int, _ l: inout Ledger, _ docket: inout Docket) {
    let r = l.recordings[place]
    docket.premise(.cleanupOnceAfterMerge, l.stamp)
    docket.premise(.cleanupRawDurableFirst, l.stamp)
    if let why = tooSoon(text, r, &l) {
      docket.find(
        .cleanupOnceAfterMerge, l.stamp, r.id,
        "Cleanup was given something else than the whole recognized text, or given it twice.",
        expected: "once in an attempt, after all parts, with the complete text", observed: why)
    }
    let isKept = r.row?.raw?.saysSame(as: text) == true && r.disk?.raw?.saysSame(as: text) == true
    if !isKept {
      docket.find(
        .cleanupRawDurableFirst, l.stamp, r.id,
        "If the app ended now, the recognized text would be lost to its cleanup.",
        expected: "the raw text is durable, and known to be",
        observed: r.row?.raw == nil ? "no raw text is known to be stored" : "another text is stored"
      )
    }
    docket.dues.discharge(.cleanupOnceAfterMerge, place)
    docket.dues.owe(
      Due(
        clause: .cleanupOnceAfterMerge, recording: place, role: l.role,
        by: l.now + Budgets.cleanup + .seconds(1), isExcusable: false,
        sentence: "Cleanup never answered, and the app waited for it without end.",
        expected: "cleanup is answered or given up within \(Budgets.cleanup)",
        observed: "still waiting"))
  }

  private func tooSoon(_ text: String, _ r: RecordingFacts, _ l: inout Ledger) -> String? {
    if let facts = r.facts(of: l.subject.attempt), facts.cleanups > 1 {
      return "cleanup \(facts.cleanups) of this attempt"
    }
    let isBusy = l.isOpen(l.about) {
      ($0.family == .upload || $0.family == .export || $0.family == .local) && $0.isWanted
    }
    if isBusy { return "recognition is still going on" }
    if r.work.last >= 0, r.work.through < r.source.samples {
      return "only the text up to sample \(r.work.through)"
    }
    // What was recognized before is taken as it was stored.
    let whole = r.work.last >= 0 ? r.work.merged(through: .max) : r.row?.raw ?? r.disk?.raw ?? text
    return whole.saysSame(as: text) ? nil : "\"\(text)\" for \"\(whole)\""
  }

  // MARK: the end

  private func ended(_ row: Row, _ place: Int, _ l: inout Ledger, _ docket: inout Docket) {
    let r = l.recordings[place]
    guard row.attempt == r.work.attempt || r.work.attempt == 0 else { return }
    // The complete raw text of this attempt, stored or only recognized.
    let isRecognized =
      r.work.last >= 0 && r.source.samples > 0 && r.work.through >= r.source.samples
    let isStored = r.row?.attempt == row.attempt && r.row?.raw != nil && !r.work.hasFailedToKeep
    let resumed = r.work.last < 0 && isStored && !r.work.hasFailedExport
    switch row.state {
    case .success:
      // An entry without a text is judged as one.
      guard let final = row.final, final.hasWords else { return }
      let raw = isRecognized ? r.work.merged(through: .max) : resumed ? r.row?.raw : row.raw
      guard let raw else { return }
      if r.work.cleanup != .done { docket.premise(.cleanupOptionalNeverLosesText, l.stamp) }
      if final.saysSame(as: raw) || r.work.cleaned?.saysSame(as: final) == true { return }
      lost(r, "raw, or what the cleanup made of it", "\"\(final)\"", &l, &docket)
    case .failed:
      let isWilled = r.cancelled != nil || row.isCancelled
      let isTroubled = r.givenUp != nil || r.work.hadTrouble
      // A text that the contract leaves open to take is not owed to anybody.
      let isCertain = !r.work.pieces.contains { $0.isDoubtful }
      // A recording that has its final text is recognized anew: the raw text is the earlier one's.
      let isOwed = isRecognized && isCertain || resumed && r.row?.final == nil
      guard isStored, isOwed, !isWilled, !isTroubled else { return }
      lost(r, "a success with the raw text", "failed, \(row.reason)", &l, &docket)
    case .cancelled, .capturing, .processing, .retrying: break
    }
  }

  private func lost(
    _ r: RecordingFacts, _ expected: String, _ observed: String, _ l: inout Ledger,
    _ docket: inout Docket
  ) {
    docket.premise(.cleanupOptionalNeverLosesText, l.stamp)
    docket.find(
      .cleanupOptionalNeverLosesText, l.stamp, r.id,
      "The recording had been recognized, and its cleanup spoiled or lost the text.",
      expected: expected, observed: observed)
  }
}
