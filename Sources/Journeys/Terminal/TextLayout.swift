// How texts fit a terminal: what they may contain, how wide they are, where they break.

/// The text with everything that could steer a terminal written as a visible escape.
///
/// Texts come from scenarios, engines and servers; none of them may move the cursor, change the
/// colour or reverse the direction of what stands beside it.
func printable(_ text: String) -> String {
  guard text.unicodeScalars.contains(where: isSteering) else { return text }
  var out = ""
  for scalar in text.unicodeScalars {
    guard isSteering(scalar) else {
      out.unicodeScalars.append(scalar)
      continue
    }
    switch scalar {
    case "\n": out += "\\n"
    case "\t": out += "\\t"
    case "\r": out += "\\r"
    default: out += "\\u{\(String(scalar.value, radix: 16))}"
    }
  }
  return out
}

private func isSteering(_ scalar: Unicode.Scalar) -> Bool {
  switch scalar.value {
  case 0..<0x20, 0x7F..<0xA0, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069: true
  default: false
  }
}

/// How many columns a text takes in a terminal.
///
/// East Asian wide letters and emoji take two. Where terminals differ the common answer is taken;
/// a wrong one costs a ragged column and nothing else.
func columns(_ text: some StringProtocol) -> Int {
  var sum = 0
  for character in text {
    guard let scalar = character.unicodeScalars.first else { continue }
    sum += isWide(scalar) ? 2 : 1
  }
  return sum
}

private func isWide(_ scalar: Unicode.Scalar) -> Bool {
  switch scalar.value {
  case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF,
    0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F64F, 0x1F900...0x1F9FF,
    0x20000...0x3FFFD:
    true
  default: false
  }
}

/// A text filled up with spaces to a width.
func padded(_ text: String, to width: Int) -> String {
  text + String(repeating: " ", count: max(0, width - columns(text)))
}

/// Words laid out in lines of at most `width` columns; a longer word is broken.
func wrapped(_ text: String, width: Int) -> [String] {
  let width = max(width, 8)
  var lines: [String] = []
  var line = ""
  var used = 0
  for word in text.split(separator: " ") {
    var word = word
    if used > 0, used + 1 + columns(word) > width {
      lines.append(line)
      (line, used) = ("", 0)
    }
    while columns(word) > width {
      let head = head(of: word, width: width)
      lines.append(String(head))
      word = word[head.endIndex...]
    }
    line += used > 0 ? " " + word : word
    used += (used > 0 ? 1 : 0) + columns(word)
  }
  if used > 0 || lines.isEmpty { lines.append(line) }
  return lines
}

private func head(of word: Substring, width: Int) -> Substring {
  var used = 0
  var end = word.startIndex
  while end < word.endIndex {
    let next = columns(word[end...end])
    if used + next > width { break }
    used += next
    end = word.index(after: end)
  }
  // A letter wider than the line still has to go somewhere.
  return end == word.startIndex ? word.prefix(1) : word[..<end]
}

/// A long text by its first and last words, with how many there are.
func abbreviated(_ text: String) -> String {
  let words = text.split(separator: " ")
  guard words.count > 7 else { return printable(text) }
  let shown =
    words.prefix(2).joined(separator: " ") + " … " + words.suffix(2).joined(separator: " ")
  return printable(shown) + " (\(words.count) words)"
}

/// A number with thin groups of three digits, such as `1 912`.
func grouped(_ number: Int) -> String {
  let digits = Array(String(number.magnitude))
  var out = number < 0 ? "-" : ""
  for (place, digit) in digits.enumerated() {
    if place > 0, (digits.count - place) % 3 == 0 { out += " " }
    out.append(digit)
  }
  return out
}

/// A noun with its number: `1 case`, `2 cases`.
func counted(_ number: Int, _ noun: String) -> String {
  "\(grouped(number)) \(noun)\(number == 1 ? "" : "s")"
}
