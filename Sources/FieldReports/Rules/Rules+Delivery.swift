import Contract

extension Rules {
  static let delivery: [Rule] = [
    clipboardRestoredBeforeRead, clipboardReadOld, clipboardOverwritten, atMostOnce, rightTarget,
    afterSuccessOnly,
  ]

  /// What was on the clipboard is put back before the target has taken the text.
  private static func clipboardRestoredBeforeRead(_ story: Story) -> [Finding] {
    story.places([.clipboardRestored]).compactMap { restored in
      let begin = story.last([.clipboardSaved, .clipboardWritten], before: restored)
      let paste = story.last([.pasteSent], before: restored)
      guard begin != nil || paste != nil else { return nil }
      let from = max(begin ?? -1, paste ?? -1)
      if story.has([.clipboardRead], after: from, before: restored) { return nil }
      // Whoever has not read in so long is not waited for any longer.
      if let paste, let gap = story.span(paste, restored), gap >= Budgets.clipboardHold.count {
        return nil
      }
      let end = story.first(
        .anew | [.clipboardSaved, .clipboardWritten, .pasteSent, .copiedElsewhere],
        after: restored)
      guard let read = story.first([.clipboardRead], after: restored, before: end) else {
        guard let paste, story.span(paste, restored) != nil else { return nil }
        return Finding(.deliverClipboardOwnership, .hint, at: restored, shownBy: [begin, paste])
      }
      return Finding(
        .deliverClipboardOwnership, .whole, at: restored, shownBy: [begin, paste, read])
    }
  }

  /// The target took as many characters as had been put aside.
  private static func clipboardReadOld(_ story: Story) -> [Finding] {
    story.places([.clipboardRead]).compactMap { read in
      guard let saved = story.last([.clipboardSaved], before: read),
        let old = story[saved].value, story[read].value == old,
        let paste = story.last([.pasteSent], before: read, after: saved),
        !story.has([.clipboardRestored], after: saved, before: read)
      else { return nil }
      return Finding(.deliverClipboardOwnership, .partial, at: read, shownBy: [saved, paste])
    }
  }

  /// Somebody copied something meanwhile, and it is overwritten.
  private static func clipboardOverwritten(_ story: Story) -> [Finding] {
    story.places([.copiedElsewhere]).compactMap { copied in
      guard story.last([.clipboardSaved, .clipboardWritten, .pasteSent], before: copied) != nil,
        let restored = story.first([.clipboardRestored], after: copied),
        !story.has([.clipboardSaved, .startAsked], after: copied, before: restored)
      else { return nil }
      return Finding(.deliverClipboardOwnership, .whole, at: restored, shownBy: [copied])
    }
  }

  /// One text is put into the field twice.
  private static func atMostOnce(_ story: Story) -> [Finding] {
    story.places(.delivering).compactMap { first in
      let sign = story[first].sign
      let anew: SignSet =
        .anew | [
          .textRecognized, .retryAsked, .recognitionBegan, .answerArrived, .stopAsked,
          .clipboardSaved, .wordShown, .targetChanged, .requestSent, .captured,
        ]
      let launch = story.first([.launched], after: first)
      let end = story.first(anew, after: first) ?? story.signs.count
      let limit =
        end == launch
        ? story.first([.startAsked, .textRecognized, .retryAsked], after: first) : end
      guard
        let again = story.signs.indices.first(where: { index in
          index > first && index < limit ?? story.signs.count && story[index].sign == sign
            && story[index].line != story[first].line && story.mayAgree(first, index)
        }), isTwice(story, first, again)
      else { return nil }
      if isAnother(story, first, again) { return nil }
      // A paste that was refused before it reached the field may be tried in another way.
      let text = story.last([.textRecognized, .attemptSucceeded, .entryWritten], before: first)
      return Finding(
        .deliverAtMostOnce, text == nil && launch == nil ? .partial : .whole, at: again,
        shownBy: [text, first])
    }
  }

  /// Whether another recording succeeded between two deliveries: then they are two texts.
  private static func isAnother(_ story: Story, _ first: Int, _ again: Int) -> Bool {
    guard let before = story.last([.attemptSucceeded], before: first),
      let after = story.last([.attemptSucceeded], before: again, after: first)
    else { return false }
    return !story.mayAgree(before, after)
  }

  /// Whether two lines that put text somewhere tell of two times. One time is often told by two
  /// layers, in different words; the same words twice are one time only where every line is doubled.
  private static func isTwice(_ story: Story, _ first: Int, _ again: Int) -> Bool {
    // One that is begun and then done takes its time, and its lines stand together; the same words
    // again are another.
    let isWorded = story[first].wording != nil && story[first].wording == story[again].wording
    let isApart = story[again].line > story[first].line + 1
    let least = isWorded || isApart ? Stamp.second / 5 : 2 * Stamp.second
    if let gap = story.span(first, again), gap >= least { return true }
    guard let wording = story[first].wording, wording == story[again].wording,
      story[first].sign == .textInserted, story[first].value != nil,
      story[first].line + 1 == story[again].line
    else { return false }
    // A log that was written twice has pairs everywhere.
    let before = story.signs.indices.last { $0 < first && story[$0].line < story[first].line }
    guard let before else { return false }
    let twin = story.last([story[before].sign], before: before)
    return twin == nil || story[twin ?? before].line + 1 != story[before].line
  }

  /// The field has changed, and the text goes there all the same.
  private static func rightTarget(_ story: Story) -> [Finding] {
    story.places([.targetChanged]).compactMap { changed in
      let end = story.first(.anew | [.deliveryFailed, .retryAsked], after: changed)
      guard let put = story.first(.delivering, after: changed, before: end) else { return nil }
      // What is in focus again may have it.
      let last = story.last([.targetChanged], before: put) ?? changed
      guard story[last].value != 0 else { return nil }
      let begin = story.startOfTake(changed)
      let owned = story.last(
        [.startAsked, .stopAsked, .textRecognized, .captured, .recognitionBegan],
        before: changed, after: begin - 1)
      // Who went away and came back is where the text was for.
      let changes = story.places([.targetChanged]).count { $0 > begin && $0 < put }
      return Finding(
        .deliverRightTarget, owned == nil || changes > 1 ? .partial : .whole, at: put,
        shownBy: [owned, changed])
    }
  }

  /// Text leaves the app, and its attempt ends in failure.
  private static func afterSuccessOnly(_ story: Story) -> [Finding] {
    story.places(.delivering).compactMap { put in
      let begin = story.startOfTake(put)
      let end = story.first(.anew | [.retryAsked, .textRecognized], after: put)
      guard
        story.last([.attemptSucceeded, .entryWritten, .clipboardRead], before: put, after: begin)
          == nil,
        let after = story.first(
          [.attemptSucceeded, .entryWritten, .attemptFailed, .storageFailed],
          after: put, before: end),
        let gap = story.span(put, after), gap > Stamp.second / 20
      else { return nil }
      // Live text is typed while it is spoken, before anything can be stored.
      if story.last([.wordShown], before: put, after: begin) != nil { return nil }
      let isDenied = [.attemptFailed, .storageFailed].contains(story[after].sign)
      return Finding(
        .deliverAfterSuccessOnly, isDenied ? .whole : .partial, at: put, shownBy: [after])
    }
  }
}
