import Contract
import Testing

/// What people read exists in every language, and is made for people.
@Suite("Words for people")
struct WordingTests {
  /// Whether a sentence is in traditional Chinese: mostly characters of Chinese, none that only the
  /// simplified script has among those that these sentences could use.
  private static func isChinese(_ text: String) -> Bool {
    let letters = text.unicodeScalars.filter { $0.properties.isAlphabetic }
    let chinese = letters.filter { (0x4E00...0x9FFF).contains($0.value) }
    let simplified = "录连线进转辑验语应时间区这个来为风请内检无网络设备该输结记户号权启关闭试错误删复".unicodeScalars
    return chinese.count * 4 >= letters.count * 3
      && !chinese.contains { simplified.contains($0) }
  }

  private func check(_ text: String, _ language: Language, _ what: String) {
    #expect(!text.isEmpty, "\(what)")
    let hasDigit = text.unicodeScalars.contains { $0.properties.numericType == .decimal }
    #expect(!hasDigit, "\(what): \(text)")
    #expect(!text.contains { "{}[]<>%_=\\".contains($0) }, "\(what): \(text)")
    let lower = text.lowercased()
    for wire in [
      "relay", "socket", "websocket", "frame", "token", "http", "error", "code", "status", "null",
      "nil", "timeout", "leg ", "quota", "unreachable", "handshake", "eof", "errno",
    ] {
      #expect(!lower.contains(wire), "\(what) says '\(wire)': \(text)")
    }
    switch language {
    case .english: #expect(text.unicodeScalars.allSatisfy { $0.isASCII || $0 == "…" }, "\(text)")
    case .traditionalChinese: #expect(Self.isChinese(text), "\(text)")
    }
  }

  @Test("Every topic has words in every language, and no two the same")
  func topics() {
    for language in Language.allCases {
      var seen: [String] = []
      for topic in Topic.allCases {
        let text = topic.words(in: language)
        check(text, language, "\(topic)")
        #expect(!seen.contains(text), "\(text)")
        seen.append(text)
      }
    }
    for topic in Topic.allCases {
      #expect(topic.words(in: .english) == topic.words)
      #expect(topic.words(in: .traditionalChinese) != topic.words)
    }
    #expect(Set(Language.allCases.map(\.tag)).count == Language.allCases.count)
  }

  @Test("The line about a live transcript has words for all that it can show")
  func lines() throws {
    for kind in LiveKind.allCases {
      var seen: [String] = []
      for indicator in Indicator.allCases {
        guard let line = kind.line(indicator) else {
          #expect(kind == .none || indicator == .idle)
          continue
        }
        #expect(kind != .none && indicator != .idle)
        for language in Language.allCases {
          check(line[language], language, "\(kind) \(indicator)")
          #expect(!seen.contains(line[language]))
          seen.append(line[language])
        }
      }
    }
  }

  @Test("While it reconnects, every place says so and that speech is kept")
  func reconnecting() throws {
    let places = [
      LiveKind.meeting.line(.reconnecting), LiveKind.dictation.line(.reconnecting),
      Indicator.reconnecting.keyboardCaption,
    ]
    for place in places {
      let words = try #require(place)
      #expect(words.english.contains("econnecting") && words.english.contains("kept"))
      #expect(words.traditionalChinese.contains("重新連線"))
      #expect(words.traditionalChinese.contains("保留"))
    }
  }

  @Test("What is over says what becomes of the recording, or of what was typed")
  func over() throws {
    let meeting = try #require(LiveKind.meeting.line(.liveOver))
    #expect(
      meeting.english.contains("recording runs on") && meeting.english.contains("transcribed"))
    #expect(meeting.traditionalChinese.contains("錄音仍在進行"))
    #expect(meeting.traditionalChinese.contains("逐字稿"))
    let dictation = try #require(LiveKind.dictation.line(.error))
    #expect(dictation.english.contains("has been typed"))
    #expect(dictation.traditionalChinese.contains("已輸入"))
  }

  @Test("The captions of the keyboard are short, and no two the same")
  func captions() {
    var seen: [String] = []
    for indicator in Indicator.allCases {
      guard let caption = indicator.keyboardCaption else {
        #expect(indicator == .idle)
        continue
      }
      for language in Language.allCases {
        let text = caption[language]
        check(text, language, "keyboard \(indicator)")
        #expect(text.count <= 40 && !seen.contains(text), "\(text)")
        seen.append(text)
      }
    }
  }
}
