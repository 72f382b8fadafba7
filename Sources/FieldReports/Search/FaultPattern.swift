import Choices
import Contract
import Simulation

/// A way in which the world goes wrong that a log can point at: a few changes of a case, most
/// likely first.
struct FaultPattern: Sendable {
  /// What one way of going wrong changes in a case.
  typealias Change = @Sendable (inout Case) -> Void

  /// What goes wrong, in a few words.
  var words: String
  /// How strongly the log points at it; 0 not at all, less than 0 for what is no fault and never
  /// tried alone.
  var rank: Int
  /// The ways in which it can be.
  var variants: [Change]

  init(_ words: String, rank: Int, _ variants: [Change]) {
    self.words = words
    self.rank = rank
    self.variants = variants
  }

  /// An answer to the questions of a name.
  static func answer(_ name: String, _ answer: Answer) -> Change {
    { theCase in
      do {
        let pattern = try IdentityPattern(parsing: name)
        theCase.plan.entries.insert(Plan.Entry(KeyPattern(pattern), answer), at: 0)
      } catch {
        // The names are those of this file; a test holds every one of them against the grammar.
        assertionFailure("\(name): \(error)")
      }
    }
  }

  /// All of them for a log, those that it points at first.
  static func all(for log: SoughtLog) -> [FaultPattern] {
    let all =
      microphone(log) + wire(log) + limits(log) + delivery(log) + devices(log) + legs(log)
      + timing(log)
    return all.filter { !$0.variants.isEmpty }.enumerated().sorted {
      $0.element.rank != $1.element.rank
        ? $0.element.rank > $1.element.rank : $0.offset < $1.offset
    }.map(\.element)
  }
}

// MARK: The microphone

extension FaultPattern {
  private static func microphone(_ microphone: Microphone) -> Change {
    answer("capture/r1?answer", .microphone(microphone))
  }

  static func microphone(_ log: SoughtLog) -> [FaultPattern] {
    let opening = log.values(of: .microphoneOn).filter { $0 > 500 }.prefix(2)
    let waits =
      opening.map { Nanoseconds.milliseconds(Int($0)) } + [.seconds(2), .milliseconds(3_200)]
    let isLost = log.has(.deviceLost)
    let chunk = log.isLive ? Int64(100_000_000) : 500_000_000
    let lost = [
      log.time(from: .audioArrives, to: .deviceLost),
      log.time(from: .microphoneOn, to: .deviceLost),
      log.time(from: .startAsked, to: .deviceLost),
    ].compactMap(\.self).map { Int($0 / chunk) + 1 }
    return [
      FaultPattern(
        "the recorder never answers a stop", rank: log.has(.recorderPending) ? 3 : 0,
        [microphone(Microphone(end: .stopNeverAnswered))]),
      FaultPattern(
        "the recorder answers a stop late", rank: log.has(.recorderPending) ? 2 : 0,
        [.seconds(1), Budgets.finalize + .seconds(10)].map {
          microphone(Microphone(end: .stopAnsweredAfter($0)))
        }),
      FaultPattern(
        "the microphone opens late",
        rank: log.has(.cancelRefused, .stopRefused) || !opening.isEmpty ? 3 : 0,
        waits.map { microphone(Microphone(opensAfter: $0)) }),
      FaultPattern(
        "the microphone never opens", rank: log.has(.microphoneAsked, .audioMissing) ? 1 : 0,
        [microphone(Microphone(end: .neverOpens))]),
      FaultPattern(
        "the microphone is not allowed", rank: log.has(.permissionMissing) ? 3 : 0,
        [microphone(Microphone(end: .denied))]),
      FaultPattern(
        "the device is lost", rank: isLost || log.has(.captureFailed, .routeChanged) ? 3 : 0,
        (lost + [3, 1]).map { microphone(Microphone(end: .lostAt(min(max($0, 1), 200)))) }),
      FaultPattern(
        "the format changes", rank: log.has(.routeChanged) ? 2 : 0,
        (lost + [3]).map { microphone(Microphone(end: .formatChangesAt(min(max($0, 1), 200)))) }),
      FaultPattern(
        "no audio arrives any more", rank: log.has(.audioMissing) ? 3 : 0,
        [3, 1].map { microphone(Microphone(end: .starvesAt($0))) }),
      FaultPattern(
        "the microphone gives nothing but zeros", rank: log.has(.audioSilent) ? 3 : 0,
        [microphone(Microphone(zerosFrom: 1))]),
    ]
  }
}

// MARK: The wire

extension FaultPattern {
  private static func reply(
    _ reply: Reply, first n: Int? = nil
  ) -> Change {
    { $0.recognizer.insert(Simulation.Rule(failuresBelow: n, reply: reply), at: 0) }
  }

  private static func cleanup(_ reply: Reply) -> Change {
    { $0.cleanup.insert(Simulation.Rule(reply: reply), at: 0) }
  }

  static func wire(_ log: SoughtLog) -> [FaultPattern] {
    let hasNoAnswer = !log.has(.answerArrived, .textRecognized)
    let refused = log.values(of: .answerRefused).compactMap { UInt16(exactly: $0) }
      .filter { 100...599 ~= $0 }
    let endless =
      log.has(.headersArrived) && hasNoAnswer
      ? 3 : log.has(.requestSent, .recognitionBegan) && hasNoAnswer ? 1 : 0
    let isCleaning = log.has(.cleanupBegan, .cleanupFailed) && !log.has(.cleanupEnded)
    return [
      FaultPattern(
        "the body of the answer never ends", rank: endless,
        [reply(Reply(breaks: .afterHead)), reply(Reply(breaks: .inBody(3)))]),
      FaultPattern(
        "the service never answers", rank: log.has(.headersArrived) ? 0 : endless,
        [reply(Reply(breaks: .beforeHead)), reply(Reply(breaks: .beforeHead), first: 1)]),
      FaultPattern(
        "there is no connection", rank: log.has(.connectionLost) ? 3 : 0,
        [reply(Reply(breaks: .unreachable)), reply(Reply(breaks: .unreachable), first: 1)]),
      FaultPattern(
        "the service refuses", rank: refused.isEmpty ? 0 : 3,
        (refused + [500, 429, 401]).flatMap { status in
          [reply(Reply(status: status)), reply(Reply(status: status), first: 1)]
        }),
      FaultPattern(
        "the answer makes no sense", rank: log.has(.rawWordsShown) ? 1 : 0,
        [reply(Reply(form: .bytes("{"))), reply(Reply(status: 202))]),
      FaultPattern(
        "nothing was said", rank: log.has(.noSpeech) ? 2 : 0, [reply(Reply(text: .literal("")))]),
      FaultPattern(
        "the cleanup hangs", rank: isCleaning ? 3 : 0,
        [cleanup(Reply(breaks: .beforeHead)), cleanup(Reply(breaks: .afterHead))]),
      FaultPattern(
        "the cleanup fails", rank: log.has(.cleanupFailed) ? 2 : 0, [cleanup(Reply(status: 500))]),
      FaultPattern(
        "a cancel is not heeded", rank: log.has(.cancelAsked) ? 1 : 0,
        [answer("upload/*?heeds", .heeds(false)), answer("cleanup/*?heeds", .heeds(false))]),
    ]
  }

  /// What a provider takes at most, scaled down to what a case can record.
  static func limits(_ log: SoughtLog) -> [FaultPattern] {
    @Sendable func limited(_ bytes: Int, known: Bool) -> Change {
      { theCase in
        if known { theCase.platform.limits.knownBody = bytes }
        theCase.recognizer.insert(
          Simulation.Rule(bodyOver: bytes, reply: Reply(status: 413)), at: 0)
      }
    }
    // So little more than the audio, or half of it, that a wrapping decides.
    var close: [Change] = []
    for parts in [1, 2] {
      for more in [60, 20, 120, 250] {
        close.append { theCase in
          limited(theCase.bytes / parts + more, known: true)(&theCase)
        }
      }
    }
    let isTooLarge = log.values(of: .answerRefused).contains(413)
    return [
      FaultPattern(
        "the provider takes so many bytes and no more", rank: isTooLarge ? 4 : 0,
        close + [64_000, 100_000].map { limited($0, known: true) }),
      FaultPattern(
        "the provider has a limit that nobody knows", rank: isTooLarge ? 3 : 0,
        [64_000, 100_000].map { limited($0, known: false) }),
    ]
  }
}

extension Case {
  /// Bytes of audio that its first recording comes to when the microphone opens as usual.
  fileprivate var bytes: Int {
    var begin = Int64(0)
    for line in script {
      guard case .command(let command, _) = line.action, case .time(let at) = line.anchor else {
        continue
      }
      if case .start = command { begin = at.count }
      if case .stop = command {
        let length = max(at.count - begin - 124_000_000, 0)
        return Int(length / 1_000_000) * sampleRate / 1_000 * 2
      }
    }
    return 0
  }
}
