import Contract

/// Another streaming engine: captions of what is said now, and nothing kept for later.
///
/// It is here to show that the world knows no engine: it has no buffer, no ladder and no
/// transcript; when its socket is gone it dials the next one at once, and what was said meanwhile
/// is lost. It records because the microphone has to be opened for something, and gives the
/// recording up at the end.
struct CaptionEngine: EngineUnderTest, Hashable {
  typealias Failure = Never

  private enum Wait: Hashable { case journal, partial, capture, dial, close, row }

  private var settings = Settings()
  private var next: UInt32 = 1
  private var waits: [EffectID: Wait] = [:]
  private var lease: Lease?
  private var capture: EffectID?
  private var socket: EffectID?
  private var dialled: LegNumber = 0
  private var at = 0
  private var sentences: UInt16 = 0

  mutating func handle(_ event: Event, at now: Moment) -> Reaction {
    switch event {
    case .launched(let launch):
      settings = launch.settings
      return Reaction([
        .notice(.show(.main, .idle)), ask(.store(.open), nil, nil),
      ])
    case .person(.start(let r)): return start(r)
    case .person(.stop), .person(.cancel):
      guard let capture else { return .ignored(.notAllowedNow) }
      return Reaction([.notice(.stop(capture))])
    case .progress(let ticket, .captureBegan) where ticket.effect == capture:
      return Reaction([dial()])
    case .progress(let ticket, .frames(let span, _)) where ticket.effect == capture:
      return heard(span)
    case .progress(let ticket, .leg(let report)) where ticket.effect == socket:
      return said(report)
    case .finished(let ticket, let outcome): return finished(ticket, outcome)
    case .news: return Reaction()
    case .person, .progress, .deadline: return .ignored(.notAllowedNow)
    }
  }

  private mutating func ask(_ request: Request, _ wait: Wait?, _ lease: Lease?) -> Effect {
    let id = EffectID(next)
    next += 1
    waits[id] = wait
    return .request(Ticket(id, lease), request)
  }

  private mutating func start(_ r: RecordingID) -> Reaction {
    guard lease == nil else { return .ignored(.notAllowedNow) }
    let lease = Lease(recording: r, attempt: 1, generation: 0)
    self.lease = lease
    let row = Row(recording: r, attempt: 1, generation: 0, state: .capturing, settings: settings)
    return Reaction([
      ask(.file(.create(FileRef(r, .partial))), .partial, lease),
      ask(.store(.write(row, expecting: .nothing)), .journal, lease),
    ])
  }

  private mutating func dial() -> Effect {
    dialled += 1
    sentences = 0
    let leg = Dial(
      recording: lease?.recording ?? RecordingID(1), leg: dialled, offset: at, settings: settings)
    let effect = ask(.dial(leg), .dial, lease)
    socket = EffectID(next - 1)
    return effect
  }

  private mutating func heard(_ span: Span) -> Reaction {
    at = span.end
    guard let lease else { return Reaction() }
    var effects = [ask(.file(.append(FileRef(lease.recording, .partial), span)), nil, lease)]
    if let socket { effects.append(.notice(.leg(socket, .send(span)))) }
    return Reaction(effects)
  }

  private mutating func said(_ report: LegProgress) -> Reaction {
    guard case .frame(.tokens(let tokens, _, _)) = report, let lease else { return Reaction() }
    let final = tokens.filter(\.isFinal)
    guard !final.isEmpty else { return Reaction() }
    sentences += 1
    let segment = Segment(
      SegmentID(leg: dialled, number: sentences), final.reduce("") { $0 + $1.text }, from: at,
      end: at)
    return Reaction([.notice(.live(lease.recording, .settled(segment)))])
  }

  private mutating func finished(_ ticket: Ticket, _ outcome: Outcome) -> Reaction {
    guard let wait = waits.removeValue(forKey: ticket.effect), let lease else { return Reaction() }
    switch wait {
    case .journal, .partial:
      guard !waits.values.contains(.journal), !waits.values.contains(.partial) else {
        return Reaction()
      }
      let effect = ask(.capture(lease.recording, limit: Budgets.captureLimit), .capture, lease)
      capture = EffectID(next - 1)
      return Reaction([.notice(.show(.main, .recording)), effect])
    case .dial:
      socket = nil
      return capture == nil ? Reaction() : Reaction([dial()])
    case .capture:
      capture = nil
      var effects: [Effect] = [.notice(.show(.main, .idle))]
      if let socket { effects += [.notice(.leg(socket, .finalize)), .notice(.leg(socket, .end))] }
      effects += [
        ask(.file(.remove(FileRef(lease.recording, .partial))), .close, lease),
        ask(.store(.purge([lease.recording])), .row, lease),
      ]
      return Reaction(effects)
    case .close, .row: return Reaction()
    }
  }
}
