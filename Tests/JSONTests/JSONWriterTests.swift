import JSON
import Testing

@Suite("JSON: writing")
struct JSONWriterTests {
  @Test("Only what must be escaped is escaped, and in one way")
  func escapes() {
    let text = "\"\\/\u{0}\u{8}\t\n\u{B}\u{C}\r\u{1F} é😀\u{7F}\u{2028}"
    #expect(
      JSONWriter.quoted(text)
        == #""\"\\/\u0000\b\t\n\u000b\f\r\u001f é😀"# + "\u{7F}\u{2028}\"")
  }

  @Test("Every scalar below 0x800 comes back from its own text")
  func everyScalar() throws {
    for code in UInt32(0)..<0x800 {
      let scalar = try #require(Unicode.Scalar(code))
      let value = JSONValue.string("a\(scalar)z")
      #expect(try JSONValue(reading: value.description) == value)
    }
  }

  @Test(
    "A canonical text is read and written as the same bytes",
    arguments: [
      "null", "[]", "{}", "[[],{}]", #"{"b":[1,-2,3.50],"a":{"x":null,"y":[true,false]}}"#,
      #"[-0,1E5,"\u0001"]"#,
    ])
  func roundTrip(text: String) throws {
    #expect(try JSONValue(reading: text).description == text)
  }

  @Test("Lines are written piece by piece with the commas where they belong")
  func lines() throws {
    var out = JSONWriter()
    out.object { line in
      line.member("kind", "case")
      line.member("ids", ["a", "b"])
      line.key("nested")
      line.array { list in
        list.object { _ in }
        list.array { $0.null() }
        list.integer(UInt64.max)
        list.bool(false)
      }
      line.member("ok", true)
      line.member("more", JSONValue.object([JSONMember(key: "n", value: 1)]))
    }
    out.endLine()
    out.object { $0.member("steps", 123) }
    out.endLine()
    #expect(
      out.text == """
        {"kind":"case","ids":["a","b"],"nested":[{},[null],18446744073709551615,false],\
        "ok":true,"more":{"n":1}}
        {"steps":123}

        """)
  }

  @Test("Draining hands over each line once")
  func drain() {
    var out = JSONWriter()
    var collected: [[UInt8]] = []
    for number in 1...3 {
      out.array { $0.integer(number) }
      out.endLine()
      out.drain { collected.append(copy $0) }
    }
    #expect(collected.map { String(decoding: $0, as: UTF8.self) } == ["[1]\n", "[2]\n", "[3]\n"])
    #expect(out.bytes.isEmpty)
  }
}

@Suite("JSON: looking things up")
struct JSONLookupTests {
  @Test("Only a complete object with exactly one member has a sole member")
  func soleMember() throws {
    #expect(try JSONValue(reading: #"{"text":"hi"}"#).soleMember?.value.string == "hi")
    for other in [#"{}"#, #"{"text":"hi","x":1}"#, #"["text"]"#, #""text""#] {
      #expect(try JSONValue(reading: other).soleMember == nil)
    }
  }

  @Test("An accessor answers for its own kind only")
  func accessors() {
    let values: [JSONValue] = [.null, true, 7, "s", [1], ["k": 2]]
    #expect(values.map { $0.bool } == [nil, true, nil, nil, nil, nil])
    #expect(values.map { $0.integer } == [nil, nil, 7, nil, nil, nil])
    #expect(values.map { $0.string } == [nil, nil, nil, "s", nil, nil])
    #expect(values.map { $0.elements } == [nil, nil, nil, nil, [1], nil])
    #expect(values.map { $0["k"] } == [nil, nil, nil, nil, nil, 2])
    #expect(values.map { $0.members?.count } == [nil, nil, nil, nil, nil, 1])
  }

  @Test("A message names file, line, column, code and reason")
  func message() {
    let error = #expect(throws: JSONError.self) { try JSONValue(reading: "{\n  \"a\": 01}") }
    #expect(
      error?.message(file: "r.jsonl", firstLine: 40)
        == "r.jsonl:41:8: error[json-leading-zero]: a number must not begin with a superfluous 0")
  }
}
