import Contract

/// Gives other names to what an engine names itself: the numbers of its leaf files, and the waits
/// that bound no request. Everything else in the name of a happening comes from its content.
struct Renamed: Alteration {
  /// What files must say, one word for another.
  static let renames: [Variant.Rename] =
    (1...9).map { Variant.Rename(old: "leaf.\($0)", new: "leaf.\($0 + Int(shift))") } + [
      Variant.Rename(old: "backoff", new: "export"),
      Variant.Rename(old: "delivery", new: "handoff"),
    ]

  private static let shift: UInt16 = 100

  /// The first hundred numbers change places with the second, so that nothing is named twice.
  private static func other(_ number: UInt16) -> UInt16 {
    switch number {
    case 1...shift: number + shift
    case shift + 1...2 * shift: number - shift
    default: number
    }
  }

  private static func other(_ file: FileRef) -> FileRef {
    guard case .leaf(let number) = file.kind else { return file }
    return FileRef(file.recording, .leaf(other(number)))
  }

  /// The two names of a wait; the pairs are swapped, so that nothing is named twice here either.
  private static func other(_ deadline: Deadline) -> Deadline {
    guard deadline.effect == nil, deadline.lease != nil else { return deadline }
    var named = deadline
    named.stage =
      switch deadline.stage {
      case .backoff: .export
      case .export: .backoff
      case .delivery: .handoff
      case .handoff: .delivery
      case .recovery, .store, .captureHealth, .captureLimit, .finalize, .promote, .request,
        .recognition, .localEngine, .reset, .cleanup, .usage, .dial, .liveness, .keepalive,
        .redial, .drain, .watchdog:
        deadline.stage
      }
    return named
  }

  func heard(_ event: Event) -> Event {
    switch event {
    case .deadline(let deadline): return .deadline(Self.other(deadline))
    case .launched, .person, .progress, .finished, .news:
      return changed(event) { found in
        let files = found.files.map { file in
          FoundFile(file: file.file.map(Self.other), strict: file.strict, lenient: file.lenient)
        }
        return Inventory(
          rows: found.rows, damaged: found.damaged, tombstones: found.tombstones, files: files,
          handoffs: found.handoffs)
      }
    }
  }

  mutating func amend(_ reaction: inout Reaction, at now: Moment) {
    reaction.deadlines = reaction.deadlines?.map(Self.other)
    for place in reaction.effects.indices {
      guard case .request(let ticket, let request) = reaction.effects[place] else { continue }
      reaction.effects[place] = .request(ticket, Self.other(request))
    }
  }

  private static func other(_ request: Request) -> Request {
    switch request {
    case .exportLeaf(let source, let leaf, let from, let count):
      .exportLeaf(source: source, leaf: other(leaf), from: from, count: count)
    case .upload(let file, let settings): .upload(other(file), settings)
    case .recognizeLocally(let file, let slot, let settings):
      .recognizeLocally(other(file), slot: slot, settings)
    case .file(.remove(let file)): .file(.remove(other(file)))
    case .file(.validate(let file)): .file(.validate(other(file)))
    case .file(.create), .file(.append), .file(.close), .file(.sync), .file(.promote), .store,
      .capture, .resetEngine, .cleanUp, .deliver, .writeClipboard, .restoreClipboard,
      .reportUsage, .post, .dial, .insert:
      request
    }
  }
}
