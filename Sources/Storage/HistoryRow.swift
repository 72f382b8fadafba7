internal import Contract

/// A row of History as columns, and back.
///
/// Reading is strict: a number where a text should be, a value that no enum has, a NULL that no
/// writer leaves, and the row is damaged, whatever the rest of it looks like.
enum HistoryRow {
  /// The columns, in the order of all parameters and results here.
  static let columns = """
    recording, attempt, generation, state, reason, integrity, samples, checkpoint, leaves, through, \
    raw, final, delivery, usage, settings
    """

  /// Puts a row into the parameters 1 to 15.
  static func bind(_ row: Row, to statement: Statement) {
    statement.bind(1, Int64(row.recording.rawValue))
    statement.bind(2, Int64(row.attempt))
    statement.bind(3, Int64(row.generation))
    statement.bind(4, Int64(row.state.rawValue))
    statement.bind(5, Int64(row.reason.rawValue))
    statement.bind(6, Int64(row.integrity.rawValue))
    statement.bind(7, Int64(row.samples))
    statement.bind(8, row.checkpoint?.text)
    statement.bind(9, row.checkpoint.map { Int64($0.leaves) })
    statement.bind(10, row.checkpoint.map { Int64($0.through) })
    statement.bind(11, row.raw)
    statement.bind(12, row.final)
    statement.bind(13, Int64(row.delivery.rawValue))
    statement.bind(14, Int64(row.usage.rawValue))
    statement.bind(15, pack(row.settings))
  }

  /// Reads the columns 0 to 14 of the current row.
  static func read(_ statement: Statement) throws(DamagedRow) -> Row {
    let key = statement.strictInteger(0).flatMap { UInt16(exactly: $0) }
    guard let key else { throw DamagedRow(recording: nil) }
    let columns = StrictColumns(statement, RecordingID(key))
    return Row(
      recording: RecordingID(key), attempt: try columns.number(1),
      generation: try columns.number(2), state: try columns.word(3), reason: try columns.word(4),
      integrity: try columns.word(5), samples: try columns.number(6),
      checkpoint: try columns.checkpoint(7), raw: try columns.text(10),
      final: try columns.text(11), delivery: try columns.word(12), usage: try columns.word(13),
      settings: try columns.settings(14))
  }

  /// Settings as a number of six bytes: kind of recognizer, provider or slot, model, language,
  /// vocabulary, cleanup; the first in the lowest byte.
  static func pack(_ settings: Settings) -> Int64 {
    let recognizer: (UInt8, UInt8) =
      switch settings.recognizer {
      case .cloud(let provider): (0, provider.rawValue)
      case .local(let slot): (1, slot)
      }
    var packed: Int64 = 0
    for byte in [
      settings.cleanup.rawValue, settings.vocabulary, settings.language, settings.model,
      recognizer.1, recognizer.0,
    ] {
      packed = packed << 8 | Int64(byte)
    }
    return packed
  }

  /// The settings of a number; nil if no settings have it.
  static func settings(_ packed: Int64) -> Settings? {
    guard packed >= 0, packed < 1 << 48 else { return nil }
    func byte(_ n: Int64) -> UInt8 { UInt8(truncatingIfNeeded: packed >> (8 * n)) }
    let recognizer: Recognizer
    switch byte(0) {
    case 0:
      guard let provider = Provider(rawValue: byte(1)) else { return nil }
      recognizer = .cloud(provider)
    case 1: recognizer = .local(slot: byte(1))
    default: return nil
    }
    guard let cleanup = Cleanup(rawValue: byte(5)) else { return nil }
    return Settings(
      recognizer: recognizer, model: byte(2), language: byte(3), vocabulary: byte(4),
      cleanup: cleanup)
  }
}

/// A row that cannot be read, and whose it is where at least that is known.
struct DamagedRow: Error, Hashable {
  let recording: RecordingID?
}

/// The columns of a row, each read as what it must be.
private struct StrictColumns {
  private let statement: Statement
  private let recording: RecordingID

  init(_ statement: Statement, _ recording: RecordingID) {
    self.statement = statement
    self.recording = recording
  }

  func number<Number: FixedWidthInteger>(_ index: Int32) throws(DamagedRow) -> Number {
    guard let value = statement.strictInteger(index), let number = Number(exactly: value) else {
      throw DamagedRow(recording: recording)
    }
    return number
  }

  func word<Word: RawRepresentable<UInt8>>(_ index: Int32) throws(DamagedRow) -> Word {
    let value: UInt8 = try number(index)
    guard let word = Word(rawValue: value) else { throw DamagedRow(recording: recording) }
    return word
  }

  func text(_ index: Int32) throws(DamagedRow) -> String? {
    if statement.isNull(index) { return nil }
    guard let text = statement.strictText(index) else { throw DamagedRow(recording: recording) }
    return text
  }

  func checkpoint(_ index: Int32) throws(DamagedRow) -> Checkpoint? {
    guard let text = try text(index) else {
      guard statement.isNull(index + 1), statement.isNull(index + 2) else {
        throw DamagedRow(recording: recording)
      }
      return nil
    }
    return Checkpoint(
      text: text, leaves: try number(index + 1), through: try number(index + 2))
  }

  func settings(_ index: Int32) throws(DamagedRow) -> Settings {
    let packed: Int64 = try number(index)
    guard let settings = HistoryRow.settings(packed) else {
      throw DamagedRow(recording: recording)
    }
    return settings
  }
}
