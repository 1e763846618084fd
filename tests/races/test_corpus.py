"""Samples of tests/tasks_corpus, and of examples/tasks with what breaks these: their races are found while they run."""

from __future__ import annotations

import pytest

from tests.examples.task_programs import PROGRAMS, TaskProgram, given
from tests.races.detection import compiled, races_of
from tests.semantics.tasks_corpus import CORPUS, CorpusProgram

SAMPLE = CORPUS[1::4]
NOT_FOUND = {
    "alloca_scope_that_ends",  # natively its memory is the function's
    "alloca_behind_another_wait",  # memory of a function that has ended: S002, and no access of it
    "two_tasks_add_to_one_place",  # a task that fails as it adds itself counts as a member
}


@pytest.mark.parametrize("program", SAMPLE, ids=lambda p: p.name)
def test_a_program_of_the_corpus(program: CorpusProgram) -> None:
    loaded = compiled(program.text)
    # Where only some order shows it, a run may come to both accesses or not.
    some = {call.arguments for call in program.show if call.schedule is not None}
    racy = program.verdict == "racy" and program.name not in NOT_FOUND
    calls = [(call, racy) for call in program.show if call.schedule is None]
    silent = [(call, False) for call in (*program.quiet, *program.clean) if call.arguments not in some]
    for call, found in (*calls, *silent):
        assert bool(races_of(loaded[call.entry], call.values(program.module()))) == found, call


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda p: p.name)
def test_an_example_and_its_first_broken_variant(program: TaskProgram) -> None:
    assert not races_of(compiled(program.text)["main"], given(program.inputs[0]))
    broken, text = program.variants()[0]
    assert races_of(compiled(text)["main"], given(broken.shows))
