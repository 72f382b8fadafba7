import Choices
import Contract

// One exchange with an engine: an event in, a reaction out, each effect accepted in order.

/// A request that was accepted.
struct RequestState {
  let ticket: Ticket
  let request: Request
  /// What it is about, without a verb.
  let object: Identity
  /// The place of its process.
  let process: Int
  /// Whether a `finished` may still come of it, or the engine still waits.
  var isOpen = true
  /// Whether the engine has said that it waits no longer.
  var isAbandoned = false
  /// Whether the other side has been told to stop at once, and whether it does.
  var isCancelled = false
  var heedsCancel = false
  var hasRun = false
  /// When a request of a line runs, and from when on it can be answered.
  var runs = Runs.late
  var readyAt: Int64 = 0
  /// What an early run came to, until it is told.
  var outcome: Outcome?
  /// The place of its leg; -1 for what is none.
  var leg = -1
  /// What few requests have, apart from the others: audio that comes for an hour makes tens of
  /// thousands of requests.
  private var more: [RequestExtras] = []

  init(ticket: Ticket, request: Request, object: Identity, process: Int) {
    self.ticket = ticket
    self.request = request
    self.object = object
    self.process = process
  }

  /// How it goes, where not as usual.
  var answer: Answer? {
    get { more.isEmpty ? nil : more[0].answer }
    set { if newValue != nil || !more.isEmpty { extras.answer = newValue } }
  }
  /// What a server will answer.
  var reply: Reply? {
    get { more.isEmpty ? nil : more[0].reply }
    set { extras.reply = newValue }
  }
  /// The text of that answer, before its wrapping.
  var text: String {
    get { more.isEmpty ? "" : more[0].text }
    set { extras.text = newValue }
  }
  /// Where the clip of a capture stands.
  var capture: CaptureState {
    get { more.isEmpty ? CaptureState() : more[0].capture }
    _modify { yield &extras.capture }
  }

  private var extras: RequestExtras {
    get { more.isEmpty ? RequestExtras() : more[0] }
    _modify {
      if more.isEmpty { more.append(RequestExtras()) }
      yield &more[0]
    }
  }

  /// Whether its plan says that no answer ever comes.
  var isNever: Bool { if case .never? = answer { true } else { false } }
}

/// What few requests have.
struct RequestExtras {
  var answer: Answer?
  var reply: Reply?
  var text = ""
  var capture = CaptureState()
}

extension World {
  /// Delivers an event and performs what the engine wants.
  mutating func deliver(_ event: Event, _ identity: Identity, to p: Int) {
    guard processes[p].isRunning else { return }
    let id = processes[p].id
    emit(.event(event), identity, id)
    let reaction: Reaction
    do {
      reaction = try processes[p].engine.handle(event, at: moment)
    } catch {
      ending = .engineFailed("\(error)")
      return
    }
    if let why = reaction.ignored {
      emit(.ignored(why), identity, id)
      let kept = processes[p].isUnchanged()
      if !reaction.effects.isEmpty || reaction.deadlines != nil || !kept {
        ending = .engineBound(.ignoredWithEffects)
      }
      return
    }
    processes[p].note(event, at: moment)
    let most = theCase.hasFineMicrophone ? Bounds.fineEffects : Bounds.effects
    guard reaction.effects.count <= most else {
      ending = .engineBound(.effectsInReaction)
      return
    }
    for effect in reaction.effects {
      accept(effect, from: p, cause: identity)
      if ending != nil || !processes[p].isRunning { return }
    }
    if let deadlines = reaction.deadlines { arm(deadlines, of: p, cause: identity) }
  }

  private mutating func accept(_ effect: Effect, from p: Int, cause: Identity) {
    switch effect {
    case .request(let ticket, let request):
      acceptRequest(ticket, request, effect, from: p)
    case .notice(let notice):
      emit(.effect(effect), object(of: notice, p) ?? cause, processes[p].id)
      perform(notice, from: p)
    }
  }

  private mutating func acceptRequest(
    _ ticket: Ticket, _ request: Request, _ effect: Effect, from p: Int
  ) {
    let object = namer.name(
      request, lease: ticket.lease, process: processes[p].id,
      sourceSamples: { store.samples(of: $0) })
    let identity = object.saying(.issue)
    if crashHere(.before, identity), !processes[p].isRunning { return }
    guard processes[p].ids.insert(ticket.effect, requests.count) else {
      ending = .engineBound(.reusedEffectID)
      return
    }
    processes[p].openRequests += 1
    guard processes[p].openRequests <= Bounds.requests else {
      ending = .engineBound(.openRequests)
      return
    }
    requests.append(
      RequestState(ticket: ticket, request: request, object: object, process: p))
    emit(.effect(effect), identity, processes[p].id)
    requests[requests.count - 1].answer = answer(requests.count - 1, .answer)
    begin(requests.count - 1)
    emitDeeds(object, processes[p].id)
    note(identity)
    _ = crashHere(.after, identity)
  }

  /// The object of the request that a notice is about.
  private mutating func object(of notice: Notice, _ p: Int) -> Identity? {
    switch notice {
    case .stop(let id), .cancel(let id), .abandon(let id), .leg(let id, _),
      .rebuild(let id):
      request(id, p).map { requests[$0].object }
    case .show, .claim, .claimDeleted, .tell, .live: nil
    }
  }

  /// The place of a request of this boot, finished or not.
  @inline(__always)
  func request(_ id: EffectID, _ p: Int) -> Int? { processes[p].ids.place(of: id) }

  /// What the plan says to a question about a request; an answer that does not fit it is none.
  mutating func answer(_ r: Int, _ question: Verb) -> Answer? {
    let identity = requests[r].object.saying(question)
    guard let place = decisions.place(for: Key(identity)) else {
      if decisions.isHealed { return nil }
      return drawer?.answer(identity, of: requests[r].request, at: now)
    }
    guard
      decisions.plan.entries[place].value.answers(question, of: requests[r].request)
    else { return nil }
    return decisions.use(place)
  }

  private mutating func perform(_ notice: Notice, from p: Int) {
    switch notice {
    case .stop(let id), .cancel(let id), .abandon(let id), .leg(let id, _),
      .rebuild(let id):
      guard let r = request(id, p) else {
        ending = .engineBound(.unknownNoticeTarget)
        return
      }
      perform(notice, on: r)
    case .show, .claim, .claimDeleted, .tell, .live: break
    }
  }

  private mutating func perform(_ notice: Notice, on r: Int) {
    switch notice {
    case .stop: stopCapture(r)
    case .cancel: cancel(r)
    case .abandon: abandon(r)
    case .leg(_, let what): performLeg(what, r)
    case .rebuild: rebuildMicrophone(r)
    case .show, .claim, .claimDeleted, .tell, .live: break
    }
  }

  private mutating func abandon(_ r: Int) {
    guard !requests[r].isAbandoned else { return }
    requests[r].isAbandoned = true
    close(r)
  }

  /// The engine no longer waits for this request.
  mutating func close(_ r: Int) {
    guard requests[r].isOpen else { return }
    requests[r].isOpen = false
    processes[requests[r].process].openRequests -= 1
  }

  private mutating func cancel(_ r: Int) {
    guard !requests[r].isCancelled, !requests[r].hasRun || Self.isLong(requests[r].request) else {
      return
    }
    requests[r].isCancelled = true
    guard Self.isLong(requests[r].request), requests[r].outcome == nil else { return }
    if case .heeds(false) = answer(r, .heeds) { return }
    requests[r].heedsCancel = true
    agenda.removeRequest(r)
    let isCapture = turnOff(r)
    hangUp(r)
    let delay: Int64 = isCapture ? 30_000_000 : 10_000_000
    addAnswer(r, .done, at: now + delay, task: .cancelled(r))
    emitDeeds(requests[r].object, processes[requests[r].process].id)
  }

  /// Whether a cancel can reach a request: work of others, not the short work of the store.
  private static func isLong(_ request: Request) -> Bool {
    switch request {
    case .store, .file: false
    case .capture, .exportLeaf, .upload, .recognizeLocally, .resetEngine, .cleanUp, .deliver,
      .writeClipboard, .restoreClipboard, .reportUsage, .post, .dial, .insert:
      true
    }
  }

  /// Puts an answer on the agenda.
  mutating func addAnswer(_ r: Int, _ verb: Verb, at ready: Int64, task: Step) {
    let isProgress = verb != .done
    agenda.add(
      Item(
        ready: ready, rank: isProgress ? Rank.progress : Rank.done, isHard: false,
        role: processes[requests[r].process].id.role, process: Int16(requests[r].process),
        identity: requests[r].object.saying(verb), task: task))
  }

  /// Tells the engine what a request came to.
  mutating func tell(_ outcome: Outcome, of r: Int, _ item: Item) {
    let p = requests[r].process
    emitDeeds(requests[r].object, processes[p].id)
    close(r)
    requests[r].outcome = outcome
    deliver(.finished(requests[r].ticket, outcome), item.identity, to: p)
  }

  // MARK: Deadlines

  private mutating func arm(_ deadlines: [Deadline], of p: Int, cause: Identity) {
    emit(.deadlines(deadlines), cause, processes[p].id)
    // Most engines say their whole set again with every reaction.
    if deadlines == processes[p].deadlines && !processes[p].hasFired { return }
    if let bound = boundPassed(by: deadlines, p) {
      ending = .engineBound(bound)
      return
    }
    agenda.removeDeadlines(of: Int16(p))
    processes[p].deadlines = deadlines
    processes[p].hasFired = false
    for i in deadlines.indices {
      agenda.add(
        Item(
          ready: deadlines[i].at.count, rank: Rank.deadline, isHard: true,
          role: processes[p].id.role, process: Int16(p), identity: name(of: deadlines[i], p),
          task: .deadline(i)))
    }
  }

  /// The bound that a set of deadlines passes, if any: too many of one recording or of the
  /// process itself, one of a request that never was, or two of one name.
  private mutating func boundPassed(by deadlines: [Deadline], _ p: Int) -> EngineBound? {
    guard deadlines.count <= Bounds.deadlines else { return .deadlines }
    for d in deadlines {
      if let id = d.effect, request(id, p) == nil { return .unknownNoticeTarget }
    }
    if deadlines.count > Bounds.deadlinesOfRecording {
      for d in deadlines {
        let same = deadlines.count { $0.lease?.recording == d.lease?.recording }
        if same > Bounds.deadlinesOfRecording { return .deadlines }
      }
    }
    return Self.hasTwins(deadlines) ? .twinDeadlines : nil
  }

  private static func hasTwins(_ deadlines: [Deadline]) -> Bool {
    for i in deadlines.indices {
      for j in deadlines.indices where j > i {
        let a = deadlines[i]
        let b = deadlines[j]
        let isTwin =
          a.effect != nil
          ? a.effect == b.effect
          : b.effect == nil && a.stage == b.stage
            && a.lease?.recording == b.lease?.recording && a.lease?.attempt == b.lease?.attempt
        if isTwin { return true }
      }
    }
    return false
  }

  /// A deadline's name: its request's object, or recording, attempt and stage, counting the
  /// fired ones.
  private mutating func name(of deadline: Deadline, _ p: Int) -> Identity {
    if let id = deadline.effect, let r = request(id, p) {
      return requests[r].object.saying(.deadline)
    }
    let object = Identity(
      .stage, recording: deadline.lease?.recording.rawValue ?? 0,
      attempt: deadline.lease?.attempt ?? 0, word: Word(deadline.stage), process: processes[p].id)
    return object.saying(.deadline).coming(namer.timesFired(object).addingOne)
  }

  mutating func deliverDeadline(_ i: Int, _ item: Item) {
    let p = Int(item.process)
    processes[p].hasFired = true
    if item.identity.family == .stage { namer.noteFired(item.identity.object.numbered(0)) }
    deliver(.deadline(processes[p].deadlines[i]), item.identity, to: p)
  }
}
