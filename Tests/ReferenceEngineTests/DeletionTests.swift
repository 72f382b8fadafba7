import Contract
import Testing

@testable import ReferenceEngine

@Suite("Delete and clear")
struct DeletionTests {
  @Test func `a delete of a finished recording is claimed once it is durable`() {
    var play = Play(focus: nil)
    play.toSuccess()
    play.answer("usage", .done)
    play.answer("write", .done)
    #expect(play.person(.delete(r1)) == "tombstone r1")
    #expect(play.person(.delete(r1)) == "ignored: duplicate")
    #expect(
      play.answer("tombstone", .done) == "claim deleted r1 · purge r1 · remove r1 source")
    play.answer("purge", .done)
    play.answer("remove", .done)
    #expect(play.armed.isEmpty)
    #expect(play.person(.retry(r1)) == "ignored: notAllowedNow")
    #expect(play.person(.copy(r1)) == "ignored: notAllowedNow")
  }

  @Test func `a delete wins over work, callbacks and checkpoints that come later`() {
    var play = Play()
    play.toRecognition()
    _ = play.hear("hello")
    #expect(play.person(.delete(r1)) == "abandon write · tombstone r1 · main idle")
    #expect(play.late("write", .done) == "ignored: alreadyFinished")
    #expect(
      play.answer("tombstone", .done) == "claim deleted r1 · purge r1 · remove r1 source")

    var sending = Play()
    sending.toRecognition()
    #expect(
      sending.person(.delete(r1)) == "cancel upload · abandon upload · tombstone r1 · main idle")
    #expect(
      sending.report("upload", .head(Head(status: 200)), late: true) == "ignored: alreadyFinished")
    #expect(sending.late("upload", .body(.json("late"))) == "ignored: alreadyFinished")
  }

  @Test func `a delete while recording stops the microphone`() {
    var play = Play()
    play.record()
    play.frames(2)
    #expect(
      play.person(.delete(r1))
        == "stop capture · cancel capture · abandon capture · tombstone r1 · main idle")
    #expect(
      play.answer("tombstone", .done)
        == "claim deleted r1 · purge r1 · remove r1 partial · remove r1 source")
    #expect(play.late("capture", .captured(samples: 16_000)) == "ignored: staleLease")
  }

  @Test func `where it is refused while active, it is refused and nothing happens`() {
    var play = Play(dialect: Dialect(deleteWhileActive: .refused))
    play.toRecognition()
    #expect(play.person(.delete(r1)) == "ignored: notAllowedNow")
    #expect(play.person(.clear) == "ignored: notAllowedNow")
    play.head("upload", 400)
    #expect(play.person(.delete(r1)) == "ignored: notAllowedNow")
    play.answer("write", .done)
    #expect(play.person(.delete(r1)) == "tombstone r1")
  }

  @Test func `clear is exactly what there was`() {
    var play = Play()
    play.toFailure()
    play.record(r2)
    play.frames(2, of: r2)
    #expect(
      play.person(.clear)
        == "stop capture · cancel capture · abandon capture · tombstone r1 r2 · main idle")
    let r3 = RecordingID(3)
    play.person(.start(r3))
    #expect(
      play.answer("tombstone", .done)
        == "claim deleted r1 r2 · purge r1 · remove r1 source · purge r2 · remove r2 partial · "
        + "remove r2 source")
    #expect(play.answer("create r3", .done) == "")
    #expect(play.answer("write r3", .done) == "capture r3 · main recording")
    #expect(play.person(.clear).contains("tombstone r3"))
  }

  @Test func `a clear of nothing is not accepted`() {
    var play = Play()
    #expect(play.person(.clear) == "ignored: notAllowedNow")
    #expect(play.person(.delete(r1)) == "ignored: notAllowedNow")
  }

  @Test func `a deletion that fails three times is told, and may be asked for again`() {
    var play = Play()
    play.toFailure()
    play.person(.delete(r1))
    #expect(play.answer("tombstone", .storeFailed(.io(.no))) == "tombstone r1")
    #expect(play.expire(.store) == "abandon tombstone · tombstone r1")
    #expect(play.answer("tombstone", .storeFailed(.busy)) == "tell deleteFailed")
    #expect(play.person(.delete(r1)) == "tombstone r1")
    #expect(
      play.answer("tombstone", .done) == "claim deleted r1 · purge r1 · remove r1 source")
  }

  @Test func `a tombstone that landed late is a deletion`() {
    var play = Play()
    play.toFailure()
    play.person(.delete(r1))
    #expect(play.expire(.store) == "abandon tombstone · tombstone r1")
    #expect(
      play.late("tombstone", .done)
        == "abandon tombstone · claim deleted r1 · purge r1 · remove r1 source")
    #expect(play.claims.last == "claim deleted r1")
    #expect(play.left(.store) != nil)
  }

  @Test func `many deletions at once stay within the bounds`() {
    var play = Play(found: .of((1...40).map { row(.failed, RecordingID($0)) }))
    for n in 1...12 { play.person(.delete(RecordingID(UInt16(n)))) }
    for n in 1...12 {
      #expect(play.answer("tombstone r\(n)", .done).hasPrefix("claim deleted r\(n)"))
    }
    play.person(.clear)
    play.answer("tombstone", .done)
    var tidied: Set<String> = []
    while let next = play.ticket("purge") ?? play.ticket("remove") {
      let name = play.open.first { $0.ticket == next }.map { Spelling.request($0.request) } ?? ""
      tidied.insert(name)
      play.answer(name, .done)
    }
    #expect(tidied.count == 80)
    #expect(play.armed.isEmpty)
  }

  @Test func `tidying that is not answered does not hold up the rest`() {
    var play = Play(found: .of((1...20).map { row(.failed, RecordingID($0)) }))
    play.person(.clear)
    play.answer("tombstone", .done)
    for _ in 0..<10 where play.left(.store) != nil { play.expire(.store) }
    for _ in 0..<20 where play.left(.store) != nil { play.expire(.store) }
    #expect(play.ticket("purge") == nil && play.ticket("remove") == nil)
    #expect(play.armed.isEmpty)
  }

  @Test func `leaves that an earlier process left go with their recording`() {
    let found = Inventory.of(
      [row(.failed)],
      files: [.whole(r1, .source, 80_000), .whole(r1, .leaf(1), 8), .whole(r1, .leaf(2), 8)])
    var play = Play(found: found)
    play.person(.delete(r1))
    #expect(
      play.answer("tombstone", .done)
        == "claim deleted r1 · purge r1 · remove r1 source · remove r1 leaf1 · remove r1 leaf2")
  }

  @Test func `only leaves that were found go, whatever numbers lie below theirs`() {
    let found = Inventory.of(
      [row(.failed)],
      files: [.whole(r1, .source, 80_000), .whole(r1, .leaf(7), 8), .whole(r1, .leaf(65_535), 8)])
    var play = Play(found: found)
    play.person(.delete(r1))
    #expect(
      play.answer("tombstone", .done)
        == "claim deleted r1 · purge r1 · remove r1 source · remove r1 leaf7 · "
        + "remove r1 leaf65535")
  }

  @Test func `a partial beside a whole source goes with it, with or without an entry`() {
    let files = [FoundFile.whole(r1, .source, 80_000), .whole(r1, .partial, 8_000)]
    for found in [Inventory.of([row(.failed)], files: files), .of(files: files)] {
      var play = Play(found: found)
      if play.ticket("write") != nil { play.answer("write", .done) }
      play.person(.delete(r1))
      #expect(
        play.answer("tombstone", .done)
          == "claim deleted r1 · purge r1 · remove r1 partial · remove r1 source")
    }
  }

  @Test func `a borrowed clipboard is given back though its recording is deleted or tried again`() {
    for command in [Command.delete(r1), .retry(r1)] {
      var play = Play(dialect: Dialect(delivery: .paste))
      play.toSuccess()
      play.answer("write", .done)
      play.answer("clipboard", .clipboard(change: 7))
      play.answer("deliver", .delivered)
      play.person(command)
      #expect(play.left(.delivery) == .seconds(3))
      #expect(play.expire(.delivery) == "restore 7")
    }
  }
}
