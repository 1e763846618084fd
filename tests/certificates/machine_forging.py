"""Forged certificates of programs on machines: of programs that go wrong, as a run shows, so that each of them is false.

A right program is proved, and its certificate is handed to the program with something wrong: a wait dropped, an instance
exchanged, an op moved. Or a prover that sees no conflict makes one for the wrong program itself. The numbers of ops in it are
moved along, and then it is changed: loops, rows and sites dropped, relations emptied, restricted, shifted, what is pending
made something else, or all that may be in flight denied.
"""

from __future__ import annotations

import copy
import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import islpy as isl

from asyncir.analyses.machines.edges import Missing
from asyncir.certificates import Refused
from asyncir.certificates.machines import accept_on_machine
from asyncir.certificates.machines.accesses import MachineAccesses
from asyncir.certificates.values import Relation
from asyncir.diagnostics import DiagnosticError
from asyncir.invariants.machines import MachineProver, find_machine_certificate, said_by
from asyncir.ir import ModuleOp, Operation
from asyncir.targets.machine import MachineModel, load_machine
from asyncir.targets.verify_sync import verify_sync
from bench.sync_programs.changing import function_of
from bench.sync_programs.mutants import bases, judged
from bench.sync_programs.mutate import mutant, mutations

MACHINES = (
    *("ascend-a2", "bismo", "nvdla", "cuda-sm80", "aie2", "hexagon", "cdna3"),
    *("cuda-sm90", "cuda-sm100", "vulkan"),
)
Certificate = dict[str, Any]
Change = Callable[[Certificate, random.Random], None]
_IN, _OUT = isl.dim_type.in_, isl.dim_type.out


@dataclass(frozen=True)
class MachineForged:
    """A false certificate, and what the verifier says of it."""

    machine: str
    seed: int
    wrong: str
    """What is wrong with the program."""
    changes: tuple[str, ...]
    """What was changed in the certificate."""
    accepted: bool


class _Blind(MachineAccesses):
    """Sees no conflict."""

    def conflict(self, one: Operation, other: Operation, half: str) -> Relation:
        """Nothing, whatever they touch."""
        found = super().conflict(one, other, half)
        return found.subtract(found)


def wrong_programs(
    name: str, seed: int, bases_: int, each: int
) -> Iterator[tuple[str, ModuleOp, Certificate]]:
    """Programs that go wrong in a run, each with certificates that somebody may believe in."""
    machine, rng = load_machine(name), random.Random(seed)
    for module, text in _right_programs(name, seed, bases_):
        right = _certificate(module, machine)
        if right is None:
            continue
        ops = list(module.walk())
        for change in mutations(module, machine, rng, each):
            other = mutant(module, change)
            try:
                other.verify()
                if verify_sync(other, machine) or not judged(other, text, machine):
                    continue
            except (DiagnosticError, ValueError):
                continue
            twin = list(module.clone().walk())
            if len(list(other.walk())) == len(twin):
                yield change.kind, other, copy.deepcopy(right)
            yield change.kind, other, _moved(right, ops, other)
            blind = _by_the_blind(other, machine)
            if blind is not None:
                yield f"{change.kind}, blind", other, blind


def _right_programs(name: str, seed: int, count: int) -> Iterator[tuple[ModuleOp, str]]:
    for number in range(count):
        try:
            yield next(bases(name, 10 * seed + number))
        except (Missing, AssertionError):  # `insert-sync` fails on some drawn programs
            continue


def _certificate(module: ModuleOp, machine: MachineModel) -> Certificate | None:
    try:
        found = find_machine_certificate(module, "f", machine)
        accept_on_machine(module, "f", machine, found)
    except Refused:
        return None
    return found


def _by_the_blind(module: ModuleOp, machine: MachineModel) -> Certificate | None:
    try:
        prover = MachineProver(function_of(module), machine, 3, 8)
        prover.accesses = _Blind(prover.numbers, machine)
        prover.run()
    except Refused:
        return None
    return {"loops": said_by(prover)}


def _moved(right: Certificate, ops: list[Operation], other: ModuleOp) -> Certificate:
    """The certificate with the numbers that the ops have in the other program, as far as they look the same."""
    inside = ops[1:]
    theirs = [str(op) for op in function_of(other).walk()]
    numbers: dict[int, int] = {}
    at = 0
    for number, op in enumerate(inside):
        found = next((n for n in range(at, len(theirs)) if theirs[n][:40] == str(op)[:40]), None)
        if found is not None:
            numbers[number], at = found, found + 1

    def site(text: str) -> str:
        digits = text.rstrip("RW")
        return f"{numbers.get(int(digits), int(digits))}{text[len(digits) :]}"

    def key(text: str) -> str:
        *words, last = text.split(" ")
        named = words and words[0] in ("told", "taken") and last.isdecimal()
        return " ".join([*words, site(last)]) if named else text

    def pending(text: str) -> str:
        *words, last = text.split(" ")
        return " ".join([*words, site(last)])

    loops: dict[str, Any] = {}
    for loop, said in right["loops"].items():
        rows = {key(name): {site(s): r for s, r in row.items()} for name, row in said["rows"].items()}
        loops[site(loop)] = {"rows": rows, "pending": {pending(k): r for k, r in said["pending"].items()}}
    return {"loops": loops}


# ---- changes


def _some_loop(certificate: Certificate, rng: random.Random) -> Certificate:
    return certificate["loops"][rng.choice(sorted(certificate["loops"]))]


def _each_relation(certificate: Certificate) -> Iterator[tuple[dict[str, str], str]]:
    for said in certificate["loops"].values():
        for row in said["rows"].values():
            yield from ((row, site) for site in list(row))


def _one(change: Callable[[Any, random.Random], Any]) -> Change:
    def changed(certificate: Certificate, rng: random.Random) -> None:
        row, site = rng.choice(list(_each_relation(certificate)))
        row[site] = str(change(isl.Map(row[site]), rng))

    return changed


def _all(change: Callable[[Any, random.Random], Any]) -> Change:
    def changed(certificate: Certificate, rng: random.Random) -> None:
        for row, site in _each_relation(certificate):
            row[site] = str(change(isl.Map(row[site]), rng))

    return changed


def _nothing(relation: Any, rng: random.Random) -> Any:
    return relation.subtract(relation)


def _everything(relation: Any, rng: random.Random) -> Any:
    return isl.Map.universe(relation.get_space())


def _restricted(relation: Any, rng: random.Random) -> Any:
    kind = rng.choice((_IN, _OUT)) if relation.dim(_OUT) else _IN
    at, value = rng.randrange(relation.dim(kind)), isl.Val(rng.randrange(-1, 4))
    bound = relation.lower_bound_val if rng.random() < 0.5 else relation.upper_bound_val
    return bound(kind, at, value)


def _later(relation: Any, rng: random.Random) -> Any:
    names = [f"n{i}" for i in range(relation.dim(_IN))]
    by = f"{names[-1]} + {rng.choice((-1, 1, 2))}"
    return relation.apply_domain(isl.Map(f"{{ [{', '.join(names)}] -> [{', '.join([*names[:-1], by])}] }}"))


def _drop_row(certificate: Certificate, rng: random.Random) -> None:
    rows = _some_loop(certificate, rng)["rows"]
    del rows[rng.choice(sorted(rows))]


def _drop_kind(certificate: Certificate, rng: random.Random) -> None:
    kind = rng.choice(("row engine", "told", "taken", "given", "row group", "row thread", "row fence"))
    for said in certificate["loops"].values():
        said["rows"] = {name: row for name, row in said["rows"].items() if not name.startswith(kind)}


def _drop_site(certificate: Certificate, rng: random.Random) -> None:
    site = rng.choice(list(_each_relation(certificate)))[1]
    for said in certificate["loops"].values():
        for each in said["rows"].values():
            each.pop(site, None)


def _drop_loop(certificate: Certificate, rng: random.Random) -> None:
    del certificate["loops"][rng.choice(sorted(certificate["loops"]))]


def _exchange_loops(certificate: Certificate, rng: random.Random) -> None:
    loops = certificate["loops"]
    one, other = rng.sample(sorted(loops), 2)
    loops[one], loops[other] = loops[other], loops[one]


def _exchange_rows(certificate: Certificate, rng: random.Random) -> None:
    rows = _some_loop(certificate, rng)["rows"]
    one, other = rng.sample(sorted(rows), 2)
    rows[one], rows[other] = rows[other], rows[one]


def _fenced(certificate: Certificate, rng: random.Random) -> None:
    for said in certificate["loops"].values():
        for name in [name for name in said["rows"] if name.startswith("row fence ")]:
            if rng.random() < 0.7:
                del said["rows"][name]


def _pending(text: str) -> Change:
    def changed(certificate: Certificate, rng: random.Random) -> None:
        pending = _some_loop(certificate, rng)["pending"]
        key = rng.choice(sorted(pending))
        relation = isl.Map(pending[key])
        pending[key] = str(
            relation.subtract(relation) if text == "none" else relation.apply_range(isl.Map(text))
        )

    return changed


CHANGES: Mapping[str, Change] = {
    "a relation emptied": _one(_nothing),
    "a relation made everything": _one(_everything),
    "a relation restricted": _one(_restricted),
    "a relation moved": _one(_later),
    "all denied": _all(_nothing),
    "all made everything": _all(_everything),
    "all moved": _all(_later),
    "a row dropped": _drop_row,
    "a kind of rows dropped": _drop_kind,
    "a site dropped": _drop_site,
    "all behind a fence": _fenced,
    "a loop dropped": _drop_loop,
    "loops exchanged": _exchange_loops,
    "rows exchanged": _exchange_rows,
    "nothing pending": _pending("none"),
    "pending in the next place": _pending("{ [i, p] -> [i, p + 1] }"),
    "pending in the other instance": _pending("{ [i, p] -> [1 - i, p] }"),
    "the other phase": _pending("{ [i, p] -> [i, q] : 0 <= q <= 3 and (p + q) mod 2 = 1 }"),
    "an armed phase": _pending("{ [i, p] -> [i, q] : q >= 2 and (p + q) mod 2 = 0 and q <= 3 }"),
    "greater values": _pending("{ [i, p] -> [i, q] : 0 <= q <= p + 1 }"),
    "smaller values": _pending("{ [i, p] -> [i, q] : q = p - 1 or p = q = 0 }"),
    "twice as much pending": _pending("{ [i, p] -> [i, q] : p <= q <= p + 1 }"),
}


def forged_on_machine(name: str, seed: int, programs: int, each: int) -> Iterator[MachineForged]:
    """Forged certificates of programs on a machine, and what the verifier says of each."""
    rng, machine = random.Random(seed), load_machine(name)
    for wrong, module, certificate in wrong_programs(name, seed, programs, 6):
        for turn in range(each + 1):
            other = copy.deepcopy(certificate)
            changes = tuple(rng.sample(sorted(CHANGES), min(turn, rng.choice((1, 1, 2, 3)))))
            try:
                for change in changes:
                    CHANGES[change](other, rng)
            except (IndexError, ValueError, KeyError, isl.Error):
                continue
            try:
                accept_on_machine(module, "f", machine, other)
            except Refused:
                yield MachineForged(name, seed, wrong, changes, False)
            else:
                yield MachineForged(name, seed, wrong, changes, True)
