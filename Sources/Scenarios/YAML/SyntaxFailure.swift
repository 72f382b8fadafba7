/// Says in our words, and at the place a person must look at, why libyaml stopped.
extension DiagnosticLog {
  func report(_ failure: LibYAML.Failure) {
    let reading = failure.reading
    guard let start = failure.contextPosition, start != failure.position else {
      report(reading.code, at: failure.position, reading.message)
      return
    }
    // libyaml notices an open bracket or quote only lines later. The construct's start is then
    // what must be mended; within one line the stumbling block itself says more.
    if reading.beginsAtContext, start.line < failure.position.line {
      report(
        reading.code, at: start, reading.message,
        notes: [Diagnostic.Note("noticed", at: failure.position)])
    } else {
      report(
        reading.code, at: failure.position, reading.message,
        notes: [Diagnostic.Note("it begins", at: start)])
    }
  }
}

extension LibYAML.Failure {
  struct Reading {
    var code: DiagnosticCode
    var message: String
    /// Whether the mistake is more likely where the construct begins than where it was noticed.
    var beginsAtContext = false
  }

  fileprivate var reading: Reading {
    if problem.contains("tag") || context.contains("tag") {
      return Reading(code: .tag, message: "tags are not part of the format (\(problem))")
    }
    if context.contains("directive") || problem.contains("directive")
      || problem.contains("incompatible YAML document")
    {
      return Reading(
        code: .directive, message: "directives are not part of the format (\(problem))")
    }
    if context.contains("anchor") {
      return Reading(code: .anchor, message: "anchors are not part of the format (\(problem))")
    }
    if context.contains("alias") {
      return Reading(code: .alias, message: "aliases are not part of the format (\(problem))")
    }
    if context.contains("flow mapping") {
      return Reading(
        code: .notClosed, message: "a map in braces is not closed or lacks a comma",
        beginsAtContext: true)
    }
    if context.contains("flow sequence") {
      return Reading(
        code: .notClosed, message: "a list in brackets is not closed or lacks a comma",
        beginsAtContext: true)
    }
    if context.contains("quoted scalar"), problem.contains("unexpected") {
      return Reading(
        code: .notClosed, message: "a text in quotes is not closed", beginsAtContext: true)
    }
    if context.contains("simple key") {
      return Reading(
        code: .syntax, message: "a key without ':' after it", beginsAtContext: true)
    }
    return Reading(code: .syntax, message: problem)
  }
}
