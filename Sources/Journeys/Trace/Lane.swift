import Contract

/// Where something in a trace happens, as the column that a reader follows.
enum Lane: String, CaseIterable {
  case person, engine, sound, disk, wire, screen, delivery, system

  /// The lane of a request and of everything that happens to it.
  init(_ request: Request) {
    switch request {
    case .store, .file, .exportLeaf: self = .disk
    case .capture: self = .sound
    case .upload, .recognizeLocally, .resetEngine, .cleanUp, .reportUsage, .dial: self = .wire
    case .deliver, .insert, .writeClipboard, .restoreClipboard, .post: self = .delivery
    }
  }

  /// The lane of what has this name.
  init(_ family: Family) {
    switch family {
    case .open, .inventory, .quarantine, .space, .store, .tombstone, .purge, .create, .append,
      .close, .validate, .sync, .promote, .remove, .export:
      self = .disk
    case .capture: self = .sound
    case .upload, .local, .reset, .cleanup, .usage, .dial: self = .wire
    case .deliver, .clipboard, .restore, .post: self = .delivery
    case .launched, .stage: self = .engine
    case .interruption, .route, .mediaReset, .lowSpace, .locked, .background, .foreground,
      .thermal, .focus, .copied, .handoff, .resumed, .none:
      self = .system
    }
  }

  typealias Family = Contract.Family
}

/// One record of a trace in words.
struct Told {
  /// Which way it goes, seen from the engine.
  enum Way: String {
    /// Something reaches the engine.
    case told = "▸"
    /// The engine asks for something.
    case asks = "→"
    /// A request is answered.
    case answered = "←"
    /// Something came true outside.
    case true_ = "="
    /// The engine says something without asking.
    case says = "!"
    /// Bookkeeping.
    case notes = "·"
    /// A process lives or dies.
    case lives = "†"
  }

  let lane: Lane
  let way: Way
  let words: String
}
