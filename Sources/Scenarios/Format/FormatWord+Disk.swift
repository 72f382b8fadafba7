import SimulatedDisk
import Simulation

// Words for what a disk does.

extension ProtectionClass: FormatWord {
  var word: String {
    switch self {
    case .never: "never"
    case .untilFirstUnlock: "until-first-unlock"
    case .completeUnlessOpen: "complete-unless-open"
    case .complete: "complete"
    }
  }
}

extension DiskPlan.Visit.Hold: FormatWord {
  var word: String {
    switch self {
    case .reserved: "reserved"
    case .exclusive: "exclusive"
    }
  }
}

/// What an operation of a disk does instead of what it was asked. A death is said as a crash.
enum DiskDeed: FormatWord {
  case fails, failsAfter, stalls, noSpace, short, leaves, locked, busy, readOnly, exists
  case nameTooLong, syncFailsKeeps, syncFailsReverts, lies, vanishes, replaced, rots, misreads
  case badSector, misdirects

  var word: String {
    switch self {
    case .fails: "fails"
    case .failsAfter: "fails-after"
    case .stalls: "stalls"
    case .noSpace: "no-space"
    case .short: "short"
    case .leaves: "leaves"
    case .locked: "locked"
    case .busy: "busy"
    case .readOnly: "read-only"
    case .exists: "exists"
    case .nameTooLong: "name-too-long"
    case .syncFailsKeeps: "sync-fails-keeps"
    case .syncFailsReverts: "sync-fails-reverts"
    case .lies: "lies"
    case .vanishes: "vanishes"
    case .replaced: "replaced"
    case .rots: "rots"
    case .misreads: "misreads"
    case .badSector: "bad-sector"
    case .misdirects: "misdirects"
    }
  }

  /// Whether it says how many bytes.
  var takesBytes: Bool {
    switch self {
    case .noSpace, .short, .leaves: true
    case .fails, .failsAfter, .stalls, .locked, .busy, .readOnly, .exists, .nameTooLong,
      .syncFailsKeeps, .syncFailsReverts, .lies, .vanishes, .replaced, .rots, .misreads,
      .badSector, .misdirects:
      false
    }
  }

  /// The disk's own name for it.
  func fault(_ bytes: Int) -> DiskFault {
    switch self {
    case .fails: .failsBefore
    case .failsAfter: .failsAfter
    case .stalls: .stalls
    case .noSpace: .noSpace(accepting: bytes)
    case .short: .short(bytes)
    case .leaves: .leaves(bytes)
    case .locked: .refuses(.locked)
    case .busy: .refuses(.busy)
    case .readOnly: .refuses(.readOnly)
    case .exists: .refuses(.exists)
    case .nameTooLong: .refuses(.nameTooLong)
    case .syncFailsKeeps: .failsSync(keeps: true)
    case .syncFailsReverts: .failsSync(keeps: false)
    case .lies: .lies
    case .vanishes: .vanishes
    case .replaced: .replaced
    case .rots: .rots
    case .misreads: .misreads
    case .badSector: .damages
    case .misdirects: .misdirects
    }
  }
}
