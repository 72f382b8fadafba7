import Contract
import Properties
import SimulatedDisk
import Simulation
import Storage

/// A crash of a recording: the first of those that may come.
struct FirstCrash {
  /// The judge before it.
  let fold: CrashRecording.Fold
  /// Steps of the disk that had happened.
  let point: Int
  /// What it leaves; valid while that state is visited.
  let state: CrashStates
  /// Whether only a process died, under a profile in which power can be lost: nothing is lost yet, and
  /// what was pending is pending in the launch that follows.
  var keepsPower = false
}

/// One profile of one recording.
struct CrashRun {
  let explorer: CrashExplorer
  let recording: CrashRecording
  let id: String
  let profile: Int
  private let look: Look

  init(_ explorer: CrashExplorer, _ recording: CrashRecording, id: String, profile: Int) {
    self.explorer = explorer
    self.recording = recording
    self.id = id
    self.profile = profile
    look = Look(recording.store.mount, explorer.options.habits.database)
  }

  /// Explores all crashes.
  ///
  /// - Returns: whether some point had more states than may be shown.
  func explore() throws(SQLiteFailure) -> Bool {
    let states = CrashStates(recording.shared, explorer.options.profiles[profile])
    states.limit = explorer.options.limit
    var failure: SQLiteFailure?
    for fold in recording.folds where !explorer.isOver {
      // What was shown before was judged by other promises.
      var isFirst = true
      for point in fold.points {
        while states.point < point { states.advance() }
        guard fold.isMark || isCrashPoint(point) else { continue }
        states.visit(skipsShown: !isFirst) { state in
          guard failure == nil, !explorer.isOver else { return }
          do throws(SQLiteFailure) {
            try judge(state, fold, point)
          } catch {
            failure = error
          }
        }
        if let failure { throw failure }
        isFirst = false
        try relaunch(states, fold, point)
      }
    }
    explorer.report.profiles[profile].counts.raw += states.raw
    explorer.report.profiles[profile].counts.capped += states.capsHit
    explorer.report.hash.feed(states.raw)
    return states.capsHit > 0
  }

  /// A crash between the steps of one call, or after a step that changed nothing, shows nothing new.
  private func isCrashPoint(_ point: Int) -> Bool {
    let last = recording.shared.record(point - 1)
    // What somebody else did to the disk is told at once, with nothing in between.
    guard last.verb != nil, last.step.isPersistent else { return false }
    return recording.shared.endsCall(point - 1)
  }

  // MARK: one image, one fold

  private func judge(
    _ state: CrashStates, _ fold: CrashRecording.Fold, _ point: Int
  ) throws(SQLiteFailure) {
    let image = state.hash
    if explorer.report.images.insert(image).inserted {
      explorer.report.profiles[profile].counts.new += 1
      explorer.report.firsts[profile].append(image)
      explorer.report.hash.feed(image)
    }
    guard explorer.judged.insert(Self.pair(image, fold.key)).inserted else { return }
    explorer.report.profiles[profile].counts.judged += 1
    let (survey, recovered) = try survey(state) { state.intactBytes(of: $0) ?? 0 }
    let key = key(survey, state, recovered, fold.aftermath)
    let isKind =
      explorer.options.depth > 1
      && explorer.deepened.insert(kind(survey, state, recovered)).inserted
    let isNew = explorer.launches[key] == nil || !explorer.options.remembers || isKind
    if isNew {
      state.adopt()
      explorer.keep(try launch(fold.aftermath, keepsLog: explorer.options.depth > 1), key)
    }
    let isConcluded = !explorer.concluded.insert(Self.question(key, survey, fold.key)).inserted
    if isConcluded, explorer.options.remembers, !isNew { return }
    guard let launch = explorer.launches[key] else { return }
    var judge = fold.judge
    Self.end(fold, &judge)
    Self.observe(survey, fold, &judge)
    let after = judge
    for record in launch.records { judge.observe(record) }
    judge.finish()
    let first = FirstCrash(fold: fold, point: point, state: state)
    if judge.findings.count > fold.judge.findings.count {
      note(judge.findings, first, fold.judge, survey, second: nil)
    }
    noteEnding(launch, first)
    guard isKind else { return }
    explorer.report.recoveries += 1
    try deepen(first, launch, after)
  }

  /// What is there, by memory where that is possible.
  func survey(
    _ state: CrashStates, _ intact: (FileName) -> Int
  ) throws(SQLiteFailure) -> (Survey, recovered: UInt64) {
    let key = state.databaseHash
    if explorer.options.remembers, let known = explorer.databases[key] {
      var survey = explorer.contents[known.content]
      var isLaid = false
      look.files(&survey, state.names, intact) { name in
        guard let content = state.content(of: name) else { return nil }
        if let known = explorer.audio[content] { return known }
        if !isLaid { state.adopt() }
        isLaid = true
        let audio = look.audio(name)
        explorer.audio[content] = audio
        return audio
      }
      return (survey, known.recovered)
    }
    state.adopt()
    var survey = Survey(isSound: false)
    look.files(&survey, intact)
    var database = Survey(isSound: false)
    try DiskProcess.reseed(1)
    look.history(&database)
    explorer.report.databases += 1
    // A journal that SQLite left alone is one that it did not find worth reading.
    let recovered = recording.store.disk.contentHash { $0 == .db || $0 == .wal }
    explorer.databases[key] = CrashExplorer.Database(
      recovered: recovered, content: explorer.keep(database, recovered))
    let files = survey.files
    survey = database
    survey.files = files
    return (survey, recovered)
  }

  func launch(
    _ aftermath: Aftermath, keepsLog: Bool
  ) throws(SQLiteFailure) -> CrashExplorer.Launch {
    let store = try DiskStore(
      relaunchingOn: recording.store.mount, keepsLog: keepsLog, habits: explorer.options.habits)
    defer { store.retire() }
    explorer.report.launches += 1
    var launch = CrashExplorer.Launch(records: [], steps: [], requests: [], verdict: .holds)
    var world = World(
      recording.theCase.launching(at: aftermath.launch), store: store, engine: explorer.engine,
      after: aftermath
    ) { record in
      launch.records.append(record)
      if keepsLog { launch.steps.append(store.disk.log?.records.count ?? 0) }
    }
    launch.verdict = Stage.verdict(world.run(), [])
    launch.requests = store.requestNames
    return launch
  }

  // MARK: telling the judge

  static func end(_ fold: CrashRecording.Fold, _ judge: inout Judge) {
    for life in fold.lives {
      judge.observe(
        TraceRecord(
          at: fold.at, identity: Identity(.none, process: life), process: life,
          what: .process(.killed)))
    }
  }

  static func observe(
    _ survey: Survey, _ fold: CrashRecording.Fold, _ judge: inout Judge
  ) {
    let life = fold.lives.first { $0.role == .app } ?? ProcessID(.app, boot: 1)
    judge.observe(
      TraceRecord(
        at: fold.at, identity: Identity(.none, process: life), process: life,
        what: .did(.survived(survey))))
  }

  // MARK: findings

  /// Notes what a judge found beyond what was known before the crash.
  ///
  /// - Parameter before: the judge at that time.
  func note(
    _ findings: [Finding], _ first: FirstCrash, _ before: Judge, _ survey: Survey,
    _ state: CrashStates? = nil, second: Crash?
  ) {
    let known = before.findings
    for finding in findings where finding.clause.level == .must {
      let isOld = known.contains {
        $0.clause == finding.clause && $0.recording == finding.recording
      }
      guard !isOld, explorer.found.insert("\(id) \(finding.clause)").inserted else { continue }
      let crash = crash(first)
      var survey = survey
      survey.losses = DiskStore.words(state ?? first.state)
      explorer.report.findings.append(
        CrashFinding(
          caseID: id, profile: explorer.options.profiles[profile], finding: finding, crash: crash,
          second: second, survey: survey))
    }
  }

  /// Notes a launch after a crash that did not come to its end, once for each case.
  func noteEnding(_ launch: CrashExplorer.Launch, _ first: FirstCrash) {
    guard launch.verdict != .holds, explorer.found.insert("\(id) \(launch.verdict)").inserted else {
      return
    }
    explorer.report.launchesUnended.append(
      CrashReport.Ended(
        caseID: id, verdict: launch.verdict, crash: crash(first), finding: nil))
  }

  private func crash(_ first: FirstCrash) -> Crash {
    var crash = recording.crash(after: first.point, isMark: first.fold.isMark, first.fold)
    if !first.keepsPower { crash.losses = Self.losses(first.state) }
    return crash
  }

  static func losses(_ state: CrashStates) -> Losses? {
    guard state.profile != .kill else { return nil }
    let (lost, torn) = state.losses()
    return Losses(
      profile: state.profile.rawValue, lost: lost.map(\.description),
      torn: torn.map { [Losses.Torn($0.unit.description, $0.isPrefix ? .prefix : .suffix)] } ?? [])
  }

  // MARK: keys

  static func pair(_ a: UInt64, _ b: UInt64) -> UInt64 {
    var hash = TraceHash()
    hash.feed(a)
    hash.feed(b)
    return hash.value
  }

  /// All that a launch can depend on.
  func key(
    _ survey: Survey, _ state: CrashStates, _ recovered: UInt64, _ aftermath: Aftermath
  ) -> UInt64 {
    var hash = TraceHash()
    hash.feed(recovered)
    for name in state.names {
      hash.feed(name.packed)
      if name.role != .db, name.role != .journal, name.role != .wal {
        hash.feed(state.size(of: name))
      }
    }
    for found in survey.files {
      hash.feed(UInt64(found.file.recording.rawValue))
      switch found.file.kind {
      case .partial: hash.feed(1 as UInt64)
      case .source: hash.feed(2 as UInt64)
      case .leaf(let n): hash.feed(UInt64(n) << 8 | 3)
      }
      for n in [found.strict, found.believing, found.lenient, found.byLength] { hash.feed(n) }
    }
    // What the launch is told, as the records that would tell it.
    let platform = recording.theCase.platform
    for (role, boot) in zip([ProcessRole.app, .keyboard], aftermath.boots) {
      let process = ProcessID(role, boot: boot)
      tell(
        .event(
          .launched(
            Launch(
              process: process, dialect: platform.dialect, settings: aftermath.settings,
              limits: platform.limits))), process, aftermath, &hash)
      tell(.event(.news(.focus(recording.theCase.focus))), process, aftermath, &hash)
      for handoff in aftermath.handoffs { tell(.did(.posted(handoff)), process, aftermath, &hash) }
    }
    hash.feed(platform.hasKeyboard ? 1 : 0 as UInt64)
    return hash.value
  }

  /// All that a verdict can depend on: what a launch does, what else is found, what was promised.
  static func question(_ launch: UInt64, _ survey: Survey, _ promised: UInt64) -> UInt64 {
    var hash = TraceHash()
    hash.feed(launch)
    hash.feed(promised)
    hash.feed(survey.isSound ? 1 : 0 as UInt64)
    for found in survey.files { hash.feed(found.intact) }
    return hash.value
  }

  private func tell(
    _ what: Happening, _ process: ProcessID, _ aftermath: Aftermath, _ hash: inout TraceHash
  ) {
    hash.feed(
      TraceRecord(
        at: Moment(monotonic: aftermath.launch, wall: aftermath.launch),
        identity: Identity(.launched, process: process), process: process, what: what))
  }
}
