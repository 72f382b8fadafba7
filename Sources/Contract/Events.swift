// What happened, as an engine is told it.
//
// Six kinds, each with its own payload enum, so that another family of requests adds a case in
// one place and breaks one switch. A launch carries no inventory: reading it is a request that
// can fail and stall while the person already records (boundary, section 1).

/// Something that happened.
public enum Event: Hashable, Sendable, Codable {
  /// The first event of a process; commands may follow at once.
  case launched(Launch)
  /// A person asked for something, wherever they asked.
  case person(Command)
  /// A request reports, before it finishes; also after a cancel or an abandon.
  case progress(Ticket, Progress)
  /// A request is over: at most once each, maybe late, maybe never.
  case finished(Ticket, Outcome)
  /// A fact of the device that no request asked for.
  case news(News)
  /// An armed deadline has come, exactly at its time or at the resume after a suspension.
  case deadline(Deadline)
}

/// What a process starts with.
public struct Launch: Hashable, Sendable, Codable {
  /// Which process, in which launch.
  public var process: ProcessID
  /// The declared choices.
  public var dialect: Dialect
  /// What the person has chosen so far.
  public var settings: Settings
  /// The configured sizes and lengths.
  public var limits: Limits
  /// The kind of live transcript that the app offers.
  public var live: LiveKind

  /// Makes a launch.
  public init(
    process: ProcessID, dialect: Dialect = Dialect(), settings: Settings = Settings(),
    limits: Limits = Limits(), live: LiveKind = .none
  ) {
    self.process = process
    self.live = live
    self.dialect = dialect
    self.settings = settings
    self.limits = limits
  }
}

/// A place that text can go to: one field in one app.
public struct Target: RawRepresentable, Hashable, Sendable, Codable {
  /// The field's number in the case, from 1.
  public var rawValue: UInt16

  /// Names a field.
  public init(rawValue: UInt16) { self.rawValue = rawValue }

  /// Names a field.
  public init(_ number: UInt16) { self.rawValue = number }
}

/// What a person can ask for, at any time and of any recording.
public enum Command: Hashable, Sendable, Codable {
  /// Start a recording under this id.
  case start(RecordingID)
  /// Stop the recording; nil stops the one that runs.
  case stop(RecordingID?)
  /// Stop all work on a recording at once.
  case cancel(RecordingID)
  /// Try the recording again.
  case retry(RecordingID)
  /// Delete the recording.
  case delete(RecordingID)
  /// Delete everything there is now.
  case clear
  /// Choose other settings for the attempts to come.
  case change(Settings)
  /// Copy the text of a recording.
  case copy(RecordingID)
  /// Deliver the text of a recording once more, to this field.
  case redeliver(RecordingID, Target)
}

/// How loud a stretch of audio is.
public enum Level: UInt8, CaseIterable, Hashable, Sendable, Codable {
  /// Nothing but zeros: a microphone that reports success and hears nothing.
  case digitalZero
  /// A room without a voice.
  case quiet
  /// A voice.
  case speech
}

/// A report of a request that goes on.
public enum Progress: Hashable, Sendable, Codable {
  /// The microphone runs, at this rate.
  case captureBegan(rate: Int)
  /// The microphone delivered this stretch.
  case frames(Span, Level)
  /// The microphone changed its format; the clip ends here.
  case formatChanged
  /// The microphone went away; the clip ends here.
  case deviceLost
  /// A status and headers arrived; the body may never.
  case head(Head)
  /// Words so far, from an engine on the device.
  case partial(String)
  /// A leg reports.
  case leg(LegProgress)
}

/// A response's status and headers, in the letter case they came in.
public struct Head: Hashable, Sendable, Codable {
  /// The HTTP status.
  public var status: UInt16
  /// The headers, in order.
  public var headers: [Header]

  /// Makes a head.
  public init(status: UInt16, headers: [Header] = []) {
    self.status = status
    self.headers = headers
  }

  /// The value of the first header of this name, in any letter case.
  public func value(of name: StaticString) -> String? {
    headers.first { $0.isNamed(name) }?.value
  }
}

/// One header line.
public struct Header: Hashable, Sendable, Codable {
  /// The name as received.
  public var name: String
  /// The value as received, without surrounding blanks.
  public var value: String

  /// Makes a header.
  public init(_ name: String, _ value: String) {
    self.name = name
    self.value = value
  }

  /// Whether the name is this one, given in lower case, in any letter case.
  public func isNamed(_ lowercase: StaticString) -> Bool {
    name.lowercased() == "\(lowercase)"
  }
}

/// A body that arrived whole.
public struct Body: Hashable, Sendable, Codable {
  /// Its bytes as text; invalid UTF-8 shows as `nil`.
  public var text: String?
  /// The media type as received; nil when the response named none.
  public var contentType: String?

  /// Makes a body.
  public init(_ text: String?, contentType: String?) {
    self.text = text
    self.contentType = contentType
  }
}

/// What a request came to.
public enum Outcome: Hashable, Sendable, Codable {
  /// It heeded a cancel.
  case cancelled
  /// It is done, and there is nothing more to say.
  case done
  /// Of `readInventory`.
  case inventory(Inventory)
  /// Of `probeSpace`: free bytes, or nil when the volume would not say.
  case space(Int?)
  /// Of a store request.
  case storeFailed(StoreFailure)
  /// Of `append`: samples accepted, and samples that a power cut would leave.
  case appended(samples: Int, durableThrough: Int)
  /// Of `closeSource` and `validate`.
  case facts(FileFacts)
  /// Of a file request.
  case fileFailed(FileFailure)
  /// Of `capture`: the recorder's proof of how many samples it delivered.
  case captured(samples: Int)
  /// Of `capture`.
  case captureFailed(CaptureFailure)
  /// Of `exportLeaf`.
  case exported(LeafFacts)
  /// Of `exportLeaf`.
  case exportFailed
  /// Of `upload` and a cloud `cleanUp`: the whole body, after its head.
  case body(Body)
  /// Of `upload` and a cloud `cleanUp`.
  case wireFailed(WireFailure)
  /// Of `recognizeLocally` and a local `cleanUp`.
  case text(String)
  /// Of `recognizeLocally` and a local `cleanUp`: it worked and there was nothing.
  case noText
  /// Of `recognizeLocally`, `resetEngine` and a local `cleanUp`.
  case localFailed(LocalFailure)
  /// Of `deliver`.
  case delivered
  /// Of `deliver`: it may have landed.
  case landedUnconfirmed
  /// Of `deliver`.
  case deliveryFailed(DeliveryFailure)
  /// Of `writeClipboard` and `restoreClipboard`: the clipboard's change count afterwards.
  case clipboard(change: Int)
  /// Of `restoreClipboard`: somebody else has written meanwhile, so nothing was.
  case skipped
  /// Of `reportUsage`, `post` and clipboard requests.
  case failed
  /// Of `dial`.
  case leg(LegEnd)
}

/// Whether a failed operation took effect, as far as its caller can tell.
public enum Landed: UInt8, CaseIterable, Hashable, Sendable, Codable {
  case no, yes, unknown
}

/// How a store request fails.
public enum StoreFailure: Hashable, Sendable, Codable {
  /// The row is not what was expected; here it is, whole, or nil if there is none.
  indirect case conflict(Row?)
  /// The recording has been deleted.
  case tombstoned
  /// The disk is full.
  case noSpace
  /// The disk failed.
  case io(Landed)
  /// Somebody else holds it.
  case busy
  /// The device is locked.
  case locked
  /// The store cannot be read.
  case corrupt
  /// A sync failed earlier: nothing may be trusted until it is opened again.
  case suspect
}

/// How a file request fails.
public enum FileFailure: Hashable, Sendable, Codable {
  /// The disk is full; so many samples were still accepted.
  case noSpace(accepted: Int)
  /// The disk failed.
  case io(Landed)
  /// The file is gone, though nobody here removed it.
  case vanished
  /// The bytes are not a sound file.
  case unreadable
  /// The device is locked.
  case locked
  /// A sync failed earlier.
  case suspect
}

/// How a capture fails.
public enum CaptureFailure: UInt8, CaseIterable, Hashable, Sendable, Codable {
  /// No permission.
  case denied
  /// No microphone any more.
  case deviceLost
  /// A format that cannot be recorded.
  case formatUnsupported
}

/// How a request on the network fails.
public enum WireFailure: Hashable, Sendable, Codable {
  /// No connection: DNS, connect, TLS.
  case unreachable
  /// The connection broke after so many bytes of the body.
  case reset(received: Int)
  /// The body passed the declared cap and was dropped.
  case tooLarge
  /// The request was not allowed to leave.
  case refused
}

/// How work on the device fails.
public enum LocalFailure: UInt8, CaseIterable, Hashable, Sendable, Codable {
  /// It said no.
  case failed
  /// It took its process with it.
  case crashed
}

/// How a delivery fails.
public enum DeliveryFailure: UInt8, CaseIterable, Hashable, Sendable, Codable {
  case targetGone, targetSecure, targetChanged, rejected
}

/// What is known of a file from reading it.
public struct FileFacts: Hashable, Sendable, Codable {
  /// Samples that a reader of the given strictness gets.
  public var samples: Int
  /// Bytes of the file.
  public var bytes: Int
  /// Samples that the header claims.
  public var headerSamples: Int
  /// Whether header, sizes and bytes agree, as they do after a clean close.
  public var isFinalized: Bool

  /// Makes facts.
  public init(samples: Int, bytes: Int, headerSamples: Int, isFinalized: Bool) {
    self.samples = samples
    self.bytes = bytes
    self.headerSamples = headerSamples
    self.isFinalized = isFinalized
  }
}

/// What is known of a leaf that was cut out.
public struct LeafFacts: Hashable, Sendable, Codable {
  /// Its samples.
  public var samples: Int
  /// Bytes of the file.
  public var bytes: Int
  /// Bytes of the request body that sends it, form parts included.
  public var bodyBytes: Int

  /// Makes facts.
  public init(samples: Int, bytes: Int, bodyBytes: Int) {
    self.samples = samples
    self.bytes = bytes
    self.bodyBytes = bodyBytes
  }
}

/// A file as a launch finds it.
public struct FoundFile: Hashable, Sendable, Codable {
  /// What its name says; nil for a name that is not the app's.
  public var file: FileRef?
  /// What a strict reader says; nil if it is no sound file to it.
  public var strict: FileFacts?
  /// What a lenient reader says; nil if even that one gives up.
  public var lenient: FileFacts?

  /// Makes a finding.
  public init(file: FileRef?, strict: FileFacts?, lenient: FileFacts?) {
    self.file = file
    self.strict = strict
    self.lenient = lenient
  }
}

/// What a launch finds on the device.
public final class Inventory: Hashable, Sendable, Codable {
  /// The rows that can be read, by recording.
  public let rows: [Row]
  /// Rows that cannot, by recording where at least that is known.
  public let damaged: [RecordingID?]
  /// What has been deleted for good, with the generation it was deleted in.
  public let tombstones: [Tombstone]
  /// The files, in order of recording and kind.
  public let files: [FoundFile]
  /// The hand-offs that lie about.
  public let handoffs: [Handoff]

  /// Makes an inventory.
  public init(
    rows: [Row], damaged: [RecordingID?], tombstones: [Tombstone], files: [FoundFile],
    handoffs: [Handoff]
  ) {
    self.rows = rows
    self.damaged = damaged
    self.tombstones = tombstones
    self.files = files
    self.handoffs = handoffs
  }

  /// Compares contents.
  public static func == (a: Inventory, b: Inventory) -> Bool {
    a === b
      || (a.rows == b.rows && a.damaged == b.damaged && a.tombstones == b.tombstones
        && a.files == b.files && a.handoffs == b.handoffs)
  }

  /// Feeds contents.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(rows)
    hasher.combine(tombstones)
  }
}

/// A durable intent to delete.
public struct Tombstone: Hashable, Sendable, Codable {
  /// The recording.
  public var recording: RecordingID
  /// The generation that came to an end.
  public var generation: Generation

  /// Makes a tombstone.
  public init(_ recording: RecordingID, generation: Generation) {
    self.recording = recording
    self.generation = generation
  }
}

/// What app and keyboard tell each other: bounded words, no audio.
public struct Handoff: Hashable, Sendable, Codable {
  /// What it is.
  public enum Kind: Hashable, Sendable, Codable {
    /// The keyboard asks the app to start, for this field.
    case start(RecordingID, Target)
    /// The keyboard asks the app to stop.
    case stop(RecordingID)
    /// The keyboard asks the app to cancel.
    case cancel(RecordingID)
    /// The app says what it is doing.
    case state(RecordingID, Indicator)
    /// The app hands a final text over, for this field.
    case text(RecordingID, Target, String)
    /// The keyboard says what became of it.
    case receipt(RecordingID, DeliveryStanding)
  }

  /// Who wrote it.
  public var from: ProcessID
  /// Its number among those of its writer's role, from 1 and rising over launches.
  public var sequence: UInt32
  /// What it is.
  public var kind: Kind
  /// When it was written, on the wall clock.
  public var writtenAt: Nanoseconds

  /// Makes a hand-off.
  public init(from: ProcessID, sequence: UInt32, kind: Kind, writtenAt: Nanoseconds) {
    self.from = from
    self.sequence = sequence
    self.kind = kind
    self.writtenAt = writtenAt
  }
}

/// A fact of the device that no request asked for.
public enum News: Hashable, Sendable, Codable {
  /// Another use of the audio hardware began or ended.
  case interruption(began: Bool, mayResume: Bool)
  /// The audio route changed.
  case route
  /// The media services were reset: every recorder is gone.
  case mediaReset
  /// Free bytes ran low; nil when the volume would not say.
  case lowSpace(Int?)
  /// The device was locked or unlocked.
  case deviceLocked(Bool)
  /// The app left the screen; time that it may still run, or nil.
  case background(expiresIn: Nanoseconds?)
  /// The app is on the screen.
  case foreground
  /// The device is hot.
  case thermal(critical: Bool)
  /// The keyboard focus moved to this field, or to none.
  case focus(Target?)
  /// The clipboard was written; its change count now.
  case clipboard(change: Int)
  /// The other process left a hand-off.
  case handoff(Handoff)
  /// The process was suspended for so long.
  case resumed(asleep: Nanoseconds)
}
