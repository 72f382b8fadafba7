import Choices
import Contract
import SimulatedDisk
import Simulation

// Making what is left as usual as it can be.
extension Search {
  /// Numbers the recordings from 1 where one of them went.
  mutating func renumberRecordings() { prefers(best.theCase.renumbered) }

  /// Replaces each thing by what is more usual.
  mutating func simplify() {
    simplifySettings()
    for place in best.theCase.plan.entries.indices.reversed() { simplifyAnswer(place) }
    for place in best.theCase.disk.entries.indices.reversed() { simplifyDisk(place) }
    for place in best.theCase.crashes.indices.reversed() { simplifyCrash(place) }
    simplifyRules()
    simplifyScript()
  }

  /// Tries a change of the best case.
  private mutating func tries(_ change: (inout Case) -> Void) -> Bool {
    var candidate = best.theCase
    change(&candidate)
    return accepts(candidate)
  }

  private mutating func simplifySettings() {
    let usual = Case(script: [])
    _ = tries { $0.settings = usual.settings }
    _ = tries { $0.settings.recognizer = usual.settings.recognizer }
    _ = tries { $0.settings.cleanup = usual.settings.cleanup }
    _ = tries {
      $0.settings.model = usual.settings.model
      $0.settings.language = usual.settings.language
      $0.settings.vocabulary = usual.settings.vocabulary
    }
    _ = tries { $0.focus = usual.focus }
    _ = tries { $0.sounds = usual.sounds }
    for place in best.theCase.sounds.indices.reversed() where best.theCase.sounds.count > 1 {
      _ = tries { $0.sounds.remove(at: place) }
    }
    for place in best.theCase.sounds.indices { _ = tries { $0.sounds[place].level = .speech } }
  }

  /// Tries the answers that are more usual, from the most usual one on, and a reply part by part.
  private mutating func simplifyAnswer(_ place: Int) {
    guard best.theCase.plan.entries.indices.contains(place) else { return }
    let entry = best.theCase.plan.entries[place]
    let question = entry.question.names.value
    let rank = Alternatives.rank(of: entry.value, to: question)
    for answer in Alternatives.to(question).prefix(max(0, rank - 1)) {
      if isOver || tries({ $0.plan.entries[place].value = answer }) { break }
    }
    guard best.theCase.plan.entries.indices.contains(place),
      case .reply(let reply) = best.theCase.plan.entries[place].value
    else { return }
    for simpler in reply.simpler {
      _ = tries {
        guard $0.plan.entries.indices.contains(place) else { return }
        $0.plan.entries[place].value = .reply(simpler)
      }
    }
  }

  private mutating func simplifyDisk(_ place: Int) {
    guard best.theCase.disk.entries.indices.contains(place) else { return }
    _ = tries { $0.disk.entries[place].lasts = .eachTime }
    guard best.theCase.disk.entries.indices.contains(place) else { return }
    let entry = best.theCase.disk.entries[place]
    let ladder = DiskAlternatives.ladder(entry.point.verb)
    for fault in ladder.prefix(ladder.firstIndex(of: entry.fault) ?? ladder.count) {
      if isOver || tries({ $0.disk.entries[place].fault = fault }) { return }
    }
  }

  /// A loss of power that loses nothing is a death; a death between happenings reads better than
  /// one inside a request.
  private mutating func simplifyCrash(_ place: Int) {
    func isThere(_ search: Search) -> Bool {
      search.best.theCase.crashes.indices.contains(place)
    }
    guard isThere(self) else { return }
    _ = tries { $0.crashes[place].relaunch = .seconds(1) }
    guard isThere(self) else { return }
    _ = tries { $0.crashes[place].losses = nil }
    guard isThere(self) else { return }
    if let losses = best.theCase.crashes[place].losses {
      for n in losses.torn.indices.reversed() {
        _ = tries { $0.crashes[place].losses?.torn.remove(at: n) }
      }
      for n in losses.lost.indices.reversed() {
        _ = tries { theCase in
          guard let lost = theCase.crashes[place].losses?.lost, lost.indices.contains(n) else {
            return
          }
          theCase.crashes[place].losses?.lost.remove(at: n)
        }
      }
    }
    guard isThere(self) else { return }
    if best.theCase.crashes[place].at.value.verb == .person {
      _ = relocates(place, in: best.theCase)
    }
    guard isThere(self), best.theCase.crashes[place].inside != nil else { return }
    _ = tries {
      $0.crashes[place].inside = nil
      $0.crashes[place].losses = nil
      $0.crashes[place].at.value = $0.crashes[place].at.value.saying(.done)
      $0.crashes[place].side = .after
    }
  }

  /// Tries another place for a death, in a case that may be the best one or a smaller one.
  mutating func relocates(_ place: Int, in theCase: Case) -> Bool {
    guard theCase.crashes.indices.contains(place) else { return false }
    let happened = Recorded(best.theCase, stage).happenings.filter { $0.verb != .person }
    executions += 1
    let steps = min(happened.count, 10)
    for n in 0..<steps where !isOver {
      var candidate = theCase
      candidate.crashes[place].at = IdentityPattern(happened[n * happened.count / steps])
      candidate.crashes[place].side = .after
      candidate.crashes[place].inside = nil
      candidate.crashes[place].losses = nil
      if accepts(candidate.tidied) { return true }
    }
    return false
  }

  private mutating func simplifyRules() {
    for place in best.theCase.recognizer.indices.reversed() {
      for rule in best.theCase.recognizer[place].simpler {
        _ = tries { if $0.recognizer.indices.contains(place) { $0.recognizer[place] = rule } }
      }
    }
    for place in best.theCase.cleanup.indices.reversed() {
      for rule in best.theCase.cleanup[place].simpler {
        _ = tries { if $0.cleanup.indices.contains(place) { $0.cleanup[place] = rule } }
      }
    }
  }

  /// A command in the usual process, and a stop for what nobody stops.
  private mutating func simplifyScript() {
    let starts = best.theCase.script.indices.filter { best.theCase.script[$0].isStart }
    if let start = starts.last, case .time(let time) = best.theCase.script[start].anchor,
      !best.theCase.script[start...].contains(where: \.isStop)
    {
      let end = best.theCase.sounds.reduce(time) { $0 + $1.length }
      _ = tries { $0.script.append(ScriptEntry(.time(end), .command(.stop(nil), nil))) }
    }
    for place in best.theCase.script.indices.reversed() {
      guard best.theCase.script.indices.contains(place),
        case .command(let command, .some) = best.theCase.script[place].action
      else { continue }
      _ = tries { $0.script[place].action = .command(command, nil) }
    }
  }
}

extension Reply {
  /// The reply with one part as usual, for each part that is not.
  fileprivate var simpler: [Reply] {
    let usual = Reply()
    var all: [Reply] = []
    func add(_ change: (inout Reply) -> Void) {
      var reply = self
      change(&reply)
      if reply != self { all.append(reply) }
    }
    add { $0.headers = [] }
    add { $0.text = usual.text }
    add { $0.form = usual.form }
    add { $0.contentType = nil }
    add { $0.breaks = usual.breaks }
    add { $0.finishReason = usual.finishReason }
    add { $0.latency = usual.latency }
    add { $0.status = usual.status }
    return all
  }
}

extension Rule {
  /// The rule with one condition less, or with one part of its reply as usual.
  fileprivate var simpler: [Rule] {
    var all: [Rule] = []
    func add(_ change: (inout Rule) -> Void) {
      var rule = self
      change(&rule)
      if rule != self { all.append(rule) }
    }
    add { $0 = Rule(reply: $0.reply) }
    add { $0.hears = nil }
    add { $0.refusalsBelow = nil }
    add { $0.failuresBelow = nil }
    add { $0.bodyOver = nil }
    add { $0.recording = nil }
    add { $0.attempt = nil }
    add { $0.model = nil }
    for simpler in reply.simpler { add { $0.reply = simpler } }
    for usual in Reply.everyOne.prefix(reply.rank - 1) { add { $0.reply = usual } }
    return all
  }
}

extension DiskAlternatives {
  /// The faults that an operation can have, the least unusual first, without a size.
  static func ladder(_ verb: DiskVerb) -> [DiskFault] {
    let all: [DiskFault] =
      [.failsBefore, .failsAfter, .failsSync(keeps: true), .failsSync(keeps: false)]
      + DiskRefusal.allCases.map { .refuses($0) } + [
        .noSpace(accepting: 0), .short(0), .stalls, .vanishes, .replaced, .lies, .rots, .damages,
        .misreads, .misdirects,
      ]
    return all.filter { $0.fits(verb) }
  }

  /// The place of a fault among those; one that is not there is more unusual than all of them.
  static func rank(of fault: DiskFault, to verb: DiskVerb) -> Int {
    let all = ladder(verb)
    return (all.firstIndex(of: fault) ?? all.count) + 1
  }
}
