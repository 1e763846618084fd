"""Token → count: the answers for each form of control flow, and that they hold in every execution."""

from __future__ import annotations

from collections.abc import Hashable

import pytest
from hypothesis import given, strategies as st

from asyncir.analyses.wait_counts import FifoCount, WaitCount, WaitCounts, count_waits
from asyncir.ir import ModuleOp, SSAValue
from asyncir.semantics import interpret, parse_schedule
from asyncir.simulation.events import WaitEvent
from asyncir.source.text import parse_module
from tests.analyses.drawing import some
from tests.analyses.wait_forms import FORMS, expected, text_of
from tests.queues.generator import generate
from tests.queues.inputs import random_inputs
from tests.queues.printer import arguments, text_of as text_of_program


def _said(answer: WaitCount) -> str:
    if answer.unknown:
        return "?"
    return ", ".join(_said_of(fifo) for fifo in answer.fifos) or "-"


def _said_of(fifo: FifoCount) -> str:
    if fifo.most != fifo.count:
        return f"{fifo.count}..{'' if fifo.most is None else fifo.most}"
    return str(fifo.count) if fifo.exact else f"{fifo.count} ready"


@pytest.mark.feature("S0-16", "S0-17", "S0-18", "S0-23", "S0-27", "S2-5", "S2-6", "S2-7", "S2-8", "S2-10")
@pytest.mark.parametrize("name", FORMS)
def test_each_form_of_control_flow(name: str) -> None:
    found = [_said(answer) for answer in count_waits(parse_module(text_of(name)))]
    assert found == expected(name)


@pytest.mark.parametrize("name", FORMS)
def test_the_answers_hold_in_every_execution(name: str) -> None:
    module = parse_module(text_of(name))
    for n in range(5):
        for p in (False, True):
            assert _executed(module, [n, p]) == ""


def _executed(module: ModuleOp, arguments: list[object]) -> str:
    """What an execution finds wrong with the answers."""
    answers = WaitCounts(module).answers
    outcome = interpret(module, "main", arguments, parse_schedule("latest"), record=True)
    assert outcome.diagnostics == ()
    for event in outcome.events:
        answer = answers.get(event.op) if isinstance(event, WaitEvent) else None
        if not isinstance(event, WaitEvent) or answer is None or answer.unknown or event.upto == 0:
            continue
        younger = event.committed - event.upto
        fifo = next((f for f in answer.fifos if _is_of(f, event.fifo)), None)
        if fifo is None:
            return f"{event}: no count"
        if not fifo.count <= younger <= (younger if fifo.most is None else fifo.most):
            return f"{event}: {fifo.count} to {fifo.most}"
        if fifo.exact and younger != fifo.count:
            return f"{event}: not exact"
    return ""


def _is_of(answer: FifoCount, fifo: Hashable) -> bool:
    return isinstance(answer.fifo, SSAValue) or answer.fifo == fifo


@some(30)
@given(st.integers(0, 1 << 32))
def test_the_answers_hold_in_executions_of_random_programs(seed: int) -> None:
    program = generate(seed)
    module = parse_module(text_of_program(program))
    for inputs in random_inputs(program, 3, seed):
        assert _executed(module, arguments(program, inputs)) == ""


def test_the_reason_names_the_commit_the_way_and_what_was_counted() -> None:
    module = parse_module(text_of("loop, carried two iterations"))
    first, second, _ = count_waits(module)
    reason = first.fifos[0].forced_by
    assert reason.count == 2
    assert reason.commit is not None
    assert reason.commit.name == "queue.commit"
    assert [op.name for op in reason.through] == ["scf.for", "queue.await"]
    assert len(reason.counted) == 2
    assert second.fifos[0].forced_by.count == 1


def test_another_path_with_another_count_is_told() -> None:
    module = parse_module(text_of("if"))
    first, second = count_waits(module)
    assert not first.exact
    assert second.exact
    other = first.fifos[0].other
    assert other is not None
    assert (first.fifos[0].count, other.count) == (1, 2)


def test_counts_end_at_the_greatest() -> None:
    module = parse_module(text_of("straight"))
    assert [wait.fifos[0].count for wait in count_waits(module, most=0)] == [1, 0, 0]


def test_a_call_by_value_may_commit_any_number_of_groups_of_functions_that_are_values() -> None:
    """The text of the function may come behind the call."""
    module = parse_module("""
        func.func @main() {
          %f = func.constant @f : () -> ()
          %a = queue.commit(0) {} -> !async.token
          %b = queue.commit(1) {} -> !async.token
          func.call_indirect %f() : () -> ()
          queue.await %a : !async.token
          queue.await %b : !async.token
          return
        }
        func.func private @f() {
          queue.commit(0) {}
          return
        }
        func.func private @no_value() {
          queue.commit(1) {}
          return
        }""")
    assert [_said(answer) for answer in count_waits(module)] == ["0..", "0"]
