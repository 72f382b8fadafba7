import Contract

// The block of a finding: where it comes from and what must come of it.
extension FormatReader {
  static let regressionKeys = [
    "clause", "expect", "engine", "strategy", "seed", "generator", "tool", "trace", "bucket",
    "cut", "aliases",
  ]

  /// Reads where a finding comes from.
  func regression(_ node: YAMLNode) -> Regression? {
    guard let fields = log.mapping(node, "regression", keys: Self.regressionKeys) else {
      return nil
    }
    let clause = fields.required("clause").flatMap { log.clause($0) }
    let expect = fields.required("expect").flatMap {
      log.word($0, "expect", as: Regression.Expectation.self)
    }
    let engine = fields.required("engine").flatMap { literal($0, "engine") }
    let strategy = fields.required("strategy").flatMap { literal($0, "strategy") }
    let seed = fields["seed"].flatMap { hexadecimal($0, "seed", digits: 1...16, prefix: "0x") }
    let generator = fields.required("generator").flatMap {
      log.integer($0, "generator", in: 1...1_000_000)
    }
    let tool = fields.required("tool").flatMap { literal($0, "tool") }
    let traceNode = fields.required("trace")
    let trace = traceNode.flatMap { hexadecimal($0, "trace", digits: 16...16, prefix: "") }
    let bucket = fields.required("bucket").flatMap { literal($0, "bucket") }
    let cut = fields["cut"].flatMap { hexadecimal($0, "cut", digits: 16...16, prefix: "") }
    let aliases = fields["aliases"].flatMap { self.aliases($0) } ?? []
    guard let clause, let expect, let engine, let strategy, let generator, let tool, trace != nil,
      let traceNode, case .scalar(let hash) = traceNode.content, let bucket
    else { return nil }
    return Regression(
      clause: clause, expect: expect, engine: engine, strategy: strategy, seed: seed,
      generator: generator, tool: tool, trace: hash.text, bucket: bucket, cut: cut,
      aliases: aliases)
  }

  private func hexadecimal(
    _ node: YAMLNode, _ name: String, digits: ClosedRange<Int>, prefix: String
  ) -> UInt64? {
    guard let text = literal(node, name) else { return nil }
    let rest = text.dropFirst(prefix.count)
    let isHexadecimal = rest.utf8.allSatisfy { byte in
      (0x30...0x39).contains(byte) || (0x61...0x66).contains(byte)
    }
    if text.hasPrefix(prefix), digits.contains(rest.count), isHexadecimal {
      return UInt64(rest, radix: 16)
    }
    let example = prefix.isEmpty ? "16 hexadecimal digits" : "such as \"0x6b1f\""
    log.report(
      .badText, at: node.position, "'\(name)' cannot be '\(text)'",
      hint: "it is a number in small hexadecimal digits, \(example)")
    return nil
  }

  private func aliases(_ node: YAMLNode) -> [Regression.Alias]? {
    log.entries(node, "aliases")?.compactMap { entry in
      literal(entry.value, entry.key).map { Regression.Alias(entry.key, is: $0) }
    }
  }
}

extension Regression.Expectation: FormatWord {
  var word: String { rawValue }
}

/// Names in a file that are called otherwise now, replaced before anything is read.
///
/// Only whole words of a name are replaced, and only where names stand: in anchors, questions,
/// holds and crashes.
struct Renaming {
  private let aliases: [Regression.Alias]
  private var isUsed: [Bool]
  private let node: YAMLNode

  init(_ aliases: [Regression.Alias], at node: YAMLNode) {
    self.aliases = aliases
    self.node = node
    isUsed = Array(repeating: false, count: aliases.count)
  }

  /// The parts of a file that hold names.
  private static let parts = ["person", "plan", "schedule", "crash"]
  /// The keys whose values are names.
  private static let keys = ["after", "hold", "until", "at"]

  /// The entries of a file with their names as they are now.
  mutating func apply(to entries: [YAMLEntry], _ log: DiagnosticLog) -> [YAMLEntry] {
    var renamed = entries
    for place in renamed.indices where Self.parts.contains(renamed[place].key) {
      renamed[place].value = value(renamed[place].value, isPlan: renamed[place].key == "plan")
    }
    for (place, alias) in aliases.enumerated() where !isUsed[place] {
      log.report(
        .unmatched, at: node.position, "no name of the file holds '\(alias.old)'",
        hint: "remove the alias")
    }
    return renamed
  }

  private mutating func value(_ node: YAMLNode, isPlan: Bool = false) -> YAMLNode {
    var node = node
    switch node.content {
    case .scalar, .refused: break
    case .sequence(var nodes):
      for place in nodes.indices { nodes[place] = value(nodes[place]) }
      node.content = .sequence(nodes)
    case .mapping(var entries):
      for place in entries.indices {
        if isPlan { entries[place].key = name(entries[place].key) }
        guard !isPlan, Self.keys.contains(entries[place].key),
          case .scalar(var scalar) = entries[place].value.content
        else { continue }
        scalar.text = name(scalar.text)
        entries[place].value.content = .scalar(scalar)
      }
      node.content = .mapping(entries)
    }
    return node
  }

  private mutating func name(_ text: String) -> String {
    var text = text
    for (place, alias) in aliases.enumerated() {
      guard let replaced = Self.replacing(alias.old, with: alias.new, in: text) else { continue }
      text = replaced
      isUsed[place] = true
    }
    return text
  }

  /// A text with every occurrence of whole words replaced; nil where there is none.
  private static func replacing(_ old: String, with new: String, in text: String) -> String? {
    guard !old.isEmpty else { return nil }
    let (bytes, sought) = (Array(text.utf8), Array(old.utf8))
    var out: [UInt8] = []
    var place = 0
    var found = false
    while place < bytes.count {
      let end = place + sought.count
      let fits =
        end <= bytes.count && bytes[place..<end].elementsEqual(sought)
        && (place == 0 || !isWord(bytes[place - 1])) && (end == bytes.count || !isWord(bytes[end]))
      if fits {
        out += new.utf8
        found = true
        place = end
      } else {
        out.append(bytes[place])
        place += 1
      }
    }
    return found ? String(decoding: out, as: UTF8.self) : nil
  }

  private static func isWord(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
      || byte == UInt8(ascii: "-")
  }
}
