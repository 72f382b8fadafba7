/// The words that logs of dictation and recorder apps are made of, put together by what they mean.
struct Vocabulary {
  /// Two words side by side that mean something together.
  struct Phrase {
    var first: Concepts
    var second: Concepts
    var concept: Int
  }

  /// The number of each concept, by name.
  private(set) var numbers: [String: Int] = [:]
  private(set) var phrases: [Phrase] = []
  /// Words with which some phrase begins.
  private(set) var opening = Concepts()
  /// Words behind which quoted text is the app's own and no person's.
  private(set) var quotable = Concepts()
  /// Words behind which quoted text is what a person is shown.
  private(set) var speaking = Concepts()
  /// What shown text is looked through for.
  private(set) var reconnecting = Concepts()
  private(set) var keeping = Concepts()
  private(set) var capturing = Concepts()
  private(set) var denying = Concepts()
  /// What shown text then claims.
  private(set) var claims = (reconnecting: 0, saved: 0, recording: 0)
  private var words: [Spelling: Concepts] = [:]
  private var stems: [Spelling: Concepts] = [:]
  private var units: [Spelling: Token.Unit] = [:]
  private var known: [Spelling: Concepts] = [:]

  /// The vocabulary of the table beside this file.
  init() {
    for line in Self.table.split(separator: "\n") {
      let parts = line.split(separator: ":", maxSplits: 1)
      guard parts.count == 2 else { continue }
      let number = number(of: parts[0].filter { $0 != " " })
      for entry in parts[1].split(separator: ",") { add(entry, number) }
    }
    for name in Self.derived { _ = number(of: name) }
    quotable = named("quotable")
    speaking = named("message", "screen", "surface", "show")
    reconnecting = named("reconnect")
    keeping = named("keep")
    capturing = named("recording")
    denying = named("no", "fail", "gone", "remove", "delete", "discard", "reconnect", "ask", "end")
    claims = (
      numbers["reconnect"] ?? 0, numbers["claimsaved"] ?? 0, numbers["claimrecording"] ?? 0
    )
    for (words, unit) in Self.units {
      for word in words.split(separator: " ") { units[Spelling(String(word))] = unit }
    }
  }

  /// What a line says by its numbers; set by the reader of lines.
  static let derived = [
    "duration", "bytes", "chars", "count", "zero", "s200", "s2xx", "s402", "s413", "permanent",
    "transient", "login", "claimsaved", "claimrecording",
  ]

  private func named(_ names: String...) -> Concepts {
    names.reduce(into: Concepts()) { set, name in
      if let number = numbers[name] { set.insert(number) }
    }
  }

  private mutating func number(of name: String) -> Int {
    if let number = numbers[name] { return number }
    numbers[name] = numbers.count
    return numbers.count - 1
  }

  private mutating func add(_ entry: Substring, _ number: Int) {
    let parts = entry.split(separator: " ")
    guard parts.count == 2 else {
      if let word = parts.first { addWord(word, number) }
      return
    }
    // Each word of a phrase gets a number of its own, shared by all phrases that use it.
    let pair = parts.map { part in
      let hidden = self.number(of: "_\(part)")
      addWord(part, hidden)
      return Concepts(hidden)
    }
    phrases.append(Phrase(first: pair[0], second: pair[1], concept: number))
    opening.formUnion(pair[0])
  }

  private mutating func addWord(_ word: Substring, _ number: Int) {
    if word.hasSuffix("*") {
      stems[Spelling(String(word.dropLast())), default: Concepts()].insert(number)
    } else {
      words[Spelling(String(word)), default: Concepts()].insert(number)
    }
  }

  /// What a word means; nothing for most.
  mutating func concepts(of spelling: Spelling) -> Concepts {
    if let concepts = known[spelling] { return concepts }
    var concepts = words[spelling] ?? Concepts()
    for length in 2...16 where length <= spelling.count {
      if let stem = stems[spelling.prefix(length)] { concepts.formUnion(stem) }
    }
    // A hostile log must not fill the memory with words that occur once.
    if known.count < 50_000 { known[spelling] = concepts }
    return concepts
  }

  /// The unit that a word is; none for most.
  func unit(of spelling: Spelling) -> Token.Unit {
    spelling.count > 12 ? .none : units[spelling] ?? .none
  }

  private static let units: [(String, Token.Unit)] = [
    ("ns nanoseconds", .nanoseconds), ("us microseconds", .microseconds),
    ("ms msec millis milliseconds millisecond", .milliseconds),
    ("s sec secs second seconds", .seconds), ("min mins minute minutes", .minutes),
    ("h hour hours", .hours), ("b byte bytes", .bytes), ("kb", .kilobytes), ("mb", .megabytes),
    ("kib", .kibibytes), ("mib", .mebibytes),
    ("char chars character characters letters zeichen", .characters),
    ("frame frames samples", .frames), ("percent", .percent),
  ]
}
