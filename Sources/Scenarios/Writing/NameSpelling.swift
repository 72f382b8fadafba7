import Choices
import Contract

// Names, written so that reading them gives the same set of happenings or questions again.
extension IdentityPattern {
  /// The spelling with `*` for what is left open; nil when the format has none for this set.
  var spelling: String? {
    let text = isExact ? value.description : patternText
    // Whether the spelling is right is never a matter of belief: it is read again.
    do {
      return try IdentityPattern(parsing: text) == self ? text : nil
    } catch {
      return nil
    }
  }

  private func isOpen(high bits: UInt64) -> Bool { mask.high & bits == 0 }
  private func isOpen(low bits: UInt64) -> Bool { mask.low & bits == 0 }

  private var patternText: String {
    var text = ""
    let process = value.process
    if isOpen(high: 255) {
      text = "*: "
    } else if isOpen(high: 127) {
      text = (process.role == .app ? "app" : "keyboard") + ".*: "
    } else if process != ProcessID(.app) {
      text = "\(process): "
    }
    if value.verb != .object, !value.verb.isQuestion { text += value.verb.word + " " }
    text += objectText
    if value.verb.isQuestion { text += "?" + value.verb.word }
    if isOpen(high: 0xFF << 8) {
      text += "#*"
    } else if value.times > 1 {
      text += "#\(value.times)"
    }
    return text
  }

  private var objectText: String {
    let number = isOpen(low: 0xFFFF) ? "*" : "\(value.number)"
    switch value.family {
    case .none: return number
    case .stage: return scope + "/" + value.word.text
    case .launched, .interruption, .route, .mediaReset, .lowSpace, .locked, .background,
      .foreground, .thermal, .focus, .copied, .handoff, .resumed:
      return number == "0" ? value.family.word : value.family.word + "/" + number
    case .open, .inventory, .quarantine, .space, .store, .tombstone, .purge, .create, .append,
      .close, .validate, .sync, .promote, .remove, .capture, .export, .upload, .local, .reset,
      .cleanup, .deliver, .clipboard, .restore, .usage, .post, .dial:
      if isOpen(high: 0xFFFF_FFFF << 16), isOpen(low: .max) { return value.family.word + "/*" }
      return value.family.word + "/" + scope + parts(number)
    }
  }

  private var scope: String {
    let open = isOpen(high: 0xFFFF << 32)
    if value.family == .reset { return open ? "slot*" : "slot\(value.recording)" }
    if !open, value.recording == 0 { return "store" }
    var text = open ? "r*" : "r\(value.recording)"
    if isOpen(high: 0xFFFF << 16) {
      text += ".*"
    } else if value.attempt != 0 {
      text += ".a\(value.attempt)"
    }
    return text
  }

  private func parts(_ number: String) -> String {
    var text = ""
    let slash = value.family == .dial ? "/leg" : "/"
    if isOpen(low: 0xFF_FFFF_FFFF << 24) {
      text += slash + "*"
    } else if value.leaf != .none {
      text += slash + value.leaf.indices.map(String.init).joined(separator: ".")
    }
    if isOpen(low: 0xFF_FFFF) {
      text += "/*"
    } else if value.word != .none {
      text += "/" + value.word.text + (number == "0" ? "" : "." + number)
    } else if number != "0" {
      text += (value.family == .upload ? "/t" : "/") + number
    }
    return text
  }
}

extension KeyPattern {
  /// The pattern as a set of names.
  var names: IdentityPattern {
    var pattern = IdentityPattern(Identity(high: value.high, low: value.low))
    pattern.mask = Identity(high: mask.high, low: mask.low)
    return pattern
  }
}
