import Contract

// Indicators: every surface shows the strongest of all recordings, and changes with its cause.

/// What a surface shows now.
struct Shown: Hashable, Sendable {
  let surface: Surface
  var indicator: Indicator
}

extension Engine {
  /// The surfaces of this process: the keyboard's bar belongs to the keyboard, and the line about
  /// a live transcript to that.
  private func owns(_ surface: Surface) -> Bool {
    guard surface != .transcript, dialect.surfaces.contains(SurfaceSet(surface)) else {
      return false
    }
    return (surface == .keyboard) == (process.role == .keyboard)
  }

  /// Whatever an earlier process left on a surface ends with this launch.
  mutating func showIdle(_ step: inout Step) {
    for surface in Surface.allCases where owns(surface) {
      shown.append(Shown(surface: surface, indicator: .idle))
      step.say(.show(surface, .idle))
    }
    if shown.isEmpty {
      let own: Surface = process.role == .keyboard ? .keyboard : .main
      shown.append(Shown(surface: own, indicator: .idle))
      step.say(.show(own, .idle))
    }
  }

  /// The strongest indicator of all recordings; asked after every event, and so looked at in place,
  /// because a recording is large to copy.
  @inline(__always)
  private func strongest() -> Indicator {
    var strongest = Indicator.idle
    let all = recordings.span
    for i in all.indices {
      switch all[i].phase.indicator {
      case .recording: return .recording
      case .processing: if strongest == .idle { strongest = .processing }
      case .idle, .live, .reconnecting, .liveOver, .error: break
      }
    }
    return strongest
  }

  /// Shows what has changed, as the last thing that a reaction says.
  mutating func refreshSurfaces(_ step: inout Step) {
    guard process.role == .app else { return }
    let strongest = strongest()
    for s in shown.indices where shown[s].indicator != strongest {
      shown[s].indicator = strongest
      step.say(.show(shown[s].surface, strongest))
    }
    if dialect.delivery == .handoff { mirrorState(strongest, &step) }
  }
}
