/// A speech provider whose manners the world knows.
public enum Provider: UInt8, CaseIterable, Hashable, Sendable, Codable {
  case openai, groq, deepgram, soniox
}

/// Who recognizes.
public enum Recognizer: Hashable, Sendable, Codable {
  /// Requests to a provider.
  case cloud(Provider)
  /// The engine on the device, in the numbered slot (recordings that share a slot share it).
  case local(slot: UInt8)
}

/// Who cleans a raw transcript up.
public enum Cleanup: UInt8, CaseIterable, Hashable, Sendable, Codable {
  /// Nobody: the raw transcript is the result.
  case off
  /// One request to a language model.
  case cloud
  /// A model on the device.
  case local
}

/// What a person can choose and an attempt is started with (clause SETTINGS.frozen-per-attempt).
///
/// Names of models, languages and vocabularies are small numbers: no rule of the contract looks
/// inside them, it only forbids mixing them up.
public struct Settings: Hashable, Sendable, Codable {
  /// Who recognizes.
  public var recognizer: Recognizer
  /// Which model.
  public var model: UInt8
  /// Which language.
  public var language: UInt8
  /// Which list of special words.
  public var vocabulary: UInt8
  /// Who cleans up.
  public var cleanup: Cleanup

  /// Makes settings; the defaults are what the world starts with.
  public init(
    recognizer: Recognizer = .cloud(.groq), model: UInt8 = 1, language: UInt8 = 1,
    vocabulary: UInt8 = 0, cleanup: Cleanup = .cloud
  ) {
    self.recognizer = recognizer
    self.model = model
    self.language = language
    self.vocabulary = vocabulary
    self.cleanup = cleanup
  }
}

/// How text leaves the app on a platform.
public enum DeliveryWay: UInt8, CaseIterable, Hashable, Sendable, Codable {
  /// The field is written to directly.
  case insert
  /// The clipboard is borrowed: written, pasted from, and given back.
  case paste
  /// The keyboard extension gets the text by hand-off and inserts it.
  case handoff
  /// Nothing is delivered at the end: every sentence was typed while it was spoken.
  case live
}

/// The choices that the contract leaves open, declared by an engine and then enforced.
public struct Dialect: Hashable, Sendable, Codable {
  /// How a cancelled attempt is stored (seed 000, after the table of states).
  public enum Cancelled: UInt8, CaseIterable, Hashable, Sendable, Codable {
    /// As a state of its own.
    case ownState
    /// As failed, with a reason that says so.
    case failedWithReason
  }

  /// What a delete does to a recording that is being worked on (seed 000, local failures).
  public enum DeleteWhileActive: UInt8, CaseIterable, Hashable, Sendable, Codable {
    /// It is accepted, and wins over all that comes later.
    case wins
    /// It is refused until the work has ended.
    case refused
  }

  /// What a launch makes of an active row whose raw text is complete and durable.
  public enum DurableRaw: UInt8, CaseIterable, Hashable, Sendable, Codable {
    /// Failed, with that text.
    case failed
    /// Success, with that text.
    case success
  }

  /// What becomes of audio whose capture was cancelled before finalization.
  public enum CancelledCapture: UInt8, CaseIterable, Hashable, Sendable, Codable {
    /// It stays as a cancelled recording.
    case recoverable
    /// It is dropped whole: no row, no journal, no file.
    case dropped
  }

  /// How a cancelled attempt is stored.
  public var cancelled: Cancelled
  /// What a delete does while work is active.
  public var deleteWhileActive: DeleteWhileActive
  /// What a launch makes of a durable raw text.
  public var durableRaw: DurableRaw
  /// What becomes of cancelled audio.
  public var cancelledCapture: CancelledCapture
  /// How text leaves the app.
  public var delivery: DeliveryWay
  /// Whether a Retry-After with a fraction is read (true) or replaced by backoff (false).
  public var readsFractionalRetryAfter: Bool
  /// Which surfaces the platform shows an indicator on.
  public var surfaces: SurfaceSet

  /// Makes a dialect; the defaults are the contract's own text.
  public init(
    cancelled: Cancelled = .ownState, deleteWhileActive: DeleteWhileActive = .wins,
    durableRaw: DurableRaw = .failed, cancelledCapture: CancelledCapture = .recoverable,
    delivery: DeliveryWay = .insert, readsFractionalRetryAfter: Bool = true,
    surfaces: SurfaceSet = [.main]
  ) {
    self.cancelled = cancelled
    self.deleteWhileActive = deleteWhileActive
    self.durableRaw = durableRaw
    self.cancelledCapture = cancelledCapture
    self.delivery = delivery
    self.readsFractionalRetryAfter = readsFractionalRetryAfter
    self.surfaces = surfaces
  }
}

/// A place where a person sees what the app is doing.
public enum Surface: UInt8, CaseIterable, Hashable, Sendable, Codable {
  /// The app's own screen.
  case main
  /// A floating window over other apps.
  case overlay
  /// The platform's live activity or foreground notification.
  case liveActivity
  /// The keyboard's bar.
  case keyboard
  /// The line about the live transcript, on the screen of a meeting or a dictation.
  case transcript
}

/// A set of surfaces.
public struct SurfaceSet: OptionSet, Hashable, Sendable, Codable {
  /// One bit a surface.
  public var rawValue: UInt8

  /// Makes a set from bits.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Makes the set of one surface.
  public init(_ surface: Surface) { self.rawValue = 1 << surface.rawValue }

  /// The app's own screen.
  public static var main: Self { Self(.main) }
  /// A floating window.
  public static var overlay: Self { Self(.overlay) }
  /// The live activity.
  public static var liveActivity: Self { Self(.liveActivity) }
  /// The keyboard's bar.
  public static var keyboard: Self { Self(.keyboard) }
  /// The line about the live transcript.
  public static var transcript: Self { Self(.transcript) }
}

/// Sizes and lengths that an app was configured with.
public struct Limits: Hashable, Sendable, Codable {
  /// The longest capture (`Budgets.captureLimit` unless a platform says otherwise).
  public var capture: Nanoseconds
  /// The largest request body in bytes that the provider is known to take; nil when unknown.
  public var knownBody: Int?
  /// How often a refused leaf may be split again.
  public var splitDepth: Int
  /// The shortest leaf, in samples.
  public var minimumLeaf: Int
  /// The least free space, in bytes, a capture is started with.
  public var spaceFloor: Int
  /// The longest queue of a leg, in samples.
  public var legQueue: Int

  /// Makes limits; the defaults are those of `boundary.md` and seed 001 (300 MB floor).
  public init(
    capture: Nanoseconds = Budgets.captureLimit, knownBody: Int? = nil, splitDepth: Int = 6,
    minimumLeaf: Int = sampleRate, spaceFloor: Int = 300_000_000,
    legQueue: Int = Budgets.legQueue
  ) {
    self.legQueue = legQueue
    self.capture = capture
    self.knownBody = knownBody
    self.splitDepth = splitDepth
    self.minimumLeaf = minimumLeaf
    self.spaceFloor = spaceFloor
  }
}
