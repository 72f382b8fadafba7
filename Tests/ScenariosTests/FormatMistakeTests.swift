import Testing

@testable import Scenarios

/// Every mistake has its place, its code and, where one is near, a suggestion.
@Suite struct `Mistakes in a scenario` {
  /// "S002 did you mean 'x'?" for each diagnostic, with the text that stands at its place.
  private func found(_ text: String) throws -> [String] {
    try load(text).diagnostics.map { diagnostic in
      let line = text.split(separator: "\n", omittingEmptySubsequences: false)[diagnostic.line - 1]
      let rest = line.unicodeScalars.dropFirst(diagnostic.column - 1)
      let here = String(String.UnicodeScalarView(rest.prefix(8)))
      return "\(diagnostic.code.rawValue) at '\(here)': \(diagnostic.hint ?? diagnostic.message)"
    }
  }

  private func only(_ middle: String, _ expected: String) throws {
    let found = try found(scenario(middle))
    #expect(found.count == 1, "\(found)")
    #expect(found.first?.hasPrefix(expected) ?? false, "\(found)")
  }

  @Test(arguments: [
    ("given: {audoi: 5s}", "S002 at 'audoi: 5': did you mean 'audio'?"),
    ("gvien: {}", "S002 at 'gvien: {': did you mean 'given'?"),
    ("given: []", "S003 at '[]': 'given' should be a map"),
    ("given: {provider: grok}", "S004 at 'grok}': did you mean 'groq'?"),
    ("given: {provider: watson}", "S004 at 'watson}': expected one of 'openai', 'groq'"),
    ("given: {settings: {model: 256}}", "S008 at '256}}': 'model' should be from 0 to 255"),
    ("given: {settings: {model: big}}", "S007 at 'big}}': 'big' is none"),
    ("given: {settings: {cleanup: clowd}}", "S004 at 'clowd}}': did you mean 'cloud'?"),
    ("given: {settings: {slot: 2}}", "S019 at '{slot: 2': add 'provider: local'"),
    ("given: {audio: 5}", "S005 at '5}': add a unit"),
    ("given: {audio: [{speech: 5s, quiet: 1s}]}", "S019 at '{speech:': a stretch is one"),
    ("given: {audio: []}", "S015 at '[]}': 'audio' needs at least one"),
    ("given: {focus: 0}", "S016 at '0}': fields are numbered from 1"),
    ("given: {fields: {x: secure}}", "S016 at 'x: secur': fields are numbered from 1"),
    ("given: {fields: {1: secret}}", "S004 at 'secret}}': did you mean 'secure'?"),
    ("given: {limits: {known-body: 25}}", "S006 at '25}}': add a unit"),
    ("given: {live: meting}", "S004 at 'meting}': did you mean 'meeting'?"),
    ("given: {mic: coarse}", "S004 at 'coarse}': expected one of 'usual', 'fine'"),
    ("given: {limits: {leg-queue: 10}}", "S005 at '10}}': add a unit"),
    ("given: {limits: {leg-queue: 0s}}", "S008 at '0s}}': a queue of nothing lets no audio"),
    ("given: {limits: {split-depth: 8}}", "S008 at '8}}': 'split-depth' should be from 0 to 7"),
    ("given: {recognizer: [{when: {}}]}", "S001 at '{when: {': rule has no 'reply'"),
    ("given: {recognizer: [{reply: {status: 600}}]}", "S008 at '600}}]}': 'status' should be"),
    ("given: {recognizer: [{reply: {text: herd}}]}", "S004 at 'herd}}]}': did you mean 'heard'?"),
    ("given: {recognizer: [{reply: {text: hello}}]}", "S004 at 'hello}}]': literal text stands in"),
    (
      "given: {cleanup: [{reply: {breaks: afterhead}}]}",
      "S004 at 'afterhea': did you mean 'after-h"
    ),
    ("given: {cleanup: [{reply: {form: xml}}]}", "S004 at 'xml}}]}': expected one of 'usual'"),
    ("given: {cleanup: [{reply: {form: {}}}]}", "S019 at '{}}}]}': a form in braces"),
    ("given: {recognizer: [{when: {hears: q}, reply: {}}]}", "S016 at 'q}, repl': words are named"),
    ("given: {recognizer: [{when: {hear: w001}, reply: {}}]}", "S002 at 'hear: w0': did you mean"),
    ("given: {recognizer: [{when: {attempt: 0}, reply: {}}]}", "S008 at '0}, repl': 'attempt'"),
    ("given: {recognizer: [{when: {recording: 1}, reply: {}}]}", "S016 at '1}, repl': recordings"),
    ("given: {found: [{file: r1.source}]}", "S001 at '{file: r': found has no 'length'"),
    ("given: {found: [{file: r1.sauce, length: 1s}]}", "S016 at 'r1.sauce': files are named"),
    ("given: {found: [{file: r1.source, row: {}}]}", "S019 at '{file: r': a finding is one of"),
    ("given: {found: [{damaged-row: r2, closed: true}]}", "S019 at 'closed: ': 'closed' does not"),
    ("given: {found: [foreign-fil]}", "S004 at 'foreign-': did you mean 'foreign-file'?"),
    (
      "given: {found: [{row: {recording: r1, state: done}}]}", "S004 at 'done}}]}': expected one of"
    ),
    ("given: {found: [{row: {recording: r0, state: failed}}]}", "S016 at 'r0, stat': recordings"),
    (
      "given: {found: [{handoff: {from: app, recording: r1, kind: text, field: 1}}]}",
      "S001 at '{from: a': handoff has no 'text'"
    ),
  ])
  func `in what is given`(middle: String, expected: String) throws { try only(middle, expected) }

  @Test(arguments: [
    ("person: [{do: stop}]", "S001 at '{do: sto': entry has neither 'at' nor 'after'"),
    ("person: [{at: 0s, after: person 1, do: stop}]", "S019 at 'person 1': entries wait"),
    ("person: [{at: 0s, wait: 1s, do: stop}]", "S019 at '1s, do: ': 'wait' goes with 'after'"),
    ("person: [{at: 0s}]", "S001 at '{at: 0s}': entry has no 'do'"),
    ("person: [{at: 0s, do: sart r1}]", "S004 at 'sart r1}': did you mean 'start'?"),
    ("person: [{at: 0s, do: start}]", "S016 at 'start}]': 'do' lacks a recording"),
    ("person: [{at: 0s, do: start one}]", "S016 at 'start on': recordings are named"),
    ("person: [{at: 0s, do: clear r1}]", "S016 at 'clear r1': 'r1' is too much"),
    ("person: [{at: 0s, do: redeliver r1 2}]", "S016 at 'redelive': 'redeliver' goes"),
    ("person: [{at: 0s, do: stop, text: \"x\"}]", "S019 at 'text: \"x': 'text' means nothing"),
    ("person: [{at: 0s, do: focus 1, by: app}]", "S019 at 'by: app}': 'by' means nothing"),
    ("person: [{at: 0s, do: stop, by: phone}]", "S004 at 'phone}]': expected one of 'app'"),
    ("person: [{at: 0s, do: change}]", "S001 at '{at: 0s,': entry has no 'settings'"),
    ("person: [{at: 0s, do: copy-elsewhere}]", "S001 at '{at: 0s,': entry has no 'text'"),
    ("person: [{at: 0s, do: field 1 shut}]", "S004 at 'field 1 ': expected one of 'plain'"),
    ("person: [{at: 0s, do: wall-step 1}]", "S005 at 'wall-ste': add a unit"),
    ("person: [{at: 0s, do: news}]", "S016 at 'news}]': 'do' lacks a kind of news"),
    ("person: [{at: 0s, do: news thermals}]", "S004 at 'news the': did you mean 'thermal'?"),
    ("person: [{at: 0s, do: news interruption}]", "S016 at 'news int': an interruption"),
    ("person: [{after: \"hed upload/r1.a1/0/t1\", do: stop}]", "S017 at '\"hed upl': did you mean"),
  ])
  func `in what happens`(middle: String, expected: String) throws { try only(middle, expected) }

  @Test(arguments: [
    ("\"upload/r1.a1/0/t1?anser\": never", "S017 at '\"upload/': did you mean 'answer'?"),
    ("\"uplod/r1.a1/0/t1?answer\": never", "S017 at '\"uplod/r': did you mean 'upload'?"),
    ("\"upload/r1/0/t1?answer\": never", "S018 at '\"upload/': it is always of an attempt"),
    ("\"upload/r1.a1/t1?answer\": never", "S018 at '\"upload/': it has a leaf and a try"),
    ("\"upload/r1.a1/0?answer\": never", "S018 at '\"upload/': it has a leaf and a try"),
    ("\"capture/r1.a1?answer\": never", "S018 at '\"capture': it is never of an attempt"),
    ("\"open/r1?answer\": never", "S018 at '\"open/r1': it belongs to no recording"),
    ("\"store/r1.a1?answer\": never", "S018 at '\"store/r': it has a word"),
    ("\"append/r1?answer\": never", "S018 at '\"append/': appends are counted"),
    ("\"close/r1?answer\": never", "S018 at '\"close/r': it has a kind of file"),
    ("\"upload/r1.a1/0/t1\": never", "S018 at '\"upload/': a question ends in ?answer"),
    ("\"upload/r1.a1/0/t1?runs\": early", "S018 at '\"upload/': only store and file"),
    ("\"store/r1.a1/raw?heeds\": no", "S018 at '\"store/r': a cancel reaches long"),
    ("\"upload/r1.a1/0/t1?reads\": 2s", "S018 at '\"upload/': only 'deliver/"),
    ("\"append/r1/1?fault\": never", "S018 at '\"append/': the questions are"),
    ("\"news focus/1\": never", "S018 at '\"news fo': a question ends in"),
    ("\"store/r1.a1/raw?answer\": fails", "S003 at 'fails}': 'answer' should be a map"),
    ("\"store/r1.a1/raw?answer\": {fails: full}", "S004 at 'full}}': expected one of 'io'"),
    ("\"store/r1.a1/raw?answer\": {fails: busy, landed: yes}", "S019 at 'landed: ': 'landed' goes"),
    (
      "\"store/r1.a1/raw?answer\": {fails: io, effect: no, landed: yes}",
      "S019 at 'yes}}': say 'effect: unknown'"
    ),
    ("\"close/r1/partial?answer\": {fails: no-space, accepted: 1s}", "S019 at '1s}}': 'accepted'"),
    ("\"capture/r1?answer\": {lost-at: 1, starves-at: 2}", "S019 at 'starves-': a capture ends"),
    ("\"capture/r1?answer\": {slow: 2s}", "S002 at 'slow: 2s': answer takes 'stop'"),
    ("\"capture/r1?answer\": {zeros: {through: 2}}", "S001 at '{through': zeros has no 'from'"),
    ("\"deliver/r1.a1?answer\": {}", "S019 at '{}}': a delivery is answered"),
    (
      "\"deliver/r1.a1?answer\": {refused: gone}", "S004 at 'gone}}': expected one of 'target-gone'"
    ),
    ("\"deliver/r1.a1?answer\": {silent: {landed: maybe}}", "S004 at 'maybe}}}': expected one of"),
  ])
  func `in the plan`(entry: String, expected: String) throws {
    try only("plan: {\(entry)}", expected)
  }

  @Test(arguments: [
    ("\"upload/r1.a1/0/t1?heeds\": false", "S004 at 'false}': expected one of 'yes', 'no'"),
    ("\"export/r1.a1/0?answer\": failed", "S004 at 'failed}': did you mean 'fails'?"),
    ("\"local/r1.a1?answer\": {says: hello}", "S004 at 'hello}}': literal text stands in quotes"),
    ("\"dial/r1?answer\": never", "S018 at '\"dial/r1': legs are numbered"),
    ("\"dial/r1/2?answer\": never", "S018 at '\"dial/r1': legs are numbered"),
    ("\"dial/r1/leg0?answer\": never", "S017 at '\"dial/r1': did you mean 'leg1'?"),
    ("\"dial/r1.a1/leg2?answer\": never", "S018 at '\"dial/r1': it is never of an attempt"),
    ("\"dial/r1/leg2/3?answer\": never", "S018 at '\"dial/r1': the leg itself has no number"),
    ("\"dial/r1/leg2/raw?answer\": never", "S018 at '\"dial/r1': a leg has a number and no word"),
    ("\"dial/store?answer\": never", "S018 at '\"dial/st': it is of a recording"),
    ("\"dial/r1/leg2?runs\": early", "S018 at '\"dial/r1': only store and file"),
    ("\"dial/r1/leg2?answer\": fails", "S003 at 'fails}': 'answer' should be a map"),
    ("\"dial/r1/leg2?answer\": {status: 402}", "S002 at 'status: ': answer takes 'fails'"),
    ("\"dial/r1/leg2?answer\": {fails: denied}", "S004 at 'denied}}': expected one of 'unreach"),
    ("\"dial/r1/leg2?answer\": {refused: 99}", "S008 at '99}}': 'refused' should be from 100"),
    (
      "\"dial/r1/leg2?answer\": {fails: unreachable, refused: 402}",
      "S019 at 'refused:': a handshake fails in one way"
    ),
    ("\"dial/r1/leg2?answer\": {by: silence}", "S019 at 'silence}': add 'breaks-at: 5s'"),
    (
      "\"dial/r1/leg2?answer\": {breaks-at: 5}",
      "S005 at '5}}': add a unit: ns, us, ms, s, m, h, d, s"
    ),
    (
      "\"dial/r1/leg2?answer\": {breaks-at: 1.5 samples}", "S005 at '1.5 samp': samples are counted"
    ),
    ("\"dial/r1/leg2?answer\": {breaks-at: 19h}", "S008 at '19h}}': 'breaks-at' is longer than"),
    (
      "\"dial/r1/leg2?answer\": {breaks-at: 5s, by: closed}",
      "S004 at 'closed}}': did you mean 'close'"
    ),
    (
      "\"dial/r1/leg2?answer\": {breaks-at: 5s, by: {close: 11}}",
      "S008 at '11}}}': 'close' should be from 1000"
    ),
    (
      "\"dial/r1/leg2?answer\": {breaks-at: 5s, by: {close: 1011, error: 402}}",
      "S019 at '{close: ': a leg breaks in one way"
    ),
    ("\"dial/r1/leg2?answer\": {breaks-at: 5s, by: {}}", "S019 at '{}}}': a leg breaks in one"),
    ("\"dial/r1/leg2?answer\": {speed: fast}", "S016 at 'fast}}': such as 2x"),
    ("\"dial/r1/leg2?answer\": {speed: 1001x}", "S008 at '1001x}}': 'speed' should be from 0"),
    ("\"dial/r1/leg2?answer\": {manners: rude}", "S004 at 'rude}}': expected one of 'repeats"),
    ("\"dial/r1/leg2?answer\": {manners: [junk, jnk]}", "S004 at 'jnk]}}': did you mean 'junk'?"),
    ("\"dial/r1/leg2?answer\": {manners: [junk, junk]}", "S019 at 'junk]}}': this manner is"),
    ("\"dial/r1/leg2?answer\": {manners: []}", "S015 at '[]}}': 'manners' needs at least"),
  ])
  func `in the answers of the plan`(entry: String, expected: String) throws {
    try only("plan: {\(entry)}", expected)
  }

  @Test(arguments: [
    ("schedule: [{hold: done usage/r1}]", "S001 at '{hold: d': hold has no 'until'"),
    ("schedule: [{hold: issue usage/r1, until: person 1}]", "S018 at 'issue us': hold what it"),
    ("schedule: [{hold: usage/r1, until: person 1}]", "S018 at 'usage/r1': it has no verb"),
    ("schedule: [{hold: head usage/r1, until: person 1}]", "S018 at 'head usa': only 'upload/"),
    ("crash: {at: person 1}", "S016 at 'person 1': such as"),
    ("crash: {at: before issue capture/r1}", "S018 at 'before i': say 'after' what it answers"),
    ("crash: {at: after person 1, relaunch: soon}", "S005 at 'soon}': write a number"),
    ("crash: {at: after person 1, role: watch}", "S004 at 'watch}': expected one of 'app'"),
    ("crash: {at: after person 1, lost: [source-0]}", "S016 at 'source-0': such as 'source[0]'"),
    ("crash: {at: in person 1}", "S016 at 'in perso': such as"),
    (
      "crash: {at: after person 1, torn: {\"db[0]\": prefix, \"db[1]\": prefix}}",
      "S019 at '\"db[1]\":': name what else"
    ),
    ("crash: []", "S015 at '[]': 'crash' needs at least one"),
    ("platforms: [macs]", "S021 at 'macs]': did you mean 'macos'?"),
    ("platforms: []", "S015 at '[]': 'platforms' needs"),
    ("store: memory", "S004 at 'memory': expected one of 'disk', 'both'"),
    ("needs: [local-engin]", "S004 at 'local-en': did you mean 'local-engine'?"),
    ("journeys: [dictate-and-get-txt]", "S011 at 'dictate-': did you mean 'dictate-and-get-text'?"),
  ])
  func `in order, death and scope`(middle: String, expected: String) throws {
    try only(middle, expected)
  }

  @Test(arguments: [
    ("{cites: [ATTEMPT.always-ends]}", "S001 at '{cites: ': line has no 'that'"),
    ("{that: x}", "S001 at '{that: x': line has no 'cites'"),
    ("{that: x, cites: []}", "S015 at '[]}': 'cites' needs at least one"),
    ("{that: x., cites: [ATTEMPT.always-ends]}", "S016 at 'x., cite': 'that' is one short"),
    ("{that: x, cites: [ATEMPT.always-ends]}", "S010 at 'ATEMPT.a': did you mean 'ATTEMPT.alw"),
  ])
  func `in a line`(line: String, expected: String) throws {
    let found = try found(scenario("", then: "- \(line)"))
    #expect(found.count == 1 && found[0].hasPrefix(expected), "\(found)")
  }

  @Test(arguments: [
    ("{}", "S012 at '{}}': nothing is expected here"),
    ("{entires: 1}", "S002 at 'entires:': did you mean 'entries'?"),
    ("{state: failed}", "S001 at 'state: f': add 'recording: r1'"),
    ("{recording: r1}", "S001 at 'r1}}': expected one of 'state'"),
    ("{recording: r1, state: faild}", "S004 at 'faild}}': did you mean 'failed'?"),
    ("{recording: r1, state: none, attempt: 1}", "S019 at 'none, at': without an entry"),
    ("{recording: r1, reason: nework}", "S004 at 'nework}}': did you mean 'network'?"),
    ("{recording: r1, says: all-word}", "S004 at 'all-word': did you mean 'all-words'?"),
    ("{recording: r1, says: {words: [w003]}}", "S016 at '[w003]}}': such as [w000, w039]"),
    ("{recording: r1, says: {words: [w003, w001]}}", "S016 at '[w003, w': such as"),
    ("{recording: r1, text: final}", "S004 at 'final}}': expected one of 'raw', 'cleaned'"),
    ("{recording: r1, audio: there}", "S004 at 'there}}': expected one of 'kept', 'gone'"),
    ("{recording: r1, claimed: save}", "S004 at 'save}}': did you mean 'saved'?"),
    ("{count: {of: \"issue upload/r1.*/*/*\"}}", "S001 at '{of: \"is': count has none of"),
    ("{count: {of: issue usage/r1, at-least: 2, at-most: 1}}", "S008 at '{of: iss': no count is"),
    ("{count: {of: issue usage/r1, equals: 1, at-most: 1}}", "S019 at '{of: iss': 'equals' says"),
    ("{never: \"issue upload/r1/*/*\"}", "S018 at '\"issue u': it is always of an attempt"),
    ("{never: \"issue upload/r1.*/*\"}", "S018 at '\"issue u': it has a leaf and a try"),
    ("{never: \"frames upload/r1.*/*/*\"}", "S018 at '\"frames ': only 'capture/r1'"),
    ("{never: \"deadline r1/finalize\"}", "S018 at '\"deadlin': it is always of an attempt"),
    ("{eventually: []}", "S015 at '[]}}': 'eventually' needs"),
    ("{order: [\"person 1\"]}", "S015 at '[\"person': 'order' needs at least 2"),
    ("{within: {from: person 1, to: person 2}}", "S001 at '{from: p': within has neither"),
    ("{shows: {surface: main, indicator: busy, when: never}}", "S004 at 'busy, wh': expected one"),
    ("{shows: {surface: main, indicator: idle, when: always}}", "S004 at 'always}}': expected one"),
    ("{ends: idel}", "S004 at 'idel}}': did you mean 'idle'?"),
    ("{told: storage-fool}", "S004 at 'storage-': did you mean 'storage-full'?"),
    ("{landed: {says: all-words}}", "S001 at '{says: a': landed has no 'field'"),
    ("{clipboard: found}", "S004 at 'found}}': literal text stands in quotes"),
    ("{ignored: person}", "S017 at 'person}}': "),
    ("{ignored: {event: person 1, reason: stale}}", "S004 at 'stale}}}': expected one of"),
    ("{never: frame dial/r1/leg2}", "S018 at 'frame di': they are counted: 'frame dial/r1/leg2/3'"),
    ("{never: pong dial/r1/leg*}", "S018 at 'pong dia': they are counted"),
    ("{never: drained dial/r1}", "S018 at 'drained ': legs are numbered"),
    ("{never: frame upload/r1.a1/0/t1}", "S018 at 'frame up': only a relay's"),
    ("{never: open dial/r1/leg2/1}", "S018 at 'open dia': the leg itself has no number"),
    ("{never: open capture/r1}", "S018 at 'open cap': only a relay's"),
    ("{never: issue dial/r1.a1/leg2}", "S018 at 'issue di': it is never of an attempt"),
    ("{never: deadline r1/redial}", "S018 at 'deadline': it is always of an attempt"),
    ("{never: \"done upload/r1.a1/0/t1#300\"}", "S017 at '\"done up': "),
    ("{live: {}}", "S001 at '{}}}': expected one of 'says', 'has'"),
    ("{live: {recording: r1}}", "S001 at '{recordi': expected one of 'says'"),
    ("{live: {sais: all-words}}", "S002 at 'sais: al': did you mean 'says'?"),
    ("{live: {recording: 1, words: once}}", "S016 at '1, words': recordings are named"),
    ("{live: {words: twice}}", "S004 at 'twice}}}': expected one of 'once', 'at-most-once'"),
    ("{live: {has: [w003]}}", "S016 at '[w003]}}': such as w007 or [w000, w039]"),
    ("{live: {lacks: [w003, w001]}}", "S016 at '[w003, w': such as"),
    ("{live: {discloses: all}}", "S004 at 'all}}}': expected one of 'nothing', 'what-is-lost'"),
    ("{live: {discloses: [w001]}}", "S016 at '[w001]}}': such as"),
    ("{live: {placed-within: 600}}", "S005 at '600}}}': add a unit"),
    ("{typed: {field: 1}}", "S001 at '{field: ': expected one of 'says'"),
    ("{typed: {says: all-words}}", "S001 at '{says: a': typed has no 'field'"),
    ("{typed: {field: 0, says: all-words}}", "S016 at '0, says:': fields are numbered"),
    ("{leg: {number: 2}}", "S001 at '{number:': leg has neither 'offset' nor 'hears-from'"),
    ("{leg: {offset: 10s}}", "S001 at '{offset:': leg has no 'number'"),
    ("{leg: {number: 0, offset: 10s}}", "S008 at '0, offse': 'number' should be from 1"),
    ("{heard: {recording: r1}}", "S001 at '{recordi': heard has neither"),
  ])
  func `in an expectation`(expectation: String, expected: String) throws {
    let line = "- {that: x, cites: [ATTEMPT.always-ends], expect: \(expectation)}"
    let found = try found(scenario("", then: line))
    #expect(found.count == 1 && found[0].hasPrefix(expected), "\(found)")
  }

  @Test func `in the head of the file`() throws {
    #expect(
      try found("format: 2\nid: one\ntitle: A.\nstatus: required\nthen: []\n").map {
        String($0.prefix(4))
      } == ["S001", "S008", "S013", "S016", "S015"])
    #expect(try found("- a\n") == ["S003 at '- a': 'scenario' should be a map, not a list"])
    #expect(try found("").map { String($0.prefix(4)) } == ["F005"])
    let missing = try found("format: 1\n")
    #expect(missing.count == 4, "\(missing)")
  }

  @Test func `a line that no platform reaches, and a platform that no line reaches`() throws {
    let line =
      "- {that: x, cites: [ATTEMPT.always-ends], when-dialect: {delivery: paste}}"
    #expect(
      try found(scenario("platforms: [macos]", then: line)).map { String($0.prefix(4)) }
        == ["S023", "S023"])
    #expect(
      try found(scenario("platforms: [ios, macos]", then: line))
        == ["S023 at '{that: x': name the platforms, or add a line for its dialect"])
    #expect(try found(scenario("platforms: [ios, windows]", then: line)) == [])
    let unknown = "- {that: x, cites: [ATTEMPT.always-ends], when-dialect: {delivery: pasted}}"
    #expect(
      try found(scenario("", then: unknown))
        == ["S004 at 'pasted}}': did you mean 'paste'?"])
  }
}
