import Contract

@testable import ReferenceEngine

/// An engine at some moment of a run, with what its world knows then.
struct State {
  let engine: Engine
  let now: Moment
  /// Every ticket that was given out so far, and those that are open.
  let tickets: [Ticket]
  let armed: [Deadline]
}

/// Events that do not belong, and events that do with answers that do not.
enum ForeignEvents {
  static let outcomes: [Outcome] = [
    .cancelled, .done,
    .inventory(
      Inventory(rows: [], damaged: [], tombstones: [], files: [], handoffs: [])),
    .space(1), .space(nil), .storeFailed(.conflict(nil)), .storeFailed(.tombstoned),
    .storeFailed(.noSpace), .storeFailed(.io(.unknown)), .storeFailed(.corrupt),
    .appended(samples: 3, durableThrough: 0), .facts(.whole(80_000)), .facts(.torn(0)),
    .fileFailed(.vanished), .fileFailed(.noSpace(accepted: 2)), .captured(samples: 0),
    .captured(samples: 80_000), .captureFailed(.denied), .exported(.cut(3)), .exportFailed,
    .body(.json("a")), .body(Body(nil, contentType: nil)), .wireFailed(.unreachable),
    .wireFailed(.tooLarge), .text("a"), .noText, .localFailed(.crashed), .delivered,
    .landedUnconfirmed, .deliveryFailed(.rejected), .clipboard(change: 3), .skipped, .failed,
  ]

  static let reports: [Progress] = [
    .captureBegan(rate: sampleRate), .frames(Span(clip: 1, from: 0, count: 8_000), .speech),
    .formatChanged, .deviceLost, .head(Head(status: 200)), .head(Head(status: 413)),
    .head(Head(status: 500)), .partial("a"),
  ]

  static let commands: [Event] = {
    let ids = [RecordingID(1), RecordingID(2), RecordingID(9)]
    var all: [Command] = [.stop(nil), .clear, .change(Settings()), .change(Settings(model: 9))]
    for r in ids {
      all += [.start(r), .stop(r), .cancel(r), .retry(r), .delete(r), .copy(r)]
      all.append(.redeliver(r, Target(1)))
    }
    return all.map { .person($0) }
  }()

  static func news(at wall: Nanoseconds) -> [Event] {
    var all: [News] = [
      .interruption(began: true, mayResume: true), .interruption(began: false, mayResume: false),
      .route, .mediaReset, .lowSpace(0), .lowSpace(nil), .deviceLocked(true),
      .background(expiresIn: nil), .background(expiresIn: .seconds(1)), .foreground,
      .thermal(critical: true), .focus(nil), .focus(Target(7)), .clipboard(change: 9),
      .resumed(asleep: .seconds(9)),
    ]
    let r = RecordingID(1)
    let kinds: [Handoff.Kind] = [
      .start(RecordingID(8), Target(1)), .stop(r), .cancel(r), .state(r, .processing),
      .state(r, .idle), .text(r, Target(1), "a"), .receipt(r, .delivered), .receipt(r, .claimed),
    ]
    for kind in kinds {
      for age in [Nanoseconds.zero, .minutes(1)] {
        all.append(
          .handoff(
            Handoff(
              from: ProcessID(.keyboard), sequence: 1 << 30, kind: kind, writtenAt: wall - age)))
      }
    }
    return all.map { .news($0) }
  }

  private static func about(_ ticket: Ticket) -> [Event] {
    outcomes.map { .finished(ticket, $0) } + reports.map { .progress(ticket, $0) }
  }

  /// Events that must have no effect: of requests never made or over, of leases that are not
  /// current, and deadlines that are not armed.
  static func strangers(to state: State) -> [Event] {
    var events = about(Ticket(EffectID(4_000_000), state.tickets.last?.lease))
    events += about(Ticket(EffectID(0)))
    let open = state.engine.pending
    if let over = state.tickets.last(where: { t in !open.contains { $0.id == t.effect } }) {
      events += about(over)
    }
    for request in [open.last { $0.lease != nil }, open.first { $0.lease != nil }] {
      guard let request, let lease = request.lease else { continue }
      for stale in [
        Lease(
          recording: lease.recording, attempt: lease.attempt &+ 1, generation: lease.generation),
        Lease(
          recording: lease.recording, attempt: lease.attempt, generation: lease.generation &+ 1),
        Lease(recording: RecordingID(77), attempt: lease.attempt, generation: lease.generation),
      ] { events += about(Ticket(request.id, stale)) }
      events += about(Ticket(request.id, nil))
    }
    for stage in Stage.allCases {
      for lease in [nil, open.last?.lease] {
        events.append(.deadline(Deadline(at: Nanoseconds(1), stage: stage, lease: lease)))
        events.append(
          .deadline(
            Deadline(at: Nanoseconds(1), stage: stage, lease: lease, effect: EffectID(1))))
      }
    }
    events.append(.launched(Launch(process: ProcessID(.app, boot: 2))))
    return events
  }

  /// Events that may come now: commands, news, armed deadlines, and every kind of answer to every
  /// open request, the wrong ones included.
  static func visitors(to state: State) -> [Event] {
    var events = commands + news(at: state.now.wall) + state.armed.map { .deadline($0) }
    for request in state.engine.pending.suffix(4) {
      events += about(Ticket(request.id, request.lease))
    }
    return events
  }
}
