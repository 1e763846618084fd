"""Which schedules of a loop are legal by what its runs touch, and nothing else; and what the pipeliner makes of tight ones.

A loop that is cut into statements runs in the interpreter, with several inputs; each access is written down. Two accesses of
one element, one of which writes, keep their order. Memory of the function's own that no iteration reads before it has
written it, and that nobody uses outside of the loop, may have a copy for each iteration. No analysis is asked.
"""

from __future__ import annotations

import random
import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import numpy

import asyncir
from asyncir.analyses.in_flight.check import Standing, check_module
from asyncir.analyses.loop_dependences import dependences_of
from asyncir.diagnostics import Diagnostic, DiagnosticError
from asyncir.dialects.effects import Effects
from asyncir.dialects.pipelining import body_of, carried_index, statements_of
from asyncir.ir import BlockArgument, ModuleOp, Operation, SSAValue
from asyncir.ir.walk import walk
from asyncir.semantics import parse_schedule, prepare
from asyncir.simulation.events import AccessEvent, ReachedEvent, TouchedEvent
from asyncir.source.text import parse_module, print_module
from asyncir.transforms import collect_remarks, run_pipeline
from tests.pipelines.judging import Judged
from tests.pipelines.tight import CONDITION, MOST_STAGE, Needs, Times, annotations, tight
from tests.pipelines.traced_loops import IN_ORDER, LENGTH, MOST, PARALLEL, ROWS, traced_loop

CONTENTS = ("random", "same", "identity", "reversed")
NATIVELY = 5
"""One program in so many is compiled, too."""
CHECKED = 20
"""One in so many is handed to `check`, which may take half a minute."""


def inputs(seed: int, contents: str, n: int, o: int, s: int) -> list[object]:
    """What `@main` is called with."""
    rng = numpy.random.default_rng(seed)
    a, b, g = (rng.integers(0, 10, size) for size in (LENGTH, LENGTH, (ROWS, 4)))
    b = {"same": b * 0, "identity": b * 0 + 9}.get(contents, b)
    p = {
        "random": rng.integers(0, 16, LENGTH),
        "same": numpy.full(LENGTH, 3),
        "identity": numpy.arange(LENGTH) % 32,
        "reversed": (64 - numpy.arange(LENGTH)) % 32,
    }[contents]
    return [n, o, s, a, b, g, p, numpy.zeros(8, numpy.int64)]


@dataclass
class Trace:
    """What one loop has touched, over all runs."""

    needs: Needs = field(default_factory=Needs)
    shared: set[Operation] = field(default_factory=set[Operation])
    """Allocations that iterations cannot have a copy each of."""
    by_object: dict[Operation | None, Needs] = field(default_factory=lambda: defaultdict(Needs))

    def all(self) -> Needs:
        """What has to stay in order."""
        found = dict(self.needs)
        for op, needs in self.by_object.items():
            for key, distance in needs.items():
                if op is None or op in self.shared or not distance:
                    found[key] = min(distance, found.get(key, distance))
        return found


def traced(module: ModuleOp, loops: Sequence[Operation], seed: int) -> list[Trace]:
    """Run a module whose loops are cut into statements, and write down which statements depend on which."""
    found = [Trace() for _ in loops]
    where = {s: (place, n) for place, loop in enumerate(loops) for n, s in enumerate(statements_of(loop))}
    ends = [loop.next_op for loop in loops]
    marks = [*where, *(op for op in ends if op is not None)]
    run = prepare(module, "main", record=True, marks=marks)
    for contents in CONTENTS:
        for o, s in ((0, 0), (1, 1), (2, 0), (3, 1)) if contents == "random" else ((1, 0),):
            end = run(inputs(seed, contents, MOST, o, s), parse_schedule("latest"))
            if end.diagnostics:
                raise ValueError(f"the loop itself fails: {end.diagnostics[0].message}")
            _take(found, where, end.events)
    for place, loop in enumerate(loops):
        for key, distance in handed_over(loop):
            known = found[place].needs.get(key, distance)
            found[place].needs[key] = min(known, distance)
    return found


Use = tuple[int, int, bool, bool]
"""Iteration, statement, whether it reads, whether it writes."""


def _take(found: Sequence[Trace], where: dict[Operation, tuple[int, int]], events: Sequence[object]) -> None:
    at: tuple[int, int] | None = None
    counts: defaultdict[tuple[int, int], int] = defaultdict(int)
    made: dict[str, Operation] = {}
    uses: defaultdict[tuple[int, str, int], list[Use]] = defaultdict(list)
    outside: set[str] = set()
    for event in events:
        if isinstance(event, TouchedEvent):
            made[event.object] = event.op
        elif isinstance(event, ReachedEvent):
            at = where.get(event.op)
            if at is not None:
                counts[at] += 1
        elif isinstance(event, AccessEvent) and event.kind != "free":
            for object_, place in event.cells:
                if at is None:
                    outside.add(object_)
                else:
                    use = (counts[at] - 1, at[1], event.kind != "write", event.kind != "read")
                    uses[at[0], object_, place].append(use)
    loops_of: defaultdict[str, set[int]] = defaultdict(set)
    for loop, object_, _ in uses:
        loops_of[object_].add(loop)
    for (loop, object_, _), those in uses.items():
        op = made.get(object_)
        if op is not None and (object_ in outside or len(loops_of[object_]) > 1 or _reads_before(those)):
            found[loop].shared.add(op)
        _order(found[loop].by_object[op], those)


def _reads_before(uses: Sequence[Use]) -> bool:
    """Whether an iteration reads the element before it has written it."""
    written: set[int] = set()
    for iteration, _, reads, writes in uses:
        if reads and iteration not in written:
            return True
        if writes:
            written.add(iteration)
    return False


def _order(needs: Needs, uses: Sequence[Use]) -> None:
    for place, (later, target, _, writes) in enumerate(uses):
        for earlier, source, _, wrote in uses[:place]:
            if (writes or wrote) and later - earlier <= MOST_STAGE and (source != target):
                key = (source, target)
                needs[key] = min(later - earlier, needs.get(key, later - earlier))


def handed_over(loop: Operation) -> Iterator[tuple[tuple[int, int], int]]:
    """What statements compute for others, and for the loop's condition: that has to be there when an iteration begins."""
    body, statements = body_of(loop), statements_of(loop)
    number = {s: n for n, s in enumerate(statements)}

    def source_of(value: SSAValue) -> tuple[int, int] | None:
        distance = 0
        while isinstance(value, BlockArgument) and value.block.parent_op() is loop:
            place = carried_index(value)
            if place is None or body.last_op is None or distance > MOST_STAGE:
                return None
            value, distance = body.last_op.operands[place], distance + 1
        owner = value.owner
        return (number[owner], distance) if isinstance(owner, Operation) and owner in number else None

    for target, statement in enumerate(statements):
        for op in walk(statement):
            for operand in op.operands:
                source = source_of(operand)
                if source is not None and source[0] != target:
                    yield (source[0], target), source[1]
    if len(loop.regions) > 1:
        for op in walk(loop.regions[0]):
            for operand in op.operands[:1] if op is loop.regions[0].block.last_op else op.operands:
                source = source_of(operand)
                if source is not None:
                    yield (source[0], CONDITION), source[1]


def asynchronous(rng: random.Random, loop: Operation, times: Times) -> list[int]:
    """Some of the stages whose statements compute nothing for others."""
    statements = statements_of(loop)
    can = [
        stage
        for stage in sorted({stage for stage, _ in times})
        if all(not s.results for s, (at, _) in zip(statements, times, strict=True) if at == stage)
    ]
    return [stage for stage in can if rng.random() < 0.5]


_HARDEST = (
    *(
        "call",
        "indirect",
        "square",
        "data",
        "product",
        "bound",
        "parity",
        "select",
        "ring",
        "carried",
        "xor",
        "cast",
        "apply",
    ),
    *(
        "ceil",
        "quotient",
        "rest",
        "mask",
        "shift",
        "min",
        "max",
        "back",
        "strided",
        "vector",
        "inner",
        "param",
        "twice",
    ),
)
"""Kinds of what a diagnostic is about: the first that is there is its cause. What is loaded may be anything."""
_NAME = re.compile(r"%([a-z]+)\d+")


def cause(text: str, diagnostic: Diagnostic) -> str:
    """Of what kind the accesses are that a diagnostic is about."""
    notes = [note.span for note in diagnostic.notes if note.message == "depends on this"]
    lines = text.splitlines()
    main = next(n for n, line in enumerate(lines) if "@main" in line)
    kinds = set[str]()
    for span in filter(None, (diagnostic.span, *notes)):
        if span.line - 1 > main:
            kinds |= _kinds(lines[main:], lines[span.line - 1])
            continue
        helper = (
            next(line for line in reversed(lines[: span.line]) if "func.func" in line)
            .split("@")[1]
            .split("(")[0]
        )
        kinds |= {"call"} if helper == "deep" else set()
        for line in lines[main:]:
            kinds |= _kinds(lines[main:], line) if f"call @{helper}" in line else set()
    return f"{diagnostic.code}: {next((kind for kind in _HARDEST if kind in kinds), 'plain')}"


def _kinds(lines: Sequence[str], line: str) -> set[str]:
    """The kinds of a line's values, and of the indices and conditions of which they are made."""
    kinds, pending = set[str](), [line]
    while pending:
        for match in _NAME.finditer(pending.pop()):
            if match[1] not in kinds | {"old", "v", "m", "t", "r", "w"}:
                kinds.add(match[1])
                pending += [
                    one.partition(" = ")[2] for one in lines if one.strip().startswith(f"{match[0]} = ")
                ]
    return kinds


def judge_traced(seed: int) -> Judged:
    """One program with schedules that are as tight as its runs allow."""
    rng, judged, it = random.Random(seed), Judged(), traced_loop(seed)
    judged.counts["programs"] += 1
    plain = it.annotated(["" for _ in it.statements])
    try:
        unscheduled = it.annotated([f"software_pipeline_stage = {[0] * n}" for n in it.statements])
        formed = parse_module(unscheduled.replace(PARALLEL, IN_ORDER), "traced.mlir")
        run_pipeline(formed, "form-statements")
        loops = [op for op in formed.walk() if statements_of(op)]
        if [len(statements_of(loop)) for loop in loops] != it.statements:
            raise ValueError("other statements than were written")
        traces = traced(formed, loops, seed)
    except (DiagnosticError, ValueError) as error:
        judged.faults.append(f"seed {seed}: no program to start from: {error}\n{plain}")
        return judged
    missed = [one for loop, trace in zip(loops, traces, strict=True) for one in _missed(loop, trace.all())]
    if missed:
        judged.faults.append(f"seed {seed}: a dependence is missed: {missed}\n{plain}")
    chosen = [tight(rng, trace.all(), n) for trace, n in zip(traces, it.statements, strict=True)]
    if all(stage == 0 for times in chosen for stage, _ in times):
        judged.counts["programs of which nothing can move"] += 1
        return judged
    judged.counts["legal by the trace"] += 1
    stages = [asynchronous(rng, loop, times) for loop, times in zip(loops, chosen, strict=True)]
    text = it.annotated([annotations(t, s) for t, s in zip(chosen, stages, strict=True)])
    options = rng.choice(("", "", "{slots=fewest}", "{prologue=rolled epilogue=rolled}"))
    _judge(judged, seed, plain, text, f"software-pipeline{options}")
    return judged


def _missed(loop: Operation, needs: Needs) -> Iterator[tuple[int, int, int]]:
    """What a run has shown to be in need of order, and the analysis does not know: source, target, distance."""
    known = Needs()
    for one in dependences_of(loop, statements_of(loop), Effects()):
        key = (one.source, one.target)
        known[key] = min(one.distance, known.get(key, one.distance))
    for (source, target), distance in needs.items():
        if target != CONDITION and known.get((source, target), distance + 1) > distance:
            yield source, target, distance


def _judge(judged: Judged, seed: int, plain: str, text: str, pipeline: str) -> None:
    module = parse_module(text, "traced.mlir")
    try:
        with collect_remarks() as remarks:
            run_pipeline(module, pipeline)
    except DiagnosticError as refused:
        judged.counts["refused"] += 1
        judged.counts[f"refused, {cause(text, refused.diagnostics[0])}"] += 1
        return
    except Exception as error:
        judged.faults.append(f"seed {seed} {pipeline}: {type(error).__name__}: {error}\n{text}")
        return
    left = [remark for remark in remarks if remark.code == "P108"]
    for remark in left:
        judged.counts[f"left, P108: {remark.message.partition(': ')[2]}"] += 1
    judged.counts["left as they were" if left else "pipelines"] += 1
    judged.attempt(f"seed {seed} {pipeline}\n{text}", lambda: _fault(judged, seed, plain, text, module))


def _fault(judged: Judged, seed: int, plain: str, text: str, module: ModuleOp) -> str:
    """What is wrong with the pipeline. Blocks of queues with `scf.parallel` are beyond the interpreter: native code runs."""
    has_queues = any(op.name == "queue.commit" for op in module.walk())
    interpreted = not has_queues or PARALLEL not in text
    orders = ("latest", "earliest", f"seed:{seed}") if has_queues else ("latest",)
    before, after = prepare(parse_module(plain, "traced.mlir"), "main"), prepare(module, "main")
    program = asyncir.compile(text) if not interpreted or seed % NATIVELY == 0 else None
    judged.counts["run natively"] += program is not None
    for n, contents in zip((0, 1, 2, 3, 5, MOST), ("random", *CONTENTS, "random"), strict=True):
        call = (contents, n, (seed + n) % 4, (seed + n) % 3)
        expected = inputs(seed, *call)
        if before(expected, parse_schedule("latest")).diagnostics:
            raise ValueError("the loop itself fails")
        for order in orders if interpreted else ():
            values = inputs(seed, *call)
            end = after(values, parse_schedule(order))
            judged.counts["runs"] += 1
            if end.races or end.diagnostics:
                return f"{call} {order}: {'a race' if end.races else end.diagnostics[0].message}"
            if not _same(values, expected):
                return f"{call} {order}: a wrong result"
        if program is not None:
            values = inputs(seed, *call)
            program.main(*values)
            if not _same(values, expected):
                return f"{call}: native code computes something else"
    return _refuted(judged, module) if has_queues and seed % CHECKED == 0 else ""


def _same(values: Sequence[object], others: Sequence[object]) -> bool:
    return all(numpy.array_equal(v, w) for v, w in zip(values, others, strict=True))  # pyright: ignore[reportArgumentType]


def _refuted(judged: Judged, module: ModuleOp) -> str:
    standing = check_module(module).standing
    judged.counts[f"checked: {standing.value}"] += 1
    if standing is not Standing.REFUTED:
        return ""
    return "check refutes it" if asyncir.check(print_module(module)).standing == "refuted" else ""
