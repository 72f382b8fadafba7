internal import Contract
internal import SimulatedDisk

/// What History holds, for those who judge the disk: what a program would find that opened it now.
///
/// It reads a copy, so that nothing is asked, counted or rolled back on the disk itself.
struct HistoryView {
  /// The rows that can be read, by recording; none if History cannot be opened.
  private(set) var rows: [Row] = []
  /// Whose rows cannot be read.
  private(set) var damaged: [RecordingID?] = []
  /// The tombstones.
  private(set) var tombstones: [Tombstone] = []
  /// Whether it can be opened and passes SQLite's own check.
  private(set) var isSound = false

  init(of disk: SimulatedDisk, _ settings: DatabaseSettings = .reference) {
    guard disk.exists(.history) else { return }
    do throws(SQLiteFailure) {
      let mount = try DiskMount.reused()
      defer { mount.giveBack() }
      mount.disk.reset(to: .empty)
      for name in [FileName.history, .historyJournal, .historyLog] {
        Self.copy(name, from: disk, to: mount.disk)
      }
      let history = try HistoryConnection(mount, settings: settings)
      defer { history.close() }
      try read(history)
    } catch {
      // A History that cannot be opened holds nothing for anybody.
      rows = []
    }
  }

  /// Opens History where it lies, as a launch would: what was half done is rolled back there. The
  /// disk is one that somebody is about to sweep.
  init(opening mount: DiskMount, settings: DatabaseSettings) {
    do throws(SQLiteFailure) {
      let history = try HistoryConnection(mount, settings: settings)
      defer { history.close() }
      try read(history)
    } catch {
      // As above.
      rows = []
    }
  }

  private mutating func read(_ history: HistoryConnection) throws(SQLiteFailure) {
    (rows, damaged) = try history.rows()
    tombstones = try history.tombstones()
    isSound = try history.problems().isEmpty
  }

  private static func copy(
    _ name: FileName, from disk: SimulatedDisk, to copy: SimulatedDisk
  ) {
    guard let size = disk.size(of: name) else { return }
    var bytes = [UInt8](repeating: 0, count: size)
    var span = bytes.mutableSpan
    _ = disk.inspect(name, at: 0, into: &span)
    do throws(DiskError) {
      let handle = try copy.open(name, .new)
      _ = copy.write(bytes.span, to: handle, at: 0)
      copy.close(handle)
    } catch {
      // An empty disk without faults takes it.
    }
  }
}
