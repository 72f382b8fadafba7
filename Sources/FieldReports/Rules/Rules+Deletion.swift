import Contract

extension Rules {
  static let deletion: [Rule] = [deleteWins, deleteLeavesNothing]

  private static let deleting: SignSet = [.deleteAsked, .entryRemoved, .removalQueued]

  /// What was deleted is there again.
  private static func deleteWins(_ story: Story) -> [Finding] {
    story.places(deleting).compactMap { gone in
      let back: SignSet = [.orphanAdopted, .entryWritten, .entryRecovered]
      var place = gone
      while let again = story.first(back, after: place) {
        place = again
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
