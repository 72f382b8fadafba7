/// The kinds of archives that are read. What is in it decides, never what it is called.
public enum ArchiveKind: String, Hashable, Sendable, CaseIterable {
  /// Entries packed one by one, with a directory at the end.
  case zip
  /// Entries one behind the other.
  case tar
  /// A tar that was packed as a whole.
  case packedTar = "tar.gz"
  /// A single file that was packed.
  case gzip

  /// Whether a name promises another kind, such as `logs.zip` for a tar. A name without an ending
  /// promises nothing.
  public func isMisnamed(_ name: String) -> Bool {
    let name = name.lowercased()
    let kinds: [(String, [ArchiveKind])] = [
      (".tar.gz", [.packedTar]), (".tgz", [.packedTar]), (".zip", [.zip]), (".tar", [.tar]),
      (".gz", [.gzip]),
    ]
    guard let promised = kinds.first(where: { name.hasSuffix($0.0) }) else { return false }
    return !promised.1.contains(self)
  }
}

/// What bytes are by their beginning, as far as archives go.
public enum ArchiveSignature: Hashable, Sendable {
  /// A zip.
  case zip
  /// A tar that is not packed.
  case tar
  /// Something packed by gzip.
  case gzip
  /// An archive of a kind that is not read, with its name.
  case foreign(String)

  /// nil for what is no archive.
  public init?(_ bytes: [UInt8]) {
    if let known = Self.known.first(where: { bytes.starts(with: $0.0) }) {
      self = known.1
    } else if Self.isTar(bytes) {
      self = .tar
    } else if bytes.starts(with: Array("BZh".utf8)),
      bytes.dropFirst(4).starts(with: [0x31, 0x41, 0x59, 0x26, 0x53, 0x59])
    {
      self = .foreign("something packed by bzip2")
    } else {
      return nil
    }
  }

  private static let known: [([UInt8], ArchiveSignature)] = [
    ([0x50, 0x4B, 0x03, 0x04], .zip), ([0x50, 0x4B, 0x05, 0x06], .zip),
    ([0x50, 0x4B, 0x07, 0x08], .zip), ([0x1F, 0x8B], .gzip),
    ([0x37, 0x7A, 0xBC, 0xAF, 0x27, 0x1C], .foreign("a 7-Zip archive")),
    (Array("Rar!\u{1A}\u{07}".utf8), .foreign("a RAR archive")),
    ([0xFD, 0x37, 0x7A, 0x58, 0x5A, 0x00], .foreign("something packed by xz")),
    ([0x28, 0xB5, 0x2F, 0xFD], .foreign("something packed by zstd")),
    ([0x04, 0x22, 0x4D, 0x18], .foreign("something packed by lz4")),
    (Array("LZIP\u{1}".utf8), .foreign("something packed by lzip")),
    ([0x1F, 0x9D], .foreign("something packed by compress")),
    (Array("MSCF\0\0\0\0".utf8), .foreign("a cabinet")),
    (Array("!<arch>\n".utf8), .foreign("an ar archive")),
    (Array("xar!\0".utf8), .foreign("a xar archive")),
  ]

  /// A tar begins with a header whose bytes add up to what it says.
  static func isTar(_ bytes: [UInt8]) -> Bool {
    guard bytes.count >= 512, bytes[0] != 0 else { return false }
    var said = 0
    for byte in bytes[148..<156] where (0x30...0x37).contains(byte) {
      said = said * 8 + Int(byte - 0x30)
    }
    var sum = 8 * 0x20
    for index in 0..<512 where !(148..<156).contains(index) { sum += Int(bytes[index]) }
    return said == sum
  }
}
