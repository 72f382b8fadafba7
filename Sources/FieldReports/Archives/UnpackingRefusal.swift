/// Why nothing can be unpacked. None of the texts holds a word of what was sent.
public enum UnpackingRefusal: Error, Hashable, Sendable {
  /// Nothing is in it.
  case empty
  /// It is larger than is read.
  case tooLarge(bytes: Int, limit: Int)
  /// It is no archive of any kind that is known.
  case notAnArchive
  /// It is an archive of a kind that is not read.
  case unsupported(format: String)
  /// A directory of so many entries is not even looked at.
  case tooManyEntries(limit: Int)
  /// It is a large tar that holds files with holes.
  case sparse(limit: Int)
  /// It stops before the first entry is whole.
  case truncated
  /// It does not hold together, and nothing in it can be believed.
  case damaged
  /// No such folder.
  case folderMissing
  /// The folder cannot be read; why, in the words of the system.
  case folderUnreadable(String)

  /// The permanent name of the reason.
  public var code: String {
    switch self {
    case .empty: "archive-empty"
    case .tooLarge: "archive-too-large"
    case .notAnArchive: "archive-none"
    case .unsupported: "archive-unsupported"
    case .tooManyEntries: "archive-too-many-entries"
    case .sparse: "archive-sparse"
    case .truncated: "archive-truncated"
    case .damaged: "archive-damaged"
    case .folderMissing: "folder-missing"
    case .folderUnreadable: "folder-unreadable"
    }
  }

  /// What is wrong, in one sentence without a full stop.
  public var message: String {
    switch self {
    case .empty: "there is nothing in it"
    case .tooLarge(let bytes, let limit): "it has \(bytes) bytes; at most \(limit) are read"
    case .notAnArchive: "this is no archive"
    case .unsupported(let format): "this is \(format), which is not read"
    case .tooManyEntries(let limit): "it has more than \(limit) entries"
    case .sparse(let limit):
      "it has files with holes; a tar of more than \(UnpackingLimits.size(limit)) may have none"
    case .truncated: "it is cut off before its first file is whole"
    case .damaged: "it is damaged, and nothing in it can be believed"
    case .folderMissing: "there is no such folder"
    case .folderUnreadable(let why): "the folder cannot be read: \(why)"
    }
  }

  /// What to do.
  public var hint: String {
    switch self {
    case .empty, .truncated, .damaged: "ask for it to be sent again"
    case .tooLarge, .tooManyEntries: "pack only the log, report.yaml and mapping.yaml"
    case .notAnArchive, .unsupported:
      "give a .zip, .tar, .tar.gz or .gz, a folder, or the log itself"
    case .sparse: "pack it without “--sparse”, or with “--no-read-sparse”"
    case .folderMissing: "look at its spelling"
    case .folderUnreadable: "look at who may read it"
    }
  }
}
