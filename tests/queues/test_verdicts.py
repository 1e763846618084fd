"""The definition of the verdicts on small cases, and the static check against it on random programs."""

from __future__ import annotations

import numpy as np
import pytest

from asyncir.source.text import parse_module
from tests.queues.certified import certified
from tests.queues.generator import generate
from tests.queues.judged import MOST, bounded, mutant, variant, waits_of
from tests.queues.mutants import KINDS
from tests.queues.running import Runner
from tests.queues.traces import trace_of
from tests.queues.verdicts import Judgement, judge

HEAD = "func.func @main(%a: memref<4xi32>, %c: memref<4xi32>) {\n%b = memref.alloc() : memref<4xi32>\n"
CONSTANTS = "".join(f"%c{i} = arith.constant {i} : index\n" for i in range(4))


def copy(row: int) -> str:
    """A group that copies one element from %a to %b."""
    return (
        f"queue.commit(0) {{ queue.async {{ %x = memref.load %a[%c{row}] : memref<4xi32>\n"
        f"memref.store %x, %b[%c{row}] : memref<4xi32> }} }}\n"
    )


def use(row: int, name: str = "b") -> str:
    """A plain read."""
    return f"%u{name}{row} = memref.load %{name}[%c{row}] : memref<4xi32>\n"


def judged(body: str) -> tuple[list[tuple[str, float | None]], Judgement]:
    """The verdicts on the waits of a program without inputs, in their order."""
    module = parse_module(HEAD + CONSTANTS + body + "func.return\n}")
    ran = Runner(module, record=True)([np.zeros(4, np.int32), np.zeros(4, np.int32)])
    order = waits_of(module)
    found = judge([trace_of(ran.outcome.events)], order)
    return [(found.waits[op].verdict, found.waits[op].exact) for op in order], found


def test_the_definition_on_straight_programs() -> None:
    two = copy(0) + copy(1)
    assert judged(two + "queue.wait(0, 1)\n" + use(0))[0] == [("exact", 1)]
    assert judged(two + "queue.wait(0, 0)\n" + use(0))[0] == [("too strong", 1)]
    assert judged(two + "queue.wait(0, 2)\n" + use(0))[0] == [("too weak", 1)]
    assert judged(two + "queue.wait(0, 1)\n" + use(2))[0] == [("redundant", None)]
    assert judged(two + use(0))[1].races


def test_a_wait_for_all_that_the_caller_gets_is_needed() -> None:
    two = (copy(0) + copy(1)).replace("%b", "%c")
    assert judged(two + "queue.wait(0, 0)\n")[0] == [("exact", 0)]
    assert judged(two + "queue.wait(0, 1)\n")[0] == [("redundant", None)]


def test_the_last_wait_is_the_one_that_is_too_weak() -> None:
    found, whole = judged(copy(0) + "queue.wait(0, 1)\n" + copy(1) + "queue.wait(0, 3)\n" + use(0))
    assert found == [("redundant", None), ("too weak", 1)]
    assert len(whole.races) == 1


def test_of_two_waits_that_serve_one_need_the_first_gives_way() -> None:
    found, _ = judged(copy(0) + "queue.wait(0, 0)\nqueue.wait(0, 0)\n" + use(0))
    assert found == [("redundant", None), ("exact", 0)]


def test_a_wait_for_sources_serves_those_who_write_them() -> None:
    store = "%z = arith.constant 0 : i32\nmemref.store %z, %a[%c0] : memref<4xi32>\n"
    assert judged(copy(0) + "queue.wait_read(0, 0)\n" + store)[0] == [("exact", 0)]
    found, whole = judged(copy(0) + "queue.wait_read(0, 0)\n" + use(0))
    assert found == [("redundant", None)]
    assert whole.races


@pytest.mark.feature("S0-33")
@pytest.mark.parametrize("seed", [2, 5, 6, 10, 12, 13, 20, 22, 33, 38, 39, 56, 101, 107])
def test_the_check_agrees_with_the_definition(seed: int) -> None:
    """On all of the program; in some, what a wait is for needs more iterations, or arguments, than the bound has."""
    for found in (variant(seed, number) for number in range(3)):
        if not found.failed:
            assert (found.variant, found.differences, found.unknown) == (found.variant, [], 0)


@pytest.mark.feature("N1")
@pytest.mark.parametrize("kind", KINDS)
def test_mutants_that_do_harm_are_refuted_and_no_others(kind: str) -> None:
    """What is refuted and does no harm within the bound has a witness beyond it."""
    judged_ones = 0
    for seed in (3, 4, 5, 6, 10, 12, 22):
        found = mutant(seed, kind)
        if found is None or found.failed:
            continue
        judged_ones += 1
        answer = (found.refuted, found.replayed, found.proved)
        harmful = found.harmful or found.replayed
        assert (seed, found.what, answer) == (seed, found.what, (harmful, harmful, not harmful))
    assert judged_ones > 0


@pytest.mark.parametrize(
    ("seed", "kind"), [(0, "commit moved"), (13, "count + 1"), (13, "wait dropped"), (11, "wait dropped")]
)
def test_a_race_behind_a_loop_whose_condition_is_in_memory_has_a_witness(seed: int, kind: str) -> None:
    """The loop may go on for ever; of the last one, not all can be looked at."""
    found = mutant(seed, kind)
    assert found is not None
    assert (found.harmful, found.refuted, found.replayed) == (True, True, True)


@pytest.mark.parametrize("seed", [12])
def test_certificates_are_accepted_and_corrupted_ones_refused(seed: int) -> None:
    found = certified(seed)
    assert (found.accepted, found.why) == (True, "")
    assert found.corrupted
    assert {kind: all(refused) for kind, refused in found.corrupted.items()} == dict.fromkeys(
        found.corrupted, True
    )


def test_the_bound_is_what_it_says() -> None:
    inputs = [bounded(generate(seed)) for seed in range(30)]
    assert any(i is not None and len(i) > 10 for i in inputs)
    assert all(i is None or len(i) <= MOST for i in inputs)
