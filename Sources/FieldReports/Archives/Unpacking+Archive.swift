extension Unpacking {
  /// Unpacks an archive that is in memory: `.zip`, `.tar`, `.tar.gz`, or a single file in `.gz`.
  ///
  /// What it is, its bytes decide. `name` is what it is called, and names the one file of a `.gz`.
  ///
  /// - Throws: why nothing can be read. What is wrong with an entry, or behind the first of them,
  ///   is no refusal: it stands in `skipped` and `ending`.
  public init(
    archive bytes: [UInt8], name: String = "", limits: UnpackingLimits = UnpackingLimits()
  ) throws(UnpackingRefusal) {
    guard !bytes.isEmpty else { throw .empty }
    guard bytes.count <= limits.packedBytes else {
      throw .tooLarge(bytes: bytes.count, limit: limits.packedBytes)
    }
    switch ArchiveSignature(bytes) {
    case nil: throw .notAnArchive
    case .foreign(let format): throw .unsupported(format: format)
    case .zip: try self.init(zip: bytes, limits)
    case .tar: try self.init(tar: bytes, .tar, limits)
    case .gzip:
      let (unpacked, ending) = try Gunzip.unpack(bytes, limits)
      // From less than a block nobody can tell whether it is a tar.
      if ending == .truncated, unpacked.count < 512 { throw .truncated }
      if ArchiveSignature.isTar(unpacked) {
        try self.init(tar: unpacked, .packedTar, limits, cut: ending)
      } else {
        try self.init(gzip: unpacked, ending, called: name, limits)
      }
    }
  }

  private init(zip bytes: [UInt8], _ limits: UnpackingLimits) throws(UnpackingRefusal) {
    let directory = ZipDirectory(bytes)
    // libarchive reads the whole directory before the first entry.
    guard directory.heads <= 8 * limits.entries else {
      throw .tooManyEntries(limit: limits.entries)
    }
    var crate = Crate(limits)
    let ending = ArchiveStream.reading(bytes, .zip) { stream in
      Self.takeAll(&stream, &crate, isClosed: directory.isClosed)
    }
    try self.init(.zip, crate, ending)
  }

  private init(
    tar bytes: [UInt8], _ kind: ArchiveKind, _ limits: UnpackingLimits, cut: Ending = .whole
  ) throws(UnpackingRefusal) {
    if bytes.count > limits.sparseBytes, Self.namesHoles(bytes) {
      throw .sparse(limit: limits.sparseBytes)
    }
    var crate = Crate(limits)
    // A tar is a number of blocks, and the last of them is empty.
    let isClosed = bytes.count % 512 == 0 && bytes.suffix(512).allSatisfy { $0 == 0 }
    let ending = ArchiveStream.reading(bytes, .tar) { stream in
      // A tar closes with an empty block, which is used up when the end is noticed.
      Self.takeAll(&stream, &crate, isClosed: isClosed) { $0 >= 512 }
    }
    try self.init(kind, crate, cut == .whole || ending == .damaged ? ending : cut)
  }

  /// Whether the words stand anywhere that announce a list of holes of any length.
  private static func namesHoles(_ bytes: [UInt8]) -> Bool {
    let words = Array("GNU.sparse.major".utf8)
    var place = 0
    while place + words.count <= bytes.count {
      if bytes[place] == words[0], bytes[place..<place + words.count].elementsEqual(words) {
        return true
      }
      place += 1
    }
    return false
  }

  private init(
    gzip unpacked: [UInt8], _ ending: Ending, called name: String, _ limits: UnpackingLimits
  ) throws(UnpackingRefusal) {
    var crate = Crate(limits)
    var inner = name.split(separator: "/").last.map(String.init) ?? ""
    if inner.lowercased().hasSuffix(".gz") { inner.removeLast(3) }
    if inner.isEmpty || ArchiveKind.gzip.isMisnamed(name) { inner = "log.txt" }
    if let (path, _) = crate.open(Array(inner.utf8)) {
      switch ending {
      case .tooLarge: crate.skip(Array(path.utf8), .tooLarge)
      case .bomb: crate.skip(Array(path.utf8), .bomb)
      case .whole, .truncated, .damaged, .tooManyEntries:
        if let reason = crate.refusal(ofSize: Int64(unpacked.count)) {
          crate.skip(Array(path.utf8), reason)
        } else {
          crate.keep(path, unpacked, isWhole: ending == .whole)
        }
      }
    }
    self.init(kind: .gzip, crate, ending)
  }

  /// - Throws: when the archive was given up before anything was seen of it.
  private init(
    _ kind: ArchiveKind, _ crate: Crate, _ ending: Ending?
  ) throws(UnpackingRefusal) {
    guard let ending else { throw .damaged }
    if crate.entries == 0 {
      if ending == .truncated { throw .truncated }
      if ending == .damaged { throw .damaged }
    }
    self.init(kind: kind, crate, ending)
  }
}
