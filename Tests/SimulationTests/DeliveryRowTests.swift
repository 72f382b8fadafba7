import Choices
import Contract
import Simulation
import TestSupport
import Testing

@Suite("Boundary rows: delivery, clipboard, hand-offs")
struct DeliveryRowTests {
  static let deliver: Cue = .on(.launched, .ask(1, .deliver("text", Target(1))))
  static let paste = Platform(id: "paste", dialect: Dialect(delivery: .paste))

  static func planned(_ answer: Answer) -> [(String, Answer)] {
    [("deliver/r1.a1?answer", answer)]
  }

  static func fields(_ field: Field) -> Case {
    Case(fields: [Case.FieldAtStart(Target(1), field)], script: [])
  }

  static let stories: [Story] = [
    Story(
      "a plain field", Case(script: []), [deliver],
      told: [
        "40 done deliver/r1.a1: delivered"
      ]),
    Story(
      "a secure field", fields(.secure), [deliver],
      told: [
        "40 done deliver/r1.a1: deliveryFailed(targetSecure)"
      ]),
    Story(
      "a field that is gone", fields(.gone), [deliver],
      told: [
        "40 done deliver/r1.a1: deliveryFailed(targetGone)"
      ]),
    Story(
      "a field that refuses", fields(.refusing), [deliver],
      told: [
        "40 done deliver/r1.a1: deliveryFailed(rejected)"
      ]),
    Story(
      "another field has the focus", Case(focus: Target(2), script: []), [deliver],
      told: [
        "40 done deliver/r1.a1: deliveryFailed(targetChanged)"
      ]),
    Story(
      "no field has the focus", Case(focus: nil, script: []), [deliver],
      told: [
        "40 done deliver/r1.a1: deliveryFailed(targetChanged)"
      ]),
    Story(
      "the field turns secure while the text is on its way",
      Case(script: [ScriptEntry(.time(.milliseconds(39)), .field(Target(1), .secure))]), [deliver],
      told: [
        "40 done deliver/r1.a1: deliveryFailed(targetSecure)"
      ]),
    Story(
      "the focus moves while the text is on its way",
      Case(script: [ScriptEntry(.time(.milliseconds(39)), .focus(Target(2)))]), [deliver],
      told: [
        "40 done deliver/r1.a1: deliveryFailed(targetChanged)"
      ]),
    Story(
      "refused by plan", Case(script: []), plan: planned(.delivery(.refused(.targetSecure))),
      [deliver],
      told: [
        "40 done deliver/r1.a1: deliveryFailed(targetSecure)"
      ]),
    Story(
      "landed, unconfirmed", Case(script: []), plan: planned(.delivery(.unconfirmed(landed: true))),
      [deliver],
      told: [
        "40 done deliver/r1.a1: landedUnconfirmed"
      ]),
    Story(
      "stalls after the touch", Case(script: []), plan: planned(.delivery(.silent(landed: true))),
      [.on(.launched, .ask(1, .deliver("text", Target(1))), .abandon(1))],
      told: []),
    Story(
      "a clipboard that somebody else wrote to is not written, and not given back",
      Case(script: [ScriptEntry(.time(.seconds(1)), .copy("theirs"))]),
      [
        .on(.launched, .ask(1, .writeClipboard("ours", ifChange: 1))),
        .on(
          .finished(1), .ask(2, .writeClipboard("more", ifChange: 1)),
          .ask(3, .restoreClipboard(ifChange: 2))),
        .on(.finished(3), .ask(4, .writeClipboard("again", ifChange: nil))),
        .every(When { if case .news(.clipboard) = $0 { true } else { false } }) { _, _ in
          Reaction([.ask(5, .restoreClipboard(ifChange: 4))])
        },
      ],
      told: [
        "5 done clipboard/r1.a1: clipboard(change: 2)",
        "10 done clipboard/r1.a1#2: skipped",
        "10 done restore/r1.a1: clipboard(change: 3)",
        "15 done clipboard/r1.a1#3: clipboard(change: 4)",
        "1000 news copied/1: clipboard(change: 5)",
        "1005 done restore/r1.a1#2: skipped",
      ]),
    Story(
      "clipboard requests fail and stall", Case(script: []),
      plan: [("clipboard/r1.a1?answer", .fails), ("restore/r1.a1?answer", .never)],
      [
        .on(
          .launched, .ask(1, .writeClipboard("ours", ifChange: nil)),
          .ask(2, .restoreClipboard(ifChange: 1)), .abandon(2))
      ],
      told: [
        "5 done clipboard/r1.a1: failed"
      ]),
    Story(
      "hand-offs between app and keyboard; a stalled one",
      Case(platform: Platform(id: "ios", hasKeyboard: true), script: []),
      plan: [("post/r1.a1?answer", .never), ("keyboard: post/r1.a1?answer#2", .fails)],
      [
        .on(.launched, in: .keyboard, .ask(1, .post(handoff(.keyboard, 1)))),
        .on(
          .handoff, .ask(1, .post(handoff(.app, 1))), .abandon(1), .ask(2, .post(handoff(.app, 2)))),
        .on(.handoff, in: .keyboard, .ask(2, .post(handoff(.keyboard, 2)))),
      ],
      told: [
        "5 keyboard: done post/r1.a1: done",
        "25 news handoff/1: stop(r1)",
        "30 done post/r1.a1#2: done",
        "50 keyboard: news handoff/1: stop(r2)",
        "55 keyboard: done post/r1.a1#2: failed",
      ]),
    Story(
      "a hand-off for a process that does not run lies about",
      Case(script: []),
      [
        .on(.launched, .ask(1, .post(handoff(.app, 1))), .open(2)),
        .on(.finished(1), .inventory(3)),
      ],
      told: [
        "2 done open/store: done",
        "5 done post/r1.a1: done",
        "7 done inventory/store: inventory rows=0 files=0 handoffs=1",
      ]),
  ]

  static func handoff(_ role: ProcessRole, _ sequence: UInt32) -> Handoff {
    Handoff(
      from: ProcessID(role), sequence: sequence, kind: .stop(RecordingID(UInt16(sequence))),
      writtenAt: Case.epoch)
  }

  @Test("What the engine is told", arguments: stories)
  func told(_ story: Story) { story.check() }

  static let landings: [(String, Case, [(String, Answer)], [String])] = [
    ("inserted", Case(script: []), [], ["40 landed 1 text"]),
    ("refused", Case(script: []), planned(.delivery(.refused(.rejected))), []),
    (
      "unconfirmed, landed", Case(script: []), planned(.delivery(.unconfirmed(landed: true))),
      ["40 landed 1 text"]
    ),
    (
      "unconfirmed, not landed", Case(script: []), planned(.delivery(.unconfirmed(landed: false))),
      []
    ),
    (
      "silent, landed", Case(script: []), planned(.delivery(.silent(landed: true))),
      ["0 landed 1 text"]
    ),
    ("silent, not landed", Case(script: []), planned(.delivery(.silent(landed: false))), []),
    ("never", Case(script: []), planned(.never), []),
    (
      "pasted: the field reads 60 ms later", Case(platform: paste, script: []), [],
      ["100 landed 1 what the person had copied"]
    ),
    (
      "pasted late, after a foreign copy",
      Case(platform: paste, script: [ScriptEntry(.time(.seconds(2)), .copy("theirs"))]),
      [("deliver/r1.a1?reads", .reads(.seconds(3)))],
      ["2000 clipboard 2 theirs by another app", "3040 landed 1 theirs"]
    ),
  ]

  @Test("What is in the field at the end", arguments: 0..<landings.count)
  func landed(place: Int) {
    let (what, theCase, plan, deeds) = Self.landings[place]
    var planned = theCase
    planned.plan = Plan(plan.map { Plan.Entry(KeyPattern(name($0.0)), $0.1) })
    let run = Playback(planned, [Self.deliver])
    #expect(run.deeds == deeds, "\(what)")
    #expect(run.summary.unmatchedPlan.isEmpty, "\(what)")
  }

  @Test("A field that reads late pastes what was given back too early (field report 06)")
  func givenBackTooEarly() {
    let run = Playback(
      Case(
        platform: Self.paste, script: [],
        plan: Plan([
          Plan.Entry(KeyPattern(name("deliver/r1.a1?reads")), .reads(.milliseconds(500)))
        ])),
      [
        .on(.launched, .ask(1, .writeClipboard("text", ifChange: nil))),
        .on(.finished(1), .ask(2, .deliver("text", Target(1)))),
        .on(.finished(2), .ask(3, .restoreClipboard(ifChange: 2))),
      ])
    #expect(
      run.deeds == [
        "5 clipboard 2 text", "50 clipboard 3 what the person had copied",
        "545 landed 1 what the person had copied",
      ])
    #expect(run.summary.end == .milliseconds(545))
  }

  @Test("After a foreign copy it is the foreign text that is given back, not an older one")
  func borrowedAnew() {
    let foreign = When { if case .news(.clipboard) = $0 { true } else { false } }
    let run = Playback(
      Case(script: [ScriptEntry(.time(.seconds(1)), .copy("theirs"))]),
      [
        .on(.launched, .ask(1, .writeClipboard("ours", ifChange: nil))),
        .on(foreign, .ask(2, .writeClipboard("ours again", ifChange: 3))),
        .on(.finished(2), .ask(3, .restoreClipboard(ifChange: 4))),
      ])
    #expect(
      run.deeds == [
        "5 clipboard 2 ours", "1000 clipboard 3 theirs by another app",
        "1005 clipboard 4 ours again", "1010 clipboard 5 theirs",
      ])
  }
}
