import Choices
import Contract
import Simulation

extension CaseDrawer {
  /// An earlier case, changed in one to five places.
  func mutated(_ earlier: Case, _ chance: Chance) -> Case {
    var theCase = earlier
    for n in 0..<chance.number(1...5, .corpusCount) { change(&theCase, chance, n) }
    return theCase
  }

  private func change(_ theCase: inout Case, _ chance: Chance, _ n: Int) {
    let place = { (count: Int) in chance.below(count, .corpusDetail, n) }
    switch chance.below(10, .corpusChange, n) {
    case 0 where !theCase.schedule.isEmpty:
      theCase.schedule.remove(at: place(theCase.schedule.count))
    case 1 where !theCase.plan.entries.isEmpty:
      theCase.plan.entries.remove(at: place(theCase.plan.entries.count))
    case 2 where !theCase.plan.entries.isEmpty:
      replaceAnswer(&theCase, at: place(theCase.plan.entries.count), chance, n)
    case 3 where !theCase.crashes.isEmpty:
      let chosen = place(theCase.crashes.count)
      let crash = theCase.crashes[chosen]
      // There is no death within a reaction.
      let isIssue = crash.at.value.verb == .issue && crash.inside == nil
      theCase.crashes[chosen].side =
        !isIssue && chance.percent(50, .corpusDetail, 100 + n) ? .before : .after
    case 4 where !probe.moments.isEmpty && theCase.crashes.count < 3:
      let moment = probe.moments[place(probe.moments.count)]
      theCase.crashes.append(Crash(.after, IdentityPattern(moment.identity)))
    case 5 where theCase.script.count > 2:
      moveEntry(&theCase, place(theCase.script.count), chance, n)
    case 6 where !theCase.schedule.isEmpty && !probe.deliveries.isEmpty:
      let until = probe.deliveries[place(probe.deliveries.count)]
      theCase.schedule[chance.below(theCase.schedule.count, .corpusDetail, 100 + n)].until =
        KeyPattern(Key(until))
    case 7: addFault(&theCase, chance, n)
    default: addHold(Chance(chance.word(.corpusChange, n)), n, to: &theCase)
    }
  }

  /// Moves an entry with a time by up to two seconds.
  private func moveEntry(_ theCase: inout Case, _ place: Int, _ chance: Chance, _ n: Int) {
    guard case .time(let at) = theCase.script[place].anchor else { return }
    let by = chance.time(-2_000...2_000, .corpusDetail, 200 + n)
    theCase.script[place].anchor = .time(max(at + by, .zero))
  }

  private func replaceAnswer(_ theCase: inout Case, at place: Int, _ chance: Chance, _ n: Int) {
    let entry = theCase.plan.entries[place]
    let question = Identity(high: entry.question.value.high, low: entry.question.value.low)
    guard entry.question == KeyPattern(Key(question)),
      let answer = chance.one(of: Alternatives.to(question), .corpusDetail, 300 + n)
    else { return }
    theCase.plan.entries[place].value = answer
  }

  /// Gives one request of the natural run an unusual answer.
  private func addFault(_ theCase: inout Case, _ chance: Chance, _ n: Int) {
    let requests = probe.moments.filter { $0.identity.verb == .issue }
    guard let moment = chance.one(of: requests, .corpusDetail, 400 + n) else { return }
    let question = moment.identity.saying(.answer)
    guard let answer = chance.one(of: Alternatives.to(question), .corpusDetail, 500 + n) else {
      return
    }
    theCase.plan.entries.insert(Plan.Entry(KeyPattern(Key(question)), answer), at: 0)
  }
}
