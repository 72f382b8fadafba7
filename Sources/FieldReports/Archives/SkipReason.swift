/// Why an entry of an archive or folder is left out.
public enum SkipReason: String, Hashable, Sendable, CaseIterable {
  // What a name can be.
  case nameMissing = "name-missing"
  case nameNotUTF8 = "name-not-utf8"
  case nameTooLong = "name-too-long"
  case nameTooDeep = "name-too-deep"
  case nameControl = "name-control"
  case nameBackslash = "name-backslash"
  case nameAbsolute = "name-absolute"
  case nameDrive = "name-drive"
  case nameClimbs = "name-climbs"
  case duplicate
  case hidden
  case systemFile = "system-file"
  // What an entry can be.
  case symbolicLink = "symbolic-link"
  case hardLink = "hard-link"
  case device
  case special
  case encrypted
  case method
  case nested
  // How much an entry can be.
  case tooLarge = "too-large"
  case totalTooLarge = "total-too-large"
  case bomb
  // What can befall an entry.
  case damaged
  case unreadable

  /// Why, as the end of a sentence.
  public func words(_ limits: UnpackingLimits = UnpackingLimits()) -> String {
    switch self {
    case .nameMissing: "without a name that can be read"
    case .nameNotUTF8: "a name that is not UTF-8"
    case .nameTooLong: "a name of more than \(limits.nameBytes) bytes"
    case .nameTooDeep: "below more than \(limits.depth) folders"
    case .nameControl: "a name with control characters"
    case .nameBackslash: "a name with a backslash"
    case .nameAbsolute: "a name that begins at the root of a disk"
    case .nameDrive: "a name that begins with a drive"
    case .nameClimbs: "a name that climbs out with “..”"
    case .duplicate: "a name that was there before; the first one counts"
    case .hidden: "a hidden file"
    case .systemFile: "a file that a system leaves in every folder"
    case .symbolicLink: "a symbolic link"
    case .hardLink: "a hard link"
    case .device: "a device"
    case .special: "a pipe, a socket or something else that is no file"
    case .encrypted: "encrypted; send it without a password"
    case .method: "packed in a way that is not read; pack it with an ordinary zip"
    case .nested: "an archive in what was sent; unpack it first"
    case .tooLarge: "larger than \(UnpackingLimits.size(limits.entryBytes))"
    case .totalTooLarge:
      "more than \(UnpackingLimits.size(limits.totalBytes)) together with what was read before"
    case .bomb: "unpacks to more than \(limits.ratio) times its size"
    case .damaged: "damaged: its checksum or structure is wrong"
    case .unreadable: "cannot be read"
    }
  }
}
