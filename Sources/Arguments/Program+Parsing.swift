extension Program {
  /// Reads a command line.
  ///
  /// - Parameter arguments: what follows the program's name.
  /// - Throws: ``ArgumentError`` for the first thing that is wrong.
  public func parse(_ arguments: [String]) throws(ArgumentError) -> Request {
    guard let first = arguments.first else { return .help(overview) }
    switch first {
    case "-h", "--help": return .help(overview)
    case "--version": return .version
    case "help":
      guard arguments.count > 1, arguments[1] != "-h", arguments[1] != "--help" else {
        return .help(overview)
      }
      return .help(help(for: try command(named: arguments[1])))
    default: break
    }
    if first.hasPrefix("-") {
      let known = ["--help", "--version"]
      throw ArgumentError(
        problem: .unknownOption(first, suggestion: nearest(to: first, among: known)),
        command: nil, program: name)
    }
    let command = try command(named: first)
    var parser = CommandParser(program: name, command: command)
    return switch try parser.read(arguments.dropFirst()) {
    case .some(let invocation): .perform(invocation)
    case .none: .help(help(for: command))
    }
  }

  private func command(named word: String) throws(ArgumentError) -> Command {
    for command in commands where command.name == word { return command }
    throw ArgumentError(
      problem: .unknownCommand(
        word, suggestion: nearest(to: word, among: commands.map(\.name) + ["help"])),
      command: nil, program: name)
  }
}

/// Reads the words after a command's name.
private struct CommandParser {
  let program: String
  let command: Command
  var positionals: [String] = []
  var texts: [[String]]

  init(program: String, command: Command) {
    self.program = program
    self.command = command
    texts = Array(repeating: [], count: command.options.count)
  }

  /// The invocation, or nothing when help is asked for, which wins over later mistakes only: a
  /// mistake before it is what the user wants to know.
  mutating func read(_ arguments: ArraySlice<String>) throws(ArgumentError) -> Invocation? {
    var rest = arguments
    while let word = rest.popFirst() {
      if word == "--" {
        for positional in rest { try take(positional: positional) }
        break
      }
      if word == "-h" || word == "--help" { return nil }
      if word.hasPrefix("-"), word != "-" {
        try take(option: word, &rest)
      } else {
        try take(positional: word)
      }
    }
    try checkCount()
    return Invocation(command: command, positionals: positionals, texts: texts)
  }

  private mutating func take(
    option word: String, _ rest: inout ArraySlice<String>
  ) throws(ArgumentError) {
    let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let spelled = String(parts[0])
    guard let place = command.options.firstIndex(where: { $0.isSpelled(spelled) }) else {
      throw error(.unknownOption(spelled, suggestion: suggestion(for: spelled)))
    }
    let option = command.options[place]
    var value = parts.count > 1 ? String(parts[1]) : nil
    if let placeholder = option.placeholder {
      if value == nil {
        guard let next = rest.first, !Self.looksLikeOption(next) else {
          throw error(
            .missingValue(option: spelled, placeholder: placeholder, before: rest.first))
        }
        value = rest.removeFirst()
      }
    } else if let value {
      throw error(.unwantedValue(option: spelled, value: value))
    }
    let text = value ?? ""
    if let problem = option.problem(text) {
      throw error(.badValue(option: spelled, value: text, problem: problem))
    }
    guard option.repeats || texts[place].isEmpty else { throw error(.repeated(option: spelled)) }
    texts[place].append(text)
  }

  private mutating func take(positional word: String) throws(ArgumentError) {
    let most: Int =
      switch command.positionals.last?.count {
      case .any, .atLeastOne: .max
      case .one, .optional: command.positionals.count
      case nil: 0
      }
    guard positionals.count < most else { throw error(.unexpectedPositional(word)) }
    positionals.append(word)
  }

  private func checkCount() throws(ArgumentError) {
    let needed = command.positionals.filter { $0.count == .one || $0.count == .atLeastOne }
    guard positionals.count < needed.count else { return }
    throw error(.missingPositional(needed[positionals.count].name))
  }

  /// Whether a word after an option is rather the next option. `-` alone is a file name, and a
  /// minus before a digit is a number.
  private static func looksLikeOption(_ word: String) -> Bool {
    let bytes = word.utf8
    guard bytes.first == UInt8(ascii: "-"), let second = bytes.dropFirst().first else {
      return false
    }
    return !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains(second)
  }

  private func suggestion(for spelled: String) -> String? {
    let bare = String(spelled.drop { $0 == "-" })
    return nearest(to: bare, among: command.options.map(\.name) + ["help"]).map { "--\($0)" }
  }

  private func error(_ problem: ArgumentError.Problem) -> ArgumentError {
    ArgumentError(problem: problem, command: command.name, program: program)
  }
}

extension OptionDeclaration {
  func isSpelled(_ word: String) -> Bool {
    if word.hasPrefix("--") { return word.dropFirst(2) == name }
    return short.map { word == "-\($0)" } ?? false
  }
}
