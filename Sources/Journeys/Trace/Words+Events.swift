import Contract

extension Told {
  /// Tells a record.
  init(_ record: TraceRecord) {
    switch record.what {
    case .event(let event): self.init(event, record.identity)
    case .ignored(let why): self.init(lane: .engine, way: .notes, words: "ignored: \(spaced(why))")
    case .effect(.request(_, let request)):
      self.init(lane: Lane(request), way: .asks, words: request.words)
    case .effect(.notice(let notice)): self.init(notice, record.identity)
    case .deadlines(let all):
      self.init(lane: .engine, way: .notes, words: Deadline.words(of: all))
    case .did(let deed): self.init(deed)
    case .process(let change):
      self.init(lane: .engine, way: .lives, words: "\(record.process) is \(change)")
    case .end(let ending): self.init(lane: .system, way: .lives, words: ending.words)
    }
  }

  private init(_ event: Event, _ identity: Identity) {
    switch event {
    case .launched(let launch):
      self.init(lane: .engine, way: .told, words: "\(launch.process) launches")
    case .person(let command): self.init(lane: .person, way: .told, words: command.words)
    case .progress(_, let progress):
      self.init(lane: Lane(identity.family), way: .answered, words: progress.words)
    case .finished(_, let outcome):
      self.init(lane: Lane(identity.family), way: .answered, words: outcome.words)
    case .news(let news): self.init(lane: .system, way: .told, words: news.words)
    case .deadline(let deadline):
      let words =
        "deadline: \(Word(deadline.stage).text)"
        + (deadline.lease.map { " of \($0.recording)" } ?? "")
      self.init(lane: .engine, way: .told, words: words)
    }
  }
}

extension Progress {
  var words: String {
    switch self {
    case .captureBegan(let rate): "the microphone runs at \(rate) Hz"
    case .frames(let span, let level): "\(span.words), \(spaced(level))"
    case .formatChanged: "the audio format changed"
    case .deviceLost: "the microphone is gone"
    case .head(let head):
      "HTTP \(head.status)"
        + head.headers.map { ", \(printable($0.name)): \(printable($0.value))" }.joined()
    case .partial(let text): "so far \(quoted(text: text))"
    case .leg(let report): report.words
    }
  }
}

extension Contract.Outcome {
  var words: String {
    switch self {
    case .cancelled: "cancelled"
    case .done: "done"
    case .inventory(let all):
      "\(counted(all.rows.count, "row")), \(all.damaged.count) damaged, "
        + "\(counted(all.files.count, "file")), \(counted(all.tombstones.count, "deletion")), "
        + "\(counted(all.handoffs.count, "hand-off"))"
    case .space(let bytes): bytes.map { "\(grouped($0)) bytes free" } ?? "free space unknown"
    case .storeFailed(let failure): "failed: \(failure.words)"
    case .appended(let samples, let durable):
      "\(seconds(samples: samples)) in the file, \(seconds(samples: durable)) durable"
    case .facts(let facts):
      "\(seconds(samples: facts.samples)), header says \(seconds(samples: facts.headerSamples)), "
        + (facts.isFinalized ? "finalized" : "not finalized")
    case .fileFailed(let failure): "failed: \(failure.words)"
    case .captured(let samples): "captured \(seconds(samples: samples)) in all"
    case .captureFailed(let failure): "capture failed: \(spaced(failure))"
    case .exported(let leaf):
      "\(seconds(samples: leaf.samples)) exported, a request of \(grouped(leaf.bodyBytes)) bytes"
    case .exportFailed: "export failed"
    case .body(let body):
      "body \(body.text.map { "“\(abbreviated($0))”" } ?? "not UTF-8")"
        + (body.contentType.map { " as \(printable($0))" } ?? ", no content type")
    case .wireFailed(let failure): "failed: \(failure.words)"
    case .text(let text): "text \(quoted(text: text))"
    case .noText: "no text"
    case .localFailed(let failure): "the local engine \(spaced(failure))"
    case .delivered: "delivered"
    case .landedUnconfirmed: "may have landed, nobody confirmed it"
    case .deliveryFailed(let failure): "not delivered: \(spaced(failure))"
    case .clipboard(let change): "the clipboard holds it (\(change))"
    case .skipped: "skipped"
    case .failed: "failed"
    case .leg(let end): end.words
    }
  }
}

extension Ending {
  var words: String {
    switch self {
    case .settled: "the case is over: nothing is left to happen"
    case .outOfTime: "the case is over: virtual time ran out with work still going on"
    case .outOfSteps: "the case is over: it took more steps than a case may"
    case .engineBound(let bound): "the case is over: the engine exceeded a bound (\(spaced(bound)))"
    case .engineFailed(let why): "the case is over: the engine broke (\(printable(why)))"
    case .leftover(let identity): "left over: \(identity)"
    }
  }
}
