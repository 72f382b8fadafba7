import Contract

// Words of legs become settled sentences: each once, by the name of the leg that said it, and where
// that leg's clock puts it.
extension RelayClauses {
  /// A frame came.
  mutating func spoke(
    _ frame: LegFrame, _ p: Int, _ n: Int, _ l: inout Ledger, _ docket: inout Docket
  ) {
    let isLate = all[p].legs[n].over != nil
    switch frame {
    case .unparseable: break
    case .error(let code, let words):
      guard !isLate else { return }
      all[p].wire.append(words)
      all[p].legs[n].error = code
      all[p].legs[n].failed = all[p].legs[n].failed ?? l.now
      judge(code: code, p, &l, &docket)
    case .tokens(let tokens, _, let isFinalized):
      if isLate {
        for token in tokens {
          for word in token.text.split(separator: " ") { all[p].legs[n].late.append(String(word)) }
        }
        return
      }
      if isFinalized, all[p].legs[n].finalized != nil { all[p].legs[n].isFinalized = true }
      guard !tokens.isEmpty else { return all[p].legs[n].tentative.removeAll() }
      all[p].legs[n].hasSpoken = true
      (all[p].rung, all[p].kindRung) = (0, 0)
      all[p].legs[n].take(tokens)
    }
  }

  // MARK: what is shown of it

  mutating func live(_ what: Happening, _ l: inout Ledger, _ docket: inout Docket) {
    guard case .effect(.notice(.live(_, let notice))) = what else { return }
    let p = at(l.about)
    guard p >= 0, !all[p].isDead else { return }
    switch notice {
    case .settled(let segment): settled(segment, p, &l, &docket)
    case .tail(let text): tailed(text, p, &l, &docket)
    case .ended(let missing): isOver(missing, p, &l, &docket)
    }
  }

  private mutating func tailed(
    _ text: String, _ p: Int, _ l: inout Ledger, _ docket: inout Docket
  ) {
    defer { all[p].tail = text }
    guard let last = all[p].legs.indices.last else { return }
    if !text.isEmpty, all[p].legs[last].hasSpoken { judgeOffset(p, last, &l, &docket) }
    guard let over = all[p].legs[last].over, over < l.now, text != all[p].tail, !text.isEmpty,
      all[p].ended == nil
    else { return }
    docket.find(
      .relayReconnectingIsNotFailed, l.stamp, l.name(p),
      "The last words changed while nobody was listening.",
      expected: "the text that is shown stays", observed: "\"\(text)\"")
  }

  private mutating func settled(
    _ segment: Segment, _ p: Int, _ l: inout Ledger, _ docket: inout Docket
  ) {
    docket.premise(.transcriptRevisionReplacesItsRange, l.stamp)
    if segment.id.leg > 1 { docket.premise(.relayLegIdsDoNotCollide, l.stamp) }
    if all[p].ended != nil {
      docket.find(
        .relayStopDuringGapIsHonest, l.stamp, l.name(p),
        "Live text was said to have ended, and went on.", expected: "no sentence after the end",
        observed: "sentence \(segment.id)")
    }
    for n in all[p].settled.indices.reversed() where all[p].settled[n].segment.id == segment.id {
      if all[p].settled[n].segment == segment { return }
      return docket.find(
        .relayLegIdsDoNotCollide, l.stamp, l.name(p),
        "A new sentence took the place of an earlier one.",
        expected: "\(segment.id) stays \"\(all[p].settled[n].segment.text)\"",
        observed: "\"\(segment.text)\"")
    }
    let isSane = matched(segment, p, &l, &docket)
    if isSane { overlapped(segment, p, &l, &docket) }
    all[p].settled.append(SettledFacts(segment: segment, isSane: isSane))
  }

  private func overlapped(
    _ segment: Segment, _ p: Int, _ l: inout Ledger, _ docket: inout Docket
  ) {
    // A word of which a leg heard only half is given its whole length.
    let half = 4_100
    for other in all[p].settled.reversed() where other.isSane {
      let start = max(segment.from, other.segment.from)
      guard min(segment.end, other.segment.end) &- start > half else { continue }
      return docket.find(
        .transcriptRevisionReplacesItsRange, l.stamp, l.name(p),
        "Two sentences stand at the same place of the transcript.",
        expected: "sentences that do not overlap",
        observed: "\(segment.id) from \(segment.from), \(other.segment.id) to \(other.segment.end)")
    }
  }

  /// Finds the words of a sentence among those that its leg said, each once; whether all of them
  /// have times that can be true.
  private mutating func matched(
    _ segment: Segment, _ p: Int, _ l: inout Ledger, _ docket: inout Docket
  ) -> Bool {
    guard let n = all[p].legs.lastIndex(where: { $0.number == segment.id.leg }) else {
      docket.find(
        .relayLegIdsDoNotCollide, l.stamp, l.name(p),
        "A sentence is named after a connection that never was.",
        expected: "the leg that said it", observed: "\(segment.id)")
      return false
    }
    judgeOffset(p, n, &l, &docket)
    if all[p].legs[n].isGlued { return false }
    var isSane = true
    var isDoubled = false
    var first: SaidWord?
    var last: SaidWord?
    for piece in segment.text.split(separator: " ") {
      guard let word = all[p].legs[n].settle(piece) else {
        stray(piece, segment, p, n, &l, &docket)
        return false
      }
      if word.isSettled {
        isDoubled = true
        doubled(piece, segment, p, n, &l, &docket)
      }
      if !word.isSane { isSane = false }
      first = first ?? word
      last = word
    }
    // Where a word stands for another one, its times say nothing of the place.
    guard let first, let last, !isDoubled else { return false }
    placed(segment, isSane ? (first.start, last.end) : nil, p, n, &l, &docket)
    return isSane
  }

  private func doubled(
    _ piece: Substring, _ segment: Segment, _ p: Int, _ n: Int, _ l: inout Ledger,
    _ docket: inout Docket
  ) {
    let isFold = all[p].legs[n].over != nil
    docket.find(
      isFold ? .relayTailFoldedOnce : .transcriptRevisionReplacesItsRange, l.stamp, l.name(p),
      "A word that was said once stands in the text twice.", expected: "each word once",
      observed: "\"\(piece.prefix(40))\" again, in \(segment.id)")
  }

  /// A word that its leg never said: somebody else did, or nobody.
  private func stray(
    _ piece: Substring, _ segment: Segment, _ p: Int, _ n: Int, _ l: inout Ledger,
    _ docket: inout Docket
  ) {
    if piece.utf8.count > SaidWord.longest {
      return docket.find(
        .relayNoRawWireText, l.stamp, l.name(p), "Noise from the service stands in the text.",
        expected: "words", observed: "\(piece.utf8.count) bytes without a blank")
    }
    let isLate = all[p].legs.contains { leg in leg.late.contains { $0 == piece } }
    let other = all[p].legs.first { leg in
      leg.number != segment.id.leg
        && (leg.words.contains { $0.text == piece } || leg.tentative.contains { $0.text == piece })
    }
    if !isLate, let other, other.hasSettled(piece) {
      return docket.find(
        .relayTailFoldedOnce, l.stamp, l.name(p),
        "The last words of a lost connection stand in the text twice.",
        expected: "they join the text, once",
        observed: "\"\(piece)\" of leg \(other.number) again, in \(segment.id)")
    }
    let clause: ClauseID =
      isLate
      ? .relayOneLiveLeg
      : other != nil ? .relayLegIdsDoNotCollide : .transcriptRevisionReplacesItsRange
    docket.find(
      clause, l.stamp, l.name(p),
      isLate
        ? "Words of a connection that was over came into the text."
        : other != nil
          ? "A sentence is named after a connection that did not say it."
          : "The text has a word that nobody said, or that was taken back.",
      expected: "words that leg \(segment.id.leg) said while it lasted",
      observed: "\"\(piece)\" in \(segment.id)"
        + (other.map { ", said by leg \($0.number)" } ?? ""))
  }

  /// A sentence stands where its leg's clock puts it.
  private func placed(
    _ segment: Segment, _ times: (start: Int, end: Int)?, _ p: Int, _ n: Int, _ l: inout Ledger,
    _ docket: inout Docket
  ) {
    let leg = all[p].legs[n]
    // Where a queue's droppings are not known yet, neither are the places.
    guard !leg.isDisplaced, let truth = leg.hearings.first?.from, leg.known == truth,
      leg.hearings.count - 1 <= leg.drops + leg.sent.count - 1
    else { return }
    docket.premise(.relayOffsetIsFirstFedSample, l.stamp)
    let heard = leg.sent.last?.end ?? truth
    let isRight =
      if let times {
        stands(times.start, at: segment.from, leg) && stands(times.end, at: segment.end, leg)
      } else {
        segment.from >= truth - Self.tenth && segment.end <= heard + 8_000
          && segment.from <= segment.end
      }
    if isRight { return }
    docket.find(
      .relayOffsetIsFirstFedSample, l.stamp, l.name(p),
      "A sentence stands at the wrong time of the recording.",
      expected: times.map {
        "\($0.start) to \($0.end) ms of leg \(leg.number), which heard from sample \(truth) on"
      } ?? "within samples \(truth) to \(heard)",
      observed: "samples \(segment.from) to \(segment.end)")
  }

  // MARK: the last words of a leg

  /// By the next leg, or the end, the last words of a leg are settled.
  mutating func folded(_ p: Int, _ n: Int, _ l: inout Ledger, _ docket: inout Docket) {
    guard !all[p].legs[n].isFoldJudged, !isCalledOff(p, &l) else { return }
    all[p].legs[n].isFoldJudged = true
    guard all[p].legs[n].hasOpenWords, !all[p].legs[n].isGlued else { return }
    docket.premise(.relayTailFoldedOnce, l.stamp)
    let lost = all[p].legs[n].openWords
    docket.find(
      .relayTailFoldedOnce, l.stamp, l.name(p),
      "The last words before the connection was lost are gone.",
      expected: "they join the text, once", observed: "\"\(lost)\" is nowhere")
  }

  // MARK: typing

  mutating func inserted(
    _ id: SegmentID, _ text: String, _ target: Target, _ l: inout Ledger, _ docket: inout Docket
  ) {
    let p = at(l.about)
    guard p >= 0 else { return }
    docket.premise(.deliverRightTarget, l.stamp)
    docket.premise(.deliverAtMostOnce, l.stamp)
    if let meant = l.recordings[p].target, meant != target || l[.app].focus != target {
      docket.find(
        .deliverRightTarget, l.stamp, l.name(p),
        "Live text was typed into a field that it was not meant for.",
        expected: "field \(meant.rawValue), and only while it has the focus",
        observed: "field \(target.rawValue)")
    }
    guard let n = all[p].settled.lastIndex(where: { $0.segment.id == id }),
      all[p].settled[n].segment.text.saysSame(as: text), n >= all[p].inserted
    else {
      return docket.find(
        .transcriptRevisionReplacesItsRange, l.stamp, l.name(p),
        "Something else was typed than what stands in the transcript, or in another order.",
        expected: "the settled sentences, in order", observed: "\(id): \"\(text.prefix(80))\"")
    }
    if all[p].settled[n].isInserted, all[p].settled[n].isDoubtful {
      docket.find(
        .deliverAtMostOnce, l.stamp, l.name(p),
        "A sentence that may have arrived was typed again.", expected: "the person is told to look",
        observed: "\(id) again")
    } else if all[p].settled[n].isInserted {
      docket.find(
        .relayTailFoldedOnce, l.stamp, l.name(p), "A sentence was typed twice.",
        expected: "each sentence once", observed: "\(id) again")
    }
    all[p].settled[n].isInserted = true
    all[p].inserted = n
  }

  /// The whole text of a dictation that was typed already is not typed again.
  func deliveredAgain(_ text: String, _ l: inout Ledger, _ docket: inout Docket) {
    let p = l.about
    guard kind == .dictation, p >= 0, p < all.count, !all[p].isWantedAgain,
      let typed = all[p].settled.first(where: { $0.isInserted })
    else { return }
    let word = typed.segment.text.split(separator: " ").first ?? ""
    guard text.split(separator: " ").contains(word) else { return }
    docket.find(
      .relayTailFoldedOnce, l.stamp, l.name(p), "What had been typed was typed once more.",
      expected: "each sentence once", observed: "\"\(text.prefix(80))\"")
  }
}

extension LegFacts {
  /// Takes what a frame says.
  mutating func take(_ tokens: [LegToken]) {
    tentative.removeAll(keepingCapacity: true)
    for n in tokens.indices {
      let token = tokens[n]
      if n > 0, token.text.first != " ", token.text.utf8.count <= SaidWord.longest {
        isGlued = true
      }
      let isSane =
        if let start = token.start, let end = token.end {
          start >= 0 && end >= start && end <= 86_400_000
        } else {
          false
        }
      for piece in token.text.split(separator: " ") where piece.utf8.count <= SaidWord.longest {
        let word = SaidWord(
          text: String(piece), start: token.start ?? 0, end: token.end ?? 0,
          isTimed: token.start != nil && token.end != nil, isSane: isSane)
        if !token.isFinal {
          tentative.append(word)
        } else if !knows(word) {
          words.append(word)
        }
      }
    }
  }

  /// Whether a word of it stands in a settled sentence.
  func hasSettled(_ piece: Substring) -> Bool {
    words.contains { $0.isSettled && $0.text == piece }
      || tentative.contains { $0.isSettled && $0.text == piece }
  }

  /// Whether a final word was said before: a relay may repeat itself. Without a time nobody can
  /// tell whether it does, or somebody said the word again.
  private func knows(_ word: SaidWord) -> Bool {
    guard word.isTimed else { return false }
    for known in words.suffix(24).reversed() where known.start == word.start {
      if known.text == word.text { return true }
    }
    return false
  }

  /// Marks a word as settled, the first that is not; as it was before that. Nil if it said no such
  /// word.
  mutating func settle(_ piece: Substring) -> SaidWord? {
    var n = firstOpen
    while n < words.count {
      if !words[n].isSettled, words[n].text == piece {
        let word = words[n]
        words[n].isSettled = true
        while firstOpen < words.count, words[firstOpen].isSettled || !words[firstOpen].isSane {
          firstOpen += 1
        }
        return word
      }
      n += 1
    }
    for n in tentative.indices where !tentative[n].isSettled && tentative[n].text == piece {
      let word = tentative[n]
      tentative[n].isSettled = true
      return word
    }
    return words.last { $0.text == piece } ?? tentative.last { $0.text == piece }
  }

  /// The words that have to be settled and are not.
  var openWords: String {
    var out = ""
    for word in words[min(firstOpen, words.count)...] + tentative
    where word.isSane && !word.isSettled {
      out += out.isEmpty ? word.text : " " + word.text
    }
    return out
  }
}
