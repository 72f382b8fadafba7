import Contract
import Testing

@Suite("Names of legs and of stages that come often")
struct LiveNameTests {
  static let spelled: [(Identity, String)] = [
    (Identity(.dial, recording: 1, leaf: leg(2)), "dial/r1/leg2"),
    (Identity(.dial, recording: 1, leaf: leg(2)).saying(.answer), "dial/r1/leg2?answer"),
    (Identity(.dial, recording: 1, leaf: leg(2)).saying(.issue), "issue dial/r1/leg2"),
    (
      Identity(.dial, recording: 3, leaf: leg(4_094), number: 7).saying(.frame),
      "frame dial/r3/leg4094/7"
    ),
    (Identity(.dial, recording: 1, leaf: leg(1), number: 1).saying(.pong), "pong dial/r1/leg1/1"),
    (
      Identity(.dial, recording: 1, leaf: leg(1), number: 65_535).saying(.drained),
      "drained dial/r1/leg1/65535"
    ),
    (Identity(.dial, recording: 1, leaf: leg(1)).saying(.open).occurring(2), "open dial/r1/leg1#2"),
    (
      Identity(.deliver, recording: 1, attempt: 1, number: 3).saying(.issue),
      "issue deliver/r1.a1/3"
    ),
    (redial.coming(1), "deadline r1.a1/redial"), (redial.coming(3), "deadline r1.a1/redial#3"),
    (redial.coming(255), "deadline r1.a1/redial#255"),
    (redial.coming(256), "deadline r1.a1/redial#256"),
    (redial.coming(257), "deadline r1.a1/redial#257"),
    (redial.coming(300), "deadline r1.a1/redial#300"),
    (redial.coming(512), "deadline r1.a1/redial#512"),
    (redial.coming(65_535), "deadline r1.a1/redial#65535"),
  ]

  private static func leg(_ n: Int) -> LeafPath { LeafPath(root: n) ?? .none }
  private static let redial =
    Identity(.stage, recording: 1, attempt: 1, word: .redial).saying(.deadline)

  @Test("One spelling each, which reads back as the name", arguments: 0..<spelled.count)
  func roundTrip(_ place: Int) throws {
    let (identity, text) = Self.spelled[place]
    #expect(identity.description == text)
    let pattern = try IdentityPattern(parsing: text)
    #expect(pattern == IdentityPattern(identity))
  }

  @Test("Every time a stage comes has a name of its own")
  func everyTimeIsAnother() throws {
    var names: Set<Identity> = []
    for n in 1...UInt16.max {
      let name = Self.redial.coming(n)
      #expect(name.times == (n == 1 ? 0 : Int(n)))
      names.insert(name)
    }
    #expect(names.count == 65_535)
  }

  @Test("A star stands for any leg, frame or time")
  func stars() throws {
    let frame = Identity(.dial, recording: 1, leaf: Self.leg(2), number: 7).saying(.frame)
    for text in [
      "frame dial/r1/leg2/*", "frame dial/r1/leg*/7", "frame dial/*", "frame dial/r1/*/*",
    ] {
      #expect(try IdentityPattern(parsing: text).matches(frame), "\(text)")
    }
    for text in [
      "frame dial/r1/leg1/*", "frame dial/r1/*/6", "frame dial/r2/*/*", "frame dial/r1/*",
    ] {
      #expect(try !IdentityPattern(parsing: text).matches(frame), "\(text)")
    }
    let any = try IdentityPattern(parsing: "deadline r1.a1/redial#*")
    for n in [1, 2, 255, 256, 300, 65_535] as [UInt16] {
      #expect(any.matches(Self.redial.coming(n)))
    }
    #expect(
      !any.matches(Identity(.stage, recording: 1, attempt: 1, word: .drain).saying(.deadline)))
  }

  @Test(
    "What no leg and no stage is called",
    arguments: [
      "dial/r1/leg0", "dial/r1/leg4095", "dial/r1/leg", "dial/r1/leg02", "dial/r1/leg1/leg2",
      "done upload/r1.a1/0/t1#256", "deadline r1.a1/redial#65536", "deadline r1.a1/redial#0",
      "upload/r1.a1/leg2/t1",
    ])
  func refused(_ text: String) {
    #expect(throws: IdentityError.self) { try IdentityPattern(parsing: text) }
  }
}
