internal import CArchive

/// What an archive says of one entry.
struct ArchiveEntry {
  /// What an entry can be.
  enum Kind {
    case file, folder, symbolicLink, hardLink, device, special
  }

  /// Its name as it stands there; nil when libarchive could not read it.
  let name: [UInt8]?
  /// What it is.
  let kind: Kind
  /// Its size as it says itself, in bytes; nil when that comes only behind it.
  let size: Int64?
  /// Whether it takes a password.
  let isEncrypted: Bool
  /// Whether it is packed in the one way that every zip program knows, or not at all. Others ask
  /// for hundreds of megabytes before they unpack a byte.
  let isOrdinarilyPacked: Bool

  /// Copies what is needed. The pointers live until the archive goes on, which is after this.
  init(_ entry: OpaquePointer, of archive: OpaquePointer) {
    name =
      unsafe Self.bytes(archive_entry_pathname(entry))
      ?? Self.bytes(archive_entry_pathname_utf8(entry))
    kind = unsafe Self.kind(entry)
    let said = unsafe archive_entry_size_is_set(entry) != 0 ? archive_entry_size(entry) : -1
    size = said < 0 ? nil : said
    isEncrypted = unsafe archive_entry_is_encrypted(entry) != 0
    let format = String(
      decoding: unsafe Self.bytes(archive_format_name(archive)) ?? [], as: UTF8.self)
    isOrdinarilyPacked =
      !format.hasPrefix("ZIP") || format.contains("(deflation)")
      || format.contains("(uncompressed)")
  }

  private static func kind(_ entry: OpaquePointer) -> Kind {
    if unsafe archive_entry_hardlink(entry) != nil { return .hardLink }
    if unsafe archive_entry_symlink(entry) != nil { return .symbolicLink }
    switch unsafe archive_entry_filetype(entry) & 0o170000 {
    // An old zip says nothing of what its entries are.
    case 0o100000, 0: return .file
    case 0o040000: return .folder
    case 0o120000: return .symbolicLink
    case 0o020000, 0o060000: return .device
    default: return .special
    }
  }

  private static func bytes(_ text: UnsafePointer<CChar>?) -> [UInt8]? {
    guard let text = unsafe text else { return nil }
    var bytes: [UInt8] = []
    while case let byte = unsafe text[bytes.count], byte != 0 {
      bytes.append(UInt8(bitPattern: byte))
    }
    return bytes
  }
}
