/// What a loss of power takes, beyond the memory of every process: steps that no sync covered.
///
/// The default is that everything had arrived, so an empty list is a loss of power that cost
/// nothing. A unit is what can be lost by itself: the newest versions of a page (`source[0]~1`), a
/// step of the directory (`dir.2`), a truncation (`journal.trunc1`) or a growth (`source.size3`).
/// Whoever applies the list closes it under the rules of the profile, so that every list is legal.
public struct Losses: Hashable, Sendable {
  /// What was left of a page that was being written when the power went.
  public enum Tear: String, CaseIterable, Hashable, Sendable {
    /// Its first sectors are new, the others old.
    case prefix
    /// Its last sectors are new, the others old.
    case suffix
  }

  /// A page that arrived in part.
  public struct Torn: Hashable, Sendable {
    /// Which unit.
    public var unit: String
    /// Which half of it arrived.
    public var tear: Tear

    /// A page that arrived in part.
    public init(_ unit: String, _ tear: Tear) {
      self.unit = unit
      self.tear = tear
    }
  }

  /// The word of the profile whose rules hold.
  public var profile: String
  /// The units that did not arrive.
  public var lost: [String]
  /// The units that arrived in part.
  public var torn: [Torn]

  /// What a loss of power takes.
  public init(profile: String = "strict", lost: [String] = [], torn: [Torn] = []) {
    self.profile = profile
    self.lost = lost
    self.torn = torn
  }
}
