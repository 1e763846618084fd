"""The litmus programs of docs/semantics.md, compiled: those with a race report it, the others report nothing."""

from __future__ import annotations

import pytest

from tests.litmus.extract import PAGE, Litmus, litmus_programs
from tests.races.detection import compiled, races_of

WRITTEN_BY_HAND = "async.coro."
PROGRAMS = [
    program
    for program in litmus_programs(PAGE)
    if program.result.split()[0] in ("ok", "error", "race")
    and ("async." in program.text or "parallel" in program.text)
    and WRITTEN_BY_HAND not in program.text
]


def test_there_are_many() -> None:
    races = [program for program in PROGRAMS if program.result.startswith("race")]
    assert len(races) >= 7
    assert len(PROGRAMS) - len(races) >= 25


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda p: p.name)
def test_a_race_is_found_where_there_is_one(program: Litmus) -> None:
    found = races_of(compiled(program.text)["main"], program.values())
    assert bool(found) == program.result.startswith("race"), found
