public import Contract
import ReferenceApp
public import ReferenceEngine

/// A good engine that does things in another way and must be judged as good.
public struct Variant: Sendable {
  /// Its permanent name, such as `thirds`.
  public var name: String
  /// What it does differently.
  public var title: String
  /// What the engine itself does differently.
  public var conduct: Conduct
  /// Names of happenings that are called otherwise by it: what files say, and what they must say.
  public var renames: [Rename]
  /// Whether it stands for a change that kept cases must survive.
  public var isChange: Bool
  private let alter: @Sendable (any EngineUnderTest) -> any EngineUnderTest

  /// A part of a name that is called otherwise.
  public struct Rename: Hashable, Sendable {
    /// What it is called by the reference.
    public var old: String
    /// What it is called by the variant.
    public var new: String
  }

  init(
    _ name: String, _ title: String, conduct: Conduct = Conduct(), renames: [Rename] = [],
    isChange: Bool = false,
    alter: @escaping @Sendable (any EngineUnderTest) -> any EngineUnderTest = { $0 }
  ) {
    self.name = name
    self.title = title
    self.conduct = conduct
    self.renames = renames
    self.isChange = isChange
    self.alter = alter
  }

  /// Makes the good engine that does so.
  public var make: @Sendable (ProcessID) -> any EngineUnderTest {
    { [self] _ in alter(App(conduct: conduct)) }
  }

  /// Makes an engine that does so and has a defect: the defect is around the good engine, and what
  /// the variant adds is around both.
  public func make(with mutant: Mutant) -> @Sendable (ProcessID) -> any EngineUnderTest {
    { [self] _ in alter(mutant.around(App(conduct: conduct))) }
  }

  /// Every variant, by name.
  public static let all: [Variant] =
    ([
      Variant(
        "no-cleanup", "leaves every text as it was recognized", conduct: Conduct(cleansUp: false)),
      Variant(
        "pieces-30s", "sends pieces of at most thirty seconds, limit or not",
        conduct: Conduct(pieceSamples: 30 * sampleRate)),
      Variant("thirds", "splits a refused leaf in three", conduct: Conduct(splitWays: 3)),
    ] + changes).sorted { $0.name < $1.name }
}
