// A log of events for Lastword, in one file: copy it into your app. It needs Foundation alone.
// The format is described in docs/log-events.md.

import Foundation

/// Keeps what happened and when, without anything that somebody has said.
///
/// Lines are gathered in memory and written in pieces, by a queue: whoever notes something never
/// waits for a disk. When a file has grown to its limit it
/// becomes the earlier one, and a new one is begun: there are never more than two. So it does at a
/// launch, because what was noted before the app died is what a report is about.
final class LastwordLog: @unchecked Sendable {
  /// Guards what is gathered.
  private let lock = NSLock()
  /// Writes, and alone looks at `written` and `lost`.
  private let queue = DispatchQueue(label: "lastword-log")
  private let file: URL
  private let earlier: URL
  private let header: String
  private let limit: Int
  private let begin: UInt64
  private var buffer = Data()
  private var written = 0
  private var names: [String: Int] = [:]
  private var pieces: [String: Int] = [:]
  private var exactLines = 0
  private var lost = 0

  /// So many bytes are gathered before they are written.
  private static let piece = 16 * 1024
  /// So many names are told apart; later ones have no number.
  private static let mostNames = 10_000
  /// The format has no number that is larger.
  private static let largest = 1_000_000_000_000

  /// Begins a log.
  ///
  /// - Parameters:
  ///   - folder: where `events.jsonl` and `events.1.jsonl` lie.
  ///   - app: the app and its version.
  ///   - platform: `macos`, `ios`, `ios-keyboard`, `android` or `windows`.
  ///   - tells: the kinds of exact lines of which the log gets all, such as `commands`, `screen`.
  ///     Name a kind only if your app really notes each of them: promises are judged by that.
  ///   - limit: the size in bytes at which a new file is begun.
  init(
    folder: URL, app: String, platform: String, sets: [String] = ["core"],
    tells: [String] = [], limit: Int = 1 << 20
  ) throws {
    file = folder.appendingPathComponent("events.jsonl")
    earlier = folder.appendingPathComponent("events.1.jsonl")
    self.limit = limit
    begin = DispatchTime.now().uptimeNanoseconds
    func list(_ words: [String]) -> String {
      words.map { "\"\(Self.plain($0))\"" }.joined(separator: ",")
    }
    header =
      "{\"format\":\"lastword-events/2\",\"app\":\"\(Self.plain(app))\","
      + "\"platform\":\"\(Self.plain(platform))\",\"sets\":[\(list(sets))],"
      + "\"tells\":[\(list(tells))]}\n"
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try rotate()
  }

  /// Notes that something has happened.
  ///
  /// - Parameters:
  ///   - sign: one of the words of the format, such as `stop-asked`.
  ///   - recording: what the app calls the recording, request or file; a number is written.
  ///   - value: a number that belongs to it.
  ///   - whole: what the value is a part of.
  ///   - byKeyboard: whether the keyboard extension says it.
  func saw(
    _ sign: String, recording: String? = nil, value: Int? = nil, whole: Int? = nil,
    byKeyboard: Bool = false
  ) {
    lock.lock()
    defer { lock.unlock() }
    var line = "{\"at\":\(DispatchTime.now().uptimeNanoseconds - begin),"
    line += "\"sees\":\"\(Self.plain(sign))\""
    if let recording, let number = number(of: recording) { line += ",\"recording\":\(number)" }
    if let value, 0...Self.largest ~= value { line += ",\"value\":\(value)" }
    if let whole, 0...Self.largest ~= whole { line += ",\"whole\":\(whole)" }
    if byKeyboard { line += ",\"by\":\"keyboard\"" }
    gather(line + "}\n")
  }

  /// What an exact line says. Words are literals of your code, and a text becomes numbers: nothing
  /// that somebody has said or named can get in.
  enum Fact {
    case number(Int)
    case flag(Bool)
    case word(StaticString)
    /// A recording, request or file, by whatever the app calls it.
    case name(String)
    /// A text by the pieces that it is made of, such as the answers that were put together. The
    /// same piece has the same number in the whole log.
    case text([String])
    case list([Fact])
    case object(KeyValuePairs<StaticString, Fact>)
  }

  /// Notes an exact line: `log.exactly("event", .object(["person": …]))`.
  ///
  /// - Parameters:
  ///   - kind: `event`, `ignored`, `effect`, `deadlines`, `did` or `process`.
  ///   - id: for a request and what becomes of it, its name, made of words and numbers as in the
  ///     logs that `lastword export` writes: `issue upload/r1.a1/0/t1`.
  ///   - process: `app`, `keyboard`, from the second launch on `app.2`; nil for `app`.
  func exactly(
    _ kind: StaticString, _ fact: Fact, id: String? = nil, in process: StaticString? = nil
  ) {
    lock.lock()
    defer { lock.unlock() }
    exactLines += 1
    var line = "{\"at\":\(DispatchTime.now().uptimeNanoseconds - begin),\"n\":\(exactLines),"
    if exactLines == 1 {
      line += "\"wall\":\(Int64(Date().timeIntervalSince1970 * 1_000) * 1_000_000),"
    }
    if let process { line += "\"in\":\"\(process)\"," }
    if let id { line += "\"id\":\"\(Self.plain(id))\"," }
    gather(line + "\"\(kind)\":\(json(fact))}\n")
  }

  /// Notes that the app begins: the first exact lines of a launch.
  ///
  /// - Parameter launch: what it begins with, where it is not what most apps have.
  func begins(_ launch: Fact = LastwordLog.usual) {
    exactly("process", .word("launched"))
    exactly("event", .object(["launched": launch]))
  }

  /// A launch of an app that puts text in by itself, on one surface, in front of one provider.
  static var usual: Fact {
    let dialect: Fact = .object([
      "cancelled": .word("ownState"), "deleteWhileActive": .word("wins"),
      "durableRaw": .word("failed"), "cancelledCapture": .word("recoverable"),
      "delivery": .word("insert"), "readsFractionalRetryAfter": .flag(true),
      "surfaces": .list([.word("main")]),
    ])
    let settings: Fact = .object([
      "recognizer": .object(["cloud": .word("groq")]), "model": .number(1),
      "language": .number(1), "vocabulary": .number(0), "cleanup": .word("cloud"),
    ])
    let limits: Fact = .object([
      "capture": .number(1_200_000_000_000), "splitDepth": .number(6),
      "minimumLeaf": .number(16_000), "spaceFloor": .number(300_000_000),
      "legQueue": .number(819_200),
    ])
    return .object([
      "process": .word("app"), "dialect": dialect, "settings": settings, "limits": limits,
      "live": .word("none"),
    ])
  }

  /// Notes what a person asked for: `start`, `stop`, `cancel`, `retry`, `delete`.
  func person(_ command: StaticString, _ recording: String) {
    exactly("event", .object(["person": .object([command: .name(recording)])]))
  }

  /// Notes that what a person asked for is not done now.
  func refused() { exactly("ignored", .word("notAllowedNow")) }

  /// Notes what is shown from now on, such as `recording` on `overlay`.
  func shows(_ surface: StaticString, _ indicator: StaticString) {
    let shown = Fact.list([.word(surface), .word(indicator)])
    exactly("effect", .object(["notice": .object(["show": shown])]))
  }

  /// Notes that the microphone of a recording runs from now on, or no longer does.
  func microphone(_ recording: String, isOn: Bool) {
    let what = Fact.object(["of": .name(recording), "isOn": .flag(isOn)])
    exactly("did", .object(["microphone": what]))
  }

  /// A fact as JSON; the lock is held.
  private func json(_ fact: Fact) -> String {
    switch fact {
    case .number(let number): "\(number)"
    case .flag(let flag): "\(flag)"
    case .word(let word): "\"\(word)\""
    case .name(let name): "\(number(of: name) ?? 0)"
    case .text(let parts): "\"\(parts.map { "\(textNumber($0))" }.joined(separator: " "))\""
    case .list(let all): "[" + all.map(json).joined(separator: ",") + "]"
    case .object(let members):
      "{" + members.map { "\"\($0.key)\":\(json($0.value))" }.joined(separator: ",") + "}"
    }
  }

  /// The number of a piece of a text, which is kept only as long as the app runs.
  private func textNumber(_ text: String) -> Int {
    if let known = pieces[text] { return known }
    guard pieces.count < Self.mostNames else { return Self.mostNames + 1 }
    pieces[text] = pieces.count + 1
    return pieces.count
  }

  /// Adds a line; the lock is held.
  private func gather(_ line: String) {
    buffer.append(Data(line.utf8))
    if buffer.count >= Self.piece {
      let full = takeGathered()
      queue.async { self.write(full) }
    }
  }

  /// Writes what is gathered. Call it when the app leaves the screen and when a session ends.
  func flush() {
    lock.lock()
    let rest = takeGathered()
    queue.async { self.write(rest) }
    lock.unlock()
    queue.sync {}
  }

  /// How often something could not be written.
  var losses: Int { queue.sync { lost } }

  /// What is gathered, which then begins anew; the lock is held.
  private func takeGathered() -> Data {
    defer { buffer = Data() }
    return buffer
  }

  private func number(of name: String) -> Int? {
    if let known = names[name] { return known }
    guard names.count < Self.mostNames else { return nil }
    names[name] = names.count + 1
    return names.count
  }

  private func write(_ piece: Data) {
    guard !piece.isEmpty else { return }
    do {
      if written + piece.count > limit { try rotate() }
      let handle = try FileHandle(forWritingTo: file)
      defer { try? handle.close() }
      try handle.seekToEnd()
      try handle.write(contentsOf: piece)
      written += piece.count
    } catch {
      // A log must never be why an app fails.
      lost += 1
    }
  }

  private func rotate() throws {
    if FileManager.default.fileExists(atPath: file.path) {
      if FileManager.default.fileExists(atPath: earlier.path) {
        try FileManager.default.removeItem(at: earlier)
      }
      try FileManager.default.moveItem(at: file, to: earlier)
    }
    try Data(header.utf8).write(to: file)
    written = header.utf8.count
  }

  /// A word without anything that JSON would have to escape.
  private static func plain(_ text: String) -> String {
    String(text.prefix(80).filter { $0.isASCII && $0 != "\"" && $0 != "\\" && $0 >= " " })
  }
}
