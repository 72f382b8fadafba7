import Contract

// Runs in which recognition takes a turn.
extension Stories {
  /// 413: two halves, in order.
  static let split = Story().then {
    $0.split()
    $0.hear(2, "two")
    $0.conclude()
  }

  /// The limit is known, so nothing too large is sent.
  static let known = Story().then {
    $0.recordInPieces(
      Limits(knownBody: RequestBody.bytes(samples: 9_000), splitDepth: 2, minimumLeaf: 2_000))
    $0.cut(1, from: 0, count: 8_800)
    $0.hear(1, "one")
    $0.keep(1, "one", through: 8_800)
    $0.cut(2, from: 8_800, count: 8_800)
    $0.hear(2, "two")
    $0.conclude()
  }

  /// Every size is refused.
  static let everySize = Story().then {
    $0.recordInPieces()
    $0.send(0)
    $0.refuse(0, 413)
    $0.cut(1, from: 0, count: 8_800)
    $0.send(1)
    $0.refuse(1, 413)
    $0.cut(2, from: 0, count: 4_400)
    $0.send(2)
    $0.refuse(2, 413)
    $0.fail(.audioTooLarge, .tooLarge)
    $0.finish()
  }

  /// A busy service that asks for three seconds.
  static let busy = Story().then {
    $0.recordInPieces()
    $0.send(0)
    $0.refuse(0, 503, [Header("rEtRy-AfTeR", "3")])
    $0.pause(1, 3_000)
    $0.hear(0, "one two")
    $0.conclude()
  }

  /// Three failures in a row end the attempt.
  static func failing(_ way: (inout Story) -> Void) -> Story {
    Story().then {
      $0.recordInPieces()
      for n in 1...3 {
        $0.send(0)
        way(&$0)
        if n < 3 { $0.pause(n, 500 * n) }
      }
      $0.fail(.networkFailed, .network)
      $0.finish()
    }
  }

  static let alwaysBusy = failing { $0.refuse(0, 503) }
  static let alwaysLost = failing { $0.answer("lost", of: "ask leaf 0", .wireFailed(.unreachable)) }
  static let alwaysBroken = failing {
    $0.head(0, 200)
    $0.answer("broken", of: "ask leaf 0", .wireFailed(.reset(received: 7)))
  }

  /// One body that breaks off, then one that comes.
  static let broken = Story().then {
    $0.recordInPieces()
    $0.send(0)
    $0.head(0, 200)
    $0.answer("broken", of: "ask leaf 0", .wireFailed(.reset(received: 7)))
    $0.pause(1, 500)
    $0.hear(0, "one two")
    $0.conclude()
  }

  /// One answer that ends the attempt.
  static func ending(_ status: UInt16, _ outcome: Outcome, _ reason: Reason) -> Story {
    Story().then {
      $0.recordInPieces()
      $0.send(0)
      $0.head(0, status)
      $0.answer("answer", of: "ask leaf 0", outcome)
      $0.fail(.answerUnusable, reason)
      $0.finish()
    }
  }

  static let malformed = ending(
    200, .body(Body("{\"tex", contentType: "application/json")), .invalidAnswer)
  static let accepted202 = ending(
    202, .body(Body("one two", contentType: "text/plain")), .invalidAnswer)
  static let oversize = ending(200, .wireFailed(.tooLarge), .invalidAnswer)

  /// The first answer is no answer; an engine that takes it goes on as if it were.
  static let misread = accepted202.until("answer").then {
    $0.keepRaw()
    $0.cleanUp()
    $0.succeed()
    $0.finish()
  }

  static let unauthorized = Story().then {
    $0.recordInPieces()
    $0.refuse()
    $0.finish()
  }

  /// The person dictated something that looks like JSON.
  static let literal = Story().then {
    $0.recordInPieces()
    $0.send(0)
    $0.head(0, 200)
    $0.body(0, "{\"text\": \"one two\"}")
    let before = $0.row
    $0.row.raw = "{\"text\": \"one two\"}"
    $0.write("ask raw", $0.row.state, from: [$0.row.state])
    $0.arm("arm raw", [(.recognition, 100_000, nil), (.store, 5_000, "ask raw")])
    $0.wait(2)
    $0.wrote("did raw", before: before)
    $0.answer("done raw", of: "ask raw", .done)
    $0.end(.success, final: $0.row.raw, claim: .succeeded($0.row.raw ?? ""))
    $0.finish()
  }

  /// The second half is refused for good.
  static let laterFailure = Story().then {
    $0.split()
    $0.send(2)
    $0.refuse(2, 400)
    $0.fail(.requestRefused, .requestRefused)
    $0.finish()
  }

  /// The second half is silent.
  static let emptyLeaf = Story().then {
    $0.split()
    $0.hear(2, " ")
    $0.fail(.partWithoutText, .emptyPart)
    $0.finish()
  }

  /// The first half cannot be stored.
  static let unkept = Story().then {
    $0.recordInPieces()
    $0.send(0)
    $0.refuse(0, 413)
    $0.cut(1, from: 0, count: 8_800)
    $0.hear(1, "one")
    let before = $0.row
    $0.row.checkpoint = Checkpoint(text: "one", leaves: 1, through: 8_800)
    $0.write("ask checkpoint 1", $0.row.state, from: [$0.row.state])
    $0.arm("arm checkpoint 1", [(.store, 5_000, "ask checkpoint 1")])
    $0.wait(2)
    $0.answer("unkept", of: "ask checkpoint 1", .storeFailed(.noSpace))
    $0.row = before
    $0.fail(.storageFull, .storageFull)
    $0.finish()
  }

  static let silentSource = ending(
    200, .body(Body("", contentType: "text/plain")), .noSpeech)

  /// Cutting a piece fails.
  static let unexported = Story().then {
    $0.recordInPieces()
    $0.send(0)
    $0.refuse(0, 413)
    $0.ask("ask export 1", .exportLeaf(source: $0.source, leaf: $0.leaf(1), from: 0, count: 8_800))
    $0.arm("arm export 1", [(.recognition, 165_000, nil), (.export, 10_000, "ask export 1")])
    $0.wait(20)
    $0.answer("unexported", of: "ask export 1", .exportFailed)
    $0.fail(.exportFailed, .export)
    $0.wait(1_000)
    $0.retry()
    $0.hear(0, "one two")
    $0.conclude()
  }

  static let onDevice = Settings(recognizer: .local(slot: 1))

  /// The engine on the device fails; a retry works.
  static let localFailure = Story().then {
    $0.row.settings = onDevice
    $0.launch()
    $0.person("choose", .change(onDevice))
    $0.record()
    $0.recognize(1)
    $0.answer("local failed", of: "ask local 1", .localFailed(.failed))
    $0.ask("ask reset", .resetEngine(slot: 1))
    $0.fail(.localEngineFailed, .localEngine)
    $0.wait(100)
    $0.answer("done reset", of: "ask reset", .done)
    $0.retry()
    $0.recognize(2)
    $0.answer("local text", of: "ask local 2", .text("one two"))
    $0.conclude()
  }

  static let recognized: [(name: String, story: Story)] = [
    ("split", split), ("known", known), ("every size", everySize), ("busy", busy),
    ("always busy", alwaysBusy), ("always lost", alwaysLost), ("always broken", alwaysBroken),
    ("broken", broken), ("malformed", malformed), ("202", accepted202), ("oversize", oversize),
    ("unauthorized", unauthorized), ("literal", literal), ("later failure", laterFailure),
    ("empty leaf", emptyLeaf), ("unkept", unkept), ("silent source", silentSource),
    ("unexported", unexported), ("local failure", localFailure),
  ]
}

extension Story {
  mutating func recognize(_ n: Int) {
    ask("ask local \(n)", .recognizeLocally(source, slot: 1, row.settings))
    arm("arm local \(n)", [(.localEngine, 150_000, "ask local \(n)")])
    wait(250)
  }
}
