import FieldReports
import Scenarios

extension Bundle {
  /// Reads what a command line names: a folder, a file, or `-` for what is pasted.
  static func named(_ path: String, _ console: Console) throws(Refusal) -> Bundle {
    if path == "-" { return try pasted(console) }
    guard isFolder(path) else {
      return Bundle([File(name: lastName(path), bytes: try bytes(of: path))])
    }
    let paths: [String]
    do {
      paths = try FolderListing.files(below: path, suffix: "")
    } catch {
      throw Refusal(rendered: [error.rendered])
    }
    guard paths.count <= most else {
      throw Refusal(
        "too-many-files", "“\(path)” has \(paths.count) files; a bundle has at most \(most)",
        hint: "name the log itself")
    }
    var files: [File] = []
    for path in paths { files.append(File(name: lastName(path), bytes: try bytes(of: path))) }
    return Bundle(files)
  }

  private static func pasted(_ console: Console) throws(Refusal) -> Bundle {
    let bytes: [UInt8]
    do throws(InputFailure) {
      bytes = try console.input(largest)
    } catch {
      switch error {
      case .tooLarge:
        throw Refusal(
          "too-large", "what was pasted has more than \(largest >> 20) MiB",
          hint: "cut it to the hour in which it happened")
      case .folder: throw Refusal("cannot-read", "standard input is a folder")
      case .system(let why):
        throw Refusal("cannot-read", "standard input cannot be read: \(why)")
      }
    }
    guard !bytes.isEmpty else {
      throw Refusal("empty", "nothing was pasted", hint: "“lastword reproduce FOLDER” reads files")
    }
    return Bundle(pasted: bytes)
  }

  private static func bytes(of path: String) throws(Refusal) -> [UInt8] {
    do {
      return try SourceText(contentsOf: path, limits: YAMLLimits(bytes: largest, depth: 1)).bytes
    } catch {
      throw Refusal(rendered: [error.rendered])
    }
  }

  private static func lastName(_ path: String) -> String {
    path.split(separator: "/").last.map(String.init) ?? path
  }
}

/// A sign in a log, and not what a fuzzer sees.
typealias LogSighting = FieldReports.Sighting
