import Contract

extension Rules {
  static let request: [Rule] = [
    bodyLoss, headersCutOff, recognitionBounded, transientBounded, permanentOnce, retryAfter,
    limitCountsTheRequest, cutToALimit, splitsRejectedLeafOnly, malformedOnce, cancelIsImmediate,
    splitsAreBounded,
  ]

  /// What ends the wait for an answer.
  private static let answered: SignSet =
    .ending | .delivering | .telling | .anew | [
      .answerArrived, .textRecognized, .answerMalformed, .answerRefused, .connectionLost,
      .retryWaits, .cancelAsked, .killed, .showsIdle, .entryWritten, .cleanupBegan, .retryAsked,
    ]

  /// Headers come, the body never does, and the app waits on.
  private static func bodyLoss(_ story: Story) -> [Finding] {
    story.places([.headersArrived]).compactMap { head in
      guard (story[head].value ?? 200) == 200 else { return nil }
      let end = story.first(answered, after: head) ?? story.signs.count
      let sent = story.last([.requestSent, .recognitionBegan], before: head)
      if let proof = story.overdue(head, Budgets.request), proof < end {
        return Finding(.requestBodyLossIsTransient, .whole, at: proof, shownBy: [sent, head])
      }
      guard end == story.signs.count else { return nil }
      return Finding(.requestBodyLossIsTransient, .hint, at: head, shownBy: [sent])
    }
  }

  /// A request is on its way for minutes, and the log does not say how far it came.
  private static func headersCutOff(_ story: Story) -> [Finding] {
    story.places([.requestSent, .recognitionBegan]).compactMap { sent in
      let end = story.first(answered | [.headersArrived], after: sent) ?? story.signs.count
      guard let proof = story.overdue(sent, Budgets.leaf), proof < end else { return nil }
      return Finding(.recognizeBounded, .hint, at: proof, shownBy: [sent])
    }
  }

  /// The app itself says that it still waits, long after every bound.
  private static func recognitionBounded(_ story: Story) -> [Finding] {
    story.places([.stillWaiting]).compactMap { wait in
      let begin = story.startOfTake(wait)
      let work: SignSet = [.requestSent, .recognitionBegan, .headersArrived, .answerRefused]
      guard let sent = story.last(work, before: wait, after: begin),
        story.last(answered, before: wait, after: sent) == nil,
        story[sent].sign != .headersArrived
      else { return nil }
      let bound = Budgets.localRecognition(samples: .max / 4)
      let told = (story[wait].value ?? 0) * 1_000_000
      let lasts = max(told, story.span(sent, wait) ?? 0)
      guard lasts > bound.count || lasts > Budgets.leaf.count && story[sent].sign == .requestSent
      else { return nil }
      return Finding(.recognizeBounded, .whole, at: wait, shownBy: [sent])
    }
  }

  private static let failed: SignSet = [.answerRefused, .connectionLost]
  private static let fresh: SignSet =
    .anew | .ending | [
      .retryAsked, .stopAsked, .captured, .textRecognized, .answerArrived, .fallbackBegan,
      .audioSplit, .settingsChanged, .cleanupBegan,
    ]

  private static func isTransient(_ sighting: Sighting) -> Bool {
    if sighting.sign == .connectionLost { return true }
    guard let status = sighting.value, 100...599 ~= status else { return false }
    return RequestPolicy.classify(status: UInt16(status)) == .transient
  }

  /// One request is tried more than three times.
  private static func transientBounded(_ story: Story) -> [Finding] {
    var found: [Finding] = []
    var tries: [Int] = []
    for place in story.signs.indices {
      let sighting = story[place]
      if fresh.contains(sighting.sign) { tries = [] }
      guard failed.contains(sighting.sign) || sighting.sign == .requestSent else { continue }
      if let last = tries.last, !story.mayAgree(last, place) { tries = [] }
      if failed.contains(sighting.sign) {
        guard isTransient(sighting) else {
          tries = []
          continue
        }
        // One failure is often told by two layers.
        if let last = tries.last, let gap = story.span(last, place), gap < Stamp.second / 10 {
          continue
        }
        tries.append(place)
      }
      let isOneMore = sighting.sign == .requestSent && tries.count >= Budgets.tries
      guard isOneMore || tries.count > Budgets.tries else { continue }
      let isLoss = tries.allSatisfy { story[$0].sign == .connectionLost }
      found.append(
        Finding(
          isLoss ? .requestTransportLossBounded : .requestTransientStatusBounded, .whole,
          at: place, shownBy: tries))
      tries = []
    }
    return found
  }

  /// A request is repeated although its refusal is final.
  private static func permanentOnce(_ story: Story) -> [Finding] {
    story.places([.answerRefused]).compactMap { refusal in
      guard let status = story[refusal].value, 400...499 ~= status,
        RequestPolicy.classify(status: UInt16(status)) == .permanent
      else { return nil }
      let end = story.first(fresh, after: refusal) ?? story.signs.count
      guard
        let again = story.first([.requestSent, .retryWaits], after: refusal, before: end),
        story.mayAgree(refusal, again)
      else { return nil }
      return Finding(.requestPermanent4xxOnce, .whole, at: again, shownBy: [refusal])
    }
  }

  /// The next try comes before the server asked for it, or later than ten seconds.
  private static func retryAfter(_ story: Story) -> [Finding] {
    story.places([.retryHint]).compactMap { hint in
      guard let asked = story[hint].value else { return nil }
      let end = story.first(fresh, after: hint) ?? story.signs.count
      let wanted = min(asked * 1_000_000, Budgets.backoffCap.count)
      if let waits = story.first([.retryWaits], after: hint - 1, before: end),
        let long = story[waits].value, long * 1_000_000 > Budgets.backoffCap.count + story.slack
      {
        return Finding(
          .requestRetryAfterHonouredAndCapped, .whole, at: waits, shownBy: [hint])
      }
      guard let next = story.first([.requestSent], after: hint, before: end),
        let gap = story.span(hint, next)
      else { return nil }
      let isEarly = gap < wanted - story.slack
      let isLate = gap > Budgets.backoffCap.count + 3 * story.slack
      guard isEarly || isLate else { return nil }
      return Finding(.requestRetryAfterHonouredAndCapped, .whole, at: next, shownBy: [hint])
    }
  }

  /// Audio was cut to the limit, and the request around it is refused.
  private static func limitCountsTheRequest(_ story: Story) -> [Finding] {
    story.places([.sizeRefused]).compactMap { refusal in
      guard let counted = story[refusal].value, let allowed = story[refusal].whole,
        counted > allowed, counted - allowed <= UploadLimits.wrapping
      else { return nil }
      let sent = story.last([.requestSent], before: refusal, after: story.startOfTake(refusal))
      let fits = sent.flatMap { story[$0].value }.map { $0 <= allowed && counted > $0 } ?? false
      return Finding(
        .bulkLimitCountsTheRequest, fits ? .whole : .partial, at: refusal, shownBy: [sent])
    }
  }

  /// The same without the server's figures: a part of exactly a known limit is refused.
  private static func cutToALimit(_ story: Story) -> [Finding] {
    story.places([.requestSent]).compactMap { sent in
      guard let size = story[sent].value,
        UploadLimits.known.contains(where: { size <= $0 && $0 - size <= UploadLimits.wrapping })
      else { return nil }
      let end = story.first([.requestSent, .answerArrived, .startAsked], after: sent)
      let refusal = story.first([.answerRefused], after: sent, before: end)
      if let refusal, story[refusal].value == 413 {
        return Finding(.bulkLimitCountsTheRequest, .partial, at: refusal, shownBy: [sent])
      }
      guard refusal == nil, let failure = story.first([.attemptFailed], after: sent, before: end)
      else { return nil }
      return Finding(.bulkLimitCountsTheRequest, .hint, at: failure, shownBy: [sent])
    }
  }

  /// A part is too large, and instead of it alone everything fails or is sent again.
  private static func splitsRejectedLeafOnly(_ story: Story) -> [Finding] {
    story.places([.answerRefused]).compactMap { refusal in
      guard story[refusal].value == 413 else { return nil }
      let begin = story.startOfTake(refusal)
      let end = story.first(.anew | [.retryAsked, .fallbackBegan], after: refusal)
      // Where the part that is refused has the name of one that was accepted, names are those of
      // recordings and tell no parts apart.
      let accepted = story.signs.indices.filter { index in
        index > begin && index < refusal && story[index].subject != nil
          && !story.agree(index, refusal)
          && [.answerArrived, .textRecognized].contains(story[index].sign)
      }
      var next = refusal
      while let sent = story.first([.requestSent], after: next, before: end) {
        if let twice = accepted.first(where: { story.agree($0, sent) }) {
          return Finding(
            .request413SplitsRejectedLeafOnly, .whole, at: sent, shownBy: [twice, refusal])
        }
        next = sent
      }
      let over = story.signs.indices.contains { index in
        index > begin && story[index].sign == .sizeRefused
          && story[index].line <= story[refusal].line + 3
          && (story[index].value ?? 0) - (story[index].whole ?? 0) <= UploadLimits.wrapping
      }
      guard !over,
        let failure = story.first([.attemptFailed, .textDiscarded], after: refusal, before: end),
        !story.has([.audioSplit, .requestSent], after: refusal, before: failure)
      else { return nil }
      let size = story.last([.requestSent], before: refusal, after: begin)
        .flatMap { story[$0].value }
      // The smallest part that may be cut is far below a megabyte.
      let strength: Finding.Strength = size.map { $0 >= 1_000_000 ? .whole : .hint } ?? .hint
      return Finding(.request413SplitsRejectedLeafOnly, strength, at: failure, shownBy: [refusal])
    }
  }

  /// How many times a part may be cut; a further cut is one too many.
  private static let splitDepth = 6

  /// Parts are refused as too large and cut again, beyond any depth.
  private static func splitsAreBounded(_ story: Story) -> [Finding] {
    var sizes: [Int64] = []
    var shown: [Int] = []
    for place in story.signs.indices {
      switch story[place].sign {
      case .startAsked, .retryAsked, .launched, .answerArrived, .textRecognized:
        sizes = []
        shown = []
      case .requestSent:
        guard let size = story[place].value else { continue }
        if let last = sizes.last, size >= last { (sizes, shown) = ([], []) }
        if sizes.isEmpty || shown.last.map({ story[$0].value == 413 }) ?? false {
          sizes.append(size)
        }
      case .answerRefused where story[place].value == 413: shown.append(place)
      default: break
      }
      // The first size is the uncut one, and a part of each depth was refused.
      if sizes.count > splitDepth + 1, shown.count > splitDepth {
        return [Finding(.request413Bounded, .whole, at: place, shownBy: shown)]
      }
    }
    return []
  }

  /// An answer that is whole and useless is asked for again.
  private static func malformedOnce(_ story: Story) -> [Finding] {
    story.places([.answerMalformed]).compactMap { bad in
      let end = story.first(fresh, after: bad) ?? story.signs.count
      guard let again = story.first([.requestSent], after: bad, before: end),
        story.mayAgree(bad, again)
      else { return nil }
      return Finding(.requestMalformedOnce, .whole, at: again, shownBy: [bad])
    }
  }

  /// Where the app learns of a cancel: at once, unless the keyboard has to hand it over.
  private static func taken(_ story: Story, _ cancel: Int) -> Int {
    guard story[cancel].actor == .keyboard else { return cancel }
    return story.signs.indices.first { place in
      place > cancel && story[place].actor == .app && story[place].sign == .handoffTaken
    } ?? cancel
  }

  /// Cancel hides the work and does not end it.
  private static func cancelIsImmediate(_ story: Story) -> [Finding] {
    story.places([.cancelAsked]).compactMap { cancel in
      let begin = story.startOfTake(cancel)
      let done: SignSet = .ending | .delivering | [.cleanupEnded, .cleanupFailed, .entryWritten]
      let work = story.last(.working | [.stopAsked, .captured], before: cancel, after: begin)
      let ended = story.last(done, before: cancel, after: begin)
      let isOpen = work.map { $0 > ended ?? -1 } ?? false
      let end =
        story.first(.anew | [.retryAsked, .deleteAsked], after: cancel) ?? story.signs.count
      let busy = story.first([.startRefused], after: cancel, before: end).flatMap { place in
        story.span(cancel, place).map { $0 > 2 * Stamp.second } ?? false ? place : nil
      }
      let hasStage = busy.map { story[$0].value != nil && story[$0].value != 1 } ?? false
      // What a service still answers is not the app's doing.
      let doing: SignSet =
        .delivering | [
          .recognitionBegan, .requestSent, .cleanupBegan, .audioSplit, .fallbackBegan,
          .retryWaits, .attemptSucceeded,
        ]
      let goesOn =
        isOpen
        ? story.first(doing, after: taken(story, cancel), before: end).flatMap { place in
          // What was under way in the same moment may have been too late to be held back.
          story.span(cancel, place).map { $0 <= Stamp.second } ?? false ? nil : place
        } : nil
      guard let place = [busy, goesOn].compactMap({ $0 }).min() else { return nil }
      let strength: Finding.Strength =
        isOpen || hasStage ? .whole : story[place].sign == .startRefused ? .partial : .hint
      return Finding(.requestCancelIsImmediate, strength, at: place, shownBy: [work, cancel])
    }
  }
}
