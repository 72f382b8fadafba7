import Contract
import Testing

@Suite("States, sets and budgets")
struct StateAndBudgetTests {
  /// From each state, where a stored row may go; everything else it may not.
  static let transitions: [(RowState, [RowState])] = [
    (.capturing, [.capturing, .processing, .failed, .cancelled]),
    (.processing, [.processing, .success, .failed, .cancelled]),
    (.retrying, [.retrying, .success, .failed, .cancelled]),
    (.success, [.retrying, .success]), (.failed, [.retrying, .failed]),
    (.cancelled, [.retrying, .cancelled]),
  ]

  @Test("Exactly these transitions are legal", arguments: transitions)
  func transition(from: RowState, to: [RowState]) {
    #expect(RowState.allCases.filter { from.mayBecome($0) } == to)
  }

  @Test("A state is active, terminal, or the capture journal, and nothing else")
  func kinds() {
    #expect(Self.transitions.map(\.0) == RowState.allCases)
    #expect(RowState.allCases.filter(\.isActive) == [.processing, .retrying])
    #expect(RowState.allCases.filter(\.isTerminal) == [.success, .failed, .cancelled])
    for state in RowState.allCases {
      #expect(RowStates.terminal.contains(state) == state.isTerminal)
      #expect(RowStates.notTerminal.contains(state) == !state.isTerminal)
      #expect(RowState.allCases.filter { RowStates(state).contains($0) } == [state])
    }
  }

  @Test("Integrity rises from unfinalized over known incomplete to complete")
  func integrity() {
    #expect(SourceIntegrity.allCases.sorted() == [.unfinalized, .knownIncomplete, .complete])
  }

  @Test("The best text is the final one, else the raw one, else the checkpoint's")
  func bestText() {
    var row = Row(
      recording: RecordingID(1), attempt: 1, generation: 0, state: .failed, settings: Settings())
    #expect(row.bestText == nil)
    row.checkpoint = Checkpoint(text: "c", leaves: 1, through: 1)
    #expect(row.bestText == "c")
    row.raw = "r"
    #expect(row.bestText == "r")
    row.final = "f"
    #expect(row.bestText == "f")
    for reason in Reason.allCases {
      row.reason = reason
      #expect(row.isCancelled == (reason == .cancelledByPerson || reason == .replaced))
    }
    row.state = .cancelled
    #expect(row.isCancelled)
  }

  @Test("Every inner budget fits its outer one")
  func nesting() {
    #expect(Budgets.stop + Budgets.close <= Budgets.finalize)
    #expect(Budgets.store + Budgets.store <= Budgets.recovery)
    #expect(Budgets.store <= Budgets.promote)
    #expect(Budgets.clipboardHold < Budgets.delivery)
    #expect(Budgets.captureHealth <= Budgets.finalize)
    let tries = Budgets.request * Budgets.tries + Budgets.backoffCap * (Budgets.tries - 1)
    #expect(tries + Budgets.export <= Budgets.leaf)
    #expect(Budgets.recognition(leaves: 1) == Budgets.leaf)
    #expect(Budgets.recognition(leaves: 0) == Budgets.leaf)
    #expect(Budgets.recognition(leaves: -3) == Budgets.leaf)
    #expect(Budgets.recognition(leaves: 7) == Budgets.leaf * 7)
    #expect(Budgets.recognition(leaves: 44) == Budgets.recognition)
    #expect(Budgets.recognition(leaves: .max) == Budgets.recognition)
    for leaves in 1..<60 {
      #expect(Budgets.recognition(leaves: leaves) <= Budgets.recognition(leaves: leaves + 1))
    }
    for failed in 1...3 { #expect(RequestPolicy.backoff(failed: failed) <= Budgets.backoffCap) }
  }

  @Test(
    "A local recognition takes twice its length and a minute, within its bounds",
    arguments: [(0, 150), (45, 150), (46, 152), (100, 260), (270, 600), (271, 600), (72_000, 600)])
  func local(seconds: Int, bound: Int) {
    #expect(Budgets.localRecognition(samples: seconds * sampleRate) == .seconds(bound))
  }

  @Test("Every message has words of its own, without codes, that end as a sentence")
  func messages() {
    let all = Topic.allCases.map(\.words)
    for words in all {
      #expect(words.hasSuffix("."))
      #expect(!words.contains { $0.isNumber || $0 == "_" })
    }
    for i in all.indices { #expect(!all[..<i].contains(all[i])) }
  }

  @Test("Times print as seconds with three digits, spans and processes by name")
  func printing() {
    #expect(Nanoseconds.milliseconds(38_250).description == "38.250s")
    #expect(Nanoseconds.milliseconds(-50).description == "-0.050s")
    #expect(Nanoseconds.zero.description == "0.000s")
    #expect(ProcessID(.keyboard, boot: 3).description == "keyboard.3")
    #expect(ProcessID(.app).description == "app")
    #expect(Span(clip: 1, from: 5, count: 7).end == 12)
    #expect(Span(clip: 1, from: -5, count: .max).end == 1 << 32 - 1)
  }
}
