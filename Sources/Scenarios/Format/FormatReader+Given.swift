import Contract
import Simulation

/// What a platform's limits are replaced by; nil keeps the platform's.
struct LimitChange: Hashable, Sendable {
  var capture: Nanoseconds?
  var knownBody: Int??
  var splitDepth: Int?
  var minimumLeaf: Int?
  var spaceFloor: Int?
  var legQueue: Int?

  func applied(to old: Limits) -> Limits {
    var new = old
    if let capture { new.capture = capture }
    if let knownBody { new.knownBody = knownBody }
    if let splitDepth { new.splitDepth = splitDepth }
    if let minimumLeaf { new.minimumLeaf = minimumLeaf }
    if let spaceFloor { new.spaceFloor = spaceFloor }
    if let legQueue { new.legQueue = legQueue }
    return new
  }
}

extension FormatReader {
  static let givenKeys = [
    "provider", "settings", "limits", "audio", "focus", "fields", "recognizer", "cleanup", "found",
    "disk", "live", "mic",
  ]
  static let limitKeys = [
    "capture", "known-body", "split-depth", "minimum-leaf", "space-floor", "leg-queue",
  ]

  /// Reads the world before anything happens into a case.
  func given(_ node: YAMLNode, into theCase: inout Case, platform: inout PlatformChange) {
    guard let fields = log.mapping(node, "given", keys: Self.givenKeys) else { return }
    var change = SettingsChange()
    if let node = fields["settings"] {
      let keys = Self.settingsKeys.filter { $0 != "provider" }
      change = settings(node, "settings", keys: keys) ?? change
    }
    if let node = fields["provider"] { change.service = provider(node) }
    theCase.settings = change.applied(to: theCase.settings)
    if change.slot != nil, change.service != .local, let node = fields["settings"] {
      log.report(
        .conflict, at: node.position, "a 'slot' is of the engine on the device",
        hint: "add 'provider: local'")
    }
    if let node = fields["limits"] { platform.limits = limits(node) }
    if let kind = fields["live"].flatMap({ log.word($0, "live", as: LiveKind.self) }) {
      platform.live = kind
    }
    theCase.hasFineMicrophone =
      fields["mic"].flatMap { log.word($0, "mic", as: MicrophoneWord.self) }.map { $0 == .fine }
      ?? platform.live.wantsFineMicrophone
    if let node = fields["audio"] { theCase.sounds = audio(node) ?? theCase.sounds }
    if let node = fields["focus"], let scalar = log.scalar(node, "focus", expected: "a field") {
      if let target = focus(scalar.text, at: node.position) { theCase.focus = target }
    }
    if let entries = fields["fields"].flatMap({ log.entries($0, "fields") }) {
      theCase.fields = entries.compactMap { entry in
        guard let target = field(entry.key, at: entry.keyPosition),
          let nature = log.word(entry.value, entry.key, as: Simulation.Field.self)
        else { return nil }
        return Case.FieldAtStart(target, nature)
      }
    }
    if let node = fields["recognizer"] { theCase.recognizer = rules(node, "recognizer") }
    if let node = fields["cleanup"] { theCase.cleanup = rules(node, "cleanup") }
    if let node = fields["disk"] { disk(node, into: &theCase.disk) }
    if let node = fields["found"] {
      theCase.plants =
        log.list(node, "found") { found($0, theCase.sounds, theCase.settings) } ?? []
    }
  }

  /// Reads a map of limits.
  func limits(_ node: YAMLNode) -> LimitChange {
    var limits = LimitChange()
    guard let fields = log.mapping(node, "limits", keys: Self.limitKeys) else { return limits }
    limits.capture = fields["capture"].flatMap { time($0, "capture") }
    limits.knownBody = fields["known-body"].flatMap { sizeOrUnknown($0, "known-body") }
    limits.splitDepth = fields["split-depth"].flatMap { log.integer($0, "split-depth", in: 0...7) }
    limits.minimumLeaf = fields["minimum-leaf"].flatMap { samples($0, "minimum-leaf") }
    limits.spaceFloor = fields["space-floor"].flatMap { log.size($0, "space-floor") }.map {
      Int(clamping: $0)
    }
    if let node = fields["leg-queue"], let queue = samples(node, "leg-queue") {
      limits.legQueue = queue
      if queue == 0 {
        log.report(.outOfRange, at: node.position, "a queue of nothing lets no audio through")
      }
    }
    return limits
  }

  /// Reads what there is to hear: a length of speech, or stretches.
  private func audio(_ node: YAMLNode) -> [Sound]? {
    guard case .sequence = node.content else {
      return time(node, "audio").map { [Sound($0, .speech)] }
    }
    return log.list(node, "audio", least: 1) { node in
      guard let fields = log.mapping(node, "stretch", keys: ["speech", "quiet", "zeros"]) else {
        return nil
      }
      guard fields.entries.count == 1 else {
        log.report(
          .conflict, at: node.position, "a stretch is one of 'speech', 'quiet', 'zeros'")
        return nil
      }
      let entry = fields.entries[0]
      let level: Level =
        entry.key == "speech" ? .speech : entry.key == "quiet" ? .quiet : .digitalZero
      return time(entry.value, entry.key).map { Sound($0, level) }
    }
  }
}
