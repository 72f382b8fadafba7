import Choices
public import Contract

/// What a run hands on to the life that follows a crash, beside what is on the disk.
///
/// A crash explorer plays one launch for many crashes. It needs no run before it, only this.
public struct Aftermath: Hashable, Sendable {
  /// When the app is started again, on the clock of the case.
  public var launch: Nanoseconds
  /// What the person had chosen.
  public var settings: Settings
  /// The lives that each role has had, by raw value of the role.
  public var boots: [UInt8]
  /// Hand-offs that lie ready.
  public var handoffs: [Handoff]

  /// Makes what is handed on.
  public init(launch: Nanoseconds, settings: Settings, boots: [UInt8], handoffs: [Handoff]) {
    self.launch = launch
    self.settings = settings
    self.boots = boots
    self.handoffs = handoffs
  }
}

extension Case {
  /// The case in which nothing happens but a launch: the same person, device and servers, and
  /// nothing unusual any more.
  public func launching(at time: Nanoseconds) -> Case {
    var launch = self
    launch.plants = []
    launch.script = [ScriptEntry(.time(time), .wait)]
    launch.plan = .init()
    launch.schedule = []
    launch.crashes = []
    launch.disk = DiskPlan()
    return launch
  }
}
