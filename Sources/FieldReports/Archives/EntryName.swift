/// What a name of an entry says, once it is known to be harmless.
///
/// Nothing is ever written under a name. It is judged all the same: a name that means something
/// else to another program was made to deceive, and its content with it.
enum EntryName {
  /// A path of parts, and whether the name says that it is a folder.
  case path(String, isFolder: Bool)
  /// Why the entry is left out.
  case refused(SkipReason)

  /// Judges a name as it stands in an archive or folder; nil for one that could not be read.
  init(_ raw: [UInt8]?, _ limits: UnpackingLimits) {
    guard let raw, !raw.isEmpty else {
      self = .refused(.nameMissing)
      return
    }
    guard raw.count <= limits.nameBytes else {
      self = .refused(.nameTooLong)
      return
    }
    guard let name = String(validating: raw, as: UTF8.self) else {
      self = .refused(.nameNotUTF8)
      return
    }
    if let reason = Self.fault(name) {
      self = .refused(reason)
      return
    }
    let parts = name.split(separator: "/").filter { $0 != "." }
    if let reason = Self.fault(parts, limits) {
      self = .refused(reason)
      return
    }
    self = .path(parts.joined(separator: "/"), isFolder: name.hasSuffix("/") || parts.isEmpty)
  }

  private static func fault(_ name: String) -> SkipReason? {
    if name.unicodeScalars.contains(where: isControl) { return .nameControl }
    if name.contains("\\") { return .nameBackslash }
    if name.hasPrefix("/") { return .nameAbsolute }
    let head = Array(name.utf8.prefix(2))
    if head.count == 2, head[1] == UInt8(ascii: ":"), Character(UnicodeScalar(head[0])).isLetter {
      return .nameDrive
    }
    return nil
  }

  private static func fault(_ parts: [Substring], _ limits: UnpackingLimits) -> SkipReason? {
    if parts.contains("..") { return .nameClimbs }
    if parts.count > limits.depth { return .nameTooDeep }
    let litter = [".DS_Store", "__MACOSX", "Thumbs.db", "desktop.ini"]
    if parts.contains(where: { litter.contains(String($0)) || $0.hasPrefix("._") }) {
      return .systemFile
    }
    if parts.contains(where: { $0.hasPrefix(".") }) { return .hidden }
    return nil
  }

  /// Control characters, and marks that turn the direction of what a terminal shows.
  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case ..<0x20, 0x7F..<0xA0, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: true
    default: false
    }
  }

  /// A name that a terminal can show, whatever it was.
  static func shown(_ raw: [UInt8]?) -> String {
    guard let raw, !raw.isEmpty else { return "" }
    var shown = ""
    for scalar in String(decoding: raw.prefix(256), as: UTF8.self).unicodeScalars.prefix(80) {
      shown.unicodeScalars.append(isControl(scalar) ? "\u{FFFD}" : scalar)
    }
    return raw.count > shown.utf8.count ? shown + "…" : shown
  }
}
