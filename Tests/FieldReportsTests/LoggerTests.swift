import Contract
import FieldReports
import Foundation
import Testing

@Suite("The logger that app authors copy")
struct LoggerTests {
  private func folder() -> URL {
    FileManager.default.temporaryDirectory.appendingPathComponent("lastword-\(UUID().uuidString)")
  }

  @Test func `what it writes is read exactly, and names are numbers`() throws {
    let folder = folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let log = try LastwordLog(folder: folder, app: "Ex\"ample 1", platform: "macos")
    log.saw("start-asked", recording: "holiday plans")
    log.saw("stop-asked", recording: "holiday plans")
    log.saw("start-asked", recording: "other")
    log.saw("answer-refused", recording: "other", value: 413)
    log.saw("handoff-posted", value: .max, byKeyboard: true)
    log.flush()
    let bytes = try [UInt8](Data(contentsOf: folder.appendingPathComponent("events.jsonl")))
    let read = try EventLog(reading: bytes, file: "events.jsonl")
    #expect(read.header.app == "Example 1")
    #expect(
      read.sightings.map(\.sign) == [
        .startAsked, .stopAsked, .startAsked, .answerRefused, .handoffPosted,
      ])
    #expect(read.sightings.map(\.subject) == [1, 1, 2, 2, nil])
    #expect(read.sightings[3].value == 413 && read.sightings[4].value == nil)
    #expect(read.sightings[4].actor == .keyboard)
    #expect(!String(decoding: bytes, as: UTF8.self).contains("holiday"))
    #expect(log.losses == 0)
  }

  @Test func `what was noted before a launch is kept`() throws {
    let folder = folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    for sign in ["start-asked", "stop-asked", "launched"] {
      let log = try LastwordLog(folder: folder, app: "a", platform: "ios")
      log.saw(sign)
      log.flush()
    }
    let signs = try ["events.1.jsonl", "events.jsonl"].map { name in
      let bytes = try [UInt8](Data(contentsOf: folder.appendingPathComponent(name)))
      return try EventLog(reading: bytes, file: name).sightings.map(\.sign)
    }
    #expect(signs == [[.stopAsked], [.launched]])
  }

  @Test func `two files of bounded size are all there ever is`() throws {
    let folder = folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let log = try LastwordLog(folder: folder, app: "a", platform: "ios", limit: 40_000)
    for n in 0..<5_000 { log.saw("audio-arrives", recording: "r", value: n) }
    log.flush()
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    #expect(names == ["events.1.jsonl", "events.jsonl"])
    for name in names {
      let bytes = try [UInt8](Data(contentsOf: folder.appendingPathComponent(name)))
      #expect(bytes.count <= 40_000)
      _ = try EventLog(reading: bytes, file: name)
    }
  }

  @Test func `an exact line is read as the record that it is, and a text is numbers`() throws {
    let folder = folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let log = try LastwordLog(
      folder: folder, app: "a", platform: "macos", tells: ["lives", "commands", "screen"])
    log.begins()
    log.person("start", "holiday plans")
    log.refused()
    log.shows("overlay", "recording")
    log.microphone("holiday plans", isOn: true)
    log.exactly(
      "did", .object(["landed": .list([.number(1), .text(["dear aunt", "see you"])])]))
    log.flush()
    let bytes = try [UInt8](Data(contentsOf: folder.appendingPathComponent("events.jsonl")))
    let read = try EventLog(reading: bytes, file: "events.jsonl")
    #expect(read.header.tells == [.lives, .commands, .screen])
    let expected: [Happening] = [
      .process(.launched), .event(.launched(Launch(process: ProcessID(.app)))),
      .event(.person(.start(RecordingID(1)))), .ignored(.notAllowedNow),
      .effect(.notice(.show(.overlay, .recording))),
      .did(.microphone(RecordingID(1), isOn: true)), .did(.landed(Target(1), "1 2")),
    ]
    #expect(read.records.map(\.record.what) == expected)
    #expect(read.records.map(\.number) == Array(1...expected.count))
    #expect(!String(decoding: bytes, as: UTF8.self).contains("aunt"))
    #expect(!read.allSightings.isEmpty)
  }
}
