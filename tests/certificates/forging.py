"""Forged certificates: of random programs that race, as a run of the interpreter shows, so that each of them is false.

A right program is proved, and its certificate is handed to the program with something wrong: a wait dropped or weaker, a slot
less, a commit moved. The numbers of ops in it are moved along, and then it is changed: points and cases dropped,
relations emptied, restricted, shifted, groups made older, objects said to be constant, or all that is in flight denied.
"""

from __future__ import annotations

import copy
import random
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import islpy as isl

from asyncir.analyses.in_flight import check_module as check
from asyncir.certificates import Refused, accept
from asyncir.diagnostics import DiagnosticError
from asyncir.ir import ModuleOp
from asyncir.source.verify import ensure_valid as verify
from tests.queues.generator import generate
from tests.queues.judged import bounded, observe
from tests.queues.mutants import KINDS, mutate
from tests.queues.running import module_of, with_counts

Certificate = dict[str, Any]
Change = Callable[[Certificate, random.Random], None]


@dataclass(frozen=True)
class Forged:
    """A false certificate, and what the verifier says of it."""

    seed: int
    wrong: str
    """What is wrong with the program."""
    changes: tuple[str, ...]
    """What was changed in the certificate."""
    accepted: bool


def racing(seed: int) -> Iterator[tuple[str, ModuleOp, Certificate]]:
    """Programs that race, each with the certificate of the right program that it was made from."""
    program, rng = generate(seed), random.Random(seed)
    module = with_counts(module_of(program), constant=True)
    certificate, inputs = check(module, certificates=True).functions[0].certificate, bounded(program)
    if certificate is None or inputs is None:
        return
    for kind in KINDS:
        other = module.clone()
        ops = list(other.walk())
        if mutate(other, kind, rng) is None:
            continue
        try:
            verify(other)
        except DiagnosticError:
            continue
        if observe(other, program, inputs)[1]:
            now = {op: number for number, op in enumerate(other.walk())}
            yield kind, other, moved(certificate, [now.get(op) for op in ops])


def moved(certificate: object, numbers: list[int | None]) -> Certificate:
    """The certificate with other numbers of ops; without the points of those that are gone."""
    old: Certificate = copy.deepcopy(certificate)  # pyright: ignore[reportAssignmentType]

    def op(text: str) -> str:
        return re.sub(r"^\d+", lambda found: str(numbers[int(found[0])]), text)

    def key(text: str) -> str:
        return re.sub(r"(alloc |^%)(\d+)", lambda found: found[1] + op(found[2]), text)

    for cases in old["points"].values():
        for case in cases:
            case["coordinates"] = [name if name[0] == "#" else key(op(name)) for name in case["coordinates"]]
            case["memory"] = {op(value): key(name) for value, name in case["memory"].items()}
            case["flying"] = {key(name): text for name, text in case["flying"].items()}
    points = {"/".join(map(op, at.split("/"))): cases for at, cases in old["points"].items()}
    points = {at: cases for at, cases in points.items() if "None" not in at}
    return {"constant": [key(name) for name in old["constant"]], "points": points}


def _case(certificate: Certificate, rng: random.Random) -> Certificate:
    return rng.choice([case for cases in certificate["points"].values() for case in cases])


def _each(change: Callable[[isl.Map, random.Random], isl.Map], everywhere: bool) -> Change:
    """A change of what one case, or each, says of one key."""

    def changed(certificate: Certificate, rng: random.Random) -> None:
        keys = sorted({k for cases in certificate["points"].values() for c in cases for k in c["flying"]})
        key = rng.choice(keys)
        cases = [c for cases in certificate["points"].values() for c in cases if key in c["flying"]]
        for case in cases if everywhere else rng.sample(cases, 1):
            case["flying"][key] = str(change(isl.Map(case["flying"][key]), rng))

    return changed


def _through(text: str) -> Callable[[isl.Map, random.Random], isl.Map]:
    """The ages, and the elements, behind a function of both."""

    def change(relation: isl.Map, rng: random.Random) -> isl.Map:
        cells = [f"c{n}" for n in range(relation.dim(isl.dim_type.out) - 1)]
        new = [text.replace("c0", cell) for cell in cells] if text[0] == "c" else cells
        age = text if text[0] == "a" else "a"
        return relation.apply_range(
            isl.Map(f"{{ [{', '.join(['a', *cells])}] -> [{', '.join([age, *new])}] : a >= 0 }}")
        )

    return change


def _restricted(relation: isl.Map, rng: random.Random) -> isl.Map:
    names = [f"i{n}" for n in range(relation.dim(isl.dim_type.in_))]
    cells = ["a", *(f"c{n}" for n in range(relation.dim(isl.dim_type.out) - 1))]
    name, bound = rng.choice([*names, *cells]), rng.randrange(-1, 4)
    test = rng.choice((f"{name} > {bound}", f"{name} < {bound}", f"{name} mod 2 = {bound % 2}"))
    return relation.intersect(isl.Map(f"{{ [{', '.join(names)}] -> [{', '.join(cells)}] : {test} }}"))


def _nothing(relation: isl.Map, rng: random.Random) -> isl.Map:
    return relation.subtract(relation)


def _drop_point(certificate: Certificate, rng: random.Random) -> None:
    del certificate["points"][rng.choice(sorted(certificate["points"]))]


def _drop_case(certificate: Certificate, rng: random.Random) -> None:
    cases = rng.choice(sorted(certificate["points"].items()))[1]
    cases.remove(rng.choice(cases))


def _drop_coordinate(certificate: Certificate, rng: random.Random) -> None:
    case = _case(certificate, rng)
    at = rng.randrange(len(case["coordinates"]))
    del case["coordinates"][at]
    case["where"] = str(isl.Set(case["where"]).project_out(isl.dim_type.set, at, 1))
    for key, text in case["flying"].items():
        case["flying"][key] = str(isl.Map(text).project_out(isl.dim_type.in_, at, 1))


def _narrow(certificate: Certificate, rng: random.Random) -> None:
    case = _case(certificate, rng)
    where = isl.Set(case["where"])
    names = [f"i{n}" for n in range(where.dim(isl.dim_type.set))]
    test = f"{rng.choice(names)} {rng.choice('<>')} {rng.randrange(-1, 5)}"
    case["where"] = str(where.intersect(isl.Set(f"{{ [{', '.join(names)}] : {test} }}")))


def _exchange(certificate: Certificate, rng: random.Random) -> None:
    """Two coordinates have each other's name."""
    names = _case(certificate, rng)["coordinates"]
    one, other = rng.sample(range(len(names)), 2)
    names[one], names[other] = names[other], names[one]


def _count_on(certificate: Certificate, rng: random.Random) -> None:
    """A coordinate is one more."""
    case = _case(certificate, rng)
    names = [f"i{n}" for n in range(len(case["coordinates"]))]
    other = list(names)
    other[rng.randrange(len(names))] += " + 1"
    move = isl.Map(f"{{ [{', '.join(names)}] -> [{', '.join(other)}] }}")
    case["where"] = str(isl.Set(case["where"]).apply(move))
    for key, text in case["flying"].items():
        case["flying"][key] = str(isl.Map(text).apply_domain(move))


def _say_constant(certificate: Certificate, rng: random.Random) -> None:
    touched = {
        k.split(":")[2] for cases in certificate["points"].values() for c in cases for k in c["flying"]
    }
    certificate["constant"] = sorted({*certificate["constant"], rng.choice(sorted(touched))})


def _rename(certificate: Certificate, rng: random.Random) -> None:
    """What is in flight belongs to another FIFO, or is only read, or is in another object."""
    case = _case(certificate, rng)
    key = rng.choice(sorted(case["flying"]))
    fifo, kind, name = key.split(":", 2)
    other = rng.choice(
        (f"7:{kind}:{name}", f"{fifo}:R:{name}", f"never:{kind}:{name}", f"{fifo}:{kind}:arg0")
    )
    case["flying"][other] = case["flying"].pop(key)


def _deny(certificate: Certificate, rng: random.Random) -> None:
    for cases in certificate["points"].values():
        for case in cases:
            case["flying"] = {}


CHANGES: dict[str, Change] = {
    "a point dropped": _drop_point,
    "a case dropped": _drop_case,
    "a coordinate dropped": _drop_coordinate,
    "fewer places": _narrow,
    "names exchanged": _exchange,
    "a coordinate one more": _count_on,
    "an object that is constant": _say_constant,
    "another owner": _rename,
    "nothing in flight": _deny,
    "a relation emptied": _each(_nothing, True),
    "a relation emptied once": _each(_nothing, False),
    "groups older": _each(_through("a + 1"), True),
    "groups younger": _each(_through("a - 1"), True),
    "groups older once": _each(_through("a + 1"), False),
    "elements shifted": _each(_through("c0 + 1"), True),
    "elements shifted once": _each(_through("c0 - 1"), False),
    "a relation restricted": _each(_restricted, True),
    "a relation restricted once": _each(_restricted, False),
}


def forged(seed: int, each: int = 12) -> Iterator[Forged]:
    """False certificates of the racing programs of a seed: so many of each program, the first one not changed at all."""
    rng = random.Random(seed)
    for wrong, module, certificate in racing(seed):
        for number in range(each):
            false, changes = copy.deepcopy(certificate), list[str]()
            for name in rng.sample(sorted(CHANGES), rng.choice((1, 1, 2, 3))) if number else ():
                try:
                    CHANGES[name](false, rng)
                except (IndexError, ValueError, KeyError):
                    continue  # there is nothing to change so
                changes.append(name)
            yield Forged(seed, wrong, tuple(changes), _is_accepted(module, false))


def _is_accepted(module: ModuleOp, certificate: Certificate) -> bool:
    try:
        accept(module, "main", certificate)
    except Refused:
        return False
    return True
