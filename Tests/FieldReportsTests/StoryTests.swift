import Testing

@testable import FieldReports

/// What rules ask of a story is the same whether the answer is near or far.
@Suite struct StoryTests {
  /// Signs drawn by a small generator of its own, so that every run has the same.
  private static func story(_ count: Int) -> Story {
    var state: UInt64 = 7
    var signs: [Sighting] = []
    let all = Sign.allCases
    for line in 0..<count {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      // Few kinds are frequent, most are rare.
      let draw = Int(state >> 33)
      let sign = draw % 10 < 8 ? all[draw / 10 % 3] : all[draw / 10 % all.count]
      signs.append(Sighting(sign, line: line + 1, at: Int64(line) * 1_000_000))
    }
    return Story(FieldLog(sightings: signs))
  }

  @Test func `first and last find what a look at every place finds`() {
    let story = Self.story(600)
    let rare: SignSet = [.drainExpired, .legOpened, .storageFull]
    let few: SignSet = [.startAsked, .quotaReached]
    for set in [rare, few, [], [.startAsked, .stopAsked, .cancelAsked]] {
      for place in stride(from: -1, to: 600, by: 7) {
        for end in [nil, place + 3, place + 40, place + 300] {
          let until = min(end ?? 600, 600)
          let expected = (max(place + 1, 0)..<max(until, place + 1, 0)).first {
            $0 < 600 && set.contains(story[$0].sign)
          }
          #expect(story.first(set, after: place, before: end) == expected)
        }
        for start in [-1, place - 3, place - 40, place - 300] {
          let expected = (0..<max(place, 0)).last {
            $0 > max(start, -1) && set.contains(story[$0].sign)
          }
          #expect(story.last(set, before: place, after: start) == expected)
        }
      }
    }
  }
}
