internal import CYAML

/// The events of one YAML text, in order, read with libyaml. No other file of this target
/// touches libyaml's memory; what leaves this one are plain values.
@safe struct LibYAML: ~Copyable {
  /// What one event says.
  enum Kind {
    case documentStart(hasDirectives: Bool)
    case documentEnd
    case streamEnd
    case alias
    case scalar(YAMLScalar)
    case sequenceStart
    case sequenceEnd
    case mappingStart
    case mappingEnd
  }

  /// One event with its place and what was attached to it.
  struct Event {
    var kind: Kind
    var position: SourcePosition
    var hasAnchor = false
    var hasTag = false
    /// Whether escapes were resolved in it, so that it may hold what the file cannot.
    var mayHoldEscapes = false
  }

  /// Why libyaml stopped, in its own words.
  struct Failure: Error {
    var problem: String
    var position: SourcePosition
    /// The construct it was in ("while parsing a flow mapping") and where that began.
    var context: String
    var contextPosition: SourcePosition?
  }

  private let parser: UnsafeMutablePointer<yaml_parser_t>

  /// Gives `body` the events of `bytes`, which must be UTF-8.
  ///
  /// - Returns: nil when there is no memory for a parser, or nothing to read.
  static func read<Value>(_ bytes: [UInt8], _ body: (inout LibYAML) -> Value) -> Value? {
    unsafe bytes.withUnsafeBufferPointer { buffer in
      guard let base = buffer.baseAddress, var reader = LibYAML() else { return nil }
      // The parser keeps the address, not a copy: it must not outlive this closure.
      unsafe yaml_parser_set_encoding(reader.parser, YAML_UTF8_ENCODING)
      unsafe yaml_parser_set_input_string(reader.parser, base, buffer.count)
      return body(&reader)
    }
  }

  private init?() {
    unsafe parser = .allocate(capacity: 1)
    if unsafe yaml_parser_initialize(parser) == 0 {
      unsafe parser.deallocate()
      return nil
    }
  }

  deinit {
    unsafe yaml_parser_delete(parser)
    unsafe parser.deallocate()
  }

  /// Reads one event; nothing may be read after the end of the stream or after a failure.
  mutating func next() throws(Failure) -> Event {
    while true {
      var event = unsafe yaml_event_t()
      guard unsafe yaml_parser_parse(parser, &event) != 0 else { throw failure() }
      defer { unsafe yaml_event_delete(&event) }
      if let translated = unsafe LibYAML.translate(event) { return translated }
    }
  }

  /// nil for the start of the stream, which says nothing.
  private static func translate(_ event: yaml_event_t) -> Event? {
    let position = unsafe place(event.start_mark)
    switch unsafe event.type {
    case YAML_DOCUMENT_START_EVENT:
      let start = unsafe event.data.document_start
      let hasDirectives =
        unsafe start.version_directive != nil
        || start.tag_directives.start != start.tag_directives.end
      return Event(kind: .documentStart(hasDirectives: hasDirectives), position: position)
    case YAML_DOCUMENT_END_EVENT: return Event(kind: .documentEnd, position: position)
    case YAML_STREAM_END_EVENT: return Event(kind: .streamEnd, position: position)
    case YAML_ALIAS_EVENT: return Event(kind: .alias, position: position)
    case YAML_SCALAR_EVENT: return unsafe scalar(event.data.scalar, at: position)
    case YAML_SEQUENCE_START_EVENT:
      let start = unsafe event.data.sequence_start
      return unsafe Event(
        kind: .sequenceStart, position: position, hasAnchor: start.anchor != nil,
        hasTag: start.tag != nil)
    case YAML_SEQUENCE_END_EVENT: return Event(kind: .sequenceEnd, position: position)
    case YAML_MAPPING_START_EVENT:
      let start = unsafe event.data.mapping_start
      return unsafe Event(
        kind: .mappingStart, position: position, hasAnchor: start.anchor != nil,
        hasTag: start.tag != nil)
    case YAML_MAPPING_END_EVENT: return Event(kind: .mappingEnd, position: position)
    default: return nil
    }
  }

  private static func scalar(
    _ scalar: yaml_event_s.__Unnamed_union_data.__Unnamed_struct_scalar,
    at position: SourcePosition
  ) -> Event {
    let text = unsafe String(
      decoding: UnsafeBufferPointer(start: scalar.value, count: scalar.length), as: UTF8.self)
    let isPlain = unsafe scalar.style == YAML_PLAIN_SCALAR_STYLE
    return unsafe Event(
      kind: .scalar(YAMLScalar(text, isQuoted: !isPlain)), position: position,
      hasAnchor: scalar.anchor != nil, hasTag: scalar.tag != nil,
      mayHoldEscapes: scalar.style == YAML_DOUBLE_QUOTED_SCALAR_STYLE)
  }

  private func failure() -> Failure {
    let state = unsafe parser.pointee
    if unsafe state.error == YAML_MEMORY_ERROR {
      return Failure(problem: "out of memory", position: .start, context: "")
    }
    let problem = unsafe state.problem.map { unsafe String(cString: $0) } ?? "not well-formed"
    let context = unsafe state.context.map { unsafe String(cString: $0) } ?? ""
    return unsafe Failure(
      problem: problem, position: LibYAML.place(state.problem_mark), context: context,
      contextPosition: context.isEmpty ? nil : LibYAML.place(state.context_mark))
  }

  /// libyaml counts lines and columns from 0, columns in characters.
  private static func place(_ mark: yaml_mark_t) -> SourcePosition {
    SourcePosition(line: Int(clamping: mark.line) + 1, column: Int(clamping: mark.column) + 1)
  }
}
