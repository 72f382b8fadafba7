import Contract
import JSON

/// How an answer is unwrapped (clauses REQUEST.literal-json-text and REQUEST.complete-200-only).
///
/// A text answer is kept literally, even if it looks like JSON. A JSON answer is unwrapped only
/// when media type and a complete envelope say so: one field `text`, and beside it only what the
/// provider is known to add. Anything else is not an answer.
enum Envelope {
  /// The text of a recognition; nil if the answer cannot be used.
  static func text(of body: Body, _ settings: Settings) -> String? {
    guard let text = body.text, let type = body.contentType else { return nil }
    switch media(type) {
    case .plain: return text
    case .json: return field(of: text, extras: extras(settings))
    case .other: return nil
    }
  }

  /// The text of a cleanup; nil unless the model says that it had finished.
  static func cleaned(_ body: Body) -> String? {
    guard let text = body.text, let type = body.contentType, media(type) == .json else {
      return nil
    }
    guard let value = read(text), let reason = value["finish_reason"]?.string,
      reason == "stop" || reason.lowercased() == "stop"
    else { return nil }
    return value["text"]?.string
  }

  private enum Media { case plain, json, other }

  private static func media(_ contentType: String) -> Media {
    // What servers mostly say needs no reading.
    if contentType == "application/json" || contentType == "application/json; charset=utf-8" {
      return .json
    }
    let end = contentType.firstIndex(of: ";") ?? contentType.endIndex
    let type = Engine.trimmed(String(contentType[..<end])).lowercased()
    if type == "text/plain" { return .plain }
    if type == "application/json" || type.hasSuffix("+json") { return .json }
    return .other
  }

  private static func extras(_ settings: Settings) -> [String] {
    guard case .cloud(let provider) = settings.recognizer else { return [] }
    switch provider {
    case .openai: return ["usage"]
    case .groq: return ["x_groq"]
    case .deepgram, .soniox: return []
    }
  }

  private static func field(of text: String, extras: [String]) -> String? {
    guard let value = read(text), let members = value.members else { return nil }
    for member in members where member.key != "text" && !extras.contains(member.key) { return nil }
    return value["text"]?.string
  }

  private static func read(_ text: String) -> JSONValue? {
    do { return try JSONValue(reading: text) } catch { return nil }
  }
}
