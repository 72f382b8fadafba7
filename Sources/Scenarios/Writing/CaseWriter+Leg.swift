import Contract
import Simulation

// How a leg goes, in the words in which it is read.
extension CaseWriter {
  /// Says what is unusual about a leg; nothing for the usual one.
  func leg(_ plan: LegPlan) throws(Unsayable) -> [Entry] {
    let usual = LegPlan()
    var entries: [Entry] = []
    switch plan.opening {
    case .usual: break
    case .never: entries.append(Entry("fails", .word("never-opens")))
    case .unreachable: entries.append(Entry("fails", .word("unreachable")))
    case .refused(let status): entries.append(Entry("refused", .number(status)))
    }
    if plan.opensAfter != usual.opensAfter {
      entries.append(Entry("opens-after", try .time(plan.opensAfter)))
    }
    if let samples = plan.breaksAt {
      entries.append(Entry("breaks-at", try .audio(samples)))
      if plan.breaking != usual.breaking { entries.append(Entry("by", breaking(plan.breaking))) }
    } else if plan.breaking != usual.breaking {
      throw Unsayable("a leg that never breaks has a way in which it breaks")
    }
    if let speed = plan.speed { entries.append(Entry("speed", self.speed(speed))) }
    if !plan.manners.isEmpty { entries.append(Entry("manners", try manners(plan.manners))) }
    return entries
  }

  private func breaking(_ breaking: LegPlan.Break) -> Written {
    switch breaking {
    case .closes(nil): .word("close")
    case .closes(let code?): .map([Entry("close", .number(code))])
    case .fails(let code): .map([Entry("error", .number(code))])
    case .goesSilent: .word("silence")
    }
  }

  private func speed(_ samples: Int) -> Written {
    let isWhole = samples % sampleRate == 0 && samples > 0
    return isWhole ? .word("\(samples / sampleRate)x") : .number(samples)
  }

  private func manners(_ manners: LegManners) throws(Unsayable) -> Written {
    var rest = manners
    let words = LegManners.named.compactMap { word, manner -> Written? in
      rest.remove(manner) == nil ? nil : .word("\(word)")
    }
    guard rest.isEmpty else { throw Unsayable("a manner of a relay has no word") }
    return .list(words)
  }
}
