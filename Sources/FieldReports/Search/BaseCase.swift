import Choices
import Contract
import Simulation

/// The case that a log tells when everything goes as usual: what the person did, at the times of
/// the log, and which processes ended.
///
/// A log begins in the middle. What must have happened before its first line is put before it: a
/// recording that is stopped was begun, one that is deleted was finished.
struct BaseCase {
  /// The case.
  private(set) var theCase: Case
  private var script: [ScriptEntry] = []
  private var recording: UInt16 = 0
  private var isRecording = false
  private var line = 0
  /// The time of the case at which the log begins.
  private var lead = Int64(0)
  private var zero = Int64(0)
  private var last = Int64(0)
  private let log: SoughtLog

  /// Longer silences of a log are shortened: nothing is owed for longer.
  private static let longestGap: Int64 = 200_000_000_000

  init(_ log: SoughtLog, on platform: Platform) {
    self.log = log
    theCase = Case(platform: log.isLive ? platform.offering(.meeting) : platform)
    theCase.hasFineMicrophone = theCase.platform.live.wantsFineMicrophone
    zero = log.sightings.first { $0.at != nil }?.at ?? 0
    begin()
    for (place, sighting) in log.sightings.enumerated() { take(sighting, at: place) }
    end()
    theCase.script = script
    let longest = theCase.platform.limits.capture.count
    let length = min(last + 10_000_000_000, longest)
    theCase.sounds = [Sound(Nanoseconds(length), .speech)]
    // A capture that the log has longer than the platform takes is a shorter one there.
    theCase.platform.limits.capture = Nanoseconds(max(longest, 20_000_000_000))
  }

  /// What the log does not show the begin of.
  private mutating func begin() {
    let opening: [Sign] = [
      .startAsked, .microphoneAsked, .microphoneOn, .showsRecording, .fileBegun, .audioArrives,
      .startRefused, .legOpened, .permissionMissing,
    ]
    let ending: [Sign] = [
      .stopAsked, .captured, .showsProcessing, .stopRefused, .deviceLost, .recorderPending,
    ]
    let working: [Sign] = [
      .recognitionBegan, .requestSent, .headersArrived, .answerRefused, .answerArrived,
      .textRecognized, .cleanupBegan, .clipboardSaved, .clipboardWritten, .pasteSent,
      .attemptFailed, .connectionLost,
    ]
    let told = opening + ending + working + [.deleteAsked, .launched, .fileFound, .entryRemoved]
    let sign = log.sightings.first { told.contains($0.sign) }?.sign ?? .startAsked
    if log.first(.startAsked)?.line == log.sightings.first?.line, sign == .startAsked { return }
    if opening.contains(sign), !log.hasKeyboard {
      start(at: 0)
      return
    }
    start(at: 0)
    if ending.contains(sign) {
      lead = log.values(of: .captured).first.map { min($0, 60_000) * 1_000_000 } ?? 5_000_000_000
    } else if working.contains(sign) {
      stop(at: 5_000_000_000)
      lead = 5_100_000_000
    } else if log.hasKeyboard {
      lead = 5_000_000_000
    } else {
      stop(at: 5_000_000_000)
      lead = 20_000_000_000
    }
    last = lead
  }

  /// What the log leaves open is ended, so that every run comes to its end.
  private mutating func end() {
    guard isRecording, !log.has(.killed, .endedByPerson, .deviceLost) else { return }
    stop(at: last + 6_000_000_000)
  }

  private mutating func take(_ sighting: Sighting, at place: Int) {
    guard sighting.line != line || !sighting.sign.isCommand else { return }
    let time = time(of: sighting)
    switch sighting.sign {
    case .startAsked: if !(recording == 1 && lead == 0 && script.count == 1) { start(at: time) }
    case .startRefused: start(at: time)
    case .stopAsked, .stopRefused: stop(at: time)
    case .cancelAsked, .cancelRefused:
      say(.cancel(RecordingID(max(recording, 1))), at: time)
      isRecording = false
    case .retryAsked, .retryRefused: say(.retry(RecordingID(max(recording, 1))), at: time)
    case .deleteAsked: say(.delete(RecordingID(max(recording, 1))), at: time)
    case .killed, .endedByPerson: kill(at: time, until: relaunch(after: place, from: time))
    default: return
    }
    line = sighting.line
  }

  /// When the app was there again after it had ended; nil where the log does not show it.
  private func relaunch(after place: Int, from time: Int64) -> Nanoseconds? {
    let signs: [Sign] = [
      .launched, .fileFound, .orphanAdopted, .entryRecovered, .retryAsked, .retryRefused,
      .startAsked, .showsIdle, .noSpeech,
    ]
    guard let next = log.sightings[(place + 1)...].first(where: { signs.contains($0.sign) }) else {
      return nil
    }
    let at =
      next.at.map { lead + min(SoughtLog.span(from: zero, to: $0), Self.longestGap) } ?? time
      + 1_000_000_000
    return Nanoseconds(max(at - time, 1_000_000_000))
  }

  private mutating func time(of sighting: Sighting) -> Int64 {
    guard let at = sighting.at else { return last }
    last = max(last, min(lead + SoughtLog.span(from: zero, to: at), last + Self.longestGap))
    return last
  }

  private mutating func start(at time: Int64) {
    // A log can have more of them than a case can name.
    guard recording < UInt16.max else { return }
    recording += 1
    isRecording = true
    say(.start(RecordingID(recording)), at: time)
  }

  private mutating func stop(at time: Int64) {
    isRecording = false
    say(.stop(nil), at: time)
  }

  private mutating func say(_ command: Command, at time: Int64) {
    script.append(ScriptEntry(.time(Nanoseconds(time)), .command(command, nil)))
  }

  private mutating func kill(at time: Int64, until relaunch: Nanoseconds?) {
    script.append(ScriptEntry(.time(Nanoseconds(time)), .wait))
    let name = Identity(.none, number: UInt16(clamping: script.count)).saying(.person)
    theCase.crashes.append(Crash(.after, IdentityPattern(name), relaunch: relaunch))
    isRecording = false
  }
}
