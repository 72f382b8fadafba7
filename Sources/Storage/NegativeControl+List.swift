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
      calls: F(0, 0, 0, of: 5149, distinct: 1791),
      pages: F(0, 0, 0, of: 4825, distinct: 1275)),
    database(
      "PERSIST FULL", .persist, .full, isSafe: true, noted: F(0, 0, 0, of: 5165, distinct: 884),
      pages: F(0, 0, 0, of: 4102, distinct: 590)),
    database(
      "WAL FULL", .wal, .full, isSafe: true, noted: F(0, 0, 0, of: 2939, distinct: 1157),
      pages: F(0, 0, 0, of: 2707, distinct: 642)),
    database(
      "DELETE EXTRA", .delete, .extra, isSafe: true, noted: F(0, 0, 0, of: 5457),
      pages: F(0, 0, 0, of: 5553, distinct: 1031)),
    NegativeControl(
      "dictation, two syncs", .dictation(DictationControl(.audioAndHeader)), isSafe: true,
      noted: F(0, 0, 0, of: 2626, distinct: 1056), calls: F(0, 0, 0, of: 2863, distinct: 1155),
      pages: F(0, 0, 0, of: 5539, distinct: 2024)),
    database(
      "DELETE FULL", .delete, .full, noted: F(0, 0, 1332, of: 5691),
      pages: F(0, 0, 1125, of: 5187, distinct: 955)),
    database(
      "DELETE FULL", .delete, .full, .ext4, noted: F(0, 0, 1940, of: 5681),
      pages: F(0, 0, 1509, of: 5173, distinct: 710)),
    database(
      "DELETE EXTRA", .delete, .extra, .apfsFull, noted: F(0, 0, 1319, of: 5689),
      calls: F(0, 0, 1930, of: 5677, distinct: 917),
      pages: F(0, 0, 1363, of: 4757, distinct: 794)),
    database(
      "DELETE NORMAL", .delete, .normal, noted: F(10, 0, 1477),
      pages: F(6, 0, 1261, of: 5752, distinct: 1066)),
    database(
      "DELETE OFF", .delete, .off, noted: F(522, 2341, 13966, of: 23279),
      calls: F(513, 2199, 14052, of: 23279, distinct: 1935),
      pages: F(495, 2302, 12694, of: 24316, distinct: 2259)),
    database(
      "WAL NORMAL", .wal, .normal, noted: F(0, 0, 3112, of: 3596),
      pages: F(0, 0, 2969, of: 4026, distinct: 937)),
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
      noted: F(22, 212, nil), pages: F(24, 214, 842, of: 8487, distinct: 1076)),
    database(
      "SAFE_APPEND claimed", .truncate, .full, device: .init(claims: safeAppend),
      noted: F(81, 0, 0), calls: F(106, 0, 0, of: 5121, distinct: 1744),
      pages: F(71, 0, 0, of: 4813, distinct: 1272)),
    database(
      "SEQUENTIAL claimed", .truncate, .full, device: .init(claims: sequential),
      noted: F(131, 371, 0), calls: F(61, 356, 0, of: 8785, distinct: 2758),
      pages: F(63, 358, 0, of: 8701, distinct: 2199)),
    database(
      "POWERSAFE_OVERWRITE claimed", .wal, .full,
      device: .init(claims: powerSafeOverwrite, leavesGarbage: true), noted: F(22, 0, 66),
      calls: F(0, 0, 66, of: 1017, distinct: 381),
      pages: F(0, 0, 66, of: 1853, distinct: 448)),
    NegativeControl(
      "dictation, one sync", .dictation(DictationControl(.once)),
      noted: F(0, 0, 0, audio: 34, of: 2920, distinct: 1134),
      calls: F(0, 0, 0, audio: 39, of: 3137, distinct: 1246),
      pages: F(0, 0, 0, audio: 121, of: 6436, distinct: 2218)),
    NegativeControl(
      "dictation, audio not synced", .dictation(DictationControl(.none)),
      noted: F(0, 0, 0, audio: 10402, of: 17935, distinct: 5959),
      calls: F(0, 0, 0, audio: 23640, of: 26005, distinct: 8210),
      pages: F(0, 0, 0, audio: 53026, of: 57829, distinct: 17062)),
  ]
}
