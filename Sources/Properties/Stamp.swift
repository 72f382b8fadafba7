import Contract

/// Where in a trace something stands.
struct Stamp: Sendable {
  /// The index of the record.
  var record = -1
  /// When.
  var at = Moment(monotonic: .zero, wall: .zero)
  /// Its name.
  var identity = Identity(.none)
  /// Whose record it is.
  var process = ProcessID(.app)

  /// The instant on the monotonic clock.
  var now: Nanoseconds { at.monotonic }
}
