public import Contract

// What the world may be told to do where it would otherwise do the usual thing.

/// An answer to one question of a case.
public enum Answer: Hashable, Sendable {
  /// The usual, but only after so long.
  case slow(Nanoseconds)
  /// No answer ever comes.
  case never
  /// Of a store request.
  case store(StoreFault)
  /// Of a file request.
  case file(FileFault)
  /// Of a capture.
  case microphone(Microphone)
  /// Of an upload or a cleanup.
  case reply(Reply)
  /// Of a recognition, a cleanup or a reset on the device.
  case local(LocalAnswer)
  /// Of a delivery.
  case delivery(DeliveryAnswer)
  /// Of an export, a usage report, a hand-off or a clipboard request: it fails.
  case fails
  /// Of a space probe.
  case space(Int?)
  /// When a store or file request runs.
  case runs(Runs)
  /// Whether a cancel is heeded.
  case heeds(Bool)
  /// How long after a paste the field reads the clipboard.
  case reads(Nanoseconds)
  /// Of a dial.
  case leg(LegPlan)
}

/// When a request runs, apart from when it is answered.
public enum Runs: UInt8, CaseIterable, Hashable, Sendable {
  /// When its answer is chosen.
  case late
  /// As soon as everything accepted before it on its connection has run.
  case early
  /// Never: it blocks its connection.
  case never
}

/// How a store request goes wrong.
public enum StoreFault: Hashable, Sendable {
  case noSpace
  /// What the engine is told of its effect, and whether it really took effect.
  case io(told: Landed, landed: Bool)
  case busy, locked, corrupt, suspect
}

/// How a file request goes wrong.
public enum FileFault: Hashable, Sendable {
  /// The disk is full after so many more samples.
  case noSpace(accepted: Int)
  /// What the engine is told of its effect, and whether it really took effect.
  case io(told: Landed, landed: Bool)
  /// Somebody removed the file.
  case vanished
  case locked, unreadable, suspect
}

/// How a microphone behaves; chunks are counted from 1.
public struct Microphone: Hashable, Sendable {
  /// How a capture comes to its end.
  public enum End: Hashable, Sendable {
    /// `stop` is answered 30 ms later.
    case usual
    /// `stop` is never answered.
    case stopNeverAnswered
    /// `stop` is answered only after so long.
    case stopAnsweredAfter(Nanoseconds)
    /// No permission.
    case denied
    /// No such format.
    case unsupported
    /// Instead of this chunk, the device is lost.
    case lostAt(Int)
    /// Instead of this chunk, the format changes.
    case formatChangesAt(Int)
    /// From this chunk on, nothing comes any more.
    case starvesAt(Int)
    /// The microphone never opens.
    case neverOpens
  }

  /// How it ends.
  public var end: End
  /// How long it takes to open.
  public var opensAfter: Nanoseconds
  /// Chunks with nothing but zeros: from this one …
  public var zerosFrom: Int?
  /// … up to this one; nil for all that follow.
  public var zerosThrough: Int?
  /// From this chunk on another use has the hardware; nil for none.
  public var takenAt: Int?
  /// How long it has it. Nothing comes before it is over and the microphone was built anew.
  public var takenFor: Nanoseconds

  /// Makes a behaviour; the default is the usual one.
  public init(
    end: End = .usual, opensAfter: Nanoseconds = .milliseconds(120), zerosFrom: Int? = nil,
    zerosThrough: Int? = nil, takenAt: Int? = nil, takenFor: Nanoseconds = .zero
  ) {
    self.end = end
    self.opensAfter = opensAfter
    self.zerosFrom = zerosFrom
    self.zerosThrough = zerosThrough
    self.takenAt = takenAt
    self.takenFor = takenFor
  }

  /// Whether a chunk is all zeros.
  func isZero(chunk: Int) -> Bool {
    guard let zerosFrom, chunk >= zerosFrom else { return false }
    return chunk <= zerosThrough ?? .max
  }
}

/// What a server answers.
public struct Reply: Hashable, Sendable {
  /// Where the text of an answer comes from.
  public enum Text: Hashable, Sendable {
    /// What was heard or, for a cleanup, the raw text with a full stop.
    case usual
    /// Always this.
    case literal(String)
  }

  /// How the text is wrapped.
  public enum Form: Hashable, Sendable {
    /// As the provider does it.
    case usual
    /// As it is, `text/plain`.
    case plain
    /// An object with the one field `text`.
    case json
    /// An object with `text` and another field of this name.
    case jsonWithExtra(String)
    /// Exactly these bytes.
    case bytes(String)
    /// Bytes that are not UTF-8.
    case notText
  }

  /// Where an exchange breaks off.
  public enum Breaks: Hashable, Sendable {
    case nowhere
    /// No connection.
    case unreachable
    /// Nothing ever comes.
    case beforeHead
    /// The head comes, the body never.
    case afterHead
    /// The body breaks off after so many bytes.
    case inBody(Int)
    /// The body is larger than any that is read.
    case tooLarge
    /// The request may not leave.
    case refused
  }

  /// The status.
  public var status: UInt16
  /// Headers beside the content type.
  public var headers: [Header]
  /// The text.
  public var text: Text
  /// Its wrapping.
  public var form: Form
  /// The content type, where it is not the form's own; an empty one leaves the header out.
  public var contentType: String?
  /// Where it breaks off.
  public var breaks: Breaks
  /// Of a cleanup: why the model stopped.
  public var finishReason: String
  /// How long until the head comes.
  public var latency: Nanoseconds

  /// Makes an answer; the default is the usual one.
  public init(
    status: UInt16 = 200, headers: [Header] = [], text: Text = .usual, form: Form = .usual,
    contentType: String? = nil, breaks: Breaks = .nowhere, finishReason: String = "stop",
    latency: Nanoseconds = .milliseconds(300)
  ) {
    self.status = status
    self.headers = headers
    self.text = text
    self.form = form
    self.contentType = contentType
    self.breaks = breaks
    self.finishReason = finishReason
    self.latency = latency
  }
}

/// What a server answers, depending on what it is sent and not on how often it was asked.
public struct Rule: Hashable, Sendable {
  /// The request contains this word of its clip.
  public var hears: Int?
  /// Fewer than so many refusals (413) of this attempt enclose the range.
  public var refusalsBelow: Int?
  /// Fewer than so many failed tries of this attempt enclose the range.
  public var failuresBelow: Int?
  /// The request body has more than so many bytes.
  public var bodyOver: Int?
  /// The request is of this recording.
  public var recording: RecordingID?
  /// The request is of this attempt.
  public var attempt: AttemptNumber?
  /// The request is made with this model.
  public var model: UInt8?
  /// Then.
  public var reply: Reply

  /// Makes a rule; without a condition it always fits.
  public init(
    hears: Int? = nil, refusalsBelow: Int? = nil, failuresBelow: Int? = nil,
    bodyOver: Int? = nil, recording: RecordingID? = nil, attempt: AttemptNumber? = nil,
    model: UInt8? = nil, reply: Reply
  ) {
    self.hears = hears
    self.refusalsBelow = refusalsBelow
    self.failuresBelow = failuresBelow
    self.bodyOver = bodyOver
    self.recording = recording
    self.attempt = attempt
    self.model = model
    self.reply = reply
  }
}

/// What an engine on the device answers.
public enum LocalAnswer: Hashable, Sendable {
  /// Always this.
  case text(String)
  case noText, failed, crashed
}

/// What becomes of a delivery.
public enum DeliveryAnswer: Hashable, Sendable {
  /// Nobody can say; whether it landed.
  case unconfirmed(landed: Bool)
  /// No answer comes; whether it landed.
  case silent(landed: Bool)
  /// It is refused.
  case refused(DeliveryFailure)
}

extension Answer {
  /// Whether this is an answer to a question about a request, and not to one about another kind.
  func answers(_ question: Verb, of request: Request) -> Bool {
    switch self {
    case .runs: question == .runs
    case .heeds: question == .heeds
    case .reads: question == .reads
    case .never, .slow, .store, .file, .microphone, .reply, .local, .delivery, .fails, .space,
      .leg:
      question == .answer && fits(request)
    }
  }

  private func fits(_ request: Request) -> Bool {
    switch request {
    case .store(let what): fits(what)
    case .file: isFile || isTiming
    case .capture: isMicrophone || self == .never
    case .exportLeaf, .writeClipboard, .restoreClipboard, .reportUsage, .post:
      self == .fails || isTiming
    case .upload: isReply || self == .fails || isTiming
    case .recognizeLocally, .resetEngine: isLocal || self == .fails || isTiming
    case .cleanUp(_, let settings):
      (settings.cleanup == .cloud ? isReply : isLocal) || self == .fails || isTiming
    case .deliver, .insert: isDelivery || self == .fails || isTiming
    case .dial: isLeg || isTiming
    }
  }

  private func fits(_ request: StoreRequest) -> Bool {
    if case .store = self { return true }
    if case .space = self { return request == .probeSpace }
    return self == .fails || isTiming
  }

  private var isTiming: Bool {
    if case .slow = self { return true }
    return self == .never
  }
  private var isFile: Bool { if case .file = self { true } else { false } }
  private var isMicrophone: Bool { if case .microphone = self { true } else { false } }
  private var isLeg: Bool { if case .leg = self { true } else { false } }
  private var isReply: Bool { if case .reply = self { true } else { false } }
  private var isLocal: Bool { if case .local = self { true } else { false } }
  private var isDelivery: Bool { if case .delivery = self { true } else { false } }
}
