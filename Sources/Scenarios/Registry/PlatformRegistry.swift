import Contract
public import Simulation

/// The platforms of a registry file, in its order.
public struct PlatformRegistry: Sendable, Hashable {
  /// One platform and where it stands.
  public struct Entry: Sendable, Hashable {
    /// The platform as the world plays it.
    public var platform: Platform
    /// Its name for people.
    public var title: String
    /// The disk profile it has.
    public var disk: String
    /// Why it chooses what its dialect says, by choice, in the order of the file.
    public var reasons: [Choice]
    /// Where its entry begins.
    public var position: SourcePosition

    /// Its permanent id.
    public var id: String { platform.id }
  }

  /// One choice of a dialect.
  public struct Choice: Sendable, Hashable {
    /// What is chosen, such as `cancelled`.
    public var name: String
    /// The word for it, such as `own-state`.
    public var choice: String
    /// Why, in a sentence.
    public var because: String
  }

  /// The platforms, in the order of the file.
  public let platforms: [Entry]

  /// The platform of an id.
  public subscript(id: String) -> Entry? { platforms.first { $0.id == id } }

  static let keys = [
    "id", "title", "dialect", "limits", "surfaces", "keyboard", "commands", "disk",
  ]
  /// The disks that the simulated disk knows by name.
  static let disks = ["kill", "strict", "ext4", "apfs-fsync", "apfs-full", "ntfs", "f2fs"]

  /// Reads `platforms.yaml`.
  ///
  /// - Throws: every mistake in the file, in its order.
  public init(_ source: SourceText) throws(Refusal) {
    let log = DiagnosticLog(for: source)
    var ids = UniqueIdentifiers(log)
    platforms = try log.registry { node in Self.entry(node, log, &ids) }
  }

  private static func entry(
    _ node: YAMLNode, _ log: DiagnosticLog, _ ids: inout UniqueIdentifiers
  ) -> Entry? {
    guard let fields = log.mapping(node, "platform", keys: keys) else { return nil }
    let reader = FormatReader(log)
    let id = fields.required("id").flatMap { ids.take($0, form: .words) }
    let title = fields.required("title").flatMap { log.text($0, "title") }
    let surfaces = fields.required("surfaces").flatMap {
      log.list($0, "surfaces", least: 1) { log.word($0, "surfaces", as: Surface.self) }
    }
    let dialect = fields.required("dialect").flatMap { Self.dialect($0, reader) }
    let limits = fields["limits"].map { reader.limits($0) } ?? LimitChange()
    let hasKeyboard = fields["keyboard"].flatMap { log.boolean($0, "keyboard") } ?? false
    let commands = fields["commands"].flatMap { log.word($0, "commands", as: ProcessRole.self) }
    let disk = fields.required("disk").flatMap {
      reader.oneOf($0, "disk", disks.map { ($0, $0) })
    }
    if commands == .keyboard, !hasKeyboard, let node = fields["commands"] {
      log.report(
        .conflict, at: node.position, "commands cannot come from a keyboard that is not there")
    }
    guard let id, let title, let surfaces, let dialect, let disk else { return nil }
    var spoken = dialect.dialect
    spoken.surfaces = SurfaceSet(surfaces.map { SurfaceSet($0) })
    return Entry(
      platform: Platform(
        id: id, dialect: spoken, limits: limits.applied(to: Limits()), hasKeyboard: hasKeyboard,
        commands: commands ?? .app),
      title: title, disk: disk, reasons: dialect.reasons, position: node.position)
  }

  /// Reads every choice, each with its reason.
  private static func dialect(
    _ node: YAMLNode, _ reader: FormatReader
  ) -> (dialect: Dialect, reasons: [Choice])? {
    let log = reader.log
    guard let fields = log.mapping(node, "dialect", keys: FormatReader.dialectKeys) else {
      return nil
    }
    var choices = DialectCondition()
    var reasons: [Choice] = []
    for key in FormatReader.dialectKeys {
      guard let value = fields.required(key),
        let choice = log.mapping(value, key, keys: ["is", "because"])
      else { continue }
      let because = choice.required("because").flatMap { log.text($0, "because") }
      guard let node = choice.required("is") else { continue }
      reader.choose(key, node, &choices)
      guard let because, case .scalar(let scalar) = node.content else { continue }
      reasons.append(Choice(name: key, choice: scalar.text, because: because))
    }
    return (choices.applied(to: Dialect()), reasons)
  }
}
