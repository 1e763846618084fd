"""Makes the program of a fault small: statements are left out, and regions opened, while the fault stays."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator

from .compare import Record, examine
from .settling import remove
from .tree import Call, Launch, Program, all_of, all_spots, regions, well_formed


def _smaller(program: Program) -> Iterator[Program]:
    count = len(list(all_spots(program)))
    for k in reversed(range(count)):
        for way in ("drop", "open", "needs"):
            changed = copy.deepcopy(program)
            spot = list(all_spots(changed))[k]
            if way == "drop":
                remove(spot.block, spot.statement)
            elif way == "open" and regions(spot.statement):
                at = next(j for j, s in enumerate(spot.block) if s is spot.statement)
                spot.block[at : at + 1] = [s for r in regions(spot.statement) for s in r]
            elif way == "needs" and isinstance(spot.statement, Launch) and spot.statement.needs:
                spot.statement.needs.pop()
            else:
                continue
            used = {s.function for s in all_of(changed) if isinstance(s, Call)}
            changed.functions = [f for f in changed.functions if f.name in used]
            if well_formed(changed):
                yield changed
    if program.returned:
        changed = copy.deepcopy(program)
        changed.returned = changed.returned[:-1]
        yield changed


def has(kind: str, seed: int) -> Callable[[Program], bool]:
    def holds(program: Program) -> bool:
        try:
            record: Record = examine(program, seed)
        except Exception:
            return False
        return any(k == kind for k, _ in record.faults) and not any(k == "refused" for k, _ in record.faults)

    return holds


def shrink(program: Program, holds: Callable[[Program], bool], tries: int = 250) -> Program:
    smaller = True
    while smaller and tries > 0:
        smaller = False
        for candidate in _smaller(program):
            tries -= 1
            if tries <= 0:
                break
            if holds(candidate):
                program, smaller = candidate, True
                break
    return program
