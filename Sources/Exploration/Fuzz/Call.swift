import Contract
import Simulation

/// Another use of the microphone while live text runs: when it takes it, for how long, and what is
/// said about it.
struct Call {
  /// How the microphone behaves.
  let microphone: Microphone
  /// When its beginning is told; nil where nobody announces it.
  private(set) var began: Nanoseconds?
  /// When its end is told; nil where nobody does.
  private(set) var ended: Nanoseconds?
  /// Whether the end comes with a hint that recording may go on.
  let mayResume: Bool
  /// Whether it is longer than a relay waits for a sign.
  let isLong: Bool
  /// How long a recording is that goes on for a while after it, in milliseconds.
  let length: ClosedRange<Int>?

  /// Draws one; nil for a world without.
  init?(_ chance: Chance, _ platform: Platform) {
    guard platform.live != .none, chance.percent(15, .captureLimit, 6) else { return nil }
    // Chunks of a tenth of a second.
    let chunk = chance.number(1...90, .captureLimit, 7)
    // Some are longer than a relay waits for a sign.
    isLong = chance.percent(30, .captureLimit, 15)
    let length: Nanoseconds =
      if isLong {
        chance.time(21_000...30_000, .captureLimit, 16)
      } else {
        chance.percent(40, .captureLimit, 8) ? .zero : chance.time(0...12_000, .captureLimit, 9)
      }
    mayResume = chance.percent(50, .captureLimit, 10)
    microphone = Microphone(takenAt: chunk, takenFor: length)
    let over = chunk * 100 + Int(length.count / 1_000_000)
    self.length =
      isLong || chance.percent(50, .captureLimit, 17) ? over + 4_000...over + 9_000 : nil
    guard isLong || chance.percent(75, .captureLimit, 11) else { return }
    let start =
      Nanoseconds.milliseconds(chunk * 100)
      + (isLong ? .zero : chance.time(0...1_500, .captureLimit, 12))
    began = start
    if isLong || chance.percent(70, .captureLimit, 13) {
      ended = start + length + chance.time(0...1_500, .captureLimit, 14)
    }
  }
}
