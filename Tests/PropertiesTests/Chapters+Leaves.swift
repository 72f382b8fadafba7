import Contract

// How a recording is recognized in pieces, and how requests go wrong.
extension Story {
  func leaf(_ n: Int) -> FileRef { FileRef(recording, .leaf(UInt16(n))) }

  /// Cuts a piece out of the source.
  mutating func cut(_ n: Int, from: Int, count: Int) {
    ask("ask export \(n)", .exportLeaf(source: source, leaf: leaf(n), from: from, count: count))
    arm("arm export \(n)", [(.recognition, 165_000, nil), (.export, 10_000, "ask export \(n)")])
    wait(20)
    did("did export \(n)", .created(leaf(n)))
    answer(
      "exported \(n)", of: "ask export \(n)",
      .exported(
        LeafFacts(
          samples: count, bytes: 44 + 2 * count, bodyBytes: RequestBody.bytes(samples: count))))
  }

  /// Sends a piece, or the source for piece 0.
  mutating func send(_ n: Int) {
    ask("ask leaf \(n)", .upload(n == 0 ? source : leaf(n), row.settings))
    arm("arm leaf \(n)", [(.recognition, 165_000, nil), (.request, 45_000, "ask leaf \(n)")])
    wait(300)
  }

  mutating func head(_ n: Int, _ status: UInt16, _ headers: [Header] = []) {
    report("head \(n)", of: "ask leaf \(n)", .head(Head(status: status, headers: headers)))
  }

  mutating func body(_ n: Int, _ text: String?, type: String? = "text/plain") {
    wait(500)
    answer("body \(n)", of: "ask leaf \(n)", .body(Body(text, contentType: type)))
  }

  /// A piece that is heard.
  mutating func hear(_ n: Int, _ text: String) {
    send(n)
    head(n, 200)
    body(n, text)
  }

  /// A status that makes the body not worth waiting for.
  mutating func refuse(_ n: Int, _ status: UInt16, _ headers: [Header] = []) {
    head(n, status, headers)
    say("abandon leaf \(n)", .abandon(id("ask leaf \(n)")))
  }

  /// Stores the text so far.
  mutating func keep(_ n: Int, _ text: String, through: Int) {
    let before = row
    row.checkpoint = Checkpoint(text: text, leaves: UInt16(n), through: through)
    write("ask checkpoint \(n)", row.state, from: [row.state])
    arm(
      "arm checkpoint \(n)", [(.recognition, 160_000, nil), (.store, 5_000, "ask checkpoint \(n)")])
    wait(2)
    wrote("did checkpoint \(n)", before: before)
    answer("done checkpoint \(n)", of: "ask checkpoint \(n)", .done)
  }

  /// Waits before the next try.
  mutating func pause(_ n: Int, _ milliseconds: Int) {
    arm("arm pause \(n)", [(.recognition, 165_000, nil), (.backoff, milliseconds, nil)])
    wait(milliseconds)
    event("pause over \(n)", .deadline(Deadline(at: now, stage: .backoff, lease: lease)))
  }

  /// A terminal failure that is told.
  mutating func fail(_ topic: Topic, _ reason: Reason) {
    say("tell", .tell(Message(topic, recording: recording)))
    end(.failed, reason, claim: .failed(partial: row.checkpoint?.text, audioKept: true))
  }

  /// From the complete text to the end of the run.
  mutating func conclude() {
    keepRaw()
    cleanUp()
    succeed()
    finish()
  }

  /// A launch with small leaves, and a recording of 17,600 samples.
  mutating func recordInPieces(_ limits: Limits = Limits(splitDepth: 2, minimumLeaf: 2_000)) {
    launch(limits: limits)
    record()
  }

  /// The whole is refused for its size; the first half is heard and kept.
  mutating func split() {
    recordInPieces()
    send(0)
    refuse(0, 413)
    cut(1, from: 0, count: 8_800)
    hear(1, "one")
    keep(1, "one", through: 8_800)
    cut(2, from: 8_800, count: 8_800)
  }
}
