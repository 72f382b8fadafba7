import Containers
import Storage

/// What to say to the person whose recording it is, and what to do next.
struct InspectAdvice {
  /// For the person, in words without a file format in them; nil where there is nothing to say.
  var tell: String?
  /// For whoever helps.
  var next: String?

  init(_ file: InspectedFile) {
    let inspection = file.inspection
    let there = file.seconds(inspection.frames ?? 0)
    switch inspection.state {
    case .complete:
      if file.level?.isAllZero == true {
        tell = "The recording was saved, but the microphone delivered nothing but silence."
        next = "ask for the permission and the input that were used; no player can do better"
      } else if !inspection.isConsistent {
        next = "a strict reader may refuse it for what follows the sound; a copy without that helps"
      }
    case .noSound:
      tell = "The recording was begun, but no sound reached the file."
      next = "look in the log for when the recorder was stopped or ended"
    case .unfinalized: unfinalized(inspection, there)
    case .incomplete: incomplete(inspection, there)
    case .damaged:
      tell = "Part of the recording can no longer be read; \(there) of it can."
      next = "keep this file as it is, and look for another copy of it"
    case .notAudio: notAudio(inspection)
    }
  }

  private mutating func unfinalized(_ inspection: Inspection, _ there: String) {
    if !inspection.isDivisible, inspection.soundBytes > 0 {
      tell =
        "Your recording was not closed properly. The sound is in the file, but what is needed to "
        + "play it was never written; please keep the file."
      next =
        "keep the file, and one that the same app finished with the same settings: a repair needs "
        + "both"
    } else if inspection.frames == 0 {
      tell = "The recording was begun, but no sound reached the file."
      next = "look in the log for when the recorder was stopped or ended"
    } else {
      tell =
        "Your recording is there: \(there). It was not closed properly, so that some players show "
        + "nothing or only a part; please keep the file."
      next = Self.repair(inspection.container)
    }
  }

  private static func repair(_ container: Container?) -> String {
    switch container {
    case .flac, .ogg, .mp4:
      "most players play it as it is; a copy that is written anew by one of them has its end"
    case .wav, .rifx, .rf64, .bw64, .w64, .caf, .aiff, .aifc, nil:
      "work on a copy, and give its header the length that the file really has; what believes "
        + "the header meanwhile must not call it empty or silent"
    }
  }

  private mutating func incomplete(_ inspection: Inspection, _ there: String) {
    if inspection.isDivisible, inspection.frames ?? 0 > 0 {
      tell = "\(there) of your recording are in this file, and it was longer."
    } else {
      tell = "This file is only a part of a recording and cannot be played as it is."
    }
    next =
      inspection.missingBytes > 0
      ? "look for the whole file, which has \(Amount.count(inspection.missingBytes, "byte")) more: "
        + "a transfer or a disk that was full cut it"
      : "look for the whole file: a transfer, a disk that was full or a death of the app cut it"
  }

  private mutating func notAudio(_ inspection: Inspection) {
    switch inspection.otherContent {
    case .empty, .zeros, .tooShort:
      tell = "Nothing of the recording is in this file."
      next = "look for another file of the same recording, and in the log for what became of it"
    case .lostBeginning:
      tell = "The beginning of the file is lost; please keep it."
      next = "whoever knows the format of the recorder can put the samples behind a new header"
    case .text, .known:
      tell = "This file is no recording."
      next = "find out what was saved in its place: an answer of a server, for example"
    case .unreadSound, .unknown, nil:
      next = "“lastword inspect --help” says which files are read"
    }
  }
}
