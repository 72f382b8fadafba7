import FieldReports

/// The two files that say what a log does not, with comments that explain them.
enum ReproduceTemplates {
  static let files: [(name: String, text: String)] = [
    ("report.yaml", report), ("mapping.yaml", mapping),
  ]

  private static let report = """
    # What is known beside the log. Every line but the first may be left out.
    format: \(ReportFile.format)

    # The app and its version, for your own records; it is never judged.
    # app: "Example 1.4"

    # Where it happened: one of macos, ios, ios-keyboard, android, windows.
    # platform: windows

    # The contract sets that the app claims, for your own records as well.
    # sets: [core, live]

    # The promise that you believe broken, where the log does not show it
    # (“lastword list clauses” has all of them).
    # promise: CAPTURE.bounded-finalize

    # What was seen, in order, where there is no log or the log is silent. A word, or a map with
    # the time since the first of them and a number.
    # symptom:
    #   - start-asked
    #   - {sees: stop-asked, at: 5s}
    #   - {sees: recorder-pending, at: 6s, value: 1000}
    #   - {sees: ended-by-person, at: 17m}

    """

  private static let mapping = """
    # What the lines of this log mean, where its words are not understood. A line that has the text
    # in it, in large or small letters, says the sign.
    format: \(MappingFile.format)
    signs:
      # - {text: "rec state -> armed", sees: start-asked}
      # - {text: "rec state -> idle", sees: shows-idle}
      - {text: "replace this text", sees: start-asked}

    # The words for signs:
    \(words)

    """

  private static var words: String {
    var lines: [String] = []
    var line = "#  "
    for word in SignWord.allCases {
      if line.count + word.rawValue.count > 92 {
        lines.append(line)
        line = "#  "
      }
      line += " " + word.rawValue
    }
    return (lines + [line]).joined(separator: "\n")
  }
}
