// The vocabulary of a live transcript: legs, frames, segments (seed 003, set live).
//
// One socket carries one session of the relay, and a session cannot be resumed. A transcript that
// outlives a dropped socket is therefore made of *legs*: each is dialled, is fed audio from some
// sample on, and returns words whose times count from that sample. What is said here is what an
// engine can be told about a leg and what it can do with one; the audio that waits for a leg, the
// ladder of redials and the joining of texts are the engine's own business.
//
// Audio that an engine sends goes into the leg's own queue, which is as long as
// `Limits.legQueue` says, may be filled before the handshake has ended, and is emptied towards
// the relay as fast as the network lets it. What has left that queue is gone; what has not when
// the leg ends was never heard, and `drained` has then said exactly how far the queue had come.

/// What an app offers beside recordings: nothing, or a live transcript of one kind.
public enum LiveKind: UInt8, CaseIterable, Hashable, Sendable, Codable {
  /// Recordings only.
  case none
  /// A meeting recorder: its transcript is shown while the recording, which needs no relay, runs.
  case meeting
  /// A dictation: every settled sentence is typed into the field it was started from.
  case dictation

  /// Whether a case has chunks of 100 ms unless it says otherwise.
  public var wantsFineMicrophone: Bool { self != .none }
}

/// The number of a leg of one recording, from 1 in order of dialling; it prefixes segment ids.
public typealias LegNumber = UInt16

/// A leg that is dialled.
public struct Dial: Hashable, Sendable, Codable {
  /// Whose audio it will be fed.
  public var recording: RecordingID
  /// Its number among the recording's legs, and the prefix of its segment ids.
  public var leg: LegNumber
  /// The position in the clip of the first sample it will be fed, as known now.
  public var offset: Int
  /// What the session is configured with.
  public var settings: Settings

  /// Makes a leg.
  public init(recording: RecordingID, leg: LegNumber, offset: Int, settings: Settings) {
    self.recording = recording
    self.leg = leg
    self.offset = offset
    self.settings = settings
  }
}

/// What an engine says to a leg; never answered by itself.
public enum LegNotice: Hashable, Sendable, Codable {
  /// Put this stretch behind what the leg's queue holds.
  case send(Span)
  /// From now on the leg's first sample stands here in the clip: its queue dropped what was
  /// before it. Said before any of its words is used.
  case offset(Int)
  /// Nothing is being said, and the session is still wanted.
  case keepalive
  /// Settle everything that was heard so far, and say when that is done.
  case finalize
  /// Nothing more will come: end the session.
  case end
  /// Answer, if anybody is there.
  case ping
}

/// What a leg reports.
public enum LegProgress: Hashable, Sendable, Codable {
  /// The handshake has ended: the relay takes audio. It proves nothing more.
  case open
  /// A frame of the relay.
  case frame(LegFrame)
  /// The queue has handed on everything up to this sample of the clip.
  case drained(through: Int)
  /// The queue was full and dropped this stretch.
  case queueDropped(Span)
  /// Somebody is there.
  case pong
}

/// A frame of the relay, read.
public enum LegFrame: Hashable, Sendable, Codable {
  /// Words, in order; whether an utterance ends behind them; whether a finalize is done with
  /// them.
  case tokens([LegToken], endsUtterance: Bool, isFinalized: Bool)
  /// The session is over, by the relay's own account.
  case error(code: Int, words: String)
  /// Not a frame of the protocol: to be skipped.
  case unparseable
}

/// A piece of text from a leg.
public struct LegToken: Hashable, Sendable, Codable {
  /// The text, with its own leading blank.
  public var text: String
  /// Whether it will stay as it is.
  public var isFinal: Bool
  /// Where it begins on the leg's own clock, in milliseconds from the first sample that the leg
  /// was fed; nil if the frame did not say.
  public var start: Int?
  /// Where it ends on the leg's own clock, in milliseconds.
  public var end: Int?
  /// Who said it; nil if the relay does not know.
  public var speaker: UInt8?

  /// Makes a token.
  public init(_ text: String, isFinal: Bool, start: Int?, end: Int?, speaker: UInt8? = nil) {
    self.text = text
    self.isFinal = isFinal
    self.start = start
    self.end = end
    self.speaker = speaker
  }
}

/// How a leg comes to its end.
public enum LegEnd: Hashable, Sendable, Codable {
  /// The socket is closed, with this code if there was one.
  case closed(UInt16?)
  /// The handshake was answered with this status.
  case refused(UInt16)
  /// No connection.
  case unreachable
}

/// The name of a segment of a live transcript: unique in its recording.
public struct SegmentID: Hashable, Sendable, Codable {
  /// The leg it came from.
  public var leg: LegNumber
  /// Its number among that leg's segments, from 1.
  public var number: UInt16

  /// Makes a name.
  public init(leg: LegNumber, number: UInt16) {
    self.leg = leg
    self.number = number
  }
}

extension SegmentID: CustomStringConvertible {
  /// The name as apps spell it, such as `2-7`.
  public var description: String { "\(leg)-\(number)" }
}

/// A settled sentence of a live transcript.
public struct Segment: Hashable, Sendable, Codable {
  /// Its name; a segment of the same name replaces it.
  public var id: SegmentID
  /// What was said.
  public var text: String
  /// Where it begins in the clip, in samples.
  public var from: Int
  /// Where it ends in the clip, in samples.
  public var end: Int

  /// Makes a segment.
  public init(_ id: SegmentID, _ text: String, from: Int, end: Int) {
    self.id = id
    self.text = text
    self.from = from
    self.end = end
  }
}

/// What becomes visible of a live transcript.
public enum LiveNotice: Hashable, Sendable, Codable {
  /// A sentence is settled and stands in the transcript from now on.
  case settled(Segment)
  /// The words after the last settled sentence that may still change; none if empty.
  case tail(String)
  /// The live transcript has ended; these stretches of the clip are in none of its sentences and
  /// are left to the recording.
  case ended(missing: [Span])
}

/// Something that came true at the relay.
public enum LegDeed: Hashable, Sendable, Codable {
  /// The relay accepted the leg.
  case accepted
  /// From this sample of the leg's clock on, the relay hears the clip from here on, gaplessly until
  /// another record says otherwise.
  case hears(Span, at: Int)
  /// The leg is gone on the relay's side, after so many samples.
  case ended(heard: Int)
}
