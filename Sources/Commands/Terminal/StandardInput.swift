#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Everything that comes on standard input; nil when it is more than so many bytes.
func readStandardInput(atMost limit: Int) -> [UInt8]? {
  var bytes: [UInt8] = []
  var chunk = [UInt8](repeating: 0, count: 1 << 16)
  while true {
    let step = unsafe chunk.withUnsafeMutableBytes { buffer in
      unsafe read(0, buffer.baseAddress, buffer.count)
    }
    if step < 0, errno == EINTR { continue }
    if step <= 0 { return bytes }
    guard bytes.count + step <= limit else { return nil }
    bytes += chunk[..<step]
  }
}
