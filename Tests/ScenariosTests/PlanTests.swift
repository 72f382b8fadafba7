import Choices
import Contract
import Simulation
import Testing

@testable import Scenarios

@Suite struct `What is unusual` {
  private static let answers: [(String, String, Answer)] = [
    ("upload/r1.a1/0/t1?answer", "never", Answer.never),
    ("upload/r1.*/*/*?answer", "{slow: 3s}", .slow(.seconds(3))),
    ("upload/r1.a1/0/t1?answer", "{status: 503}", .reply(Reply(status: 503))),
    ("cleanup/r1.a1?answer", "{breaks: after-head}", .reply(Reply(breaks: .afterHead))),
    ("cleanup/r1.a1?answer", "failed", .local(.failed)),
    ("cleanup/r1.a1?answer", "{says: \"x\"}", .local(.text("x"))),
    ("local/r1.a1?answer", "no-text", .local(.noText)),
    ("local/r1.a1?answer", "crashed", .local(.crashed)),
    ("local/r1.a1?answer", "failed", .local(.failed)),
    ("local/r1.a1?answer", "{says: \"x\"}", .local(.text("x"))),
    ("reset/slot1?answer", "failed", .local(.failed)),
    ("reset/slot1?answer", "never", .never),
    ("open/store?answer", "{fails: corrupt}", .store(.corrupt)),
    ("inventory/store?answer", "{fails: busy}", .store(.busy)),
    ("quarantine/store?answer", "{fails: locked}", .store(.locked)),
    ("store/r1.a1/raw?answer", "{fails: suspect}", .store(.suspect)),
    ("tombstone/r1?answer", "{fails: no-space}", .store(.noSpace)),
    ("purge/r1?answer", "{fails: io}", .store(.io(told: .no, landed: false))),
    (
      "store/r1.a1/checkpoint.1?answer", "{fails: io, effect: unknown, landed: yes}",
      .store(.io(told: .unknown, landed: true))
    ),
    ("store/r1.a1/*?answer", "{fails: io, effect: yes}", .store(.io(told: .yes, landed: true))),
    (
      "store/r1.a1/success?answer", "{fails: io, effect: unknown}",
      .store(.io(told: .unknown, landed: false))
    ),
    ("space/store?answer", "{space: 200MB}", .space(200_000_000)),
    ("space/store?answer", "{space: unknown}", .space(nil)),
    ("space/store?answer", "{fails: io}", .store(.io(told: .no, landed: false))),
    ("create/r1/partial?answer", "{fails: locked}", .file(.locked)),
    ("append/r1/3?answer", "{fails: no-space, accepted: 250ms}", .file(.noSpace(accepted: 4_000))),
    ("append/r1/*?answer", "{fails: no-space}", .file(.noSpace(accepted: 0))),
    ("close/r1/partial?answer", "{fails: suspect}", .file(.suspect)),
    ("validate/r1/partial?answer", "{fails: unreadable}", .file(.unreadable)),
    (
      "sync/r1/partial?answer", "{fails: io, effect: unknown, landed: yes}",
      .file(.io(told: .unknown, landed: true))
    ),
    ("promote/r1/partial?answer", "{fails: vanished}", .file(.vanished)),
    ("remove/r1/leaf.2?answer", "{fails: io}", .file(.io(told: .no, landed: false))),
    ("capture/r1?answer", "{stop: never}", .microphone(Microphone(end: .stopNeverAnswered))),
    (
      "capture/r1?answer", "{stop: 4s}",
      .microphone(Microphone(end: .stopAnsweredAfter(.seconds(4))))
    ),
    ("capture/r1?answer", "{fails: denied}", .microphone(Microphone(end: .denied))),
    ("capture/r1?answer", "{fails: unsupported}", .microphone(Microphone(end: .unsupported))),
    ("capture/r1?answer", "{fails: never-opens}", .microphone(Microphone(end: .neverOpens))),
    ("capture/r1?answer", "{lost-at: 3}", .microphone(Microphone(end: .lostAt(3)))),
    (
      "capture/r1?answer", "{format-changes-at: 3}",
      .microphone(Microphone(end: .formatChangesAt(3)))
    ),
    ("capture/r1?answer", "{starves-at: 3}", .microphone(Microphone(end: .starvesAt(3)))),
    (
      "capture/r1?answer", "{opens-after: 2s, zeros: {from: 1, through: 4}}",
      .microphone(Microphone(opensAfter: .seconds(2), zerosFrom: 1, zerosThrough: 4))
    ),
    ("capture/r*?answer", "never", .never),
    ("export/r1.a1/0.0?answer", "fails", .fails), ("usage/r1?answer", "fails", .fails),
    ("post/r1.a1?answer", "fails", .fails), ("clipboard/r1.a1?answer", "fails", .fails),
    ("restore/r1.a1?answer", "fails", .fails),
    (
      "deliver/r1.a1?answer", "{unconfirmed: {landed: yes}}",
      .delivery(.unconfirmed(landed: true))
    ),
    ("deliver/r1.a1?answer", "{silent: {landed: no}}", .delivery(.silent(landed: false))),
    ("deliver/r1.a1?answer", "{refused: target-gone}", .delivery(.refused(.targetGone))),
    ("deliver/r1.a1?answer", "{refused: target-secure}", .delivery(.refused(.targetSecure))),
    ("deliver/r1.a1?answer", "{refused: target-changed}", .delivery(.refused(.targetChanged))),
    ("deliver/r1.a1?answer", "{refused: rejected}", .delivery(.refused(.rejected))),
    ("store/r1.a1/raw?runs", "early", .runs(.early)), ("append/r1/2?runs", "late", .runs(.late)),
    ("open/store?runs", "never", .runs(.never)),
    ("upload/r1.a1/0/t1?heeds", "no", .heeds(false)), ("capture/r1?heeds", "yes", .heeds(true)),
    ("deliver/r1.a1?reads", "2s", .reads(.seconds(2))),
  ]

  @Test(arguments: answers)
  func `every answer to every kind of question`(
    question: String, answer: String, expected: Answer
  ) throws {
    let plan = try theCase("plan: {\"\(question)\": \(answer)}").plan
    let pattern = KeyPattern(try IdentityPattern(parsing: question))
    #expect(plan.entries == [Plan.Entry(pattern, expected)])
    // An answer that is added must be made sayable, and listed above.
    switch expected {
    case .slow, .never, .store, .file, .microphone, .reply, .local, .delivery, .fails, .space,
      .runs, .heeds, .reads, .leg:
      break
    }
  }

  @Test func `the first entry of the file is the first to answer`() throws {
    let plan = try theCase(
      """
      plan:
        "upload/r1.a1/0/t1?answer": never
        "upload/r1.a1/*/*?answer": {status: 500}
      """
    ).plan
    #expect(plan.entries.map(\.value) == [.never, .reply(Reply(status: 500))])
  }
}
