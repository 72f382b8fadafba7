import SwiftParser
import SwiftSyntax

/// The targets of the package, with the layer each stands in by the comments of its manifest.
struct Layers {
  struct Target {
    let name: String
    let kind: String
    let layer: Int
    let line: Int
    let dependencies: [String]
  }

  var targets: [Target]

  init(targets: [Target]) { self.targets = targets }

  init(readFrom manifest: String) {
    let tree = Parser.parse(source: manifest)
    let reader = ManifestReader(SourceLocationConverter(fileName: "", tree: tree), manifest)
    reader.walk(tree)
    targets = reader.targets
  }

  func target(_ name: String) -> Target? { targets.first { $0.name == name } }

  /// What the manifest itself gets wrong.
  var findings: [Finding] {
    targets.filter { $0.kind != "testTarget" }.flatMap { target in
      target.dependencies.compactMap { name in
        reason(target, mayNotImport: name).map {
          Finding(path: "Package.swift", line: target.line, message: $0)
        }
      }
    }
  }

  /// Why a target may not import a module of this package; nothing when it may.
  func reason(_ client: Target, mayNotImport name: String) -> String? {
    guard let module = target(name) else { return nil }
    if Rules.engineBlind.contains(client.name), Rules.engines.contains(name) {
      return "\(client.name) must judge any engine alike, so it must not know \(name)"
    }
    if let clients = Rules.clientsOfC[name], !clients.contains(client.name),
      client.kind != "systemLibrary", client.name != "CHostShims"
    {
      return "\(client.name) must not see the C module \(name)"
    }
    // The executable stands beside the commands it starts, the shims beside what they adapt.
    let standsBeside = client.kind == "executableTarget" || client.name == "CHostShims"
    if module.layer < client.layer || standsBeside { return nil }
    return "\(client.name) (layer \(client.layer)) must not import \(name) (layer \(module.layer))"
  }
}

/// Finds the targets in a manifest.
private final class ManifestReader: SyntaxVisitor {
  var targets: [Layers.Target] = []
  private let locations: SourceLocationConverter
  private let manifest: String

  init(_ locations: SourceLocationConverter, _ manifest: String) {
    self.locations = locations
    self.manifest = manifest
    super.init(viewMode: .sourceAccurate)
  }

  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    guard let callee = node.calledExpression.as(MemberAccessExprSyntax.self),
      callee.base == nil, let name = text(node, "name")
    else { return .visitChildren }
    let kind = callee.declName.baseName.text
    guard ["target", "executableTarget", "testTarget", "systemLibrary"].contains(kind) else {
      return .visitChildren
    }
    let line = node.startLocation(converter: locations).line
    targets.append(
      Layers.Target(
        name: name, kind: kind, layer: layer(above: line), line: line,
        dependencies: texts(node, "dependencies")))
    return .skipChildren
  }

  /// The number in the last `// Layer N` comment before a line.
  private func layer(above line: Int) -> Int {
    let lines = manifest.split(separator: "\n", omittingEmptySubsequences: false).prefix(line)
    for line in lines.reversed() {
      guard let start = line.firstRange(of: "// Layer ")?.upperBound else { continue }
      return Int(line[start...].prefix { $0.isNumber }) ?? 0
    }
    return 0
  }

  private func text(_ node: FunctionCallExprSyntax, _ label: String) -> String? {
    argument(node, label)?.as(StringLiteralExprSyntax.self)?.representedLiteralValue
  }

  private func texts(_ node: FunctionCallExprSyntax, _ label: String) -> [String] {
    argument(node, label)?.as(ArrayExprSyntax.self)?.elements.compactMap {
      $0.expression.as(StringLiteralExprSyntax.self)?.representedLiteralValue
    } ?? []
  }

  private func argument(_ node: FunctionCallExprSyntax, _ label: String) -> ExprSyntax? {
    node.arguments.first { $0.label?.text == label }?.expression
  }
}
