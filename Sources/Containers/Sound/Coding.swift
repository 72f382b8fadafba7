/// How sound is coded.
public enum Coding: Hashable, Sendable {
  /// Samples one after the other.
  case pcm(PCM)
  /// Blocks of one size, each with so many frames.
  case blocks(String, bytes: Int, frames: Int)
  /// Packets of any size.
  case packets(String)

  /// Bytes of a frame, or of the block that frames come in, and how many frames that are.
  func unit(channels: Int) -> (bytes: Int, frames: Int)? {
    switch self {
    case .pcm(let pcm): (pcm.bytes * channels, 1)
    case .blocks(_, let bytes, let frames): (bytes, frames)
    case .packets: nil
    }
  }

  /// As people call it: `PCM 16 bit`.
  public var name: String {
    switch self {
    case .pcm(let pcm): pcm.name
    case .blocks(let name, _, _), .packets(let name): name
    }
  }
}

/// Samples that lie one after the other.
public struct PCM: Hashable, Sendable {
  /// What a sample is.
  public enum Kind: String, Hashable, Sendable {
    case signed = "PCM"
    case unsigned = "PCM unsigned"
    case float = "PCM float"
    case muLaw = "µ-law"
    case aLaw = "A-law"
  }

  /// What a sample is.
  public let kind: Kind
  /// Bytes of a sample: 1 to 8.
  public let bytes: Int
  /// Whether the high byte comes first.
  public let isBigEndian: Bool

  /// Samples of a kind; nil for a width that there is not.
  init?(_ kind: Kind, bytes: Int, isBigEndian: Bool) {
    let widths =
      switch kind {
      case .signed: 1...4
      case .unsigned, .muLaw, .aLaw: 1...1
      case .float: 4...8
      }
    guard widths.contains(bytes), kind != .float || bytes == 4 || bytes == 8 else { return nil }
    self.kind = kind
    self.bytes = bytes
    self.isBigEndian = isBigEndian
  }

  var name: String {
    switch kind {
    case .muLaw, .aLaw: kind.rawValue
    case .signed, .unsigned, .float:
      "\(kind.rawValue) \(bytes * 8) bit" + (bytes > 1 && isBigEndian ? ", high byte first" : "")
    }
  }
}
