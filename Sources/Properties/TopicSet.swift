import Contract

/// What a person has been told, as a set of topics.
struct TopicSet: OptionSet, Sendable {
  var rawValue: UInt64

  /// The set of one topic.
  static func of(_ topic: Topic) -> Self { Self(rawValue: 1 << UInt64(topic.rawValue)) }

  /// Topics that name the microphone as the cause.
  static let microphone: Self = [
    .of(.microphoneFailed), .of(.microphoneLost), .of(.permissionMissing),
    .of(.recorderDidNotFinish),
  ]
  /// Topics that tell that a capture ended badly, whatever they name.
  static let captureEnded: Self = microphone.union([.of(.partialKept), .of(.microphoneSilent)])
  /// Topics that name the storage as the cause.
  static let storage: Self = [
    .of(.storageFailed), .of(.storageFull), .of(.deviceLocked), .of(.historyNotUpdated),
    .of(.historyUnavailable),
  ]

  /// Whether it has a topic of another set in it.
  func meets(_ other: Self) -> Bool { rawValue & other.rawValue != 0 }
}
