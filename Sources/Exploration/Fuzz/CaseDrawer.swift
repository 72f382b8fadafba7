import Choices
import Contract
import SimulatedDisk
import Simulation

/// Draws cases on the ground of a world: moments, deaths, faults for good, holds.
struct CaseDrawer {
  let world: Case
  let regime: Regime
  let probe: Probe
  /// The places of moments that the regime is about.
  private let apt: [Int]

  init(_ world: Case, _ regime: Regime, _ probe: Probe) {
    self.world = world
    self.regime = regime
    self.probe = probe
    let families = regime.families
    apt = probe.moments.indices.filter { families.contains(probe.moments[$0].identity.family) }
  }

  /// What lasts through a case; nil where nothing does.
  func mood(_ chance: Chance) -> Mood? {
    Mood(chance, regime, isTyped: world.platform.live == .dictation)
  }

  /// What is drawn of a case before it runs.
  struct Draft {
    var theCase: Case
    /// When everything that is drawn during the run becomes usual again.
    var calm: Nanoseconds
  }

  /// Draws a case.
  ///
  /// - Parameter isAimed: whether it gets one fault, in whose way little else is put.
  func draft(_ chance: Chance, _ strategy: Strategy, isAimed: Bool = false) -> Draft {
    var theCase = world
    if isAimed {
      if chance.percent(30, .aim, 5) { addMoments(chance, to: &theCase) }
    } else {
      if regime == .pieces { setEdge(chance, of: &theCase) }
      addMoments(chance, to: &theCase)
      addCrashes(chance, to: &theCase)
      if chance.percent(12, .permanent) { addPermanent(chance, to: &theCase) }
    }
    if strategy == .holds {
      for n in 0..<chance.number(1...3, .holdPlace) { addHold(chance, n, to: &theCase) }
    }
    return Draft(theCase: theCase, calm: calm(chance))
  }

  /// A while after the last thing that the person does, before what comes long after.
  private func calm(_ chance: Chance) -> Nanoseconds {
    var last = Nanoseconds.zero
    for entry in world.script {
      guard case .time(let at) = entry.anchor, at < .minutes(8) else { continue }
      last = max(last, at)
    }
    return last + .seconds([5, 30, 120, 400][chance.below(4, .chaos)])
  }

  /// Lets the known limit be about what a part of a recording comes to: a byte more or less
  /// decides there.
  private func setEdge(_ chance: Chance, of theCase: inout Case) {
    guard chance.percent(30, .edge), let whole = chance.one(of: probe.lengths, .edge, 1) else {
      return
    }
    let parts = chance.number(1...4, .edge, 2)
    let body = RequestBody.bytes(samples: whole / parts)
    theCase.platform.limits.knownBody = max(
      body + chance.number(-1_200...200, .edge, 3),
      RequestBody.bytes(samples: theCase.platform.limits.minimumLeaf))
  }

  // MARK: Moments

  /// Something that happens in the natural run; mostly what the regime is about.
  private func moment(_ chance: Chance, _ topic: Topic, _ n: Int) -> Probe.Moment? {
    if let place = chance.one(of: apt, topic, n), chance.percent(70, topic, 100 + n) {
      return probe.moments[place]
    }
    return chance.one(of: probe.moments, topic, n)
  }

  private func addMoments(_ chance: Chance, to theCase: inout Case) {
    let count = [0, 0, 1, 1, 2, 3][chance.below(6, .momentCount)]
    guard count > 0, !probe.moments.isEmpty else { return }
    let planted = theCase.plants.isEmpty ? 0 : 1
    var writer = ScriptWriter(chance, world: world, regime: regime, planted: planted)
    writer.countRecordings()
    for n in 0..<count {
      guard let moment = moment(chance, .moment, n), moment.identity.verb != .person,
        let spice = chance.one(of: regime.sudden, .momentAction, n)
      else { continue }
      let about = chance.percent(60, .momentAction, 100 + n) ? moment.identity.recording : 0
      guard let action = writer.action(spice, 900 + n, about: about) else { continue }
      let delay: Nanoseconds =
        chance.percent(60, .momentDelay, n) ? .zero : chance.time(1...600, .momentDelay, 10 + n)
      // A script goes no further than an anchor that never comes, so most moments go by the clock.
      let isNamed = n == 0 && chance.percent(45, .momentDelay, 30)
      let add = { (delay: Nanoseconds, action: Action, script: inout [ScriptEntry]) in
        let anchor: Anchor =
          isNamed
          ? .after(IdentityPattern(moment.identity), delay)
          : .time(Nanoseconds(moment.at) + delay)
        Self.insert(ScriptEntry(anchor, action), at: moment.at + delay.count, into: &script)
      }
      add(delay, action, &theCase.script)
      guard let (second, later) = followUp(to: action, spice, writer, chance, n) else { continue }
      add(delay + later, second, &theCase.script)
    }
  }

  /// Lets the person try a recording of the world again when all is over.
  func addRetry(_ chance: Chance, to theCase: inout Case) {
    var recordings: [RecordingID] = []
    var last = Nanoseconds.zero
    for entry in theCase.script {
      if case .command(.start(let id), _) = entry.action { recordings.append(id) }
      if case .time(let at) = entry.anchor, at < .minutes(8) { last = max(last, at) }
    }
    guard let recording = chance.one(of: recordings, .aim, 7) else { return }
    let at = last + chance.time(300...12_000, .aim, 8)
    Self.insert(
      ScriptEntry(.time(at), .command(.retry(recording), nil)), at: at.count,
      into: &theCase.script)
  }

  /// What the person does after something sudden: asks twice, or takes a cancel back.
  private func followUp(
    to action: Action, _ spice: Spice, _ writer: ScriptWriter, _ chance: Chance, _ n: Int
  ) -> (Action, Nanoseconds)? {
    if spice == .retryTwice { return (action, chance.time(0...1_500, .momentDelay, 20 + n)) }
    guard case .command(.cancel(let recording), _) = action,
      chance.percent(55, .secondThoughts, n),
      let retry = writer.action(.retry, 950 + n, about: recording.rawValue)
    else { return nil }
    return (retry, chance.time(0...4_000, .secondThoughts, 100 + n))
  }

  /// Puts an entry where its time is likely to be: a script goes on in its order.
  private static func insert(_ entry: ScriptEntry, at time: Int64, into script: inout [ScriptEntry])
  {
    let place = script.firstIndex {
      guard case .time(let at) = $0.anchor else { return false }
      return at.count > time
    }
    script.insert(entry, at: place ?? script.count)
  }

  // MARK: Deaths

  private func addCrashes(_ chance: Chance, to theCase: inout Case) {
    guard chance.percent(regime.deaths, .crash), let moment = moment(chance, .crashMoment, 0)
    else { return }
    let side = Self.side(chance, moment.identity, 0)
    if let point = chance.one(of: probe.operations, .diskChoice), chance.percent(40, .diskChoice, 1)
    {
      let operation = point.operation
      theCase.crashes.append(
        Crash(
          chance.percent(50, .crashSide, 2) ? .before : .after, IdentityPattern(point.request),
          relaunch: .seconds(1),
          inside: DiskPoint(operation.role, operation.verb, operation.ordinal)))
      return
    }
    let isKeyboards = theCase.platform.hasKeyboard && chance.percent(30, .crashRole)
    let relaunch =
      chance.percent(90, .crashRelaunch) ? chance.time(100...4_000, .crashRelaunch, 1) : nil
    theCase.crashes.append(
      Crash(
        side, IdentityPattern(moment.identity), role: isKeyboards ? .keyboard : .app,
        relaunch: relaunch))
    guard !isKeyboards, chance.percent(25, .secondCrash),
      let later = chance.one(of: probe.moments, .secondCrash, 1)
    else { return }
    theCase.crashes.append(
      Crash(
        Self.side(chance, later.identity, 1),
        IdentityPattern(later.identity.inBoot(2)), relaunch: .seconds(1)))
  }

  /// Which side of a happening a process dies on. What an engine asks for it asks for in one
  /// reaction, and there is no death within that.
  private static func side(_ chance: Chance, _ identity: Identity, _ n: Int) -> Crash.Side {
    identity.verb != .issue && chance.percent(50, .crashSide, n) ? .before : .after
  }

  // MARK: Faults for good

  private func addPermanent(_ chance: Chance, to theCase: inout Case) {
    guard let (family, verb, answer) = chance.one(of: Self.permanent, .permanent, 1) else { return }
    theCase.plan.entries.append(
      Plan.Entry(KeyPattern(Self.every(family, verb)), answer))
  }

  private static let permanent: [(Family, Verb, Answer)] = [
    (.upload, .answer, .reply(Reply(status: 503))),
    (.upload, .answer, .reply(Reply(status: 401))),
    (.upload, .answer, .reply(Reply(status: 413))),
    (.upload, .answer, .reply(Reply(breaks: .unreachable))),
    (.upload, .answer, .never),
    (.local, .answer, .local(.crashed)), (.local, .answer, .never),
    (.cleanup, .answer, .never),
    (.store, .answer, .store(.noSpace)), (.store, .answer, .store(.io(told: .no, landed: false))),
    (.open, .answer, .store(.busy)), (.inventory, .answer, .never),
    (.append, .answer, .file(.noSpace(accepted: 0))), (.close, .answer, .never),
    (.promote, .answer, .file(.io(told: .no, landed: false))),
    (.create, .answer, .file(.noSpace(accepted: 0))),
    (.capture, .answer, .microphone(Microphone(end: .denied))),
    (.capture, .answer, .microphone(Microphone(end: .denied))),
    (.capture, .answer, .microphone(Microphone(end: .denied))),
    (.capture, .answer, .microphone(Microphone(end: .stopNeverAnswered))),
    (.deliver, .answer, .delivery(.refused(.rejected))), (.deliver, .answer, .never),
    (.usage, .answer, .fails), (.export, .answer, .fails), (.space, .answer, .space(0)),
  ]

  /// Every question of a kind about a family, in whatever process.
  static func every(_ family: Family, _ verb: Verb) -> IdentityPattern {
    var pattern = IdentityPattern(Identity(family).saying(verb))
    pattern.mask = Identity(high: 0xFFFF << 48, low: 0)
    pattern.value = Identity(high: pattern.value.high & (0xFFFF << 48), low: 0)
    return pattern
  }

  // MARK: Holds

  /// Holds one delivery of the natural run until one of the dozen that follow it.
  func addHold(_ chance: Chance, _ n: Int, to theCase: inout Case) {
    let list = probe.deliveries
    guard list.count > 2 else { return }
    let place = chance.below(list.count - 1, .holdPlace, 10 + n)
    let reach = min(list.count - place - 1, 12)
    let until = list[place + 1 + chance.below(reach, .holdUntil, n)]
    theCase.schedule.append(
      Hold(KeyPattern(Key(list[place])), until: KeyPattern(Key(until))))
  }
}

extension Identity {
  /// The same name in another life of its process.
  func inBoot(_ boot: UInt8) -> Self {
    var copy = self
    copy.high = (high & ~127) | UInt64(boot & 127)
    return copy
  }
}
