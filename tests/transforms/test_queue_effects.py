"""The effects of ops on queues, and that passes which go by effects leave programs with queues as right as they were."""

from __future__ import annotations

import pytest

from asyncir import run_pipeline
from asyncir.dialects.effects import ANYTHING, Access, Effect, Milestone, effects_of
from asyncir.dialects.queue_effects import QUEUES
from asyncir.ir import ModuleOp, Operation, SSAValue
from asyncir.source.text import parse_module
from asyncir.source.verify import ensure_valid
from tests.queues.generator import generate
from tests.queues.inputs import random_inputs
from tests.queues.running import module_of, run, with_counts

R, W = Access.READ, Access.WRITE
Shown = tuple[Access, str, Milestone]


def first(module: ModuleOp, name: str) -> Operation:
    return next(op for op in module.walk() if op.name == name)


def shown(effect: Effect) -> Shown:
    root = effect.root
    return effect.access, root.name_hint or "" if isinstance(root, SSAValue) else root.name, effect.milestone


def touches(*lines: str) -> set[Shown]:
    """What the first of the ops touches."""
    arguments = "%a: memref<64xf32>, %b: memref<64xf32>, %s: memref<4x64xf32, 3>, %i: index, %t: !async.token"
    module = parse_module("\n".join((f"func.func @f({arguments}) {{", *lines, "return", "}")))
    entry = module.body.block.first_op
    assert entry is not None
    op = entry.regions[0].block.first_op
    assert op is not None
    return {shown(effect) for effect in effects_of(op)}


ORDER = {(R, QUEUES.name, Milestone.ISSUE), (W, QUEUES.name, Milestone.ISSUE)}
EVERYTHING = {(R, ANYTHING.name, Milestone.ISSUE), (W, ANYTHING.name, Milestone.ISSUE)}
BODY = ("%x = memref.load %a[%i] : memref<64xf32>", "memref.store %x, %b[%i] : memref<64xf32>")
IN_FLIGHT = {(R, "a", Milestone.SOURCE_READ), (W, "b", Milestone.WRITTEN)}


@pytest.mark.feature("S2-1")
def test_a_copy_touches_its_elements_at_milestones() -> None:
    line = "%c = nvgpu.device_async_copy %a[%i], %s[%i, %i], 4, %i : memref<64xf32> to memref<4x64xf32, 3>"
    assert touches(line) == {(R, "a", Milestone.SOURCE_READ), (W, "s", Milestone.WRITTEN)} | ORDER
    module = parse_module(
        f"func.func @f(%a: memref<64xf32>, %s: memref<4x64xf32, 3>, %i: index) {{\n{line}\nreturn\n}}"
    )
    copy = first(module, "nvgpu.device_async_copy")
    read, write = effects_of(copy)[:2]
    index = copy.operands[1]
    assert (read.indices, read.sizes) == ((index,), (index,))
    assert (write.indices, write.sizes) == ((index, index), (1, 4))


@pytest.mark.feature("S0-4")
def test_an_async_op_does_what_its_region_says_at_milestones() -> None:
    assert touches("queue.async {", *BODY, "}") == IN_FLIGHT | ORDER


@pytest.mark.feature("S0-5")
def test_a_commit_does_what_its_region_does() -> None:
    both = touches("queue.commit(0) {", "queue.async {", *BODY, "}", *BODY, "}")
    assert both == IN_FLIGHT | ORDER | {(R, "a", Milestone.ISSUE), (W, "b", Milestone.ISSUE)}


@pytest.mark.feature("S2-4", "S2-12")
@pytest.mark.parametrize(
    "wait",
    [
        "queue.wait(0, 1)",
        "queue.wait_read(%i, 1)",
        "queue.wait_finished(0, %i)",
        "queue.await %t : !async.token",
    ],
)
def test_a_wait_touches_the_memory_that_it_lists_or_anything(wait: str) -> None:
    assert touches(wait) == EVERYTHING
    covered = {(access, "b", Milestone.ISSUE) for access in (R, W)}
    assert touches(f"{wait} covers(%b : memref<64xf32>)") == covered | ORDER


def test_a_barrier_and_a_wait_for_copies_touch_anything() -> None:
    assert touches("gpu.barrier") == EVERYTHING
    assert touches("async.await %t : !async.token") == EVERYTHING


def test_a_ready_token_and_the_index_of_a_thread_touch_nothing() -> None:
    assert touches("%x = gpu.thread_id x") == set()
    assert {access for access, _, _ in touches("%r = async.ready : !nvgpu.device.async.token")} <= {
        Access.ALLOC
    }


PASSES = ("cse,licm,dce", "inline,canonicalize,cse,licm,dce")


@pytest.mark.feature("S2-4")
@pytest.mark.parametrize("passes", PASSES)
def test_passes_move_nothing_over_a_wait_that_is_needed(passes: str) -> None:
    ran = 0
    for seed in range(SEEDS):
        program = generate(seed)
        before = with_counts(module_of(program))
        after = with_counts(module_of(program))
        run_pipeline(after, passes)
        ensure_valid(after)
        for inputs in random_inputs(program, 2, seed):
            expected, got = run(before, program, inputs), run(after, program, inputs)
            if expected.failed or expected.outcome.races:
                continue
            ran += 1
            assert not got.failed, (seed, inputs)
            assert not got.outcome.races, (seed, inputs)
            assert got.memory == expected.memory, (seed, inputs)
    assert ran > SEEDS


SEEDS = 15
