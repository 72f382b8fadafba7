/// Values that are numbers: counts, durations, sizes.
extension DiagnosticLog {
  /// Reads a duration such as `0s`, `500ms`, `1.5s`, `2m`, `1h`, exactly.
  ///
  /// - Returns: whole nanoseconds, never negative.
  public func duration(_ node: YAMLNode, _ name: String) -> Int64? {
    quantity(node, name, .badDuration, units: Quantity.durations, example: "500ms, 1.5s or 2m")
  }

  /// Reads a stretch of audio such as `1.5s` or `24000 samples`, exactly.
  ///
  /// - Returns: whole nanoseconds, never negative.
  public func stretch(_ node: YAMLNode, _ name: String) -> Int64? {
    quantity(
      node, name, .badDuration, units: Quantity.stretches, example: "1.5s or 24000 samples")
  }

  /// Reads a size such as `512B`, `24MiB`, `300MB`, exactly.
  ///
  /// - Returns: whole bytes, never negative.
  public func size(_ node: YAMLNode, _ name: String) -> Int64? {
    quantity(node, name, .badSize, units: Quantity.sizes, example: "24MiB or 300MB")
  }

  /// Reads a whole number inside `range`.
  public func integer(_ node: YAMLNode, _ name: String, in range: ClosedRange<Int>) -> Int? {
    guard let scalar = scalar(node, name, expected: "a whole number") else { return nil }
    guard !scalar.isQuoted, Quantity.isInteger(scalar.text) else {
      report(
        .badInteger, at: node.position, "'\(name)' should be a whole number",
        hint: scalar.isQuoted ? "without quotes" : "'\(scalar.text)' is none")
      return nil
    }
    guard let value = Int(scalar.text), range.contains(value) else {
      report(
        .outOfRange, at: node.position,
        "'\(name)' should be from \(range.lowerBound) to \(range.upperBound), not \(scalar.text)")
      return nil
    }
    return value
  }

  private func quantity(
    _ node: YAMLNode, _ name: String, _ code: DiagnosticCode, units: [Quantity.Unit],
    example: String
  ) -> Int64? {
    let noun = code == .badSize ? "a size" : "a duration"
    guard let scalar = scalar(node, name, expected: "\(noun) such as \(example)") else {
      return nil
    }
    do throws(Quantity.Fault) {
      return try Quantity.parse(scalar.text, units: units)
    } catch {
      report(
        code, at: node.position, "'\(scalar.text)' is not \(noun)",
        hint: Quantity.hint(error, for: scalar.text, units: units, example: example))
      return nil
    }
  }
}

/// A number with a unit, read without rounding.
enum Quantity {
  struct Unit {
    var name: String
    /// How many of the smallest unit one of it is.
    var scale: Int64
  }

  /// In nanoseconds.
  static let durations = [
    Unit(name: "ns", scale: 1), Unit(name: "us", scale: 1_000), Unit(name: "ms", scale: 1_000_000),
    Unit(name: "s", scale: 1_000_000_000), Unit(name: "m", scale: 60_000_000_000),
    Unit(name: "h", scale: 3_600_000_000_000), Unit(name: "d", scale: 86_400_000_000_000),
  ]

  /// In nanoseconds; a sample is exactly 62,500 of them long.
  static let stretches = durations + [Unit(name: " samples", scale: 62_500)]

  /// In bytes.
  static let sizes = [
    Unit(name: "B", scale: 1), Unit(name: "kB", scale: 1_000), Unit(name: "KB", scale: 1_000),
    Unit(name: "MB", scale: 1_000_000), Unit(name: "GB", scale: 1_000_000_000),
    Unit(name: "KiB", scale: 1 << 10), Unit(name: "MiB", scale: 1 << 20),
    Unit(name: "GiB", scale: 1 << 30),
  ]

  enum Fault: Error {
    case notANumber, noUnit, unknownUnit, tooFine, tooLarge, negative
  }

  /// Reads `digits[.digits]unit` as a whole multiple of the smallest unit.
  static func parse(_ text: String, units: [Unit]) throws(Fault) -> Int64 {
    var whole: Int64 = 0
    var fraction: Int64 = 0
    var fractionScale: Int64 = 1
    var digits = 0
    var bytes = text.utf8[...]
    if bytes.first == UInt8(ascii: "-") { throw .negative }
    while let digit = digit(bytes.first) {
      whole = try append(digit, to: whole)
      digits += 1
      bytes.removeFirst()
    }
    guard digits > 0 else { throw .notANumber }
    if bytes.first == UInt8(ascii: ".") {
      bytes.removeFirst()
      guard digit(bytes.first) != nil else { throw .notANumber }
      while let digit = digit(bytes.first) {
        // More digits than this cannot come out whole in any unit there is.
        guard fractionScale < 1_000_000_000_000_000 else { throw .tooFine }
        fraction = fraction * 10 + digit
        fractionScale *= 10
        bytes.removeFirst()
      }
    }
    let scale = try scale(of: bytes, units: units)
    // The fraction is below 1, so the quotient is below the scale and fits.
    let (quotient, remainder) = fractionScale.dividingFullWidth(
      fraction.multipliedFullWidth(by: scale))
    guard remainder == 0 else { throw .tooFine }
    let (product, overflow) = whole.multipliedReportingOverflow(by: scale)
    let (sum, carried) = product.addingReportingOverflow(quotient)
    guard !overflow, !carried else { throw .tooLarge }
    return sum
  }

  private static func digit(_ byte: UInt8?) -> Int64? {
    guard let byte, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
    return Int64(byte - UInt8(ascii: "0"))
  }

  private static func append(_ digit: Int64, to value: Int64) throws(Fault) -> Int64 {
    let (product, overflow) = value.multipliedReportingOverflow(by: 10)
    let (sum, carried) = product.addingReportingOverflow(digit)
    guard !overflow, !carried else { throw .tooLarge }
    return sum
  }

  private static func scale(
    of name: Substring.UTF8View, units: [Unit]
  ) throws(Fault) -> Int64 {
    if name.isEmpty { throw .noUnit }
    for unit in units where name.elementsEqual(unit.name.utf8) { return unit.scale }
    throw .unknownUnit
  }

  /// Whether the text is an optional minus and digits.
  static func isInteger(_ text: String) -> Bool {
    var bytes = text.utf8[...]
    if bytes.first == UInt8(ascii: "-") { bytes.removeFirst() }
    return !bytes.isEmpty && bytes.allSatisfy { digit($0) != nil }
  }

  static func hint(_ fault: Fault, for text: String, units: [Unit], example: String) -> String {
    let names = units.map { $0.name.drop { $0 == " " } }.joined(separator: ", ")
    switch fault {
    case .notANumber: return "write a number and a unit, such as \(example)"
    case .noUnit: return "add a unit: \(names)"
    case .unknownUnit: return "write one number and one unit: \(names)"
    case .tooFine: return "it does not come out whole in \(units[0].name)"
    case .tooLarge: return "it is too large"
    case .negative: return "it cannot be negative"
    }
  }
}
