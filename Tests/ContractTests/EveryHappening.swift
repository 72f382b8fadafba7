import Contract

// One value of every case of the vocabulary, and of every field that changes what it says.

extension TraceHashTests {
  private static let r = RecordingID(1)
  private static let target = Target(1)
  private static let source = FileRef(r, .source)
  private static let leaf = FileRef(r, .leaf(0))
  private static let settings = Settings()
  private static let facts = FileFacts(samples: 1, bytes: 2, headerSamples: 3, isFinalized: true)
  private static let ticket = Ticket(
    EffectID(1), Lease(recording: r, attempt: 1, generation: 0))
  private static let stone = Tombstone(r, generation: 0)

  private static var row: Row {
    Row(recording: r, attempt: 1, generation: 0, state: .processing, settings: settings)
  }

  private static func row(_ change: (inout Row) -> Void) -> Row {
    var changed = row
    change(&changed)
    return changed
  }

  static let rows: [Row] = [
    row, row { $0.recording = RecordingID(2) }, row { $0.attempt = 2 }, row { $0.generation = 1 },
    row { $0.state = .failed }, row { $0.reason = .storage }, row { $0.integrity = .complete },
    row { $0.samples = 1 }, row { $0.checkpoint = Checkpoint(text: "", leaves: 0, through: 0) },
    row { $0.checkpoint = Checkpoint(text: "a", leaves: 0, through: 0) },
    row { $0.checkpoint = Checkpoint(text: "", leaves: 1, through: 0) },
    row { $0.checkpoint = Checkpoint(text: "", leaves: 0, through: 1) }, row { $0.raw = "" },
    row { $0.final = "" }, row { $0.delivery = .claimed }, row { $0.usage = .pending },
    row { $0.settings.model = 9 },
  ]

  static let commands: [Command] = [
    .start(r), .stop(nil), .stop(r), .cancel(r), .retry(r), .delete(r), .clear, .change(settings),
    .copy(r), .redeliver(r, target), .redeliver(r, Target(2)), .change(Settings(model: 2)),
    .change(Settings(recognizer: .local(slot: 0))), .change(Settings(recognizer: .cloud(.openai))),
    .change(Settings(language: 2)), .change(Settings(vocabulary: 2)),
    .change(Settings(cleanup: .off)),
  ]

  static let progress: [Progress] = [
    .captureBegan(rate: 1), .frames(Span(clip: 1, from: 0, count: 1), .quiet),
    .frames(Span(clip: 1, from: 1, count: 1), .quiet),
    .frames(Span(clip: 2, from: 0, count: 1), .quiet),
    .frames(Span(clip: 1, from: 0, count: 2), .quiet),
    .frames(Span(clip: 1, from: 0, count: 1), .speech),
    .formatChanged, .deviceLost, .head(Head(status: 200)), .head(Head(status: 201)),
    .head(Head(status: 200, headers: [Header("a", "b")])),
    .head(Head(status: 200, headers: [Header("A", "b")])),
    .head(Head(status: 200, headers: [Header("a", "c")])), .partial("a"),
  ]

  static let outcomes: [Outcome] = {
    var all: [Outcome] = [
      .cancelled, .done, .space(nil), .space(1), .appended(samples: 1, durableThrough: 0),
      .appended(samples: 1, durableThrough: 1), .facts(facts),
      .facts(FileFacts(samples: 1, bytes: 2, headerSamples: 3, isFinalized: false)),
      .captured(samples: 1), .exported(LeafFacts(samples: 1, bytes: 1, bodyBytes: 1)),
      .exportFailed,
      .body(Body("a", contentType: nil)), .body(Body(nil, contentType: nil)),
      .body(Body("a", contentType: "b")), .text("a"), .noText, .delivered, .landedUnconfirmed,
      .clipboard(change: 1), .skipped, .failed, .storeFailed(.conflict(nil)),
      .storeFailed(.tombstoned),
      .storeFailed(.noSpace), .storeFailed(.busy), .storeFailed(.locked), .storeFailed(.corrupt),
      .storeFailed(.suspect), .fileFailed(.noSpace(accepted: 1)), .fileFailed(.vanished),
      .fileFailed(.unreadable), .fileFailed(.locked), .fileFailed(.suspect),
      .wireFailed(.unreachable), .wireFailed(.reset(received: 1)), .wireFailed(.tooLarge),
      .wireFailed(.refused),
    ]
    all += rows.map { .storeFailed(.conflict($0)) }
    all += Landed.allCases.flatMap { [.storeFailed(.io($0)), .fileFailed(.io($0))] }
    all += CaptureFailure.allCases.map { .captureFailed($0) }
    all += LocalFailure.allCases.map { .localFailed($0) }
    all += DeliveryFailure.allCases.map { .deliveryFailed($0) }
    all += inventories.map { .inventory($0) }
    return all
  }()

  static let inventories: [Inventory] = [
    Inventory(rows: [], damaged: [], tombstones: [], files: [], handoffs: []),
    Inventory(rows: [row], damaged: [], tombstones: [], files: [], handoffs: []),
    Inventory(rows: [], damaged: [nil], tombstones: [], files: [], handoffs: []),
    Inventory(rows: [], damaged: [r], tombstones: [], files: [], handoffs: []),
    Inventory(rows: [], damaged: [], tombstones: [stone], files: [], handoffs: []),
    Inventory(
      rows: [], damaged: [], tombstones: [],
      files: [FoundFile(file: nil, strict: nil, lenient: nil)], handoffs: []),
    Inventory(
      rows: [], damaged: [], tombstones: [],
      files: [FoundFile(file: source, strict: facts, lenient: nil)], handoffs: []),
    Inventory(
      rows: [], damaged: [], tombstones: [],
      files: [FoundFile(file: source, strict: nil, lenient: facts)], handoffs: []),
    Inventory(rows: [], damaged: [], tombstones: [], files: [], handoffs: [handoffs[0]]),
  ]

  static let handoffs: [Handoff] = {
    let kinds: [Handoff.Kind] = [
      .start(r, target), .stop(r), .cancel(r), .state(r, .idle), .state(r, .live),
      .text(r, target, "a"), .receipt(r, .delivered),
    ]
    var all = kinds.map {
      Handoff(from: ProcessID(.app), sequence: 1, kind: $0, writtenAt: .zero)
    }
    all.append(Handoff(from: ProcessID(.keyboard), sequence: 1, kind: .stop(r), writtenAt: .zero))
    all.append(Handoff(from: ProcessID(.app), sequence: 2, kind: .stop(r), writtenAt: .zero))
    all.append(Handoff(from: ProcessID(.app), sequence: 1, kind: .stop(r), writtenAt: .seconds(1)))
    return all
  }()

  static let news: [News] = {
    var all: [News] = [
      .interruption(began: true, mayResume: false), .interruption(began: false, mayResume: false),
      .interruption(began: false, mayResume: true), .route, .mediaReset, .lowSpace(nil),
      .lowSpace(1), .deviceLocked(true), .deviceLocked(false), .background(expiresIn: nil),
      .background(expiresIn: .seconds(1)), .foreground, .thermal(critical: true),
      .thermal(critical: false), .focus(nil), .focus(target), .clipboard(change: 1),
      .resumed(asleep: .seconds(1)),
    ]
    all += handoffs.map { .handoff($0) }
    return all
  }()

  static let requests: [Request] = {
    var all: [Request] = [
      .store(.open), .store(.quarantine), .store(.readInventory), .store(.probeSpace),
      .store(.write(row, expecting: .row([.terminal], attempt: 1))),
      .store(.write(row, expecting: .row([.notTerminal], attempt: 1))),
      .store(.write(row, expecting: .row([.terminal], attempt: 2))), .store(.tombstone([])),
      .store(.tombstone([stone])), .store(.tombstone([Tombstone(r, generation: 1)])),
      .store(.purge([])), .store(.purge([r])), .file(.create(source)), .file(.create(leaf)),
      .file(.append(source, Span(clip: 1, from: 0, count: 1))), .file(.close(source)),
      .file(.validate(source)), .file(.sync(source)), .file(.promote(source)),
      .file(.remove(source)), .capture(r, limit: .seconds(1)), .capture(r, limit: .seconds(2)),
      .exportLeaf(source: source, leaf: leaf, from: 0, count: 1),
      .exportLeaf(source: source, leaf: leaf, from: 1, count: 1), .upload(source, settings),
      .upload(leaf, settings), .recognizeLocally(source, slot: 0, settings),
      .recognizeLocally(source, slot: 1, settings), .resetEngine(slot: 0), .resetEngine(slot: 1),
      .cleanUp("a", settings), .cleanUp("b", settings), .deliver("a", target),
      .deliver("a", Target(2)), .writeClipboard("a", ifChange: nil),
      .writeClipboard("a", ifChange: 1), .restoreClipboard(ifChange: 1),
      .reportUsage(r, seconds: 1), .reportUsage(r, seconds: 2),
    ]
    all += rows.map { .store(.write($0, expecting: .nothing)) }
    all += handoffs.map { .post($0) }
    return all
  }()

  static let notices: [Notice] = {
    var all: [Notice] = [
      .stop(EffectID(1)), .cancel(EffectID(1)), .abandon(EffectID(1)), .claim(r, .saved),
      .claim(r, .succeeded("a")), .claim(r, .failed(partial: nil, audioKept: true)),
      .claim(r, .failed(partial: nil, audioKept: false)),
      .claim(r, .failed(partial: "a", audioKept: true)), .claim(r, .cancelled),
      .claim(r, .delivered(target)), .claimDeleted([]), .claimDeleted([r]),
      .tell(Message(.storageFull)), .tell(Message(.storageFull, recording: r)),
      .tell(Message(.storageFull, recording: nil, words: "other")),
    ]
    all += Surface.allCases.flatMap { s in Indicator.allCases.map { .show(s, $0) } }
    return all
  }()

  static let deeds: [Deed] = {
    var all: [Deed] = [
      .microphone(r, isOn: true), .microphone(r, isOn: false), .tombstoned([stone]), .purged([r]),
      .storeOpened(sound: true), .storeOpened(sound: false), .quarantined, .created(source),
      .appended(source, Span(clip: 1, from: 0, count: 1)), .closed(source, samples: 1),
      .fileDurable(source, samples: 1), .renamed(from: leaf, to: source, samples: 1),
      .removed(source), .heard(source, [], settings),
      .heard(source, [.clip(1, from: 0, count: 1)], settings),
      .heard(source, [.zeros(1)], settings),
      .heard(source, [.junk(1)], settings), .meant("a"), .askedCleanup("a", settings),
      .landed(target, "a"), .landed(target, "b"), .clipboard(change: 1, "a", byApp: true),
      .clipboard(change: 1, "a", byApp: false), .usageCounted(r, seconds: 1),
      .rowWritten(before: row, after: row),
    ]
    all += Denial.allCases.map { .refused($0) }
    all += rows.map { .rowWritten(before: nil, after: $0) }
    all += handoffs.map { .posted($0) }
    return all
  }()

  static let launches: [Launch] = {
    var all = [Launch(process: ProcessID(.app)), Launch(process: ProcessID(.keyboard))]
    for dialect in [
      Dialect(cancelled: .failedWithReason), Dialect(deleteWhileActive: .refused),
      Dialect(durableRaw: .success), Dialect(cancelledCapture: .dropped), Dialect(delivery: .paste),
      Dialect(readsFractionalRetryAfter: false), Dialect(surfaces: [.main, .overlay]),
    ] { all.append(Launch(process: ProcessID(.app), dialect: dialect)) }
    for limits in [
      Limits(capture: .seconds(1)), Limits(knownBody: 1), Limits(splitDepth: 1),
      Limits(minimumLeaf: 1), Limits(spaceFloor: 1),
    ] { all.append(Launch(process: ProcessID(.app), limits: limits)) }
    return all
  }()

  static let endings: [Ending] = {
    let all: [Ending] = [
      .settled, .outOfTime, .outOfSteps, .engineFailed("a"), .leftover(Identity(.open)),
      .leftover(Identity(.store)), .engineBound(.effectsInReaction), .engineBound(.openRequests),
      .engineBound(.deadlines), .engineBound(.stepsAtOneInstant), .engineBound(.reusedEffectID),
      .engineBound(.unknownNoticeTarget), .engineBound(.twinDeadlines),
      .engineBound(.ignoredWithEffects),
    ]
    return all
  }()

  /// One of each.
  static let all: [Happening] = {
    var events: [Event] = launches.map { .launched($0) }
    events += commands.map { .person($0) }
    events += progress.map { .progress(ticket, $0) }
    events += outcomes.map { .finished(ticket, $0) }
    events.append(.finished(Ticket(EffectID(1)), .done))
    events.append(
      .finished(Ticket(EffectID(1), Lease(recording: r, attempt: 1, generation: 1)), .done))
    events += news.map { .news($0) }
    events.append(.deadline(Deadline(at: .zero, stage: .store)))
    events.append(.deadline(Deadline(at: .zero, stage: .reset)))
    events.append(.deadline(Deadline(at: .seconds(1), stage: .store)))
    events.append(.deadline(Deadline(at: .zero, stage: .store, lease: ticket.lease)))
    var all: [Happening] = events.map { .event($0) }
    all += Ignored.allCases.map { .ignored($0) }
    all += requests.map { .effect(.request(ticket, $0)) }
    all += notices.map { .effect(.notice($0)) }
    all += [.deadlines([]), .deadlines([Deadline(at: .zero, stage: .store)])]
    all += deeds.map { .did($0) }
    all += ProcessChange.allCases.map { .process($0) }
    all += endings.map { .end($0) }
    return all
  }()
}
