import Containers
import Foundation
import Storage
import Testing

@Suite("What recorders leave behind")
struct TruthTests {
  static let rows: [Truth] = Fixture.truth

  @Test func `there is a truth for every image and an image for every truth`() throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: Fixture.killed)
    let images = names.filter { $0 != "make-killed" && $0 != "truth.json" }
    #expect(images.sorted() == Self.rows.map(\.file).sorted())
    #expect(images.count >= 60)
    for name in images { #expect(try Fixture.bytes(name).count <= 50_000, "\(name)") }
  }

  @Test(arguments: rows)
  func `state, format and frames are what the writer knows`(_ row: Truth) throws {
    let inspection = Inspection(MemoryBytes(try Fixture.bytes(row.file)))
    #expect(inspection.state.rawValue == row.state)
    #expect(inspection.container?.rawValue.lowercased() == row.format)
    #expect(inspection.frames == row.held)
    #expect(inspection.claimedFrames == row.claimed)
    if let codec = row.codec {
      #expect(inspection.coding?.code == codec)
      #expect(inspection.frameRate == row.rate)
      #expect(inspection.channels == row.channels)
    }
    let isFaultless = inspection.state == .complete || inspection.state == .noSound
    #expect(inspection.faults.isEmpty == (isFaultless || inspection.state == .notAudio))
  }

  @Test(arguments: rows)
  func `each reader plays what it plays`(_ row: Truth) throws {
    let source = MemoryBytes(try Fixture.bytes(row.file))
    let inspection = Inspection(source)
    let survey = inspection.state == .notAudio ? nil : SoundSurvey(source)
    for reader in AudioReader.allCases {
      let wanted: Int? =
        switch reader {
        case .strict: row.strict
        case .appleLike: row.held.map { min($0, row.claimed ?? $0) }
        case .lenient: row.lenient
        case .lengthRepair: row.held
        }
      let result = reader.result(inspection, sound: survey)
      guard let wanted, row.format != nil else {
        #expect(result == .refuses, "\(reader)")
        continue
      }
      // libsndfile gives Opus at the rate it was recorded with.
      let rate = reader == .lenient ? 16_000 : row.rate
      #expect(result == .plays(frames: wanted, rate: rate), "\(reader)")
    }
  }
}
