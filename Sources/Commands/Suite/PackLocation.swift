import Arguments

/// Where the scenarios are.
enum PackLocation {
  static let option = Option<String?>.text(
    "pack", placeholder: "DIR",
    help: "the folder of scenarios, with its registry (normally found by itself)")

  /// What makes a folder a pack.
  static let sign = "registry/clauses.yaml"

  /// Finds the pack: what the user names, else what lies around.
  ///
  /// - Throws: what was named and is none, or every place that was looked at in vain.
  static func find(_ named: String?, _ console: Console) throws(Refusal) -> String {
    if let named { return try checked(named, by: "--pack") }
    if let path = console.variable("LASTWORD_PACK"), !path.isEmpty {
      return try checked(path, by: "LASTWORD_PACK")
    }
    let places = candidates(directory: console.directory, program: console.program)
    if let place = places.first(where: { isPack($0) }) { return place }
    throw Refusal(
      "pack-not-found", "no scenarios were found in \(places.prefix(3).joined(separator: ", "))…",
      hint: "name their folder with --pack DIR or in LASTWORD_PACK")
  }

  /// `scenarios` in the working directory and every folder above it, then beside an installed
  /// program, then above a program that was just built.
  static func candidates(directory: String, program: String?) -> [String] {
    var places = upwards(from: directory).map { joined($0, "scenarios") }
    guard let program else { return places }
    let folder = parent(of: program)
    places.append(joined(parent(of: folder), "share/lastword/scenarios"))
    return places + upwards(from: folder).map { joined($0, "scenarios") }
  }

  private static func checked(_ path: String, by name: String) throws(Refusal) -> String {
    if isPack(path) { return path }
    let problem = isFolder(path) ? "has no \(sign)" : "is not a folder"
    throw Refusal(
      "pack-not-found", "the pack that \(name) names, “\(path)”, \(problem)",
      hint: "a pack is a folder such as scenarios/ with the registry in it")
  }

  private static func isPack(_ path: String) -> Bool { isFile(joined(path, sign)) }

  private static func upwards(from path: String) -> [String] {
    var all = [path]
    while let last = all.last, last != "/", last.contains("/") { all.append(parent(of: last)) }
    return all
  }

  private static func parent(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  private static func joined(_ folder: String, _ name: String) -> String {
    folder.hasSuffix("/") ? folder + name : folder + "/" + name
  }
}
