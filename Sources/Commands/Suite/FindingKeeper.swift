import Arguments
import Exploration
import Scenarios

/// Writes findings into a folder while they are found, one file for each bucket.
final class FindingKeeper {
  private let folder: FoundFolder
  private let engine: NamedEngine
  private var paths: [String] = []
  /// Why the first one that could not be written could not.
  private var problem: Refusal?

  /// What keeps findings where the command line asks for it; nil where it does not.
  init?(_ invocation: Invocation, engine: NamedEngine, suite: Suite) throws(Refusal) {
    guard let path = invocation[FindingOptions.findings] else { return nil }
    folder = FoundFolder(path: path, platforms: try Suite.platforms(suite.directory))
    self.engine = engine
  }

  /// Keeps what was found, unless a smaller case of its bucket is there.
  func keep(_ discovery: Discovery, of one: SuiteCase, on stage: Exploration.Stage) {
    let bucket = Bucket(discovery, stage)
    let file = FoundFolder.file(
      discovery, id: FoundFolder.id(bucket.clause, bucket.text), engine: engine,
      needsDisk: one.needsDisk, bucket: bucket.text, journeys: one.scenario.journeys,
      cut: CatchUp.cut(of: discovery.theCase, on: stage))
    do throws(Refusal) {
      let path = try folder.save(file)
      if !paths.contains(path) { paths.append(path) }
    } catch {
      problem = problem ?? error
    }
  }

  /// Says where findings were written.
  ///
  /// - Throws: why one could not be.
  func tell(_ console: Console) throws(Refusal) {
    for path in paths { console.print("kept \(path)\n") }
    if let first = paths.first {
      console.note("lastword: “lastword reduce \(first)” makes it small and tells its story\n")
    }
    if let problem { throw problem }
  }
}
