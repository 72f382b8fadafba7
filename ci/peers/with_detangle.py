"""Runs the lifecycle under detangle and says what came of it, one JSON object a line.

Every request is a task of its own that is answered when the scheduler lets it; what it comes to,
and what the person does, are choices of the simulation.
"""

from __future__ import annotations

import asyncio
import json
import sys
import time

import detangle

from lifecycle import DEFECTS, OUTCOMES, App, Broken, Device

STEPS = 50
DEEDS = ("start", "stop", "cancel", "retry", "kill", "wait")


def program(defect: str | None, count: dict):
    async def lifecycle() -> None:
        count["runs"] += 1
        device = Device()
        world = {"app": App(device, defect), "steps": 0}
        tasks: set[asyncio.Task] = set()
        seen: set[tuple[int, int]] = set()

        def begin() -> None:
            """Gives every new request a task."""
            app = world["app"]
            for number, kind, _ in app.pending:
                if (id(app), number) not in seen:
                    seen.add((id(app), number))
                    tasks.add(asyncio.ensure_future(answer(app, number, kind)))

        def do(deed, *words) -> None:
            world["steps"] += 1
            try:
                deed(*words)
            except Broken:
                count["steps"] = world["steps"]
                raise
            begin()

        async def answer(app: App, number: int, kind: str) -> None:
            await asyncio.sleep(0.01)
            # The requests of a process that was killed are never answered.
            if world["app"] is not app:
                return
            outcome = detangle.choice(OUTCOMES[kind])
            place = next(i for i, one in enumerate(app.pending) if one[0] == number)
            do(app.answer, place, outcome)

        async def person() -> None:
            for _ in range(STEPS // 2):
                deed = detangle.choice(DEEDS)
                if deed == "kill":
                    world["steps"] += 1
                    world["app"] = App(device, defect)
                elif deed != "wait":
                    do(getattr(world["app"], deed))
                await asyncio.sleep(0.01)

        await person()
        while tasks:
            done = tasks.pop()
            await done

    return lifecycle


def run(defect: str | None, number: int, cases: int) -> dict:
    count = {"runs": 0, "steps": 0}
    start = time.process_time()
    found, tried, deviations = False, cases, None
    try:
        stats = detangle.explore(
            program(defect, count), runs=cases, seed=number, database=False, shrink=True
        )
        tried = stats.runs
    except detangle.BugFound as bug:
        found = True
        tried = bug.report.runs
        deviations = bug.report.deviations
    return {
        "defect": defect,
        "seed": number,
        "found": found,
        "cases": tried,
        "size": count["steps"] if found else None,
        "deviations": deviations,
        "shrink": count["runs"] - tried,
        "seconds": time.process_time() - start,
    }


if __name__ == "__main__":
    seeds, limit, control = (int(word) for word in sys.argv[1:4])
    print(json.dumps(run(None, 1, control)))
    for defect in DEFECTS:
        for number in range(1, seeds + 1):
            print(json.dumps(run(defect, number, limit)))
