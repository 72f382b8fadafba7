import Containers

/// Numbers as people read them.
enum Amount {
  /// Groups of three digits: `40,000`.
  static func count(_ number: Int) -> String { number.grouped }

  /// A number and what it counts: `1 byte`, `2 bytes`.
  static func count(_ number: Int, _ one: String) -> String {
    number == 1 ? "1 \(one)" : "\(count(number)) \(one)s"
  }

  /// A span of time: `0 s`, `0.60 s`, `2 min 3.05 s`, `1 h 2 min 3 s`.
  static func seconds(_ frames: Int, _ rate: Int) -> String {
    guard rate > 0 else { return "\(count(frames, "frame"))" }
    if frames == 0 { return "0 s" }
    var whole = frames / rate
    var hundredths = (frames % rate * 100 + rate / 2) / rate
    if hundredths == 100 {
      whole += 1
      hundredths = 0
    }
    if whole == 0, hundredths == 0 { return "less than 0.01 s" }
    let fraction = "." + (hundredths < 10 ? "0" : "") + "\(hundredths)"
    if whole < 60 { return "\(whole)\(fraction) s" }
    if whole < 3_600 { return "\(whole / 60) min \(whole % 60)\(fraction) s" }
    return "\(count(whole / 3_600)) h \(whole / 60 % 60) min \(whole % 60) s"
  }
}
