public import Simulation
import Choices
import Contract

/// Makes worlds: a device, servers and a person who records and does other things.
///
/// A world is drawn from a seed and knows no engine. What one run of it does on its own is then the
/// ground on which cases are drawn: faults, moments, crashes and orders.
public struct Worlds: Sendable {
  /// The platforms that worlds are on.
  public var platforms: [Platform]

  /// Worlds on these platforms; without any on a plain desktop.
  public init(_ platforms: [Platform]) {
    self.platforms = platforms.isEmpty ? [Platform(id: "plain")] : platforms
  }

  /// A world; its script has times only, and nothing in it is unusual.
  ///
  /// - Parameter number: its place in a run. Every fifth world has a recording that is started by
  ///   the name of something found, and goes around all that can be found; nil for none of these.
  public func world(_ seed: UInt64, number: Int? = nil) -> Case {
    let chance = Chance(seed)
    let regime = Regime(chance)
    let namesake = number.flatMap { $0 % 5 == 4 ? Namesake($0 / 5) : nil }
    let platform = platform(chance, regime, namesake)
    let plants =
      namesake.map {
        (plants: Planting(RecordingID(1), chance).plants(kind: $0.kind), recordings: 1)
      }
      ?? plants(chance, regime)
    var world = Case(
      platform: platform, settings: settings(chance, regime),
      sounds: sounds(chance, regime), recognizer: rules(chance, regime),
      cleanup: cleanupRules(chance),
      focus: chance.percent(88, .focus)
        ? Target(1) : chance.percent(50, .focus, 1) ? Target(2) : nil,
      fields: fields(chance), plants: plants.plants, script: [])
    world.hasFineMicrophone = platform.live.wantsFineMicrophone
    let relay = platform.live == .none ? nil : RelayWeather(chance, platform.live)
    if let relay { add(relay, to: &world) }
    let call = Call(chance, platform)
    if let call, let captures = Self.captures {
      world.plan.entries.append(
        Plan.Entry(KeyPattern(captures), .microphone(call.microphone)))
    }
    var writer = ScriptWriter(chance, world: world, regime: regime, planted: plants.recordings)
    // A call that is longer than a relay waits says nothing of a recording that ends within it.
    let long = call.flatMap { $0.isLong ? $0.length : nil }
    if let length = long ?? relay?.length ?? call?.length { admit(length, to: &world, &writer) }
    writer.write(namesake)
    if let call { writer.write(call) }
    if let step = relay?.step { writer.setClock(step.at, by: step.by) }
    world.script = writer.script
    return world
  }

  /// What every microphone of the first launch is asked.
  private static let captures: IdentityPattern? = {
    do { return try IdentityPattern(parsing: "capture/*?answer") } catch { return nil }
  }()

  /// Gives a world its relay.
  private func add(_ relay: RelayWeather, to world: inout Case) {
    world.plan.entries += relay.legs
    if let sounds = relay.sounds { world.sounds = sounds }
    if let queue = relay.queue { world.platform.limits.legQueue = queue }
  }

  /// Lets the first recording be as long as a relay or a call asks for, in milliseconds.
  private func admit(
    _ length: ClosedRange<Int>, to world: inout Case, _ writer: inout ScriptWriter
  ) {
    writer.lengthOfFirst = length
    let longest = Nanoseconds.milliseconds(length.upperBound) + .seconds(10)
    world.platform.limits.capture = max(world.platform.limits.capture, longest)
  }

  /// A platform with shorter budgets: what takes twenty minutes is of no other kind.
  private func platform(_ chance: Chance, _ regime: Regime, _ namesake: Namesake?) -> Platform {
    var platform = chance.one(of: platforms, .platform) ?? Platform(id: "plain")
    if namesake?.time == .before, platform.commands == .keyboard {
      // What a keyboard is asked reaches the app only after a while.
      let direct = platforms.filter { $0.commands == .app }
      platform = chance.one(of: direct, .platform, 3) ?? platform
    }
    if regime == .delivery, chance.percent(50, .platform, 1) {
      let pasting = platforms.filter { $0.dialect.delivery == .paste }
      platform = chance.one(of: pasting, .platform, 2) ?? platform
    }
    let longest: Nanoseconds =
      switch chance.below(10, .captureLimit) {
      case ..<3: .seconds(8)
      case ..<8: .seconds(20)
      default: .seconds(45)
      }
    platform.limits.capture = min(platform.limits.capture, longest)
    if platform.live != .none {
      // Gaps longer than a hold need sessions that are longer still, and queues shorter than it.
      if chance.percent(20, .captureLimit, 1) { platform.limits.capture = .seconds(100) }
      if chance.percent(25, .captureLimit, 2) {
        platform.limits.legQueue = sampleRate * chance.number(2...30, .captureLimit, 3)
      }
    }
    if regime == .pieces {
      platform.limits.knownBody =
        chance.percent(65, .knownBody) ? chance.number(60_000...160_000, .knownBody, 1) : nil
    } else if chance.percent(15, .knownBody) {
      platform.limits.knownBody = chance.number(70_000...300_000, .knownBody, 1)
    }
    if chance.percent(20, .splitDepth) {
      platform.limits.splitDepth = chance.number(1...5, .splitDepth, 1)
    }
    if chance.percent(20, .minimumLeaf) {
      platform.limits.minimumLeaf = sampleRate * chance.number(1...3, .minimumLeaf, 1)
    }
    return platform
  }

  /// What a person has chosen.
  static func settings(
    _ chance: Chance, _ topic: Topic, _ n: Int = 0, cloud: Int = 68
  ) -> Settings {
    let isCloud = chance.percent(cloud, topic, n)
    let provider = Provider.allCases[chance.below(Provider.allCases.count, .provider, n)]
    let slot = UInt8(chance.number(1...2, .provider, n))
    let cleanup = Cleanup.allCases[chance.below(Cleanup.allCases.count, .cleanup, n)]
    return Settings(
      recognizer: isCloud ? .cloud(provider) : .local(slot: slot),
      model: UInt8(chance.number(1...3, .model, n)),
      language: UInt8(chance.number(1...3, .language, n)), cleanup: cleanup)
  }

  private func settings(_ chance: Chance, _ regime: Regime) -> Settings {
    var settings = Self.settings(chance, .recognizer, cloud: regime.cloud)
    if regime == .wire, chance.percent(55, .cleanup, 1) { settings.cleanup = .cloud }
    return settings
  }

  private func sounds(_ chance: Chance, _ regime: Regime) -> [Sound] {
    if regime != .mixed, regime != .capture, chance.percent(75, .sounds, 1) {
      return [Sound(.seconds(60), .speech)]
    }
    let first = chance.time(500...4_000, .soundLength)
    let second = chance.time(500...6_000, .soundLength, 1)
    return switch chance.below(100, .sounds) {
    case ..<70: [Sound(.seconds(60), .speech)]
    case ..<80: [Sound(first, .quiet), Sound(.seconds(60), .speech)]
    case ..<88: [Sound(first, .speech), Sound(second, .quiet), Sound(.seconds(60), .speech)]
    case ..<93: [Sound(.seconds(60), .quiet)]
    case ..<96:
      [Sound(first, .speech), Sound(.seconds(8), .digitalZero), Sound(.seconds(60), .speech)]
    default: [Sound(.seconds(60), .digitalZero)]
    }
  }

  /// What is refused by what is sent, however often.
  private func rules(_ chance: Chance, _ regime: Regime) -> [Rule] {
    if regime == .pieces { return piecesRules(chance) }
    let number = chance.below(1_000, .ruleNumber)
    return switch chance.below(100, .rules) {
    case ..<8: [Rule(bodyOver: 40_000 + 200 * number, reply: Reply(status: 413))]
    case ..<13: [Rule(refusalsBelow: 1 + number % 3, reply: Reply(status: 413))]
    case ..<18: [Rule(failuresBelow: 1 + number % 3, reply: Reply(status: 503))]
    case ..<21: [Rule(failuresBelow: 1, reply: Reply(breaks: .unreachable))]
    case ..<24: [Rule(hears: number % 12, reply: Reply(status: 500))]
    case ..<26: [Rule(hears: number % 12, reply: Reply(status: 413))]
    case ..<28: [Rule(attempt: 1, reply: Reply(status: 401))]
    case ..<30: [Rule(hears: number % 12, reply: Reply(text: .literal("")))]
    case ..<31: [Rule(reply: Reply(text: .literal("{\"text\": \"as it was said\"}"), form: .plain))]
    default: []
    }
  }

  /// What becomes of parts: one that is refused, fails or says nothing, by what is heard in it.
  private func piecesRules(_ chance: Chance) -> [Rule] {
    let number = chance.below(1_000, .ruleNumber)
    let tooLarge = Rule(bodyOver: 60_000 + 120 * number, reply: Reply(status: 413))
    let word = 3 + number % 16
    return switch chance.below(100, .rules) {
    case ..<25: [tooLarge]
    case ..<32: [Rule(refusalsBelow: 1 + number % 3, reply: Reply(status: 413))]
    case ..<38: [Rule(failuresBelow: 1 + number % 3, reply: Reply(status: 503))]
    case ..<46: [Rule(hears: word, reply: Reply(status: 500)), tooLarge]
    case ..<54: [Rule(hears: word, attempt: 1, reply: Reply(status: 401)), tooLarge]
    case ..<62: [Rule(hears: word, attempt: 1, reply: Reply(breaks: .unreachable)), tooLarge]
    case ..<68: [Rule(hears: word, reply: Reply(status: 413))]
    case ..<79: [Rule(hears: word, reply: Reply(text: .literal(""))), tooLarge]
    default: []
    }
  }

  private func cleanupRules(_ chance: Chance) -> [Rule] {
    switch chance.below(100, .cleanupRules) {
    case ..<6: [Rule(reply: Reply(status: 500))]
    case ..<9: [Rule(reply: Reply(breaks: .beforeHead))]
    default: []
    }
  }

  private func fields(_ chance: Chance) -> [Case.FieldAtStart] {
    guard chance.percent(18, .fields) else { return [] }
    let nature = Field.allCases[chance.below(Field.allCases.count, .fields, 1)]
    return [Case.FieldAtStart(Target(UInt16(chance.number(1...2, .fields, 2))), nature)]
  }

  /// What the device holds already: at most two things, each of which an earlier life can have
  /// left.
  private func plants(
    _ chance: Chance, _ regime: Regime
  ) -> (plants: [Plant], recordings: Int) {
    guard chance.percent(regime == .relaunch ? 100 : 16, .plants) else { return ([], 0) }
    var plants: [Plant] = []
    if chance.percent(15, .plants, 2) { plants.append(.corruptStore) }
    let count = chance.number(1...2, .plants, 1)
    for n in 1...count {
      let kind = chance.below(Planting.kinds, .plantKind, n)
      plants += Planting(RecordingID(UInt16(n)), chance).plants(kind: kind)
    }
    return (plants, count)
  }
}

/// A recording that is started by the name of something found: of what, and whether a launch can
/// know that yet.
struct Namesake {
  /// When the start is, beside the launch.
  enum Time {
    /// Before anybody has looked for what is there.
    case before
    /// About when that is read.
    case beside
    /// When it is known.
    case after
  }

  let kind: Int
  let time: Time

  /// The n-th one. A kind is met before anybody has looked as often as when it is known; some kinds
  /// begin with the one and some with the other, so that a short run has both.
  init(_ n: Int) {
    kind = n % Planting.kinds
    let round = n / Planting.kinds + (kind / 4 % 2 == 1 ? 0 : 1)
    time = round % 6 == 4 ? .beside : round % 2 == 0 ? .before : .after
  }
}

/// What an earlier life has left of a recording.
private struct Planting {
  /// How many kinds there are.
  static let kinds = 14

  let recording: RecordingID
  let chance: Chance
  let samples: Int

  init(_ recording: RecordingID, _ chance: Chance) {
    self.recording = recording
    self.chance = chance
    samples = sampleRate * chance.number(1...4, .plantKind, Int(recording.rawValue) * 10)
  }

  func plants(kind: Int) -> [Plant] {
    let source = Plant.file(FileRef(recording, .source), samples: samples, isClosed: true)
    switch kind {
    case 0: return [.row(row(.failed, .network)), source]
    case 1: return [.row(success()), source]
    case 2: return [.row(row(.processing)), source]
    case 3: return [.row(row(.retrying, attempt: 2)), source]
    case 4:
      return [
        .row(row(.capturing)),
        .file(FileRef(recording, .partial), samples: samples, isClosed: false),
      ]
    case 5: return [.tombstone(Tombstone(recording, generation: 0)), source]
    case 6: return [source]
    case 7: return [.file(FileRef(recording, .partial), samples: samples, isClosed: false)]
    case 8: return [.damagedRow(recording), source]
    case 9: return [.brokenFile(FileRef(recording, .source))]
    // Somebody has removed the audio.
    case 10: return [.row(success())]
    // Cut off between the promotion and its row.
    case 12:
      var journal = row(.capturing)
      journal.integrity = .knownIncomplete
      journal.samples = samples
      return [.row(journal), source]
    case 11: return [.foreignFile, .row(row(.cancelled, .cancelledByPerson)), source]
    default:
      return [.row(row(.failed, .interrupted)), source]
    }
  }

  private func row(
    _ state: RowState, _ reason: Reason = .none, attempt: AttemptNumber = 1
  ) -> Row {
    Row(
      recording: recording, attempt: attempt, generation: 0, state: state, reason: reason,
      integrity: state == .capturing ? .unfinalized : .complete,
      samples: state == .capturing ? 0 : samples,
      settings: Settings(cleanup: .off))
  }

  private func success() -> Row {
    var row = row(.success)
    row.raw = "what was said then"
    row.final = "what was said then"
    row.delivery = .delivered
    row.usage = .reported
    return row
  }
}
