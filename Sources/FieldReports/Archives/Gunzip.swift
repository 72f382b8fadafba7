/// Unpacks what gzip packed, in memory and as a whole: a tar in it is then stepped through without
/// unpacking anything twice, and what it may take is known before.
enum Gunzip {
  /// Unpacks as much as the limits allow.
  ///
  /// - Throws: `damaged` when the bytes are not those that were packed. A part of them cannot be
  ///   believed either: nothing says where the first wrong one is.
  static func unpack(
    _ bytes: [UInt8], _ limits: UnpackingLimits
  ) throws(UnpackingRefusal) -> (bytes: [UInt8], ending: Unpacking.Ending) {
    guard let start = headLength(of: bytes) else { throw .truncated }
    let read = ArchiveStream.reading(bytes, .gzip) { stream in
      switch stream.next() {
      case .end:
        // So a file ends that holds nothing, and so does one of which no block could be read.
        let holdsNothing = bytes.count - start < 16 && isConfirmed([], by: bytes)
        return ([UInt8](), holdsNothing ? ArchiveStream.Copied.whole : .failed, false)
      case .damaged, .failed: return ([], .failed, stream.isUsedUp)
      case .entry:
        let (unpacked, how) = stream.copy(limits.totalBytes, limits)
        return (unpacked, how, stream.isUsedUp)
      }
    }
    // Where even the first block fails, there is nothing to step through.
    let (unpacked, how, isUsedUp) = read ?? ([], .failed, false)
    switch how {
    case .tooLong: return (unpacked, .tooLarge)
    case .bomb: return (unpacked, .bomb)
    case .whole:
      guard isConfirmed(unpacked, by: bytes) else { throw .damaged }
      return (unpacked, .whole)
    case .failed:
      let rescued = beginning(of: bytes[start...], limits)
      guard isUsedUp || rescued.isCutOff else { throw .damaged }
      return (rescued.bytes.count > unpacked.count ? rescued.bytes : unpacked, .truncated)
    }
  }

  /// A head, an empty block and a tail.
  private static let shortest = 20

  /// Whether the checksum at the end is that of the bytes, which libarchive does not look at.
  ///
  /// Several gzip files may stand one behind the other, and the last checksum is then only about the
  /// last of them. So one that does not fit is forgiven where another head stands in the middle.
  private static func isConfirmed(_ unpacked: [UInt8], by bytes: [UInt8]) -> Bool {
    if bytes.suffix(8).elementsEqual(tail(of: unpacked)) { return true }
    var place = shortest
    while place + shortest <= bytes.count {
      let isHead =
        bytes[place] == 0x1F && bytes[place + 1] == 0x8B && bytes[place + 2] == 8
        && bytes[place + 3] < 0x20
      if isHead { return true }
      place += 1
    }
    return false
  }

  /// What ends a file: the checksum and the size of what is in it.
  private static func tail(of unpacked: [UInt8]) -> [UInt8] {
    [CRC32.of(unpacked), UInt32(truncatingIfNeeded: unpacked.count)].flatMap { value in
      (0..<4).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
    }
  }

  /// What packed bytes unpack to that were cut off, and whether that is what is wrong with them.
  ///
  /// The gzip filter of libarchive hands out blocks of 64 KiB and loses the one in which the file
  /// stops, which of a small file is all. Its zip reader hands out what it has, so the packed bytes
  /// are put behind the head of a zip entry: one that calls itself longer than they are, lest
  /// something is looked for behind it.
  private static func beginning(
    of packed: ArraySlice<UInt8>, _ limits: UnpackingLimits
  ) -> (bytes: [UInt8], isCutOff: Bool) {
    let length = UInt32(truncatingIfNeeded: packed.count + 64)
    var zip: [UInt8] = [0x50, 0x4B, 3, 4, 20, 0, 0, 0, 8, 0] + [UInt8](repeating: 0, count: 8)
    zip += (0..<4).map { UInt8(truncatingIfNeeded: length >> ($0 * 8)) }
    zip += [0xFE, 0xFF, 0xFF, 0xFF, 1, 0, 0, 0, UInt8(ascii: "a")]
    zip += packed
    let read = ArchiveStream.reading(zip, .zipWithoutDirectory) { stream -> ([UInt8], Int) in
      guard case .entry = stream.next() else { return ([], zip.count) }
      let bytes = stream.copy(limits.totalBytes, limits).bytes
      return (bytes, stream.rest)
    }
    guard let (bytes, rest) = read, rest < 8 else { return ([], false) }
    return (bytes, packed.suffix(rest).elementsEqual(tail(of: bytes).prefix(rest)))
  }

  /// How long the head is, with the parts that it may have; nil when the file ends in it.
  private static func headLength(of bytes: [UInt8]) -> Int? {
    guard bytes.count > 10 else { return nil }
    let flags = bytes[3]
    var place = 10
    if flags & 4 != 0 {
      guard bytes.count > place + 2 else { return nil }
      place += 2 + Int(bytes[place]) + Int(bytes[place + 1]) << 8
    }
    for flag: UInt8 in [8, 16] where flags & flag != 0 {
      guard place < bytes.count, let end = bytes[place...].firstIndex(of: 0) else { return nil }
      place = end + 1
    }
    if flags & 2 != 0 { place += 2 }
    return place < bytes.count ? place : nil
  }
}
