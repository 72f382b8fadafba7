import Choices
import Contract
import Simulation

// What is unusual: answers to questions, in the order in which they count.
extension CaseWriter {
  func plan() throws(Unsayable) -> [Entry] {
    var entries = try theCase.plan.entries.map { entry throws(Unsayable) -> Entry in
      let names = entry.question.names
      let question = try spelling(names)
      return Entry(question, try answer(entry.value, names.value, question))
    }
    entries += try theCase.disk.entries.map { entry throws(Unsayable) -> Entry in
      let object = try diskObject(entry.request)
      return Entry("\(object)/\(entry.point)?fault", try diskFault(entry))
    }
    entries += try theCase.disk.allocations.map { entry throws(Unsayable) -> Entry in
      let object = try diskObject(entry.request)
      let answer: Written =
        entry.isLasting
        ? .map([Entry("does", .word("fails")), Entry("lasts", .word("onwards"))]) : .word("fails")
      return Entry("\(object)/memory.allocate.\(entry.ordinal)?fault", answer)
    }
    for (place, entry) in entries.enumerated()
    where entries[..<place].contains(where: { $0.key == entry.key }) {
      throw Unsayable("'\(entry.key)' is answered twice, and only the first answer counts")
    }
    return entries
  }

  private func answer(
    _ answer: Answer, _ asked: Identity, _ question: String
  ) throws(Unsayable) -> Written {
    switch answer {
    case .slow(let time): return .map([Entry("slow", try .time(time))])
    case .never: return .word("never")
    case .store(let fault): return .map(store(fault))
    case .file(let fault): return .map(try file(fault))
    case .microphone(let microphone): return .map(try self.microphone(microphone))
    case .reply(let reply): return .map(try self.reply(reply))
    case .local(let local): return self.local(local)
    case .delivery(let delivery): return self.delivery(delivery)
    case .fails: return .word("fails")
    case .space(let bytes): return .map([Entry("space", try .sizeOrUnknown(bytes))])
    case .runs(let runs): return .word(runs.word)
    case .heeds(let heeds): return .word(heeds ? "yes" : "no")
    case .reads(let time): return try .time(time)
    case .leg(let plan): return .map(try leg(plan))
    }
  }

  private func store(_ fault: StoreFault) -> [Entry] {
    switch fault {
    case .noSpace: fails("no-space")
    case .io(let told, let landed): fails("io") + effect(told, landed)
    case .busy: fails("busy")
    case .locked: fails("locked")
    case .corrupt: fails("corrupt")
    case .suspect: fails("suspect")
    }
  }

  private func file(_ fault: FileFault) throws(Unsayable) -> [Entry] {
    switch fault {
    case .noSpace(let accepted):
      let more = accepted == 0 ? [] : [Entry("accepted", try .audio(accepted))]
      return fails("no-space") + more
    case .io(let told, let landed): return fails("io") + effect(told, landed)
    case .vanished: return fails("vanished")
    case .locked: return fails("locked")
    case .unreadable: return fails("unreadable")
    case .suspect: return fails("suspect")
    }
  }

  private func fails(_ word: String) -> [Entry] { [Entry("fails", .word(word))] }

  private func effect(_ told: Landed, _ landed: Bool) -> [Entry] {
    var entries: [Entry] = []
    if told != .no { entries.append(Entry("effect", .word(told.word))) }
    if landed != (told == .yes) {
      entries.append(Entry("landed", .word((landed ? YesNo.yes : .no).word)))
    }
    return entries
  }

  private func microphone(_ microphone: Microphone) throws(Unsayable) -> [Entry] {
    var entries: [Entry] = []
    switch microphone.end {
    case .usual: break
    case .stopNeverAnswered: entries.append(Entry("stop", .word("never")))
    case .stopAnsweredAfter(let time): entries.append(Entry("stop", try .time(time)))
    case .denied: entries += fails("denied")
    case .unsupported: entries += fails("unsupported")
    case .neverOpens: entries += fails("never-opens")
    case .lostAt(let n): entries.append(Entry("lost-at", .number(n)))
    case .formatChangesAt(let n): entries.append(Entry("format-changes-at", .number(n)))
    case .starvesAt(let n): entries.append(Entry("starves-at", .number(n)))
    }
    if microphone.opensAfter != Microphone().opensAfter {
      entries.append(Entry("opens-after", try .time(microphone.opensAfter)))
    }
    if let taken = microphone.takenAt {
      entries.append(Entry("taken-at", .number(taken)))
      if microphone.takenFor != .zero {
        entries.append(Entry("taken-for", try .time(microphone.takenFor)))
      }
    } else if microphone.takenFor != .zero {
      throw Unsayable("a microphone is taken for some time and never taken")
    }
    if let from = microphone.zerosFrom {
      let end = microphone.zerosThrough.map { [Entry("through", .number($0))] } ?? []
      entries.append(Entry("zeros", .map([Entry("from", .number(from))] + end)))
    } else if microphone.zerosThrough != nil {
      throw Unsayable("zeros of a microphone have an end and no beginning")
    }
    return entries
  }

  private func local(_ answer: LocalAnswer) -> Written {
    switch answer {
    case .text(let text): .map([Entry("says", .quoted(text))])
    case .noText: .word("no-text")
    case .failed: .word("failed")
    case .crashed: .word("crashed")
    }
  }

  private func delivery(_ answer: DeliveryAnswer) -> Written {
    func landing(_ key: String, _ landed: Bool) -> Written {
      let word = (landed ? YesNo.yes : .no).word
      return .map([Entry(key, .map([Entry("landed", .word(word))]))])
    }
    switch answer {
    case .unconfirmed(let landed): return landing("unconfirmed", landed)
    case .silent(let landed): return landing("silent", landed)
    case .refused(let failure): return .map([Entry("refused", .word(failure.word))])
    }
  }
}
