import Containers
import Foundation
import Testing

/// One image, as its writer knows it; a row of `Fixtures/audio/killed/truth.json`.
struct Truth: Decodable, Sendable, CustomTestStringConvertible {
  var file: String
  var format: String?
  var codec: String?
  var rate: Int
  var channels: Int
  var writer: String
  var state: String
  var written: Int
  var held: Int?
  var claimed: Int?
  var clip: Int?
  var strict: Int?
  var lenient: Int?
  var testDescription: String { file }

  enum CodingKeys: String, CodingKey {
    case file, codec, rate, channels, writer, state, written, held, claimed, clip, strict, lenient
    case format = "container"
  }
}

/// The images beside their script.
enum Fixture {
  static let audio =
    URL(filePath: #filePath).deletingLastPathComponent().path
    + "/../../Fixtures/audio"
  static let killed = audio + "/killed"

  static func bytes(_ name: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: URL(filePath: killed + "/" + name)))
  }

  /// Empty where it cannot be read, which a test says.
  static let truth: [Truth] = {
    do {
      let data = try Data(contentsOf: URL(filePath: killed + "/truth.json"))
      return try JSONDecoder().decode([Truth].self, from: data)
    } catch {
      return []
    }
  }()
}

extension Coding {
  /// As the truth calls it.
  var code: String {
    switch self {
    case .pcm(let pcm):
      "pcm-" + (pcm.kind == .float ? "f" : pcm.kind == .signed ? "s" : "u") + "\(pcm.bytes * 8)"
        + (pcm.isBigEndian ? "be" : "le")
    case .blocks(let name, _, _): name
    case .packets(let name): String(name.lowercased().split(separator: " ")[0])
    }
  }
}
