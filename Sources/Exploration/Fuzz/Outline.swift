import Contract

/// Folds a run into words: abstract states, and pairs of events that follow each other.
///
/// Only what can be observed counts, so any engine is outlined alike. A state holds rows, pending
/// requests, armed deadlines, screens, microphones and lives of processes; times are left out, and
/// recordings are numbered by their case, so that states of different cases meet.
final class Outline {
  /// The states after each event of the run, without immediate repetitions.
  private(set) var states: [UInt64] = []
  /// Pairs of events of one recording, and of a state and the event it met.
  private(set) var pairs: [UInt64] = []

  private struct Pending {
    var effect: UInt32
    var process: UInt64
    var word: UInt64
  }

  private var rows = [UInt64](repeating: 0, count: 17)
  private var lasts = [UInt64](repeating: 0, count: 17)
  private var microphones: UInt64 = 0
  private var screens = [UInt64](repeating: 0, count: 8)
  private var lives: [UInt64] = [0, 0]
  private var deadlines: [UInt64] = [0, 0]
  private var pending: [Pending] = []
  private var pendingSum: UInt64 = 0
  private var rowSum: UInt64 = 0
  private var screenSum: UInt64 = 0

  /// Begins a new run.
  func begin() {
    states.removeAll(keepingCapacity: true)
    pairs.removeAll(keepingCapacity: true)
    pending.removeAll(keepingCapacity: true)
    for i in rows.indices {
      rows[i] = 0
      lasts[i] = 0
    }
    for i in screens.indices { screens[i] = 0 }
    microphones = 0
    lives = [0, 0]
    deadlines = [0, 0]
    pendingSum = 0
    rowSum = 0
    screenSum = 0
  }

  /// Takes the next record.
  func observe(_ record: TraceRecord) {
    let role = Int(record.process.role.rawValue)
    switch record.what {
    case .event(let event): take(event, record)
    case .effect(.request(let ticket, _)):
      let word = Self.mix(2, Self.kind(record.identity) << 8 | slot(record.identity))
      pending.append(
        Pending(effect: ticket.effect.rawValue, process: record.identity.high & 255, word: word))
      pendingSum &+= word
    case .effect(.notice(let notice)): take(notice, record)
    case .deadlines(let all):
      var sum: UInt64 = 0
      for deadline in all {
        let recording = UInt64(deadline.lease?.recording.rawValue ?? 0)
        sum &+= Self.mix(3, UInt64(deadline.stage.rawValue) << 16 | recording)
      }
      deadlines[role] = sum
    case .did(let deed): take(deed)
    case .process(let change):
      lives[role] = UInt64(change.rawValue) + 1 + UInt64(record.process.boot) << 4
      if change == .killed { bury(record.process) }
    case .ignored, .end: break
    }
  }

  private func slot(_ identity: Identity) -> UInt64 { UInt64(min(identity.recording, 16)) }

  private func bury(_ process: ProcessID) {
    let bits = Identity(.none, process: process).high & 255
    pending.removeAll {
      guard $0.process == bits else { return false }
      pendingSum &-= $0.word
      return true
    }
    deadlines[Int(process.role.rawValue)] = 0
  }

  private func close(_ effect: UInt32, _ process: UInt64) {
    guard
      let place = pending.lastIndex(where: { $0.effect == effect && $0.process == process })
    else { return }
    pendingSum &-= pending[place].word
    pending.swapAt(place, pending.count - 1)
    pending.removeLast()
  }

  private func take(_ event: Event, _ record: TraceRecord) {
    let before = state
    if states.last != before { states.append(before) }
    var recording = slot(record.identity)
    var kind = Self.kind(record.identity)
    switch event {
    case .person(let command):
      kind = kind << 8 | Self.tag(command)
      recording = UInt64(min(Self.recording(of: command), 16))
    case .finished(let ticket, let outcome):
      kind = kind << 8 | Self.tag(outcome)
      close(ticket.effect.rawValue, record.identity.high & 255)
    case .progress, .launched, .news, .deadline: break
    }
    let last = Int(recording)
    pairs.append(Self.mix(Self.mix(5, lasts[last]), kind))
    pairs.append(Self.mix(Self.mix(6, before), kind << 8 | recording))
    lasts[last] = kind
  }

  private func take(_ notice: Notice, _ record: TraceRecord) {
    switch notice {
    case .abandon(let id):
      let process = Identity(.none, process: record.process).high & 255
      close(id.rawValue, process)
    case .show(let surface, let indicator):
      let place = Int(surface.rawValue) & 7
      screenSum &-= screens[place]
      screens[place] = Self.mix(7, UInt64(surface.rawValue) << 8 | UInt64(indicator.rawValue))
      screenSum &+= screens[place]
    case .stop, .cancel, .claim, .claimDeleted, .tell, .leg, .live, .rebuild: break
    }
  }

  private func take(_ deed: Deed) {
    switch deed {
    case .rowWritten(_, let row): set(row.recording, Self.fold(row))
    case .purged(let all): for recording in all { set(recording, 0) }
    case .tombstoned(let all): for one in all { set(one.recording, 1) }
    case .microphone(let recording, let isOn):
      let bit: UInt64 = 1 << UInt64(min(recording.rawValue, 16))
      microphones = isOn ? microphones | bit : microphones & ~bit
    case .refused, .storeOpened, .quarantined, .created, .appended, .closed, .fileDurable, .renamed,
      .removed, .heard, .meant, .askedCleanup, .landed, .clipboard, .usageCounted, .posted,
      .survived, .leg:
      break
    }
  }

  private func set(_ recording: RecordingID, _ word: UInt64) {
    let place = Int(min(recording.rawValue, 16))
    rowSum &-= rows[place]
    rows[place] = word == 0 ? 0 : Self.mix(8 + UInt64(place), word)
    rowSum &+= rows[place]
  }

  private var state: UInt64 {
    let work = rowSum &+ pendingSum &+ screenSum
    let time = deadlines[0] &+ Self.mix(9, deadlines[1])
    let device = (lives[0] << 8) ^ (lives[1] << 20) ^ (microphones << 32)
    return Self.mix(work, time ^ device)
  }

  // MARK: Words

  /// What a row says, without its texts.
  private static func fold(_ row: Row) -> UInt64 {
    var word = UInt64(row.state.rawValue)
    word = word << 5 | UInt64(row.reason.rawValue)
    word = word << 2 | UInt64(row.integrity.rawValue)
    word = word << 2 | UInt64(min(row.attempt, 3))
    word = word << 2 | UInt64(min(row.checkpoint?.leaves ?? 0, 3))
    word = word << 1 | (row.raw == nil ? 0 : 1)
    word = word << 1 | (row.final == nil ? 0 : 1)
    word = word << 3 | UInt64(row.delivery.rawValue)
    return word << 2 | UInt64(row.usage.rawValue) | 1 << 40
  }

  /// Verb, family and word of a name.
  private static func kind(_ identity: Identity) -> UInt64 {
    ((identity.high >> 48) << 8) | ((identity.low >> 16) & 0xFF)
  }

  static func mix(_ a: UInt64, _ b: UInt64) -> UInt64 {
    let product = (a ^ 0xA076_1D64_78BD_642F).multipliedFullWidth(by: b ^ 0xE703_7ED1_A0B4_28DB)
    return product.high ^ product.low
  }

  private static func recording(of command: Command) -> UInt16 {
    switch command {
    case .start(let id), .cancel(let id), .retry(let id), .delete(let id), .copy(let id),
      .redeliver(let id, _), .stop(let id?):
      id.rawValue
    case .stop(nil), .clear, .change: 0
    }
  }

  private static func tag(_ command: Command) -> UInt64 {
    switch command {
    case .start: 1
    case .stop: 2
    case .cancel: 3
    case .retry: 4
    case .delete: 5
    case .clear: 6
    case .change: 7
    case .copy: 8
    case .redeliver: 9
    }
  }

  private static func tag(_ outcome: Outcome) -> UInt64 {
    switch outcome {
    case .cancelled: 1
    case .done: 2
    case .inventory: 3
    case .space: 4
    case .storeFailed(let failure): tag(failure)
    case .appended: 5
    case .facts: 6
    case .fileFailed: 7
    case .captured: 8
    case .captureFailed: 9
    case .exported: 10
    case .exportFailed: 11
    case .body: 12
    case .wireFailed: 13
    case .text: 14
    case .noText: 15
    case .localFailed: 16
    case .delivered: 17
    case .landedUnconfirmed: 18
    case .deliveryFailed: 19
    case .clipboard: 20
    case .skipped: 21
    case .failed: 22
    case .leg(let end): tag(end)
    }
  }

  private static func tag(_ end: LegEnd) -> UInt64 {
    switch end {
    case .closed: 23
    case .refused: 24
    case .unreachable: 25
    }
  }

  private static func tag(_ failure: StoreFailure) -> UInt64 {
    switch failure {
    case .conflict: 30
    case .tombstoned: 31
    case .noSpace: 32
    case .io: 33
    case .busy: 34
    case .locked: 35
    case .corrupt: 36
    case .suspect: 37
    }
  }
}
