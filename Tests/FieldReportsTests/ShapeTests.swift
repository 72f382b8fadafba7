import Testing

@testable import FieldReports

@Suite struct ShapeTests {
  private func stamp(_ text: String) -> Stamp? {
    let bytes = Array((text + " x").utf8)
    var reader = StampReader(bytes, from: 0, to: bytes.count)
    return reader.read()
  }

  @Test func `times of day, dates and offsets are read to the nanosecond`() {
    let s = Stamp.second
    #expect(stamp("15:05:53.114") == Stamp(origin: .midnight, at: 54_353_114_000_000))
    #expect(stamp("[15:05:53,114]") == Stamp(origin: .midnight, at: 54_353_114_000_000))
    #expect(stamp("3:05:53 PM") == Stamp(origin: .midnight, at: 54_353 * s))
    #expect(stamp("12:05:53 AM") == Stamp(origin: .midnight, at: 353 * s))
    #expect(stamp("21:07:08.847012-0400") == Stamp(origin: .midnight, at: 90_428_847_012_000))
    #expect(stamp("t=10ms") == Stamp(origin: .start, at: 10_000_000))
    #expect(stamp("+1.5s") == Stamp(origin: .start, at: 1_500_000_000))
    #expect(stamp("[12.345]") == Stamp(origin: .start, at: 12_345_000_000))
    #expect(stamp("00:08.000") == Stamp(origin: .start, at: 8 * s))
    #expect(
      stamp("010.1..119.9") == Stamp(origin: .start, at: 10_100_000_000, until: 119_900_000_000))
    #expect(stamp("1970-01-02 00:00:01") == Stamp(origin: .date, at: 86_401 * s))
    #expect(stamp("1970-01-01T01:00:00+01:00") == Stamp(origin: .date, at: 0))
    #expect(stamp("[1970-01-01][00:00:05]") == Stamp(origin: .date, at: 5 * s))
    #expect(stamp("19700101T000002Z") == Stamp(origin: .date, at: 2 * s))
    #expect(stamp("1771000000") == Stamp(origin: .date, at: 1_771_000_000 * s))
    #expect(stamp("1771000000123") == Stamp(origin: .date, at: 1_771_000_000_123_000_000))
    #expect(stamp("Jan  1 00:00:07") == stamp("01-01 00:00:07"))
  }

  @Test(arguments: [
    "200 OK", "10.0.0.1", "25:00:00", "12:61:00", "v1.2", "2026-13-01 00:00:00",
    "2026-02-03", "10x", "", "1234567", "99999999999999999999999", "12:30:61x",
  ])
  func `what is no time is not read as one`(text: String) {
    #expect(stamp(text) == nil)
  }

  @Test func `each shape is recognized`() throws {
    let lines: [(String, LogShape)] = [
      ("10:00:00.000 stop pressed", .plain),
      (#"{"ts":1771000000123,"msg":"stop pressed"}"#, .jsonLines),
      (#"{"@t":"2026-02-03T09:15:01Z","@mt":"stop pressed"}"#, .serilog),
      ("2026-05-11 17:20:03.114 Df Scribe[811:4a2f] [app.scribe:ui] stop pressed", .appleCompact),
      (#"{"timestamp":"2026-08-20 07:45:10.12+0200","eventMessage":"stop pressed"}"#, .appleJSON),
      ("default\t12:10:01.1-0400\tScribe\tstop pressed", .appleConsole),
      ("04-19 21:14:08.220  9912  9912 I MemoRepo: stop pressed", .logcat),
      ("2026-07-14T13:02:00Z  INFO stt::relay: stop pressed", .rust),
      ("[2026-03-01 10:00:00.000] [info]  stop pressed", .electron),
    ]
    for (line, shape) in lines {
      let log = try FieldLog.reading(line)
      #expect(log.shapes.map(\.shape) == [shape], "\(line)")
      #expect(log.sightings.map(\.sign) == [.stopAsked], "\(line)")
      #expect(log.timedLines == 1, "\(line)")
    }
  }

  @Test func `a night is passed, and a swap is no night`() throws {
    let log = try FieldLog.reading(
      "23:59:59 stop pressed\n00:00:02 stop pressed\n23:59:58 stop pressed\n00:00:03 stop pressed")
    #expect(log.end == 4 * Stamp.second)
    #expect(log.remarks.contains(.passedMidnight(1)))
  }

  @Test func `times that contradict each other cost certainty`() throws {
    let text = try FieldCorpus.log(of: "02-stop-never-answers")
    let lines = text.split(separator: "\n")
    let mixed = (lines.suffix(1) + lines.dropLast()).joined(separator: "\n")
    let log = try FieldLog.reading(mixed)
    #expect(!log.hasSteadyTimes)
    #expect(Diagnosis(of: log).words == "not enough")
    let known = Diagnosis(of: log, register: try FieldCorpus.register())
    #expect(known.words == "CAPTURE.bounded-finalize likely")
  }

  @Test func `what is no log is refused with a reason`() {
    func refusal(_ bytes: [UInt8], _ limits: LogLimits = LogLimits()) -> LogRefusal? {
      var importer = LogImporter(limits: limits)
      do {
        try importer.read(bytes, name: "-")
        return nil
      } catch {
        return error
      }
    }
    #expect(refusal([]) == .empty)
    #expect(refusal(Array(" \n\n".utf8)) == .empty)
    #expect(refusal([0x50, 0x4B, 3, 4, 0, 0])?.code == "log-binary")
    #expect(refusal(Array("a\nb".utf8) + [0]) == .binary(what: nil, line: 2, column: 2))
    #expect(refusal(Array("abc".utf8), LogLimits(bytes: 2)) == .tooLarge(bytes: 3, limit: 2))
    #expect(refusal(Array(#"{"log":{"entries":[}}"#.utf8))?.code == "log-bad-har")
  }

  @Test func `what had to be done to read it is said`() throws {
    let text = "10:00:00 stop pressed"
    let wide = text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    #expect(try FieldLog.reading(wide).remarks == [.convertedFromUTF16])
    #expect(try FieldLog.reading(wide).sightings.count == 1)
    let broken = Array(text.utf8) + [0xFF, 0xFE, 0x41]
    #expect(try FieldLog.reading(broken).remarks == [.replacedInvalidUTF8])
    var importer = LogImporter(limits: LogLimits(lines: 2, lineBytes: 10))
    try importer.read(Array("\(text)\n\(text)\n\(text)\n".utf8), name: "-")
    #expect(importer.finish().remarks == [.cutLines(2), .leftOutLines(1)])
    #expect(try FieldLog.reading("\u{FEFF}\(text)\r\n").sightings.count == 1)
  }

  @Test func `prose of a ticket is skipped, whatever it says`() throws {
    let log = try FieldLog.reading(
      """
      Hello, I pressed cancel and the recording started again.
      > 10:00:00 stop pressed
      My overlay was hidden, and the microphone is still open!
      """)
    #expect(log.sightings.map(\.sign) == [.stopAsked])
    #expect(log.skippedLines == 2)
  }

  @Test func `a person's words in quotes are not read`() throws {
    for line in [
      #"10:00:00 token "please cancel the recording" done"#,
      #"{"ts":1771000000123,"msg":"partial","text":"user pressed stop"}"#,
      #"{"@t":"2026-11-30T10:00:00Z","@mt":"partial","Text":"user pressed stop"}"#,
      #"{"@t":"2026-11-30T10:00:00Z","@mt":"partial of {WindowTitle}","WindowTitle":"stop-asked"}"#,
      "10:00:00 heard 'delete recording 4' from the speaker",
    ] {
      let signs = try FieldLog.reading(line).sightings.map(\.sign)
      #expect(!signs.contains(.cancelAsked) && !signs.contains(.stopAsked), "\(line)")
      #expect(!signs.contains(.deleteAsked), "\(line)")
    }
  }
}
