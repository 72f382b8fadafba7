/// Texts with a number in place of each word, so that a log says which texts are the same, part of
/// each other, or made of each other, and nothing that anybody has said.
///
/// A word has the same number wherever it stands in a log. Blanks and the marks of JSON stay, and
/// so do the few words in quotation marks that belong to answers and not to people.
struct TextNumbers {
  private var numbers: [String: Int] = [:]

  /// More words are not told apart: all later ones are one.
  private static let most = 1_000_000
  private static let marks = Array("{}[]:,\"\\".unicodeScalars)
  private static let kept = ["text", "usage", "x_groq", "finish_reason", "stop", "length"]

  init() {}

  /// The text in numbers.
  mutating func numbered(_ text: String) -> String {
    var out = ""
    for piece in Self.pieces(text) {
      switch piece {
      case .mark(let scalar): out.unicodeScalars.append(scalar)
      case .word(let word): out += String(number(of: word))
      case .kept(let word): out += word
      }
    }
    return out
  }

  /// Whether nothing but numbers stands for words.
  static func isNumbered(_ text: String) -> Bool {
    pieces(text).allSatisfy { piece in
      switch piece {
      case .mark, .kept: true
      case .word(let word): word.utf8.count <= 9 && word.utf8.allSatisfy { 0x30...0x39 ~= $0 }
      }
    }
  }

  private mutating func number(of word: String) -> Int {
    if let known = numbers[word] { return known }
    guard numbers.count < Self.most else { return Self.most }
    numbers[word] = numbers.count + 1
    return numbers.count
  }

  private enum Piece {
    case mark(Unicode.Scalar)
    case word(String)
    /// A word of the protocol, in quotation marks.
    case kept(String)
  }

  private static func pieces(_ text: String) -> [Piece] {
    var pieces: [Piece] = []
    var word = ""
    var before: Unicode.Scalar?
    var opening: Unicode.Scalar?
    func close(_ next: Unicode.Scalar?) {
      guard !word.isEmpty else { return }
      let isQuoted = opening == "\"" && (next == "\"" || next == "\\")
      let isKept = isQuoted && kept.contains(word.lowercased())
      pieces.append(isKept ? .kept(word) : .word(word))
      word = ""
    }
    for scalar in text.unicodeScalars {
      let isBlank = scalar.properties.isWhitespace
      // The letter of an escape is part of its mark.
      let isEscape = before == "\\" && word.isEmpty && "nrtbf".unicodeScalars.contains(scalar)
      if isBlank || isEscape || marks.contains(scalar) {
        close(scalar)
        pieces.append(.mark(isBlank ? " " : scalar))
        before = isEscape ? nil : scalar
      } else {
        if word.isEmpty { opening = before }
        word.unicodeScalars.append(scalar)
        before = scalar
      }
    }
    close(nil)
    return pieces
  }
}
