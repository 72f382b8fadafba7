import Choices
import Contract

/// Draws for one world or one case, each by what it is for.
///
/// There is no stream: whatever is drawn besides, and in whatever order, a draw stays what it is.
struct Chance {
  let seed: UInt64

  init(_ seed: UInt64) { self.seed = seed }

  /// A whole number from 0 and below a bound; 0 if the bound is 0 or less.
  func below(_ bound: Int, _ topic: Topic, _ n: Int = 0) -> Int {
    Int(Draw.below(UInt64(max(bound, 0)), seed: seed, key: Self.key(topic, n)))
  }

  /// A whole number in a range.
  func number(_ range: ClosedRange<Int>, _ topic: Topic, _ n: Int = 0) -> Int {
    range.lowerBound + below(range.count, topic, n)
  }

  /// Whether something that happens in so many of a hundred cases happens.
  func percent(_ share: Int, _ topic: Topic, _ n: Int = 0) -> Bool {
    below(100, topic, n) < share
  }

  /// A word.
  func word(_ topic: Topic, _ n: Int = 0) -> UInt64 {
    Draw.word(seed: seed, key: Self.key(topic, n))
  }

  /// One of a list; nil if there is none.
  func one<Element>(of list: [Element], _ topic: Topic, _ n: Int = 0) -> Element? {
    list.isEmpty ? nil : list[below(list.count, topic, n)]
  }

  /// One of a list, each as often as its share says; nil if there is none.
  func one<Element>(
    of list: [Element], sharing share: (Element) -> Int, _ topic: Topic
  ) -> Element? {
    var place = below(list.reduce(0) { $0 + share($1) }, topic)
    for element in list {
      if place < share(element) { return element }
      place -= share(element)
    }
    return nil
  }

  /// A span of time in milliseconds.
  func time(_ milliseconds: ClosedRange<Int>, _ topic: Topic, _ n: Int = 0) -> Nanoseconds {
    .milliseconds(number(milliseconds, topic, n))
  }

  /// How much there is of a class.
  func level(_ topic: Topic, _ n: Int = 0) -> Swarm {
    switch below(100, topic, n) {
    case ..<40: .off
    case ..<75: .rare
    default: .common
    }
  }

  private static func key(_ topic: Topic, _ n: Int) -> Key {
    Key(high: 0xFA << 56 | topic.rawValue, low: UInt64(truncatingIfNeeded: n))
  }
}

/// How much there is of a class of events or faults in one case.
enum Swarm: UInt8 {
  case off, rare, common
}

/// What a draw is for. The numbers are part of the version of the generator: a new topic gets a new
/// number, and nothing else changes.
enum Topic: UInt64 {
  case platform = 1
  case captureLimit = 2
  case knownBody = 3
  case splitDepth = 4
  case minimumLeaf = 5
  case recognizer = 6
  case model = 7
  case language = 8
  case cleanup = 9
  case sounds = 10
  case soundLength = 11
  case rules = 12
  case ruleNumber = 13
  case cleanupRules = 14
  case focus = 15
  case fields = 16
  case plants = 17
  case plantKind = 18
  case recordings = 19
  case gap = 20
  case length = 21
  case ends = 22
  case eventLevel = 23
  case eventCount = 24
  case eventTime = 25
  case eventDetail = 26
  case eventTarget = 27
  case eventPair = 28
  case provider = 29
  case comeback = 30
  case faultCount = 40
  case faultLevel = 41
  case faultChoice = 42
  case faultDetail = 43
  case momentCount = 44
  case moment = 45
  case momentDelay = 46
  case momentAction = 47
  case crash = 48
  case crashMoment = 49
  case crashSide = 50
  case crashRole = 51
  case crashRelaunch = 52
  case secondCrash = 53
  case permanent = 54
  case strategy = 55
  case strategyDetail = 56
  case holdPlace = 57
  case holdUntil = 58
  case chaos = 59
  case corpusPick = 60
  case corpusCount = 61
  case corpusChange = 62
  case corpusDetail = 63
  case diskFault = 64
  case diskChoice = 65
  case order = 66
  case regime = 67
  case mood = 68
  case moodGroup = 69
  case patience = 70
  case edge = 71
  case secondThoughts = 72
  case namesake = 73
  case aim = 74
  case relay = 75
}
