/// A clause's own memory of each recording, by the recording's place in the ledger.
struct PerRecording<State: Sendable>: Sendable {
  private var all: [State] = []
  private let fresh: State

  /// Makes an empty memory; a recording that was never touched is as `fresh` says.
  init(_ fresh: State) { self.fresh = fresh }

  /// How many recordings may have been touched.
  var count: Int { all.count }

  /// The memory of one recording; a place below zero is nobody's and forgets what is put there.
  subscript(place: Int) -> State {
    get { place >= 0 && place < all.count ? all[place] : fresh }
    _modify {
      if place < 0 {
        var nobody = fresh
        yield &nobody
      } else {
        while all.count <= place { all.append(fresh) }
        yield &all[place]
      }
    }
  }
}
