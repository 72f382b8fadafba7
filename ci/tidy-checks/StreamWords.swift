import SwiftSyntax

/// Whether a text speaks of the stream family: by a word of its own, or by one within a name such as
/// `firstLeg`.
func speaksOfStreams(_ text: String) -> Bool {
  if text.lowercased().contains(Rules.streamPhrase) { return true }
  return words(of: text).contains { Rules.streamWords.contains($0.lowercased()) }
}

/// The words of a text; a name is taken apart where a capital follows a small letter.
private func words(of text: String) -> [String] {
  var all: [String] = []
  var word = ""
  for letter in text {
    let isNew = letter.isUppercase && word.last?.isLowercase == true
    if !letter.isLetter || isNew {
      all.append(word)
      word = ""
    }
    if letter.isLetter { word.append(letter) }
  }
  return all + [word]
}

extension TokenSyntax {
  /// Whether it is a case of the vocabulary by its bare name, as a switch that leaves nothing out
  /// has to have: `.leg`.
  var isBareCase: Bool {
    previousToken(viewMode: .sourceAccurate)?.tokenKind == .period
      && parent?.parent?.as(MemberAccessExprSyntax.self)?.base == nil
  }

  /// The comments before and behind it.
  var comments: [String] {
    (Array(leadingTrivia.pieces) + Array(trailingTrivia.pieces)).compactMap { piece in
      switch piece {
      case .lineComment(let text), .blockComment(let text), .docLineComment(let text),
        .docBlockComment(let text):
        text
      default: nil
      }
    }
  }
}
