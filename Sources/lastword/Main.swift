import Commands

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

@main
struct Main {
  static func main() {
    exit(Lastword.run(Array(CommandLine.arguments.dropFirst()), .system))
  }
}
