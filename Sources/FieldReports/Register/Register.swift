public import Scenarios

/// The known reports of a folder, `corpus/field`.
public struct Register: Sendable {
  /// The entries, in the order of their files.
  public let entries: [RegisterEntry]

  /// A register of entries that are in memory already; none by itself.
  public init(_ entries: [RegisterEntry] = []) {
    self.entries = entries
  }

  /// Reads every `.yaml` file that lies directly in a folder.
  ///
  /// - Throws: every mistake in all of them, or that two have one id.
  public init(files: [SourceText]) throws(Refusal) {
    var entries: [RegisterEntry] = []
    var mistakes: [Diagnostic] = []
    for file in files {
      do {
        let entry = try RegisterEntry(file)
        if entries.contains(where: { $0.id == entry.id }) {
          mistakes.append(
            file.diagnostic(
              .duplicateIdentifier, at: .start, "id '\(entry.id)' is given in another file, too"))
        }
        entries.append(entry)
      } catch {
        mistakes += error.diagnostics
      }
    }
    guard mistakes.isEmpty else { throw Refusal(mistakes) }
    self.entries = entries
  }

  /// Reads every `.yaml` file of a folder but the scenarios, which lie beside their reports.
  ///
  /// - Throws: `Refusal` with every mistake in all of them, or `Diagnostic` about the folder.
  public init(folder: String) throws {
    let paths = try FolderListing.files(below: folder, suffix: ".yaml")
    var sources: [SourceText] = []
    for path in paths
    where !path.dropFirst(folder.count + 1).contains("/") && !path.hasSuffix(".scenario.yaml") {
      sources.append(try SourceText(contentsOf: path))
    }
    try self.init(files: sources)
  }

  /// The entry that a signature is most like: of the same promise, sharing most kinds.
  public func match(_ signature: Signature) -> RegisterEntry? {
    let alike = entries.filter { $0.signature.isLike(signature) }
    func shared(_ entry: RegisterEntry) -> Int {
      entry.signature.kinds.count { signature.kinds.contains($0) }
    }
    return alike.max { shared($0) < shared($1) }
  }
}
