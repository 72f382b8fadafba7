@testable import SimulatedDisk
import Testing

/// The disk against the simplest thing that could be right: arrays of bytes by name.
@Suite struct DiskModelTests {
  struct Model {
    var files: [(name: FileName, id: Int)] = []
    var contents: [Int: [UInt8]] = [:]
    var next = 0

    func id(_ name: FileName) -> Int? { files.first { $0.name == name }?.id }
  }

  final class Run {
    let disk: SimulatedDisk
    var model = Model()
    var open: [(handle: DiskHandle, id: Int)] = []
    var numbers: TestNumbers
    let names: [FileName] = [.partial(1), .source(1), .partial(2), .history, .historyJournal]

    init(_ seed: UInt64, on disk: SimulatedDisk = SimulatedDisk()) {
      numbers = TestNumbers(seed)
      self.disk = disk
      for name in disk.names {
        model.files.append((name, model.next))
        model.contents[model.next] = disk.content(name)
        model.next += 1
      }
    }

    func step() throws {
      switch numbers.below(12) {
      case 0, 1: try create()
      case 2...6: try write()
      case 7: try truncate()
      case 8: try rename()
      case 9: try unlink()
      case 10: try read()
      default:
        if let index = open.indices.randomLike(&numbers) {
          disk.close(open[index].handle)
          open.remove(at: index)
        }
      }
    }

    private func name() -> FileName { names[numbers.below(names.count)] }

    private func create() throws {
      let name = name()
      let handle = try disk.open(name, .orCreate)
      var id = model.id(name)
      if id == nil {
        id = model.next
        model.next += 1
        model.files.append((name, model.next - 1))
        model.contents[model.next - 1] = []
      }
      open.append((handle, try #require(id)))
    }

    private func write() throws {
      guard let index = open.indices.randomLike(&numbers) else { return }
      let offset = numbers.below(14_000)
      let bytes = filled(1 + numbers.below(9_000), UInt8(1 + numbers.below(255)))
      let result = disk.put(bytes, open[index].handle, offset)
      #expect(result == WriteResult(count: bytes.count, error: nil))
      var content = model.contents[open[index].id] ?? []
      while content.count < offset + bytes.count { content.append(0) }
      content.replaceSubrange(offset..<offset + bytes.count, with: bytes)
      model.contents[open[index].id] = content
    }

    private func truncate() throws {
      guard let index = open.indices.randomLike(&numbers) else { return }
      let size = numbers.below(16_000)
      try disk.truncate(open[index].handle, to: size)
      var content = model.contents[open[index].id] ?? []
      if content.count > size { content.removeLast(content.count - size) }
      while content.count < size { content.append(0) }
      model.contents[open[index].id] = content
    }

    private func rename() throws {
      let from = name()
      let to = name()
      guard let id = model.id(from) else {
        #expect(throws: DiskError.notFound) { try disk.rename(from, to: to) }
        return
      }
      try disk.rename(from, to: to)
      if from != to { model.files.removeAll { $0.name == to || $0.name == from } }
      if from != to { model.files.append((to, id)) }
    }

    private func unlink() throws {
      let name = name()
      guard model.id(name) != nil else {
        #expect(throws: DiskError.notFound) { try disk.unlink(name) }
        return
      }
      try disk.unlink(name)
      model.files.removeAll { $0.name == name }
    }

    private func read() throws {
      guard let index = open.indices.randomLike(&numbers) else { return }
      let offset = numbers.below(16_000)
      var bytes = filled(numbers.below(9_000), 0xEE)
      let result: ReadResult
      do {
        var span = bytes.mutableSpan
        result = disk.read(open[index].handle, at: offset, into: &span)
      }
      let content = model.contents[open[index].id] ?? []
      let expected = Array(content.dropFirst(offset).prefix(bytes.count))
      #expect(Array(bytes.prefix(result.count)) == expected)
    }

    func expected(_ name: FileName) -> [UInt8]? { model.id(name).flatMap { model.contents[$0] } }

    func compare() {
      #expect(disk.names.count == model.files.count)
      for file in model.files { #expect(disk.content(file.name) == model.contents[file.id]) }
      var reachable = Set(model.files.map(\.id))
      for file in open { reachable.insert(file.id) }
      let used = reachable.reduce(0) { $0 + (model.contents[$1]?.count ?? 0) }
      #expect(disk.usedBytes == used)
    }
  }

  @Test(arguments: 0..<60 as Range<UInt64>, [false, true])
  func `any sequence of operations leaves what plain arrays would hold`(
    seed: UInt64, logging: Bool
  ) throws {
    let run = Run(seed)
    if logging { run.disk.startLog() }
    for _ in 0..<120 { try run.step() }
    run.compare()
  }

  @Test(arguments: 0..<60 as Range<UInt64>)
  func `the log alone leads from the image it began with to every later moment`(
    seed: UInt64
  ) throws {
    let first = Run(seed)
    for _ in 0..<40 { try first.step() }
    let disk = SimulatedDisk(first.disk.image())
    let second = Run(seed &+ 1_000, on: disk)
    second.compare()
    disk.startLog()
    var replica = Replica(disk)
    var moments: [UInt64] = []
    for _ in 0..<80 {
      try second.step()
      moments.append(disk.contentHash())
      disk.mark(UInt32(moments.count - 1))
    }
    for record in try #require(disk.log).records {
      replica.apply(record.step)
      guard case .mark(let moment) = record.step else { continue }
      disk.inodes = replica.inodes
      disk.directory = replica.directory
      #expect(disk.contentHash() == moments[Int(moment)], "moment \(moment)")
    }
    for name in disk.names { #expect(disk.content(name) == second.expected(name)) }
  }
}

/// Page tables and names, changed by nothing but the steps of a log.
struct Replica {
  var inodes: [Inode]
  var directory: Directory

  init(_ disk: SimulatedDisk) {
    inodes = disk.inodes
    directory = disk.directory
  }

  mutating func apply(_ step: DiskStep) {
    switch step {
    case .create(let inode, let name):
      while inodes.count <= inode { inodes.append(Inode()) }
      inodes[inode] = Inode()
      directory.add(name, inode)
    case .page(let inode, let index, let old, let new):
      while inodes[inode].pages.count <= index { inodes[inode].pages.append(0) }
      #expect(inodes[inode].pages[index] == old)
      inodes[inode].pages[index] = new
    case .size(let inode, let old, let new):
      #expect(inodes[inode].size == old)
      inodes[inode].size = new
    case .truncate(let inode, _, let size, _, let new):
      let kept = (size + 4095) / 4096
      while inodes[inode].pages.count > kept { inodes[inode].pages.removeLast() }
      if new != 0 { inodes[inode].pages[kept - 1] = new }
      inodes[inode].size = size
    case .unlink(_, let name): directory.remove(name)
    case .rename(let inode, let from, let to, _):
      directory.remove(to)
      directory.remove(from)
      directory.add(to, inode)
    case .sync, .syncDirectory, .failedSync, .lyingSync, .lyingSyncDirectory, .mark, .death: break
    }
  }
}

extension Range<Int> {
  /// One of the indices, by the test's numbers.
  func randomLike(_ numbers: inout TestNumbers) -> Int? {
    isEmpty ? nil : lowerBound + numbers.below(count)
  }
}
