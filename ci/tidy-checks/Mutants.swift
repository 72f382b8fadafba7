import SwiftParser
import SwiftSyntax

/// The names of all mutants: the texts behind a label `name:` in their target.
func mutantNames(in files: [TextFile]) -> [String] {
  let reader = NameReader(viewMode: .sourceAccurate)
  for file in files where file.target == "Mutants" && file.isSwift {
    reader.walk(Parser.parse(source: file.text))
  }
  return reader.names.sorted()
}

private final class NameReader: SyntaxVisitor {
  var names: Set<String> = []

  override func visit(_ node: LabeledExprSyntax) -> SyntaxVisitorContinueKind {
    if node.label?.text == "name",
      let text = node.expression.as(StringLiteralExprSyntax.self)?.representedLiteralValue
    {
      names.insert(text)
    }
    return .visitChildren
  }
}

/// A judge that names a mutant could have been written to catch just that one.
func checkMutantNames(_ file: TextFile, _ names: [String]) -> [Finding] {
  file.lines.enumerated().flatMap { index, line in
    names.compactMap { name in
      // A name of one word may be an ordinary word, so it counts only in quotes.
      let isNamed = name.contains("-") ? line.hasWord(name) : line.contains("\"\(name)\"")
      guard isNamed else { return nil }
      return Finding(
        path: file.path, line: index + 1, message: "this file must not know the mutant \(name)")
    }
  }
}

extension Substring {
  /// Whether a word stands here that is no part of a longer one.
  fileprivate func hasWord(_ word: String) -> Bool {
    ranges(of: word).contains { range in
      let before = range.lowerBound > startIndex ? self[index(before: range.lowerBound)] : " "
      let after = range.upperBound < endIndex ? self[range.upperBound] : " "
      return [before, after].allSatisfy { !$0.isLetter && !$0.isNumber && $0 != "-" }
    }
  }
}
