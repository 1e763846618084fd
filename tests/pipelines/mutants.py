"""Pipelines with one thing wrong: harmful ones have to be refuted.

A mutant *races* if some execution with up to 7 iterations does, found by the interpreter; then `check` has to refute it and
show a race. Where it computes something else and nothing races, all that happens is synchronous or waited for: that is no
matter of synchronisation, and `check` has nothing to say. Of these, swapped stages have to be refused by `verify-schedule`.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache, partial
from typing import cast

from asyncir.analyses.in_flight.check import Standing, check_module
from asyncir.analyses.loop_dependences import broken
from asyncir.dialects import arith, memref, queue
from asyncir.dialects.pipelining import statements_of
from asyncir.ir import Attribute, Context, IntegerAttr, IntegerType, ModuleOp, Operation, OpResult, i64
from asyncir.ir.marks import ORDERS, STAGES
from asyncir.semantics import Earliest, Latest, prepare
from asyncir.source.text import print_module
from asyncir.transforms._blocks import erase
from asyncir.transforms.assign_wait_counts import AssignWaitCounts
from asyncir.transforms.elide_waits import ElideWaits
from asyncir.transforms.expand_pipeline import ExpandPipeline
from asyncir.transforms.make_async import MakeAsync
from asyncir.transforms.size_buffers import SizeBuffers
from tests.pipelines import loops as made
from tests.pipelines.family import THREE, Times, loops, subsets
from tests.pipelines.judging import Judged
from tests.pipelines.loop_text import annotated, text_of
from tests.pipelines.running import Seen, Subject, outcomes, the_loop
from tests.pipelines.samples import legal_times

STOPPED = "stopped before a race"
"""An undefined value ends each run: what comes behind it is not seen."""


@dataclass(frozen=True)
class Mutant:
    """What is wrong, and the program."""

    kind: str
    make: Callable[[], ModuleOp]
    broken: bool = False
    """Its schedule breaks a dependence."""


def mutants(subject: Subject, times: Times, stages: list[int]) -> Iterator[Mutant]:
    """All mutants of a pipeline."""
    module = subject.pipelined(times, stages)
    for kind, change in (
        ("a wait weaker", _weaken),
        ("a slot less", _take_slot),
        ("a commit merged", _merge),
    ):
        for number in range(change(module.clone(), -1)):
            yield Mutant(kind, partial(_changed, module, change, number))
    for first in range(len(times)):
        for second in range(first):
            swapped = list(times)
            swapped[first], swapped[second] = times[second], times[first]
            is_broken = next(broken(subject.dependences, swapped), None) is not None
            yield Mutant("a stage swapped", partial(_swapped, subject, times, stages, swapped), is_broken)


def _changed(module: ModuleOp, change: Callable[[ModuleOp, int], int], number: int) -> ModuleOp:
    copy = module.clone()
    change(copy, number)
    return copy


def _weaken(module: ModuleOp, number: int) -> int:
    """Let the wait with this number leave a group more in flight; how many waits there are."""
    waits = [op for op in module.walk() if isinstance(op, queue.WaitOp)]
    for op in waits[number : number + 1] if number >= 0 else []:
        (attribute,) = [a for a in op.properties.items() if a[0] == "count"]
        op.properties["count"] = _one_more(attribute[1], 1)
    return len(waits)


def _one_more(number: Attribute, by: int) -> Attribute:
    attribute = cast("IntegerAttr[IntegerType]", number)
    return IntegerAttr(attribute.value.data + by, attribute.type)


def _take_slot(module: ModuleOp, number: int) -> int:
    """Let the memory with this number have a copy less; how many have several."""
    found: dict[Operation, list[arith.ConstantOp]] = {}
    for op in module.walk():
        if isinstance(op, memref.SubviewOp) and (by := _number_of_copies(op)) is not None:
            assert isinstance(op.source, OpResult)
            found.setdefault(op.source.op, []).append(by)
    for copies in list(found.values())[number : number + 1] if number >= 0 else []:
        for op in copies:
            op.properties["value"] = _one_more(op.value, -1)
    return len(found)


def _number_of_copies(view: memref.SubviewOp) -> arith.ConstantOp | None:
    """What the number of an iteration is taken modulo, to find its copy."""
    slot = view.operands[1] if len(view.operands) > 1 else None
    if (
        isinstance(slot, OpResult)
        and isinstance(slot.op, arith.RemUIOp)
        and isinstance(view.source, OpResult)
    ):
        by = slot.op.operands[1].owner
        return by if isinstance(by, arith.ConstantOp) else None
    return None


def _merge(module: ModuleOp, number: int) -> int:
    """Let a commit be one with the next one of its block; how many have a next one."""
    pairs: list[tuple[Operation, Operation]] = []
    last: Operation | None = None
    for op in module.walk():
        if isinstance(op, queue.CommitOp):
            if last is not None and last.parent is op.parent and not last.results and not op.results:
                pairs.append((last, op))
            last = op
    for first, second in pairs[number : number + 1] if number >= 0 else []:
        front = second.regions[0].block.first_op
        for op in list(first.regions[0].block.ops):
            op.detach()
            if front is None:
                second.regions[0].block.add_op(op)
            else:
                second.regions[0].block.insert_op_before(op, front)
        erase(first)
    return len(pairs)


def _swapped(subject: Subject, times: Times, stages: list[int], swapped: Times) -> ModuleOp:
    """The pipeline whose copies and waits are those of the right stages, and whose stages are others."""
    module, ctx = subject.annotated(times, stages), Context()
    for step in (SizeBuffers(), MakeAsync()):
        step.apply(ctx, module)
    statements = statements_of(the_loop(module))
    if len(statements) == len(swapped):  # else two of them share a commit
        for (stage, place), statement in zip(swapped, statements, strict=True):
            statement.attributes[STAGES] = IntegerAttr(stage, i64)
            statement.attributes[ORDERS] = IntegerAttr(place, i64)
    for step in (ExpandPipeline(), AssignWaitCounts(), ElideWaits()):
        step.apply(ctx, module)
    return module


@cache
def _with_private_memory() -> list[made.Loop]:
    return list(loops(*THREE[0], 3))


def judge_mutants(seed: int, most: int = 2) -> Judged:
    """Some mutants of a random pipeline, so many of each kind."""
    rng = random.Random(seed)
    while True:
        drawn = made.at_random(rng, rng.choice((2, 3)))
        loop = made.defined(rng.choice(_with_private_memory()) if rng.random() < 0.5 else drawn)
        times = legal_times(rng, loop)
        choices = subsets(loop, times)[1:] if times is not None else []
        if times is not None and choices:
            break
    subject = Subject(loop)
    judged = judge_some(rng, subject, times, rng.choice(choices), most)
    judged.faults = [f"seed {seed}: {fault}" for fault in judged.faults]
    return judged


def judge_some(rng: random.Random, subject: Subject, times: Times, stages: list[int], most: int) -> Judged:
    """Mutants of a pipeline, so many of each kind."""
    judged, kinds = Judged(), dict[str, list[Mutant]]()
    for mutant in mutants(subject, times, stages):
        kinds.setdefault(mutant.kind, []).append(mutant)
    for mutant in [one for found in kinds.values() for one in rng.sample(found, min(most, len(found)))]:
        text = f"{mutant.kind}\n{text_of(subject.loop, annotated(times, stages))}"
        judged.attempt(text, partial(_judge, judged, subject, mutant))
    return judged


def _judge(judged: Judged, subject: Subject, mutant: Mutant) -> str:
    judged.counts["mutants"] += 1
    judged.counts[f"{mutant.kind}: all"] += 1
    try:
        module = mutant.make()
    except (AssertionError, KeyError, IndexError):
        if mutant.kind != "a stage swapped":
            raise
        # Something would be used, or its token waited for, before it is there.
        judged.counts[f"{mutant.kind}: no program"] += 1
        return ""
    run = prepare(module, "main")
    # Where an undefined value ends the run under one schedule, it gets farther under another.
    seen = [outcomes(module, subject.loop, schedule=one, prepared=run) for one in (Latest(), Earliest())]
    report = check_module(module)
    refuted = any(entry.standing is Standing.REFUTED and entry.races for entry in report.functions)
    harm = _harm(seen, subject.expected)
    if harm == "a race":
        judged.counts[f"{mutant.kind}: races, refuted"] += refuted
        return "" if refuted else f"a race that check does not refute\n{print_module(module)}"
    judged.counts[f"{mutant.kind}: {harm}"] += 1
    if refuted and harm != STOPPED:
        return f"check refutes a program without a race\n{print_module(module)}"
    if harm == "another result, no race" and mutant.kind == "a stage swapped" and not mutant.broken:
        return f"a schedule that breaks nothing computes something else\n{print_module(module)}"
    return ""


def _harm(seen: list[list[Seen]], expected: list[Seen]) -> str:
    if any(races for each in seen for *_, races in each):
        return "a race"
    if any(wrong for each in seen for _, _, wrong, _ in each):
        return STOPPED
    return "harmless" if all(each == expected for each in seen) else "another result, no race"
