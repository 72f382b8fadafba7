import JSON
import Testing

@Suite("JSON: reading")
struct JSONReaderTests {
  @Test(
    "A valid text becomes exactly its value",
    arguments: [
      ("null", .null), ("true", true), (" \t\r\n false \n", false),
      ("0", 0), ("-7", -7),
      ("9223372036854775807", .integer(.max)), ("-9223372036854775808", .integer(.min)),
      (#""""#, ""), (#""a\"\\\/\b\f\n\r\tz""#, "a\"\\/\u{8}\u{C}\n\r\tz"),
      (#""\u0041\u00e9\uD83D\ude00é😀""#, "Aé😀é😀"), (#""\u0000""#, "\0"),
      ("[]", []), ("[ 1 , [2] ]", [1, [2]]), ("{}", [:]),
      (#"{ "b" : 1 , "a" : { } }"#, ["b": 1, "a": [:]]),
    ] as [(String, JSONValue)])
  func valid(text: String, value: JSONValue) throws {
    #expect(try JSONValue(reading: text) == value)
  }

  @Test(
    "A number that is no exact integer keeps its text",
    arguments: [
      "-0", "0.0", "1.50", "1e3", "1E+03", "2.5e-7", "9223372036854775808",
      "-9223372036854775809", "123456789012345678901234567890",
    ])
  func literal(text: String) throws {
    guard case .number(let number) = try JSONValue(reading: text) else {
      Issue.record("\(text) was not kept as a literal")
      return
    }
    #expect(number.literal == text)
    #expect(JSONNumber(text) == number)
    #expect(JSONValue.number(number).description == text)
  }

  @Test("A number by hand has one representation", arguments: ["1", " 1.5", "1.", "x", "[1.5]"])
  func noSecondRepresentation(text: String) {
    #expect(JSONNumber(text) == nil)
  }

  @Test(
    "An invalid text is refused at the exact place for the exact reason",
    arguments: [
      ("", 0, 1, 1, .unexpectedEnd(expected: "a value")),
      ("\n\n  ", 4, 3, 3, .unexpectedEnd(expected: "a value")),
      ("nul", 3, 1, 4, .unexpectedEnd(expected: "the rest of “null”")),
      ("trUe", 2, 1, 3, .unexpected(byte: 0x55, expected: "the rest of “true”")),
      ("{}x", 2, 1, 3, .trailingContent), ("1 2", 2, 1, 3, .trailingContent),
      ("[1,]", 3, 1, 4, .unexpected(byte: 0x5D, expected: "a value")),
      ("[1 2]", 3, 1, 4, .unexpected(byte: 0x32, expected: "“,” or “]”")),
      ("[", 1, 1, 2, .unexpectedEnd(expected: "a value or “]”")),
      (#"{"a":1,}"#, 7, 1, 8, .unexpected(byte: 0x7D, expected: "a key in quotes")),
      (#"{"a" 1}"#, 5, 1, 6, .unexpected(byte: 0x31, expected: "“:”")),
      ("{a:1}", 1, 1, 2, .unexpected(byte: 0x61, expected: "a key in quotes or “}”")),
      (#"{"a":1"#, 6, 1, 7, .unexpectedEnd(expected: "“,” or “}”")),
      ("{\"é\":1,\n \"é\":2}", 10, 2, 2, .duplicateKey("é")),
      (#"{"a":1,"\u0061":2}"#, 7, 1, 8, .duplicateKey("a")),
      ("01", 0, 1, 1, .leadingZero), ("-012.5", 1, 1, 2, .leadingZero),
      ("-", 1, 1, 2, .unexpectedEnd(expected: "a digit")),
      ("1.e5", 2, 1, 3, .unexpected(byte: 0x65, expected: "a digit")),
      ("+1", 0, 1, 1, .unexpected(byte: 0x2B, expected: "a value")),
      (".5", 0, 1, 1, .unexpected(byte: 0x2E, expected: "a value")),
      ("NaN", 0, 1, 1, .unexpected(byte: 0x4E, expected: "a value")),
      ("\0", 0, 1, 1, .unexpected(byte: 0, expected: "a value")),
      ("\"a\nb\"", 2, 1, 3, .controlCharacter(0x0A)),
      ("\"\\t\u{1}\"", 3, 1, 4, .controlCharacter(0x01)),
      (#""é\x""#, 4, 1, 4, .unknownEscape(0x78)),
      (#""\u12G4""#, 5, 1, 6, .unexpected(byte: 0x47, expected: "a hexadecimal digit")),
      (#""a\uD800""#, 2, 1, 3, .loneSurrogate), (#""\uDC00""#, 1, 1, 2, .loneSurrogate),
      (#""\uD83D\u0041""#, 1, 1, 2, .loneSurrogate),
      (#""abc"#, 4, 1, 5, .unexpectedEnd(expected: "the closing quote of a string")),
      (#""abc\"#, 5, 1, 6, .unexpectedEnd(expected: "the rest of an escape")),
      ("\u{FEFF}{}", 0, 1, 1, .byteOrderMark),
      ("// no\n1", 0, 1, 1, .unexpected(byte: 0x2F, expected: "a value")),
    ] as [(String, Int, Int, Int, JSONError.Reason)])
  func invalid(text: String, offset: Int, line: Int, column: Int, reason: JSONError.Reason) {
    let error = #expect(throws: JSONError.self) { try JSONValue(reading: text) }
    #expect(error?.reason == reason)
    #expect(error?.offset == offset)
    #expect(error?.line == line)
    #expect(error?.column == column)
  }

  @Test(
    "Bytes that are not UTF-8 are refused where they begin",
    arguments: [
      ([0x22, 0x61, 0xFF, 0x22], 2),  // never a byte of UTF-8
      ([0x22, 0xC0, 0xAF, 0x22], 1),  // overlong
      ([0x22, 0xED, 0xA0, 0x80, 0x22], 1),  // an encoded surrogate
      ([0x22, 0xC3, 0xA9, 0xE2, 0x82, 0x22], 3),  // cut short
      ([0x22, 0x5C, 0x6E, 0xC3, 0x5C, 0x6E, 0x22], 3),  // cut short by an escape
    ] as [([UInt8], Int)])
  func invalidUTF8(bytes: [UInt8], offset: Int) {
    let error = #expect(throws: JSONError.self) { try JSONValue(reading: bytes) }
    #expect(error?.reason == .invalidUTF8)
    #expect(error?.offset == offset)
  }

  @Test("Depth is allowed up to the limit and refused at the first bracket beyond it")
  func depth() throws {
    let limits = JSONLimits(depth: 3)
    let siblings = #"[{"a":[],"b":[]},[[]],[],{}]"#
    #expect(throws: Never.self) { try JSONValue(reading: siblings, limits: limits) }
    let error = #expect(throws: JSONError.self) {
      try JSONValue(reading: #"[{"a":[1,{}]}]"#, limits: limits)
    }
    #expect(error?.reason == .tooDeep(limit: 3))
    #expect(error?.offset == 9)
  }

  @Test("However deep a hostile text is, reading ends with an error and not with the stack")
  func hostileDepth() {
    let text = String(repeating: "[", count: 100_000)
    let error = #expect(throws: JSONError.self) {
      try JSONValue(reading: text, limits: JSONLimits(depth: .max))
    }
    #expect(error?.reason == .tooDeep(limit: JSONLimits.deepest))
    #expect(error?.offset == JSONLimits.deepest)
  }

  @Test("A text of the longest size is read, one byte more is refused unread")
  func size() throws {
    #expect(try JSONValue(reading: "[10]", limits: JSONLimits(bytes: 4)) == [10])
    let error = #expect(throws: JSONError.self) {
      try JSONValue(reading: "[100]", limits: JSONLimits(bytes: 4))
    }
    #expect(error?.reason == .tooLarge(bytes: 5, limit: 4))
  }

  @Test("In an object of any size the first repeated key is found", arguments: [2, 16, 17, 400])
  func repeatedKeyAmongMany(count: Int) {
    let keys = (0..<count).map { "\"k\(($0 * 37) % 401)\":\($0)" }
    #expect(throws: Never.self) { try JSONValue(reading: "{\(keys.joined(separator: ","))}") }
    for place in [0, count / 2, count - 1] {
      let text = "{" + (keys + [keys[place], keys[0]]).joined(separator: ",") + "}"
      let error = #expect(throws: JSONError.self) { try JSONValue(reading: text) }
      let prefix = "{" + keys.joined(separator: ",") + ","
      #expect(error?.reason == .duplicateKey("k\((place * 37) % 401)"))
      #expect(error?.offset == prefix.utf8.count)
    }
  }

  @Test("Two spellings of one letter are two keys")
  func keysAreBytes() throws {
    let value = try JSONValue(reading: "{\"\u{E9}\":1,\"e\u{301}\":2}")
    #expect(value["\u{E9}"] == 1)
    #expect(value["e\u{301}"] == 2)
    #expect(value["e"] == nil)
  }

  @Test("No byte changed, removed or added in a valid text ever traps or hangs")
  func mutilated() {
    let valid = Array(
      #"{"text":"a\u00e9\uD83D\uDE00\n","n":[-0,1.5e+3,12345678901234567890],"b":[true,null]}"#
        .utf8)
    var refused = 0
    for place in valid.indices {
      var shorter = valid
      shorter.remove(at: place)
      var variants = [shorter, Array(valid[..<place])]
      for byte in UInt8.min...UInt8.max {
        var changed = valid
        changed[place] = byte
        variants.append(changed)
      }
      for variant in variants {
        do throws(JSONError) {
          // What is accepted must come back the same after writing and reading.
          let value = try JSONValue(reading: variant)
          #expect(try JSONValue(reading: value.description) == value)
        } catch {
          refused += 1
          #expect((0...variant.count).contains(error.offset))
        }
      }
    }
    #expect(refused > valid.count * 200)
  }
}
