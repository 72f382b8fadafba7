public import SimulatedDisk

/// Whom a person may have to play a recording: readers differ in what they make of a file that was
/// never finished, so whether audio is lost depends on who looks.
public enum AudioReader: String, Hashable, Sendable, CaseIterable {
  /// Refuses a file whose header and length disagree. What is saved must be saved for this one.
  case strict
  /// Believes the header as far as the file goes, as Apple's players do: where nothing is announced,
  /// there is nothing.
  case appleLike = "apple-like"
  /// libsndfile itself, which makes up for some headers that were never finished.
  case lenient
  /// This app's own recovery: goes by the length of the file.
  case lengthRepair = "length-repair"
}

/// A sound file as it lies on a disk, looked at without an operation, for each kind of reader.
public struct InspectedAudio: Hashable, Sendable {
  /// What the file says about itself.
  public let facts: WaveFacts
  /// Frames that libsndfile finds; none in what it cannot open.
  private let lenientFrames: Int

  /// Looks at a file; nil if there is none.
  public init?(_ name: FileName, on disk: SimulatedDisk) {
    guard let facts = WaveFacts(inspecting: name, on: disk) else { return nil }
    self.facts = facts
    lenientFrames = Self.lenientFrames(name, on: disk)
  }

  private static func lenientFrames(_ name: FileName, on disk: SimulatedDisk) -> Int {
    do throws(SoundFailure) {
      let reader = try SoundFileReader(disk, inspecting: name)
      defer { reader.close() }
      return reader.frames
    } catch {
      return 0
    }
  }

  /// Frames that a kind of reader plays. One that refuses the file plays none.
  public func frames(for reader: AudioReader) -> Int {
    switch reader {
    case .strict: facts.strictFrames
    case .appleLike: facts.believedFrames
    case .lenient: lenientFrames
    case .lengthRepair: facts.framesByLength
    }
  }
}
