/// The members of a family of scenarios: each key with one of its values, in every combination.
struct Matrix {
  /// One value of a key.
  struct Value {
    /// How ids name it.
    var name: String
    /// What takes the place of `"{key}"`.
    var node: YAMLNode
  }

  /// One key with its values.
  struct Axis {
    var key: String
    var position: SourcePosition
    var values: [Value]
  }

  static let mostMembers = 256
  private(set) var axes: [Axis] = []

  /// No matrix: one member without a name.
  init() {}

  /// Reads a matrix: a map of lists of plain values, or of maps of named ones.
  init(_ node: YAMLNode, _ log: DiagnosticLog) {
    var count = 1
    for entry in log.entries(node, "matrix") ?? [] {
      guard Self.isName(entry.key) else {
        log.report(
          .badMatrix, at: entry.keyPosition, "'\(entry.key)' is no name for a key of a matrix",
          hint: "use letters, digits, '.', '-' and '_'")
        continue
      }
      let values = Self.values(entry, log)
      if values.isEmpty { continue }
      count = count.multipliedReportingOverflow(by: values.count).partialValue
      if count > Self.mostMembers || count <= 0 {
        log.report(
          .badMatrix, at: entry.keyPosition,
          "the matrix has more than \(Self.mostMembers) members")
        return
      }
      axes.append(Axis(key: entry.key, position: entry.keyPosition, values: values))
    }
  }

  private static func values(_ entry: YAMLEntry, _ log: DiagnosticLog) -> [Value] {
    var values: [Value] = []
    switch entry.value.content {
    case .mapping(let named):
      for one in named {
        guard isName(one.key) else {
          log.report(
            .badMatrix, at: one.keyPosition, "'\(one.key)' cannot be a part of an id",
            hint: "use letters, digits, '.', '-' and '_'")
          continue
        }
        values.append(Value(name: one.key, node: one.value))
      }
    case .sequence(let nodes):
      for node in nodes {
        guard case .scalar(let scalar) = node.content, isName(scalar.text) else {
          log.report(
            .badMatrix, at: node.position, "a listed value is also a part of an id",
            hint: "give it a name: {some-name: …}")
          continue
        }
        if let twice = values.first(where: { $0.name == scalar.text }) {
          log.report(
            .badMatrix, at: node.position, "value '\(scalar.text)' is given twice",
            notes: [Diagnostic.Note("first given", at: twice.node.position)])
          continue
        }
        values.append(Value(name: scalar.text, node: node))
      }
    case .scalar, .refused:
      log.report(
        .wrongKind, at: entry.value.position, "'\(entry.key)' should be a list or a map of values")
      return values
    }
    if values.isEmpty {
      log.report(.emptyList, at: entry.value.position, "'\(entry.key)' needs at least one value")
    }
    return values
  }

  private static func isName(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.count <= 40
      && text.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"),
          UInt8(ascii: "_"):
          true
        default: false
        }
      }
  }

  /// The members, the last key changing fastest.
  var members: [Member] {
    var all = [Member(values: [])]
    for axis in axes {
      all = all.flatMap { member in
        axis.values.map { Member(values: member.values + [(axis.key, $0)]) }
      }
    }
    return all
  }

  /// Reports keys that no value of the file names; `used` are those that one does.
  func reportUnused(_ used: Set<String>, _ log: DiagnosticLog) {
    for axis in axes where !used.contains(axis.key) {
      log.report(
        .badMatrix, at: axis.position, "nothing in the file is \"{\(axis.key)}\"",
        hint: "its members would all be the same")
    }
  }

  /// One combination of values.
  struct Member {
    var values: [(key: String, value: Value)]

    /// What it adds to the id: `[status=403]`, or nothing.
    var suffix: String {
      if values.isEmpty { return "" }
      return "[" + values.map { "\($0.key)=\($0.value.name)" }.joined(separator: ",") + "]"
    }

    /// A value of the file with every `"{key}"` in it replaced; nil when there is none.
    func applied(
      to node: YAMLNode, _ log: DiagnosticLog, used: inout Set<String>
    ) -> YAMLNode? {
      switch node.content {
      case .refused: return nil
      case .sequence(var nodes):
        var isChanged = false
        for place in nodes.indices {
          guard let new = applied(to: nodes[place], log, used: &used) else { continue }
          nodes[place] = new
          isChanged = true
        }
        return isChanged ? YAMLNode(.sequence(nodes), at: node.position) : nil
      case .mapping(var entries):
        var isChanged = false
        for place in entries.indices {
          guard let new = applied(to: entries[place].value, log, used: &used) else { continue }
          entries[place].value = new
          isChanged = true
        }
        return isChanged ? YAMLNode(.mapping(entries), at: node.position) : nil
      case .scalar(let scalar):
        return Self.placeholder(scalar.text).map { value(of: $0, at: node.position, log, &used) }
      }
    }

    private func value(
      of key: String, at position: SourcePosition, _ log: DiagnosticLog, _ used: inout Set<String>
    ) -> YAMLNode {
      if let value = values.first(where: { $0.key == key }) {
        used.insert(key)
        return value.value.node
      }
      let nearest = Suggestion.nearest(to: key, among: values.map(\.key))
      log.report(
        .badMatrix, at: position, "the matrix has no '\(key)'",
        hint: nearest.map { "did you mean \"{\($0)}\"?" })
      return YAMLNode(.refused, at: position)
    }

    /// The key in `{key}`, or nil.
    private static func placeholder(_ text: String) -> String? {
      guard text.utf8.first == UInt8(ascii: "{"), text.utf8.last == UInt8(ascii: "}") else {
        return nil
      }
      let key = String(text.dropFirst().dropLast())
      return Matrix.isName(key) ? key : nil
    }
  }
}
