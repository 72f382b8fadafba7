import FieldReports

/// Reads what a person pasted or named, and says what cannot be read and why.
struct TriageInput {
  let console: Console

  /// The logs of all files as one, or of standard input where none is named.
  func log(_ paths: [String]) throws(Refusal) -> FieldLog {
    var importer = LogImporter()
    for path in paths.isEmpty ? ["-"] : paths {
      let bytes = try bytes(path)
      // A log of events alone is read exactly, and strictly.
      if EventLog.isOne(bytes), paths.count <= 1 { return try events(bytes, path) }
      do {
        try importer.read(bytes, name: path)
      } catch {
        throw refusal(path, error)
      }
    }
    return importer.finish()
  }

  private func events(_ bytes: [UInt8], _ path: String) throws(Refusal) -> FieldLog {
    do {
      return FieldLog(try EventLog(reading: bytes, file: path))
    } catch {
      throw Refusal(rendered: error.messages)
    }
  }

  private func bytes(_ path: String) throws(Refusal) -> [UInt8] {
    let limit = LogLimits().bytes
    do {
      return try console.input(path, limit: limit)
    } catch {
      switch error {
      case .tooLarge: throw refusal(path, .tooLarge(bytes: limit + 1, limit: limit))
      case .folder:
        throw Refusal(
          rendered: [
            "\(path):1:1: error[log-folder]: this is a folder",
            "  hint: name its files, or give the folder to “lastword reproduce”",
          ])
      case .system(let reason):
        throw Refusal(rendered: ["\(path):1:1: error[log-unreadable]: it cannot be read: \(reason)"]
        )
      }
    }
  }

  private func refusal(_ path: String, _ reason: LogRefusal) -> Refusal {
    let (line, column) = reason.place
    return Refusal(
      rendered: [
        "\(path):\(line):\(column): error[\(reason.code)]: \(reason.message)",
        "  hint: \(reason.hint)",
      ])
  }
}
