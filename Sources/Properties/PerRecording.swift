/// A clause's own memory of each recording, by the recording's place in the ledger.
///
/// Looked at in place and changed in place, because clauses ask small questions of it after every
/// reaction. The accessors yield once each: one that yields in two places cannot be inlined.
struct PerRecording<State: Sendable>: Sendable {
  /// What an untouched recording is like; scratch for nobody; then the recordings.
  private var all: Roster<State>

  private static var first: Int { 2 }

  /// Makes an empty memory; a recording that was never touched is as `fresh` says.
  init(_ fresh: State) { all = [fresh, fresh] }

  /// How many recordings may have been touched.
  var count: Int { all.count - Self.first }

  /// The memory of one recording; a place below zero is nobody's and forgets what is put there.
  subscript(place: Int) -> State {
    @inline(__always) _read {
      let isKnown = place >= 0 && place &+ Self.first < all.count
      yield all[isKnown ? place &+ Self.first : 0]
    }
    @inline(__always) _modify {
      if place < 0 || place &+ Self.first >= all.count { prepare(place) }
      yield &all[place < 0 ? 1 : place &+ Self.first]
    }
  }

  /// Makes room for a recording, or clears what was left for nobody.
  private mutating func prepare(_ place: Int) {
    if place < 0 { return all[1] = all[0] }
    while all.count <= place &+ Self.first { all.append(all[0]) }
  }
}
