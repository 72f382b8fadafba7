import FieldReports
import Testing

@Suite struct SignTests {
  @Test func `Every sign has a number of its own that stays`() {
    // Signatures of the register are kept in files by name; the order may grow at its end only.
    #expect(Set(Sign.allCases.map(\.rawValue)).count == Sign.allCases.count)
    #expect(Sign.startAsked.rawValue == 0)
  }
}
