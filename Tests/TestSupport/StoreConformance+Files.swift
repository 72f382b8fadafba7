import Contract
import Simulation

extension StoreCheck {
  /// Checks of audio files.
  public static let files: [StoreCheck] = [
    StoreCheck(claim: "A partial is created once, needs no open History, and is empty") { p in
      p.expect(p.store.create(file(.partial), &p.deeds), .done)
      p.expectDeeds([.created(file(.partial))])
      p.expect(p.store.create(file(.partial), &p.deeds), .fileFailed(.io(.no)))
      p.expectDeeds([])
      p.expect(p.store.files(), [file(.partial)])
      // A new header announces nothing, not even the end of the file.
      let facts = FileFacts(samples: 0, bytes: 44, headerSamples: 0, isFinalized: false)
      p.expect(p.store.validate(file(.partial)), .facts(facts))
    },
    StoreCheck(claim: "The header is brought up to date, durably, by each second of audio") { p in
      p.record()
      p.expect(p.append(0, 12_000), .appended(samples: 12_000, durableThrough: 0))
      p.expectDeeds([.appended(file(.partial), Span(clip: 1, from: 0, count: 12_000))])
      p.expect(p.append(12_000, 12_000), .appended(samples: 12_000, durableThrough: 24_000))
      p.expectDeeds([
        .appended(file(.partial), Span(clip: 1, from: 12_000, count: 12_000)),
        .fileDurable(file(.partial), samples: 24_000),
      ])
      p.expect(p.append(24_000, 4_000), .appended(samples: 4_000, durableThrough: 24_000))
      p.deeds = []
      p.expect(
        p.inventoryOpened, [StoreProbe.found(file(.partial), samples: 28_000, header: 24_000)])
    },
    StoreCheck(claim: "A full disk takes what fits and says how much") { p in
      p.record()
      p.expect(p.append(0, 8_000, accepted: 3_000), .fileFailed(.noSpace(accepted: 3_000)))
      p.expectDeeds([.appended(file(.partial), Span(clip: 1, from: 0, count: 3_000))])
      p.expect(p.append(3_000, 8_000, accepted: 0), .fileFailed(.noSpace(accepted: 0)))
      p.expectDeeds([])
      p.expect(p.store.runs(of: file(.partial)), [.clip(1, from: 0, count: 3_000)])
    },
    StoreCheck(claim: "What was appended is what a decoder finds, joined where it continues") { p in
      p.record(8_000, 8_000)
      _ = p.append(20_000, 100)
      _ = p.store.close(file(.partial), &p.deeds)
      p.expect(
        p.store.runs(of: file(.partial)),
        [.clip(1, from: 0, count: 16_000), .clip(1, from: 20_000, count: 100)])
    },
    StoreCheck(claim: "A decoder believes a header that announces something, else the length") {
      p in
      p.record(8_000)
      p.expect(p.store.runs(of: file(.partial)), [.clip(1, from: 0, count: 8_000)])
      _ = p.append(8_000, 8_000)
      _ = p.append(16_000, 4_000)
      p.expect(p.store.runs(of: file(.partial)), [.clip(1, from: 0, count: 16_000)])
      p.expect(p.store.samples(of: file(.partial)), 16_000)
      _ = p.store.close(file(.partial), &p.deeds)
      p.expect(p.store.runs(of: file(.partial)), [.clip(1, from: 0, count: 20_000)])
      p.expect(p.store.samples(of: file(.partial)), 20_000)
    },
    StoreCheck(claim: "Closing makes the header final; nothing is appended afterwards") { p in
      p.record(8_000, 1_000)
      p.expect(p.store.close(file(.partial), &p.deeds), .facts(StoreProbe.facts(9_000)))
      p.expectDeeds([.closed(file(.partial), samples: 9_000)])
      p.expect(p.append(9_000, 10), .fileFailed(.io(.no)))
      p.expectDeeds([])
      p.expect(p.store.validate(file(.partial)), .facts(StoreProbe.facts(9_000)))
    },
    StoreCheck(claim: "A dead writer's file takes no more audio and can still be closed") { p in
      p.record(8_000, 16_000, 4_000)
      p.store.kill()
      p.expect(p.append(28_000, 10), .fileFailed(.io(.no)))
      p.expect(p.store.close(file(.partial), &p.deeds), .facts(StoreProbe.facts(28_000)))
    },
    StoreCheck(claim: "A sync says how many samples are durable") { p in
      p.record(8_000)
      p.expect(p.store.sync(file(.partial), &p.deeds), .done)
      p.expectDeeds([.fileDurable(file(.partial), samples: 8_000)])
    },
    StoreCheck(claim: "Promotion renames, keeps the audio, and replaces an older source") { p in
      p.store.plant(
        .file(file(.source), samples: 100, isClosed: true), runs: [.clip(1, from: 0, count: 100)])
      p.record(8_000)
      _ = p.store.close(file(.partial), &p.deeds)
      p.deeds = []
      p.expect(p.store.promote(file(.partial), &p.deeds), .done)
      p.expectDeeds([.renamed(from: file(.partial), to: file(.source), samples: 8_000)])
      p.expect(p.store.files(), [file(.source)])
      p.expect(p.store.runs(of: file(.source)), [.clip(1, from: 0, count: 8_000)])
      p.expect(p.store.promote(file(.partial), &p.deeds), .fileFailed(.vanished))
    },
    StoreCheck(claim: "Removing twice is done twice and told once") { p in
      p.record(8_000)
      p.expect(p.store.remove(file(.partial), &p.deeds), .done)
      p.expectDeeds([.removed(file(.partial))])
      p.expect(p.store.remove(file(.partial), &p.deeds), .done)
      p.expectDeeds([])
    },
    StoreCheck(claim: "A file that vanished fails every request but its removal") { p in
      p.record(8_000)
      p.store.vanish(file(.partial))
      let gone = Outcome.fileFailed(.vanished)
      p.expect(p.append(8_000, 10), gone)
      p.expect(p.store.close(file(.partial), &p.deeds), gone)
      p.expect(p.store.validate(file(.partial)), gone)
      p.expect(p.store.sync(file(.partial), &p.deeds), gone)
      p.expect(p.store.promote(file(.partial), &p.deeds), gone)
      p.expect(p.store.remove(file(.partial), &p.deeds), .done)
      p.expectDeeds([])
      p.expect(p.store.runs(of: file(.partial)), nil)
    },
    StoreCheck(claim: "A leaf holds exactly its samples, closed, and counts the whole request") {
      p in
      p.record(32_000, 8_000)
      _ = p.store.close(file(.partial), &p.deeds)
      _ = p.store.promote(file(.partial), &p.deeds)
      p.deeds = []
      let cut = p.store.exportLeaf(
        source: file(.source), leaf: file(.leaf(3)), from: 10_000, count: 20_000, &p.deeds)
      p.expect(
        cut,
        .exported(
          LeafFacts(
            samples: 20_000, bytes: 40_044, bodyBytes: RequestBody.bytes(samples: 20_000))))
      p.expectDeeds([.created(file(.leaf(3)))])
      p.expect(p.store.runs(of: file(.leaf(3))), [.clip(1, from: 10_000, count: 20_000)])
      p.expect(p.store.validate(file(.leaf(3))), .facts(StoreProbe.facts(20_000)))
      p.expect(p.store.runs(of: file(.source)), [.clip(1, from: 0, count: 40_000)])
    },
    StoreCheck(claim: "A leaf that does not fit its source is not cut") { p in
      p.record(32_000, 8_000)
      for (from, count) in [(-1, 10), (0, 0), (0, 32_001), (.max, .max), (31_999, 2)] {
        p.expect(
          p.store.exportLeaf(
            source: file(.partial), leaf: file(.leaf(1)), from: from, count: count, &p.deeds),
          .exportFailed)
      }
      p.expect(
        p.store.exportLeaf(
          source: file(.source), leaf: file(.leaf(1)), from: 0, count: 10, &p.deeds),
        .exportFailed)
      p.expectDeeds([])
    },
  ]

  /// Checks of what a launch finds.
  public static let launches: [StoreCheck] = [
    StoreCheck(claim: "A closed file is finalized to both readers") { p in
      p.store.plant(
        .file(file(.source), samples: 40_000, isClosed: true),
        runs: [.clip(1, from: 0, count: 40_000)])
      p.expect(
        p.inventoryOpened, [StoreProbe.found(file(.source), samples: 40_000, header: 40_000)])
      p.expect(p.store.runs(of: file(.source)), [.clip(1, from: 0, count: 40_000)])
    },
    StoreCheck(claim: "A dead writer's file: whole seconds to the strict reader, all to the other")
    {
      p in
      p.store.plant(
        .file(file(.partial), samples: 40_000, isClosed: false),
        runs: [.clip(1, from: 0, count: 40_000)])
      p.expect(
        p.inventoryOpened, [StoreProbe.found(file(.partial), samples: 40_000, header: 32_000)])
      p.expect(p.append(40_000, 1), .fileFailed(.io(.no)))
      p.expect(p.store.close(file(.partial), &p.deeds), .facts(StoreProbe.facts(40_000)))
    },
    StoreCheck(claim: "A broken file has no facts and cannot be read, closed or cut") { p in
      p.store.plant(.brokenFile(file(.source)), runs: [])
      p.expect(p.inventoryOpened, [FoundFile(file: file(.source), strict: nil, lenient: nil)])
      p.expect(p.store.validate(file(.source)), .fileFailed(.unreadable))
      p.expect(p.store.close(file(.source), &p.deeds), .fileFailed(.unreadable))
      p.expect(p.store.runs(of: file(.source)), nil)
    },
    StoreCheck(claim: "A foreign file is found without a name and left alone") { p in
      p.store.plant(.foreignFile, runs: [])
      p.expect(p.inventoryOpened, [FoundFile(file: nil, strict: nil, lenient: nil)])
      p.expect(p.store.files(), [])
    },
    StoreCheck(claim: "Files stand in order of recording and kind; hand-offs are passed on") { p in
      for ref in [
        file(.leaf(2), 1), file(.source, 2), file(.leaf(1), 1), file(.source, 1), file(.partial, 2),
      ] {
        p.store.plant(
          .file(ref, samples: 16_000, isClosed: true),
          runs: [.clip(ref.recording.rawValue, from: 0, count: 16_000)])
      }
      let order = [
        file(.source, 1), file(.leaf(1), 1), file(.leaf(2), 1), file(.partial, 2), file(.source, 2),
      ]
      p.expect(p.inventoryOpened.map(\.file), order)
      p.expect(p.store.files(), order)
      let handoff = Handoff(
        from: ProcessID(.keyboard), sequence: 1, kind: .stop(RecordingID(1)), writtenAt: .zero)
      guard case .inventory(let found) = p.store.readInventory(handoffs: [handoff]) else {
        return p.expect(false, true)
      }
      p.expect(found.handoffs, [handoff])
    },
  ]
}

extension StoreProbe {
  /// The files of an inventory read by a connection that is opened first.
  var inventoryOpened: [FoundFile] {
    var ignored: [Deed] = []
    _ = store.open(&ignored)
    return inventory.files
  }
}
