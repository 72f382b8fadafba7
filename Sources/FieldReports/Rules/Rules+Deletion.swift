import Contract

extension Rules {
  static let deletion: [Rule] = [deleteWins, deleteLeavesNothing]

  private static let deleting: SignSet = [.deleteAsked, .entryRemoved, .removalQueued]

  /// What was deleted is there again.
  private static func deleteWins(_ story: Story) -> [Finding] {
    story.places(deleting).compactMap { gone in
      let back: SignSet = [.orphanAdopted, .entryWritten, .entryRecovered]
      var place = isUndone(story, gone) ? story.signs.count : gone
      while let again = story.first(back, after: place) {
        place = again
        if isStillRemoved(story, again) { continue }
        if story.agree(gone, again) {
          return Finding(.deleteIntentWins, .whole, at: again, shownBy: [gone])
        }
        // Without names it may be another one, unless nothing was recorded in between.
        let mayBeAnother =
          story[gone].subject != nil && story[again].subject != nil
          || story.has([.startAsked, .fileBegun, .microphoneOn], after: gone, before: again)
        if !mayBeAnother, story[again].sign == .orphanAdopted {
          return Finding(.deleteIntentWins, .partial, at: again, shownBy: [gone])
        }
      }
      guard story[gone].sign == .deleteAsked,
        let killed = story.first([.killed], after: gone),
        !story.has([.fileRemoved], after: gone, before: killed)
      else { return nil }
      return Finding(.deleteIntentWins, .hint, at: killed, shownBy: [gone])
    }
  }

  /// Whether a process ended before it had done what it was asked to delete: then it may be asked
  /// for again.
  private static func isUndone(_ story: Story, _ gone: Int) -> Bool {
    guard story[gone].sign == .deleteAsked,
      let death = story.first([.killed, .launched, .entryRemoved], after: gone)
    else { return false }
    return story[death].sign != .entryRemoved
      && story.span(gone, death).map { $0 < story.slack } ?? false
  }

  /// Whether an entry that was being written when it was deleted is removed in its turn, without
  /// anybody having to ask once more.
  private static func isStillRemoved(_ story: Story, _ written: Int) -> Bool {
    guard story[written].sign == .entryWritten,
      let next = story.first([.entryRemoved, .deleteAsked], after: written)
    else { return false }
    return story[next].sign == .entryRemoved && story.mayAgree(written, next)
  }

  /// A delete that is done has left something behind.
  private static func deleteLeavesNothing(_ story: Story) -> [Finding] {
    story.places(deleting).compactMap { gone in
      if let left = story.first([.fileRemains], after: gone), story.mayAgree(gone, left) {
        return Finding(.deleteLeavesNothing, .whole, at: left, shownBy: [gone])
      }
      guard story[gone].sign == .entryRemoved,
        let found = story.first([.fileFound], after: gone), story.agree(gone, found),
        !story.has([.orphanAdopted, .fileRemoved, .entryWritten], after: gone)
      else { return nil }
      return Finding(.deleteLeavesNothing, .partial, at: found, shownBy: [gone])
    }
  }
}
