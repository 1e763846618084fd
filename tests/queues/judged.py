"""The static check against the definition of the verdicts, on all inputs within a bound."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from asyncir.analyses.in_flight import check_module as check
from asyncir.analyses.sync_report import SparseArray, Standing, SyncReport, Verdict, WaitReport, Witness
from asyncir.diagnostics import DiagnosticError
from asyncir.ir import IntegerAttr, IntegerType, MemRefType, ModuleOp, Operation
from asyncir.source.verify import ensure_valid as verify
from tests.queues.formula import Inputs
from tests.queues.generator import generate
from tests.queues.inputs import all_inputs
from tests.queues.mutants import KINDS, WAITS, count_property, mutate
from tests.queues.printer import arguments
from tests.queues.running import Runner, module_of, with_counts
from tests.queues.syntax import Opaque, Program, While, parts, walk
from tests.queues.traces import trace_of
from tests.queues.verdicts import Judgement, Trace, judge

TRIPS = 5
REPEATS = 3
MOST = 150


@dataclass
class Compared:
    """One module, judged both ways."""

    seed: int
    variant: str
    affine: bool
    inputs: int = 0
    waits: int = 0
    unknown: int = 0
    racy: bool = False
    wider: bool = False
    """Whether the bound had to be wider."""
    differences: list[str] = field(default_factory=list[str])
    failed: str = ""
    """Why it was not compared."""


@dataclass
class Mutant:
    """One mutant, judged both ways."""

    seed: int
    kind: str
    what: str = ""
    inputs: int = 0
    harmful: bool = False
    refuted: bool = False
    proved: bool = False
    replayed: bool = False
    failed: str = ""


def affine(program: Program) -> bool:
    """Whether all conditions and trip counts are affine in arguments, loops and threads (an i1 argument is)."""
    stmts = tuple(walk(program.body))
    return not any(isinstance(s, While) or any(isinstance(p, Opaque) for p in parts(s)) for s in stmts)


def bounded(program: Program) -> list[Inputs] | None:
    """All inputs within the bound of the oracle."""
    return all_inputs(program, trips=TRIPS, repeats=REPEATS, most=MOST)


def observe(
    module: ModuleOp, program: Program, inputs: Sequence[Inputs]
) -> tuple[list[Trace], set[tuple[str, Operation, Operation]], str]:
    """The traces of all executions, the interpreter's races, and the first error that is not a race."""
    return _observed(module, [arguments(program, one) for one in inputs])


def _observed(
    module: ModuleOp, executions: Sequence[Sequence[object]]
) -> tuple[list[Trace], set[tuple[str, Operation, Operation]], str]:
    traces: list[Trace] = []
    races: set[tuple[str, Operation, Operation]] = set()
    run = Runner(module, record=True)
    for given in executions:
        ran = run([a.copy() if isinstance(a, np.ndarray) else a for a in given])
        if ran.failed:
            return traces, races, ran.failed
        traces.append(trace_of(ran.outcome.events))
        races |= {(r.kind, r.first.op, r.second.op) for r in ran.outcome.races}
    return traces, races, ""


def waits_of(module: ModuleOp) -> list[Operation]:
    """The waits, in the order of the text."""
    return [op for op in module.walk() if op.name in (*WAITS, "queue.await", "queue.wait_finished")]


def compare(module: ModuleOp, program: Program, variant: str, inputs: Sequence[Inputs]) -> Compared:
    """Judge one module both ways. What is said to be needed only beyond the bound has to be shown by an execution."""
    report = check(module)
    executions = [arguments(program, one) for one in inputs]
    found, truth = _judged(module, program, variant, executions, report)
    if found.differences and truth is not None:
        more = [given for wait in report.waits for given in _shown_by(module, report, wait, truth)]
        more += [
            given_by(module, r.witness) for r in report.races if r.witness and replays(module, r.witness)
        ]
        if more:
            found, _ = _judged(module, program, variant, executions + more, report)
            found.wider = True
    return found


def _judged(
    module: ModuleOp,
    program: Program,
    variant: str,
    executions: Sequence[Sequence[object]],
    report: SyncReport,
) -> tuple[Compared, Judgement | None]:
    found = Compared(program.seed, variant, affine(program), len(executions))
    traces, races, found.failed = _observed(module, executions)
    if found.failed:
        return found, None
    truth = judge(traces, waits_of(module))
    found.racy = bool(races)
    if bool(truth.races) != bool(races):
        found.differences.append(f"oracle: {len(truth.races)} races by the definition, {len(races)} found")
    _compare_report(found, report, truth, bool(races), module)
    return found, truth


def _shown_by(
    module: ModuleOp, report: SyncReport, wait: WaitReport, truth: Judgement
) -> Iterator[Sequence[object]]:
    """Executions that race if the wait lets one more group stay than the report says, all else being as it says."""
    truly = truth.waits.get(wait.op)
    if wait.exact is None or truly is None or (truly.exact is not None and truly.exact <= wait.exact):
        return
    relaxed = module.clone()
    for op, said in zip(waits_of(relaxed), report.waits, strict=True):
        written = count_property(op)
        if said.verdict is Verdict.REDUNDANT and not op.results:
            op.detach()
        elif said.exact is not None and written is not None:
            more = int(said.op is wait.op)
            op.properties[written[0]] = IntegerAttr(said.exact + more, written[1].type)
    for race in check(relaxed).races:
        if race.witness is not None and replays(relaxed, race.witness):
            yield given_by(relaxed, race.witness)


def _compare_report(
    found: Compared, report: SyncReport, truth: Judgement, racy: bool, module: ModuleOp
) -> None:
    standing = report.standing
    if standing is Standing.UNKNOWN:
        found.unknown += 1
    elif (standing is Standing.REFUTED) != racy:
        replay = racy or any(replays(module, r.witness) for r in report.races if r.witness)
        found.differences.append(
            f"{standing.value}, but {'there is a race' if racy else f'none ({replay=})'}"
        )
    for wait in report.waits:
        found.waits += 1
        truly = truth.waits.get(wait.op)
        if wait.verdict is Verdict.UNKNOWN:
            found.unknown += 1
        elif truly is None:
            found.differences.append(f"no such wait: {wait.op}")
        elif (wait.verdict.value, wait.exact) != (truly.verdict, truly.exact) and not (
            wait.verdict.value == truly.verdict == "redundant"
        ):
            theirs = f"{wait.verdict.value} {wait.exact}"
            found.differences.append(f"{wait.op}: check {theirs}, truly {truly.verdict} {truly.exact}")
    missing = {id(op) for op in truth.waits} - {id(w.op) for w in report.waits}
    if missing:
        found.differences.append(f"{len(missing)} waits without a verdict")


def variant(seed: int, number: int, *, constant: bool = True) -> Compared:
    """The verdicts on what assign-wait-counts makes of a program, and, from 1 on, on perturbations of that.

    With `constant`, each wait has one constant count; else it is what the pass makes by default.
    """
    program = generate(seed)
    inputs = bounded(program)
    if inputs is None:
        return Compared(seed, "", affine(program), failed="beyond the bound")
    module, label = with_counts(module_of(program), constant=constant), "as assigned"
    if number:
        rng = random.Random(f"{seed}/{number}")
        done = [mutate(module, rng.choice(KINDS[:2]), rng) for _ in range(rng.choice((1, 2, 4)))]
        label = "; ".join(d for d in done if d)
        try:
            verify(module)
        except DiagnosticError as error:
            return Compared(seed, label, affine(program), failed=f"refused: {error}")
    found = compare(module, program, label, inputs)
    wider = all_inputs(program, trips=TRIPS + 4, repeats=REPEATS + 3, most=10 * MOST)
    if found.differences and wider is not None:
        # An exact count may need more iterations than the bound has.
        again = compare(module, program, label, wider)
        again.wider = True
        return again
    return found


def mutant(seed: int, kind: str, *, constant: bool = True) -> Mutant | None:
    """A mutant of what assign-wait-counts makes of the seed's program; None if there is none, or it is refused."""
    program, rng = generate(seed), random.Random(f"{seed}/{kind}")
    inputs = bounded(program)
    if inputs is None:
        return None
    module = with_counts(module_of(program), constant=constant)
    what = mutate(module, kind, rng)
    if what is None:
        return None
    found = Mutant(seed, kind, what, len(inputs))
    try:
        verify(module)
    except DiagnosticError as error:
        found.failed = f"refused: {error}"
        return found
    _, races, found.failed = observe(module, program, inputs)
    if found.failed:
        return found
    found.harmful = bool(races)
    report = check(module)
    found.refuted = report.standing is Standing.REFUTED
    found.proved = report.standing is Standing.PROVED
    found.replayed = any(replays(module, race.witness) for race in report.races if race.witness)
    return found


def replays(module: ModuleOp, witness: Witness) -> bool:
    """Whether the interpreter finds a race with these arguments."""
    return bool(Runner(module)(given_by(module, witness)).outcome.races)


def given_by(module: ModuleOp, witness: Witness) -> list[object]:
    """The witness's arguments as the interpreter takes them."""
    function = next(
        op
        for op in module.walk()
        if op.name == "func.func" and getattr(op.properties["sym_name"], "data", "") == witness.entry
    )
    types = [a.type for a in function.regions[0].blocks[0].args]
    return [_argument(t, v) for t, v in zip(types, witness.arguments, strict=True)]


def _argument(of: Any, value: object) -> object:
    if not isinstance(of, MemRefType):
        return value
    if isinstance(value, SparseArray):
        value = value.nested()
    element = of.element_type
    kinds: dict[int, Any] = {1: np.bool_, 32: np.int32, 64: np.int64}
    kind = kinds[element.width.data] if isinstance(element, IntegerType) else np.int64
    kind = np.float32 if str(element) == "f32" else kind
    return np.array(value, kind).reshape([d if d >= 0 else -1 for d in of.get_shape()])
