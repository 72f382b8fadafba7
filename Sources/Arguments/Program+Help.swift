extension Program {
  /// The text for `--help` without a command: every command with its summary.
  public var overview: String {
    var lines = ["\(name): \(summary)", "", "Usage: \(name) COMMAND [options] [arguments]"]
    var sections: [String] = []
    for command in commands where !sections.contains(command.section) {
      sections.append(command.section)
    }
    let width = commands.map(\.name.count).max() ?? 0
    for section in sections {
      lines += ["", "\(section):"]
      for command in commands where command.section == section {
        lines += row(command.name, command.summary, width: width)
      }
    }
    lines += paragraphs(explanation)
    lines += ["", "“\(name) COMMAND --help” explains a command and shows examples."]
    return lines.joined(separator: "\n") + "\n"
  }

  /// The text for a command's `--help`: usage, explanation, arguments, options, examples.
  public func help(for command: Command) -> String {
    var lines = ["\(name) \(command.name): \(command.summary)", ""]
    let shapes = command.positionals.map(\.usage)
    lines.append("Usage: " + ([name, command.name, "[options]"] + shapes).joined(separator: " "))
    lines += paragraphs(command.explanation)
    if !command.positionals.isEmpty {
      lines += ["", "Arguments:"]
      let width = command.positionals.map(\.name.count).max() ?? 0
      for positional in command.positionals {
        lines += row(positional.name, positional.help, width: width)
      }
    }
    lines += ["", "Options:"]
    let rows =
      command.options.map { ($0.usage, $0.explained) } + [("-h, --help", "explain this command")]
    // One long option must not push the texts of all the others to the right edge.
    let width = rows.map(\.0.count).filter { $0 <= longestTerm }.max() ?? 0
    for (term, text) in rows { lines += row(term, text, width: width) }
    if !command.examples.isEmpty { lines += ["", "Examples:"] }
    for example in command.examples {
      lines += wrapped(example.meaning, indent: 2)
      lines.append("      \(example.line)")
    }
    return lines.joined(separator: "\n") + "\n"
  }
}

extension OptionDeclaration {
  var usage: String {
    let names = short.map { "-\($0), --\(name)" } ?? "    --\(name)"
    return placeholder.map { "\(names) \($0)" } ?? names
  }

  var explained: String {
    var notes: [String] = []
    if (1...mostWordsShown).contains(words.count) {
      notes.append("one of \(words.joined(separator: ", "))")
    }
    if let standard { notes.append("normally \(standard)") }
    if repeats { notes.append("may be repeated") }
    return notes.isEmpty ? help : "\(help) (\(notes.joined(separator: "; ")))"
  }
}

private let lineWidth = 80
private let longestTerm = 26

/// A term and its text in two columns; a term that is too long gets a line of its own.
private func row(_ term: String, _ text: String, width: Int) -> [String] {
  let column = 2 + width + 2
  var lines = wrapped(text, indent: column)
  let start = "  " + term
  guard start.count + 2 <= column, let first = lines.first else { return [start] + lines }
  lines[0] = start + first.dropFirst(start.count)
  return lines
}

/// The paragraphs of an explanation, each after an empty line.
private func paragraphs(_ text: String) -> [String] {
  var lines: [String] = []
  var paragraph: [Substring] = []
  func flush() {
    guard let first = paragraph.first else { return }
    lines.append("")
    lines +=
      first.hasPrefix("  ")
      ? paragraph.map(String.init) : wrapped(paragraph.joined(separator: " "), indent: 0)
    paragraph = []
  }
  for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
    if line.isEmpty { flush() } else { paragraph.append(line) }
  }
  flush()
  return lines
}

/// Words laid out in lines of at most 80 columns; a word that is longer stands alone.
private func wrapped(_ text: String, indent: Int) -> [String] {
  let margin = String(repeating: " ", count: indent)
  var lines: [String] = []
  var line = ""
  for word in text.split(separator: " ") {
    if !line.isEmpty, indent + line.count + 1 + word.count > lineWidth {
      lines.append(margin + line)
      line = ""
    }
    line += line.isEmpty ? String(word) : " \(word)"
  }
  if !line.isEmpty { lines.append(margin + line) }
  return lines
}
