import Contract
public import Simulation
import SimulatedDisk

/// What has become of an entry of a plan.
struct EntryProgress {
  /// How many operations it has answered.
  var answers: UInt16 = 0
  /// When it answered first.
  var since = Nanoseconds.zero
}

extension DiskStore {
  /// Takes a plan; it holds from the first request on.
  public func follow(_ plan: DiskPlan) {
    self.plan = plan
    progress = Array(repeating: EntryProgress(), count: plan.entries.count)
  }

  /// Sets who is asked where the plan has no answer, before the first request.
  public func ask(_ question: DiskQuestion?) { self.question = question }

  /// From now on the disk does everything it is asked, and has ample space. What it has done stays.
  public func heal() {
    isHealed = true
    disk.fault = nil
    disk.capacity = 1 << 36
    disk.lock = .unlocked
    for quota in plan.quotas { disk.setQuota(nil, for: quota.role) }
    endVisit()
  }

  /// The entries of the plan that have answered, by place.
  public var usedDiskEntries: [Int] { progress.indices.filter { progress[$0].answers > 0 } }

  /// What happens to an operation: the first entry of the plan that fits it, else what is said by
  /// whoever is asked.
  func answer(_ operation: DiskOperation) -> DiskFault? {
    guard let request else { return nil }
    for i in plan.entries.indices where isDue(i, operation, request) {
      if progress[i].answers == 0 { progress[i].since = now }
      if progress[i].answers < .max { progress[i].answers += 1 }
      return plan.entries[i].fault
    }
    return question?(request, operation)
  }

  private func isDue(_ i: Int, _ operation: DiskOperation, _ request: Identity) -> Bool {
    let entry = plan.entries[i]
    let hasBegun = progress[i].answers > 0
    switch entry.lasts {
    case .onwards where hasBegun: return entry.fault.fits(operation.verb)
    case .during(let time) where hasBegun:
      return now - progress[i].since < time && entry.fault.fits(operation.verb)
    case .once where hasBegun: return false
    case .times(let count) where progress[i].answers >= count: return false
    case .eachTime, .once, .times, .onwards, .during:
      return entry.point.matches(operation) && entry.request.matches(request)
    }
  }
}
