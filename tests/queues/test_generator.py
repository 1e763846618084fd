"""The random programs: what they are like, and that they are right before anything is done to them."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.queues.forms import FORMS, forms
from tests.queues.generator import Options, generate
from tests.queues.inputs import all_inputs, random_inputs
from tests.queues.printer import text_of
from tests.queues.shrink import shrink
from tests.queues.source_trace import trace_of
from tests.queues.syntax import Commit, Flag, For, If, Program, Var, Wait, walk
from tests.queues.verdicts import needs_of, races_of


def races(program: Program) -> bool:
    """Whether the definition finds a race in the syntax tree, on some inputs."""
    return any(races_of(needs_of(trace_of(program, inputs))) for inputs in random_inputs(program, 4, 0))


def test_a_seed_is_a_program() -> None:
    assert generate(11) == generate(11)
    assert text_of(generate(11)) == text_of(generate(11))
    assert generate(11) != generate(12)


def test_every_form_occurs_in_a_tenth_of_the_programs() -> None:
    found = Counter(form for seed in range(400) for form in forms(generate(seed)))
    assert {form: found[form] for form in FORMS if found[form] < 36} == {}


def test_options_are_kept() -> None:
    programs = [generate(seed, Options(threads=2, nvgpu=True)) for seed in range(10)]
    assert all(p.nvgpu and p.threads == 2 for p in programs)


@pytest.mark.parametrize("first", range(0, 80, 20))
def test_programs_are_right(first: int) -> None:
    assert [seed for seed in range(first, first + 20) if races(generate(seed))] == []


def test_a_wait_less_is_mostly_a_race() -> None:
    """The programs would not be worth much if their waits were not needed."""
    needed = total = 0
    for seed in range(40):
        program = generate(seed)
        waits = [s for s in walk(program.body) if isinstance(s, Wait)]
        if waits:
            total += 1
            needed += races(without(program, waits))
    assert needed / total > 0.8


def without(program: Program, waits: list[Wait]) -> Program:
    """The program with its waits turned into waits for no token."""
    text = repr(program)
    for wait in waits:
        text = text.replace(repr(wait), repr(Wait(wait.number, ())))
    names = dict(vars(__import__("tests.queues.syntax", fromlist=["*"])))
    found: Program = eval(text, names)
    return found


def test_all_inputs_of_a_program_made_by_hand() -> None:
    """Two ways through the branch; on one of them a loop with 0, 1 or 2 iterations."""
    loop = For("i1", 0, Var("i0"), 1, (), (), (), ())
    body = (If(Flag("b0"), (loop,), (), style="scf"),)
    program = Program(body, (), ("i0",), ("b0",), 0)
    inputs = all_inputs(program, trips=2)
    assert inputs is not None
    found = {(i.flags["b0"], i.indices.get("i0")) for i in inputs}
    assert found == {(False, None), (True, 0), (True, 1), (True, 2)}
    assert len(inputs) == 4
    assert all_inputs(program, trips=2, most=2) is None


def test_all_inputs_are_all_paths() -> None:
    program = next(p for seed in range(100) if len((p := generate(seed)).flags) == 2 and not p.conds)
    inputs = all_inputs(program, trips=2)
    assert inputs is not None
    assert len({(tuple(i.flags.items()), tuple(i.indices.items())) for i in inputs}) == len(inputs)


def test_shrinking_keeps_what_matters() -> None:
    def holds(program: Program) -> bool:
        loops = [s for s in walk(program.body) if isinstance(s, For)]
        return any(isinstance(s, Commit) for loop in loops for s in walk(loop.body))

    program = next(p for seed in range(100) if holds(p := generate(seed)))
    small = shrink(program, holds)
    assert holds(small)
    assert len(list(walk(small.body))) <= 4
