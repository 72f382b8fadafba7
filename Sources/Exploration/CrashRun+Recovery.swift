import Contract
import Properties
import SimulatedDisk
import Simulation
import Storage

// Crashes in the launch that follows a crash.
//
// Two ways lead there. Where power was lost, what did not arrive is gone and the rest is durable: the
// launch begins with nothing pending. Where only the process died, the page cache is as it was: the
// launch sees all that the dead process had issued, and none of it that was pending has reached the
// device. A loss of power in such a launch takes of both lives, by one set of rules.

/// A launch after a first crash, in which a second one comes.
private struct Recovery {
  let first: FirstCrash
  let launch: CrashExplorer.Launch
  /// What is intact of each file that the first crash left, by the number of the file.
  let intact: [(inode: Int, bytes: Int)]
}

/// The judge before a second crash.
private struct SecondMoment {
  var judge: Judge
  /// What the judge knows, as far as promises go.
  var key: UInt64
  var at: Moment
  /// The happening at hand.
  var identity: Identity
  /// Whether somebody relied on something just now, so that the crash comes before the next step.
  var isMark: Bool
}

extension CrashRun {
  /// The process dies at this point, and the power fails in the launch that follows.
  func relaunch(
    _ states: CrashStates, _ fold: CrashRecording.Fold, _ point: Int
  ) throws(SQLiteFailure) {
    guard explorer.options.depth > 1, states.profile != .kill, states.pendingUnits > 0,
      !explorer.isOver
    else { return }
    let shape = Self.pair(states.pendingShape, UInt64(profile))
    var failure: SQLiteFailure?
    _ = states.show(lost: []) { state in
      do throws(SQLiteFailure) {
        try relaunch(FirstCrash(fold: fold, point: point, state: state, keepsPower: true), shape)
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
  }

  private func relaunch(_ first: FirstCrash, _ shape: UInt64) throws(SQLiteFailure) {
    let state = first.state
    guard explorer.relaunched.insert(Self.pair(state.hash, shape)).inserted else { return }
    let (survey, recovered) = try survey(state) { state.size(of: $0) }
    let kind = Self.pair(kind(survey, state, recovered), shape)
    guard explorer.deepened.insert(kind).inserted else { return }
    state.adopt(keepingNumbers: true)
    let launch = try launch(first.fold.aftermath, keepsLog: true)
    var judge = first.fold.judge
    Self.end(first.fold, &judge)
    Self.observe(survey, first.fold, &judge)
    explorer.report.relaunches += 1
    try deepen(first, launch, judge)
  }

  /// What decides which operations a recovery does: the database, the names, and of each file whether
  /// anything is in it and whether it was ended. How long it is decides nothing, so that of recoveries
  /// that differ only in that the first stands for all.
  func kind(_ survey: Survey, _ state: CrashStates, _ recovered: UInt64) -> UInt64 {
    var hash = TraceHash()
    hash.feed(recovered)
    for name in state.names {
      hash.feed(name.packed)
      // Whether something has to be rolled back first.
      if name.role == .journal || name.role == .wal { hash.feed(min(state.size(of: name), 1)) }
    }
    for found in survey.files {
      let isEnded = found.strict == found.byLength
      hash.feed((found.byLength == 0 ? 1 : 0) | (found.strict == 0 ? 2 : 0) | (isEnded ? 4 : 0))
    }
    return hash.value
  }

  /// Crashes in a launch that was just played on the disk.
  ///
  /// - Parameter judge: the judge when it began.
  func deepen(
    _ first: FirstCrash, _ launch: CrashExplorer.Launch, _ judge: Judge
  ) throws(SQLiteFailure) {
    let shared = first.state.afterwards()
    guard shared.steps > 0 else { return }
    let recovery = Recovery(first: first, launch: launch, intact: Self.intact(first.state))
    if first.keepsPower {
      try crash(recovery, CrashStates(shared, after: first.state), judge)
      return
    }
    let own = explorer.options.profiles[profile]
    try crash(recovery, CrashStates(shared, own), judge)
    if own != .kill { try crash(recovery, CrashStates(shared, .kill), judge) }
  }

  private static func intact(_ state: CrashStates) -> [(inode: Int, bytes: Int)] {
    state.names.compactMap { name in
      state.inode(of: name).map { ($0, state.intactBytes(of: name) ?? 0) }
    }
  }

  /// Visits each crash of a launch, and each once more where somebody has relied on something since.
  private func crash(
    _ recovery: Recovery, _ states: CrashStates, _ judge: Judge
  ) throws(SQLiteFailure) {
    states.showsPrefixesOnly = true
    var moment = SecondMoment(
      judge: judge, key: recovery.first.fold.key, at: recovery.first.fold.at,
      identity: Identity(.none), isMark: false)
    for (n, record) in recovery.launch.records.enumerated() {
      moment.at = record.at
      while states.point < recovery.launch.steps[n] {
        states.advance()
        guard states.shared.record(states.point - 1).step.isPersistent else { continue }
        try visit(states, recovery, moment)
      }
      moment.judge.observe(record)
      if case .event = record.what { moment.identity = record.identity }
      guard CrashScribe.isMark(record.what), states.point > 0 else { continue }
      moment.key = Self.pair(moment.key, UInt64(n))
      moment.isMark = true
      try visit(states, recovery, moment)
      moment.isMark = false
    }
  }

  private func visit(
    _ states: CrashStates, _ recovery: Recovery, _ moment: SecondMoment
  ) throws(SQLiteFailure) {
    var failure: SQLiteFailure?
    // What is promised changes at a mark alone.
    states.visit(skipsShown: !moment.isMark) { deep in
      guard failure == nil, !explorer.isOver else { return }
      do throws(SQLiteFailure) {
        try judge(deep, recovery, moment)
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
  }

  private func judge(
    _ deep: CrashStates, _ recovery: Recovery, _ moment: SecondMoment
  ) throws(SQLiteFailure) {
    let image = deep.hash
    if explorer.report.deepImages.insert(image).inserted { explorer.report.hash.feed(image) }
    guard explorer.judgedDeep.insert(Self.pair(image, moment.key)).inserted else { return }
    let (survey, recovered) = try survey(deep) { name in
      let intact = deep.intactBytes(of: name) ?? 0
      guard let inode = deep.inode(of: name),
        let left = recovery.intact.first(where: { $0.inode == inode })
      else { return intact }
      return min(left.bytes, intact)
    }
    var inner = recovery.first.fold
    inner.judge = moment.judge
    inner.at = moment.at
    inner.aftermath.launch = inner.aftermath.launch + .seconds(3600)
    for n in inner.lives.indices {
      let role = inner.lives[n].role
      let boot = inner.lives[n].boot + 1
      inner.aftermath.boots[Int(role.rawValue)] = boot
      inner.lives[n] = ProcessID(role, boot: boot)
    }
    let key = key(survey, deep, recovered, inner.aftermath)
    let isConcluded = !explorer.concluded.insert(Self.question(key, survey, moment.key)).inserted
    if isConcluded, explorer.options.remembers { return }
    if explorer.launches[key] == nil || !explorer.options.remembers {
      deep.adopt()
      explorer.keep(try launch(inner.aftermath, keepsLog: false), key)
    }
    guard let again = explorer.launches[key] else { return }
    var judge = moment.judge
    Self.end(inner, &judge)
    Self.observe(survey, inner, &judge)
    for record in again.records { judge.observe(record) }
    judge.finish()
    noteEnding(again, recovery.first)
    guard judge.findings.count > moment.judge.findings.count else { return }
    let second = secondCrash(deep, recovery.launch, moment)
    note(judge.findings, recovery.first, moment.judge, survey, deep, second: second)
  }

  /// Where in the launch the second crash comes, and what it takes.
  private func secondCrash(
    _ deep: CrashStates, _ launch: CrashExplorer.Launch, _ moment: SecondMoment
  ) -> Crash {
    let losses = Self.losses(deep)
    let step = moment.isMark ? deep.point : deep.point - 1
    guard step < deep.shared.steps else {
      return Crash(.after, IdentityPattern(moment.identity), losses: losses)
    }
    let record = deep.shared.record(step)
    let n = Int(record.request) - 1
    guard let verb = record.verb, n >= 0, n < launch.requests.count else {
      return Crash(.after, IdentityPattern(moment.identity), losses: losses)
    }
    return Crash(
      moment.isMark ? .before : .after, IdentityPattern(launch.requests[n]),
      inside: DiskPoint(record.role, verb, record.ordinal), losses: losses)
  }
}
