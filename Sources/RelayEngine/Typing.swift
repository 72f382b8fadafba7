import Contract

// A dictation is typed sentence by sentence: each once, in order, into the field it was begun in.

/// The sentences on their way into a field.
struct Typing: Hashable, Sendable {
  /// The field; nil where nothing is typed.
  var target: Target?
  var waiting: [Segment] = []
  var under: EffectID?
  var recording: RecordingID?

  init(target: Target? = nil) { self.target = target }

  func owns(_ id: EffectID) -> Bool { under == id }
}

extension RelayEngine {
  /// Types a settled sentence after those before it.
  mutating func type(_ segment: Segment, _ step: inout RelayStep) {
    guard typing.target != nil, let recording = session?.recording else { return }
    typing.recording = recording
    typing.waiting.append(segment)
    typeNext(&step)
  }

  private mutating func typeNext(_ step: inout RelayStep) {
    guard typing.under == nil, let segment = typing.waiting.first, let target = typing.target,
      let recording = typing.recording
    else { return }
    guard focus == target else {
      step.say(.tell(Message(.textHeld, recording: recording)))
      return giveUp()
    }
    typing.waiting.removeFirst()
    let lease =
      session?.lease ?? Lease(recording: recording, attempt: 1, generation: 0)
    let text = segment.text + " "
    let id = step.ask(.insert(recording, segment.id, text, target), lease)
    typing.under = id
    armed.append(
      Deadline(
        at: step.now.monotonic + Budgets.delivery, stage: .delivery, lease: lease, effect: id))
    step.hasRearmed = true
  }

  /// The recording is gone, or was cancelled: not even the sentence under way is wanted.
  mutating func stopTyping(_ step: inout RelayStep) {
    giveUp()
    takeBack(&step)
  }

  /// Waits no longer for the sentence under way.
  private mutating func takeBack(_ step: inout RelayStep) {
    guard let id = typing.under else { return }
    step.say(.cancel(id))
    step.say(.abandon(id))
    isTyped(&step)
  }

  /// No sentence is under way any more, and nothing bounds one.
  private mutating func isTyped(_ step: inout RelayStep) {
    typing.under = nil
    disarm(.delivery, &step)
  }

  /// Nothing more is typed: what is settled can be read in the transcript.
  private mutating func giveUp() {
    typing.target = nil
    typing.waiting = []
  }

  mutating func typed(_ outcome: Outcome, _ step: inout RelayStep) {
    isTyped(&step)
    switch outcome {
    case .delivered: typeNext(&step)
    case .landedUnconfirmed, .cancelled: unsure(&step)
    case .deliveryFailed, .failed, .done, .inventory, .space, .storeFailed, .appended, .facts,
      .fileFailed, .captured, .captureFailed, .exported, .exportFailed, .body, .wireFailed, .text,
      .noText, .localFailed, .clipboard, .skipped, .leg:
      step.say(.tell(Message(.deliveryFailed, recording: typing.recording)))
      giveUp()
    }
  }

  /// Whether a sentence landed is not known: it is never typed again, and nothing behind it.
  private mutating func unsure(_ step: inout RelayStep) {
    step.say(.tell(Message(.deliveryUnconfirmed, recording: typing.recording)))
    giveUp()
  }

  mutating func typingExpired(_ deadline: Deadline, _ step: inout RelayStep) {
    guard deadline.effect == typing.under else { return }
    takeBack(&step)
    unsure(&step)
  }
}
