import Arguments
import Journeys

/// Shares the blocks of a work between processes of this same program.
///
/// Every process takes each n-th block and tells what came of it, in lines that end with `end`.
/// Blocks are added up in the order of their numbers, whoever was first, so that the sum is that of
/// one process alone.
struct SharedWork {
  let program: String
  /// What each of them is told beside its part.
  let arguments: [String]
  let count: Int

  /// How many of them there are.
  static let jobs = Option<Int>.integer(
    "jobs", short: "j", placeholder: "N", help: "how many processes share the work", in: 1...64,
    standard: 1)

  /// This program.
  ///
  /// - Throws: that it cannot be found.
  static func program(_ console: Console) throws(Refusal) -> String {
    guard let program = console.program else {
      throw Refusal("no-process", "the program cannot find itself", hint: "use --jobs 1")
    }
    return program
  }

  /// Runs everything and adds it up.
  ///
  /// - Parameters:
  ///   - read: a block from its lines; nil if they are not those of one.
  ///   - add: adds a block.
  ///   - progress: tells how far it all is.
  /// - Returns: whether somebody asked to stop.
  /// - Throws: a process that did not start, spoke nonsense or broke, and what `add` throws.
  func run<Block>(
    _ console: Console, read: ([Substring]) -> (number: Int, block: Block)?,
    add: (Block, Int) throws(Refusal) -> Void, progress: () -> Void
  ) throws(Refusal) -> Bool {
    // From the first question on an interruption waits until somebody looks for it.
    _ = console.isInterrupted()
    var children = try start()
    var texts = [[UInt8]](repeating: [], count: count)
    var waiting: [Int: Block] = [:]
    var next = 0
    var problem: Refusal?
    var isInterrupted = false
    while children.contains(where: { $0 != nil }) {
      if console.isInterrupted() || problem != nil, !isInterrupted {
        isInterrupted = true
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
          guard let (number, block) = read(lines) else {
            problem = Self.broken(nil)
            continue
          }
          waiting[number] = block
        }
      }
      while let block = waiting.removeValue(forKey: next) {
        do throws(Refusal) { try add(block, next) } catch { problem = error }
        next += 1
      }
      progress()
    }
    if let problem { throw problem }
    // Where time ran out, the last blocks of the processes are not next to each other.
    for number in waiting.keys.sorted() {
      if let block = waiting[number] { try add(block, number) }
    }
    return isInterrupted
  }

  private func start() throws(Refusal) -> [Child?] {
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
    return children
  }

  private static func broken(_ code: Int32?) -> Refusal {
    Refusal(
      "broken-process",
      "a process that shared the work broke" + (code.map { " with exit code \($0)" } ?? ""),
      hint: "run the same with --jobs 1", exit: .internalError)
  }

  /// Takes the whole blocks off the front of a text.
  static func blocks(_ bytes: inout [UInt8]) -> [[Substring]] {
    let mark = Array("\nend\n".utf8)
    var blocks: [[Substring]] = []
    var start = 0
    var at = 0
    while at + mark.count <= bytes.count {
      if bytes[at] == mark[0], bytes[at..<at + mark.count].elementsEqual(mark) {
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
