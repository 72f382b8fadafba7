import Choices
import Contract
import Simulation

/// Says a case in the words of the format, part by part. What has no words is an error.
struct CaseWriter {
  typealias Entry = Written.Entry

  let theCase: Case
  /// What the registry says of the platform, so that only what differs is said.
  let platform: Platform

  /// Says everything that decides a run but the platform, which stands beside it.
  func entries() throws(Unsayable) -> [Entry] {
    var entries: [Entry] = []
    let given = try self.given()
    if !given.isEmpty { entries.append(Entry("given", .map(given))) }
    entries.append(Entry("person", .list(try person(), isBlock: true)))
    let plan = try self.plan()
    if !plan.isEmpty { entries.append(Entry("plan", .map(plan, isBlock: true))) }
    if !theCase.schedule.isEmpty {
      entries.append(Entry("schedule", .list(try schedule(), isBlock: true)))
    }
    let crashes = try self.crashes()
    if crashes.count == 1 {
      entries.append(Entry("crash", crashes[0]))
    } else if !crashes.isEmpty {
      entries.append(Entry("crash", .list(crashes, isBlock: true)))
    }
    return entries
  }

  // MARK: Names

  /// A name, in quotes.
  func name(_ pattern: IdentityPattern) throws(Unsayable) -> Written {
    .quoted(try spelling(pattern))
  }

  func spelling(_ pattern: IdentityPattern) throws(Unsayable) -> String {
    if let text = pattern.spelling { return text }
    throw Unsayable("no spelling leaves open just what is left open in '\(pattern.value)'")
  }

  /// A file.
  func file(_ file: FileRef) -> Written {
    switch file.kind {
    case .partial: .word("\(file.recording).partial")
    case .source: .word("\(file.recording).source")
    case .leaf(let n): .word("\(file.recording).leaf.\(n)")
    }
  }

  // MARK: Order

  private func schedule() throws(Unsayable) -> [Written] {
    try theCase.schedule.map { hold throws(Unsayable) -> Written in
      .map([
        Entry("hold", try name(hold.hold.names)), Entry("until", try name(hold.until.names)),
      ])
    }
  }

  private func crashes() throws(Unsayable) -> [Written] {
    try theCase.crashes.map { crash throws(Unsayable) -> Written in try self.crash(crash) }
  }

  /// One crash.
  func crash(_ crash: Crash) throws(Unsayable) -> Written {
    var entries: [Entry] = []
    if let point = crash.inside {
      let place = try diskObject(crash.at)
      entries.append(Entry("at", .quoted("in \(place)/\(point)")))
      entries.append(Entry("when", .word(crash.side.word)))
    } else {
      let at = try spelling(crash.at)
      entries.append(Entry("at", .quoted("\(crash.side.word) \(at)")))
    }
    if let losses = crash.losses {
      entries.append(Entry("kind", .word(CrashKind.power.word)))
      entries.append(Entry("profile", .word(losses.profile)))
      if !losses.lost.isEmpty {
        entries.append(Entry("lost", .list(losses.lost.map { .quoted($0) })))
      }
      if !losses.torn.isEmpty {
        entries.append(
          Entry("torn", .map(losses.torn.map { Entry($0.unit, .word($0.tear.word)) })))
      }
    }
    if crash.role != .app { entries.append(Entry("role", .word(crash.role.word))) }
    guard let relaunch = crash.relaunch else {
      entries.append(Entry("relaunch", .word("never")))
      return .map(entries)
    }
    if relaunch != .seconds(1) { entries.append(Entry("relaunch", try .time(relaunch))) }
    return .map(entries)
  }

  /// `disk/store/r1.a1/raw`, with its process in front where it has one; `disk/*` for any.
  func diskObject(_ request: IdentityPattern) throws(Unsayable) -> String {
    if request == .all { return "disk/*" }
    let text = try spelling(request)
    guard let colon = text.firstIndex(of: ":") else { return "disk/" + text }
    let rest = text[text.index(after: colon)...].drop { $0 == " " }
    return text[...colon] + " disk/" + rest
  }
}
