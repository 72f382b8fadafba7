import SwiftParser
import SwiftSyntax

/// Every breach in one Swift file.
func checkSwift(_ file: TextFile, _ layers: Layers) -> [Finding] {
  let tree = Parser.parse(source: file.text)
  let visitor = SwiftChecks(file, layers, SourceLocationConverter(fileName: "", tree: tree))
  visitor.walk(tree)
  if visitor.usesUnsafe, file.target != nil, !explainsMemory(tree) {
    visitor.report(tree, "say in a comment why the unsafe memory here is sound")
  }
  return visitor.findings.sorted { $0.line < $1.line }
}

/// Whether some comment speaks of what makes unsafe code sound.
private func explainsMemory(_ tree: SourceFileSyntax) -> Bool {
  let words = ["unsafe", "pointer", "memory", "lives", "lifetime", "outlive", "owns", "owner"]
  return tree.tokens(viewMode: .sourceAccurate).contains { token in
    token.hasComment { text in words.contains { text.lowercased().contains($0) } }
  }
}

extension TokenSyntax {
  /// Whether a comment before or behind the token satisfies a test.
  fileprivate func hasComment(_ test: (String) -> Bool) -> Bool {
    (Array(leadingTrivia.pieces) + Array(trailingTrivia.pieces)).contains { piece in
      switch piece {
      case .lineComment(let text), .blockComment(let text), .docLineComment(let text),
        .docBlockComment(let text):
        test(text)
      default: false
      }
    }
  }
}

private final class SwiftChecks: SyntaxVisitor {
  var findings: [Finding] = []
  var usesUnsafe = false
  private let file: TextFile
  private let layers: Layers
  private let locations: SourceLocationConverter
  private let isSource: Bool
  private let isDeterministic: Bool
  private let isBesideStreams: Bool

  init(_ file: TextFile, _ layers: Layers, _ locations: SourceLocationConverter) {
    self.file = file
    self.layers = layers
    self.locations = locations
    isSource = file.target != nil
    isBesideStreams = Rules.isBesideStreams(file)
    isDeterministic = file.target.map(Rules.deterministic.contains) ?? false
    super.init(viewMode: .sourceAccurate)
  }

  func report(_ node: some SyntaxProtocol, _ message: String) {
    let line = node.startLocation(converter: locations).line
    findings.append(Finding(path: file.path, line: line, message: message))
  }

  // MARK: Imports

  override func visit(_ node: ImportDeclSyntax) -> SyntaxVisitorContinueKind {
    guard let name = file.target, let client = layers.target(name),
      let module = node.path.first?.name.text
    else { return .skipChildren }
    if let reason = layers.reason(client, mayNotImport: module) {
      report(node, reason)
    } else if layers.target(module) != nil {
      if !client.dependencies.contains(module) {
        report(node, "\(name) imports \(module) without depending on it in Package.swift")
      }
    } else if isDeterministic, !Rules.deterministicImports.contains(module) {
      report(node, "\(name) is deterministic and imports nothing of the system: \(module)")
    }
    return .skipChildren
  }

  // MARK: Determinism

  override func visit(_ token: TokenSyntax) -> SyntaxVisitorContinueKind {
    if isBesideStreams { checkStreamWords(token) }
    guard isDeterministic else { return .skipChildren }
    if case .identifier(let text) = token.tokenKind,
      let reason = Rules.nondeterministicTypes[text], !isHashParameter(token)
    {
      report(token, "no \(text) here: \(reason)")
    }
    if token.tokenKind == .keyword(.async) || token.tokenKind == .keyword(.await) {
      report(token, "no \(token.text) here: an engine never suspends")
    }
    return .skipChildren
  }

  /// Legs and relays belong to one family of files.
  private func checkStreamWords(_ token: TokenSyntax) {
    let reason = "of legs and relays only the files of the stream family speak"
    if let comment = token.comments.first(where: speaksOfStreams) {
      report(token, "\(reason), not a comment here: \(comment.prefix(40))")
    }
    switch token.tokenKind {
    case .identifier(let text), .stringSegment(let text):
      if speaksOfStreams(text), !token.isBareCase { report(token, "\(reason): \(text)") }
    default: break
    }
  }

  /// `hash(into:)` must name the hasher that a conformance is given; it makes none.
  private func isHashParameter(_ token: TokenSyntax) -> Bool {
    guard token.text == "Hasher" else { return false }
    var node = Syntax(token)
    while let parent = node.parent {
      if let function = parent.as(FunctionDeclSyntax.self) {
        return node.is(FunctionSignatureSyntax.self) && function.name.text == "hash"
      }
      node = parent
    }
    return false
  }

  override func visit(_ node: DictionaryTypeSyntax) -> SyntaxVisitorContinueKind {
    if isDeterministic { report(node, "no Dictionary here: its order differs between processes") }
    return .visitChildren
  }

  override func visit(_ node: ActorDeclSyntax) -> SyntaxVisitorContinueKind {
    if isDeterministic { report(node, "no actor here: an engine never suspends") }
    return .visitChildren
  }

  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    let callee =
      node.calledExpression.as(DeclReferenceExprSyntax.self)?.baseName.text
      ?? node.calledExpression.as(MemberAccessExprSyntax.self)?.declName.baseName.text
    guard let callee else { return .visitChildren }
    let isFree = node.calledExpression.is(DeclReferenceExprSyntax.self)
    if isDeterministic, let reason = Rules.nondeterministicCalls[callee] {
      report(node, "no \(callee)() here: \(reason)")
    }
    if isSource, isFree, callee == "fatalError" {
      report(node, "no fatalError: throw, or state a precondition with the values that break it")
    }
    return .visitChildren
  }

  // MARK: Errors and exhaustiveness

  override func visit(_ node: TryExprSyntax) -> SyntaxVisitorContinueKind {
    if isSource, let mark = node.questionOrExclamationMark {
      report(node, "no try\(mark.text): handle the error or pass it on")
    }
    return .visitChildren
  }

  override func visit(_ node: SwitchExprSyntax) -> SyntaxVisitorContinueKind {
    guard let target = file.target, Rules.exhaustive.contains(target) else {
      return .visitChildren
    }
    if isOverKinds(node) { return .visitChildren }
    let cases = node.cases.compactMap { $0.as(SwitchCaseSyntax.self) }
    for branch in cases where branch.label.is(SwitchDefaultLabelSyntax.self) {
      if cases.allSatisfy(\.isOverLiterals) { continue }
      report(branch, "no default: a new case of the vocabulary must not compile unnoticed")
    }
    return .visitChildren
  }

  /// Whether a switch is over the parameter `kind: Kinds` of its function. The kinds of happenings are
  /// a set of bits, which no list of cases can exhaust.
  private func isOverKinds(_ node: SwitchExprSyntax) -> Bool {
    guard node.subject.as(DeclReferenceExprSyntax.self)?.baseName.text == "kind" else {
      return false
    }
    var parent = node.parent
    while let here = parent {
      if let function = here.as(FunctionDeclSyntax.self) {
        return function.signature.parameterClause.parameters.contains {
          ($0.secondName ?? $0.firstName).text == "kind" && $0.type.trimmedDescription == "Kinds"
        }
      }
      parent = here.parent
    }
    return false
  }

  // MARK: Memory

  override func visit(_ node: UnsafeExprSyntax) -> SyntaxVisitorContinueKind {
    usesUnsafe = true
    if isSource, !Rules.mayBeUnsafe(file) { report(node, "no unsafe memory in this file") }
    return .visitChildren
  }

  override func visit(_ node: AttributeSyntax) -> SyntaxVisitorContinueKind {
    if node.attributeName.trimmedDescription == "unchecked" { checkExempted(node) }
    return .visitChildren
  }

  override func visit(_ node: DeclModifierSyntax) -> SyntaxVisitorContinueKind {
    if node.name.text == "nonisolated", node.detail?.detail.text == "unsafe" {
      checkExempted(node)
    }
    return .visitChildren
  }

  /// An exemption from the checks of the compiler needs a place where it may be and a reason.
  private func checkExempted(_ node: some SyntaxProtocol) {
    guard isSource else { return }
    let what = node.trimmedDescription
    guard Rules.mayBeUnsafe(file) else { return report(node, "no \(what) in this file") }
    let line = node.startLocation(converter: locations).line
    let lines = file.lines
    let above = line > 1 ? lines[line - 2].drop { $0 == " " } : ""
    if !above.hasPrefix("//"), !lines[line - 1].contains("//") {
      report(node, "say in a comment above why \(what) is sound")
    }
  }

  // MARK: Size

  override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind {
    checkLength(node, node.name.text)
    return .visitChildren
  }

  override func visit(_ node: InitializerDeclSyntax) -> SyntaxVisitorContinueKind {
    checkLength(node, "init")
    return .visitChildren
  }

  override func visit(_ node: SubscriptDeclSyntax) -> SyntaxVisitorContinueKind {
    checkLength(node, "subscript")
    return .visitChildren
  }

  override func visit(_ node: PatternBindingSyntax) -> SyntaxVisitorContinueKind {
    if node.accessorBlock != nil { checkLength(node, node.pattern.trimmedDescription) }
    return .visitChildren
  }

  private func checkLength(_ node: some SyntaxProtocol, _ name: String) {
    let first = node.startLocation(converter: locations).line
    let length = node.endLocation(converter: locations).line - first + 1
    if length > Rules.longestFunction {
      report(node, "\(name) has \(length) lines; at most \(Rules.longestFunction)")
    }
  }
}

extension SwitchCaseSyntax {
  /// Whether the branch is the default or matches values that no list of cases can exhaust.
  fileprivate var isOverLiterals: Bool {
    guard case .case(let label) = label else { return true }
    return label.caseItems.allSatisfy { item in
      let isEnumCase = item.pattern.tokens(viewMode: .sourceAccurate).contains {
        $0.tokenKind == .period && $0.parent?.as(MemberAccessExprSyntax.self)?.base == nil
      }
      return !isEnumCase && item.pattern.is(ExpressionPatternSyntax.self)
    }
  }
}
