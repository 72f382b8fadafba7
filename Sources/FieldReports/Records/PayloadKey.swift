import Contract

/// How the parts of a case's payload are called in a file.
enum PayloadKey {
  /// How many parts of a payload can stand without a name.
  static func unnamed<Key: CodingKey>(_ type: Key.Type) -> Int {
    var count = 0
    while Key(stringValue: "_\(count)") != nil { count += 1 }
    return count
  }

  /// The place of a part without a name; nil for one that has a name.
  static func place(_ key: String) -> Int? {
    key.hasPrefix("_") ? Int(key.dropFirst()) : nil
  }

  /// What a file calls a part beside others that have names.
  static func written(_ key: String) -> String {
    switch key {
    case "_0": "of"
    case "_1": "with"
    default: key
    }
  }
}

/// An answer in the envelope that providers send, and its kind.
enum AnswerWord {
  static let json = "application/json"

  /// The text in a plain envelope; nil for any other body.
  static func said(in body: String) -> String? {
    let (head, tail) = ("{\"text\":\"", "\"}")
    guard body.hasPrefix(head), body.hasSuffix(tail), body.utf8.count >= head.utf8.count + 2 else {
      return nil
    }
    let said = String(body.utf8.dropFirst(head.utf8.count).dropLast(tail.utf8.count)) ?? ""
    // What looks like JSON inside is said as it stands, in the raw form.
    guard !said.contains("\""), !said.contains("\\"), !said.hasPrefix("{"), !said.hasPrefix("[")
    else { return nil }
    return said
  }

  /// The body of an envelope.
  static func body(saying text: String) -> String { "{\"text\":\"" + text + "\"}" }

  /// What kind a media type is of, in its plainest form.
  static func type(_ contentType: String) -> String {
    let end = contentType.firstIndex(of: ";") ?? contentType.endIndex
    let name = contentType[..<end].lowercased().filter { $0 != " " && $0 != "\t" }
    if name == "text/plain" { return name }
    return name == json || name.hasSuffix("+json") ? json : "other"
  }
}

/// What a server said of when to come again.
enum RetryWord {
  /// As it stands where it says anything; a word that nobody can use otherwise.
  static func plain(_ value: String) -> String {
    RetryAfter(value) == .unusable ? "unusable" : value
  }
}
