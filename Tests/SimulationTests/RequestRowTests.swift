import Choices
import Contract
import Simulation
import TestSupport
import Testing

@Suite("Boundary rows: requests to others")
struct RequestRowTests {
  static let send: Cue = .on(.launched, .upload(1))

  static func reply(_ reply: Reply) -> [(String, Answer)] {
    [("upload/r1.a1/0/t1?answer", .reply(reply))]
  }

  static func local(_ answer: Answer) -> [(String, Answer)] { [("local/r1.a1?answer", answer)] }

  static let onDevice: Cue = .on(
    .launched, .ask(1, .recognizeLocally(file(.source), slot: 1, Settings())))

  static func clean(_ cleanup: Cleanup) -> Cue {
    .on(.launched, .ask(1, .cleanUp("w000 w001", Settings(cleanup: cleanup))))
  }

  /// What the server is told to be, and what the engine then hears.
  static let stories: [Story] = [
    Story(
      "complete 200: head, then the body", finished(samples: 24_000), [send],
      told: [
        "300 head upload/r1.a1/0/t1: 200 Content-Type=application/json; charset=utf-8",
        "800 done upload/r1.a1/0/t1: {\"text\":\"w000 w001 w002\",\"x_groq\":{\"id\":\"req\"}} [application/json; charset=utf-8]",
      ]),
    Story(
      "202 is a head and a body like any other", finished(samples: 24_000),
      plan: reply(Reply(status: 202)), [send],
      told: [
        "300 head upload/r1.a1/0/t1: 202 Content-Type=application/json; charset=utf-8",
        "800 done upload/r1.a1/0/t1: {\"text\":\"w000 w001 w002\",\"x_groq\":{\"id\":\"req\"}} [application/json; charset=utf-8]",
      ]),
    Story(
      "a permanent 4xx whose error body stalls", finished(),
      plan: reply(Reply(status: 401, breaks: .afterHead)), [send, .on(.head(1), .abandon(1))],
      told: [
        "300 head upload/r1.a1/0/t1: 401 Content-Type=application/json"
      ]),
    Story(
      "429 with a header in mixed case", finished(),
      plan: reply(Reply(status: 429, headers: [Header("rEtRy-AfTeR", "2")])), [send],
      told: [
        "300 head upload/r1.a1/0/t1: 429 rEtRy-AfTeR=2 Content-Type=application/json",
        "800 done upload/r1.a1/0/t1: {\"error\":{\"message\":\"refused\"}} [application/json]",
      ]),
    Story(
      "no connection", finished(), plan: reply(Reply(breaks: .unreachable)), [send],
      told: [
        "300 done upload/r1.a1/0/t1: wireFailed(unreachable)"
      ]),
    Story(
      "no answer until the request deadline; the cancel is not heeded; the body comes late",
      finished(samples: 24_000),
      plan: [
        ("upload/r1.a1/0/t1?answer", .slow(.seconds(60))),
        ("upload/r1.a1/0/t1?heeds", .heeds(false)),
      ],
      [
        .on(
          .launched, .upload(1),
          arm: [Deadline(at: .seconds(45), stage: .request, lease: lease(), effect: EffectID(1))]),
        .on(.due(.request), .cancel(1), .abandon(1), .upload(2)),
      ],
      told: [
        "45000 deadline upload/r1.a1/0/t1: request",
        "45300 head upload/r1.a1/0/t2: 200 Content-Type=application/json; charset=utf-8",
        "45800 done upload/r1.a1/0/t2: {\"text\":\"w000 w001 w002\",\"x_groq\":{\"id\":\"req\"}} [application/json; charset=utf-8]",
        "60000 head upload/r1.a1/0/t1: 200 Content-Type=application/json; charset=utf-8",
        "60500 done upload/r1.a1/0/t1: {\"text\":\"w000 w001 w002\",\"x_groq\":{\"id\":\"req\"}} [application/json; charset=utf-8]",
      ]),
    Story(
      "a cancel that is heeded", finished(),
      plan: [("upload/r1.a1/0/t1?answer", .slow(.seconds(60)))],
      [
        .on(
          .launched, .upload(1),
          arm: [Deadline(at: .seconds(45), stage: .request, lease: lease(), effect: EffectID(1))]),
        .on(.due(.request), .cancel(1), .abandon(1)),
      ],
      told: [
        "45000 deadline upload/r1.a1/0/t1: request",
        "45010 done upload/r1.a1/0/t1: cancelled",
      ]),
    Story(
      "a cancel between head and body takes the body away", finished(),
      [send, .on(.head(1), .cancel(1))],
      told: [
        "300 head upload/r1.a1/0/t1: 200 Content-Type=application/json; charset=utf-8",
        "310 done upload/r1.a1/0/t1: cancelled",
      ]),
    Story(
      "a request that is never answered", finished(),
      plan: [("upload/r1.a1/0/t1?answer", .never)], [.on(.launched, .upload(1), .abandon(1))],
      told: []),
    Story(
      "a request without a head", finished(), plan: reply(Reply(breaks: .beforeHead)),
      [.on(.launched, .upload(1), .abandon(1))],
      told: []),
    Story(
      "a 200 whose body stalls", finished(), plan: reply(Reply(breaks: .afterHead)),
      [send, .on(.head(1), .abandon(1))],
      told: [
        "300 head upload/r1.a1/0/t1: 200 Content-Type=application/json; charset=utf-8"
      ]),
    Story(
      "a 200 whose body breaks off", finished(), plan: reply(Reply(breaks: .inBody(17))), [send],
      told: [
        "300 head upload/r1.a1/0/t1: 200 Content-Type=application/json; charset=utf-8",
        "800 done upload/r1.a1/0/t1: wireFailed(reset(received: 17))",
      ]),
    Story(
      "an oversize body", finished(), plan: reply(Reply(breaks: .tooLarge)), [send],
      told: [
        "300 head upload/r1.a1/0/t1: 200 Content-Type=application/json; charset=utf-8",
        "800 done upload/r1.a1/0/t1: wireFailed(tooLarge)",
      ]),
    Story(
      "a request that may not leave", finished(), plan: reply(Reply(breaks: .refused)), [send],
      told: [
        "300 done upload/r1.a1/0/t1: wireFailed(refused)"
      ]),
    Story(
      "malformed bytes", finished(), plan: reply(Reply(form: .bytes("{\"text\":"))), [send],
      told: [
        "300 head upload/r1.a1/0/t1: 200 Content-Type=application/json",
        "800 done upload/r1.a1/0/t1: {\"text\": [application/json]",
      ]),
    Story(
      "bytes that are no text", finished(), plan: reply(Reply(form: .notText)), [send],
      told: [
        "300 head upload/r1.a1/0/t1: 200 Content-Type=application/json",
        "800 done upload/r1.a1/0/t1: ? [application/json]",
      ]),
    Story(
      "a wrong schema", finished(samples: 8_000),
      plan: reply(Reply(text: .literal("a \"b\"\n\u{1}"), form: .jsonWithExtra("other"))), [send],
      told: [
        "300 head upload/r1.a1/0/t1: 200 Content-Type=application/json",
        "800 done upload/r1.a1/0/t1: {\"text\":\"a \\\"b\\\"\\n\\u0001\",\"other\":{\"id\":\"x\"}} [application/json]",
      ]),
    Story(
      "text that looks like JSON, as plain text", finished(samples: 8_000),
      plan: reply(Reply(text: .literal("{\"text\":\"no\"}"), form: .plain)), [send],
      told: [
        "300 head upload/r1.a1/0/t1: 200 Content-Type=text/plain",
        "800 done upload/r1.a1/0/t1: {\"text\":\"no\"} [text/plain]",
      ]),
    Story(
      "no content type", finished(samples: 8_000), plan: reply(Reply(form: .json, contentType: "")),
      [send],
      told: [
        "300 head upload/r1.a1/0/t1: 200",
        "800 done upload/r1.a1/0/t1: {\"text\":\"w000\"} [none]",
      ]),
    Story(
      "an empty text", finished(samples: 1_000), [send],
      told: [
        "300 head upload/r1.a1/0/t1: 200 Content-Type=application/json; charset=utf-8",
        "800 done upload/r1.a1/0/t1: {\"text\":\"\",\"x_groq\":{\"id\":\"req\"}} [application/json; charset=utf-8]",
      ]),
    Story(
      "413 for the whole, halves accepted, the limit of a whole body",
      finished(
        samples: 64_000,
        recognizer: [Rule(bodyOver: RequestBody.bytes(samples: 32_000), reply: Reply(status: 413))]),
      [
        send,
        .on(.head(1), .abandon(1), .export(2, leaf: 1, 0, 32_000)),
        .on(.finished(2), .upload(3, .leaf(1)), .export(4, leaf: 2, 32_000, 32_000)),
        .on(.finished(3), .upload(5, .leaf(2))),
      ],
      told: [
        "300 head upload/r1.a1/0/t1: 413 Content-Type=application/json",
        "320 done export/r1.a1/0.0: exported(LeafFacts(samples: 32000, bytes: 64044, bodyBytes: 65068))",
        "340 done export/r1.a1/0.1: exported(LeafFacts(samples: 32000, bytes: 64044, bodyBytes: 65068))",
        "620 head upload/r1.a1/0.0/t1: 200 Content-Type=application/json; charset=utf-8",
        "800 done upload/r1.a1/0/t1: {\"error\":{\"message\":\"refused\"}} [application/json]",
        "1120 done upload/r1.a1/0.0/t1: {\"text\":\"w000 w001 w002 w003\",\"x_groq\":{\"id\":\"req\"}} [application/json; charset=utf-8]",
        "1420 head upload/r1.a1/0.1/t1: 200 Content-Type=application/json; charset=utf-8",
        "1920 done upload/r1.a1/0.1/t1: {\"text\":\"w004 w005 w006 w007\",\"x_groq\":{\"id\":\"req\"}} [application/json; charset=utf-8]",
      ]),
    Story(
      "a stalled export", finished(), plan: [("export/r1.a1/0?answer", .never)],
      [.on(.launched, .export(1, leaf: 1, 0, 16_000), .abandon(1))],
      told: []),
    Story(
      "a failing export, and one beyond the end", finished(samples: 24_000),
      plan: [("export/r1.a1/0?answer", .fails)],
      [
        .on(
          .launched, .export(1, leaf: 1, 0, 16_000), .export(2, leaf: 2, 16_000, 16_000),
          .export(3, leaf: 3, .max, .max))
      ],
      told: [
        "20 done export/r1.a1/0: exportFailed",
        "20 done export/r1.a1/1: exportFailed",
        "20 done export/r1.a1/2: exportFailed",
      ]),
    Story(
      "an upload of a file that is not there", finished(), [.on(.launched, .upload(1, .leaf(9)))],
      told: [
        "10 done upload/r1.a1/0/t1: wireFailed(refused)"
      ]),
    Story(
      "on the device: a quarter of the length", finished(samples: 32_000), [onDevice],
      told: [
        "500 done local/r1.a1: text w000 w001 w002 w003"
      ]),
    Story(
      "on the device: no text", finished(), plan: local(.local(.noText)), [onDevice],
      told: [
        "1250 done local/r1.a1: noText"
      ]),
    Story(
      "on the device: it fails", finished(), plan: local(.local(.failed)), [onDevice],
      told: [
        "1250 done local/r1.a1: localFailed(failed)"
      ]),
    Story(
      "on the device: it crashes", finished(), plan: local(.local(.crashed)), [onDevice],
      told: [
        "1250 done local/r1.a1: localFailed(crashed)"
      ]),
    Story(
      "on the device: another text", finished(), plan: local(.local(.text("x"))), [onDevice],
      told: [
        "1250 done local/r1.a1: text x"
      ]),
    Story(
      "on the device: never returns, ignores the cancel, reset once in vain", finished(),
      plan: [
        ("local/r1.a1?answer", .never), ("local/r1.a1?heeds", .heeds(false)),
        ("reset/slot1?answer", .never),
      ],
      [
        .on(
          .launched, .ask(1, .recognizeLocally(file(.source), slot: 1, Settings())), .cancel(1),
          .abandon(1), .ask(2, .resetEngine(slot: 1), r: 0), .abandon(2),
          .ask(3, .resetEngine(slot: 1), r: 0)),
        .on(.finished(3), .ask(4, .recognizeLocally(file(.source), slot: 1, Settings()))),
      ],
      told: [
        "100 done reset/slot1#2: done",
        "1350 done local/r1.a1#2: text w000 w001 w002 w003 w004 w005 w006 w007 w008 w009",
      ]),
    Story(
      "on the device: late, after the cancel was ignored", finished(),
      plan: [
        ("local/r1.a1?answer", .slow(.seconds(700))), ("local/r1.a1?heeds", .heeds(false)),
        ("reset/slot1?answer", .local(.failed)),
      ],
      [
        .on(
          .launched, .ask(1, .recognizeLocally(file(.source), slot: 1, Settings())), .cancel(1),
          .abandon(1), .ask(2, .resetEngine(slot: 1), r: 0))
      ],
      told: [
        "100 done reset/slot1: localFailed(failed)",
        "700000 done local/r1.a1: text w000 w001 w002 w003 w004 w005 w006 w007 w008 w009",
      ]),
    Story(
      "cleanup in the cloud", finished(), [clean(.cloud)],
      told: [
        "300 head cleanup/r1.a1: 200 Content-Type=application/json; charset=utf-8",
        "900 done cleanup/r1.a1: {\"text\":\"w000 w001.\",\"finish_reason\":\"stop\"} [application/json; charset=utf-8]",
      ]),
    Story(
      "cleanup cut short", finished(),
      plan: [("cleanup/r1.a1?answer", .reply(Reply(finishReason: "length")))], [clean(.cloud)],
      told: [
        "300 head cleanup/r1.a1: 200 Content-Type=application/json; charset=utf-8",
        "900 done cleanup/r1.a1: {\"text\":\"w000 w001.\",\"finish_reason\":\"length\"} [application/json; charset=utf-8]",
      ]),
    Story(
      "cleanup: HTTP error", finished(),
      plan: [("cleanup/r1.a1?answer", .reply(Reply(status: 500)))], [clean(.cloud)],
      told: [
        "300 head cleanup/r1.a1: 500 Content-Type=application/json",
        "900 done cleanup/r1.a1: {\"error\":{\"message\":\"refused\"}} [application/json]",
      ]),
    Story(
      "cleanup times out", finished(), plan: [("cleanup/r1.a1?answer", .never)],
      [.on(.launched, .ask(1, .cleanUp("w000", Settings())), .abandon(1))],
      told: []),
    Story(
      "cleanup on the device", finished(), [clean(.local)],
      told: [
        "900 done cleanup/r1.a1: text w000 w001."
      ]),
    Story(
      "cleanup on the device: no text", finished(),
      plan: [("cleanup/r1.a1?answer", .local(.noText))],
      [clean(.local)],
      told: [
        "900 done cleanup/r1.a1: noText"
      ]),
    Story(
      "cleanup that is unavailable", finished(), [clean(.off)],
      told: [
        "900 done cleanup/r1.a1: localFailed(failed)"
      ]),
    Story(
      "usage: counted, refused, stalled", finished(),
      plan: [("usage/r1?answer#2", .fails), ("usage/r1?answer#3", .never)],
      [
        .on(
          .launched, .ask(1, .reportUsage(RecordingID(1), seconds: 5)),
          .ask(2, .reportUsage(RecordingID(1), seconds: 5)),
          .ask(3, .reportUsage(RecordingID(1), seconds: 5)), .abandon(3))
      ],
      told: [
        "200 done usage/r1: done",
        "200 done usage/r1#2: failed",
      ]),
  ]

  @Test("What the engine is told", arguments: stories)
  func told(_ story: Story) { story.check() }
}
