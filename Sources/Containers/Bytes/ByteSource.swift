/// Bytes that can be read anywhere: a file, or some in memory.
///
/// Whatever looks at them asks for a little at a time, so that a file of 4 GB needs no 4 GB.
public protocol ByteSource {
  /// How many bytes there are. It stays the same, also where a file grows meanwhile.
  var size: Int { get }

  /// Reads bytes from an offset on into the beginning of a buffer.
  ///
  /// A source that fails gives fewer bytes than there are and remembers why; whoever made it asks it
  /// afterwards. What was read until then is then worth nothing.
  ///
  /// - Returns: how many bytes were read; fewer than the buffer holds only at the end.
  func read(at offset: Int, into target: inout MutableSpan<UInt8>) -> Int
}

/// Bytes in memory.
public struct MemoryBytes: ByteSource, Hashable, Sendable {
  private let bytes: [UInt8]

  /// Takes bytes.
  public init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// How many bytes there are.
  public var size: Int { bytes.count }

  /// Reads bytes, fewer only at the end.
  public func read(at offset: Int, into target: inout MutableSpan<UInt8>) -> Int {
    guard offset >= 0, offset < bytes.count else { return 0 }
    let count = min(target.count, bytes.count - offset)
    for index in 0..<count { target[index] = bytes[offset + index] }
    return count
  }
}
