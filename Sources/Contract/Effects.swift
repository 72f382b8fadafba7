// What an engine wants done: requests, which are answered at most once and may never be, and
// notices, which are not answered.
//
// Requests are accepted when they are emitted, in array order. Store and file requests execute
// at the moment their answer is chosen, first in first out per connection, so that a claim made
// before the answer is false on the disk in the natural run (boundary, rules of the exchange).

/// Something an engine wants done.
public enum Effect: Hashable, Sendable, Codable {
  /// A request, under the ticket its answers will carry.
  case request(Ticket, Request)
  /// A notice.
  case notice(Notice)
}

/// Work that the world does and answers.
public enum Request: Hashable, Sendable, Codable {
  /// History.
  case store(StoreRequest)
  /// Files that the app owns.
  case file(FileRequest)
  /// The microphone, for at most so long; reports `captureBegan` and `frames`.
  case capture(RecordingID, limit: Nanoseconds)
  /// Cut so many samples out of a source into a leaf.
  case exportLeaf(source: FileRef, leaf: FileRef, from: Int, count: Int)
  /// Send a leaf (or a whole source) to the provider; reports `head`.
  case upload(FileRef, Settings)
  /// Recognize a file on the device, in a slot; may report `partial`.
  case recognizeLocally(FileRef, slot: UInt8, Settings)
  /// Make a slot usable again.
  case resetEngine(slot: UInt8)
  /// Clean a raw text up; a cloud cleanup reports `head`.
  case cleanUp(String, Settings)
  /// Put text into a field.
  case deliver(String, Target)
  /// Put text on the clipboard, unless its change count is no longer this one.
  case writeClipboard(String, ifChange: Int?)
  /// Give the clipboard's earlier content back, unless its change count is no longer this one.
  case restoreClipboard(ifChange: Int)
  /// Report so many seconds of audio; the recording is the key that keeps it unique.
  case reportUsage(RecordingID, seconds: Int)
  /// Leave a hand-off for the other process.
  indirect case post(Handoff)
  /// Open a session at the relay; reports `leg`.
  indirect case dial(Dial)
  /// Put a settled sentence of a live transcript into a field.
  indirect case insert(RecordingID, SegmentID, String, Target)
}

/// A request to History.
public enum StoreRequest: Hashable, Sendable, Codable {
  /// Open it, on a connection of its own.
  case open
  /// Set a store that cannot be opened aside, byte for byte.
  case quarantine
  /// Read rows, tombstones, files and hand-offs. Never leased: a late answer is used.
  case readInventory
  /// Ask how much space is free.
  case probeSpace
  /// Write a row if the store holds what is expected.
  indirect case write(Row, expecting: Expectation)
  /// Make the intent to delete exactly these durable.
  case tombstone([Tombstone])
  /// Remove the rows of exactly these.
  case purge([RecordingID])
}

/// A request to the files of a recording.
public enum FileRequest: Hashable, Sendable, Codable {
  /// Create the partial; done means that its name is durable.
  case create(FileRef)
  /// Append a stretch of the clip.
  case append(FileRef, Span)
  /// Close the container: header and sizes made final.
  case close(FileRef)
  /// Read it as a strict reader does.
  case validate(FileRef)
  /// Make its bytes durable.
  case sync(FileRef)
  /// Rename the partial to the source, durably.
  case promote(FileRef)
  /// Remove it.
  case remove(FileRef)

  /// The file it is about.
  public var file: FileRef {
    switch self {
    case .create(let f), .append(let f, _), .close(let f), .validate(let f), .sync(let f),
      .promote(let f), .remove(let f):
      f
    }
  }
}

/// Something an engine says or takes back; never answered.
public enum Notice: Hashable, Sendable, Codable {
  /// End a capture gracefully.
  case stop(EffectID)
  /// Build the microphone of a capture anew on the hardware there is. Its clip goes on where it
  /// stopped; while another use still has the hardware, nothing comes of it.
  case rebuild(EffectID)
  /// End a request at once; the other side may ignore it.
  case cancel(EffectID)
  /// The engine waits no longer.
  case abandon(EffectID)
  /// What a surface shows from now on.
  case show(Surface, Indicator)
  /// What a person (or the engine's caller) is told of a recording. It must be true now.
  case claim(RecordingID, Claim)
  /// Exactly these are gone for good.
  case claimDeleted([RecordingID])
  /// A sentence for the person.
  case tell(Message)
  /// Something for a leg.
  case leg(EffectID, LegNotice)
  /// What is to be seen of a recording's live transcript.
  indirect case live(RecordingID, LiveNotice)
}

/// What a surface shows.
public enum Indicator: UInt8, CaseIterable, Hashable, Sendable, Codable {
  case idle, recording, processing, live, reconnecting, liveOver, error
}

/// What a person is told of a recording.
public enum Claim: Hashable, Sendable, Codable {
  /// Source and row would survive a power cut.
  case saved
  /// The final text is durable.
  case succeeded(String)
  /// Work ended; the text so far, and whether the audio is kept.
  case failed(partial: String?, audioKept: Bool)
  /// The person's cancel is durable.
  case cancelled
  /// The text reached this field.
  case delivered(Target)
}

/// A sentence for the person: what happened, in plain words, and what to look at next.
public struct Message: Hashable, Sendable, Codable {
  /// The recording it is about; nil for the app as a whole.
  public var recording: RecordingID?
  /// What it is about.
  public var topic: Topic
  /// The words.
  public var words: String

  /// Makes a message in the given words.
  public init(_ topic: Topic, recording: RecordingID?, words: String) {
    self.topic = topic
    self.recording = recording
    self.words = words
  }

  /// Makes a message in the topic's own words.
  public init(_ topic: Topic, recording: RecordingID? = nil) {
    self.init(topic, recording: recording, words: topic.words)
  }
}

/// What an engine wants: ordered effects, the whole set of armed deadlines, why it ignored.
public struct Reaction: Hashable, Sendable {
  /// What to do, in this order.
  public var effects: [Effect]
  /// Every deadline that is armed from now on; nil leaves the set as it was.
  public var deadlines: [Deadline]?
  /// Why the event had no effect; with it there are no effects and no new deadlines.
  public var ignored: Ignored?

  /// Makes a reaction.
  public init(_ effects: [Effect] = [], deadlines: [Deadline]? = nil, ignored: Ignored? = nil) {
    self.effects = effects
    self.deadlines = deadlines
    self.ignored = ignored
  }

  /// Makes the reaction to an event that changes nothing.
  public static func ignored(_ why: Ignored) -> Reaction { Reaction(ignored: why) }
}

/// Why an event had no effect.
public enum Ignored: UInt8, CaseIterable, Hashable, Sendable, Codable {
  /// The lease is not current in all three parts.
  case staleLease
  /// No request of this boot has that id.
  case unknownEffect
  /// The request is over, or was abandoned.
  case alreadyFinished
  /// The command does not fit what is going on.
  case notAllowedNow
  /// The same thing is already under way.
  case duplicate
}

/// Anything that takes events and gives reactions.
///
/// An engine in this process never fails; one in a child process can exit, speak nonsense or be
/// too slow, which costs it its own case and nothing else.
public protocol EngineUnderTest {
  /// How the engine itself can break.
  associatedtype Failure: Error

  /// Takes one event and says what to do.
  mutating func handle(_ event: Event, at now: Moment) throws(Failure) -> Reaction

  /// Whether its state equals another's; nil where it cannot be told.
  ///
  /// An engine that tells is a value: a copy of it goes its own way, and the same events give the
  /// same state. What it must not change by an event it ignores is found out by that.
  func hasSameState(as other: Self) -> Bool?
}

extension EngineUnderTest {
  /// An engine that cannot be compared.
  public func hasSameState(as other: Self) -> Bool? { nil }
}

extension EngineUnderTest where Self: Equatable {
  /// Compares two values.
  public func hasSameState(as other: Self) -> Bool? { self == other }
}
