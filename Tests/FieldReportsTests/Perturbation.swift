@testable import FieldReports

/// Changes a log as the way from a person's machine to support changes it. The same seed gives
/// the same copy.
struct Perturbation {
  /// What one copy undergoes.
  enum Way: Int, CaseIterable {
    case shifted, rounded, thinned, swapped, otherWords, isoTimes, jsonLines, offsets, quoted, mixed
  }

  /// A line as its time in milliseconds, the end of its stretch, and its message.
  struct Line {
    var at: Int64
    var until: Int64?
    var message: String
  }

  var lines: [Line] = []
  private var state: UInt64

  /// Takes a log apart whose every line begins with a time.
  init(_ text: String, seed: UInt64) {
    state = seed &* 0x9E37_79B9_7F4A_7C15 &+ 0x2545_F491_4F6C_DD1D
    for row in text.split(separator: "\n") {
      let bytes = Array(row.utf8)
      var reader = StampReader(bytes, from: 0, to: bytes.count)
      guard let stamp = reader.read() else { continue }
      let rest = String(decoding: bytes[reader.place...], as: UTF8.self)
      lines.append(
        Line(
          at: stamp.at / 1_000_000, until: stamp.until.map { $0 / 1_000_000 },
          message: String(rest.drop { $0 == " " })))
    }
  }

  /// A number below `limit`, of which nothing depends but the seed.
  mutating func draw(below limit: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int((state >> 33) % UInt64(limit))
  }

  mutating func thin(percent: Int) {
    lines = lines.filter { _ in draw(below: 100) >= percent }
  }

  mutating func swapNeighbours() {
    guard lines.count > 1 else { return }
    let place = draw(below: lines.count - 1)
    lines.swapAt(place, place + 1)
  }

  mutating func shift() {
    let by = Int64(draw(below: 3_000_000))
    for index in lines.indices {
      lines[index].at += by
      if let until = lines[index].until { lines[index].until = until + by }
    }
  }

  mutating func round(to unit: Int64) {
    for index in lines.indices {
      lines[index].at = (lines[index].at + unit / 2) / unit * unit
      if let until = lines[index].until { lines[index].until = (until + unit / 2) / unit * unit }
    }
  }

  /// Turns every word round that is no unit and no key of a number, and says which signs the
  /// pieces were.
  mutating func useOtherWords() throws -> SignMapping {
    var rows: [(text: String, sign: Sign)] = []
    for index in lines.indices {
      let original = lines[index].message
      let other = Self.turned(original)
      lines[index].message = other
      for sighting in try FieldLog.reading("00:00:01.000 \(original)").sightings {
        rows.append((other, sighting.sign))
      }
    }
    return SignMapping(rows)
  }

  private static func turned(_ message: String) -> String {
    let kept: Set = [
      "s", "ms", "of", "leg", "offset", "bytes", "chars", "row", "rec", "wav", "frames",
    ]
    var result = ""
    var word = ""
    func flush() {
      result += kept.contains(word.lowercased()) ? word : String(word.reversed())
      word = ""
    }
    for character in message {
      if character.isASCII && character.isLetter {
        word.append(character)
      } else {
        flush()
        result.append(character)
      }
    }
    flush()
    return result
  }
}

/// How a copy writes its times.
enum ClockStyle {
  case timeOfDay, seconds, iso, jsonLines, offset, quoted

  func line(_ line: Perturbation.Line) -> String {
    let at = line.at
    func padded(_ number: Int64, _ width: Int) -> String {
      let digits = String(number)
      return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
    func clock(_ at: Int64) -> String {
      let time = at % 86_400_000
      return "\(padded(time / 3_600_000, 2)):\(padded(time / 60_000 % 60, 2)):"
        + "\(padded(time / 1_000 % 60, 2)).\(padded(time % 1_000, 3))"
    }
    switch self {
    case .timeOfDay: return "\(clock(at)) \(line.message)"
    case .seconds: return "\(clock(at).dropLast(4)) \(line.message)"
    case .iso: return "2026-05-0\(1 + at / 86_400_000)T\(clock(at))Z INFO \(line.message)"
    case .jsonLines:
      let text = line.message.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
      return "{\"time\":\(1_770_000_000_000 + at),\"level\":\"info\",\"msg\":\"\(text)\"}"
    case .offset: return "+\(at / 1_000).\(padded(at % 1_000, 3))s \(line.message)"
    case .quoted: return "> [\(clock(at))] \(line.message)"
    }
  }
}

extension Perturbation {
  /// The copy as text, and the words that its reader is told.
  static func copy(of text: String, _ way: Way, seed: UInt64) throws -> (String, SignMapping?) {
    var copy = Perturbation(text, seed: seed)
    var style = ClockStyle.timeOfDay
    var mapping: SignMapping?
    switch way {
    case .shifted: copy.shift()
    case .rounded:
      copy.round(to: [10, 100, 1_000][copy.draw(below: 3)])
    case .thinned: copy.thin(percent: 20)
    case .swapped: copy.swapNeighbours()
    case .otherWords: mapping = try copy.useOtherWords()
    case .isoTimes: style = .iso
    case .jsonLines: style = .jsonLines
    case .offsets: style = .offset
    case .quoted: style = .quoted
    case .mixed:
      copy.shift()
      copy.thin(percent: 20)
      copy.swapNeighbours()
      copy.round(to: 100)
      style = [.iso, .jsonLines, .offset, .seconds][copy.draw(below: 4)]
    }
    let lines = copy.lines.map { line in
      guard let until = line.until else { return style.line(line) }
      // A stretch has no form in most clocks: its beginning and its end each get a line.
      return style.line(line) + "\n" + style.line(Line(at: until, message: line.message))
    }
    return (lines.joined(separator: "\n"), mapping)
  }
}
