"""A small lifecycle of one recording, and what its contract promises.

It is the same for every tool that is compared: one recording of two leaves, rows and checkpoints
that are written before anything is claimed, three tries for each request, cancel, retry, a killed
process, and one delivery. Each defect is the one that `lastword` has under the same name.
"""

from __future__ import annotations

DEFECTS = [
    "fourth-try",
    "stale-callback",
    "checkpoint-not-awaited",
    "saved-before-row",
    "retry-forgets-text",
    "unconfirmed-repeated",
]

LEAVES = 2
ACTIVE = ("recording", "saving", "uploading", "checkpointing", "ending")
# What each kind of request can come to; the first is the usual.
OUTCOMES = {
    "row": ("done", "failed"),
    "upload": ("text", "busy", "lost", "refused"),
    "checkpoint": ("done", "failed"),
    "end": ("done",),
    "claim": ("done", "failed"),
    "deliver": ("delivered", "unconfirmed"),
}


class Broken(AssertionError):
    """A promise that is broken."""


class Device:
    """What outlives the app: the row, and what the judge has seen of the outside."""

    def __init__(self) -> None:
        self.row = None
        self.checkpoint = 0
        self.best = 0
        self.is_success = False
        self.claimed = False
        self.delivered = 0

    def write(self, checkpoint: int) -> None:
        if checkpoint < self.best:
            raise Broken("text that was durable is gone")
        self.checkpoint = checkpoint
        self.best = max(self.best, checkpoint)


class App:
    """The lifecycle, with at most one defect."""

    def __init__(self, device: Device, defect: str | None = None) -> None:
        self.device = device
        self.defect = defect
        self.phase = "idle"
        self.attempt = 0
        self.leaf = 0
        self.tries = 0
        self.texts = 0
        self.outcome = None
        # Requests that may still be answered: number, kind, attempt.
        self.pending: list[tuple[int, str, int]] = []
        self.made = 0
        self.saved = False
        if device.row is not None:
            self.attempt = device.row
            self.phase = "success" if device.is_success else "failed"
            self.texts = device.checkpoint

    # What a person does.

    def start(self) -> None:
        if self.phase == "idle":
            self.phase = "recording"
            self.attempt = 1

    def stop(self) -> None:
        if self.phase != "recording":
            return
        self.phase = "saving"
        self._ask("row")
        if self.defect == "saved-before-row":
            self._claim_saved()

    def cancel(self) -> None:
        if self.phase in ("uploading", "checkpointing"):
            self.phase = "failed"

    def retry(self) -> None:
        if self.phase != "failed" or self.device.row is None:
            return
        self.attempt += 1
        self.device.row = self.attempt
        self.texts = self.device.checkpoint
        if self.defect == "retry-forgets-text":
            self.texts = 0
            self.device.write(0)
        self.leaf = self.texts
        self.tries = 0
        self._next()

    # What the world answers.

    def answer(self, place: int, outcome: str) -> None:
        number, kind, attempt = self.pending.pop(place)
        if kind == "deliver" and outcome == "unconfirmed":
            if self.defect == "unconfirmed-repeated":
                self._deliver()
            return
        if attempt != self.attempt or not self._waits_for(kind):
            if self.defect == "stale-callback" and kind == "upload" and outcome == "text":
                if self.phase == "failed" or attempt != self.attempt:
                    raise Broken("an answer that came too late changed something")
            return
        getattr(self, "_" + kind + "_answered")(outcome)

    def _waits_for(self, kind: str) -> bool:
        return {
            "row": self.phase == "saving",
            "upload": self.phase == "uploading",
            "checkpoint": self.phase == "checkpointing"
            or self.defect == "checkpoint-not-awaited",
            "end": self.phase == "ending",
            "claim": self.phase == "success",
            "deliver": self.phase == "success",
        }[kind]

    def _row_answered(self, outcome: str) -> None:
        if outcome == "failed":
            self.phase = "failed"
            return
        self.device.row = self.attempt
        self._claim_saved()
        self._next()

    def _claim_saved(self) -> None:
        if self.device.row is None:
            raise Broken("the recording was called saved before its row was durable")
        self.saved = True

    def _next(self) -> None:
        if self.leaf >= LEAVES:
            self.phase = "ending"
            self._ask("end")
            return
        if self.device.checkpoint < self.leaf:
            raise Broken("a leaf was sent before the checkpoint of the one before was durable")
        self.phase = "uploading"
        self.tries = 1
        self._ask("upload")

    def _upload_answered(self, outcome: str) -> None:
        if outcome == "text":
            self.texts += 1
            self.leaf += 1
            self.phase = "checkpointing"
            self._ask("checkpoint")
            if self.defect == "checkpoint-not-awaited":
                self._next()
        elif outcome == "refused":
            self.phase = "failed"
        else:
            most = 4 if self.defect == "fourth-try" else 3
            if self.tries >= most:
                self.phase = "failed"
                return
            self.tries += 1
            if self.tries > 3:
                raise Broken("a request was sent a fourth time")
            self._ask("upload")

    def _checkpoint_answered(self, outcome: str) -> None:
        if outcome == "failed":
            self.phase = "failed"
            return
        self.device.write(self.texts)
        if self.defect != "checkpoint-not-awaited":
            self._next()

    def _end_answered(self, outcome: str) -> None:
        self.device.is_success = True
        self.phase = "success"
        self._ask("claim")

    def _claim_answered(self, outcome: str) -> None:
        if outcome == "done" and not self.device.claimed:
            self.device.claimed = True
            self._deliver()

    def _deliver(self) -> None:
        self.device.delivered += 1
        if self.device.delivered > 1:
            raise Broken("a text was delivered twice")
        self._ask("deliver")

    def _deliver_answered(self, outcome: str) -> None:
        self.phase = "success"

    def _ask(self, kind: str) -> None:
        self.made += 1
        self.pending.append((self.made, kind, self.attempt))
