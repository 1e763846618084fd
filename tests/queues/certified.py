"""Certificates of random programs, and corrupted ones that are really wrong.

What makes a corrupted certificate wrong is seen in a run of the interpreter: it denies that a group is in flight when an
iteration begins, or that this iteration begins at all, where the run has it so; it says nothing of any
place, where control comes back; or it is for another program, and that one has a race.
"""

from __future__ import annotations

import copy
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, cast

import islpy as isl

from asyncir.analyses.in_flight import check_module as check
from asyncir.analyses.in_flight.cycles import literal
from asyncir.analyses.sync_report import Standing
from asyncir.certificates import Refused, digest, verify as verify_certificate
from asyncir.diagnostics import DiagnosticError
from asyncir.ir import ModuleOp, Operation
from asyncir.simulation.events import CommitEvent, Event, IssueEvent, WaitEvent
from asyncir.source.verify import ensure_valid as verify
from tests.queues.formula import Inputs
from tests.queues.generator import generate
from tests.queues.judged import bounded, observe
from tests.queues.mutants import KINDS, mutate
from tests.queues.printer import arguments
from tests.queues.running import Runner, module_of, with_counts
from tests.queues.syntax import Program

CORRUPTIONS = (
    "entry dropped",
    "group removed",
    "ages shifted",
    "place denied",
    "points dropped",
    "another program",
)
Certificate = dict[str, Any]


@dataclass
class Certified:
    """What was found for one program."""

    seed: int
    proved: bool = False
    certificate: bool = False
    accepted: bool = False
    why: str = ""
    corrupted: dict[str, list[bool]] = field(default_factory=dict[str, list[bool]])
    """For each corruption whether each of its certificates was refused."""


@dataclass(frozen=True)
class Seen:
    """A group in flight when an iteration of a loop begins, in a run."""

    point: str
    variables: tuple[tuple[str, int], ...]
    """The variables of the loops around, by the names that certificates give them."""
    fifo: str
    age: int
    again: bool
    """Whether control has come back for it."""


def certified(seed: int, *, corrupt: bool = True) -> Certified:
    """The program's certificate, and its corruptions."""
    program, found = generate(seed), Certified(seed)
    module = with_counts(module_of(program), constant=True)
    report = check(module, certificates=True)
    found.proved = report.standing is Standing.PROVED
    certificate: Any = report.functions[0].certificate
    found.certificate = certificate is not None
    if certificate is None:
        return found
    certificate["text"] = digest(module)
    found.accepted, found.why = is_accepted(module, certificate)
    inputs = bounded(program) if corrupt else None
    if inputs is None:
        return found
    rng = random.Random(seed)
    for kind, other, corrupted in corruptions(module, certificate, program, inputs, rng):
        found.corrupted.setdefault(kind, []).append(not is_accepted(other, corrupted)[0])
    return found


def is_accepted(module: ModuleOp, certificate: Certificate) -> tuple[bool, str]:
    """Whether the verifier accepts it, and why not."""
    try:
        verify_certificate(module, "main", certificate)
    except Refused as refused:
        return False, str(refused)
    return True, ""


def corruptions(
    module: ModuleOp, certificate: Certificate, program: Program, inputs: Sequence[Inputs], rng: random.Random
) -> Iterator[tuple[str, ModuleOp, Certificate]]:
    """(Kind, module, certificate) of each corruption that can be made."""
    yield from _other_programs(module, certificate, program, inputs, rng)
    seen = [s for one in inputs[:6] for s in seen_at_heads(module, program, one)]
    seen = [s for s in dict.fromkeys(seen) if s.point in certificate["points"]]
    for one in rng.sample(seen, min(3, len(seen))):
        for kind in CORRUPTIONS[:-1]:
            changed = copy.deepcopy(certificate)
            if _corrupt(changed, kind, one):
                yield kind, module, changed


def _other_programs(
    module: ModuleOp, certificate: Certificate, program: Program, inputs: Sequence[Inputs], rng: random.Random
) -> Iterator[tuple[str, ModuleOp, Certificate]]:
    for kind in rng.sample(KINDS, 4):
        other = module.clone()
        if mutate(other, kind, rng) is None:
            continue
        try:
            verify(other)
        except DiagnosticError:
            continue
        if observe(other, program, inputs)[1]:
            yield "another program", other, {**certificate, "text": digest(other)}


def _denies(relation: isl.Map, case: Certificate, seen: Seen) -> bool:
    """Whether a relation to (age, element...) has nothing of what was seen."""
    return bool(relation.intersect(_group(relation, case, seen)).is_empty())


def _corrupt(certificate: Certificate, kind: str, seen: Seen) -> bool:
    """Change the certificate so that it denies what was seen; False where this cannot be done this way."""
    if kind == "points dropped":
        certificate["points"] = {}
        return seen.again
    for case in certificate["points"].get(seen.point, ()):
        flying = case["flying"]
        here = isl.Set(case["where"])
        if kind == "place denied":
            case["where"] = str(here.subtract(_coordinates(here, isl.dim_type.set, case, seen)))
        for key in [k for k in flying if k.startswith(f"{seen.fifo}:")]:
            old = isl.Map(flying[key])
            if kind == "entry dropped":
                del flying[key]
            elif kind == "group removed":
                flying[key] = str(old.subtract(_group(old, case, seen)))
            elif kind == "ages shifted":
                cells = "".join(f", c{i}" for i in range(old.dim(isl.dim_type.out) - 1))
                new = old.apply_range(isl.Map(f"{{ [a{cells}] -> [a + 1{cells}] }}"))
                if not _denies(new, case, seen):
                    return False
                flying[key] = str(new)
    return seen.point in certificate["points"]


def _group(of: isl.Map, case: Certificate, seen: Seen) -> isl.Map:
    """The group that was seen, where it was seen, with all elements."""
    where = _coordinates(of, isl.dim_type.in_, case, seen)
    return where.fix_val(isl.dim_type.out, 0, isl.Val(seen.age))


def _coordinates(of: Any, kind: Any, case: Certificate, seen: Seen) -> Any:
    """All that the space of `of` has where the loops were; what else is a coordinate is anything."""
    known = dict(seen.variables)
    whole = cast("Any", isl.Set if kind == isl.dim_type.set else isl.Map).universe(of.get_space())
    for index, name in enumerate(case["coordinates"]):
        if name in known:
            whole = whole.fix_val(kind, index, isl.Val(known[name]))
    return whole


def seen_at_heads(module: ModuleOp, program: Program, inputs: Inputs) -> list[Seen]:
    """What is in flight in the first thread when an iteration of an `scf.for` in `@main` begins."""
    ids = {op: i for i, op in enumerate(module.walk())}
    outcome = Runner(module, record=True)(arguments(program, inputs)).outcome
    found: list[Seen] = []
    flying: dict[int, CommitEvent | None] = {}
    committed: dict[object, int] = {}
    at: dict[Operation, tuple[int, ...]] = {}
    in_callee = False
    for event in outcome.events:
        if event.thread:
            continue
        was_in_callee, in_callee = in_callee, not _outside_calls(event.op)
        for head, dims in _iterations(event):
            if at.get(head) != dims and len(dims) == len(_loops(head)) + 1:
                at[head] = dims
                if was_in_callee:  # which may be a part of this iteration
                    continue
                variables = _variables([*_loops(head), head], dims, ids)
                found += [
                    Seen(
                        f"{ids[head]}.0.0",
                        variables,
                        str(c.fifo),
                        committed[c.fifo] - 1 - c.group,
                        dims[-1] > 0,
                    )
                    for c in flying.values()
                    if c is not None
                ]
        match event:
            case IssueEvent():
                flying[event.id] = None
            case CommitEvent():
                committed[event.fifo] = event.group + 1
                flying.update((member, event) for member in event.members)
            case WaitEvent():
                for number, commit in list(flying.items()):
                    if commit is not None and commit.fifo == event.fifo and commit.group < event.upto:
                        del flying[number]
            case _:
                pass
    return found


def _variables(
    loops: Sequence[Operation], dims: Sequence[int], ids: dict[Operation, int]
) -> tuple[tuple[str, int], ...]:
    """The variables of counted loops with literal bounds, in these iterations."""
    found: list[tuple[str, int]] = []
    for loop, turn in zip(loops, dims, strict=True):
        if loop.name == "scf.for":
            low, step = (literal(loop.operands[i]) for i in (0, 2))
            if low is not None and step is not None:
                found.append((f"{ids[loop]}.0.0:0", low + turn * step))
    return tuple(found)


def _loops(op: Operation) -> list[Operation]:
    """The loops around an op, outermost first."""
    found: list[Operation] = []
    above = op.parent_op()
    while above is not None:
        if above.name in ("scf.for", "scf.while"):
            found.insert(0, above)
        above = above.parent_op()
    return found


def _function(op: Operation) -> Operation | None:
    while op.name != "func.func":
        above = op.parent_op()
        if above is None:
            return None
        op = above
    return op


def _outside_calls(op: Operation) -> bool:
    function = _function(op)
    return function is not None and getattr(function.properties.get("sym_name"), "data", "") == "main"


def _iterations(event: Event) -> Iterator[tuple[Operation, tuple[int, ...]]]:
    """The `scf.for`s around an event of `@main`, and which of their iterations it is in."""
    if not _outside_calls(event.op):
        return
    loops = _loops(event.op)
    if len(loops) == len(event.iteration):
        for depth, loop in enumerate(loops):
            if loop.name == "scf.for":
                yield loop, event.iteration[: depth + 1]
