extension PCM {
  /// The samples of a range of bytes as numbers of 16 bits; nil where they are of another kind and
  /// would have to be rounded.
  ///
  /// - Parameter most: no more samples than this are read.
  public func samples(_ source: any ByteSource, in range: Range<Int>, most: Int) -> [Int16]? {
    guard kind == .signed, bytes >= 2 else { return nil }
    let window = ByteWindow(source)
    var samples: [Int16] = []
    samples.reserveCapacity(min(most, range.count / bytes))
    var offset = range.lowerBound
    // The two high bytes are the sample; what is below is noise of a wider converter.
    let start = isBigEndian ? 0 : bytes - 2
    while samples.count < most, offset <= range.upperBound - bytes,
      let value = window.number(offset + start, 2, bigEndian: isBigEndian)
    {
      samples.append(Int16(bitPattern: UInt16(truncatingIfNeeded: value)))
      offset += bytes
    }
    return samples
  }
}
