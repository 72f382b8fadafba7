import Contract
@testable import Journeys
import Testing

@Suite("The event list of a case")
struct TraceListingTests {
  static let lease = Lease(recording: RecordingID(1), attempt: 1, generation: 0)

  static func record(
    _ milliseconds: Int, _ identity: Identity, _ what: Happening,
    process: ProcessID = ProcessID(.app)
  ) -> TraceRecord {
    let now = Nanoseconds.milliseconds(milliseconds)
    return TraceRecord(
      at: Moment(monotonic: now, wall: now), identity: identity, process: process, what: what)
  }

  static var short: [TraceRecord] {
    let capture = Identity(.capture, recording: 1)
    let upload = Identity(
      .upload, recording: 1, attempt: 1, leaf: LeafPath(root: 0) ?? .none, number: 1)
    let source = FileRef(RecordingID(1), .source)
    return [
      record(
        0, Identity(.none, number: 0).saying(.person), .event(.person(.start(RecordingID(1))))),
      record(
        0, capture.saying(.issue),
        .effect(.request(Ticket(EffectID(3), lease), .capture(RecordingID(1), limit: .seconds(60))))
      ),
      record(0, Identity(.none), .effect(.notice(.show(.main, .recording)))),
      record(
        120, capture.saying(.began),
        .event(.progress(Ticket(EffectID(3), lease), .captureBegan(rate: 16_000)))),
      record(120, capture, .did(.microphone(RecordingID(1), isOn: true))),
      record(
        9_000, upload.saying(.issue),
        .effect(.request(Ticket(EffectID(9), lease), .upload(source, Settings())))),
      record(
        9_300, upload.saying(.head),
        .event(
          .progress(
            Ticket(EffectID(9), lease),
            .head(Head(status: 413, headers: [Header("Retry-After", "3")]))))),
      record(9_300, Identity(.none), .ignored(.staleLease)),
      record(9_300, Identity(.none), .end(.settled)),
    ]
  }

  @Test func `lanes, time, identity and what happened`() {
    let list = TraceListing(
      Self.short, remarks: [.init(record: 6, words: ["REQUEST.413-bounded: too often"])],
      style: Style(width: 110))
    #expect(
      list.text == """
        ▸ happens to the engine  → it asks  ← answer  ! it says  = came true  · bookkeeping  † process
            #0     0.000s  person   ▸ start r1                                                 person 0
            #1     0.000s  sound    → record r1, at most 60.000s                               issue capture/r1
            #2     0.000s  screen   ! main shows recording
            #3     0.120s  sound    ← the microphone runs at 16000 Hz                          began capture/r1
            #4     0.120s  sound    = the microphone is on for r1                              capture/r1
                  ⋮ 8.880s pass
            #5     9.000s  wire     → upload r1's source file to groq, model 1, language 1,    issue upload/r1.a1/0/t1
                                      cleanup cloud
            #6     9.300s  wire     ← HTTP 413, Retry-After: 3                                 head upload/r1.a1/0/t1
                                      ✗ REQUEST.413-bounded: too often
            #7     9.300s  engine   · ignored: stale lease
            #8     9.300s  system   † the case is over: nothing is left to happen

        """)
  }

  static func frames(_ count: Int) -> [TraceRecord] {
    (0..<count).flatMap { n in
      let span = Span(clip: 1, from: n * 8000, count: 8000)
      let append = Identity(.append, recording: 1, number: UInt16(n))
      let ticket = Ticket(EffectID(UInt32(n)), lease)
      let file = FileRef(RecordingID(1), .partial)
      return [
        record(n * 500, append, .event(.progress(ticket, .frames(span, .speech)))),
        record(n * 500, append, .effect(.request(ticket, .file(.append(file, span))))),
        record(n * 500, append, .deadlines([])),
      ]
    }
  }

  @Test func `steady recording is folded, what is remarkable is not`() {
    let folded = TraceListing(Self.frames(40), style: Style()).text
    #expect(folded.contains("⋮ 112 records of steady recording, 0.500s to 19.000s"))
    #expect(folded.split(separator: "\n").count == 1 + 4 + 1 + 4)
    let remarked = TraceListing(
      Self.frames(40), remarks: [.init(record: 60, words: ["here"])], style: Style()
    ).text
    #expect(remarked.contains("#60"))
    #expect(remarked.contains("✗ here"))
  }

  @Test func `a second process gets a column`() {
    var records = Self.short
    #expect(!TraceListing(records, style: Style()).text.contains("keyboard"))
    records.append(
      Self.record(9_400, Identity(.none), .process(.launched), process: ProcessID(.keyboard)))
    #expect(TraceListing(records, style: Style()).text.contains("keyboard is launched"))
  }

  @Test func `long texts are told by their ends`() {
    let text = (0..<90).map { "w\($0)" }.joined(separator: " ")
    #expect(abbreviated(text) == "w0 w1 … w88 w89 (90 words)")
    #expect(abbreviated("a b") == "a b")
  }
}
