#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// Runs something that reads names in UTF-8 whatever the language of the machine.
///
/// libarchive turns names that an archive marks as UTF-8 into what the thread's locale uses. In the
/// locale with which a program begins, only ASCII would survive. The locale is changed for this
/// thread alone, and nothing here suspends. This function owns the new locale, and its pointer does
/// not outlive it.
func withUTF8Names<Result>(_ body: () -> Result) -> Result {
  let names = ["C.UTF-8", "C.utf8", "en_US.UTF-8"]
  for name in names {
    guard let locale = unsafe newlocale(Int32(1) << LC_CTYPE, name, nil) else { continue }
    let before = unsafe uselocale(locale)
    defer {
      _ = unsafe uselocale(before)
      unsafe freelocale(locale)
    }
    return body()
  }
  return body()
}
