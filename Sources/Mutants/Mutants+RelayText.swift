import Contract

// Defects of the words that the legs say: their names, their last ones, and whose they are.

extension Mutant {
  static let liveText: [Mutant] = [
    Mutant(
      "names-begin-anew", "names the sentences of every leg as those of the first",
      origin: "seed 003, id prefix", clause: .relayLegIdsDoNotCollide, NamesBeginAnew.self),
    Mutant(
      "tail-twice", "keeps the last words of a lost leg and puts them before the next sentence too",
      origin: "seed 003, tentative tail", clause: .relayTailFoldedOnce, TailTwice.self),
    Mutant(
      "tail-dies", "forgets words that may still change when their leg is lost",
      origin: "seed 003, tentative tail", clause: .relayTailFoldedOnce, TailDies.self),
    Mutant(
      "given-up-speaks", "takes the words of a leg that it has given up for those of the next",
      origin: "seed 003, legs", clause: .relayOneLiveLeg, GivenUpSpeaks.self),
    Mutant(
      "types-again", "types a sentence again when nobody knows whether it has arrived",
      origin: "seed 003, nothing is inserted twice", clause: .deliverAtMostOnce, TypesAgain.self),
    Mutant(
      "wire-words-told", "tells a person what the relay said of its own end",
      origin: "seed 003, what was broken", clause: .relayNoRawWireText, WireWordsTold.self),
  ]
}

extension Segment {
  /// This sentence by another name.
  fileprivate func named(_ id: SegmentID) -> Segment { Segment(id, text, from: from, end: end) }
}

struct NamesBeginAnew: Trick {
  mutating func say(_ effects: inout [Effect], to event: Event, own: () -> EffectID) {
    for i in effects.indices {
      switch effects[i] {
      case .notice(.live(let r, .settled(let segment))):
        let id = SegmentID(leg: 1, number: segment.id.number)
        effects[i] = .notice(.live(r, .settled(segment.named(id))))
      case .request(let ticket, .insert(let r, let id, let text, let target)):
        let first = SegmentID(leg: 1, number: id.number)
        effects[i] = .request(ticket, .insert(r, first, text, target))
      case .request, .notice: break
      }
    }
  }
}

/// In the transcript and, in a dictation, in the field as well.
struct TailTwice: Trick {
  private var folded: String?
  /// The sentence that begins with the words of another leg.
  private var doubled: SegmentID?
  private var prefix = ""

  mutating func say(_ effects: inout [Effect], to event: Event, own: () -> EffectID) {
    let loses: Bool
    if case .finished(_, .leg) = event { loses = !effects.endsLive } else { loses = false }
    for i in effects.indices {
      switch effects[i] {
      case .notice(.live(let r, .settled(var segment))):
        if loses {
          folded = segment.text
        } else if let words = folded {
          folded = nil
          (doubled, prefix) = (segment.id, words + " ")
          segment.text = prefix + segment.text
          effects[i] = .notice(.live(r, .settled(segment)))
        }
      case .request(let ticket, .insert(let r, let id, let text, let target)) where id == doubled:
        effects[i] = .request(ticket, .insert(r, id, prefix + text, target))
      case .request, .notice: break
      }
    }
  }
}

/// Takes the end of a leg for a frame without words first.
struct TailDies: Trick {
  mutating func before(_ event: Event) -> Event? {
    guard case .finished(let ticket, .leg) = event else { return nil }
    return .progress(
      ticket, .leg(.frame(.tokens([], endsUtterance: false, isFinalized: false))))
  }
}

/// Knows legs by their recording alone.
struct GivenUpSpeaks: Trick {
  private var legs = SeenLegs()

  mutating func hear(_ event: Event) -> Event {
    legs.hear(event)
    guard case .progress(let ticket, .leg(.frame(.tokens))) = event,
      case .progress(_, let report) = event, let leg = legs.find(ticket.effect), leg.isGivenUp,
      let current = legs.current
    else { return event }
    return .progress(current.ticket, report)
  }

  mutating func say(_ effects: inout [Effect], to event: Event, own: () -> EffectID) {
    legs.note(effects)
  }
}

/// Takes "perhaps" for "no", once for each sentence, and goes on behind it.
struct TypesAgain: Trick {
  private var seen = SeenRequests()
  private var again: Seen?

  mutating func hear(_ event: Event) -> Event {
    again = nil
    guard case .finished(let ticket, let outcome) = event, let asked = seen.finish(ticket),
      outcome == .landedUnconfirmed, case .insert = asked.request
    else { return event }
    again = asked
    return .finished(ticket, .delivered)
  }

  mutating func say(_ effects: inout [Effect], to event: Event, own: () -> EffectID) {
    seen.note(Reaction(effects))
    guard let again else { return }
    effects.insert(.request(Ticket(own(), again.ticket.lease), again.request), at: 0)
  }
}

struct WireWordsTold: Trick {
  private var words: String?

  mutating func hear(_ event: Event) -> Event {
    switch event {
    case .progress(_, .leg(.frame(.error(_, let said)))): words = said
    case .progress(_, .leg(.open)): words = nil
    case .finished(_, .leg(.refused(let status))): words = "relay refused: HTTP \(status)"
    case .finished(_, .leg(.closed(let code?))) where words == nil && code != 1000:
      words = "socket closed with \(code)"
    case .launched, .person, .progress, .finished, .news, .deadline: break
    }
    return event
  }

  mutating func say(_ effects: inout [Effect], to event: Event, own: () -> EffectID) {
    guard let words else { return }
    for i in effects.indices {
      guard case .notice(.tell(var message)) = effects[i], message.topic.endsLive else { continue }
      message.words = words
      effects[i] = .notice(.tell(message))
    }
  }
}
