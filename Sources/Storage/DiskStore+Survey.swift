public import Contract
public import Simulation
public import SimulatedDisk

extension DiskStore {
  /// Looks at what a crash has left, after taking what a loss of power takes.
  ///
  /// Units that name nothing that was pending are told among the losses, so that an edited case says
  /// what it no longer does. nil where the store keeps no log to take a loss from, or the profile is
  /// unknown.
  public func survey(_ losses: Losses?) -> Survey? {
    // Whoever looks has memory of his own.
    if memory.isOn { DiskProcess.pauseMemory() }
    guard let losses else {
      // The app's own launch is the first to open History, so a copy of it is looked at.
      var survey = Survey(isSound: false)
      Look(mount, habits.database).files(&survey) { disk.size(of: $0) ?? 0 }
      Look.take(view, into: &survey)
      return survey
    }
    guard let profile = DiskProfile(rawValue: losses.profile), disk.log != nil else { return nil }
    let states = CrashStates(CrashStates.Shared(disk), profile)
    for _ in 0..<states.shared.steps { states.advance() }
    var found: Survey?
    let lost = losses.lost.compactMap { CrashUnit($0) }
    let torn = losses.torn.first.flatMap { torn in
      CrashUnit(torn.unit).map { (unit: $0, isPrefix: torn.tear == .prefix) }
    }
    let unmatched = states.show(lost: lost, torn: torn, keeping: true) { state in
      state.adopt()
      var survey = Look(mount, habits.database).survey { state.intactBytes(of: $0) ?? 0 }
      survey.losses = Self.words(state)
      found = survey
      // What was rolled back by looking is there again.
      state.adopt()
    }
    found?.losses += unmatched.map { "\($0) (nothing of that name was pending)" }
    start()
    disk.beginRequest(0, process: process)
    return found
  }

  /// What did not arrive, in the words of a case file.
  public static func words(_ state: CrashStates) -> [String] {
    let (lost, torn) = state.losses()
    var words = lost.map(\.description)
    if let torn { words.append("\(torn.unit) torn (\(torn.isPrefix ? "prefix" : "suffix"))") }
    return words
  }
}

/// Looks at a disk on which nobody runs.
public struct Look {
  let mount: DiskMount
  let settings: DatabaseSettings

  /// Looks at a disk as a launch with these settings finds it.
  public init(_ mount: DiskMount, _ settings: DatabaseSettings) {
    self.mount = mount
    self.settings = settings
  }

  /// All that a survey tells; History is opened on the disk itself, which changes it.
  ///
  /// - Parameter intact: bytes from the start of a file that are what was written.
  public func survey(intact: (FileName) -> Int) -> Survey {
    var survey = Survey(isSound: false)
    files(&survey, intact)
    history(&survey)
    return survey
  }

  /// The sound files; the disk stays as it is.
  public func files(_ survey: inout Survey, _ intact: (FileName) -> Int) {
    files(&survey, mount.disk.names, intact) { audio($0) }
  }

  /// The sound files among some names.
  ///
  /// - Parameter read: what readers make of one; nil where there is none to read.
  public func files(
    _ survey: inout Survey, _ names: [FileName], _ intact: (FileName) -> Int,
    read: (FileName) -> FoundAudio?
  ) {
    for name in names {
      guard let file = name.file, let audio = read(name) else { continue }
      survey.files.append(audio.file(file, intactBytes: intact(name)))
    }
    survey.files.sort {
      ($0.file.recording.rawValue, $0.file.kindOrder)
        < ($1.file.recording.rawValue, $1.file.kindOrder)
    }
  }

  /// What readers make of a sound file; nil where there is none to read. It depends on what is in the
  /// file and on nothing else.
  public func audio(_ name: FileName) -> FoundAudio? {
    InspectedAudio(name, on: mount.disk).map(FoundAudio.init)
  }

  /// History; what was half done is rolled back on the disk.
  public func history(_ survey: inout Survey) {
    Self.take(HistoryView(opening: mount, settings: settings), into: &survey)
  }

  /// Nothing is believed of a database that does not pass its own check.
  static func take(_ view: HistoryView, into survey: inout Survey) {
    survey.isSound = view.isSound
    guard view.isSound else { return }
    survey.rows = view.rows
    survey.damaged = view.damaged
    survey.tombstones = view.tombstones
  }
}

/// What readers make of a sound file, in frames.
public struct FoundAudio: Sendable {
  private let strict: Int
  private let believing: Int
  private let lenient: Int
  private let byLength: Int
  /// Where audio begins, in bytes.
  private let start: Int

  init(_ audio: InspectedAudio) {
    let facts = audio.facts
    let refusals: WaveProblems = [
      .notWave, .noFormat, .otherFormat, .byteRate, .noData, .dataBeyondFile,
    ]
    strict = facts.problems.isDisjoint(with: refusals) ? facts.headerFrames ?? 0 : 0
    believing = audio.frames(for: .appleLike)
    lenient = audio.frames(for: .lenient)
    byLength = facts.frames
    start = facts.dataOffset ?? 44
  }

  /// A file of which so many bytes from its start are what was written.
  func file(_ file: FileRef, intactBytes: Int) -> SurveyedFile {
    SurveyedFile(
      file, strict: strict, believing: believing, lenient: lenient, byLength: byLength,
      intact: max(0, intactBytes - start) / SoundFormat.frameBytes)
  }
}
