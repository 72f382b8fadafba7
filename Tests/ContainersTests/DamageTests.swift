import Containers
import SimulatedDisk
import Simulation
import Storage
import Testing

/// Whatever has happened to a file, what is said about it is possible.
@Suite("Cut and damaged files")
struct DamageTests {
  static let rows = Fixture.truth

  /// Lengths to cut a file at: all near its beginning and its end, and some between.
  static func cuts(_ count: Int) -> [Int] {
    (0..<count).filter { $0 < 160 || $0 > count - 60 || $0 % 97 == 0 }
  }

  @Test(arguments: rows)
  func `a file that is cut anywhere is not called complete, nor holds more`(_ row: Truth) throws {
    let bytes = try Fixture.bytes(row.file)
    let whole = Inspection(MemoryBytes(bytes))
    for count in Self.cuts(bytes.count) {
      let cut = Inspection(MemoryBytes(Array(bytes[..<count])))
      expectPossible(cut, "\(row.file) cut at \(count)")
      if row.strict != nil, whole.state == .complete {
        #expect(cut.state != .complete && !cut.isConsistent, "\(row.file) cut at \(count)")
        #expect(cut.state != .damaged, "\(row.file) cut at \(count): \(cut.faults)")
        #expect(cut.frames ?? 0 <= whole.frames ?? 0, "\(row.file) cut at \(count)")
      }
    }
  }

  @Test func `two thousand bytes that are changed one at a time trap nothing`() throws {
    let images = try Self.rows.filter { $0.format != nil }.map { ($0, try Fixture.bytes($0.file)) }
    var state: UInt64 = 20_261_130
    func draw(_ below: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % below
    }
    var states: [Inspection.State: Int] = [:]
    for turn in 0..<2_000 {
      let (row, original) = images[turn % images.count]
      var bytes = original
      // Most of what can go wrong stands in headers; every third change lies anywhere.
      let place = draw(turn % 3 == 0 ? bytes.count : min(bytes.count, 128))
      bytes[place] = UInt8(truncatingIfNeeded: [draw(256), 0, 255, 127, 128][draw(5)])
      let inspection = Inspection(MemoryBytes(bytes))
      expectPossible(inspection, "\(row.file), byte \(place) is \(bytes[place])")
      states[inspection.state, default: 0] += 1
    }
    // Each kind of answer is given, so that none of them goes untried.
    for state in [.complete, .unfinalized, .incomplete, .damaged, .notAudio] as [Inspection.State] {
      #expect(states[state] ?? 0 > 20, "\(state): \(states)")
    }
  }

  /// What must be so whatever the bytes are.
  func expectPossible(_ inspection: Inspection, _ what: String) {
    let end = (inspection.soundOffset ?? 0) + inspection.soundBytes
    #expect(inspection.soundBytes >= 0 && end <= inspection.bytes, "\(what)")
    #expect(inspection.missingBytes >= 0 && inspection.frames ?? 0 >= 0, "\(what)")
    if case .pcm(let pcm)? = inspection.coding, let channels = inspection.channels,
      let frames = inspection.frames, inspection.container != .mp4
    {
      let room = inspection.soundBytes
      #expect(frames.multipliedReportingOverflow(by: pcm.bytes * channels).partialValue <= room)
    }
    let places = inspection.faults.map(\.offset)
    #expect(
      places == places.sorted() && places.allSatisfy { 0...inspection.bytes ~= $0 }, "\(what)")
    switch inspection.state {
    case .complete, .noSound: #expect(inspection.missingBytes == 0, "\(what)")
    case .unfinalized, .incomplete, .damaged:
      #expect(
        !inspection.faults.isEmpty && !inspection.isConsistent, "\(what): \(inspection.state)")
    case .notAudio: #expect(inspection.otherContent != nil && !inspection.isConsistent, "\(what)")
    }
  }

  @Test(arguments: rows.filter { $0.format == "wav" && $0.codec == "pcm-s16le" })
  func `the readers of the simulated disk make the same of it`(_ row: Truth) throws {
    let bytes = try Fixture.bytes(row.file)
    for count in Self.cuts(bytes.count) + [bytes.count] where count >= 44 {
      let part = Array(bytes[..<count])
      let disk = SimulatedDisk()
      let handle = try disk.open(.source(1), .new)
      _ = disk.write(part.span, to: handle, at: 0)
      let other = try #require(InspectedAudio(.source(1), on: disk))
      let inspection = Inspection(MemoryBytes(part))
      for reader in AudioReader.allCases where reader != .lenient {
        // What others append is no sound; the app's own recovery only ever meets its own files.
        if row.file == "tagged.wav", reader == .lengthRepair { continue }
        var frames = 0
        if case .plays(let played, _) = reader.result(inspection, sound: nil) { frames = played }
        #expect(frames == other.frames(for: reader), "\(row.file) cut at \(count), \(reader)")
      }
    }
  }
}
