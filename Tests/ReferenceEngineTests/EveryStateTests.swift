import Contract
import Exploration
import Simulation
import Synchronization
import Testing

@testable import ReferenceEngine

/// Remembers every state that an engine was in.
private final class Recorder: Sendable {
  private let seen = Mutex<(states: [State], known: Set<Engine>, problems: [String])>(([], [], []))

  func note(_ state: State) {
    seen.withLock {
      if $0.known.insert(state.engine).inserted { $0.states.append(state) }
    }
  }

  func complain(_ problems: [String]) { seen.withLock { $0.problems += problems } }

  var states: [State] { seen.withLock { $0.states } }
  var problems: [String] { seen.withLock { $0.problems } }
}

/// The engine, watched.
private struct Watched: EngineUnderTest {
  var engine = Engine()
  let recorder: Recorder
  private var tickets: [Ticket] = []
  private var armed: [Deadline] = []

  init(_ recorder: Recorder) { self.recorder = recorder }

  mutating func handle(_ event: Event, at now: Moment) -> Reaction {
    recorder.note(State(engine: engine, now: now, tickets: tickets, armed: armed))
    let reaction = engine.handle(event, at: now)
    if let deadlines = reaction.deadlines { armed = deadlines }
    for case .request(let ticket, _) in reaction.effects { tickets.append(ticket) }
    recorder.complain(Rules.broken(engine, armed))
    return reaction
  }
}

@Suite("In every state that the engine comes to")
struct EveryStateTests {
  /// Runs a case in the world, and gives every state that its engines were in.
  private func states(of run: FaultRun) -> [State] {
    let recorder = Recorder()
    let result = Stage(engine: { _ in Watched(recorder) }).run(run.theCase)
    #expect(result.verdict == .holds, "\(result.verdict): \(result.findings)")
    #expect(result.unmatched.isEmpty, "\(result.unmatched)")
    #expect(recorder.problems.isEmpty)
    return recorder.states
  }

  @Test(arguments: FaultRun.all)
  func `what does not belong is ignored and leaves the state exactly as it was`(run: FaultRun) {
    let states = states(of: run)
    #expect(states.count > 10)
    for state in states {
      for event in ForeignEvents.strangers(to: state) {
        var engine = state.engine
        let reaction = engine.handle(event, at: state.now)
        let isLaunch = if case .launched = event { true } else { false }
        if isLaunch && state.engine == Engine() { continue }
        if let why = reaction.ignored, reaction == .ignored(why), engine == state.engine {
          continue
        }
        Issue.record("\(event) was not ignored: \(reaction)")
      }
    }
  }

  @Test(arguments: FaultRun.all)
  func `whatever comes, nothing traps and the rules of the exchange hold`(run: FaultRun) {
    for state in states(of: run) where !state.engine.shown.isEmpty {
      let events = ForeignEvents.visitors(to: state)
      #expect(events.count > 50)
      for event in events {
        var engine = state.engine
        let reaction = engine.handle(event, at: state.now)
        if let why = reaction.ignored {
          guard reaction == .ignored(why), engine == state.engine else {
            Issue.record("\(event) was ignored and changed something: \(reaction)")
            continue
          }
        } else {
          let broken = Rules.broken(engine, reaction.deadlines ?? state.armed)
          guard reaction.effects.count <= 64, broken.isEmpty else {
            Issue.record("\(event): \(broken), \(reaction.effects.count) effects")
            continue
          }
        }
      }
    }
  }
}
