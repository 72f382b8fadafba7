/// What came out of an archive or a folder that somebody sent: files by name, and what was left
/// out and why.
///
/// It never touches a disk but to read the folder that was named: a name is only a name, so
/// nothing in an archive can reach another file.
public struct Unpacking: Hashable, Sendable {
  /// One file.
  public struct File: Hashable, Sendable {
    /// Its path in what was sent: parts divided by `/`, none of them empty, `.` or `..`.
    public let path: String
    /// What is in it.
    public let bytes: [UInt8]
    /// Whether all of it is there; the last file of an archive that was cut off may lack its end.
    public let isWhole: Bool

    /// The last part of the path.
    public var name: String { path.split(separator: "/").last.map(String.init) ?? path }
  }

  /// An entry that was left out.
  public struct Skipped: Hashable, Sendable {
    /// Its number among the entries, from 1: what can be told where a name may not be shown.
    public let number: Int
    /// Its name, fit for a terminal: control characters are replaced, and a long one is shortened.
    public let name: String
    /// Why.
    public let reason: SkipReason
  }

  /// How the reading ended.
  public enum Ending: String, Hashable, Sendable, CaseIterable {
    /// Everything was looked at.
    case whole
    /// What was sent stops in the middle; what stands before that was read.
    case truncated
    /// It does not hold together from some place on; what stands before that was read.
    case damaged
    /// It has more entries than are read.
    case tooManyEntries
    /// It unpacks to more than is read.
    case tooLarge
    /// It unpacks to so many times its own size that it is no log.
    case bomb
  }

  /// What it was; nil for a folder.
  public let kind: ArchiveKind?
  /// The files, in the order of their paths by bytes, whatever the order in which they came.
  public let files: [File]
  /// What was left out, in the order in which it came.
  public let skipped: [Skipped]
  /// How the reading ended.
  public let ending: Ending

  init(kind: ArchiveKind?, _ crate: Crate, _ ending: Ending) {
    self.kind = kind
    files = crate.files.sorted { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
    skipped = crate.skipped
    self.ending = ending
  }

  /// How often something was left out for each reason; only reasons that occur, in the order in
  /// which they are declared.
  public var counts: [(reason: SkipReason, count: Int)] {
    SkipReason.allCases.compactMap { reason in
      let count = skipped.count { $0.reason == reason }
      return count == 0 ? nil : (reason, count)
    }
  }

  /// What to tell people about what was left out, a sentence each and without a name; empty when
  /// nothing was.
  public func remarks(_ limits: UnpackingLimits = UnpackingLimits()) -> [String] {
    var lines = counts.map { "\($0.count) left out: \($0.reason.words(limits))" }
    if let file = files.first(where: { !$0.isWhole }) {
      lines.append("the last file is not whole: \(file.bytes.count) bytes of it are there")
    }
    if let words = ending.words(limits) { lines.append(words) }
    return lines
  }
}

extension Unpacking.Ending {
  /// What to tell people; nil when there is nothing to tell.
  public func words(_ limits: UnpackingLimits) -> String? {
    switch self {
    case .whole: nil
    case .truncated: "it is cut off; what stands before that was read"
    case .damaged: "it is damaged; what stands before that was read"
    case .tooManyEntries: "only its first \(limits.entries) entries were read"
    case .tooLarge: "only its first \(UnpackingLimits.size(limits.totalBytes)) were read"
    case .bomb: "it unpacks to more than \(limits.ratio) times its size and was left there"
    }
  }
}
