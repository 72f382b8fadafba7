internal import SimulatedDisk

/// Makes the header of a WAV file announce what the file holds, by its length.
///
/// Needed for what a dead writer left, or one that could not end the file itself. The fields are
/// rewritten in place, which needs no space on a full disk; libsndfile is not asked, because its way
/// of opening a file for both reading and writing truncates through the real file system.
enum WaveRepair {
  /// Ends a file: audio synced, header right, header synced. A sound file stays as it is.
  ///
  /// - Returns: what the file says afterwards; nil if it is no recording of ours.
  static func finish(
    _ name: FileName, on disk: SimulatedDisk, habits: StorageHabits = .reference
  ) throws(DiskError) -> WaveFacts? {
    let facts = try WaveFacts(opening: name, on: disk)
    guard facts.isRecording, let dataOffset = facts.dataOffset else { return nil }
    if facts.isFinished { return facts }
    let handle = try disk.open(name, .existing)
    defer { disk.close(handle) }
    let end = dataOffset + facts.frames * SoundFormat.frameBytes
    if end < facts.bytes { try disk.truncate(handle, to: end) }
    let kind = habits.soundSync
    if let kind, !habits.has(.repairsHeaderFirst) { try disk.sync(handle, kind) }
    try put(end - 8, at: 4, handle, disk)
    try put(end - dataOffset, at: dataOffset - 4, handle, disk)
    if let kind { try disk.sync(handle, kind) }
    return try WaveFacts(opening: name, on: disk)
  }

  /// Writes a little-endian number of four bytes.
  private static func put(
    _ number: Int, at offset: Int, _ handle: DiskHandle, _ disk: SimulatedDisk
  ) throws(DiskError) {
    let value = UInt32(clamping: number)
    let bytes = [0, 8, 16, 24].map { UInt8(truncatingIfNeeded: value >> $0) }
    var done = 0
    while done < 4 {
      let result = disk.write(
        bytes.span.extracting(done..<4), to: handle, at: offset + done)
      done += result.count
      if let error = result.error { throw error }
      if result.count == 0 { throw .noSpace }
    }
  }
}

extension WaveFacts {
  /// Whether it is a recording as this app writes them, whatever state its sizes are in.
  var isRecording: Bool {
    problems.isDisjoint(with: [.notWave, .noFormat, .otherFormat, .byteRate, .noData])
  }

  /// Whether header, sizes and length agree. A recording without a sample can be finished as well.
  var isFinished: Bool { problems.isSubset(of: .zeroData) }
}
