import Contract
import Simulation

/// What a scenario changes of every platform that it runs on.
struct PlatformChange: Hashable, Sendable {
  /// The kind of live transcript that the app offers.
  var live = LiveKind.none
  /// The limits that are others than those of the platform, or of its live transcript.
  var limits = LimitChange()

  /// The platform as the scenario plays it.
  func applied(to old: Platform) -> Platform {
    var new = old.offering(live)
    new.limits = limits.applied(to: new.limits)
    return new
  }
}
