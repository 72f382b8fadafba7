import Contract
import Simulation

/// What can happen in a world that no request asks for: what the person does and what becomes of
/// the device. Each is a class of its own in every swarm.
enum Spice: Int, CaseIterable {
  case stop = 1
  case cancel, retry, retryTwice, delete, clear, change, copy, redeliver
  case focus, field, copiedElsewhere, suspend, wallStep, launch
  case interruption, route, mediaReset, lowSpace, locked, background, thermal
  /// What cases add to a world.
  case start, moment, crashApp, crashKeyboard, crashTwice, permanent, held, planted, comeback

  /// Those that a world's script is made from, beside starts and stops.
  static let scripted: [Spice] = [
    .cancel, .retry, .retryTwice, .delete, .clear, .change, .copy, .redeliver, .focus, .field,
    .copiedElsewhere, .suspend, .wallStep, .launch, .interruption, .route, .mediaReset, .lowSpace,
    .locked, .background, .thermal,
  ]

  /// The word in reports.
  var word: String {
    switch self {
    case .stop: "stop"
    case .cancel: "cancel"
    case .retry: "retry"
    case .retryTwice: "retry twice"
    case .delete: "delete"
    case .clear: "clear"
    case .change: "change settings"
    case .copy: "copy"
    case .redeliver: "redeliver"
    case .focus: "focus moves"
    case .field: "field changes"
    case .copiedElsewhere: "copied elsewhere"
    case .suspend: "suspend"
    case .wallStep: "wall clock steps"
    case .launch: "launch"
    case .interruption: "interruption"
    case .route: "route changes"
    case .mediaReset: "media reset"
    case .lowSpace: "low space"
    case .locked: "device locked"
    case .background: "background"
    case .thermal: "hot"
    case .start: "start"
    case .moment: "at an identity"
    case .crashApp: "app dies"
    case .crashKeyboard: "keyboard dies"
    case .crashTwice: "app dies twice"
    case .permanent: "fault for good"
    case .held: "order not natural"
    case .planted: "earlier life"
    case .comeback: "comes back later"
    }
  }

  /// What an entry of a script is; nil for one that only waits.
  init?(_ action: Action) {
    switch action {
    case .command(let command, _): self.init(command)
    case .news(let news, _):
      guard let known = Spice(news) else { return nil }
      self = known
    case .focus: self = .focus
    case .field: self = .field
    case .copy: self = .copiedElsewhere
    case .suspend: self = .suspend
    case .wallStep: self = .wallStep
    case .launch: self = .launch
    case .wait: return nil
    }
  }

  private init(_ command: Command) {
    self =
      switch command {
      case .start: .start
      case .stop: .stop
      case .cancel: .cancel
      case .retry: .retry
      case .delete: .delete
      case .clear: .clear
      case .change: .change
      case .copy: .copy
      case .redeliver: .redeliver
      }
  }

  private init?(_ news: News) {
    switch news {
    case .interruption: self = .interruption
    case .route: self = .route
    case .mediaReset: self = .mediaReset
    case .lowSpace: self = .lowSpace
    case .deviceLocked: self = .locked
    case .background, .foreground: self = .background
    case .thermal: self = .thermal
    case .focus: self = .focus
    case .clipboard, .handoff, .resumed: return nil
    }
  }
}
