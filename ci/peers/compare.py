"""Reads what each tool has said, one JSON object a line, and prints them beside each other."""

from __future__ import annotations

import json
import os
import sys
from statistics import median


def lines(path: str) -> list[dict]:
    if not os.path.exists(path):
        return []
    with open(path, encoding="utf-8") as file:
        return [json.loads(line) for line in file]


def trials(path: str) -> dict:
    """Of a Python tool: what the trials of each defect came to; None is the good model."""
    by_defect: dict = {}
    for one in lines(path):
        by_defect.setdefault(one["defect"], []).append(one)
    table = {}
    for defect, all_of_it in by_defect.items():
        sizes = [one["size"] for one in all_of_it if one["size"] is not None]
        table[defect] = {
            "trials": len(all_of_it),
            "found": sum(one["found"] for one in all_of_it),
            "cases": median(one["cases"] for one in all_of_it),
            "seconds": median(one["seconds"] for one in all_of_it),
            "size": median(sizes) if sizes else None,
        }
    return table


def own(path: str) -> dict:
    """Of Lastword: the same figures from its report."""
    table = {}
    for one in lines(path):
        defect = None if one["kind"] == "control" else one["engine"].removeprefix("mutant:")
        table[defect] = {
            "trials": one["trials"],
            "found": one["found"],
            "cases": one["median_cases"],
            "seconds": one["median_us"] / 1e6,
            "size": one.get("median_size"),
        }
    return table


def cell(tool: dict, defect: str) -> str:
    one = tool.get(defect)
    if one is None:
        return f"{'-':>30}"
    size = "-" if one["size"] is None else f"{one['size']:g}"
    found = f"{one['found']}/{one['trials']}"
    return f"{found:>7}{one['cases']:>8g}{one['seconds']:>9.3f}{size:>6}"


def main() -> int:
    folder = sys.argv[1]
    tools = {
        "lastword": own(f"{folder}/lastword"),
        "hypothesis": trials(f"{folder}/hypothesis"),
        "detangle": trials(f"{folder}/detangle"),
    }
    here = {name: table for name, table in tools.items() if table}
    for name in tools:
        if name not in here:
            print(f"{name}: could not be installed or run here, and is not compared")
    print(f"{'':24}" + "".join(f"{name:>30}" for name in here))
    print(f"{'defect':24}" + f"{'found':>7}{'cases':>8}{'seconds':>9}{'size':>6}" * len(here))
    defects = [defect for defect in here["lastword"] if defect is not None]
    for defect in defects:
        print(f"{defect:24}" + "".join(cell(table, defect) for table in here.values()))
    speed = {
        name: table[None]["cases"] / table[None]["seconds"] for name, table in here.items()
    }
    print()
    for name, rate in speed.items():
        print(f"{name:12} {rate:10.0f} cases/s, the good one")
    for name, table in here.items():
        if name == "lastword":
            continue
        both = [
            defect
            for defect in defects
            if table[defect]["found"] and here["lastword"][defect]["found"]
        ]
        def ratio(figure: str) -> float:
            return median(
                table[defect][figure] / here["lastword"][defect][figure] for defect in both
            )
        print(
            f"{name} to lastword: {speed[name] / speed['lastword']:.3f} of the cases/s; over "
            f"{len(both)} defects that both found, in the median {ratio('cases'):.2f} of the "
            f"cases, {ratio('seconds'):.2f} of the seconds, {ratio('size'):.2f} of the size"
        )
    print()
    print(
        "Medians over seeds; seconds of the processor until a defect was found, for the Python\n"
        "tools with making it small. They run the small model in ci/peers, Lastword its whole\n"
        "world with every promise judged, so a case of Lastword is larger by far. A size is what\n"
        "is left: entries of a case for Lastword, steps of the model for the others, those that do\n"
        "nothing included."
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
