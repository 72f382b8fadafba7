import Contract

/// What a step of judging is about: one bit a kind, so that a family's interests are one mask.
///
/// Most kinds are kinds of records. Three are made by the judge: `accepted` (a command that the
/// engine did not refuse), `reactionEnded`, and `finished` (nothing comes any more).
struct Kinds: OptionSet, Sendable {
  var rawValue: UInt64

  static var launched: Self { Self(rawValue: 1 << 0) }
  /// A person's command came; whether it is accepted is not known yet.
  static var command: Self { Self(rawValue: 1 << 1) }
  /// The engine did not refuse the command of this reaction.
  static var accepted: Self { Self(rawValue: 1 << 2) }
  static var ignored: Self { Self(rawValue: 1 << 3) }
  /// `captureBegan`, `formatChanged`, `deviceLost`.
  static var microphoneNews: Self { Self(rawValue: 1 << 4) }
  static var frames: Self { Self(rawValue: 1 << 5) }
  static var head: Self { Self(rawValue: 1 << 6) }
  static var partial: Self { Self(rawValue: 1 << 7) }
  /// A request finished.
  static var answer: Self { Self(rawValue: 1 << 8) }
  static var news: Self { Self(rawValue: 1 << 9) }
  /// A deadline came.
  static var fired: Self { Self(rawValue: 1 << 10) }
  /// The engine made a request.
  static var request: Self { Self(rawValue: 1 << 11) }
  static var stop: Self { Self(rawValue: 1 << 12) }
  static var cancel: Self { Self(rawValue: 1 << 13) }
  static var abandon: Self { Self(rawValue: 1 << 14) }
  static var show: Self { Self(rawValue: 1 << 15) }
  static var claim: Self { Self(rawValue: 1 << 16) }
  static var claimDeleted: Self { Self(rawValue: 1 << 17) }
  static var tell: Self { Self(rawValue: 1 << 18) }
  /// The armed set changed.
  static var deadlines: Self { Self(rawValue: 1 << 19) }
  static var microphone: Self { Self(rawValue: 1 << 20) }
  static var refused: Self { Self(rawValue: 1 << 21) }
  static var rowWritten: Self { Self(rawValue: 1 << 22) }
  static var tombstoned: Self { Self(rawValue: 1 << 23) }
  static var purged: Self { Self(rawValue: 1 << 24) }
  /// `storeOpened`, `quarantined`.
  static var store: Self { Self(rawValue: 1 << 25) }
  /// `created`, `appended`, `closed`, `fileDurable`, `renamed`, `removed`.
  static var file: Self { Self(rawValue: 1 << 26) }
  static var heard: Self { Self(rawValue: 1 << 27) }
  /// `meant`, `askedCleanup`.
  static var text: Self { Self(rawValue: 1 << 28) }
  static var landed: Self { Self(rawValue: 1 << 29) }
  static var clipboard: Self { Self(rawValue: 1 << 30) }
  static var usage: Self { Self(rawValue: 1 << 31) }
  static var posted: Self { Self(rawValue: 1 << 32) }
  static var process: Self { Self(rawValue: 1 << 33) }
  static var end: Self { Self(rawValue: 1 << 34) }
  static var reactionEnded: Self { Self(rawValue: 1 << 35) }
  static var finished: Self { Self(rawValue: 1 << 36) }
  /// What a crash has left on the device.
  static var survived: Self { Self(rawValue: 1 << 37) }
  /// A leg reported.
  static var leg: Self { Self(rawValue: 1 << 38) }
  /// The engine said something to a leg.
  static var toLeg: Self { Self(rawValue: 1 << 39) }
  /// The live transcript changed.
  static var live: Self { Self(rawValue: 1 << 40) }
  /// Something came true at the relay.
  static var relay: Self { Self(rawValue: 1 << 41) }
  /// The engine built a microphone anew.
  static var rebuild: Self { Self(rawValue: 1 << 42) }
}

extension Happening {
  /// Shows what a request came to, where it lies: taking it out would copy the whole event.
  @inline(__always)
  borrowing func ifFinished(_ look: (borrowing Outcome) -> Void) {
    switch self {
    case .event(let event):
      switch event {
      case .finished(_, let outcome): look(outcome)
      case .launched, .person, .progress, .news, .deadline: break
      }
    case .ignored, .effect, .deadlines, .did, .process, .end: break
    }
  }

  /// Whether a process has died.
  var isDeath: Bool {
    switch self {
    case .process(let change): change == .killed
    case .event, .ignored, .effect, .deadlines, .did, .end: false
    }
  }

  /// Whether a process has woken up.
  var isWaking: Bool {
    switch self {
    case .process(let change): change == .resumed
    case .event, .ignored, .effect, .deadlines, .did, .end: false
    }
  }
}

extension Kinds {
  /// The kind of a record.
  init(_ what: borrowing Happening) {
    switch what {
    case .event(let event): self.init(event)
    case .ignored: self = .ignored
    case .effect(let effect): self.init(effect)
    case .deadlines: self = .deadlines
    case .did(let deed): self.init(deed)
    case .process: self = .process
    case .end: self = .end
    }
  }

  private init(_ event: borrowing Event) {
    switch event {
    case .launched: self = .launched
    case .person: self = .command
    case .progress(_, let progress):
      switch progress {
      case .captureBegan, .formatChanged, .deviceLost: self = .microphoneNews
      case .frames: self = .frames
      case .head: self = .head
      case .partial: self = .partial
      case .leg: self = .leg
      }
    case .finished: self = .answer
    case .news: self = .news
    case .deadline: self = .fired
    }
  }

  private init(_ effect: borrowing Effect) {
    switch effect {
    case .request: self = .request
    case .notice(let notice):
      switch notice {
      case .stop: self = .stop
      case .cancel: self = .cancel
      case .abandon: self = .abandon
      case .show: self = .show
      case .claim: self = .claim
      case .claimDeleted: self = .claimDeleted
      case .tell: self = .tell
      case .leg: self = .toLeg
      case .live: self = .live
      case .rebuild: self = .rebuild
      }
    }
  }

  private init(_ deed: borrowing Deed) {
    switch deed {
    case .microphone: self = .microphone
    case .refused: self = .refused
    case .rowWritten: self = .rowWritten
    case .tombstoned: self = .tombstoned
    case .purged: self = .purged
    case .storeOpened, .quarantined: self = .store
    case .created, .appended, .closed, .fileDurable, .renamed, .removed: self = .file
    case .heard: self = .heard
    case .meant, .askedCleanup: self = .text
    case .landed: self = .landed
    case .clipboard: self = .clipboard
    case .usageCounted: self = .usage
    case .posted: self = .posted
    case .survived: self = .survived
    case .leg: self = .relay
    }
  }
}
