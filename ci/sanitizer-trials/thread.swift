// Two threads count without asking each other; `ci/tsan` has to see it.
import Glibc

nonisolated(unsafe) var shared = 0

func count() {
  for _ in 0..<1000 { shared += 1 }
}

@main enum Trial {
  static func main() {
    var other = pthread_t()
    let counting: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { _ in
      count()
      return nil
    }
    guard pthread_create(&other, nil, counting, nil) == 0 else { return }
    count()
    pthread_join(other, nil)
    print(shared)
  }
}
