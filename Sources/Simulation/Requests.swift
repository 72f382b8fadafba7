import Choices
import Contract

// How requests begin, run and are answered.

/// Nominal latencies of the world.
enum Latency {
  static let store: Int64 = 2_000_000
  static let file: Int64 = 1_000_000
  static let export: Int64 = 20_000_000
  static let body: Int64 = 500_000_000
  static let cleanupBody: Int64 = 600_000_000
  static let localCleanup: Int64 = 900_000_000
  static let reset: Int64 = 100_000_000
  static let deliver: Int64 = 40_000_000
  static let read: Int64 = 60_000_000
  static let clipboard: Int64 = 5_000_000
  static let usage: Int64 = 200_000_000
  static let post: Int64 = 5_000_000
  static let handoff: Int64 = 20_000_000
}

/// A range that was sent, for rules that count what encloses a range.
struct TriedRange {
  var recording: RecordingID
  var attempt: AttemptNumber
  var from: Int
  var count: Int
  var wasRefused: Bool
}

extension World {
  /// Sets a request going that was just accepted.
  mutating func begin(_ r: Int) {
    switch requests[r].request {
    case .store(.open): enqueue(r, line: 1 << 31 | UInt32(r), Latency.store)
    case .store: enqueue(r, line: UInt32(requests[r].process) << 16, Latency.store)
    case .file(let f):
      enqueue(
        r, line: UInt32(requests[r].process) << 16 | UInt32(f.file.recording.rawValue),
        Latency.file)
    case .capture(let recording, _): beginCapture(r, recording)
    case .exportLeaf: schedule(r, Latency.export)
    case .upload(let file, let settings): beginUpload(r, file, settings)
    case .recognizeLocally(let file, _, let settings): beginLocal(r, file, settings)
    case .resetEngine: schedule(r, Latency.reset)
    case .cleanUp(let text, let settings): beginCleanup(r, text, settings)
    case .deliver: schedule(r, Latency.deliver)
    case .writeClipboard, .restoreClipboard: schedule(r, Latency.clipboard)
    case .reportUsage: schedule(r, Latency.usage)
    case .post: schedule(r, Latency.post)
    case .dial(let dial): beginDial(r, dial)
    case .insert: schedule(r, Latency.deliver)
    }
  }

  /// Schedules the run of a request outside any line; never, if its plan says so.
  mutating func schedule(_ r: Int, _ usual: Int64) {
    switch requests[r].answer {
    case .never: break
    case .slow(let delay): addAnswer(r, .done, at: now &+ delay.count, task: .run(r))
    // Nobody is told, so nothing is left to be chosen: what lands has landed.
    case .delivery(.silent(let landed)): if landed { _ = execute(r) }
    case .store, .file, .microphone, .reply, .local, .delivery, .fails, .space, .runs, .heeds,
      .reads, .leg, nil:
      addAnswer(r, .done, at: now + usual, task: .run(r))
    }
  }

  // MARK: Lines

  /// Puts a request behind those accepted before it on its connection.
  private mutating func enqueue(_ r: Int, line key: UInt32, _ usual: Int64) {
    var delay = usual
    if case .slow(let longer) = requests[r].answer { delay = longer.count }
    requests[r].readyAt = now &+ delay
    let l = lineIndex(key)
    if case .runs(let runs) = answer(r, .runs) { requests[r].runs = runs }
    lines[l].waiting.append(r)
    if runEarly(l), lines[l].waiting.first == r { offer(l) }
  }

  private mutating func lineIndex(_ key: UInt32) -> Int {
    if let known = lines.firstIndex(where: { $0.key == key }) { return known }
    lines.append(Line(key: key, waiting: []))
    return lines.count - 1
  }

  /// Runs what is to run as soon as everything before it has run.
  ///
  /// - Returns: whether the line still exists; a death takes all lines of a process with it.
  private mutating func runEarly(_ l: Int) -> Bool {
    for r in lines[l].waiting {
      if requests[r].hasRun {
        if requests[r].runs == .never { break }
        continue
      }
      guard requests[r].runs == .early else { break }
      requests[r].outcome = execute(r)
      requests[r].hasRun = true
      if noteInterruption(of: r) { return processes[requests[r].process].isRunning }
    }
    return true
  }

  /// Puts the head of a line on the agenda, unless it blocks its line.
  private mutating func offer(_ l: Int) {
    while let r = lines[l].waiting.first {
      let isNever = requests[r].isNever
      if requests[r].runs == .never || (isNever && !requests[r].hasRun) { return }
      if isNever {
        lines[l].waiting.removeFirst()
        continue
      }
      addAnswer(r, .done, at: requests[r].readyAt, task: .run(r))
      return
    }
  }

  /// Takes a request that was answered out of its line.
  private mutating func leaveLine(_ r: Int) {
    guard let l = lines.firstIndex(where: { $0.waiting.first == r }) else { return }
    lines[l].waiting.removeFirst()
    if runEarly(l) { offer(l) }
  }

  /// A new connection: what blocked the old one is gone without having run, the rest goes on.
  mutating func reconnect(_ p: Int) {
    guard let l = lines.firstIndex(where: { $0.key == UInt32(p) << 16 }) else { return }
    if let r = lines[l].waiting.first,
      requests[r].runs == .never || (requests[r].isNever && !requests[r].hasRun)
    {
      lines[l].waiting.removeFirst()
    }
    if let r = lines[l].waiting.first { agenda.removeRequest(r) }
    if runEarly(l) { offer(l) }
  }

  // MARK: Running

  /// Does what an item about a request says.
  mutating func performRequest(_ task: Step, _ r: Int, _ item: Item) {
    switch task {
    case .began: captureBegan(r, item)
    case .chunk: chunk(r, item)
    case .captureEnds: captureEnds(r, item)
    case .run: runAndTell(r, item)
    case .head: head(r, item)
    case .body: body(r, item)
    case .cancelled: tell(.cancelled, of: r, item)
    case .legOpens, .legSpeaks, .legDrains, .legDropped, .legPongs, .legEnds, .legIdles:
      performLeg(task, r, item)
    case .launch, .script, .news, .wake, .deadline: break
    }
  }

  private mutating func runAndTell(_ r: Int, _ item: Item) {
    let outcome: Outcome
    if let early = requests[r].outcome {
      outcome = early
    } else {
      outcome = execute(r)
      requests[r].hasRun = true
      if noteInterruption(of: r) { return }
    }
    leaveLine(r)
    tell(outcome, of: r, item)
  }

  /// Whether a request that has just run gets no answer. One that hangs blocks its line; if the
  /// process died in it, it is dead afterwards, and launched again as after any crash.
  private mutating func noteInterruption(of r: Int) -> Bool {
    guard let interruption = store.interruption else { return false }
    emitDeeds(requests[r].object, processes[requests[r].process].id)
    switch interruption {
    case .stalled: requests[r].runs = .never
    case .died: die(in: r)
    }
    return true
  }

  /// The process has died in an operation of the disk: by a crash of the case, or by a fault that
  /// kills.
  private mutating func die(in r: Int) {
    for i in theCase.crashes.indices
    where !crashes[i] && theCase.crashes[i].inside != nil
      && theCase.crashes[i].at.matches(requests[r].object)
    {
      crashes[i] = true
      crash(theCase.crashes[i], requests[r].object)
      return
    }
    _ = kill(processes[requests[r].process].id.role, relaunch: .seconds(1))
  }

  /// Runs a request, as far as its plan lets it, and says what it comes to.
  mutating func execute(_ r: Int) -> Outcome {
    store.begin(requests[r].object, at: Nanoseconds(now))
    return perform(r)
  }

  private mutating func perform(_ r: Int) -> Outcome {
    switch requests[r].request {
    case .store(let request): runStore(request, r)
    case .file(let request): runFile(request, r)
    case .exportLeaf(let source, let leaf, let from, let count):
      requests[r].answer == .fails
        ? .exportFailed
        : store.exportLeaf(source: source, leaf: leaf, from: from, count: count, &deeds)
    case .recognizeLocally: localOutcome(r)
    case .cleanUp: localOutcome(r)
    case .resetEngine: resetOutcome(r)
    case .deliver(let text, let field), .insert(_, _, let text, let field):
      deliverText(text, field, r)
    case .writeClipboard(let text, let change): writeClipboard(text, ifChange: change, r)
    case .restoreClipboard(let change): restoreClipboard(ifChange: change, r)
    case .reportUsage(let recording, let seconds): countUsage(recording, seconds, r)
    case .post(let handoff): leave(handoff, r)
    case .capture, .upload, .dial: .failed
    }
  }

  private mutating func runStore(_ request: StoreRequest, _ r: Int) -> Outcome {
    switch requests[r].answer {
    case .store(let fault): return failStore(fault, request, r)
    case .space(let bytes): return .space(bytes)
    case .fails: return .storeFailed(.io(.no))
    case .never, .slow, .file, .microphone, .reply, .local, .delivery, .runs, .heeds, .reads, .leg,
      nil:
      return doStore(request, r)
    }
  }

  private mutating func failStore(
    _ fault: StoreFault, _ request: StoreRequest, _ r: Int
  ) -> Outcome {
    switch fault {
    case .noSpace: return .storeFailed(.noSpace)
    case .busy: return .storeFailed(.busy)
    case .locked: return .storeFailed(.locked)
    case .corrupt: return .storeFailed(.corrupt)
    case .suspect: return .storeFailed(.suspect)
    case .io(let told, let landed):
      if landed {
        let real = doStore(request, r)
        // What the store itself refuses has not landed, and nobody can be told that it has.
        if case .storeFailed = real { return real }
      }
      return .storeFailed(.io(told))
    }
  }

  private mutating func doStore(_ request: StoreRequest, _ r: Int) -> Outcome {
    switch request {
    case .open:
      reconnect(requests[r].process)
      return store.open(&deeds)
    case .quarantine: return store.quarantine(&deeds)
    case .readInventory:
      let outcome = store.readInventory(handoffs: handoffs)
      if case .inventory(let found) = outcome { for row in found.rows { namer.note(row: row) } }
      return outcome
    case .probeSpace: return store.space()
    case .write(let row, let expecting):
      let outcome = store.write(row, expecting: expecting, &deeds)
      if case .storeFailed(.conflict(let current?)) = outcome { namer.note(row: current) }
      return outcome
    case .tombstone(let all): return store.tombstone(all, &deeds)
    case .purge(let all): return store.purge(all, &deeds)
    }
  }

  private mutating func runFile(_ request: FileRequest, _ r: Int) -> Outcome {
    guard case .file(let fault) = requests[r].answer else { return doFile(request) }
    switch fault {
    case .noSpace(let accepted):
      if case .append = request { return doFile(request, accepted: max(accepted, 0)) }
      return .fileFailed(.noSpace(accepted: 0))
    case .io(let told, let landed):
      if landed { _ = doFile(request) }
      return .fileFailed(.io(told))
    case .vanished:
      if store.files().contains(request.file) { deeds.append(.removed(request.file)) }
      store.vanish(request.file)
      return .fileFailed(.vanished)
    case .locked: return .fileFailed(.locked)
    case .unreadable: return .fileFailed(.unreadable)
    case .suspect: return .fileFailed(.suspect)
    }
  }

  private mutating func doFile(_ request: FileRequest, accepted: Int = .max) -> Outcome {
    switch request {
    case .create(let f): store.create(f, &deeds)
    case .append(let f, let span):
      store.append(f, span, runs: sounds.runs(of: span), accepted: accepted, &deeds)
    case .close(let f): store.close(f, &deeds)
    case .validate(let f): store.validate(f)
    case .sync(let f): store.sync(f, &deeds)
    case .promote(let f): store.promote(f, &deeds)
    case .remove(let f): store.remove(f, &deeds)
    }
  }

  private func resetOutcome(_ r: Int) -> Outcome {
    switch requests[r].answer {
    case .local(.failed), .fails: .localFailed(.failed)
    case .local(.crashed): .localFailed(.crashed)
    case .local, .never, .slow, .store, .file, .microphone, .reply, .delivery, .space, .runs,
      .heeds, .reads, .leg, nil:
      .done
    }
  }

  private mutating func countUsage(_ recording: RecordingID, _ seconds: Int, _ r: Int) -> Outcome {
    if requests[r].answer == .fails { return .failed }
    deeds.append(.usageCounted(recording, seconds: seconds))
    return .done
  }

  private mutating func leave(_ handoff: Handoff, _ r: Int) -> Outcome {
    if requests[r].answer == .fails { return .failed }
    handoffs.append(handoff)
    deeds.append(.posted(handoff))
    let other: ProcessRole = processes[requests[r].process].id.role == .app ? .keyboard : .app
    if let p = running(other) {
      bring(.handoff(handoff), to: p, after: Nanoseconds(Latency.handoff), isHard: false)
    }
    return .done
  }
}
