import Testing

@testable import FieldReports

@Suite struct SignTests {
  @Test func `a set holds every sign, and each for itself`() {
    for sign in Sign.allCases {
      let set: SignSet = [sign]
      #expect(Sign.allCases.filter { set.contains($0) } == [sign])
    }
  }

  @Test func `the last sign that there may ever be has its place in a set`() {
    // Signs are numbered in their order, so that a bit for each number is a bit for each sign.
    #expect(Sign.allCases.map { Int($0.rawValue) } == Array(0..<Sign.allCases.count))
    #expect(MemoryLayout<SignSet>.size * 8 > Int(Sign.RawValue.max))
  }
}
