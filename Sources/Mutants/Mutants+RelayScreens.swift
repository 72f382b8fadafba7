import Contract

// Defects of what the line of a live transcript says.

extension Mutant {
  static let liveScreens: [Mutant] = [
    Mutant(
      "pause-looks-failed", "shows a connection that is being made anew as an error",
      origin: "seed 003, table of surfaces", clause: .relayReconnectingIsNotFailed,
      PauseLooksFailed.self),
    Mutant(
      "pause-unseen", "goes on as if it were live while there is no connection",
      origin: "seed 003, table of surfaces", clause: .relayReconnectingIsNotFailed,
      PauseUnseen.self),
    Mutant(
      "over-looks-failed", "shows the end of live text as an error though the recording goes on",
      origin: "seed 003, table of surfaces", clause: .relayRecordingOutlivesRelay,
      OverLooksFailed.self),
  ]
}

struct PauseLooksFailed: Trick {
  mutating func say(_ effects: inout [Effect], to event: Event, own: () -> EffectID) {
    for i in effects.indices {
      if case .notice(.show(let surface, .reconnecting)) = effects[i] {
        effects[i] = .notice(.show(surface, .error))
      }
    }
  }
}

/// Shows nothing twice either.
struct PauseUnseen: Trick {
  private var shows = Indicator.idle

  mutating func say(_ effects: inout [Effect], to event: Event, own: () -> EffectID) {
    effects.hide(.reconnecting)
    effects.removeAll {
      guard case .notice(.show(.transcript, let indicator)) = $0 else { return false }
      defer { shows = indicator }
      return indicator == .live && shows == .live
    }
  }
}

struct OverLooksFailed: Trick {
  mutating func say(_ effects: inout [Effect], to event: Event, own: () -> EffectID) {
    for i in effects.indices {
      if case .notice(.show(let surface, .liveOver)) = effects[i] {
        effects[i] = .notice(.show(surface, .error))
      }
    }
  }
}
