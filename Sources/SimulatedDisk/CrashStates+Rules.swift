extension CrashStates {
  /// Adds what must be lost, too, where something is: so every choice is one that can happen.
  func close() {
    guard mode == .pages || profile != .strict else { return }
    let pending = pending
    let torn = torn.steps
    var isLost = isLost
    self.isLost = []
    defer { self.isLost = isLost }
    if mode == .pages, let only = torn.first {
      // What is torn was being written over its own earlier versions.
      isLost[only] = false
      var before = pending[only].before
      while before >= 0 {
        isLost[before] = false
        before = pending[before].before
      }
    }
    var areNamesOver = false
    var lostData: [Int] = []
    for n in pending.indices {
      let step = pending[n]
      if step.before >= 0, mode == .pages, isLost[step.before] || torn.contains(step.before) {
        isLost[n] = true
      }
      if ordersNames, step.isName || profile.ordersTruncations && step.isTruncation {
        if areNamesOver { isLost[n] = true }
        if isLost[n] { areNamesOver = true }
      }
      guard profile.growsOverData else { continue }
      if case .size(let inode, _, _) = step.step, lostData.contains(inode) { isLost[n] = true }
      if isLost[n], mode == .calls ? step.isLength : step.page != nil {
        lostData.append(step.inode)
      }
    }
  }
}
