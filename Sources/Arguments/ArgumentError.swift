/// Why a command line cannot be carried out, ready to be printed.
///
/// Nothing here prints or exits: the command decides, and its exit code is 2.
public struct ArgumentError: Error, Hashable, Sendable {
  /// What is wrong.
  public let problem: Problem
  /// The command the line was for, when it got that far.
  public let command: String?
  /// What the program calls itself.
  public let program: String

  /// What can be wrong with a command line.
  public enum Problem: Hashable, Sendable {
    /// The first word is no command.
    case unknownCommand(String, suggestion: String?)
    /// The command has no such option. The name carries its dashes.
    case unknownOption(String, suggestion: String?)
    /// An option that needs a value stands last, or before another option.
    case missingValue(option: String, placeholder: String, before: String?)
    /// A flag was given a value.
    case unwantedValue(option: String, value: String)
    /// An option that counts once was given twice.
    case repeated(option: String)
    /// A value is not of the wanted form.
    case badValue(option: String, value: String, problem: ValueProblem)
    /// The command needs this positional argument.
    case missingPositional(String)
    /// The command takes no further positional argument.
    case unexpectedPositional(String)
  }
}

/// Why a text is not a value of the wanted kind.
public struct ValueProblem: Error, Hashable, Sendable {
  /// The kind that was wanted, as a clause: `must be a whole number from 1 to 9`.
  public let demand: String
  /// A value that was probably meant.
  public let suggestion: String?

  /// Creates a problem.
  public init(_ demand: String, suggestion: String? = nil) {
    self.demand = demand
    self.suggestion = suggestion
  }
}

extension ArgumentError: CustomStringConvertible {
  /// The whole message: the error, a hint where there is one, and where to read on.
  public var description: String {
    let caller = command.map { "\(program) \($0)" } ?? program
    var lines = ["\(program): error[\(problem.code)]: \(sentence)"]
    if let hint { lines.append("  hint: \(hint)") }
    lines.append("  help: \(caller) --help")
    return lines.joined(separator: "\n")
  }

  private var sentence: String {
    switch problem {
    case .unknownCommand(let name, _): "there is no command “\(name)”"
    case .unknownOption(let name, _):
      command.map { "“\($0)” has no option “\(name)”" } ?? "there is no option “\(name)”"
    case .missingValue(let option, let placeholder, let before):
      "“\(option)” needs a value, \(placeholder)"
        + (before.map { ", but “\($0)” follows" } ?? "")
    case .unwantedValue(let option, let value):
      "“\(option)” is a flag and takes no value, yet “\(value)” was given"
    case .repeated(let option): "“\(option)” may be given only once"
    case .badValue(let option, let value, let problem):
      "“\(option)” \(problem.demand), and “\(value)” is not"
    case .missingPositional(let name): "\(name) is missing"
    case .unexpectedPositional(let value): "nothing is expected where “\(value)” stands"
    }
  }

  private var hint: String? {
    switch problem {
    case .unknownCommand(_, let suggestion), .unknownOption(_, let suggestion):
      suggestion.map { "did you mean “\($0)”?" }
    case .badValue(_, _, let problem):
      problem.suggestion.map { "did you mean “\($0)”?" }
    case .missingValue(let option, _, let before):
      before.map { "if “\($0)” is the value, write \(option)=\($0)" }
    case .unwantedValue, .repeated, .missingPositional, .unexpectedPositional: nil
    }
  }
}

extension ArgumentError.Problem {
  /// A permanent name for programs that read messages.
  public var code: String {
    switch self {
    case .unknownCommand: "usage-unknown-command"
    case .unknownOption: "usage-unknown-option"
    case .missingValue: "usage-missing-value"
    case .unwantedValue: "usage-unwanted-value"
    case .repeated: "usage-repeated-option"
    case .badValue: "usage-bad-value"
    case .missingPositional: "usage-missing-argument"
    case .unexpectedPositional: "usage-unexpected-argument"
    }
  }
}
