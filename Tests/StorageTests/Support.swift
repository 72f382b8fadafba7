import SimulatedDisk
import Storage

/// A table of texts in one database file, one process, and a way to die and come back.
final class TextStore {
  let disk: SimulatedDisk
  let mount: DiskMount
  let settings: DatabaseSettings
  var boot: UInt32 = 1
  var request: UInt32 = 0
  private(set) var database: Database?

  init(
    _ image: DiskImage, settings: DatabaseSettings = .reference,
    fault: ((DiskOperation) -> DiskFault?)? = nil
  ) throws {
    disk = SimulatedDisk(image)
    mount = try DiskMount(disk)
    self.settings = settings
    disk.fault = fault
  }

  /// The image of a disk with the table and three rows in it.
  static func image(
    _ settings: DatabaseSettings = .reference, textBytes: Int = 20
  ) throws -> DiskImage {
    try DiskProcess.reseed(1)
    let disk = SimulatedDisk()
    let database = try Database(try DiskMount(disk), settings: settings)
    try database.execute(
      "CREATE TABLE texts(id INTEGER PRIMARY KEY, version INTEGER NOT NULL, text TEXT NOT NULL)")
    for id in 1...3 {
      try database.execute(
        "INSERT INTO texts VALUES(\(id), 0, '\(String(repeating: "a", count: textBytes))')")
    }
    database.close()
    return disk.image()
  }

  func begin() {
    request += 1
    disk.beginRequest(request, process: boot)
  }

  func open() throws {
    begin()
    database = try Database(mount, settings: settings)
  }

  /// Gives all three rows a version and a text made of it, in one transaction.
  func commit(_ version: Int, textBytes: Int = 20) throws {
    begin()
    guard let database else { throw SQLiteFailure(code: .misuse) }
    let letter = String(UnicodeScalar(UInt8(97 + version % 26)))
    try database.execute("BEGIN IMMEDIATE")
    let update = try database.prepare("UPDATE texts SET version=?, text=? WHERE id=?")
    for id in 1...3 {
      update.bind(1, Int64(version))
      update.bind(2, String(repeating: letter, count: textBytes))
      update.bind(3, Int64(id))
      try update.run()
    }
    database.finalize(update)
    try database.execute("COMMIT")
  }

  /// Ends the process where it stands, and starts the next one without faults.
  func restart() throws {
    disk.kill(boot)
    database?.abandon()
    database = nil
    boot += 1
    disk.fault = nil
    disk.capacity = 1 << 36
    try DiskProcess.reseed(2)
    try open()
  }

  /// What a process finds: the versions of the three rows, or why it cannot tell.
  enum Found: Equatable {
    case version(Int)
    case mixed([Int])
    case damaged(String)
  }

  func find() -> Found {
    do {
      if database == nil { try open() }
      begin()
      guard let database else { return .damaged("closed") }
      let problems = try database.integrityProblems()
      if let first = problems.first { return .damaged(first) }
      let statement = try database.prepare("SELECT version, text FROM texts ORDER BY id")
      defer { database.finalize(statement) }
      var versions: [Int] = []
      while try statement.step() {
        let version = Int(statement.integer(0))
        let letter = String(UnicodeScalar(UInt8(97 + version % 26)))
        guard let text = statement.text(1), text.allSatisfy({ String($0) == letter }) else {
          return .damaged("text of version \(version)")
        }
        versions.append(version)
      }
      guard versions.count == 3, let first = versions.first else { return .mixed(versions) }
      return versions.allSatisfy { $0 == first } ? .version(first) : .mixed(versions)
    } catch {
      return .damaged("\(error)")
    }
  }
}

func ramp(_ count: Int, from first: Int = 0) -> [Int16] {
  (first..<first + count).map { Int16(truncatingIfNeeded: $0 &* 7 &+ 1) }
}
