import FieldReports
import Scenarios

extension Bundle {
  /// Reads what a command line names: a folder, an archive, a file, or `-` for what is pasted.
  ///
  /// What is left out of a folder or an archive is told with its reason, and never by its name.
  static func named(_ path: String, _ console: Console) throws(Refusal) -> Bundle {
    if path != "-", isFolder(path) {
      return try unpacked(path, console) { () throws(UnpackingRefusal) in
        try Unpacking(folder: path)
      }
    }
    let bytes = try bytes(path, console)
    guard ArchiveSignature(bytes) != nil else {
      return path == "-" ? Bundle(pasted: bytes) : Bundle([File(name: last(path), bytes: bytes)])
    }
    return try unpacked(path, console) { () throws(UnpackingRefusal) in
      try Unpacking(archive: bytes, name: path == "-" ? "" : last(path))
    }
  }

  private static func unpacked(
    _ path: String, _ console: Console, _ unpack: () throws(UnpackingRefusal) -> Unpacking
  ) throws(Refusal) -> Bundle {
    let unpacking: Unpacking
    do throws(UnpackingRefusal) {
      unpacking = try unpack()
    } catch {
      throw Refusal(
        rendered: ["\(path):1:1: error[\(error.code)]: \(error.message)", "  hint: \(error.hint)"])
    }
    for remark in unpacking.remarks() { console.note("\(path): \(remark)\n") }
    guard unpacking.files.count <= most else {
      throw Refusal(
        "too-many-files",
        "“\(path)” has \(unpacking.files.count) files; a bundle has at most \(most)",
        hint: "name the log itself")
    }
    let bundle = Bundle(unpacking.files.map { File(name: $0.name, bytes: $0.bytes) })
    for name in bundle.ambiguous {
      console.note("\(path): there is more than one \(name); only the first counts\n")
    }
    return bundle
  }

  private static func bytes(_ path: String, _ console: Console) throws(Refusal) -> [UInt8] {
    let bytes: [UInt8]
    do throws(InputFailure) {
      bytes = try console.input(path, limit: largest)
    } catch {
      let name = path == "-" ? "what was pasted" : "“\(path)”"
      switch error {
      case .tooLarge:
        throw Refusal(
          "too-large", "\(name) has more than \(largest >> 20) MiB",
          hint: "cut it to the hour in which it happened")
      case .folder: throw Refusal("cannot-read", "\(name) is a folder")
      case .system(let why): throw Refusal("cannot-read", "\(name) cannot be read: \(why)")
      }
    }
    guard !bytes.isEmpty else {
      throw Refusal(
        "empty", path == "-" ? "nothing was pasted" : "“\(path)” is empty",
        hint: "“lastword reproduce FOLDER” reads files")
    }
    return bytes
  }

  private static func last(_ path: String) -> String {
    path.split(separator: "/").last.map(String.init) ?? path
  }
}

/// A sign in a log, and not what a fuzzer sees.
typealias LogSighting = FieldReports.Sighting
