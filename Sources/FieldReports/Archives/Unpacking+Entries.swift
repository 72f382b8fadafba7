extension Unpacking {
  /// Takes every entry out of an archive.
  ///
  /// `isClosed` says whether the mark of its end stands in the bytes at all: an archive that does
  /// not hold together is damaged with it, and cut off without it. `closes` says whether the end
  /// that was noticed over so many bytes is the mark.
  static func takeAll(
    _ stream: inout ArchiveStream, _ crate: inout Crate, isClosed: Bool,
    closes: (Int) -> Bool = { _ in true }
  ) -> Ending {
    while true {
      let before = stream.position
      switch stream.next() {
      case .end:
        return isClosed && closes(stream.position - before) ? .whole : .truncated
      case .failed: return isClosed ? .damaged : .truncated
      case .damaged:
        if crate.isFull { return .tooManyEntries }
        crate.pass(damaged: nil)
      case .entry(let entry):
        if crate.isFull { return .tooManyEntries }
        if let ending = take(entry, &stream, &crate) { return ending }
      }
    }
  }

  /// Takes one entry out, or leaves it out.
  ///
  /// - Returns: how the reading ends, if it ends with it.
  private static func take(
    _ entry: ArchiveEntry, _ stream: inout ArchiveStream, _ crate: inout Crate
  ) -> Ending? {
    guard let (path, isFolder) = crate.open(entry.name) else {
      return pass(entry, &stream, &crate)
    }
    if isFolder || entry.kind == .folder { return pass(entry, &stream, &crate) }
    if let reason = fault(entry, path, crate) {
      crate.skip(entry.name, reason)
      return pass(entry, &stream, &crate)
    }
    let (bytes, how) = stream.copy(crate.allowance, crate.limits)
    let excess = crate.excess
    crate.spend(bytes.count)
    switch how {
    case .whole: crate.keep(path, bytes)
    case .tooLong:
      crate.skip(entry.name, excess)
      return entry.size == nil ? .tooLarge : pass(entry, &stream, &crate)
    case .bomb:
      crate.skip(entry.name, .bomb)
      return entry.size == nil ? .bomb : pass(entry, &stream, &crate)
    case .failed where stream.isUsedUp && entry.size.map { Int64(bytes.count) < $0 } ?? true:
      if bytes.isEmpty {
        crate.skip(entry.name, .damaged)
      } else {
        crate.keep(path, bytes, isWhole: false)
      }
      return .truncated
    case .failed: crate.skip(entry.name, .damaged)
    }
    return nil
  }

  private static func fault(
    _ entry: ArchiveEntry, _ path: String, _ crate: Crate
  ) -> SkipReason? {
    switch entry.kind {
    case .symbolicLink: return .symbolicLink
    case .hardLink: return .hardLink
    case .device: return .device
    case .special: return .special
    case .file, .folder: break
    }
    if entry.isEncrypted { return .encrypted }
    if !entry.isOrdinarilyPacked { return .method }
    if crate.has(path) { return .duplicate }
    return entry.size.flatMap { crate.refusal(ofSize: $0) }
  }

  /// Goes past what an entry holds. One that does not say how long it is has to be unpacked for
  /// that, which is paid for as if it were kept.
  private static func pass(
    _ entry: ArchiveEntry, _ stream: inout ArchiveStream, _ crate: inout Crate
  ) -> Ending? {
    guard entry.size == nil else {
      stream.pass()
      return nil
    }
    let (bytes, how) = stream.copy(crate.allowance, crate.limits)
    crate.spend(bytes.count)
    switch how {
    case .whole, .failed: return nil
    case .tooLong: return .tooLarge
    case .bomb: return .bomb
    }
  }
}
