public import Contract
public import Simulation

/// What could have been answered instead of the usual, question by question.
///
/// The list is complete by construction: every switch here is over all cases, so that a new kind of
/// answer, or a new way in which an old one goes wrong, does not compile until somebody has said
/// which questions it belongs to. Each unusual behaviour is listed once: where two answers are the
/// same to the world, such as a failed upload and one that reached nobody, only one is here.
public enum Alternatives {
  /// The unusual answers to a question, the least unusual first; none for what is no question that
  /// a plan answers.
  public static func to(_ question: Identity) -> [Answer] {
    switch question.verb {
    case .answer: kinds(of: question.family).flatMap { answers($0, question.family) }
    case .runs: answers(.runs, question.family)
    case .heeds: answers(.heeds, question.family)
    case .reads: answers(.reads, question.family)
    case .object, .issue, .began, .head, .frames, .partial, .open, .frame, .pong, .drained,
      .done, .deadline, .news, .person, .idle, .fault, .landed, .target, .late:
      []
    }
  }

  /// The kinds of answer that a request of a family can get.
  static func kinds(of family: Family) -> [AnswerKind] {
    switch family {
    case .open, .inventory, .quarantine, .store, .tombstone, .purge: [.slow, .never, .store]
    case .space: [.space, .slow, .never, .fails]
    case .create, .append, .close, .validate, .sync, .promote, .remove: [.slow, .never, .file]
    case .capture: [.microphone, .never]
    case .upload: [.slow, .never, .reply]
    case .local, .reset: [.slow, .never, .local]
    // Its settings, which its name does not tell, decide which of the two it is.
    case .cleanup: [.slow, .never, .reply, .local]
    case .deliver: [.slow, .never, .delivery]
    case .export, .clipboard, .restore, .usage, .post: [.slow, .never, .fails]
    case .dial: [.slow, .never, .leg]
    case .none, .launched, .interruption, .route, .mediaReset, .lowSpace, .locked, .background,
      .foreground, .thermal, .focus, .copied, .handoff, .resumed, .stage:
      []
    }
  }

  /// The answers of one kind that a request of a family can get.
  static func answers(_ kind: AnswerKind, _ family: Family) -> [Answer] {
    switch kind {
    case .slow: [.slow(patience(family) + .seconds(2))]
    case .never: [.never]
    case .store: StoreFault.everyOne.filter { isPossible($0, family) }.map { .store($0) }
    case .file: FileFault.everyOne.filter { isPossible($0, family) }.map { .file($0) }
    case .microphone: Microphone.everyOne.map { .microphone($0) }
    case .reply: Reply.everyOne.filter { isPossible($0, family) }.map { .reply($0) }
    case .local: LocalAnswer.everyOne.filter { isPossible($0, family) }.map { .local($0) }
    case .delivery: DeliveryAnswer.everyOne.map { .delivery($0) }
    case .fails: [.fails]
    case .space: [.space(nil), .space(0), .space(1_000_000)]
    case .runs: [.runs(.early), .runs(.never)]
    case .heeds: [.heeds(false)]
    case .leg: LegPlan.everyOne.map { .leg($0) }
    case .reads: [.reads(.seconds(2)), .reads(Budgets.clipboardHold + .seconds(2))]
    }
  }

  /// How long an engine waits for a request of a family: an answer that comes later is late.
  private static func patience(_ family: Family) -> Nanoseconds {
    switch family {
    case .open, .inventory, .quarantine, .space, .store, .tombstone, .purge: Budgets.store
    case .create, .append: Budgets.captureHealth
    case .close: Budgets.close
    case .validate, .sync, .promote, .remove: Budgets.promote
    case .capture: Budgets.finalize
    case .export: Budgets.export
    case .upload: Budgets.request
    case .local: Budgets.localRecognition(samples: 0)
    case .reset: Budgets.reset
    case .cleanup: Budgets.cleanup
    case .deliver, .clipboard, .restore: Budgets.delivery
    case .usage: Budgets.usage
    case .post: Budgets.handoffAge
    case .dial: Budgets.handshake
    case .none, .launched, .interruption, .route, .mediaReset, .lowSpace, .locked,
      .background, .foreground, .thermal, .focus, .copied, .handoff, .resumed, .stage:
      .zero
    }
  }

  /// Whether a store request can go wrong in this way.
  private static func isPossible(_ fault: StoreFault, _ family: Family) -> Bool {
    let isReading = family == .inventory
    switch fault {
    case .io(let told, let landed): return !isReading || (told == .no && !landed)
    case .noSpace: return !isReading
    // A connection can only be suspect once there is one.
    case .suspect: return family != .open && family != .quarantine
    case .busy, .locked, .corrupt: return true
    }
  }

  /// Whether a file request can go wrong in this way.
  private static func isPossible(_ fault: FileFault, _ family: Family) -> Bool {
    let isReading = family == .validate
    switch fault {
    case .io(let told, let landed): return !isReading || (told == .no && !landed)
    case .noSpace(let accepted):
      return family == .append || (accepted == 0 && !isReading && family != .remove)
    case .vanished: return family != .create
    case .unreadable: return family == .close || family == .validate
    case .suspect: return family != .create && family != .remove
    case .locked: return true
    }
  }

  /// Whether a reply makes a difference for a request of a family.
  private static func isPossible(_ reply: Reply, _ family: Family) -> Bool {
    reply.finishReason == Reply().finishReason || family == .cleanup
  }

  /// Whether a request of a family can end in this way.
  private static func isPossible(_ answer: LocalAnswer, _ family: Family) -> Bool {
    switch answer {
    case .failed, .crashed: true
    case .text, .noText: family != .reset
    }
  }
}

/// The kinds of answer, one for each case of `Answer`.
enum AnswerKind: CaseIterable {
  case slow, never, store, file, microphone, reply, local, delivery, fails, space, runs, heeds
  case reads, leg

  init(_ answer: Answer) {
    self =
      switch answer {
      case .slow: .slow
      case .never: .never
      case .store: .store
      case .file: .file
      case .microphone: .microphone
      case .reply: .reply
      case .local: .local
      case .delivery: .delivery
      case .fails: .fails
      case .space: .space
      case .runs: .runs
      case .heeds: .heeds
      case .reads: .reads
      case .leg: .leg
      }
  }
}
