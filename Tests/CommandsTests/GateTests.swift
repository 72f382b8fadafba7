import Testing

@testable import Commands

/// The exit codes of the gate, over a small pack that owes nearly everything: `ci/gate` drives the
/// whole one.
@Suite("The gate")
struct GateTests {
  @Test func `a broken promise fails it, whatever else is open`() {
    let session = Session("gate", "--engine", "mutant:lost-chunk", "--fuzz-cases", "20")
    #expect(session.code == 1, "\(session.out)")
    #expect(session.out.contains("✗ FAIL"))
    #expect(session.out.contains("CAPTURE.every-frame-written"))
    #expect(session.out.contains("again: lastword run --engine mutant:lost-chunk"))
    #expect(session.out.hasSuffix("gate: a promise is broken (exit 1)\n"))
  }

  @Test func `without time nothing is shown`() {
    let session = Session("gate", "--budget", "0s")
    #expect(session.code == 3, "\(session.out)")
    #expect(session.out.contains("not reached within the budget"))
    #expect(!session.out.contains("✓"))
  }

  @Test func `a gate that cannot go red is not trusted`() {
    let session = Session("gate", "--canary", "none", "--fuzz-cases", "0")
    #expect(session.code == 6, "\(session.out)")
    #expect(session.out.contains("blind"))
  }

  @Test func `what is owed and was not shown leaves it open`() {
    let session = Session("gate", "--fuzz-cases", "20")
    #expect(session.code == 3, "\(session.out)")
    #expect(session.out.contains("✓ ok    canary"))
    #expect(session.out.contains("never: "))
  }

  @Test func `a canary must be wrong on purpose`() {
    let session = Session("gate", "--canary", "reference")
    #expect(session.code == 2)
    #expect(session.err.contains("no engine that breaks a promise on purpose"))
  }
}
