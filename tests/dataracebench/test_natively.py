"""The programs of DataRaceBench, compiled and run on two threads: each race is found while they run, and nothing else."""

from __future__ import annotations

import pytest

from tests.dataracebench.test_dataracebench import PROGRAMS, Call, Program, accessed_by
from tests.races.detection import compiled, races_of

pytestmark = pytest.mark.feature("N11")


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda p: p.path.stem)
def test_the_race_is_found_and_nothing_else(program: Program) -> None:
    function = compiled(program.path.read_text(encoding="utf-8"), program.path.name)["main"]
    calls: list[tuple[Call, bool]] = [(call, program.race) for call in program.runs]
    for call, racy in (*calls, *((call, False) for call in program.quiet)):
        found = races_of(function, call.arguments)
        assert bool(found) == racy, call
        # What is computed from what was raced for may race in its turn.
        assert any(accessed_by(program, race) <= program.at for race in found) == racy
