import Contract

/// What a world and its cases are about.
///
/// Mixing everything evenly shows little of what takes several unusual things of one kind: three
/// refusals in a row, a write that fails after a recognition that failed. So more than half of all
/// worlds turn to one subsystem: what belongs to it is common there, and everything else is rare.
enum Regime: Int, CaseIterable {
  /// Everything alike.
  case mixed
  /// Servers and engines on the device that answer badly, late or in spite of a cancel.
  case wire
  /// Long audio that is sent in parts.
  case pieces
  /// A store that fails, and what a person does about it.
  case store
  /// Microphones and the files they fill.
  case capture
  /// Fields and the clipboard.
  case delivery
  /// What earlier lives have left.
  case relaunch
  /// A person who changes their mind.
  case person

  /// How many of a hundred worlds are its own.
  private var share: Int {
    switch self {
    case .mixed: 24
    case .wire: 19
    case .pieces: 17
    case .store: 13
    case .capture: 6
    case .delivery: 9
    case .relaunch: 6
    case .person: 6
    }
  }

  /// Draws the regime of a world.
  init(_ world: Chance) {
    self = world.one(of: Self.allCases, sharing: \.share, .regime) ?? .mixed
  }

  /// The families of requests that it is about; none where everything is alike.
  var families: [Family] {
    switch self {
    case .mixed: []
    case .wire: [.upload, .local, .cleanup, .reset]
    case .pieces: [.upload, .export, .store]
    case .store: [.store, .open, .purge, .tombstone, .promote, .create]
    case .capture:
      [.capture, .create, .append, .close, .validate, .sync, .promote, .remove, .space]
    case .delivery: [.deliver, .clipboard, .restore, .usage, .post]
    case .relaunch: [.open, .inventory, .quarantine, .validate, .promote, .store, .remove, .purge]
    case .person: [.store, .upload, .local, .capture, .tombstone, .purge, .remove]
    }
  }

  /// What a person or the device does in it exactly when something else happens.
  var sudden: [Spice] {
    switch self {
    case .mixed:
      [
        .stop, .cancel, .cancel, .retry, .retry, .retryTwice, .delete, .delete, .clear, .change,
        .redeliver, .focus, .field, .copiedElsewhere, .suspend, .interruption, .background,
      ]
    case .wire: [.cancel, .cancel, .cancel, .retry, .retryTwice, .delete, .change]
    case .pieces: [.cancel, .cancel, .retry, .delete, .delete, .clear, .change]
    case .store: [.retry, .retryTwice, .delete, .cancel, .clear, .suspend, .locked]
    case .capture:
      [
        .stop, .cancel, .interruption, .background, .route, .mediaReset, .lowSpace, .thermal,
        .suspend, .delete,
      ]
    case .delivery:
      [
        .copiedElsewhere, .copiedElsewhere, .copiedElsewhere, .focus, .field, .redeliver, .copy,
        .delete, .cancel, .retry,
      ]
    case .relaunch: [.retry, .delete, .clear, .cancel, .launch, .copy]
    case .person:
      [.cancel, .cancel, .retry, .retryTwice, .delete, .delete, .clear, .change, .redeliver]
    }
  }

  /// How many of a hundred cases have a process that dies.
  var deaths: Int {
    switch self {
    case .mixed: 24
    case .relaunch: 50
    case .wire, .pieces, .delivery: 8
    case .store, .capture, .person: 14
    }
  }

  /// How many of a hundred recordings are tried again by hand some time after they were made.
  var patience: Int {
    switch self {
    case .pieces: 80
    case .store: 90
    case .wire, .relaunch: 50
    case .mixed, .capture, .delivery, .person: 0
    }
  }

  /// How many of a hundred worlds with something found have a start by the name of that: an app
  /// that has forgotten a name, or does not know it yet, may give it again.
  var namesakes: Int {
    switch self {
    case .relaunch: 50
    case .mixed, .wire, .pieces, .store, .capture, .delivery, .person: 0
    }
  }

  /// How many of a hundred worlds are recognized by a service.
  var cloud: Int {
    switch self {
    case .pieces: 100
    case .wire: 82
    case .store: 38
    case .mixed, .capture, .delivery, .relaunch, .person: 68
    }
  }
}
