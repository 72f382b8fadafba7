import SimulatedDisk

extension NegativeControl {
  private static func database(
    _ name: String, _ journal: DatabaseSettings.Journal,
    _ synchronous: DatabaseSettings.Synchronous, _ profile: DiskProfile = .strict,
    device: CrashControl.Device = .init(), isBig: Bool = false, isSafe: Bool = false,
    noted: ControlFigures, calls: ControlFigures? = nil, pages: ControlFigures
  ) -> NegativeControl {
    var control = CrashControl(
      DatabaseSettings(
        journal: journal, synchronous: synchronous, exclusiveLocking: journal == .wal), profile,
      device: device)
    if isBig {
      // More pages than SQLite keeps in memory, so that it writes before the commit.
      control.settings.cachePages = 5
      control.work = .updates(rows: 5, letters: 5_000)
    }
    return NegativeControl(
      name, .database(control), isSafe: isSafe, noted: noted, calls: calls, pages: pages)
  }

  /// Claims of a device, as SQLite's header names them.
  private static let safeAppend: Int32 = 0x200
  private static let sequential: Int32 = 0x400
  private static let powerSafeOverwrite: Int32 = 0x1000

  private typealias F = ControlFigures

  /// All of them; the safe ones first.
  public static let all: [NegativeControl] = [
    database(
      "TRUNCATE FULL", .truncate, .full, isSafe: true, noted: F(0, 0, 0, of: 5149, distinct: 1944),
      calls: F(0, 0, 0, of: 5149, distinct: 2048),
      pages: F(0, 0, 0, of: 4825, distinct: 1714)),
    database(
      "PERSIST FULL", .persist, .full, isSafe: true, noted: F(0, 0, 0, of: 5165, distinct: 884),
      calls: F(0, 0, 0, of: 5165, distinct: 1143),
      pages: F(0, 0, 0, of: 4102, distinct: 782)),
    database(
      "WAL FULL", .wal, .full, isSafe: true, noted: F(0, 0, 0, of: 2939, distinct: 1157),
      calls: F(0, 0, 0, of: 2939, distinct: 1230),
      pages: F(0, 0, 0, of: 2723, distinct: 945)),
    database(
      "DELETE EXTRA", .delete, .extra, isSafe: true, noted: F(0, 0, 0, of: 5457),
      pages: F(0, 0, 0, of: 5553, distinct: 1284)),
    NegativeControl(
      "dictation, two syncs", .dictation(DictationControl(.audioAndHeader)), isSafe: true,
      noted: F(0, 0, 0, of: 2626, distinct: 1056), pages: F(0, 0, 0, of: 4148, distinct: 1796)),
    database(
      "DELETE FULL", .delete, .full, noted: F(0, 0, 1332, of: 5691),
      pages: F(0, 0, 1147, of: 5187, distinct: 1236)),
    database(
      "DELETE FULL", .delete, .full, .ext4, noted: F(0, 0, 1940, of: 5681),
      pages: F(0, 0, 1513, of: 5173, distinct: 824)),
    // Names arrived one by one in the program that counted this.
    database(
      "DELETE EXTRA", .delete, .extra, .apfsFull, device: .init(losesAnyName: true),
      noted: F(0, 0, 1319, of: 5689), pages: F(0, 0, 980, of: 4757, distinct: 1165)),
    database(
      "DELETE NORMAL", .delete, .normal, noted: F(10, 0, 1477),
      pages: F(6, 0, 1273, of: 5752, distinct: 1375)),
    database(
      "DELETE OFF", .delete, .off, noted: F(522, 2341, 13966, of: 23279),
      pages: F(482, 2374, 12644, of: 24316, distinct: 2873)),
    database(
      "WAL NORMAL", .wal, .normal, noted: F(0, 0, 3112, of: 3596),
      pages: F(0, 0, 3058, of: 4094, distinct: 1324)),
    database(
      "MEMORY FULL", .memory, .full, noted: F(44, 94, 0, of: 289),
      pages: F(48, 92, 0, of: 225, distinct: 109)),
    database(
      "MEMORY, small rows", .memory, .full, .kill, noted: F(0, 8, 0, of: 25),
      pages: F(0, 8, 0, of: 25, distinct: 17)),
    database(
      "MEMORY, big rows", .memory, .full, .kill, isBig: true, noted: F(18, 8, 0, of: 45),
      pages: F(22, 6, 0, of: 42, distinct: 34)),
    database(
      "no journal, big rows", .off, .full, .kill, isBig: true, noted: F(18, 8, 0, of: 45),
      pages: F(23, 6, 0, of: 43, distinct: 35)),
    database(
      "no directory sync", .delete, .full, device: .init(syncsDirectory: false),
      noted: F(22, 212, nil), pages: F(24, 216, 852, of: 8487, distinct: 1320)),
    database(
      "SAFE_APPEND claimed", .truncate, .full, device: .init(claims: safeAppend),
      noted: F(81, 0, 0), calls: F(92, 0, 0, of: 5121, distinct: 2024),
      pages: F(52, 0, 0, of: 4813, distinct: 1707)),
    database(
      "SEQUENTIAL claimed", .truncate, .full, device: .init(claims: sequential),
      noted: F(131, 371, 0), calls: F(70, 369, 0, of: 8785, distinct: 3398),
      pages: F(68, 411, 0, of: 8701, distinct: 3072)),
    database(
      "POWERSAFE_OVERWRITE claimed", .wal, .full,
      device: .init(claims: powerSafeOverwrite, leavesGarbage: true), noted: F(22, 0, 66),
      pages: F(22, 0, 66, of: 1841, distinct: 598)),
    NegativeControl(
      "dictation, one sync", .dictation(DictationControl(.once)),
      noted: F(0, 0, 0, audio: 34, of: 2920, distinct: 1134),
      pages: F(0, 0, 0, audio: 53, of: 4794, distinct: 2040)),
    NegativeControl(
      "dictation, audio not synced", .dictation(DictationControl(.none)),
      noted: F(0, 0, 0, audio: 10402, of: 17935, distinct: 5959),
      calls: F(0, 0, 0, audio: 10658, of: 17258, distinct: 7187),
      pages: F(0, 0, 0, audio: 30691, of: 48234, distinct: 15675)),
  ]
}
