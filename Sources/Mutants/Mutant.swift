public import Contract
public import ReferenceApp

// Engines that are wrong on purpose: each is one real defect, as a decorator around the good one.
//
// A check that has never been seen to fail is no check (clause SUITE.checks-can-fail). A mutant
// changes what the engine hears or what it says, consistently, so that it breaks the promise it
// is named for before any other.

/// A known defect and the promise that it breaks.
public struct Mutant: Sendable {
  /// Its permanent name, such as `fourth-try`.
  public var name: String
  /// What it does wrong, in one sentence.
  public var title: String
  /// Where the defect comes from.
  public var origin: String
  /// The clause that must be the earliest one to be violated.
  public var clause: ClauseID
  /// Puts it around an engine, which is a good one.
  public var around: @Sendable (App) -> any EngineUnderTest

  /// Makes an engine that has it.
  public var make: @Sendable (ProcessID) -> any EngineUnderTest {
    { [around] _ in around(App()) }
  }

  init(
    _ name: String, _ title: String, origin: String, clause: ClauseID,
    around: @escaping @Sendable (App) -> any EngineUnderTest
  ) {
    self.name = name
    self.title = title
    self.origin = origin
    self.clause = clause
    self.around = around
  }

  /// Every mutant, by name.
  public static let all: [Mutant] = [
    capture, requests, leaves, endings, moreRequests, byTheCatalogue, recorder, historyRows,
    screens, remnants, disk, field,
  ].flatMap(\.self).sorted { $0.name < $1.name }

  /// Every mutant of a live transcript, by name: for cases that have one.
  public static let live: [Mutant] = [
    liveAudio, livePlaces, liveEnds, liveLadders, liveScreens, liveText, liveBeside,
  ].flatMap(\.self).sorted { $0.name < $1.name }
}

/// Ids for requests that a mutant makes itself, far from the engine's own.
struct OwnIDs: Hashable, Sendable {
  private var next: UInt32 = 900_000

  mutating func take() -> EffectID {
    next += 1
    return EffectID(next)
  }
}

/// A request that is open as far as a decorator can see.
struct Seen: Hashable, Sendable {
  var ticket: Ticket
  var request: Request
}

/// The requests that an engine waits for.
struct SeenRequests: Hashable, Sendable {
  private(set) var open: [Seen] = []

  /// Reads what a reaction asks for and takes back.
  mutating func note(_ reaction: Reaction) {
    for effect in reaction.effects {
      switch effect {
      case .request(let ticket, let request): open.append(Seen(ticket: ticket, request: request))
      case .notice(.abandon(let id)): open.removeAll { $0.ticket.effect == id }
      case .notice: break
      }
    }
  }

  /// Forgets a request that is answered, and returns it.
  mutating func finish(_ ticket: Ticket) -> Seen? {
    guard let i = open.firstIndex(where: { $0.ticket.effect == ticket.effect }) else { return nil }
    return open.remove(at: i)
  }

  func find(_ ticket: Ticket) -> Seen? { open.first { $0.ticket.effect == ticket.effect } }
}

extension Reaction {
  /// This reaction and then another one, as one.
  func followed(by next: Reaction) -> Reaction {
    let isIgnored = ignored != nil || effects.isEmpty && deadlines == nil
    return Reaction(
      effects + next.effects, deadlines: next.deadlines ?? deadlines,
      ignored: isIgnored ? next.ignored : nil)
  }
}

extension Request {
  /// The row of a write.
  var row: Row? {
    guard case .store(.write(let row, _)) = self else { return nil }
    return row
  }
}
