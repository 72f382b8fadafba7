import Contract
import Testing

@testable import FieldReports

/// One short log for each detector that no longer log is decided by.
@Suite struct DetectorTests {
  /// A log and what is found in it. Its decisive lines begin with `> `.
  struct Case: Sendable, CustomTestStringConvertible {
    /// What goes wrong in it.
    var name: String
    var clause: ClauseID
    var strength: Finding.Strength
    var text: String

    var testDescription: String { name }

    init(_ name: String, _ clause: ClauseID, _ strength: Finding.Strength, _ text: String) {
      (self.name, self.clause, self.strength, self.text) = (name, clause, strength, text)
    }

    private var lines: [Substring] { text.split(separator: "\n") }

    /// The whole log.
    var whole: String {
      lines.map { $0.hasPrefix("> ") ? $0.dropFirst(2) : $0 }.joined(separator: "\n")
    }

    /// The log without its decisive lines.
    var rest: String { lines.filter { !$0.hasPrefix("> ") }.joined(separator: "\n") }
  }

  static let cases = capture + work + delivery + live

  private static let capture = [
    Case(
      "hidden while the microphone opens", .captureCancelBeforeFirstBuffer, .hint,
      """
      10:00:00.000 hotkey down: starting dictation
      > 10:00:00.900 overlay hidden
      10:00:02.000 microphone started
      """),
    Case(
      "discarded without a cause", .capturePartialBecomesRecovery, .hint,
      """
      10:00:00.000 hotkey down: starting dictation
      10:00:00.300 microphone started
      > 10:00:08.000 captured audio dropped, 7.5 s
      10:00:08.100 overlay hidden
      """),
    Case(
      "shown to record after its device went", .captureHealthMonitored, .whole,
      """
      10:00:00.000 hotkey down: starting dictation
      10:00:00.300 microphone started
      > 10:00:05.000 usb microphone was unplugged
      10:00:12.000 overlay shows recording
      """),
    Case(
      "a failure whose message is suppressed", .captureFailureReturnsToIdle, .whole,
      """
      10:00:00.000 hotkey down: starting dictation
      10:00:00.300 microphone started
      10:00:05.000 capture ended with an error
      > 10:00:05.100 notification suppressed
      """),
    Case(
      "a failure, and it is shown to record", .captureFailureReturnsToIdle, .whole,
      """
      10:00:00.000 hotkey down: starting dictation
      10:00:00.300 microphone started
      > 10:00:05.000 capture ended with an error
      10:00:09.000 overlay shows recording
      """),
    Case(
      "no permission, and it is shown to record", .capturePermissionLossIsNamed, .whole,
      """
      10:00:00.000 hotkey down: starting dictation
      > 10:00:00.300 microphone permission denied
      10:00:00.500 overlay shows recording
      """),
    Case(
      "no permission, and the message is suppressed", .capturePermissionLossIsNamed, .whole,
      """
      10:00:00.000 hotkey down: starting dictation
      10:00:00.300 microphone permission denied
      > 10:00:00.500 notification suppressed
      """),
    Case(
      "shown to record after its end", .indicatorRecordingIsPhase0, .whole,
      """
      10:00:00.000 hotkey down: starting dictation
      10:00:00.300 microphone started
      10:00:09.000 user clicked the stop button
      > 10:00:09.200 microphone released
      10:00:20.000 overlay shows recording
      """),
    Case(
      "recognition of audio that could not be moved", .sourcePromotionFailureStops, .whole,
      """
      10:00:00.000 hotkey down: starting dictation
      10:00:00.300 microphone started
      10:00:09.000 user clicked the stop button
      > 10:00:09.200 promotion failed: disk error
      10:00:09.400 transcription started
      """),
    Case(
      "one bad row, and all of History is gone", .relaunchDamagedRowsIsolated, .whole,
      """
      10:00:00.000 app started
      10:00:00.300 row 7 is corrupt
      > 10:00:00.400 history unavailable
      """),
    Case(
      "a stop that nobody is there to take", .relaunchSurfacesExpire, .partial,
      """
      10:00:00.000 warm session released, idle for 600 s
      10:01:00.000 command stop#7 written
      > 10:01:03.000 watchdog: no acknowledgement
      """),
  ]

  private static let work = [
    Case(
      "a request on its way for minutes", .recognizeBounded, .hint,
      """
      > 10:00:00.000 uploading audio, 51200 bytes
      10:02:55.000 spinner still visible
      """),
    Case(
      "still waiting after every bound", .recognizeBounded, .whole,
      """
      10:00:00.000 uploading audio, 51200 bytes
      > 10:03:00.000 still waiting for the response
      """),
    Case(
      "a part of exactly a limit is refused", .bulkLimitCountsTheRequest, .partial,
      """
      10:00:00.000 uploading audio, 26214400 bytes
      > 10:00:09.000 server answered 413
      """),
    Case(
      "a part is cut without end", .request413Bounded, .whole,
      """
      10:00:00.000 uploading audio, 64000000 bytes
      10:00:01.000 server answered 413
      10:00:02.000 uploading audio, 32000000 bytes
      10:00:03.000 server answered 413
      10:00:04.000 uploading audio, 16000000 bytes
      10:00:05.000 server answered 413
      10:00:06.000 uploading audio, 8000000 bytes
      10:00:07.000 server answered 413
      10:00:08.000 uploading audio, 4000000 bytes
      10:00:09.000 server answered 413
      10:00:10.000 uploading audio, 2000000 bytes
      10:00:11.000 server answered 413
      10:00:12.000 uploading audio, 1000000 bytes
      10:00:13.000 server answered 413
      > 10:00:14.000 uploading audio, 500000 bytes
      """),
    Case(
      "cleanup is asked twice", .cleanupOnceAfterMerge, .whole,
      """
      10:00:00.000 transcript ready, 120 chars
      10:00:00.100 clean-up started
      10:00:05.000 polish failed: timeout
      > 10:00:05.100 clean-up started
      """),
    Case(
      "a later part fails, and the earlier text goes", .bulkLaterFailureKeepsCheckpoint, .whole,
      """
      10:00:00.000 part 1: server answered 200, 90 chars
      10:00:05.000 part 2: server answered 503
      > 10:00:05.100 transcript thrown away
      """),
  ]

  private static let delivery = [
    Case(
      "the target took what had been put aside", .deliverClipboardOwnership, .partial,
      """
      10:00:00.000 clipboard snapshot, 12 chars
      10:00:00.100 paste key sent
      > 10:00:00.300 target fetched the pasteboard, 12 chars
      """),
    Case(
      "what was copied meanwhile is overwritten", .deliverClipboardOwnership, .whole,
      """
      10:00:00.000 clipboard snapshot, 12 chars
      10:00:00.100 paste key sent
      10:00:00.300 target fetched the pasteboard, 90 chars
      > 10:00:00.500 user copied something else to the clipboard
      10:00:01.000 clipboard put back
      """),
    Case(
      "text leaves, and storing it fails", .deliverAfterSuccessOnly, .whole,
      """
      10:00:00.000 transcript ready, 120 chars
      10:00:00.200 typed 120 chars
      > 10:00:00.600 could not write the entry: database error
      """),
  ]

  private static let live = [
    Case(
      "more redials than rungs", .relayLadderBounded, .whole,
      """
      10:00:00.000 live socket closed after 8 s
      10:00:01.000 reconnecting in 1 s
      10:00:03.000 reconnecting in 2 s
      10:00:06.000 reconnecting in 3 s
      10:00:10.000 reconnecting in 4 s
      10:00:15.000 reconnecting in 5 s
      10:00:21.000 reconnecting in 6 s
      10:00:28.000 reconnecting in 7 s
      10:00:36.000 reconnecting in 8 s
      > 10:00:45.000 reconnecting in 9 s
      """),
    Case(
      "a redial that waits too long", .relayLadderBounded, .whole,
      """
      10:00:00.000 live socket closed after 8 s
      > 10:00:01.000 reconnecting in 40 s
      """),
    Case(
      "more is held than may be", .relayHoldWhileDown, .whole,
      """
      10:00:00.000 socket closed after 8 s
      > 10:00:01.000 holding 60 s of audio until the relay is back
      """),
    Case(
      "the microphone goes with a leg", .relayMicrophoneStaysOpen, .whole,
      """
      10:00:00.000 leg 1 open, offset 0.0 s
      > 10:00:08.000 socket closed after 8 s
      10:00:09.000 microphone released
      """),
    Case(
      "nothing is said in a silence, and the relay hangs up", .relayKeepaliveInSilence, .whole,
      """
      10:00:00.000 leg 1 open, offset 0.0 s
      > 10:00:30.000 socket closed, idle timeout
      """),
    Case(
      "the words of the wire are shown", .relayNoRawWireText, .whole,
      """
      10:00:00.000 leg 1 open, offset 0.0 s
      > 10:00:08.000 toast: raw answer JSON
      """),
  ]

  @Test(arguments: cases)
  func `a short log names its promise, and without its decisive line it does not`(
    one: Case
  ) throws {
    let found = Rules.findings(in: try .reading(one.whole)).filter { $0.clause == one.clause }
    #expect(found.map(\.strength) == [one.strength])
    let rest = Rules.findings(in: try .reading(one.rest))
    #expect(!rest.contains { $0.clause == one.clause })
  }
}
