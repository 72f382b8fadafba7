import FieldReports
import Testing

@Suite("What somebody sends")
struct BundleTests {
  private func file(_ name: String, _ byte: UInt8) -> Bundle.File {
    Bundle.File(name: name, bytes: [byte])
  }

  @Test func `of two reports the first counts, and that there are two is known`() {
    let bundle = Bundle([
      file("report.yaml", 1), file("log.txt", 2), file("report.yaml", 3), file("log.txt", 4),
    ])
    #expect(bundle["report.yaml"]?.bytes == [1])
    #expect(bundle.ambiguous == ["report.yaml"])
    #expect(bundle.logs.map(\.bytes) == [[2], [4]])
    #expect(Bundle([file("mapping.yaml", 1), file("report.yaml", 2)]).ambiguous.isEmpty)
  }
}
