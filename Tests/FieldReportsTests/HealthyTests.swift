import Contract
import Foundation
import Testing

@testable import FieldReports

@Suite struct HealthyTests {
  static let names: [String] = [
    "01-plain.log", "02-cancelled-cold.log", "03-device-lost-kept.log",
    "04-busy-then-fine.jsonl", "05-refused-once.clef", "06-cancel-frees.log",
    "07-reconnect.log", "08-polish-fails.log", "09-orphan.log", "10-deleted.log",
    "11-split.log", "12-two-takes-over-midnight.log",
  ]

  @Test(arguments: names)
  func `a log in which all went as promised names no promise`(name: String) throws {
    let log = try FieldLog.reading(try FieldCorpus.unseen("Healthy/" + name))
    let diagnosis = Diagnosis(of: log, register: try FieldCorpus.register())
    #expect(diagnosis.clause == nil, "\(name): \(diagnosis.words)")
  }

  @Test func `a plain good take is said to be one`() throws {
    for name in ["01-plain.log", "04-busy-then-fine.jsonl", "12-two-takes-over-midnight.log"] {
      let log = try FieldLog.reading(try FieldCorpus.unseen("Healthy/" + name))
      #expect(Diagnosis(of: log).words == "nothing broken", "\(name)")
    }
  }

  /// Three programs that have nothing to do with recording.
  private static let others = [
    (0..<200).map { n in
      "10.0.\(n % 7).9 - - [30/Nov/2026:10:00:\(n % 60) +0000] \"POST /api/items HTTP/1.1\" "
        + "\([200, 201, 404, 500, 503, 413][n % 6]) \(n * 31) \"-\" \"curl\""
    },
    (0..<200).map { n in
      let what = [
        "usb 1-2: device disconnected", "device eth0 entered promiscuous mode",
        "Out of memory: Killed process 811 (java)", "EXT4-fs error: disk full",
        "audit: type=1400 apparmor=DENIED", "Bluetooth: hci0: opening firmware",
        "PM: suspend entry (deep)", "PM: resume devices took 0.5 s",
      ][n % 8]
      return "Nov 30 10:\(10 + n % 50):\(10 + n % 49) host kernel: [\(n).123456] \(what)"
    },
    (0..<200).map { n in
      let what = ["install", "upgrade", "remove", "status installed", "trigproc"][n % 5]
      return "2026-11-30 10:0\(n % 10):\(10 + n % 49) \(what) libpackage\(n):amd64 1.2-\(n) <none>"
    },
  ]

  @Test func `logs of other programs name no promise`() throws {
    for lines in Self.others {
      let diagnosis = Diagnosis(
        of: try .reading(lines.joined(separator: "\n")), register: try FieldCorpus.register())
      #expect(diagnosis.words == "not enough", "\(lines[0])")
      #expect(!diagnosis.questions.isEmpty)
    }
  }

  @Test func `random words name no promise`() throws {
    let words = [
      "apple", "river", "table", "green", "window", "music", "letter", "garden", "seven", "paper",
      "house", "quick", "stone", "cloud", "train", "bread", "light", "story", "water", "field",
    ]
    var state: UInt64 = 1
    func draw(_ limit: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int((state >> 33) % UInt64(limit))
    }
    for _ in 0..<50 {
      let lines = (0..<40).map { n in
        "10:00:\(10 + n).000 "
          + (0..<6).map { _ in words[draw(words.count)] }.joined(separator: " ")
      }
      let diagnosis = Diagnosis(of: try .reading(lines.joined(separator: "\n")))
      #expect(diagnosis.words == "not enough")
    }
  }

  @Test func `no whole message of the twelve logs stands in the sources`() throws {
    var messages: [String] = []
    for (folder, _) in FieldCorpus.twelve {
      for line in Perturbation(try FieldCorpus.log(of: folder), seed: 0).lines {
        messages.append(line.message.lowercased())
        // The longer halves of compound lines, too.
        for part in line.message.split(whereSeparator: { ";,:(>".contains($0) })
        where part.filter(\.isLetter).count >= 16 {
          messages.append(part.lowercased().trimmingCharacters(in: .whitespaces))
        }
      }
    }
    let sources = FieldCorpus.root.appending(path: "Sources")
    let files = try #require(
      FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil))
    var count = 0
    for case let file as URL in files where file.pathExtension == "swift" {
      count += 1
      let text = try String(contentsOf: file, encoding: .utf8).lowercased()
      // Two words that every such app writes are no string of these logs.
      let own = messages.filter { message in
        message.count { $0.isLetter } >= 12 && message.split(separator: " ").count >= 3
      }
      let found = own.filter { text.contains($0) }
      #expect(found.isEmpty, "\(file.lastPathComponent)")
    }
    #expect(count > 100)
  }
}
