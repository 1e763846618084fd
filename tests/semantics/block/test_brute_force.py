"""The race detector against all pairs of accesses, on random programs."""

from __future__ import annotations

import numpy as np
import pytest

from asyncir.semantics import interpret, parse_schedule
from asyncir.source.text import parse_module
from tests.semantics.block.brute_force import Found, races
from tests.semantics.block.generated import program

PROGRAMS = 240
CHUNK = 40


@pytest.mark.parametrize("start", range(0, PROGRAMS, CHUNK))
def test_finds_exactly_the_races_of_the_definition(start: int) -> None:
    for seed in range(start, start + CHUNK):
        text, _ = program(seed)
        module = parse_module(text, f"program{seed}.mlir")
        expected: set[Found] | None = None
        for schedule in ("earliest", "latest", f"seed:{seed}"):
            outcome = interpret(module, "main", [np.arange(8)], parse_schedule(schedule), record=True)
            assert all(d.code == "S001" for d in outcome.diagnostics), (text, outcome.diagnostics)
            expected = races(outcome.events) if expected is None else expected
            found = {(race.kind, race.first.op, race.second.op) for race in outcome.races}
            assert found == expected, f"{schedule}\n{text}"


def test_the_programs_are_of_all_kinds() -> None:
    racy = several = clean = 0
    for seed in range(0, PROGRAMS, 2):
        text, threads = program(seed)
        outcome = interpret(parse_module(text, "test.mlir"), "main", [np.arange(8)])
        racy += bool(outcome.races)
        several += threads > 1
        clean += not outcome.races and "queue.commit" in text
    assert min(racy, several, clean) > PROGRAMS // 20, (racy, several, clean)
