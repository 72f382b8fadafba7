// What happened in a case, in order: all that a judge may look at.
//
// Within one reaction the order is: the event, `ignored`, the effects one by one, then the
// deadline set. Ground truth (`did`) stands where it came true. The phase of a recording is never
// reported, always derived, so that any engine can be judged.

/// One record of a trace.
public struct TraceRecord: Hashable, Sendable {
  /// When.
  public var at: Moment
  /// The name of the happening; for an effect, `issue` of its request.
  public var identity: Identity
  /// The process it happened in or to.
  public var process: ProcessID
  /// What happened.
  public var what: Happening

  /// Makes a record.
  public init(at: Moment, identity: Identity, process: ProcessID, what: Happening) {
    self.at = at
    self.identity = identity
    self.process = process
    self.what = what
  }
}

/// What a record says.
public enum Happening: Hashable, Sendable, Codable {
  /// An event was delivered to the engine.
  case event(Event)
  /// The engine said that the event has no effect.
  case ignored(Ignored)
  /// The engine wants this, and the world accepted it.
  case effect(Effect)
  /// The whole armed set at the end of a reaction that changed it.
  case deadlines([Deadline])
  /// Something came true outside the engine.
  case did(Deed)
  /// A process began, ended, slept or woke.
  case process(ProcessChange)
  /// The case is over.
  case end(Ending)
}

/// Something that came true outside the engine.
public enum Deed: Hashable, Sendable, Codable {
  /// The microphone of this recording runs from now on, or no longer does.
  case microphone(RecordingID, isOn: Bool)
  /// A request was refused, because something it needs is missing.
  case refused(Denial)
  /// A row is durable; what was there before.
  indirect case rowWritten(before: Row?, after: Row)
  /// Deletions became durable.
  case tombstoned([Tombstone])
  /// Rows are gone.
  case purged([RecordingID])
  /// The store was opened; whether it is sound.
  case storeOpened(sound: Bool)
  /// A store that cannot be opened was set aside.
  case quarantined
  /// A file exists by this name.
  case created(FileRef)
  /// A stretch of audio is in a file, in its place in the order of bytes.
  case appended(FileRef, Span)
  /// A container is closed over so many samples.
  case closed(FileRef, samples: Int)
  /// So many samples of a file would survive a power cut.
  case fileDurable(FileRef, samples: Int)
  /// A file has its new name; a power cut may still take that back where the engine was not told.
  case renamed(from: FileRef, to: FileRef, samples: Int)
  /// A file is gone.
  case removed(FileRef)
  /// A recognizer, far or near, decoded this from the bytes it was sent.
  case heard(FileRef, [AudioRun], Settings)
  /// What an answer's text was, before it was wrapped for the wire.
  case meant(String)
  /// A cleanup was asked for this text.
  case askedCleanup(String, Settings)
  /// Text is in a field.
  case landed(Target, String)
  /// The clipboard holds this from now on; whether the app under test put it there.
  case clipboard(change: Int, String, byApp: Bool)
  /// A usage report was counted.
  case usageCounted(RecordingID, seconds: Int)
  /// A hand-off lies ready for the other process.
  case posted(Handoff)
  /// After a crash in the middle of an operation, or one that lost more than the app's memory: what
  /// is left. It replaces everything that was true of the device before.
  indirect case survived(Survey)
  /// Something came true at the relay.
  case leg(RecordingID, LegNumber, LegDeed)
}

/// Why the world refused a request.
public enum Denial: UInt8, CaseIterable, Hashable, Sendable, Codable {
  /// A capture before its row and file were durable.
  case captureBeforeJournal
  /// A second capture while one runs.
  case captureWhileCapturing
  /// A file that does not exist.
  case noSuchFile
}

/// A change in the life of a process.
public enum ProcessChange: UInt8, CaseIterable, Hashable, Sendable, Codable {
  case launched, killed, suspended, resumed
}

/// How a case ended.
public enum Ending: Hashable, Sendable, Codable {
  /// Nothing was left to happen.
  case settled
  /// The virtual time ran out with work still going on.
  case outOfTime
  /// The case needed more steps than a case may.
  case outOfSteps
  /// The engine exceeded a bound of its own: too many effects, requests, deadlines or steps.
  case engineBound(EngineBound)
  /// The engine broke.
  case engineFailed(String)
  /// Something was left over: a request neither finished nor abandoned, a recorder that could
  /// have been stopped, an armed deadline, an open file.
  case leftover(Identity)
}

/// Which bound an engine exceeded.
public enum EngineBound: UInt8, CaseIterable, Hashable, Sendable, Codable {
  case effectsInReaction, openRequests, deadlines, stepsAtOneInstant, reusedEffectID
  case unknownNoticeTarget, twinDeadlines, ignoredWithEffects
}
