#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// How likely a case is to show a defect, from trials that each ran until one did or until they were
/// given up.
///
/// The interval is the exact one for the number of detections in so many cases: each case shows the
/// defect or does not, rarely, and independently of the others.
struct DetectionRate: Hashable, Sendable {
  /// Trials that showed the defect.
  let detections: Int
  /// Cases of all trials together.
  let cases: Int

  /// Detections a case.
  var mean: Double { cases > 0 ? Double(detections) / Double(cases) : 0 }

  /// The interval that holds the truth in 95 of 100 such experiments.
  var interval: (low: Double, high: Double) {
    guard cases > 0 else { return (0, 1) }
    let low = detections == 0 ? 0 : Self.solve { 1 - Self.atMost(detections - 1, $0) - 0.025 }
    let high = Self.solve { 0.025 - Self.atMost(detections, $0) }
    return (low / Double(cases), min(high / Double(cases), 1))
  }

  /// How many cases show the defect with a chance of 999 in 1000, if the truth lies at the low end;
  /// nil if nothing ever showed it.
  var casesForNearCertainty: Double? {
    let low = interval.low
    return low > 0 ? -6.907_755_278_982_137 / log(1 - min(low, 0.999_999)) : nil
  }

  /// The chance of at most so many events where `mean` are expected.
  private static func atMost(_ count: Int, _ mean: Double) -> Double {
    // In logarithms from the largest term, so that no term underflows to nothing too early.
    var term = exp(-mean)
    var sum = term
    var n = 0
    while n < count {
      n += 1
      term *= mean / Double(n)
      sum += term
    }
    return min(sum, 1)
  }

  /// Where a rising function is 0.
  private static func solve(_ rising: (Double) -> Double) -> Double {
    var low = 0.0
    var high = 1.0
    while rising(high) < 0, high < 600 { high *= 2 }
    for _ in 0..<200 {
      let middle = (low + high) / 2
      if rising(middle) < 0 { low = middle } else { high = middle }
    }
    return (low + high) / 2
  }
}
