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
  ///   - limit: the size in bytes at which a new file is begun.
  init(
    folder: URL, app: String, platform: String, sets: [String] = ["core"], limit: Int = 1 << 20
  ) throws {
    file = folder.appendingPathComponent("events.jsonl")
    earlier = folder.appendingPathComponent("events.1.jsonl")
    self.limit = limit
    begin = DispatchTime.now().uptimeNanoseconds
    let known = sets.map { "\"\(Self.plain($0))\"" }.joined(separator: ",")
    header =
      "{\"format\":\"lastword-events/1\",\"app\":\"\(Self.plain(app))\","
      + "\"platform\":\"\(Self.plain(platform))\",\"sets\":[\(known)]}\n"
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
    buffer.append(Data((line + "}\n").utf8))
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
