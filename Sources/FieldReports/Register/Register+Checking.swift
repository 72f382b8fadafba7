import Contract
public import Scenarios

extension Register {
  /// Reads a register as `lint` does: what is named in an entry must be there, too.
  ///
  /// - Parameters:
  ///   - folder: where entries, their logs and their scenarios lie.
  ///   - platforms: the platforms that scenarios may name.
  /// - Throws: `Refusal` with every mistake in all of them, or `Diagnostic` about the folder.
  public init(checking folder: String, platforms: PlatformRegistry) throws {
    try self.init(folder: folder)
    var mistakes: [Diagnostic] = []
    for path in try FolderListing.files(below: folder, suffix: ".yaml")
    where !path.dropFirst(folder.count + 1).contains("/") && !path.hasSuffix(".scenario.yaml") {
      let source = try SourceText(contentsOf: path)
      mistakes += try Self.check(try RegisterEntry(source), source, folder, platforms)
    }
    guard mistakes.isEmpty else { throw Refusal(mistakes) }
  }

  private static func check(
    _ entry: RegisterEntry, _ source: SourceText, _ folder: String, _ platforms: PlatformRegistry
  ) throws -> [Diagnostic] {
    var mistakes: [Diagnostic] = []
    func mistake(_ code: DiagnosticCode, _ message: String, _ hint: String) {
      mistakes.append(source.diagnostic(code, at: .start, message, hint: hint))
    }
    if entry.log.contains("..") || entry.log.hasPrefix("/") {
      mistake(.badText, "'log' leads out of the register", "name a file beside the entry")
    } else {
      let log = "\(folder)/\(entry.log)"
      if try !FolderListing.files(below: folder, suffix: "").contains(log) {
        mistake(.fileMissing, "there is no log '\(entry.log)'", "it stands in a folder of its own")
      }
    }
    var kinds = Sighting.kinds
    let scenario = String(source.path.dropLast(".yaml".count)) + ".scenario.yaml"
    do {
      let read = try Scenario(SourceText(contentsOf: scenario), platforms: platforms)
      if let regression = read.regression {
        if regression.clause != entry.clause {
          mistake(
            .conflict,
            "the entry is about \(entry.clause.id), and its scenario about "
              + regression.clause.id, "both tell of one defect")
        }
        let bucket = regression.bucket.split(separator: "|").last ?? ""
        kinds += bucket.split(separator: ",").map { $0.trimmed }
      } else {
        mistake(.missingKey, "its scenario has no 'regression'", "“lastword accept” writes one")
      }
    } catch let diagnostic as Diagnostic {
      mistakes.append(diagnostic)
    } catch let refusal as Refusal {
      mistakes += refusal.diagnostics
    }
    for kind in entry.signature.kinds where !kinds.contains(kind) {
      mistake(
        .unknownWord, "no bucket has the kind '\(kind)'",
        "kinds are those of the log or of the scenario beside it")
    }
    return mistakes
  }
}

extension Sighting {
  /// Every kind of thing that some line of a log can be, in the words of buckets.
  static let kinds: [String] = Sign.allCases.flatMap { sign in
    [nil, 400, 413, 429, 500].compactMap { Sighting(sign, line: 1, value: $0).kind }
  }
}

extension Substring {
  fileprivate var trimmed: String {
    String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
  }
}
