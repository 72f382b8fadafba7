/// A value of a YAML file with the place where it begins.
///
/// Scalars stay text: what they mean (a duration, a clause id, a number) is decided by the
/// place in the schema, so `no`, `1:30` and `037` hold no surprise.
public struct YAMLNode: Sendable, Hashable {
  /// The shapes a value can have.
  public enum Content: Sendable, Hashable {
    /// Text, with the quoting it was written in.
    case scalar(YAMLScalar)
    /// Values in order.
    case sequence([YAMLNode])
    /// Keys and values, in the order of the file, without duplicates.
    case mapping([YAMLEntry])
    /// Something outside the accepted subset; it is reported already, so whoever reads the
    /// tree passes over it in silence.
    case refused
  }

  /// What the value is.
  public var content: Content
  /// Where it begins: its opening bracket, its first character, or its first key.
  public var position: SourcePosition

  /// Puts a value at a place.
  public init(_ content: Content, at position: SourcePosition) {
    self.content = content
    self.position = position
  }
}

/// The text of a scalar.
public struct YAMLScalar: Sendable, Hashable {
  /// The text after quotes and escapes are resolved.
  public var text: String
  /// Whether it was written in quotes or as a block: then it can only be meant as text.
  public var isQuoted: Bool

  /// Holds the text of a scalar.
  public init(_ text: String, isQuoted: Bool) {
    self.text = text
    self.isQuoted = isQuoted
  }
}

/// One key of a mapping with its value.
public struct YAMLEntry: Sendable, Hashable {
  /// The key's text.
  public var key: String
  /// Where the key begins.
  public var keyPosition: SourcePosition
  /// What stands after it.
  public var value: YAMLNode

  /// Pairs a key with its value.
  public init(key: String, at keyPosition: SourcePosition, value: YAMLNode) {
    self.key = key
    self.keyPosition = keyPosition
    self.value = value
  }
}
