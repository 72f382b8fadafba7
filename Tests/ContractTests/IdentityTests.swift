import Contract
import Testing

@Suite("Names of happenings")
struct IdentityTests {
  static func path(_ indices: Int...) -> LeafPath {
    var path = LeafPath(root: indices[0])
    for index in indices.dropFirst() { path = path?.child(index) }
    return path ?? .none
  }

  /// Every shape a name can have, and its spelling.
  static let spelled: [(Identity, String)] = [
    (Identity(.open).saying(.issue), "issue open/store"),
    (Identity(.open).saying(.done).occurring(3), "done open/store#3"),
    (Identity(.inventory).saying(.answer), "inventory/store?answer"),
    (Identity(.open).saying(.answer).occurring(2), "open/store?answer#2"),
    (
      Identity(.store, recording: 1, attempt: 1, word: .checkpoint, number: 2).saying(.done),
      "done store/r1.a1/checkpoint.2"
    ),
    (Identity(.store, recording: 9, attempt: 300, word: .raw), "store/r9.a300/raw"),
    (Identity(.tombstone, recording: 4).saying(.issue), "issue tombstone/r4"),
    (Identity(.tombstone), "tombstone/store"),
    (Identity(.append, recording: 1, number: 12).saying(.done), "done append/r1/12"),
    (Identity(.promote, recording: 1, word: .partial).saying(.done), "done promote/r1/partial"),
    (Identity(.remove, recording: 1, word: .leaf, number: 3), "remove/r1/leaf.3"),
    (Identity(.remove, recording: 1, word: .leaf), "remove/r1/leaf"),
    (Identity(.capture, recording: 1, number: 12).saying(.frames), "frames capture/r1/12"),
    (Identity(.capture, recording: 1).saying(.began).occurring(2), "began capture/r1#2"),
    (
      Identity(.upload, recording: 1, attempt: 1, leaf: path(0, 1), number: 2).saying(.head),
      "head upload/r1.a1/0.1/t2"
    ),
    (
      Identity(.upload, recording: 1, attempt: 1, leaf: path(0), number: 1).saying(.heeds),
      "upload/r1.a1/0/t1?heeds"
    ),
    (
      Identity(
        .export, recording: 65_535, attempt: 65_535, leaf: path(4_094, 14, 14, 14, 14, 14, 14, 14)
      )
      .saying(.done), "done export/r65535.a65535/4094.14.14.14.14.14.14.14"
    ),
    (Identity(.local, recording: 1, attempt: 2).saying(.partial), "partial local/r1.a2"),
    (Identity(.reset, recording: 1).saying(.done), "done reset/slot1"),
    (Identity(.reset).saying(.done), "done reset/slot0"),
    (Identity(.cleanup, recording: 1, attempt: 1).saying(.done), "done cleanup/r1.a1"),
    (Identity(.clipboard).saying(.done), "done clipboard/store"),
    (Identity(.deliver, recording: 1, attempt: 1).saying(.reads), "deliver/r1.a1?reads"),
    (Identity(.usage, recording: 1).saying(.done), "done usage/r1"),
    (
      Identity(.post, recording: 1, attempt: 1, process: ProcessID(.keyboard)).saying(.done),
      "keyboard: done post/r1.a1"
    ),
    (
      Identity(.launched, process: ProcessID(.app, boot: 127)).saying(.news),
      "app.127: news launched"
    ),
    (
      Identity(.resumed, number: 2, process: ProcessID(.keyboard, boot: 2)).saying(.news),
      "keyboard.2: news resumed/2"
    ),
    (Identity(.mediaReset, number: 1).saying(.news), "news media-reset/1"),
    (Identity(.none, number: 3).saying(.person), "person 3"),
    (Identity(.none), "0"),
    (
      Identity(.stage, recording: 1, attempt: 1, word: .captureHealth).saying(.deadline)
        .occurring(2), "deadline r1.a1/capture-health#2"
    ),
    (Identity(.stage, recording: 2, word: .store).saying(.deadline), "deadline r2/store"),
    (Identity(.stage, word: .recovery).saying(.deadline), "deadline store/recovery"),
    (Identity(.stage, word: .store).saying(.deadline), "deadline store/store"),
    (
      Identity(.upload, recording: 1, attempt: 1, leaf: path(0), number: 1).saying(.deadline),
      "deadline upload/r1.a1/0/t1"
    ),
  ]

  @Test("A name has one spelling, which reads back as the name", arguments: 0..<spelled.count)
  func spelling(place: Int) throws {
    let (identity, text) = Self.spelled[place]
    #expect(identity.description == text)
    let read = try IdentityPattern(parsing: text)
    #expect(read.isExact)
    #expect(read.value == identity)
    #expect(read == IdentityPattern(identity))
  }

  @Test("Every family, verb, word and news reads back as it is spelled")
  func everything() throws {
    var tried = 0
    for family in Family.allCases {
      for verb in Verb.allCases where family == .none || verb != .person {
        for process in [ProcessID(.app), ProcessID(.app, boot: 5), ProcessID(.keyboard)] {
          for identity in Self.shapes(family, process) {
            let name = identity.saying(verb).occurring(UInt8(tried % 255))
            let read = try IdentityPattern(parsing: name.description)
            #expect(read.value == name, "\(name)")
            tried += 1
          }
        }
      }
    }
    #expect(tried > 5_000)
  }

  /// The shapes the world makes of a family.
  static func shapes(_ family: Family, _ process: ProcessID) -> [Identity] {
    func plain(_ recording: UInt16, _ attempt: AttemptNumber, _ number: UInt16 = 0) -> Identity {
      Identity(family, recording: recording, attempt: attempt, number: number, process: process)
    }
    switch family {
    case .none: return [plain(0, 0, 1), plain(0, 0, 65_535)]
    case .stage:
      return Stage.allCases.flatMap { stage in
        [(UInt16(0), UInt16(0)), (1, 1), (7, 0)].map {
          Identity(family, recording: $0.0, attempt: $0.1, word: Word(stage), process: process)
        }
      }
    case .launched, .interruption, .route, .mediaReset, .lowSpace, .locked, .background,
      .foreground, .thermal, .focus, .copied, .handoff, .resumed:
      return [plain(0, 0), plain(0, 0, 9)]
    case .store:
      return Word.allCases.filter { $0.rawValue > 0 && $0.rawValue < 12 }.map {
        Identity(
          family, recording: 3, attempt: 2, word: $0, number: $0 == .checkpoint ? 4 : 0,
          process: process)
      }
    case .create, .close, .validate, .sync, .promote, .remove:
      return [Word.partial, .source, .leaf].map {
        Identity(family, recording: 3, word: $0, number: $0 == .leaf ? 4 : 0, process: process)
      }
    case .upload, .export:
      return [path(0), path(3, 1, 0)].map {
        Identity(
          family, recording: 3, attempt: 2, leaf: $0, number: family == .upload ? 3 : 0,
          process: process)
      }
    case .open, .inventory, .quarantine, .space, .tombstone, .purge, .append, .capture, .local,
      .reset, .cleanup, .deliver, .clipboard, .restore, .usage, .post, .dial:
      return family == .reset ? [plain(1, 0)] : [plain(0, 0), plain(1, 0), plain(1, 2)]
    }
  }

  @Test("Parts come back as they were packed, and none disturbs another")
  func packing() {
    let all = Identity(
      .resumed, recording: 0xABCD, attempt: 0x1234, leaf: Self.path(4_094, 14, 0, 7),
      word: .drain, number: 0xFFFF, process: ProcessID(.keyboard, boot: 127)
    ).saying(.late).occurring(255)
    #expect(all.family == .resumed)
    #expect(all.recording == 0xABCD)
    #expect(all.attempt == 0x1234)
    #expect(all.leaf.indices == [4_094, 14, 0, 7])
    #expect(all.word == .drain)
    #expect(all.number == 0xFFFF)
    #expect(all.process == ProcessID(.keyboard, boot: 127))
    #expect(all.verb == .late)
    #expect(all.occurrence == 255)
    #expect(all.numbered(7).number == 7)
    #expect(all.numbered(7).word == .drain)
    #expect(all.object.verb == .object)
    #expect(all.object.occurrence == 0)
    #expect(all.object.recording == 0xABCD)
    #expect(all.occurring(1).occurrence == 0)
    #expect(Identity(.open) < Identity(.store))
  }

  @Test("A leaf that does not fit is none")
  func leaves() {
    #expect(LeafPath(root: -1) == nil)
    #expect(LeafPath(root: 4_095) == nil)
    #expect(LeafPath(root: 0)?.child(15) == nil)
    #expect(LeafPath(root: 0)?.child(-1) == nil)
    #expect(LeafPath.none.child(0) == nil)
    #expect(LeafPath.none.indices == [])
    #expect(LeafPath.none.depth == 0)
    #expect(Self.path(1, 2, 3, 4, 5, 6, 7, 8).depth == 8)
    #expect(Self.path(1, 2, 3, 4, 5, 6, 7, 8).child(0) == nil)
  }

  static let patterns: [(String, [String], [String])] = [
    (
      "upload/r1.*/*/t1", ["upload/r1.a1/0/t1", "upload/r1.a7/3.1/t1"],
      ["upload/r1.a1/0/t2", "upload/r2.a1/0/t1"]
    ),
    ("upload/r*.a*/0/t*", ["upload/r9.a9/0/t9"], ["upload/r1.a1/1/t1", "head upload/r1.a1/0/t1"]),
    ("upload/r1.a1/*/*", ["upload/r1.a1/0.1/t5"], ["upload/r1.a2/0.1/t5"]),
    (
      "upload/r1.a1/0/t1?answer#*", ["upload/r1.a1/0/t1?answer", "upload/r1.a1/0/t1?answer#7"],
      ["upload/r1.a1/0/t1?heeds"]
    ),
    (
      "done store/r1.a1/checkpoint.*",
      ["done store/r1.a1/checkpoint.7", "done store/r1.a1/checkpoint"], ["done store/r1.a1/raw"]
    ),
    (
      "done store/r*.*/*", ["done store/r4.a1/raw", "done store/r1.a1/checkpoint.3"],
      ["issue store/r4.a1/raw"]
    ),
    ("done append/r1/*", ["done append/r1/1", "done append/r1/77"], ["done append/r2/1"]),
    ("reset/slot*", ["reset/slot1", "reset/slot9"], ["capture/r1"]),
    (
      "app.*: news launched", ["news launched", "app.3: news launched"], ["keyboard: news launched"]
    ),
    ("keyboard.*: news handoff/*", ["keyboard.2: news handoff/4"], ["news handoff/4"]),
    ("person *", ["person 1", "person 65535"], ["0"]),
    (
      "deadline r*.a*/finalize", ["deadline r1.a1/finalize"],
      ["deadline r1.a1/backoff", "deadline r1.a1/finalize#2"]
    ),
    ("news focus/*", ["news focus/2"], ["news route/2"]),
  ]

  @Test("A star stands for any of its part and for nothing else", arguments: 0..<patterns.count)
  func pattern(place: Int) throws {
    let (text, members, others) = Self.patterns[place]
    let pattern = try IdentityPattern(parsing: text)
    #expect(!pattern.isExact)
    for member in members {
      #expect(pattern.matches(try IdentityPattern(parsing: member).value), "\(text): \(member)")
    }
    for other in others {
      #expect(!pattern.matches(try IdentityPattern(parsing: other).value), "\(text): \(other)")
    }
  }

  @Test(
    "What is no name is refused with a sentence",
    arguments: [
      "", " ", "issue", "issue ", "issue  open", "shout open/store", "open/store?why", "opn/store",
      "open/shop", "open", "upload/r1.a1/0/t1#0", "upload/r1.a1/0/t1#256", "upload/r1.a1/0/t1#x",
      "upload/r1.a0/0/t1", "upload/r1.b1/0/t1", "upload/r1.a1.2/0/t1", "upload/r/0/t1",
      "upload/r65536.a1/0/t1", "upload/r1.a1/4095/t1", "upload/r1.a1/0.15/t1",
      "upload/r1.a1/0/1/t1", "upload/r1.a1/0/t1/t2", "upload/r1.a1/0/t+1", "upload/r1.a1/0/t01",
      "upload/r+1.a1/0/t1", "append/r1/3/4", "append/r1/1.2", "append/r1/-0", "append/r1/٣",
      "store/r1.a1/raw/raw", "store/r1.a1/checkpoint.2.3", "store/r1.a1/checkpoint.x",
      "store/r1.a1/finalize", "phone: open/store", "app.0: open/store", "app.128: open/store",
      "app.1.2: open/store", "person x", "person 1/2", "person 65536", "news focus/1/2",
      "news focus/x", "deadline r1.a1/lunch", "r1/raw", "0/1",
    ])
  func refused(text: String) {
    #expect(throws: IdentityError.self) { try IdentityPattern(parsing: text) }
  }

  @Test("A refusal names what it found and what would have fitted")
  func hints() {
    do {
      _ = try IdentityPattern(parsing: "done stroe/r1.a1/raw")
      Issue.record("read")
    } catch {
      #expect(error.found == "stroe")
      #expect(error.candidates.contains("store"))
      #expect(error.reason == "unknown kind 'stroe'")
    }
  }
}
