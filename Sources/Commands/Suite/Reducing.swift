import Contract
import Exploration
import Journeys
import Properties
import Scenarios
import Simulation

/// Makes a finding small, keeps it as a file, and tells its story.
struct Reducing {
  let engine: NamedEngine
  /// Whether only a store with a disk can play the case.
  let needsDisk: Bool
  let stage: Exploration.Stage
  /// Where findings are kept.
  let folder: FoundFolder
  /// Runs that the reduction may have.
  var runs = 2_000
  var journeys: [JourneyID] = []
  /// The seed it came from.
  var seed: UInt64?
  /// The file it was read from, which is rewritten; nil for a case that lies in none.
  var file: FindingFile?

  /// What became of a finding.
  struct Outcome {
    /// The story, for people.
    var story: String
    /// Where the small case lies.
    var path: String
    /// The small case itself; nil where two runs of the case differ.
    var reduction: Reduction?
    /// The promises that cases on the way broke instead, and where those lie.
    var others: [(clause: ClauseID, path: String)] = []
  }

  /// Does all of it. Each smaller case is written at once, so that nothing is lost when somebody
  /// interrupts.
  ///
  /// - Throws: what cannot be written, after everything that can be was.
  func reduce(_ discovery: Discovery, width: Int) throws(Refusal) -> Outcome {
    let first = Bucket(discovery, stage).text
    var draft = named(discovery, FoundFolder.id(discovery.clause, first), first)
    let path = file?.path ?? "\(folder.path)/\(draft.id).yaml"
    var problem: Refusal?
    let reduction = Reducer(stage, limit: runs).reduce(discovery) { smaller in
      draft.theCase = smaller
      do throws(Refusal) {
        try folder.write(draft, to: path)
      } catch {
        problem = problem ?? error
      }
    }
    if let problem { throw problem }
    guard reduction.isConfirmed else { return Outcome(story: "", path: path) }
    let bucket = Bucket(reduction, stage)
    let kept = try keep(reduction, bucket, draft: path)
    var outcome = Outcome(
      story: story(reduction, bucket, kept, width), path: kept, reduction: reduction)
    for other in reduction.others {
      let words = Bucket(other, stage).text
      let path = try folder.save(
        FoundFolder.file(
          other, id: FoundFolder.id(other.clause, words), engine: engine, needsDisk: needsDisk,
          bucket: words, seed: seed, cut: CatchUp.cut(of: other.theCase, on: stage)))
      outcome.others.append((other.clause, path))
    }
    return outcome
  }

  private func named(_ discovery: Discovery, _ id: String, _ bucket: String) -> CaseFile {
    FoundFolder.file(
      discovery, id: file?.file.id ?? id, engine: engine, needsDisk: needsDisk, bucket: bucket,
      journeys: journeys, seed: seed)
  }

  /// Writes the small case under its own name.
  private func keep(
    _ reduction: Reduction, _ bucket: Bucket, draft: String
  ) throws(Refusal) -> String {
    var small = named(
      reduction.discovery, FoundFolder.id(bucket.clause, bucket.text), bucket.text)
    small.regression.cut = CatchUp.cut(of: reduction.theCase, on: stage)
    if let file {
      small.note = file.file.note
      small.regression.expect = file.file.regression.expect
      try folder.write(small, to: file.path)
      return file.path
    }
    let kept = try folder.save(small)
    // The last draft is this very case, under the name that it had while it was larger.
    if draft != kept, isFile(draft) { _ = removeFile(draft) }
    return kept
  }

  private func story(
    _ reduction: Reduction, _ bucket: Bucket, _ path: String, _ width: Int
  ) -> String {
    guard let first = reduction.findings.first else { return "" }
    let seen = Seen()
    _ = stage.run(reduction.theCase) { seen.records.append($0) }
    var story = StoryText(reduction.theCase, first, seen.records, engine: engine.name)
    story.reduction = reduction
    story.bucket = bucket.text
    story.replay = "lastword replay \(path)"
    story.width = width
    return story.text
  }

  private final class Seen {
    var records: [TraceRecord] = []
  }
}
