import FieldReports

/// What a log was read as, line by line: for finding out why a log is not understood, without
/// seeing a word of it.
struct TriageSigns {
  let log: FieldLog

  var text: String {
    var text = ""
    for sighting in log.sightings {
      let place = log.place(ofLine: sighting.line)
      let input = log.inputs.count > 1 ? "\(log.inputs[place.input].name):" : ""
      text += "  \(input)\(place.line) \(SignWord(sighting.sign).rawValue)"
      if let value = sighting.value { text += " \(value)" }
      if let whole = sighting.whole { text += "/\(whole)" }
      if let subject = sighting.subject { text += " #\(subject)" }
      text += "\n"
    }
    return text
  }
}
