import Contract
import Exploration
import JSON
import Journeys
import Storage

/// How the killers are told.
struct KillerText {
  let killers: [Killer]
  let style: Style

  /// The table: what the suite lets pass first, then what nothing can see, then the rest.
  var text: String {
    let beyond = killers.filter(\.isBeyondRun)
    let others = killers.filter { !$0.isBeyondRun }
    let equivalent = others.filter { if case .equivalent = $0.way { true } else { false } }
    let byRun = others.filter { if case .run = $0.way { true } else { false } }
    let width = (killers.map(\.engine.mutantName.count).max() ?? 0) + 2
    func table(_ title: String, _ rows: [Killer]) -> [String] {
      rows.isEmpty ? [] : ["\(title) (\(rows.count))"] + rows.map { line($0, width) } + [""]
    }
    let lines =
      [""] + table("the suite lets pass", beyond) + table("nothing can see", equivalent)
      + table("the suite kills", byRun)
      + [
        "\(killers.count) engines that are wrong on purpose: \(byRun.count) killed by run, "
          + "\(beyond.count) not (\(count(beyond))), \(equivalent.count) equivalent",
        "of those \(beyond.count) the suite is red in another way with "
          + "\(beyond.count { $0.aside != nil }), and green with "
          + "\(beyond.count { $0.aside == nil })",
      ]
    return lines.joined(separator: "\n") + "\n"
  }

  private func count(_ beyond: [Killer]) -> String {
    var counts: [(word: String, count: Int)] = [
      ("crash", 0), ("a kept case", 0), ("fuzz", 0), ("nothing", 0),
    ]
    for one in beyond {
      switch one.way {
      case .crash: counts[0].count += 1
      case .kept: counts[1].count += 1
      case .fuzz: counts[2].count += 1
      case .none: counts[3].count += 1
      case .run, .equivalent: break
      }
    }
    return counts.filter { $0.count > 0 || $0.word == "nothing" }
      .map { "by \($0.word) \($0.count)" }.joined(separator: ", ")
  }

  private func line(_ one: Killer, _ width: Int) -> String {
    let name = one.engine.mutantName
    var text = "  " + name + String(repeating: " ", count: width - name.count) + Self.words(one)
    if let aside = one.aside {
      let which = aside.clause.map { ", \($0)" } ?? ""
      text += "; red in another way: \(aside.inCase)\(which)"
    }
    return one.isUnexplained && style.hasColours ? "\u{1B}[31m\(text)\u{1B}[0m" : text
  }

  /// Who kills it, in words.
  static func words(_ one: Killer) -> String {
    switch one.way {
    case .run(let inCase): return inCase
    case .crash(let kill):
      let reader = kill.reader.map { "audio is short for \($0.rawValue)" } ?? "History is wrong"
      return "only crash, profile \(kill.profile): \(reader)"
    case .kept(let id, let origin): return "only \(id): \(origin)"
    case .fuzz(let cases, let seed, let strategy):
      return "only fuzz, after \(cases) cases of seed \(FuzzSeed.text(seed)): \(strategy.word)"
    case .equivalent(let why): return why.split(whereSeparator: \.isNewline).joined(separator: " ")
    case .none: return "nothing that was tried"
    }
  }

  /// What `--json` writes: a line a mutant.
  var jsonLines: [UInt8] {
    var writer = JSONWriter()
    for one in killers {
      writer.object { writer in
        writer.member("kind", "killer")
        writer.member("engine", one.engine.name)
        if let clause = one.engine.breaks { writer.member("clause", clause.id) }
        Self.write(one.way, &writer)
        if let aside = one.aside {
          writer.member("red_in", aside.inCase)
          if let clause = aside.clause { writer.member("red_with", clause) }
        }
      }
      writer.endLine()
    }
    return writer.bytes
  }

  private static func write(_ way: Killer.Way, _ writer: inout JSONWriter) {
    switch way {
    case .run(let inCase):
      writer.member("by", "run")
      writer.member("case", inCase)
    case .crash(let kill):
      writer.member("by", "crash")
      writer.member("profile", kill.profile)
      if let reader = kill.reader { writer.member("reader", reader.rawValue) }
    case .kept(let id, let origin):
      writer.member("by", "kept")
      writer.member("case", id)
      writer.member("origin", origin)
    case .fuzz(let cases, let seed, let strategy):
      writer.member("by", "fuzz")
      writer.member("cases", cases)
      writer.member("seed", FuzzSeed.text(seed))
      writer.member("strategy", strategy.word)
    case .equivalent(let why):
      writer.member("by", "equivalent")
      writer.member("why", why)
    case .none: writer.member("by", "nothing")
    }
  }
}
