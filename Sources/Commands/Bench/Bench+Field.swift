import FieldReports
import Scenarios
import Simulation

extension Bench {
  /// How many of the kept field reports a search finds a case for, and how fast a log is read.
  func measureField(_ directory: String) throws(Refusal) {
    measureImport()
    let folder = "\(directory)/../corpus/field"
    guard isFolder(folder) else { return }
    let platforms = try Suite.platforms(directory)
    let paths: [String]
    do {
      paths = try FolderListing.files(below: folder, suffix: "log.txt")
    } catch {
      throw Refusal(rendered: [error.rendered])
    }
    var quiet = console
    quiet.note = { _ in }
    var times: [Double] = []
    var found = 0
    for path in paths {
      if wasInterrupted || console.isInterrupted() { return wasInterrupted = true }
      let start = console.processorSeconds()
      let log = try FieldBundle(Bundle.named(path, quiet), platforms: platforms).sought(quiet)
      let search = Reproduction(
        log: log, engine: nil, platforms: platforms, seed: 1, budget: 60, cases: nil
      ).search(quiet)
      if search.isFound { found += 1 }
      times.append(console.processorSeconds() - start)
    }
    guard !times.isEmpty else { return }
    console.print(
      "search for a case, \(paths.count) field reports, 60 s each at most\n"
        + "  \(found) found   \(Self.decimal(times.sorted()[times.count / 2], places: 2)) s median"
        + "   \(Self.decimal(times.max() ?? 0, places: 2)) s most\n")
  }

  private static let lines = 100_000

  /// Seconds to read a pasted log of so many lines.
  private func measureImport() {
    var text: [UInt8] = []
    for line in 0..<Self.lines {
      let (minutes, seconds) = (line / 6_000 % 60, line / 100 % 60)
      let time = "10:\(Self.two(minutes)):\(Self.two(seconds)).\(Self.two(line % 100))0"
      text += Array("\(time) INFO upload of take \(line % 7) started, 160044 bytes\n".utf8)
    }
    guard
      let seconds = median({
        let start = console.processorSeconds()
        var importer = LogImporter()
        do throws(LogRefusal) {
          try importer.read(text, name: "log")
        } catch {
          console.note("lastword: the log is refused: \(error.message)\n")
        }
        _ = importer.finish()
        return console.processorSeconds() - start
      })
    else { return }
    console.print(
      "reading a pasted log of \(Self.lines) lines\n"
        + "  \(Self.decimal(seconds, places: 3)) s\n")
  }

  private static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
