/// One subcommand: what it takes, and the words that teach it.
public struct Command: Sendable {
  /// The word that selects it.
  public let name: String
  /// The heading it is listed under.
  public let section: String
  /// One line, beginning in lower case and without a full stop.
  public let summary: String
  /// Paragraphs divided by empty lines. A paragraph indented by two spaces keeps its lines.
  public let explanation: String
  /// What stands after the options, in order.
  public let positionals: [Positional]
  /// Every option but `--help`, in the order of the help.
  public let options: [OptionDeclaration]
  /// Command lines to copy.
  public let examples: [Example]

  /// Creates a command.
  ///
  /// Two options of one name, and positionals after one that takes any number, are mistakes of
  /// the program and end it at once.
  public init(
    name: String, section: String = "Commands", summary: String, explanation: String = "",
    positionals: [Positional] = [], options: [OptionDeclaration] = [], examples: [Example] = []
  ) {
    let names = options.map(\.name)
    let shorts = options.compactMap(\.short)
    precondition(
      Set(names).count == names.count && Set(shorts).count == shorts.count
        && !names.contains("help") && !shorts.contains("h"),
      "two options of “\(name)” share a name")
    precondition(
      !positionals.dropLast().contains { $0.count != .one },
      "only the last positional of “\(name)” may vary in number")
    self.name = name
    self.section = section
    self.summary = summary
    self.explanation = explanation
    self.positionals = positionals
    self.options = options
    self.examples = examples
  }
}

/// An argument known by its place.
public struct Positional: Sendable {
  /// How often it may stand there.
  public enum Count: Sendable {
    /// It must be there.
    case one
    /// It may be missing.
    case optional
    /// Any number, none included.
    case any
    /// At least one.
    case atLeastOne
  }

  /// What stands for it in the help, in capitals.
  public let name: String
  /// How often it may stand there.
  public let count: Count
  /// What it means, beginning in lower case and without a full stop.
  public let help: String

  /// Creates a positional argument.
  public init(_ name: String, _ count: Count = .one, help: String) {
    self.name = name
    self.count = count
    self.help = help
  }

  /// The shape in a usage line: `FILE`, `[FILE]`, `[FILE…]`, `FILE…`.
  var usage: String {
    switch count {
    case .one: name
    case .optional: "[\(name)]"
    case .any: "[\(name)…]"
    case .atLeastOne: "\(name)…"
    }
  }
}

/// A command line and what it is good for.
public struct Example: Sendable {
  /// The whole line, the program's name included.
  public let line: String
  /// What it does, as a sentence without a full stop.
  public let meaning: String

  /// Creates an example.
  public init(_ line: String, _ meaning: String) {
    self.line = line
    self.meaning = meaning
  }
}

/// A program made of subcommands.
public struct Program: Sendable {
  /// What the user types.
  public let name: String
  /// One line, beginning in lower case and without a full stop.
  public let summary: String
  /// Paragraphs for the overview, as in ``Command/explanation``.
  public let explanation: String
  /// Every command, in the order of the overview.
  public let commands: [Command]

  /// Creates a program. Two commands of one name are a mistake of the program and end it.
  public init(name: String, summary: String, explanation: String = "", commands: [Command]) {
    let names = commands.map(\.name)
    precondition(Set(names).count == names.count, "two commands share a name")
    self.name = name
    self.summary = summary
    self.explanation = explanation
    self.commands = commands
  }
}

/// What a command line asks for.
public enum Request: Sendable {
  /// To carry out a command.
  case perform(Invocation)
  /// To print a text and do nothing else.
  case help(String)
  /// To print the version and do nothing else.
  case version
}

/// A checked command line: the command and everything it was given.
public struct Invocation: Sendable {
  /// The command to carry out.
  public let command: Command
  /// The arguments known by their place, in order.
  public let positionals: [String]
  /// The texts of each option of the command, in the order of its declarations.
  private let texts: [[String]]

  init(command: Command, positionals: [String], texts: [[String]]) {
    self.command = command
    self.positionals = positionals
    self.texts = texts
  }

  /// The value of an option. Asking for one the command does not declare is a mistake of the
  /// program and ends it.
  public subscript<Value>(_ option: Option<Value>) -> Value {
    option.read(texts(of: option.declaration.name))
  }

  /// Whether an option was given at all, its standard value not counted.
  public func wasGiven<Value>(_ option: Option<Value>) -> Bool {
    !texts(of: option.declaration.name).isEmpty
  }

  private func texts(of name: String) -> [String] {
    guard let place = command.options.firstIndex(where: { $0.name == name }) else {
      preconditionFailure("“\(command.name)” declares no option --\(name)")
    }
    return texts[place]
  }
}
