"""Where ways meet: variables that differ become arguments of a block, or results of an op."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import reduce

from asyncir.source.python.body import Body
from asyncir.source.python.types import UNBOUND, ConflictType, MaybeType, Type, UnboundType, parts, unify
from asyncir.source.python.values import Conflict, Num, Static, Unbound, Value, low_of, rebuilt, type_of
from asyncir.source.python.writer import Lines

Way = tuple[dict[str, Value], Lines]


@dataclass
class Join:
    """A place to which several ways lead. `names` may differ between them; those `dropped` are not read any more."""

    names: tuple[str, ...]
    dropped: frozenset[str]
    label: str = ""
    ways: list[Way] = field(default_factory=list[Way])


def join_of(b: Body, assigned: frozenset[str], live: Iterable[str], label: str = "") -> Join:
    """The place behind statements that may assign those variables, of which some are live there."""
    names = assigned & frozenset(live)
    return Join(tuple(sorted(names)), assigned - names, label or b.w.label())


def leave(b: Body, join: Join) -> None:
    """From here the way leads there."""
    if b.flow:
        b.forget(join.dropped)
        join.ways.append((dict(b.env), b.w.place()))
        b.flow = False


@dataclass(frozen=True)
class Merged:
    """What a join makes of the variables: those with parts, by name; of the others the value that all ways have."""

    types: dict[str, Type]
    same: dict[str, Value]

    @property
    def parts(self) -> list[str]:
        """The types in the IR of all parts."""
        return [part for type_ in self.types.values() for part in parts(type_)]


def merged(join: Join, outside: dict[str, Value] | None = None) -> Merged:
    """Which variables differ, and the types that they have behind the join.

    `outside` are the variables in front of an op whose regions the ways come from: what was made in a region is not seen
    behind it.
    """
    types: dict[str, Type] = {}
    same: dict[str, Value] = {}
    for name in join.names:
        values = [env.get(name) for env, _ in join.ways]
        first = values[0]
        seen = outside is None or _is_known(first) or first == outside.get(name)
        if first is not None and seen and all(value == first for value in values[1:]):
            same[name] = first
        elif any(value is not None for value in values):
            types[name] = reduce(unify, [UNBOUND if v is None else type_of(v) or UNBOUND for v in values])
    return Merged(types, same)


def _is_known(value: Value | None) -> bool:
    return isinstance(value, Static) or (isinstance(value, Num) and value.is_constant)


def end_ways(b: Body, join: Join, what: Merged, end: str) -> None:
    """At the end of each way, hand the values over: `end` is `cf.br ^label` or `scf.yield`."""
    for env, place in join.ways:
        with b.writing(place):
            names = [
                name
                for variable, type_ in what.types.items()
                for name in b.names_of(b.adapted(env.get(variable), type_))
            ]
            b.w.line(handed_over(end, names, what.parts))


def handed_over(end: str, names: Sequence[str], types: Sequence[str]) -> str:
    """The op that hands values over, as text."""
    if not names:
        return end
    listed, of = ", ".join(names), ", ".join(types)
    return f"{end}({listed} : {of})" if "^" in end else f"{end} {listed} : {of}"


def arrive(b: Body, join: Join, what: Merged, names: Sequence[str]) -> None:
    """Go on behind the join, where the parts have these names."""
    env = dict(join.ways[0][0])
    left = list(names)
    for variable, type_ in what.types.items():
        count = len(parts(type_))
        env[variable] = behind(type_, left[:count], _lows(join, variable, type_))
        left = left[count:]
    b.env = {name: value for name, value in env.items() if not isinstance(value, Unbound)} | what.same
    b.flow = True


def behind(type_: Type, names: Sequence[str], lows: Sequence[int | None] = ()) -> Value:
    """The value with these parts."""
    if isinstance(type_, ConflictType):
        return Conflict(type_)
    return Unbound() if isinstance(type_, UnboundType) else rebuilt(type_, names, lows)


def _lows(join: Join, variable: str, type_: Type) -> list[int | None]:
    count = len(parts(type_))
    if isinstance(type_, MaybeType) or not count:
        return [None] * count
    known = [low_of(value) for env, _ in join.ways if (value := env.get(variable)) is not None]
    if any(len(lows) != count for lows in known):
        return [None] * count
    return [least(column) for column in zip(*known, strict=True)]


def least(lows: Sequence[int | None]) -> int | None:
    """The least of several bounds, if all are known."""
    known = [low for low in lows if low is not None]
    return min(known) if len(known) == len(lows) else None


def place_block(b: Body, join: Join) -> None:
    """Write the block of a join, and go on in it, if any way leads there."""
    if not join.ways:
        b.flow = False
        return
    what = merged(join)
    end_ways(b, join, what, f"cf.br {join.label}")
    variables = [v for v, t in what.types.items() for _ in parts(t)]
    names = [b.w.fresh(variable) for variable in variables]
    head = ", ".join(f"{name}: {type_}" for name, type_ in zip(names, what.parts, strict=True))
    b.w.raw(f"{join.label}({head}):" if head else f"{join.label}:")
    arrive(b, join, what, names)


def place_results(b: Body, what: Merged, head: str, regions: Lines) -> list[str]:
    """Write an op whose results are the joined variables; `regions` is all behind the types. Returns the results' names."""
    names = [b.w.fresh(v) for v, t in what.types.items() for _ in parts(t)]
    arrow = f" -> ({', '.join(what.parts)})" if names else ""
    left = f"{', '.join(names)} = " if names else ""
    b.w.raw(f"{left}{head}{arrow} {{")
    b.w.lines.extend(regions)
    b.w.line("}")
    return names
