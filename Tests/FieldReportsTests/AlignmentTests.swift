import FieldReports
import Testing

@Suite("A log and a run side by side")
struct AlignmentTests {
  private func log(_ signs: Sign...) -> [Sighting] {
    signs.enumerated().map { Sighting($0.element, line: $0.offset + 1) }
  }

  @Test func `a run that says everything in order matches whole`() {
    let alignment = Alignment(
      log(.startAsked, .stopAsked, .recorderPending),
      log(.launched, .startAsked, .showsRecording, .stopAsked, .recorderPending))
    #expect(alignment.match == 1_000)
    #expect(alignment.unexplained.isEmpty)
  }

  @Test func `the wrong order is no match, and the line is named`() {
    let alignment = Alignment(log(.clipboardRestored, .clipboardRead), log(.clipboardRead))
    #expect(alignment.match == 500)
    #expect(alignment.unexplained == [1])
  }

  @Test func `what is said again and again counts once`() {
    let alignment = Alignment(
      log(.stopAsked, .recorderPending, .recorderPending, .recorderPending),
      log(.stopAsked, .recorderPending))
    #expect(alignment.match == 1_000)
    #expect(alignment.unexplained.isEmpty)
  }

  @Test func `a command said twice is two commands`() {
    let alignment = Alignment(log(.stopAsked, .stopAsked), log(.stopAsked))
    #expect(alignment.match == 500)
    #expect(alignment.unexplained.count == 1)
  }

  @Test func `of two runs that match, the one whose times fit scores higher`() {
    let log = [
      Sighting(.startAsked, line: 1, at: 0), Sighting(.stopAsked, line: 2, at: 10_000_000_000),
    ]
    let far = [
      Sighting(.startAsked, line: 1, at: 0), Sighting(.stopAsked, line: 2, at: 90_000_000_000),
    ]
    #expect(Alignment(log, log).score > Alignment(log, far).score)
    #expect(Alignment(log, log).match == Alignment(log, far).match)
  }

  @Test func `an end that the log is silent about is surplus`() {
    let silent = Alignment(
      log(.stopAsked, .killed), log(.stopAsked, .attemptFailed, .messageShown, .killed))
    #expect(silent.surplus == 2)
    #expect(Alignment(log(.stopAsked), log(.stopAsked, .attemptFailed)).surplus == 0)
  }
}
