import Containers
import Storage

extension InspectedFile {
  /// The container as people call it; nothing where there is none.
  var containerName: String {
    guard let container = inspection.container else { return "" }
    return container == .mp4 ? "M4A/MP4" : container.rawValue
  }

  /// The answer in one sentence, without a full stop.
  var verdict: String {
    let there = inspection.frames.map(seconds)
    let claimed = inspection.claimedFrames.map(seconds)
    var text: String
    switch inspection.state {
    case .complete:
      text = "\(containerName), complete"
      if let there { text += ": \(there) of sound" }
    case .noSound:
      text = "\(containerName), in order but without sound: stopped or killed before the first"
    case .unfinalized: text = "\(containerName), never finalized: " + unfinalized(there, claimed)
    case .incomplete: text = "\(containerName), cut short: " + incomplete(there, claimed)
    case .damaged:
      let place = inspection.faults.first?.offset ?? 0
      text = "\(containerName), damaged at byte \(Amount.count(place))"
      if let there { text += ": \(there) of sound can be told apart" }
    case .notAudio: return other
    }
    if level?.isAllZero == true { text += ", all of it digital silence" }
    return text
  }

  private func unfinalized(_ there: String?, _ claimed: String?) -> String {
    guard let there, inspection.isDivisible else {
      if inspection.soundBytes == 0 { return "no sound was written" }
      return "\(Amount.count(inspection.soundBytes, "byte")) of sound are there, and "
        + "nothing in the file says how to play them"
    }
    if inspection.frames == 0 { return "no sound was written" }
    if claimed == nil, inspection.container == .ogg || inspection.container == .mp4 {
      return "\(there) of sound are there, and nothing marks its end"
    }
    let saying = claimed.map { "the header says \($0)" } ?? "the header gives no length"
    if inspection.claimedFrames == inspection.frames {
      return "\(there) of sound are there, but not every length in it was filled in"
    }
    return "\(saying), \(there) of sound are there"
  }

  private func incomplete(_ there: String?, _ claimed: String?) -> String {
    guard let there, inspection.isDivisible, inspection.frames ?? 0 > 0 else {
      if inspection.soundBytes == 0 { return "it ends before any sound" }
      return "\(Amount.count(inspection.soundBytes, "byte")) of sound are there, and nothing that "
        + "says how to play them"
    }
    guard let claimed else {
      return "\(there) of sound are there, how much is missing is not known"
    }
    if inspection.frames == inspection.claimedFrames {
      return "all \(there) of sound are there, what followed them is not"
    }
    return "\(there) of \(claimed) of sound are there"
  }

  /// What it is instead of sound.
  private var other: String {
    switch inspection.otherContent {
    case .empty: "empty: not one byte was ever written"
    case .zeros:
      "nothing but zeros: space for a recording that was never written, or never reached the disk"
    case .lostBeginning(let zeros):
      "not readable: it begins with \(Amount.count(zeros)) zeros, and then comes something; its "
        + "beginning never reached the disk"
    case .tooShort: "too short to say what it was to become"
    case .text("plain"): "no sound: it is text"
    case .text(let kind): "no sound: it is \(kind)"
    case .known(let kind): "no sound: it is \(kind)"
    case .unreadSound(let kind): "\(kind), which is not looked into"
    case .unknown, nil: "no sound file of a kind that is known here"
    }
  }
}
