/// One option of a command, with the type of what it yields.
///
/// An option is a constant: declare it once, list its ``declaration`` in the command, and read it
/// from the invocation by the same constant, so that neither name nor type can disagree.
///
/// ```swift
/// static let seed = Option.integer("seed", placeholder: "S", help: "where to start", in: 0...99)
/// …
/// let seed = invocation[Self.seed]  // Int?
/// ```
public struct Option<Value: Sendable>: Sendable {
  /// What parser and help need to know.
  public let declaration: OptionDeclaration
  /// The typed value of the checked texts the option was given, none when it is absent.
  let read: @Sendable ([String]) -> Value
}

/// The untyped side of an option.
public struct OptionDeclaration: Sendable {
  /// The long name without its dashes.
  public let name: String
  /// A one-letter name without its dash.
  public let short: Character?
  /// What stands for the value in the help, nothing for a flag.
  public let placeholder: String?
  /// What the option does, beginning in lower case and without a full stop.
  public let help: String
  /// What applies when the option is absent, for the help.
  public let standard: String?
  /// Whether it may be given several times.
  public let repeats: Bool
  /// The possible values, when they are a list of words.
  public internal(set) var words: [String] = []
  /// Why a text is no value of this option, if it is none.
  let problem: @Sendable (String) -> ValueProblem?

  var takesValue: Bool { placeholder != nil }
}

extension Option where Value == Bool {
  /// An option without a value: it is there or it is not.
  public static func flag(_ name: String, short: Character? = nil, help: String) -> Option {
    Option(
      declaration: OptionDeclaration(
        name: name, short: short, placeholder: nil, help: help, standard: nil, repeats: false,
        problem: { _ in nil }),
      read: { !$0.isEmpty })
  }
}

extension Option {
  /// An option whose value only its command understands; absent, it yields nothing.
  ///
  /// - Parameter convert: turns the text into the value or throws what is wrong with it. It must
  ///   depend on nothing but the text.
  public static func custom<Element>(
    _ name: String, short: Character? = nil, placeholder: String, help: String,
    convert: @escaping @Sendable (String) throws(ValueProblem) -> Element
  ) -> Option where Value == Element? {
    Option(
      declaration: OptionDeclaration(
        name: name, short: short, placeholder: placeholder, help: help, standard: nil,
        repeats: false, problem: { problem(of: $0, convert) }),
      read: { converted($0, convert).last })
  }

  /// Like the other `custom`, with a value that applies when the option is absent.
  ///
  /// - Parameters:
  ///   - standard: what applies when the option is absent.
  ///   - shown: how the help says it.
  public static func custom(
    _ name: String, short: Character? = nil, placeholder: String, help: String,
    standard: Value, shown: String,
    convert: @escaping @Sendable (String) throws(ValueProblem) -> Value
  ) -> Option {
    Option(
      declaration: OptionDeclaration(
        name: name, short: short, placeholder: placeholder, help: help, standard: shown,
        repeats: false, problem: { problem(of: $0, convert) }),
      read: { converted($0, convert).last ?? standard })
  }

  /// An option that may be given any number of times and yields every value, in order.
  public static func repeated<Element>(
    _ name: String, short: Character? = nil, placeholder: String, help: String,
    convert: @escaping @Sendable (String) throws(ValueProblem) -> Element
  ) -> Option where Value == [Element] {
    Option(
      declaration: OptionDeclaration(
        name: name, short: short, placeholder: placeholder, help: help, standard: nil,
        repeats: true, problem: { problem(of: $0, convert) }),
      read: { converted($0, convert) })
  }
}

private func problem<Element>(
  of text: String, _ convert: (String) throws(ValueProblem) -> Element
) -> ValueProblem? {
  do throws(ValueProblem) {
    _ = try convert(text)
    return nil
  } catch {
    return error
  }
}

/// The values of texts that the parser has already found to be values, so none is dropped here.
private func converted<Element>(
  _ texts: [String], _ convert: (String) throws(ValueProblem) -> Element
) -> [Element] {
  var elements: [Element] = []
  for text in texts {
    do throws(ValueProblem) {
      elements.append(try convert(text))
    } catch {
      preconditionFailure("the parser let “\(text)” through, which \(error.demand)")
    }
  }
  return elements
}
