import Contract

/// Where a script stands.
struct ScriptState {
  let entries: [ScriptEntry]
  private var latched: [Int64?]
  /// How many entries wait for something that has not happened.
  private var waiting: Int
  /// The next entry to be scheduled.
  private(set) var next = 0
  /// Whether the next entry is on the agenda.
  private(set) var isScheduled = false
  private var lastDelivered: Int64 = 0

  init(_ entries: [ScriptEntry]) {
    self.entries = entries
    latched = Array(repeating: nil, count: entries.count)
    waiting = entries.count { if case .after = $0.anchor { true } else { false } }
  }

  /// When the case is cut off: two hours after the last line; nil while lines are left.
  var virtualEnd: Int64? {
    next < entries.count && isScheduled ? nil : lastDelivered + Bounds.afterScript
  }

  /// The entries that never happened, by place.
  var unreached: [Int] { Array(next..<entries.count) }

  /// Latches a happening; true if the next entry can be scheduled now.
  mutating func note(_ identity: Identity, at now: Int64) -> Bool {
    guard waiting > 0 else { return false }
    var fits = false
    for i in entries.indices where i >= next && latched[i] == nil {
      guard case .after(let pattern, _) = entries[i].anchor, pattern.matches(identity) else {
        continue
      }
      latched[i] = now
      waiting -= 1
      fits = fits || i == next
    }
    return fits
  }

  /// When the next entry is ready; nil if its anchor has not occurred or it is scheduled already.
  mutating func takeReady() -> (place: Int, at: Int64)? {
    guard next < entries.count, !isScheduled else { return nil }
    let at: Int64
    switch entries[next].anchor {
    case .time(let t): at = t.count
    case .after(_, let delay):
      guard let latched = latched[next] else { return nil }
      at = latched + delay.count
    }
    isScheduled = true
    return (next, max(at, lastDelivered))
  }

  mutating func delivered(at now: Int64) {
    next += 1
    isScheduled = false
    lastDelivered = now
  }
}

extension World {
  /// Puts the next line of the script on the agenda, once its anchor has occurred.
  mutating func scheduleScript() {
    guard let (place, at) = script.takeReady() else { return }
    let identity = Identity(.none, number: UInt16(clamping: place + 1)).saying(.person)
    agenda.add(
      Item(
        ready: max(at, now), rank: Rank.person, isHard: true, role: role(of: place), process: -1,
        identity: identity, task: .script(place)))
  }

  /// The process that an entry of the script speaks to, and whose sleep it waits out.
  private func role(of place: Int) -> ProcessRole? {
    switch script.entries[place].action {
    case .command(_, let role): role ?? theCase.platform.commands
    case .news(_, let role): role
    case .focus, .field, .copy, .suspend, .wallStep, .launch, .wait: nil
    }
  }

  mutating func performScript(_ place: Int, _ item: Item) {
    script.delivered(at: now)
    switch script.entries[place].action {
    case .command(let command, let role):
      if case .change(let new) = command { settings = new }
      if let p = running(role ?? usualRole(of: command)) {
        deliver(.person(command), item.identity, to: p)
      }
    case .news(let fact, let role): if let p = running(role) { bring(fact, to: p) }
    case .focus(let field):
      target.focus = field
      for p in processes.indices where processes[p].isRunning { bring(.focus(field), to: p) }
    case .field(let field, let nature): target.set(field, nature)
    case .copy(let text): copyElsewhere(text)
    case .suspend(let role, let length): suspend(role, length)
    case .wallStep(let step): wallOffset &+= step.count
    case .launch(let role): launch(role)
    case .wait: break
    }
    scheduleScript()
  }

  /// Where a person asks for something: what starts and ends a recording in the platform's usual
  /// process, everything else in the app, which alone has a History.
  private func usualRole(of command: Command) -> ProcessRole {
    switch command {
    case .start, .stop, .cancel: theCase.platform.commands
    case .retry, .delete, .clear, .change, .copy, .redeliver: .app
    }
  }

  /// Brings a fact of the device to a process, now or after a delay; what another process says
  /// may come later than that.
  mutating func bring(
    _ fact: News, to process: Int, after delay: Nanoseconds = .zero, isHard: Bool = true
  ) {
    let object = Identity(Self.family(of: fact), process: processes[process].id)
    let n = namer.count(object.saying(.news))
    news.append(fact)
    agenda.add(
      Item(
        ready: now &+ delay.count, rank: Rank.news, isHard: isHard,
        role: processes[process].id.role,
        process: Int16(process), identity: object.saying(.news).numbered(UInt16(n)),
        task: .news(news.count - 1)))
  }

  private static func family(of fact: News) -> Family {
    switch fact {
    case .interruption: .interruption
    case .route: .route
    case .mediaReset: .mediaReset
    case .lowSpace: .lowSpace
    case .deviceLocked: .locked
    case .background: .background
    case .foreground: .foreground
    case .thermal: .thermal
    case .focus: .focus
    case .clipboard: .copied
    case .handoff: .handoff
    case .resumed: .resumed
    }
  }
}
