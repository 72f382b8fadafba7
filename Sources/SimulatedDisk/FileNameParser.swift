extension FileName {
  /// Reads the text form; nil for anything that is not exactly one of the known forms.
  ///
  /// Numbers have no sign and no leading zero, so that no two texts mean one file.
  public init?(parsing text: Span<UInt8>) {
    var position = 0
    guard let name = Self.scan(text, &position), position == text.count else { return nil }
    self = name
  }

  /// Reads the text form of a string; nil for anything that is not a known form.
  public init?(_ text: String) {
    let bytes = Array(text.utf8)
    self.init(parsing: bytes.span)
  }

  private static func scan(_ text: Span<UInt8>, _ position: inout Int) -> FileName? {
    if take("history.", text, &position) { return database(text, &position) }
    if take("slot", text, &position) {
      guard let number = number(text, &position) else { return nil }
      return .slot(number)
    }
    if take("other", text, &position) {
      guard let number = number(text, &position), take(".bin", text, &position) else { return nil }
      return .foreign(number)
    }
    guard take("r", text, &position), let recording = number(text, &position),
      take(".", text, &position)
    else { return nil }
    if take("partial.wav", text, &position) { return .partial(recording) }
    if take("source.wav", text, &position) { return .source(recording) }
    guard take("leaf", text, &position), let index = number(text, &position),
      take(".wav", text, &position)
    else { return nil }
    return .leaf(recording, index)
  }

  private static func database(_ text: Span<UInt8>, _ position: inout Int) -> FileName? {
    var part: UInt32 = 0
    if !take("db", text, &position) {
      guard let number = number(text, &position), number > 0, take(".db", text, &position) else {
        return nil
      }
      part = number
    }
    if take("-journal", text, &position) { return FileName(role: .journal, owner: 0, part: part) }
    if take("-wal", text, &position) { return FileName(role: .wal, owner: 0, part: part) }
    return FileName(role: .db, owner: 0, part: part)
  }

  private static func take(_ literal: String, _ text: Span<UInt8>, _ position: inout Int) -> Bool {
    var at = position
    for byte in literal.utf8 {
      guard at < text.count, text[at] == byte else { return false }
      at += 1
    }
    position = at
    return true
  }

  private static func number(_ text: Span<UInt8>, _ position: inout Int) -> UInt32? {
    let start = position
    var value: UInt32 = 0
    while position < text.count, text[position] >= 0x30, text[position] <= 0x39 {
      let (scaled, overflow) = value.multipliedReportingOverflow(by: 10)
      let (sum, carry) = scaled.addingReportingOverflow(UInt32(text[position] - 0x30))
      guard !overflow, !carry else { return nil }
      value = sum
      position += 1
    }
    let digits = position - start
    guard digits > 0, digits == 1 || text[start] != 0x30 else { return nil }
    return value
  }
}
