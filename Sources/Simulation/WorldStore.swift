public import Contract

/// History and the files of an app, behind the world.
///
/// The world decides when a request runs and whether it fails; a store only does it, tells what
/// came true by that, and says what the request came to. Two stores exist: one in memory, a
/// logical disk without C, and one with real SQLite and real libsndfile over a simulated disk.
/// Wherever no question about the disk is asked, both give the same deeds and outcomes.
///
/// Conventions both keep: a store that is not open answers `io(no)`; a partial that is written to
/// has its header brought up to date after every second of audio, by sync, header, sync; a file
/// on a closed container is finalized; a container is written to only by the life of the process
/// that created it, before it is closed; `close` also works on what a dead writer left behind; a
/// leaf is cut from what a strict reader gets; a decoder believes a header that announces
/// something, else it goes by the length of the file; a tombstone is looked at before a row; a row
/// that cannot be read is neither overwritten nor taken for absent.
public protocol WorldStore: AnyObject {
  /// Says what is unusual about the disk below, before anything else; it holds from the first
  /// request on. A store without a disk cannot follow it, and every entry stays unmatched.
  func follow(_ plan: DiskPlan)
  /// Sets who is asked about every operation of the disk below for which the plan has no answer.
  func ask(_ question: DiskQuestion?)
  /// Begins to count how often each request asks for memory.
  func watchAllocations()
  /// What was counted, request by request, in their order.
  var allocations: [AllocationCount] { get }
  /// Allocations of the plan that have failed, by place.
  var usedAllocations: [Int] { get }
  /// Everything unusual about the disk is over.
  func heal()
  /// The entries of the plan that have answered, by place.
  var usedDiskEntries: [Int] { get }
  /// Says which request runs from now on, and when; told before every request that is executed.
  func begin(_ request: Identity, at now: Nanoseconds)
  /// What kept the request that ran last from an answer; nil if there is one.
  var interruption: Interruption? { get }
  /// Says how much space is free.
  func space() -> Outcome
  /// Puts something on the device before the first launch; runs are what a file's samples hold.
  func plant(_ plant: Plant, runs: [AudioRun])
  /// Opens History, anew if it was open.
  func open(_ deeds: inout [Deed]) -> Outcome
  /// Sets a History that cannot be opened aside.
  func quarantine(_ deeds: inout [Deed]) -> Outcome
  /// Reads what there is.
  func readInventory(handoffs: [Handoff]) -> Outcome
  /// Writes a row if it finds what is expected.
  func write(_ row: Row, expecting: Expectation, _ deeds: inout [Deed]) -> Outcome
  /// Makes deletions durable.
  func tombstone(_ tombstones: [Tombstone], _ deeds: inout [Deed]) -> Outcome
  /// Removes rows.
  func purge(_ recordings: [RecordingID], _ deeds: inout [Deed]) -> Outcome
  /// Creates a file, its name durable.
  func create(_ file: FileRef, _ deeds: inout [Deed]) -> Outcome
  /// Appends a span whose samples are these runs; at most `accepted` samples fit.
  func append(
    _ file: FileRef, _ span: Span, runs: [AudioRun], accepted: Int, _ deeds: inout [Deed]
  ) -> Outcome
  /// Closes a container.
  func close(_ file: FileRef, _ deeds: inout [Deed]) -> Outcome
  /// Reads a file as a strict reader does.
  func validate(_ file: FileRef) -> Outcome
  /// Makes a file's bytes durable.
  func sync(_ file: FileRef, _ deeds: inout [Deed]) -> Outcome
  /// Renames a partial to its source, durably.
  func promote(_ file: FileRef, _ deeds: inout [Deed]) -> Outcome
  /// Removes a file; one that is not there is removed already.
  func remove(_ file: FileRef, _ deeds: inout [Deed]) -> Outcome
  /// Cuts samples out of a file into a leaf, closed.
  func exportLeaf(
    source: FileRef, leaf: FileRef, from: Int, count: Int, _ deeds: inout [Deed]
  ) -> Outcome
  /// Takes a file away behind the app's back.
  func vanish(_ file: FileRef)
  /// What a decoder finds in a file; nil if it is not there or no sound file.
  func runs(of file: FileRef) -> [AudioRun]?
  /// How many samples a decoder finds in a file; 0 if it is not there or no sound file.
  func samples(of file: FileRef) -> Int
  /// The rows as they are on the device, for expectations about the end.
  func rows() -> [Row]
  /// The files that exist, for expectations about the end.
  func files() -> [FileRef]
  /// A process died: its connection and its open files are gone, its writes so far are not.
  func kill()
  /// Says that the process is to die in an operation of a request, or is to lose what was not
  /// synced; told before the first request.
  func arm(_ crash: Crash)
  /// After `kill`: takes what a loss of power takes, if there was one, and says what is left. nil
  /// from a store that has nothing below its requests to look at.
  func survey(_ losses: Losses?) -> Survey?
}

/// Why a request that runs gets no answer.
public enum Interruption: UInt8, CaseIterable, Hashable, Sendable {
  /// It hangs, and what waits behind it on its connection or file hangs with it.
  case stalled
  /// The process died in it.
  case died
}

extension WorldStore {
  /// A store without a disk.
  public func follow(_ plan: DiskPlan) {}

  /// A store without a disk.
  public func ask(_ question: DiskQuestion?) {}

  /// A store without a database.
  public func watchAllocations() {}

  /// A store without a database.
  public var allocations: [AllocationCount] { [] }

  /// A store without a database.
  public var usedAllocations: [Int] { [] }

  /// A store without a disk.
  public func heal() {}

  /// A store without a disk.
  public var usedDiskEntries: [Int] { [] }

  /// A store that does not care.
  public func begin(_ request: Identity, at now: Nanoseconds) {}

  /// A store that always answers.
  public var interruption: Interruption? { nil }

  /// A store without operations.
  public func arm(_ crash: Crash) {}

  /// A store without operations loses nothing that was executed.
  public func survey(_ losses: Losses?) -> Survey? { nil }

  /// Plenty.
  public func space() -> Outcome { .space(10_000_000_000) }

  /// Counts what a decoder finds.
  public func samples(of file: FileRef) -> Int { runs(of: file)?.reduce(0) { $0 + $1.count } ?? 0 }
}
