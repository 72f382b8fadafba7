/// The form that a line is written in.
public enum LogShape: String, CaseIterable, Hashable, Sendable {
  /// A time of day, a date or an offset, then text.
  case plain = "plain text"
  /// One JSON object.
  case jsonLines = "JSON Lines"
  /// One JSON object with the keys of Serilog's compact format.
  case serilog = "Serilog compact JSON"
  /// What `log show` writes, compact.
  case appleCompact = "Apple log show, compact"
  /// What `log show --style ndjson` writes.
  case appleJSON = "Apple log show, ndjson"
  /// What Apple's Console copies.
  case appleConsole = "Apple Console"
  /// Android's threadtime and its kin.
  case logcat = "logcat"
  /// What Rust's tracing and log crates write.
  case rust = "Rust log"
  /// What electron-log writes.
  case electron = "electron-log"
  /// Text without any time.
  case untimed = "text without times"
  /// The wire, as a browser or proxy exports it.
  case har = "HAR"
  /// What an app keeps for this tool.
  case events = "a log of events"
}
