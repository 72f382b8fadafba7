import Contract
import Testing

@Suite("The trace hash")
struct TraceHashTests {
  static func hash(_ feed: (inout TraceHash) -> Void) -> String {
    var hash = TraceHash()
    feed(&hash)
    return hash.hexadecimal
  }

  static func hash(_ what: Happening) -> String {
    hash {
      $0.feed(
        TraceRecord(
          at: Moment(monotonic: .seconds(1), wall: .seconds(2)), identity: Identity(.open),
          process: ProcessID(.app), what: what))
    }
  }

  @Test("Known values stay what they are, in every process and on every day")
  func known() {
    #expect(Self.hash { _ in } == "d34300672f2a066a")
    #expect(Self.hash { $0.feed(1 as UInt64) } == "7b6867869021b250")
    #expect(Self.hash { $0.feed("a text of more than eight bytes") } == "13c7b45c8acd1c6c")
    #expect(Self.hash(.event(.launched(Launch(process: ProcessID(.app))))) == "33ab64ccb548900e")
    #expect(Self.hash(Self.all[40]) == "9c8a1cda191daf23")
    #expect(
      Self.hash {
        for what in Self.all {
          $0.feed(
            TraceRecord(
              at: Moment(monotonic: .zero, wall: .zero), identity: Identity(.none),
              process: ProcessID(.keyboard), what: what))
        }
      } == "a555819b4b22943e")
  }

  @Test("Texts of any length differ from each other and from their parts")
  func texts() {
    let texts = ["", "\0", "\0\0", "a", "ab", "abcdefgh", "abcdefghi", "abcdefgh\0", "b"]
    let hashes = texts.map { text in Self.hash { $0.feed(text) } }
    Self.expectDistinct(hashes)
    #expect(
      Self.hash { $0.feed("ab") }
        != Self.hash {
          $0.feed("a"); $0.feed("b")
        })
    #expect(
      Self.hash {
        $0.feed(1); $0.feed(2)
      }
        != Self.hash {
          $0.feed(2); $0.feed(1)
        })
  }

  @Test("Every part of a record counts")
  func parts() {
    let at = Moment(monotonic: .seconds(1), wall: .seconds(2))
    let base = TraceRecord(
      at: at, identity: Identity(.open), process: ProcessID(.app), what: .process(.launched))
    var records = [base]
    for change in 0..<6 {
      var record = base
      switch change {
      case 0: record.at.monotonic = .zero
      case 1: record.at.wall = .zero
      case 2: record.identity = Identity(.open).occurring(2)
      case 3: record.process.role = .keyboard
      case 4: record.process.boot = 2
      default: record.what = .process(.killed)
      }
      records.append(record)
    }
    Self.expectDistinct(records.map { record in Self.hash { $0.feed(record) } })
  }

  @Test("Every case of the vocabulary has a hash of its own")
  func cases() {
    #expect(Self.all.count > 190)
    Self.expectDistinct(Self.all.map { Self.hash($0) })
  }

  @Test("An engine's own numbers do not count")
  func numbers() {
    func asked(_ id: UInt32) -> Happening {
      .effect(.request(Ticket(EffectID(id)), .store(.open)))
    }
    #expect(Self.hash(asked(1)) == Self.hash(asked(2)))
    #expect(
      Self.hash(.effect(.notice(.cancel(EffectID(1)))))
        == Self.hash(.effect(.notice(.cancel(EffectID(9))))))
    func due(_ id: UInt32) -> Happening {
      .deadlines([Deadline(at: .zero, stage: .store, effect: EffectID(id))])
    }
    #expect(Self.hash(due(1)) == Self.hash(due(2)))
  }

  static func expectDistinct(_ hashes: [String]) {
    let sorted = hashes.enumerated().sorted { $0.element < $1.element }
    for (a, b) in zip(sorted, sorted.dropFirst()) {
      #expect(a.element != b.element, "\(a.offset) and \(b.offset)")
    }
  }
}
