import Choices
import Contract

// The fields that text goes to, and the clipboard.
//
// Where a platform pastes, `deliver` only asks the field to paste: it reads the clipboard a
// little later, and gets whatever is there by then.

/// Fields and clipboard of a case.
struct TargetState {
  var focus: Target?
  private var fields: [Case.FieldAtStart]
  var clipboard = "what the person had copied"
  var change = 1
  /// What the app found on the clipboard when it wrote to it, for as long as it has not given it
  /// back; whatever it does with it after the person has copied something else is its own doing.
  var borrowed: String?
  /// Whether the content is what the app put there in place of the person's.
  var isBorrowed = false
  /// Pastes whose field has not read the clipboard yet.
  var reads: [PendingRead] = []

  struct PendingRead {
    var at: Int64
    var field: Target
    var identity: Identity
    var process: ProcessID
  }

  /// When the last field reads that is still to read.
  var lastRead: Int64 { reads.reduce(0) { max($0, $1.at) } }

  init(_ theCase: Case) {
    focus = theCase.focus
    fields = theCase.fields
  }

  func nature(of field: Target) -> Field {
    fields.first { $0.target == field }?.field ?? .plain
  }

  mutating func set(_ field: Target, _ nature: Field) {
    fields.removeAll { $0.target == field }
    fields.append(Case.FieldAtStart(field, nature))
  }
}

extension World {
  /// Puts text into a field, or asks it to paste.
  mutating func deliverText(_ text: String, _ field: Target, _ r: Int) -> Outcome {
    switch requests[r].answer {
    case .delivery(.refused(let why)): return .deliveryFailed(why)
    case .delivery(.unconfirmed(let landed)):
      if landed { land(text, field, r) }
      return .landedUnconfirmed
    case .fails: return .deliveryFailed(.rejected)
    case .never, .slow, .store, .file, .microphone, .reply, .local, .delivery, .space, .runs,
      .heeds, .reads, .leg, nil:
      break
    }
    guard target.focus == field else { return .deliveryFailed(.targetChanged) }
    switch target.nature(of: field) {
    case .secure: return .deliveryFailed(.targetSecure)
    case .gone: return .deliveryFailed(.targetGone)
    case .refusing: return .deliveryFailed(.rejected)
    case .plain: break
    }
    land(text, field, r)
    return .delivered
  }

  private mutating func land(_ text: String, _ field: Target, _ r: Int) {
    guard theCase.platform.dialect.delivery == .paste else {
      deeds.append(.landed(field, text))
      return
    }
    var delay = Latency.read
    if case .reads(let longer) = answer(r, .reads) {
      delay = longer.count
    }
    target.reads.append(
      TargetState.PendingRead(
        at: now + delay, field: field, identity: requests[r].object,
        process: processes[requests[r].process].id))
  }

  /// Lets every field read the clipboard that was to read it by now. Nothing is delivered by
  /// that: it only comes true.
  mutating func settleReads(through end: Int64) {
    guard !target.reads.isEmpty else { return }
    var due = target.reads.filter { $0.at <= end }
    guard !due.isEmpty else { return }
    target.reads.removeAll { $0.at <= end }
    due.sort { $0.at != $1.at ? $0.at < $1.at : $0.identity < $1.identity }
    for read in due {
      let at = Moment(monotonic: Nanoseconds(read.at), wall: Nanoseconds(read.at &+ wallOffset))
      observe(
        TraceRecord(
          at: at, identity: read.identity, process: read.process,
          what: .did(.landed(read.field, target.clipboard))))
    }
  }

  /// The app writes to the clipboard.
  mutating func writeClipboard(_ text: String, ifChange: Int?, _ r: Int) -> Outcome {
    if requests[r].answer == .fails { return .failed }
    if let ifChange, ifChange != target.change { return .skipped }
    if !target.isBorrowed { target.borrowed = target.clipboard }
    target.isBorrowed = true
    setClipboard(text, byApp: true)
    return .clipboard(change: target.change)
  }

  /// The app gives back what it found.
  mutating func restoreClipboard(ifChange: Int, _ r: Int) -> Outcome {
    if requests[r].answer == .fails { return .failed }
    guard ifChange == target.change, let earlier = target.borrowed else { return .skipped }
    target.borrowed = nil
    target.isBorrowed = false
    setClipboard(earlier, byApp: true)
    return .clipboard(change: target.change)
  }

  private mutating func setClipboard(_ text: String, byApp: Bool) {
    target.clipboard = text
    target.change += 1
    deeds.append(.clipboard(change: target.change, text, byApp: byApp))
  }

  /// The person copies something in another app.
  mutating func copyElsewhere(_ text: String) {
    target.isBorrowed = false
    setClipboard(text, byApp: false)
    emitDeeds(Identity(.copied), ProcessID(.app))
    for p in processes.indices where processes[p].isRunning {
      bring(.clipboard(change: target.change), to: p)
    }
  }
}
