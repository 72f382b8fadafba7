import Contract
import Properties
import Testing

func judged(_ trace: [TraceRecord], shoulds: Bool = true) -> Judge {
  var judge = Judge(shoulds: shoulds)
  for record in trace { judge.observe(record) }
  judge.finish()
  return judge
}

func told(_ findings: [Finding]) -> String {
  findings.map {
    "\($0.record) \($0.clause.id): \($0.sentence) expected \($0.expected), observed \($0.observed)"
  }.joined(separator: "\n")
}

@Suite struct GoodStoryTests {
  @Test(arguments: Stories.all.map(\.name))
  func `a run without a fault of the engine has no finding`(_ name: String) throws {
    let story = try #require(Stories.all.first { $0.name == name }).story
    let judge = judged(story.trace)
    #expect(judge.findings.isEmpty, "\(told(judge.findings))")
  }
}
