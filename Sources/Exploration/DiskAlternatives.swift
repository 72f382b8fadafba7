internal import Simulation
public import SimulatedDisk

/// What can go wrong with an operation of a disk, in the ways that its program sees at once.
public enum DiskAlternatives {
  /// The faults of one operation, the least unusual first.
  public static func to(_ operation: DiskOperation) -> [DiskFault] {
    kinds(of: operation.verb).flatMap { faults($0, operation) }
  }

  /// The faults from which a disk does not recover; `to` has them too, for one operation alone.
  public static func lasting(_ operation: DiskOperation) -> [DiskFault] {
    var all: [DiskFault] = []
    for kind in [DiskFaultKind.failsBefore, .failsAfter, .noSpace]
    where kinds(of: operation.verb).contains(kind) {
      if let fault = faults(kind, operation).first { all.append(fault) }
    }
    return all
  }

  /// What can happen to an operation of a kind.
  static func kinds(of verb: DiskVerb) -> [DiskFaultKind] {
    switch verb {
    case .write: [.failsBefore, .failsAfter, .noSpace, .short, .stalls]
    // What reads has no effect that a caller could miss.
    case .read: [.failsBefore, .short, .stalls]
    case .open: [.failsBefore, .stalls]
    case .create: [.failsBefore, .failsAfter, .noSpace, .stalls]
    case .truncate, .sync, .directorySync, .rename, .unlink: [.failsBefore, .failsAfter, .stalls]
    }
  }

  private static func faults(_ kind: DiskFaultKind, _ operation: DiskOperation) -> [DiskFault] {
    let half = operation.count / 2
    return switch kind {
    case .failsBefore: [.failsBefore]
    case .failsAfter: [.failsAfter]
    case .noSpace:
      half > 0 ? [.noSpace(accepting: 0), .noSpace(accepting: half)] : [.noSpace(accepting: 0)]
    case .short: half > 0 ? [.short(half), .short(0)] : [.short(0)]
    case .stalls: [.stalls]
    }
  }
}

/// The kinds of fault that a sweep tries.
enum DiskFaultKind: CaseIterable {
  case failsBefore, failsAfter, noSpace, short, stalls
}
