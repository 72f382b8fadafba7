extension Vocabulary {
  /// Concept, then its words: whole words, stems that end in `*`, pairs of neighbours.
  ///
  /// A word may stand for several concepts, and lines are read as sets of concepts: what matters
  /// is that the sets of two signs differ, not that a sentence is understood.
  static let table = """
    person: user, person, human, owner, customer, nutzer, benutzer
    press: press*, tap, tapped, taps, tapping, click*, pushed, toggled, hit, hits, chose, chosen, tippt, holding down
    hotkey: hotkey*, shortcut*, keybind*, ptt, button, key, chord, push to, mouse
    release: released, release, releases, keyup, key up, let go, button up, hotkey up, shortcut up
    ask: asked, asks, requested, ask, asking, requesting, called, wants, wanted, command, cmd, received
    accept: accept*, confirm*, acknowledged
    start: start*, begin, begins, began, begun, beginning, starting
    stop: stop*, halt*
    end: end, ends, ended, ending, finish*, complet*, done
    cancel: cancel*, abort*, escape, esc, abgebrochen, abbruch
    retry: trying again, try again, retry*, retri*, rerun, reprocess*, retranscri*, redo, again, repeat, repeats, repeating
    delete: delet*, eras*, trash*, wip*, purg*, gelöscht
    remove: remov*, unlink*
    clear: clear*
    told: told, informed, warned
    final: final
    retryafter: retry after, retryafter
    keyboardtag: keyboard, ime, extension, appex, kb, k
    statuskey: status, code, http, response, answered, answers, replied, returned, got, says, said, gave, sent, with, error, errno, rejected, refused
    statusword: payment, ok, created, unauthorized, forbidden, unavailable, required, payload, large, many, internal, bad, gateway, timeout, conflict, unprocessable, partial
    refuse: ignor*, refus*, reject*, deni*, declin*, swallow*, disallow*, skipped, skipping, unavailable, blocked, blocks
    busy: busy, already, wedged, occupied, in progress, in flight, inflight, not idle
    nothing: nothing, none
    no: no, not, never, without, isn, wasn, don, didn, cannot, couldn, unable, nil, missing, hasn, doesn, lacks, nothing, none, won
    still: still, yet, remains, remain
    active: active, ongoing, current
    mic: mic, mics, microphone*, audiorecord, avaudioengine, audioengine, input node, audio engine, audio input, capture engine, capture device
    recorder: recorder*, recorderd
    recording: rec, record, records, recorded, recording, recordings, captur*, aufnahme, aufnahmen
    take: dictat*, take, takes, memo, memos, note, notes, session, meeting, voice note, clip, clips, draft, drafts
    session: session, sessions
    live: live, caption*, streaming, realtime
    audio: audio, sound, pcm, sample, samples, frame, frames, buffer, buffers, chunk, chunks, speech
    first: first
    ready: ready, acquired, available, up, warm
    open: open, opened, opens, reopened
    opening: opening, acquiring, cold, warming
    run: running, runs, live, capturing
    device: device, devices, headset, headphone*, airpods, bluetooth, usb, earbuds, input
    gone: gone, lost, loses, disappear*, disconnect*, unplug*, vanish*, detached, unavailable, went away, died, removed
    permission: permission*, authoriz*, authoris*, tcc, privacy
    silence: silen*, zero, zeros, zeroes, flatline, muted, quiet
    level: rms, peak, dbfs, amplitude, level
    interrupt: interrupt*
    caller: call, phone, siri, alarm
    route: route*, reconfigur*, configuration change, format change, format changed, samplerate
    pend: pending, wait, waits, waiting, waited, hung, hang, hangs, hanging, stuck, unanswered, unrespons*, stall*
    timeout: timeout*, timed out, time out, timedout, expired, expires, deadline, ran out, abgelaufen, überschritten
    giveup: gave up, give up, giving up, given up, gives up, abandon*
    reply: reply, replies, replied, answer*, respon*, ack, returned
    file: file, files, wav, caf, flac, container, spool
    close: close, closed, closes, closing, finalized, finalised, sealed, flushed
    keep: kept, keep, keeps, saved, save, saves, saving, stored, persist*, preserv*, promot*, archiv*, retain*, gesichert, gespeichert, stays
    discard: discard*, drop, drops, dropped, dropping, thrown, throwing, threw, wasted, let go, lets go, letting go, being let
    history: history, row, rows, entry, entries, database, catalog, library, listed, db, record store, list item
    write: write, writing, written, wrote, writes, insert*, add, added, adds, creat*, append*, commit*, import*, upsert*, angelegt
    fail: fail*, error, errors, exception, unsuccessful*, broken, fehlgeschlagen, fehler, cannot
    full: full, enospc, no space, disk full, exhausted, space left, out of
    storage: disk, storage, sqlite, volume, filesystem, database, db, history
    recog: transcri*, recogni*, asr, stt, whisper, inferenc*, parakeet, erkannt, erkennung, dictation engine
    model: model, engine, decoder, onnx, coreml, ggml
    send: upload*, post, put, send, sends, sent, sending, submit*, dispatch*, posting, multipart, gesendet
    request: request, requests, req, upload*, http, https, api, provider, server, backend, endpoint
    response: respon*, answer*, http, status, reply, replied, code, returned, got
    head: header, headers, head
    body: body, payload
    connection: connection, connections, network, dns, tls, econnreset, econnrefused, enotfound, unreachable, offline, internet, ssl
    reset: reset, refused, closed, broke*
    fallback: fallback*, hedge*, secondary, alternat*, backup, failover
    backoff: backoff, back off, retry in, next try, next attempt, retrying
    tries: attempt, attempts, try, tries, call, calls, round, rounds
    text: text, texts, transcript, transcripts, transcription, transcriptions, result, results, sentence, words, rohtext, wording
    said: said, spoken, heard, voice, speech
    empty: empty, blank, no speech, no voice
    success: success*, succeed*, completed, complete, done, finished, ok, ready, erfolgreich
    cleanup: cleanup*, cleaning, polish*, enhanc*, postprocess*, reformat*, formatting, rewrit*, refin*, llm, clean up, post processing, punctuat*, nachbearbeitung, tidy, tidying, smooth*, proofread*
    stage: stage, phase, step
    clipboard: clipboard*, pasteboard*
    restore: restor*, put back, revert*, reinstat*, puts back, set back, putting back, given back, gave back, giving back, handed back, gives back
    aside: snapshot*, backup, backed up, put aside, stash*, saved, remembered
    read: read, reads, fetch*, consum*, pulled, reading
    placed: placed, written, writing, set, copied, wrote, put, on
    paste: paste, pasted, pastes, pasting, cmd v, ctrl v, command v, inject*, posted paste
    insert: insert*, typed, types, typing, deliver*, commit text, eingesetzt, eingefügt
    delivered: delivered, pasted, inserted, typed, eingesetzt, eingefügt
    target: target*, focus*, window*, field, frontmost, editor, textfield, foreground
    changed: chang*, switch*, moved, different, no longer, another, mismatch
    screen: overlay*, pill, hud, panel, notch, indicator*, spinner*, widget*, tray, menubar, bubble, ui, icon, island, live activity, menu bar, screen, popup, badge, dot, beep, dots, anzeige, statusbar, status bar, toolbar, titlebar
    surface: state, status, keyboard, view, label, text
    show: show*, display*, visible, appear*, present, presented, drawn, render*
    hide: hid, hide, hides, hidden, hiding, dismiss*, closed, gone, disappear*, invisible, collapsed, off, aus
    idle: idle, standby, inactive, resting
    working: processing, transcribing, working, thinking, polishing, finishing
    message: message, toast, notif*, alert*, banner, told, warned, informed, warning, usermessage, snackbar, balloon, hinweis, notice, dialog, alert
    unseen: displayedcount, undisplayed, suppressed, unseen
    raw: json, stacktrace, traceback, raw, verbatim
    reconnect: reconnect*, redial*, dialing, dialling, dial, dials, re dial, connecting again
    app: app, application, process, program
    launch: launch*, relaunch*, boot, booted, startup, cold start, oncreate, starting up, restarted, process created, fresh process, new process, process start, app opened, app launched, process began, hochgefahren
    die: kill, killed, died, dies, crash*, terminat*, jetsam*, sigkill, sigsegv, segfault, signal, oom, unexpectedly, has died
    quit: quit, quits, exit, exited, force quit, ended, closed, forced
    force: force, forced, task manager, sigkill
    sleep: sleep, sleeps, sleeping, suspend*, froze, frozen
    wake: wake, wakes, woke, awake, resumed
    resume: resum*, continuing, continues, picking up, picked up, going on, carrying on
    command: command, handoff, hand off, intent, deeplink
    taken: taken, consumed, picked, acted, handled
    heartbeat: heartbeat*, pulse, beat
    age: age, old, ago, stale
    watchdog: watchdog, grace
    dead: dead
    shared: shared, saved, persisted, stored, stale, previous, cached
    released: released, unloaded, torn, evicted
    leg: leg, legs, socket, websocket, ws, relay, line, stream, link, channel, captions connected, captions connection, captions link
    ofspeech: leg, legs, relay, live, caption*, transcri*, recogni*, speech*, dictat*, asr, stt, whisper, realtime, captions connected, captions connection, captions link
    connected: connected, connect, open, opened, established, upgraded, up
    lost: lost, closed, dropped, disconnected, down, died, ended, broke, closing, dead, gone, hung
    hold: hold, holding, held, holds, buffering, queue*, backlog
    over: over, exceed*, overflow*, full, oldest, limit
    held: held, hold, buffer, buffered, queue*, backlog, oldest, holding
    word: word, words, token, tokens, caption, captions, segment, final
    offset: offset, base
    place: placed, start, shown, at, position
    quota: quota, credit*, payment required, used up, billing, balance, minutes
    finalize: finaliz*, finalis*, eos, end of
    drain: drain*, last words, trailing
    tail: tail, tentative, pending tail, unsettled
    fold: fold*, settl*, merged, appended, committed, moved, flush*, typed, joined, joins
    limit: limit, maximum, max, exceed*, too large, too big, large, larger, content
    large: limit, maximum, exceed*, too large, too big
    parse: parse, parsing, malformed, decode, decoding, undecodable, schema, unexpected, parseable, parsable, expected, invalid
    split: split*, halv*, halves, cutting, smaller
    part: part, chunk, leaf, piece, segment
    unfinished: unfinalized, unfinalised, incomplete, truncated, unclosed, unfinished, not closed, not finalized, partial, not finished
    orphan: orphan*, unlisted, untracked, stray, leftover, recover*, without row, without entry, abandoned
    adopt: adopt*, import*, recovered, salvag*, reinstated, resurrect*
    found: found, find, finds, scan, scanned, discover*, reconcile, detected, inventory, recovery
    late: late, stale, outdated, obsolete, superseded
    applied: applied, applying, accepted, overwrote, overwrit*
    settings: setting*, preference*, config*, language, provider, locale, model
    last: last
    server: server, relay, upstream, remote, provider
    receive: received, receive, receives, receiving, messages, message, inbound, frames, arriv*, coming in
    keepalive: keepalive*, keep alive, ping*, pong*
    covers: transcript, covers, coverage, text
    of: of
    gap: gap, hole, missing
    failed_state: failed, failure, error
    recovery: recover*, reconcil*, migration, boot pass, start check
    failed: fail*
    queued: queued, scheduled, later, deferred, pending, queue
    capture_end: captured, recorded, saved, finished, stopped, ended
    none_yet: chunks, frames, samples, audio, data, buffers
    waitword: wait, waiting, waits, in, after, sleeping, delay
    quotable: message, error, reason, detail, msg, event, state, status, stage, phase, code, kind, action, overlay, button, tapped, pressed, clicked
    ended_by: ended, killed, quit, closed, forced
    remains: remains, still, left, exists, leftover, present
    foreign: foreign, elsewhere, external, someone, another
    copied: copied, copy
    counted: displayedcount
    item: item, items, entry, entries, row, rows, job, jobs
    disk: disk, storage, sqlite, volume, filesystem, database, db
    store: sqlite, database, db, store, history, library, catalog, catalogue
    corrupt: corrupt*, malformed, unreadable, undecodable, damaged, garbled, broken
    recreate: reset, resets, resetting, recreat*, reinitial*, rebuilt, rebuilding, wiped, wiping, emptied, fresh, new, anew, truncated
    setaside: renamed, rename, renaming, copied, copy, copies, backup, moved, move, moving, quarantin*, aside, preserved, kept, archived
    jsonword: json, xml, html, schema, syntax
    valid: valid, invalid, expected, unexpected, malformed, well formed
    by: by
    auto: automatic*, itself, unattended, unasked, auto, no user, own accord
    was: was, were, had been
    dash: becomes, became, marked, set, turned
    enough: enabled, possible, ready
    credential: token, tokens, credential*, key, login, auth, session token
    renew: refreshed, renewed, replaced, rotated, renewing, refreshing
    marker: marker, markers, marked, noted, disclosed, shown, mentioned, backfill*, filled
    whole: complete, completely, whole, full, entire, everything
    skip: skipped, skipping, omitted, skip, not sent, never sent
    field: field, editor, window, app, frontmost, foreground, box, cursor
    keepalivesent: keepalive*, keep alive, heartbeat
    row: row, rows, item, entry, entries, note, record
    only: only
    readonly: previous, earlier, last
    uploadword: upload*, multipart
    pause: pause*, pausing, backing off
    historyword: history, library, recordings, entries, memos, notes, dictations, sessions, takes, clips
    now: now
    spinner: spinner*, progress bar, busy sign
    fsop: move, moving, rename, fsync, promote, promotion, promoting, mkdir
    feeding: feed, feeds, feeding, fed, replayed, replaying
    unavailable: unavailable, empty, disabled, unloaded
    previous: previous, earlier, prior, older
    confirm: confirmation, confirmed, acknowledged
    decode: decod*, read, load*, parse, open, opened, opens
    """
}
