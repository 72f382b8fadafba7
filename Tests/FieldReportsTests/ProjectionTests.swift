import Contract
import FieldReports
import Testing

@Suite("A run said in signs")
struct ProjectionTests {
  private func record(
    _ seconds: Double, _ what: Happening, _ identity: Identity = Identity(.none)
  ) -> TraceRecord {
    let now = Nanoseconds(Int64(seconds * 1e9))
    return TraceRecord(
      at: Moment(monotonic: now, wall: now), identity: identity, process: ProcessID(.app),
      what: what)
  }

  private let capture = Identity(.capture, recording: 1)
  private let r1 = RecordingID(1)

  @Test func `a recorder that does not answer a stop is told of after a second, once`() {
    let ticket = Ticket(EffectID(1), Lease(recording: r1, attempt: 1, generation: 0))
    let trace = [
      record(0, .event(.person(.start(r1)))),
      record(0.1, .effect(.request(ticket, .capture(r1, limit: .minutes(1)))), capture),
      record(0.2, .event(.progress(ticket, .captureBegan(rate: 16_000))), capture),
      record(5, .event(.person(.stop(nil)))),
      record(5, .effect(.notice(.stop(EffectID(1)))), capture),
      record(5.5, .event(.news(.foreground))),
      record(9, .event(.news(.background(expiresIn: nil)))),
      record(20, .event(.news(.foreground))),
    ]
    let seen = Sighting.all(of: trace)
    #expect(
      seen.map(\.sign) == [
        .startAsked, .microphoneAsked, .microphoneOn, .stopAsked, .recorderPending,
      ])
    #expect(seen.last?.at == 6_000_000_000)
    #expect(seen[2].value == 100)
  }

  @Test func `a command that is not taken is told as such, with its recording`() {
    let trace = [
      record(1, .event(.person(.cancel(r1)))), record(1, .ignored(.notAllowedNow)),
      record(2, .event(.person(.retry(r1)))), record(3, .event(.news(.foreground))),
      record(3, .ignored(.duplicate)),
    ]
    let seen = Sighting.all(of: trace)
    #expect(seen.map(\.sign) == [.cancelAsked, .cancelRefused, .retryAsked])
    #expect(seen.allSatisfy { $0.subject == 1 })
  }

  @Test func `a delete is told where the app took it on, and not where it was refused`() {
    let refused = [
      record(1, .event(.person(.delete(r1)))), record(1, .ignored(.notAllowedNow)),
      record(2, .event(.person(.clear))), record(2, .ignored(.notAllowedNow)),
    ]
    #expect(Sighting.all(of: refused).isEmpty)
    let taken = [record(1, .event(.person(.delete(r1)))), record(2, .event(.news(.foreground)))]
    #expect(Sighting.all(of: taken).map(\.sign) == [.deleteAsked])
  }

  @Test func `the field of a text is told when it loses the focus and when it has it again`() {
    let trace = [
      record(0, .event(.news(.focus(Target(1))))), record(1, .event(.person(.start(r1)))),
      record(2, .event(.news(.focus(Target(2))))), record(3, .event(.news(.focus(Target(3))))),
      record(4, .event(.news(.focus(Target(1))))), record(5, .event(.news(.focus(Target(2))))),
      record(6, .event(.person(.redeliver(r1, Target(2))))),
    ]
    let seen = Sighting.all(of: trace)
    #expect(
      seen.map(\.sign) == [
        .startAsked, .targetChanged, .targetChanged, .targetChanged, .targetChanged,
      ])
    #expect(seen.map(\.value) == [nil, nil, 0, nil, 0])
  }

  @Test func `that the line about live text is empty says nothing of the work`() {
    let trace = [
      record(1, .effect(.notice(.show(.transcript, .idle)))),
      record(2, .effect(.notice(.show(.main, .idle)))),
    ]
    #expect(Sighting.all(of: trace).map(\.at) == [2_000_000_000])
  }

  @Test func `what several surfaces show at once is one sighting`() {
    let trace = [
      record(1, .effect(.notice(.show(.main, .processing)))),
      record(1, .effect(.notice(.show(.overlay, .processing)))),
      record(2, .effect(.notice(.show(.main, .idle)))),
    ]
    #expect(Sighting.all(of: trace).map(\.sign) == [.showsProcessing, .showsIdle])
  }

  @Test func `a text is told by its length and never by its words`() {
    let trace = [
      record(
        0, .event(.launched(Launch(process: ProcessID(.app), dialect: Dialect(delivery: .paste))))),
      record(1, .did(.landed(Target(1), "seven w"))),
    ]
    #expect(Sighting.all(of: trace).map(\.value) == [nil, 7])
  }
}
