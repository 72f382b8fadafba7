import Contract
import Exploration
import Journeys

/// Shares the blocks of a run between processes of this same program.
///
/// Every process takes each n-th block and tells what came of it. Blocks are added up in the order
/// of their numbers, whoever was first, so that the sum is that of one process alone.
struct FuzzJobs {
  let program: String
  /// What each of them is told beside its part.
  let arguments: [String]
  let count: Int

  /// Runs everything and adds it up.
  ///
  /// - Throws: a process that did not start, spoke nonsense or broke.
  func run(
    into result: inout FuzzResult, _ console: Console, progress: (FuzzResult) -> Void
  ) throws(Refusal) {
    var children: [Child?] = []
    for n in 1...count {
      let (child, reason) = Child.start(program, arguments + ["--shard", "\(n)/\(count)"])
      guard let child else {
        for case let running? in children { running.interrupt(); _ = running.end() }
        throw Refusal(
          "no-process", "another process cannot be started: \(reason)",
          hint: "use --jobs 1", exit: .internalError)
      }
      children.append(child)
    }
    var texts = [[UInt8]](repeating: [], count: count)
    var waiting: [Int: FuzzTally] = [:]
    var next = 0
    var problem: Refusal?
    while children.contains(where: { $0 != nil }) {
      if console.isInterrupted(), !result.isInterrupted {
        result.isInterrupted = true
        for case let running? in children { running.interrupt() }
      }
      for (n, bytes) in Child.read(children, wait: 200).enumerated() {
        guard let bytes else { continue }
        if bytes.isEmpty {
          let code = children[n]?.end()
          children[n] = nil
          if code != 0 && code != 130 { problem = Self.broken(code) }
          continue
        }
        texts[n] += bytes
        for lines in Self.blocks(&texts[n]) {
          guard let block = FuzzWire.read(lines) else {
            problem = Self.broken(nil)
            continue
          }
          waiting[block.number] = block.tally
        }
      }
      while let tally = waiting.removeValue(forKey: next) {
        result.tally.add(tally, block: next)
        next += 1
      }
      progress(result)
    }
    // Where time ran out, the last blocks of the processes are not next to each other.
    for number in waiting.keys.sorted() {
      if let tally = waiting[number] { result.tally.add(tally, block: number) }
    }
    if let problem { throw problem }
  }

  private static func broken(_ code: Int32?) -> Refusal {
    Refusal(
      "broken-process",
      "a process that shared the work broke" + (code.map { " with exit code \($0)" } ?? ""),
      hint: "run the same seed with --jobs 1", exit: .internalError)
  }

  /// Takes the whole blocks off the front of a text.
  static func blocks(_ bytes: inout [UInt8]) -> [[Substring]] {
    let mark = Array("\nend\n".utf8)
    var blocks: [[Substring]] = []
    var start = 0
    var at = 0
    while at + mark.count <= bytes.count {
      if bytes[at] == mark[0], Array(bytes[at..<at + mark.count]) == mark {
        let text = String(decoding: bytes[start..<at], as: UTF8.self)
        blocks.append(text.split(separator: "\n"))
        start = at + mark.count
        at = start
      } else {
        at += 1
      }
    }
    bytes.removeFirst(start)
    return blocks
  }
}
