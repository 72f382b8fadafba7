/// How binding a clause is.
public enum ClauseLevel: String, CaseIterable, Sendable, Hashable {
  /// The contract demands it; evidence and a red witness are owed.
  case must
  /// Recommended, or shown by field reports to be what users need.
  case should
  /// A choice that an engine declares; what was declared is then enforced.
  case info
}

/// The document that a clause comes from; the raw value is the registry's letter for it.
public enum ClauseSource: String, CaseIterable, Sendable, Hashable {
  /// The audio processing failure contract.
  case failureContract = "F"
  /// The long-form recorder's findings.
  case recorder = "S"
  /// The voice platform's journeys.
  case voicePlatform = "V"
  /// The live relay's reconnect rules.
  case relay = "R"
}

/// A part of the contract that an engine claims as a whole; evidence is owed for what is claimed.
public enum ContractSet: String, CaseIterable, Sendable, Hashable {
  /// Capture, recognition, commit, delivery, deletion and relaunch of one recording.
  case core
  /// The live transcript over a relay.
  case live
  /// Long recordings in segments, notes and hand-offs.
  case recorder
  /// Triggers, edits, formatting, keyboard, archive and models.
  case voice
}

extension [UInt8] {
  /// Finds `wanted` among names that `self` lists in byte order, by halving.
  ///
  /// - Parameter name: the name that belongs to an element of `self`, taken as a row number.
  /// - Returns: the element whose name is `wanted`, or nil.
  func position(of wanted: String, name: (Int) -> String) -> UInt8? {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      let candidate = name(Int(self[middle]))
      if candidate == wanted { return self[middle] }
      if candidate < wanted { low = middle + 1 } else { high = middle }
    }
    return nil
  }
}
