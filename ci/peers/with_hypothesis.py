"""Runs the lifecycle under Hypothesis and says what came of it, one JSON object a line."""

from __future__ import annotations

import json
import sys
import time

from hypothesis import HealthCheck, Phase, seed, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    precondition,
    rule,
    run_state_machine_as_test,
)

from lifecycle import DEFECTS, OUTCOMES, App, Broken, Device

STEPS = 50


class Count:
    """What the runs of one trial came to."""

    cases = 0
    first = None
    last_steps = 0
    runs = 0


def machine(defect: str | None, count: Count) -> type[RuleBasedStateMachine]:
    class Lifecycle(RuleBasedStateMachine):
        def __init__(self) -> None:
            super().__init__()
            count.runs += 1
            if count.first is None:
                count.cases += 1
            self.steps = 0
            self.device = Device()
            self.app = App(self.device, defect)

        def _do(self, deed, *words) -> None:
            self.steps += 1
            try:
                deed(*words)
            except Broken:
                if count.first is None:
                    count.first = self.steps
                count.last_steps = self.steps
                raise

        @rule()
        def start(self) -> None:
            self._do(self.app.start)

        @rule()
        def stop(self) -> None:
            self._do(self.app.stop)

        @rule()
        def cancel(self) -> None:
            self._do(self.app.cancel)

        @rule()
        def retry(self) -> None:
            self._do(self.app.retry)

        @rule()
        def kill(self) -> None:
            self.steps += 1
            self.app = App(self.device, defect)

        @precondition(lambda self: self.app.pending)
        @rule(data=st.data())
        def answer(self, data) -> None:
            place = data.draw(st.integers(0, len(self.app.pending) - 1))
            outcome = data.draw(st.sampled_from(OUTCOMES[self.app.pending[place][1]]))
            self._do(self.app.answer, place, outcome)

    return Lifecycle


def run(defect: str | None, number: int, cases: int) -> dict:
    count = Count()
    options = settings(
        max_examples=cases,
        stateful_step_count=STEPS,
        database=None,
        deadline=None,
        print_blob=False,
        report_multiple_bugs=False,
        phases=(Phase.generate, Phase.shrink),
        suppress_health_check=list(HealthCheck),
    )
    start = time.process_time()
    kind = seed(number)(machine(defect, count))
    try:
        run_state_machine_as_test(kind, settings=options)
        found = False
    except Broken:
        found = True
    return {
        "defect": defect,
        "seed": number,
        "found": found,
        "cases": count.cases,
        "size": count.last_steps if found else None,
        "shrink": count.runs - count.cases,
        "seconds": time.process_time() - start,
    }


if __name__ == "__main__":
    seeds, limit, control = (int(word) for word in sys.argv[1:4])
    print(json.dumps(run(None, 1, control)))
    for defect in DEFECTS:
        for number in range(1, seeds + 1):
            print(json.dumps(run(defect, number, limit)))
