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
    ("dial/r1/leg2?answer", "never", .never),
    ("dial/r1/leg*?answer", "{slow: 3s}", .slow(.seconds(3))),
    ("dial/r1/leg2?heeds", "no", .heeds(false)),
    ("deliver/r1.a1/3?answer", "{refused: target-gone}", .delivery(.refused(.targetGone))),
    ("dial/*?answer", "{}", .leg(LegPlan())),
    ("dial/r1/leg2?answer", "{opens-after: 3s}", .leg(LegPlan(opensAfter: .seconds(3)))),
    ("dial/r1/*?answer", "{fails: unreachable}", .leg(LegPlan(opening: .unreachable))),
    ("dial/r1/leg2?answer", "{fails: never-opens}", .leg(LegPlan(opening: .never))),
    ("dial/r1/leg2?answer", "{refused: 402}", .leg(LegPlan(opening: .refused(402)))),
    ("dial/r1/leg2?answer", "{breaks-at: 5s}", .leg(LegPlan(breaksAt: 80_000))),
    ("dial/r1/leg2?answer", "{breaks-at: 80123 samples}", .leg(LegPlan(breaksAt: 80_123))),
    ("dial/r1/leg2?answer", "{breaks-at: 0s, by: close}", .leg(LegPlan(breaksAt: 0))),
    (
      "dial/r1/leg2?answer", "{breaks-at: 1s, by: {close: 1011}}",
      .leg(LegPlan(breaksAt: 16_000, breaking: .closes(1011)))
    ),
    (
      "dial/r1/leg2?answer", "{breaks-at: 1s, by: {error: 402}}",
      .leg(LegPlan(breaksAt: 16_000, breaking: .fails(code: 402)))
    ),
    (
      "dial/r1/leg2?answer", "{breaks-at: 1s, by: silence}",
      .leg(LegPlan(breaksAt: 16_000, breaking: .goesSilent))
    ),
    ("dial/r1/leg2?answer", "{speed: 2x}", .leg(LegPlan(speed: 32_000))),
    ("dial/r1/leg2?answer", "{speed: 0.5x}", .leg(LegPlan(speed: 8_000))),
    ("dial/r1/leg2?answer", "{speed: 12345}", .leg(LegPlan(speed: 12_345))),
    ("dial/r1/leg2?answer", "{manners: timeless}", .leg(LegPlan(manners: .timeless))),
    (
      "dial/r1/leg2?answer",
      "{manners: [repeats-finals, cumulative, shrinks, junk, ignores-finalize, ignores-end, "
        + "ignores-pings, timeless, wild-times, enormous]}",
      .leg(LegPlan(manners: LegManners(rawValue: 1023)))
    ),
    (
      "dial/r1/leg2?answer",
      "{opens-after: 2s, breaks-at: 5s, by: {error: 503}, speed: 2x, manners: [junk, shrinks]}",
      .leg(
        LegPlan(
          opensAfter: .seconds(2), breaksAt: 80_000, breaking: .fails(code: 503),
          manners: [.junk, .shrinks], speed: 32_000))
    ),
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
