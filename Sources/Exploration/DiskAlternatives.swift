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
    var all: [DiskFault] = [.failsBefore]
    if kinds(of: operation.verb).contains(.failsAfter) { all.append(.failsAfter) }
    if kinds(of: operation.verb).contains(.noSpace) { all.append(.noSpace(accepting: 0)) }
    for why in [DiskRefusal.locked, .readOnly] where why.fits(operation.verb) {
      all.append(.refuses(why))
    }
    return all
  }

  /// What can happen to an operation of a kind.
  static func kinds(of verb: DiskVerb) -> [DiskFaultKind] {
    switch verb {
    case .write: [.failsBefore, .failsAfter, .refuses, .noSpace, .short, .stalls]
    // What reads has no effect that a caller could miss.
    case .read: [.failsBefore, .refuses, .short, .stalls, .damages]
    case .open: [.failsBefore, .refuses, .stalls]
    case .create: [.failsBefore, .failsAfter, .refuses, .noSpace, .stalls]
    case .sync: [.failsSync, .failsAfter, .stalls]
    case .truncate, .rename, .unlink: [.failsBefore, .failsAfter, .refuses, .stalls]
    case .directorySync: [.failsBefore, .failsAfter, .stalls]
    }
  }

  private static func faults(_ kind: DiskFaultKind, _ operation: DiskOperation) -> [DiskFault] {
    let half = operation.count / 2
    return switch kind {
    case .failsBefore: [.failsBefore]
    case .failsAfter: [.failsAfter]
    case .refuses:
      DiskRefusal.allCases.filter { $0.fits(operation.verb) }.map { .refuses($0) }
    case .noSpace:
      half > 0 ? [.noSpace(accepting: 0), .noSpace(accepting: half)] : [.noSpace(accepting: 0)]
    case .short: half > 0 ? [.short(half), .short(0)] : [.short(0)]
    case .stalls: [.stalls]
    case .failsSync: [.failsSync(keeps: true), .failsSync(keeps: false)]
    case .damages: [.damages]
    case .silent: []
    }
  }
}

/// The kinds of fault, one or more cases of `DiskFault` each.
enum DiskFaultKind: CaseIterable {
  case failsBefore, failsAfter, refuses, noSpace, short, stalls, failsSync, damages
  /// What a program is not told at once: it takes a crash, or another look, to see it.
  case silent

  init(_ fault: DiskFault) {
    self =
      switch fault {
      case .failsBefore: .failsBefore
      case .failsAfter: .failsAfter
      case .refuses: .refuses
      case .noSpace: .noSpace
      case .short: .short
      case .stalls: .stalls
      case .failsSync: .failsSync
      case .damages: .damages
      case .lies, .leaves, .vanishes, .replaced, .rots, .misreads, .misdirects, .kills: .silent
      }
  }
}
