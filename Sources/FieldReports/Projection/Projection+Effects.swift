import Contract

// What an engine asks for and says, and what came true outside, in signs.
extension Projection {
  mutating func take(_ request: Request, _ identity: Identity) {
    let recording = identity.recording
    switch request {
    case .capture:
      captures.append(Capturing(recording: recording, asked: now))
      see(.microphoneAsked, subject: recording)
    case .exportLeaf(_, let leaf, _, _): leaves.append(Piece(file: leaf, bytes: 0))
    case .upload(let file, _):
      beginRecognition(recording)
      let bytes = leaves.last { $0.file == file }?.bytes
      see(.requestSent, bytes.map(Int64.init), subject: recording)
    case .recognizeLocally: beginRecognition(recording)
    case .cleanUp(let text, _): see(.cleanupBegan, Int64(text.count), subject: recording)
    case .deliver: if way == .paste { see(.pasteSent, subject: recording) }
    case .writeClipboard(let text, _):
      see(.clipboardSaved, subject: recording)
      see(.clipboardWritten, Int64(text.count), subject: recording)
    case .file(.remove(let file)):
      if file.kind == .source || file.kind == .partial {
        see(.removalQueued, subject: file.recording.rawValue)
      }
    case .store, .file, .resetEngine, .restoreClipboard, .reportUsage, .post, .insert: break
    case .dial(let dial):
      legs.append(Leg(recording: recording, number: dial.leg, offset: dial.offset))
    }
  }

  private mutating func beginRecognition(_ recording: UInt16) {
    if let i = attempts.firstIndex(where: { $0.recording == recording }) {
      guard !attempts[i].hasBegun else { return }
      attempts[i].hasBegun = true
    }
    see(.recognitionBegan, subject: recording)
  }

  mutating func take(_ notice: Notice, _ identity: Identity) {
    let recording = identity.recording
    switch notice {
    case .stop:
      if let i = captures.lastIndex(where: { $0.recording == recording }) {
        captures[i].stopped = captures[i].stopped ?? now
      }
    case .cancel, .rebuild: break
    case .abandon:
      guard identity.family == .capture,
        let i = captures.lastIndex(where: { $0.recording == recording }), !captures[i].isOver
      else { return }
      captures[i].isOver = true
      if captures[i].stopped != nil { see(.recorderGivenUp, subject: recording) }
    case .show(let surface, let indicator):
      // That the line about live text is empty says nothing of the work.
      if surface != .transcript || indicator != .idle { take(indicator) }
    case .claim: break
    case .claimDeleted(let all): for r in all { see(.entryRemoved, subject: r.rawValue) }
    case .tell(let message): take(message)
    case .leg(_, let said): take(said, identity)
    case .live(let r, let said): take(said, r.rawValue)
    }
  }

  private mutating func take(_ indicator: Indicator) {
    switch indicator {
    case .idle: seeOnce(.showsIdle)
    case .recording, .live: seeOnce(.showsRecording)
    case .processing: seeOnce(.showsProcessing)
    case .reconnecting: seeOnce(.showsReconnecting)
    case .error: seeOnce(.showsFailure)
    case .liveOver: break
    }
  }

  private mutating func take(_ message: Message) {
    see(.messageShown, subject: message.recording?.rawValue)
    let own = message.topic.words
    if message.words != own, message.words.utf8.contains(where: { 48...57 ~= $0 }) {
      see(.rawWordsShown, subject: message.recording?.rawValue)
    }
    if message.topic == .noSpeech { see(.noSpeech, subject: message.recording?.rawValue) }
    if message.topic == .permissionMissing { see(.permissionMissing) }
  }

  mutating func take(_ deed: Deed) {
    switch deed {
    case .microphone(let r, let isOn): if !isOn { see(.microphoneOff, subject: r.rawValue) }
    case .landed(_, let text): if way == .paste { see(.clipboardRead, Int64(text.count)) }
    case .posted: see(.handoffPosted)
    case .leg(let r, let number, .ended(let heard)):
      if let i = legs.lastIndex(where: { $0.recording == r.rawValue && $0.number == number }) {
        legs[i].heard = heard
      }
    case .refused, .rowWritten, .tombstoned, .purged, .storeOpened, .quarantined, .created,
      .appended, .closed, .fileDurable, .renamed, .removed, .heard, .meant, .askedCleanup,
      .clipboard, .usageCounted, .survived, .leg:
      break
    }
  }
}
