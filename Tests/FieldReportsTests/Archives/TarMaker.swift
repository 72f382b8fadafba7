/// Writes tars byte by byte, right ones and wrong ones.
struct TarMaker {
  /// One entry, as its head describes it.
  struct Entry {
    var name: [UInt8]
    var bytes: [UInt8] = []
    /// `0` a file, `1` a hard link, `2` a link, `3` and `4` devices, `5` a folder, `6` a pipe.
    var kind: Character = "0"
    var link = ""
    /// What the head says instead of the truth.
    var size: Int?

    init(_ name: String, _ text: String = "", kind: Character = "0", link: String = "") {
      (self.name, bytes) = (Array(name.utf8), Array(text.utf8))
      (self.kind, self.link) = (kind, link)
    }
  }

  static func archive(_ entries: [Entry], isClosed: Bool = true) -> [UInt8] {
    var out: [UInt8] = []
    for entry in entries {
      if entry.name.count > 100 {
        // A long name is an entry of its own before the one that it names.
        out += head(Array("././@LongLink".utf8), entry.name.count + 1, "L", "")
        out += padded(entry.name + [0])
      }
      out += head(entry.name, entry.size ?? entry.bytes.count, entry.kind, entry.link)
      out += padded(entry.bytes)
    }
    return isClosed ? out + [UInt8](repeating: 0, count: 1_024) : out
  }

  private static func padded(_ bytes: [UInt8]) -> [UInt8] {
    bytes + [UInt8](repeating: 0, count: (512 - bytes.count % 512) % 512)
  }

  private static func head(
    _ name: [UInt8], _ size: Int, _ kind: Character, _ link: String
  ) -> [UInt8] {
    var block = [UInt8](repeating: 0, count: 512)
    func put(_ bytes: some Sequence<UInt8>, _ place: Int) {
      for (index, byte) in bytes.enumerated() { block[place + index] = byte }
    }
    func octal(_ value: Int, _ digits: Int) -> String {
      let text = String(value, radix: 8)
      return String(repeating: "0", count: digits - text.count) + text
    }
    put(name.prefix(100), 0)
    put(octal(0o644, 7).utf8, 100)
    put(octal(0, 7).utf8, 108)
    put(octal(0, 7).utf8, 116)
    put(octal(size, 11).utf8, 124)
    put(octal(0, 11).utf8, 136)
    put("        ".utf8, 148)
    put(String(kind).utf8, 156)
    put(link.utf8.prefix(100), 157)
    put("ustar\u{0}00".utf8, 257)
    put(octal(block.reduce(0) { $0 + Int($1) }, 6).utf8, 148)
    block[154] = 0
    return block
  }
}
