extension Option where Value == String? {
  /// An option with any text as its value, a file for example.
  public static func text(
    _ name: String, short: Character? = nil, placeholder: String, help: String
  ) -> Option {
    custom(name, short: short, placeholder: placeholder, help: help, convert: anyText)
  }

  /// An option with one of a list of words as its value; absent, it yields nothing.
  public static func word(
    _ name: String, short: Character? = nil, placeholder: String, help: String,
    among words: [String]
  ) -> Option {
    custom(name, short: short, placeholder: placeholder, help: help) {
      text throws(ValueProblem) in try oneOf(words, text)
    }.listing(words)
  }
}

extension Option where Value == String {
  /// An option with any text as its value and a standard value.
  public static func text(
    _ name: String, short: Character? = nil, placeholder: String, help: String, standard: String
  ) -> Option {
    custom(
      name, short: short, placeholder: placeholder, help: help, standard: standard,
      shown: standard, convert: anyText)
  }

  /// An option with one of a list of words as its value and a standard value.
  public static func word(
    _ name: String, short: Character? = nil, placeholder: String, help: String,
    among words: [String], standard: String
  ) -> Option {
    custom(
      name, short: short, placeholder: placeholder, help: help, standard: standard,
      shown: standard
    ) { text throws(ValueProblem) in try oneOf(words, text) }.listing(words)
  }
}

extension Option where Value == [String] {
  /// An option with any text as its value that may be given several times.
  public static func texts(
    _ name: String, short: Character? = nil, placeholder: String, help: String
  ) -> Option {
    repeated(name, short: short, placeholder: placeholder, help: help, convert: anyText)
  }

  /// An option with one of a list of words as its value that may be given several times.
  public static func words(
    _ name: String, short: Character? = nil, placeholder: String, help: String,
    among words: [String]
  ) -> Option {
    repeated(name, short: short, placeholder: placeholder, help: help) {
      text throws(ValueProblem) in try oneOf(words, text)
    }.listing(words)
  }
}

extension Option where Value: FixedWidthInteger {
  /// An option with a whole number as its value and a standard value.
  public static func integer(
    _ name: String, short: Character? = nil, placeholder: String, help: String,
    in range: ClosedRange<Value>, standard: Value
  ) -> Option {
    custom(
      name, short: short, placeholder: placeholder, help: help, standard: standard,
      shown: String(standard)
    ) { text throws(ValueProblem) in try wholeNumber(text, in: range) }
  }
}

extension Option {
  /// An option with a whole number as its value; absent, it yields nothing.
  public static func integer<Number: FixedWidthInteger>(
    _ name: String, short: Character? = nil, placeholder: String, help: String,
    in range: ClosedRange<Number>
  ) -> Option where Value == Number? {
    custom(name, short: short, placeholder: placeholder, help: help) {
      text throws(ValueProblem) in try wholeNumber(text, in: range)
    }
  }
}

extension Option where Value == Duration? {
  /// An option with a span of time as its value; absent, it yields nothing.
  public static func duration(
    _ name: String, short: Character? = nil, placeholder: String, help: String
  ) -> Option {
    custom(name, short: short, placeholder: placeholder, help: help, convert: spanOfTime)
  }
}

extension Option where Value == Duration {
  /// An option with a span of time as its value and a standard value, written as a user would.
  public static func duration(
    _ name: String, short: Character? = nil, placeholder: String, help: String, standard: String
  ) -> Option {
    guard let value = Duration(argument: standard) else {
      preconditionFailure("the standard value “\(standard)” of --\(name) is no duration")
    }
    return custom(
      name, short: short, placeholder: placeholder, help: help, standard: value,
      shown: standard, convert: spanOfTime)
  }
}

extension Option {
  /// The same option, with its possible values named in the help.
  private func listing(_ words: [String]) -> Option {
    var declaration = declaration
    declaration.words = words
    return Option(declaration: declaration, read: read)
  }
}

/// The longest list of words that a message or a help line spells out; more would bury it.
let mostWordsShown = 12

@Sendable private func anyText(_ text: String) throws(ValueProblem) -> String { text }

private func oneOf(_ words: [String], _ text: String) throws(ValueProblem) -> String {
  if words.contains(text) { return text }
  let suggestion = nearest(to: text, among: words)
  guard words.count <= mostWordsShown else {
    throw ValueProblem("must be one of \(words.count) known words", suggestion: suggestion)
  }
  throw ValueProblem(
    "must be one of \(words.joined(separator: ", "))", suggestion: suggestion)
}

private func wholeNumber<Number: FixedWidthInteger>(
  _ text: String, in range: ClosedRange<Number>
) throws(ValueProblem) -> Number {
  let isHexadecimal = text.hasPrefix("0x")
  let digits = isHexadecimal ? text.dropFirst(2) : text[...]
  // `Number.init` would take a plus sign, which nobody means.
  guard !digits.hasPrefix("+"), !(isHexadecimal && digits.hasPrefix("-")),
    let number = Number(digits, radix: isHexadecimal ? 16 : 10), range.contains(number)
  else {
    throw ValueProblem("must be a whole number from \(range.lowerBound) to \(range.upperBound)")
  }
  return number
}

@Sendable private func spanOfTime(_ text: String) throws(ValueProblem) -> Duration {
  guard let duration = Duration(argument: text) else {
    throw ValueProblem("must be a duration such as 500ms, 1.5s, 10m or 1h30m")
  }
  return duration
}
