internal import CArchive

/// Steps through an archive that is in memory.
///
/// It is only ever lent to a closure, by `reading`: there the pointer to the archive's bytes lives,
/// and the handle of libarchive, which nothing else owns, is let go of after it. No pointer that
/// libarchive hands out is kept beyond the call that copies what it points to.
@safe
struct ArchiveStream: ~Copyable {
  /// What libarchive is asked to understand; it never looks for anything else.
  enum Format {
    case zip, zipWithoutDirectory, tar, gzip
  }

  /// What comes next.
  enum Step {
    case entry(ArchiveEntry)
    case end
    /// An entry that cannot be read, but something may come behind it.
    case damaged
    /// Nothing can come any more.
    case failed
  }

  /// How copying an entry ended.
  enum Copied {
    case whole, tooLong, bomb, failed
  }

  private let archive: OpaquePointer
  private let count: Int

  private init(_ archive: OpaquePointer, count: Int) {
    unsafe self.archive = unsafe archive
    self.count = count
  }

  /// Opens an archive and lends it.
  ///
  /// - Returns: what `body` returns; nil when libarchive does not take it for one of that format.
  static func reading<Result>(
    _ bytes: [UInt8], _ format: Format, _ body: (inout ArchiveStream) -> Result
  ) -> Result? {
    withUTF8Names {
      unsafe bytes.withUnsafeBytes { memory in
        guard let archive = unsafe archive_read_new() else { return nil }
        defer { unsafe archive_read_free(archive) }
        guard unsafe prepare(archive, format),
          unsafe archive_read_open_memory2(archive, memory.baseAddress, memory.count, 1 << 16)
            == ARCHIVE_OK
        else { return nil }
        var stream = unsafe ArchiveStream(archive, count: memory.count)
        return body(&stream)
      }
    }
  }

  private static func prepare(_ archive: OpaquePointer, _ format: Format) -> Bool {
    switch format {
    case .zip:
      // What a Mac keeps beside a file stays an entry of its own, which is then left out by name.
      return unsafe archive_read_support_format_zip(archive) == ARCHIVE_OK
        && archive_read_set_format_option(archive, "zip", "mac-ext", nil) == ARCHIVE_OK
    case .zipWithoutDirectory:
      return unsafe archive_read_support_format_zip_streamable(archive) == ARCHIVE_OK
    case .tar:
      return unsafe archive_read_support_format_tar(archive) == ARCHIVE_OK
        && archive_read_set_format_option(archive, "tar", "mac-ext", nil) == ARCHIVE_OK
    case .gzip:
      // Where filters are looked for, they are looked for again in what comes out, 25 times over.
      return unsafe archive_read_append_filter(archive, ARCHIVE_FILTER_GZIP) == ARCHIVE_OK
        && archive_read_support_format_raw(archive) == ARCHIVE_OK
        && archive_read_support_format_empty(archive) == ARCHIVE_OK
    }
  }

  /// How many bytes of the archive are used up.
  var position: Int { Int(clamping: unsafe archive_filter_bytes(archive, -1)) }

  /// How many bytes of the archive are left.
  var rest: Int { max(0, count - position) }

  /// Whether nothing of the archive is left, so that what is missing was cut off.
  var isUsedUp: Bool { rest == 0 }

  /// Goes to the next entry.
  func next() -> Step {
    var entry: OpaquePointer?
    let code = unsafe archive_read_next_header(archive, &entry)
    switch code {
    case ARCHIVE_EOF: return .end
    case ARCHIVE_OK, ARCHIVE_WARN:
      guard let entry = unsafe entry else { return .failed }
      return .entry(unsafe ArchiveEntry(entry, of: archive))
    case ARCHIVE_RETRY, ARCHIVE_FAILED: return .damaged
    default: return .failed
    }
  }

  /// Passes over what the entry holds without unpacking it, which takes an entry of known size.
  func pass() { _ = unsafe archive_read_data_skip(archive) }

  /// Unpacks the entry block by block: who asks for more than a block at a time is not given what
  /// came before a block that fails.
  ///
  /// - Returns: its bytes, at most `most` of them, also when it did not end well.
  func copy(_ most: Int, _ limits: UnpackingLimits) -> (bytes: [UInt8], Copied) {
    var bytes: [UInt8] = []
    let start = position
    while true {
      var block: UnsafeRawPointer?
      var (size, offset) = (0, Int64(0))
      let code = unsafe archive_read_data_block(archive, &block, &size, &offset)
      // With a warning the last block is there: only what was said of it is wrong.
      guard code == ARCHIVE_OK || code == ARCHIVE_EOF || code == ARCHIVE_WARN else {
        return (bytes, .failed)
      }
      // What a block was unpacked from is used up when the next one is asked for.
      if limits.isBomb(unpacked: bytes.count, packed: position - start) { return (bytes, .bomb) }
      // Before a block there may be a hole, which is read as zeros, and before the end as well.
      let hole = max(offset, 0) - Int64(bytes.count)
      guard hole >= 0 || size == 0 else { return (bytes, .failed) }
      let zeros = Int(min(max(hole, 0), Int64(most - bytes.count)))
      if zeros > 0 { bytes += repeatElement(0, count: zeros) }
      if Int64(zeros) < hole { return (bytes, .tooLong) }
      let room = most - bytes.count
      if let block = unsafe block, size > 0, code != ARCHIVE_EOF {
        unsafe bytes.append(
          contentsOf: UnsafeRawBufferPointer(start: block, count: min(size, room)))
        if size > room { return (bytes, .tooLong) }
      }
      if code == ARCHIVE_EOF { return (bytes, .whole) }
      if code == ARCHIVE_WARN { return (bytes, .failed) }
    }
  }
}
