public import Contract

extension Platform {
  /// The platform with an app on it that offers a live transcript of a kind.
  ///
  /// The line about it is a surface of its own. A dictation is typed while it is spoken, unless
  /// only the keyboard can type, and lasts two minutes at most.
  public func offering(_ live: LiveKind) -> Platform {
    var new = self
    new.live = live
    switch live {
    case .none: break
    case .meeting: new.dialect.surfaces.insert(.transcript)
    case .dictation:
      new.dialect.surfaces.insert(.transcript)
      new.limits.capture = Budgets.dictation
      switch dialect.delivery {
      case .handoff: break
      case .insert, .paste, .live: new.dialect.delivery = .live
      }
    }
    return new
  }
}
