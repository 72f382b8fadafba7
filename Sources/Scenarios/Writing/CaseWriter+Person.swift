import Contract
import Simulation

// What happens, line by line.
extension CaseWriter {
  func person() throws(Unsayable) -> [Written] {
    var latest = theCase.settings
    return try theCase.script.map { entry throws(Unsayable) -> Written in
      var entries: [Entry] = []
      switch entry.anchor {
      case .time(let time): entries.append(Entry("at", try .time(time)))
      case .after(let pattern, let wait):
        entries.append(Entry("after", try name(pattern)))
        if wait != .zero { entries.append(Entry("wait", try .time(wait))) }
      }
      return .map(entries + (try action(entry.action, &latest)))
    }
  }

  private func action(
    _ action: Action, _ latest: inout Settings
  ) throws(Unsayable) -> [Entry] {
    switch action {
    case .command(let command, let role):
      return try self.command(command, &latest)
        + (role.map { [Entry("by", .word($0.word))] } ?? [])
    case .news(let news, let role): return try self.news(news) + process(role)
    case .focus(let target): return [deed("focus \(word(target))")]
    case .field(let target, let field): return [deed("field \(target.rawValue) \(field.word)")]
    case .copy(let text): return [deed("copy-elsewhere"), Entry("text", .quoted(text))]
    case .suspend(let role, let time):
      return [deed("suspend " + (try Written.time(time).flow))] + process(role)
    case .wallStep(let time): return [deed("wall-step \(Written.step(time))")]
    case .launch(let role): return [deed("launch")] + process(role)
    case .wait: return [deed("wait")]
    }
  }

  private func deed(_ words: String) -> Entry { Entry("do", .word(words)) }

  private func process(_ role: ProcessRole) -> [Entry] {
    role == .app ? [] : [Entry("process", .word(role.word))]
  }

  private func word(_ target: Target?) -> String { target.map { "\($0.rawValue)" } ?? "none" }

  private func command(
    _ command: Command, _ latest: inout Settings
  ) throws(Unsayable) -> [Entry] {
    switch command {
    case .start(let id): return [deed("start \(id)")]
    case .stop(let id): return [deed("stop" + (id.map { " \($0)" } ?? ""))]
    case .cancel(let id): return [deed("cancel \(id)")]
    case .retry(let id): return [deed("retry \(id)")]
    case .delete(let id): return [deed("delete \(id)")]
    case .clear: return [deed("clear")]
    case .copy(let id): return [deed("copy \(id)")]
    case .redeliver(let id, let target):
      return [deed("redeliver \(id) to \(target.rawValue)")]
    case .change(let settings):
      var changes = self.changes(from: latest, to: settings)
      // A change of nothing still names something, because an empty map reads like a slip.
      if changes.isEmpty { changes = [Entry("model", .number(settings.model))] }
      latest = settings
      return [deed("change"), Entry("settings", .map(changes))]
    }
  }

  private func news(_ news: News) throws(Unsayable) -> [Entry] {
    switch news {
    case .interruption(let began, let mayResume):
      return [
        deed(
          "news interruption \(began ? "began" : "ended")" + (mayResume ? " may-resume" : ""))
      ]
    case .route: return [deed("news route")]
    case .mediaReset: return [deed("news media-reset")]
    case .lowSpace(let bytes):
      return [deed("news low-space " + (try Written.sizeOrUnknown(bytes).flow))]
    case .deviceLocked(let isLocked): return [deed("news \(isLocked ? "locked" : "unlocked")")]
    case .background(let time):
      guard let time else { return [deed("news background")] }
      return [deed("news background " + (try Written.time(time).flow))]
    case .foreground: return [deed("news foreground")]
    case .thermal(let critical): return [deed("news thermal" + (critical ? " critical" : ""))]
    case .focus(let target): return [deed("news focus \(word(target))")]
    case .clipboard(let change): return [deed("news clipboard \(change)")]
    case .resumed(let time): return [deed("news resumed " + (try Written.time(time).flow))]
    case .handoff(let handoff):
      return [deed("news handoff"), Entry("handoff", .map(try self.handoff(handoff)))]
    }
  }
}
