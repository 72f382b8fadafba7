import Contract
import Simulation

// One of each way in which something goes wrong. A number that a way carries, such as the chunk at
// which a device is lost, gets the values that make a difference: the first, and one in the middle.

/// What is told of an effect and what is true of it; a store that lies is no store at all.
private let honest: [(told: Landed, landed: Bool)] = [
  (.no, false), (.yes, true), (.unknown, false), (.unknown, true),
]

extension StoreFault {
  static let everyOne: [StoreFault] =
    [.busy, .locked, .noSpace, .suspect, .corrupt]
    + honest.map { .io(told: $0.told, landed: $0.landed) }
}

extension FileFault {
  static let everyOne: [FileFault] =
    [.locked, .vanished, .unreadable, .suspect, .noSpace(accepted: 0), .noSpace(accepted: 100)]
    + honest.map { .io(told: $0.told, landed: $0.landed) }
}

extension Microphone {
  static let everyOne: [Microphone] =
    ends.map { Microphone(end: $0) } + [
      Microphone(opensAfter: .seconds(2)),
      Microphone(opensAfter: Budgets.captureHealth + .seconds(1)),
      Microphone(zerosFrom: 1), Microphone(zerosFrom: 2, zerosThrough: 4),
    ]

  /// All but the usual end.
  private static let ends: [End] = [
    .stopAnsweredAfter(.seconds(1)), .stopAnsweredAfter(Budgets.finalize + .seconds(10)),
    .stopNeverAnswered, .denied, .unsupported, .neverOpens, .lostAt(1), .lostAt(3),
    .formatChangesAt(1), .formatChangesAt(3), .starvesAt(1), .starvesAt(3),
  ]
}

extension Reply {
  static let everyOne: [Reply] =
    statuses.map { Reply(status: $0) } + waits + breaks.map { Reply(breaks: $0) }
    + forms.map { Reply(form: $0) } + [
      Reply(text: .literal("")), Reply(contentType: ""), Reply(contentType: "text/html"),
      Reply(finishReason: "length"),
    ]

  /// One of each class that an engine tells apart, beside 200.
  private static let statuses: [UInt16] = [
    202, 204, 206, 302, 400, 401, 402, 403, 404, 408, 413, 415, 422, 429, 500, 502, 503,
  ]

  /// What a server asks for before the next try: a moment, more than anybody waits, nonsense.
  private static let waits: [Reply] = ["1", "3600", "-5"].map {
    Reply(status: 503, headers: [Header("Retry-After", $0)])
  }

  /// All but `nowhere`.
  private static let breaks: [Breaks] = [
    .unreachable, .beforeHead, .afterHead, .inBody(0), .inBody(3), .tooLarge, .refused,
  ]

  /// All but the usual one.
  private static let forms: [Form] = [
    .plain, .json, .jsonWithExtra("other"), .bytes(""), .bytes("{"), .notText,
  ]
}

extension LocalAnswer {
  static let everyOne: [LocalAnswer] = [.noText, .text(""), .failed, .crashed]
}

extension DeliveryAnswer {
  static let everyOne: [DeliveryAnswer] =
    DeliveryFailure.allCases.map { .refused($0) } + [
      .unconfirmed(landed: true), .unconfirmed(landed: false), .silent(landed: true),
      .silent(landed: false),
    ]
}

extension LegPlan {
  /// Every way in which a leg is not the usual one, by itself.
  static let everyOne: [LegPlan] =
    [
      LegPlan(opening: .unreachable), LegPlan(opening: .refused(401)),
      LegPlan(opening: .refused(402)), LegPlan(opening: .refused(503)),
      LegPlan(breaksAt: 0), LegPlan(breaksAt: 20_123), LegPlan(breaksAt: 40_000),
      LegPlan(breaksAt: 33_333, breaking: .closes(1011)),
      LegPlan(breaksAt: 33_333, breaking: .closes(1012)),
      LegPlan(breaksAt: 27_777, breaking: .fails(code: 402)),
      LegPlan(breaksAt: 27_777, breaking: .fails(code: 503)),
      LegPlan(breaksAt: 25_000, breaking: .goesSilent),
      LegPlan(speed: sampleRate * 2),
    ] + LegManners.named.map { LegPlan(manners: $0.manner) }
}
