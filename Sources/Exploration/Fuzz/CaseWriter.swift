import Choices
import Contract
import SimulatedDisk
import Simulation

/// Draws cases on the ground of a world: moments, deaths, faults for good, holds.
struct CaseWriter {
  let world: Case
  let probe: Probe

  /// What is drawn of a case before it runs.
  struct Draft {
    var theCase: Case
    /// When everything that is drawn during the run becomes usual again.
    var calm: Nanoseconds
  }

  /// Draws a case.
  func draft(_ chance: Chance, _ strategy: Strategy) -> Draft {
    var theCase = world
    addMoments(chance, to: &theCase)
    addCrashes(chance, to: &theCase)
    if chance.percent(8, .permanent) { addPermanent(chance, to: &theCase) }
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

  // MARK: Moments

  /// What a person does exactly when something else happens.
  private static let sudden: [Spice] = [
    .stop, .cancel, .cancel, .retry, .retry, .retryTwice, .delete, .delete, .clear, .change,
    .redeliver, .focus, .field, .copiedElsewhere, .suspend, .interruption, .background,
  ]

  private func addMoments(_ chance: Chance, to theCase: inout Case) {
    let count = [0, 0, 1, 1, 2, 3][chance.below(6, .momentCount)]
    guard count > 0, !probe.moments.isEmpty else { return }
    let planted = theCase.plants.isEmpty ? 0 : 1
    var writer = ScriptWriter(chance, world: world, planted: planted)
    writer.countRecordings()
    for n in 0..<count {
      let moment = probe.moments[chance.below(probe.moments.count, .moment, n)]
      guard moment.identity.verb != .person,
        let spice = chance.one(of: Self.sudden, .momentAction, n),
        let action = writer.action(spice, 900 + n)
      else { continue }
      let delay: Nanoseconds =
        chance.percent(60, .momentDelay, n) ? .zero : chance.time(1...600, .momentDelay, 10 + n)
      // A script goes no further than an anchor that never comes, so most moments go by the clock.
      let isNamed = n == 0 && chance.percent(45, .momentDelay, 30)
      let anchor = { (delay: Nanoseconds) -> Anchor in
        isNamed
          ? .after(IdentityPattern(moment.identity), delay)
          : .time(Nanoseconds(moment.at) + delay)
      }
      let entry = ScriptEntry(anchor(delay), action)
      Self.insert(entry, at: moment.at + delay.count, into: &theCase.script)
      guard spice == .retryTwice else { continue }
      let again = chance.time(0...1_500, .momentDelay, 20 + n)
      let second = ScriptEntry(anchor(delay + again), action)
      Self.insert(second, at: moment.at + delay.count + again.count, into: &theCase.script)
    }
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
    guard chance.percent(24, .crash),
      let moment = chance.one(of: probe.moments, .crashMoment)
    else { return }
    let side = chance.percent(50, .crashSide) ? Crash.Side.before : .after
    if let point = chance.one(of: probe.operations, .diskChoice), chance.percent(40, .diskChoice, 1)
    {
      let operation = point.operation
      theCase.crashes.append(
        Crash(
          side, IdentityPattern(point.request), relaunch: .seconds(1),
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
        chance.percent(50, .crashSide, 1) ? .before : .after,
        IdentityPattern(later.identity.inBoot(2)), relaunch: .seconds(1)))
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
