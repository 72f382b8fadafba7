// The canonical words of what is said to and by the legs of a live transcript.

extension TraceHash {
  mutating func feed(_ dial: Dial) {
    feed(dial.recording)
    feed(UInt64(dial.leg))
    feed(dial.offset)
    feed(dial.settings)
  }

  mutating func feed(_ segment: SegmentID) {
    feed(UInt64(segment.leg) << 16 | UInt64(segment.number))
  }

  mutating func feed(_ notice: LegNotice) {
    switch notice {
    case .send(let span): feed(1 as UInt64); feed(span)
    case .offset(let sample): feed(2 as UInt64); feed(sample)
    case .keepalive: feed(3 as UInt64)
    case .finalize: feed(4 as UInt64)
    case .end: feed(5 as UInt64)
    case .ping: feed(6 as UInt64)
    }
  }

  mutating func feed(_ notice: LiveNotice) {
    switch notice {
    case .settled(let s):
      feed(1 as UInt64)
      feed(s.id)
      feed(s.text)
      feed(s.from)
      feed(s.end)
    case .tail(let text): feed(2 as UInt64); feed(text)
    case .ended(let missing):
      feed(3 as UInt64)
      feed(missing.count)
      for span in missing { feed(span) }
    }
  }

  mutating func feed(_ report: LegProgress) {
    switch report {
    case .open: feed(1 as UInt64)
    case .frame(let frame): feed(2 as UInt64); feed(frame)
    case .drained(let sample): feed(3 as UInt64); feed(sample)
    case .queueDropped(let span): feed(4 as UInt64); feed(span)
    case .pong: feed(5 as UInt64)
    }
  }

  private mutating func feed(_ frame: LegFrame) {
    switch frame {
    case .tokens(let tokens, let endsUtterance, let isFinalized):
      feed(1 as UInt64)
      feed(tokens.count)
      for token in tokens {
        feed(token.text)
        feed(token.isFinal ? 1 : 0 as UInt64)
        feed(token.start ?? -1)
        feed(token.end ?? -1)
        feed(token.speaker.map { Int($0) } ?? -1)
      }
      feed((endsUtterance ? 1 : 0) | (isFinalized ? 2 : 0) as UInt64)
    case .error(let code, let words): feed(2 as UInt64); feed(code); feed(words)
    case .unparseable: feed(3 as UInt64)
    }
  }

  mutating func feed(_ end: LegEnd) {
    switch end {
    case .closed(let code): feed(1 as UInt64); feed(code.map { Int($0) } ?? -1)
    case .refused(let status): feed(2 as UInt64); feed(UInt64(status))
    case .unreachable: feed(3 as UInt64)
    }
  }

  mutating func feed(_ deed: LegDeed) {
    switch deed {
    case .accepted: feed(1 as UInt64)
    case .hears(let span, let at): feed(2 as UInt64); feed(span); feed(at)
    case .ended(let heard): feed(3 as UInt64); feed(heard)
    }
  }
}
