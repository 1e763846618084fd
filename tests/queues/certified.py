"""Certificates of random programs, and corrupted ones that are really wrong.

What makes a corrupted certificate wrong is seen in a run of the interpreter: it denies that something is in flight at the
head of a loop where the run has it in flight; or it is for another program, and that one has a race.
"""

from __future__ import annotations

import copy
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import islpy as isl

from asyncir.analyses.in_flight import check_module as check
from asyncir.analyses.sync_report import Standing
from asyncir.certificates import Refused, digest
from asyncir.certificates import verify as verify_certificate
from asyncir.diagnostics import DiagnosticError
from asyncir.ir import ModuleOp, Operation
from asyncir.semantics.block.events import Commit, Event, Issue, Wait
from asyncir.source.verify import check_module as verify
from tests.queues.formula import Inputs
from tests.queues.generator import generate
from tests.queues.judged import bounded, observe
from tests.queues.mutants import KINDS, mutate
from tests.queues.printer import arguments
from tests.queues.running import Runner, module_of, with_counts
from tests.queues.syntax import Program

CORRUPTIONS = (
    "entry dropped",
    "point removed",
    "ages shifted",
    "maps swapped",
    "head dropped",
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
    """Something in flight at the head of a loop, in a run."""

    head: int
    dims: tuple[int, ...]
    op: int
    age: int


def certified(seed: int) -> Certified:
    """The program's certificate, and its corruptions."""
    program, found = generate(seed), Certified(seed)
    module = with_counts(module_of(program), constant=True)
    report = check(module, certificates=True)
    found.proved = report.standing is Standing.PROVED
    certificate: Any = report.functions[0].certificate
    found.certificate = certificate is not None
    inputs = bounded(program)
    if certificate is None or inputs is None:
        return found
    found.accepted, found.why = is_accepted(module, certificate)
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
    seen = [s for s in dict.fromkeys(seen) if _maps(certificate, s)]
    for one in rng.sample(seen, min(3, len(seen))):
        for kind in CORRUPTIONS[:-1]:
            changed = copy.deepcopy(certificate)
            if _corrupt(changed, kind, one, rng):
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


def _maps(certificate: Certificate, seen: Seen) -> list[str]:
    """The keys of the maps that name what was seen in flight."""
    head = certificate["heads"].get(str(seen.head), {})
    keys = [k for k in head.get("pending", {}) if k.startswith(f"{seen.op}:")]
    return [k for k in keys if isl.Map(head["pending"][k]).dim(isl.dim_type.in_) == len(seen.dims)]


def _corrupt(certificate: Certificate, kind: str, seen: Seen, rng: random.Random) -> bool:
    """Change the certificate so that it denies what was seen; False where this cannot be done this way."""
    head = certificate["heads"][str(seen.head)]
    pending = head["pending"]
    key = rng.choice(_maps(certificate, seen))
    old = isl.Map(pending[key])
    match kind:
        case "entry dropped":
            del pending[key]
            return True
        case "head dropped":
            del certificate["heads"][str(seen.head)]
            return True
        case "point removed":
            pending[key] = str(old.subtract(_point(old, seen)))
            return True
        case "ages shifted":
            cells = old.dim(isl.dim_type.out) - 1
            names = "".join(f", c{i}" for i in range(cells))
            shift = isl.Map(f"{{ [a{names}] -> [a + 1{names}] }}")
            new = old.apply_range(shift)
        case _:
            others = [k for k in pending if k != key and _same_space(isl.Map(pending[k]), old)]
            if not others:
                return False
            other = rng.choice(others)
            new = isl.Map(pending[other])
            pending[other] = pending[key]
    pending[key] = str(new)
    return bool(new.intersect(_point(new, seen)).is_empty())


def _same_space(a: isl.Map, b: isl.Map) -> bool:
    return a.dim(isl.dim_type.out) == b.dim(isl.dim_type.out) and a.dim(isl.dim_type.in_) == b.dim(
        isl.dim_type.in_
    )


def _point(of: isl.Map, seen: Seen) -> isl.Map:
    """What was seen, for all elements and parameters."""
    cells = "".join(f", c{i}" for i in range(of.dim(isl.dim_type.out) - 1))
    return isl.Map(f"{{ [{', '.join(map(str, seen.dims))}] -> [{seen.age}{cells}] }}")


def seen_at_heads(module: ModuleOp, program: Program, inputs: Inputs) -> list[Seen]:
    """What is in flight in the first thread when an iteration of an `scf.for` in `@main` begins."""
    ids = {op: i for i, op in enumerate(module.walk())}
    outcome = Runner(module, record=True)(arguments(program, inputs)).outcome
    found: list[Seen] = []
    flying: dict[int, tuple[Issue, Commit | None]] = {}
    committed: dict[object, int] = {}
    at: dict[Operation, tuple[int, ...]] = {}
    for event in outcome.events:
        if event.thread:
            continue
        for head, dims in _iterations(event):
            if at.get(head) != dims and len(dims) == len(_loops(head)) + 1:
                at[head] = dims
                found += [
                    Seen(ids[head], dims, ids[i.op], committed[c.fifo] - 1 - c.group)
                    for i, c in flying.values()
                    if c is not None and _outside_calls(i.op)
                ]
        match event:
            case Issue():
                flying[event.id] = event, None
            case Commit():
                committed[event.fifo] = event.group + 1
                flying.update((m, (flying[m][0], event)) for m in event.members)
            case Wait():
                for number, (_, commit) in list(flying.items()):
                    if commit is not None and commit.fifo == event.fifo and commit.group < event.upto:
                        del flying[number]
            case _:
                pass
    return found


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
