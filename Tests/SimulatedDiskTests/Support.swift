import SimulatedDisk

/// Numbers for tests, the same every time.
struct TestNumbers {
  private var state: UInt64
  init(_ seed: UInt64) { state = seed }

  mutating func below(_ bound: Int) -> Int {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return Int((value ^ (value >> 31)) % UInt64(bound))
  }
}

func filled(_ count: Int, _ value: UInt8) -> [UInt8] { [UInt8](repeating: value, count: count) }

extension SimulatedDisk {
  /// Writes and expects nothing unusual.
  @discardableResult
  func put(_ bytes: [UInt8], _ handle: DiskHandle, _ offset: Int) -> WriteResult {
    write(bytes.span, to: handle, at: offset)
  }

  /// The content of a file, or nil if there is none.
  func content(_ name: FileName) -> [UInt8]? {
    guard let size = size(of: name) else { return nil }
    var bytes = [UInt8](repeating: 0xEE, count: size)
    var span = bytes.mutableSpan
    guard inspect(name, at: 0, into: &span) == size else { return nil }
    return bytes
  }
}
