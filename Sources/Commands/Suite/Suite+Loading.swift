import Arguments
import Contract
import Scenarios

extension Suite {
  /// Loads the pack that a command line means.
  static func load(_ invocation: Invocation, _ console: Console) throws(Refusal) -> Suite {
    try load(try PackLocation.find(invocation[PackLocation.option], console))
  }

  /// Loads a pack.
  ///
  /// - Throws: every mistake in every file, each with its place.
  static func load(_ directory: String) throws(Refusal) -> Suite {
    var hash = TraceHash()
    let platforms = try platforms(directory, &hash)
    let pack = try refusing { () throws(Scenarios.Refusal) in
      try ScenarioPack(folders: [directory], platforms: platforms)
    }
    let required = try registry(directory, "required", &hash) {
      source throws(Scenarios.Refusal) in try RequiredRegistry(source, pack: pack)
    }
    for scenario in pack.scenarios {
      hash.feed(scenario.id)
      hash.feed(String(decoding: scenario.source.bytes, as: UTF8.self))
    }
    return Suite(
      directory: directory, hash: hash.hexadecimal,
      scenarios: pack.scenarios.filter { $0.regression == nil },
      regressions: pack.scenarios.filter { $0.regression != nil }, platforms: platforms.platforms,
      required: required.entries)
  }

  /// Reads the platforms of a pack alone.
  static func platforms(_ directory: String) throws(Refusal) -> PlatformRegistry {
    var hash = TraceHash()
    return try platforms(directory, &hash)
  }

  private static func platforms(
    _ directory: String, _ hash: inout TraceHash
  ) throws(Refusal) -> PlatformRegistry {
    try registry(directory, "platforms", &hash) {
      source throws(Scenarios.Refusal) in try PlatformRegistry(source)
    }
  }

  private static func registry<Registry>(
    _ directory: String, _ name: String, _ hash: inout TraceHash,
    read: (SourceText) throws(Scenarios.Refusal) -> Registry
  ) throws(Refusal) -> Registry {
    let path = "\(directory)/registry/\(name).yaml"
    let source: SourceText
    do {
      source = try SourceText(contentsOf: path, limits: .registry)
    } catch {
      throw Refusal(rendered: [error.rendered])
    }
    hash.feed(String(decoding: source.bytes, as: UTF8.self))
    return try refusing { () throws(Scenarios.Refusal) in try read(source) }
  }

  /// Turns the mistakes of a file into what the command prints.
  static func refusing<Value>(
    _ read: () throws(Scenarios.Refusal) -> Value
  ) throws(Refusal) -> Value {
    do {
      return try read()
    } catch {
      throw Refusal(rendered: error.diagnostics.map(\.rendered))
    }
  }
}
