import Contract

extension LegNotice {
  var words: String {
    switch self {
    case .send(let span): "send \(span.words)"
    case .offset(let sample): "the leg now begins at \(seconds(samples: sample))"
    case .keepalive: "keep the leg alive"
    case .finalize: "finalize the leg"
    case .end: "end the leg"
    case .ping: "ping the leg"
    }
  }
}

extension LiveNotice {
  var words: String {
    switch self {
    case .settled(let s):
      "settles \(s.id) \(quoted(text: s.text)) at "
        + "\(seconds(samples: s.from))…\(seconds(samples: s.end))"
    case .tail(let text): text.isEmpty ? "has no tail" : "tail \(quoted(text: text))"
    case .ended(let missing):
      missing.isEmpty
        ? "the live transcript has ended"
        : "the live transcript has ended without \(missing.map(\.words).joined(separator: ", "))"
    }
  }
}

extension LegProgress {
  var words: String {
    switch self {
    case .open: "the leg is open"
    case .frame(let frame): frame.words
    case .drained(let sample): "its queue has handed on all before \(seconds(samples: sample))"
    case .queueDropped(let span): "its queue dropped \(span.words)"
    case .pong: "pong"
    }
  }
}

extension LegFrame {
  var words: String {
    switch self {
    case .tokens(let tokens, let endsUtterance, let isFinalized):
      "hears \(tokens.map(\.words).joined(separator: " "))"
        + (endsUtterance ? ", end of utterance" : "") + (isFinalized ? ", finalized" : "")
    case .error(let code, let words): "error \(code) “\(printable(words))”"
    case .unparseable: "a frame that is none"
    }
  }
}

extension LegToken {
  fileprivate var words: String {
    let text = printable(abbreviated(String(self.text.drop { $0 == " " })))
    return isFinal ? text : "(\(text))"
  }
}

extension LegEnd {
  var words: String {
    switch self {
    case .closed(let code): code.map { "closed with \($0)" } ?? "closed"
    case .refused(let status): "refused with \(status)"
    case .unreachable: "unreachable"
    }
  }
}

extension LegDeed {
  var words: String {
    switch self {
    case .accepted: "is accepted by the relay"
    case .hears(let span, let at):
      "hears the clip from \(seconds(samples: span.from)), at \(seconds(samples: at)) of its clock"
    case .ended(let heard): "is over at the relay after \(seconds(samples: heard))"
    }
  }
}
