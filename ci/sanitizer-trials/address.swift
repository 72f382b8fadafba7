// Reads memory that it has given back; `ci/asan` has to see it.
@main enum Trial {
  static func main() {
    let numbers = UnsafeMutablePointer<Int>.allocate(capacity: 4)
    numbers.initialize(repeating: CommandLine.arguments.count, count: 4)
    numbers.deallocate()
    print(numbers[3])
  }
}
