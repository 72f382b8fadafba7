/// What a crash can take by itself, named so that a person can read and edit it.
///
/// | text | what did not arrive |
/// |---|---|
/// | `source[0]` | every version of the page since the last sync |
/// | `source[0]~2` | the last two of them |
/// | `dir.2` | the second step of the directory since the last sync of it |
/// | `journal.trunc1` | the first truncation |
/// | `source.size3` | the third growth |
///
/// Numbers count what is pending at the crash point, from 1; pages by their place in the file, from
/// 0. Where two files of one role are pending, the second is `source2[0]`, in order of appearance.
public struct CrashUnit: Hashable, Sendable, CustomStringConvertible {
  /// What kind of thing it is.
  public enum Kind: Hashable, Sendable {
    /// A page, and how many of its newest versions; nil for all.
    case page(Int, versions: Int?)
    /// The n-th step of the directory.
    case directory(Int)
    /// The n-th truncation of the file.
    case truncation(Int)
    /// The n-th growth of the file.
    case size(Int)
  }

  /// The role of the file; nil for the directory.
  public var role: FileRole?
  /// The how-manieth file of that role, from 1.
  public var file: Int
  /// What of it.
  public var kind: Kind

  /// A unit from its parts.
  public init(_ role: FileRole?, file: Int = 1, _ kind: Kind) {
    self.role = role
    self.file = file
    self.kind = kind
  }

  /// The text form.
  public var description: String {
    let name = (role?.word ?? "dir") + (file > 1 ? "\(file)" : "")
    switch kind {
    case .page(let index, let versions):
      return "\(name)[\(index)]" + (versions.map { "~\($0)" } ?? "")
    case .directory(let n): return "dir.\(n)"
    case .truncation(let n): return "\(name).trunc\(n)"
    case .size(let n): return "\(name).size\(n)"
    }
  }

  /// Reads the text form; nil for anything else.
  public init?(_ text: String) {
    if text.hasPrefix("dir.") {
      guard let n = Self.number(text.dropFirst(4)), n > 0 else { return nil }
      self.init(nil, .directory(n))
      return
    }
    let letters = text.prefix { $0.isASCII && $0.isLetter }
    guard let role = FileRole.allCases.first(where: { $0.word == letters }) else { return nil }
    var rest = text.dropFirst(letters.count)
    let digits = rest.prefix { $0.isASCII && $0.isNumber }
    var file = 1
    if !digits.isEmpty {
      guard let n = Self.number(digits), n > 1 else { return nil }
      file = n
      rest = rest.dropFirst(digits.count)
    }
    guard let kind = Self.kind(rest) else { return nil }
    self.init(role, file: file, kind)
  }

  private static func kind(_ text: Substring) -> Kind? {
    if text.hasPrefix(".trunc") {
      return number(text.dropFirst(6)).flatMap { $0 > 0 ? .truncation($0) : nil }
    }
    if text.hasPrefix(".size") {
      return number(text.dropFirst(5)).flatMap { $0 > 0 ? .size($0) : nil }
    }
    guard text.first == "[", let end = text.firstIndex(of: "]"),
      let index = number(text[text.index(after: text.startIndex)..<end])
    else { return nil }
    let rest = text[text.index(after: end)...]
    if rest.isEmpty { return .page(index, versions: nil) }
    guard rest.first == "~", let versions = number(rest.dropFirst()), versions > 0 else {
      return nil
    }
    return .page(index, versions: versions)
  }

  private static func number(_ text: Substring) -> Int? {
    guard !text.isEmpty, text.count <= 9, text.allSatisfy({ $0.isASCII && $0.isNumber }),
      text.count == 1 || text.first != "0"
    else { return nil }
    return Int(text)
  }
}
