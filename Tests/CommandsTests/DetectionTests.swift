import Testing

@testable import Commands

@Suite("How soon defects are found")
struct DetectionTests {
  @Test func `the interval is the exact one`() {
    // Sixty detections in 1560 cases; the bounds are those of the chi-squared distribution.
    let rate = DetectionRate(detections: 60, cases: 1_560)
    #expect(abs(rate.mean - 0.0385) < 0.00005)
    #expect(abs(rate.interval.low - 0.0294) < 0.00005)
    #expect(abs(rate.interval.high - 0.0495) < 0.00005)
    #expect(rate.casesForNearCertainty.map { Int($0.rounded(.up)) } == 232)
  }

  @Test func `what was never found may still be there`() {
    let rate = DetectionRate(detections: 0, cases: 3_000)
    #expect(rate.interval.low == 0)
    // Of three in N, as the rule of thumb has it, for one bound; both bounds together need more.
    #expect(abs(rate.interval.high * 3_000 - 3.689) < 0.001)
    #expect(rate.casesForNearCertainty == nil)
    let nothing = DetectionRate(detections: 0, cases: 0).interval
    #expect(nothing.low == 0 && nothing.high == 1)
  }

  @Test func `a mutant is hunted from each seed, and told with its numbers`() {
    let session = Session(
      "mutants", "lost-chunk", "mutant:promote-before-sync", "--seeds", "3", "--reduce", "2",
      "--control", "40", "--json", "-")
    #expect(session.code == 0, "\(session.out)\(session.err)")
    #expect(session.out.contains("2 of 2 mutants found from every seed"))
    #expect(session.out.contains("reference: 0 false alarms in 40 cases on the memory store"))
    let lines = session.out.split(separator: "\n").filter { $0.hasPrefix("{") }
    #expect(lines.count == 3)
    #expect(
      lines.first?.contains(#""engine":"mutant:lost-chunk","clause":"CAPTURE.every-frame-written""#)
        == true)
    #expect(lines.first?.contains(#""trials":3,"found":3,"#) == true)
    #expect(lines.last?.contains(#""kind":"control""#) == true)
  }

  @Test func `a mutant that is not found in time is no success`() {
    let session = Session(
      "mutants", "added-wait", "--seeds", "1", "--limit", "1", "--control", "0")
    #expect(session.code == 3)
    #expect(session.out.contains("0 of 1 mutants found from every seed, 1 cases"))
    #expect(session.out.contains(">1"))
  }

  @Test func `a name that no mutant has is refused with the nearest`() {
    let session = Session("mutants", "lost-chunks")
    #expect(session.code == 2)
    #expect(session.err.contains("did you mean “lost-chunk”?"))
  }
}
