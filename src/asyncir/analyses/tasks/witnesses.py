"""From a path to a call of the entry that takes it."""

from __future__ import annotations

from collections.abc import Iterable
from math import prod
from typing import Any

from asyncir.analyses.in_flight.exprs import Lin, constant, evaluated, substituted
from asyncir.analyses.in_flight.facts import Facts, highest, sample
from asyncir.analyses.in_flight.lookup import is_bit, is_number, memref
from asyncir.analyses.sync_report import SparseArray, Witness
from asyncir.analyses.tasks.machine import PathMachine
from asyncir.dialects.memref_layout import shape_of
from asyncir.ir import Attribute, Operation, StringAttr

_MOST_ELEMENTS = 1 << 24


def witness_of(machine: PathMachine, facts: Facts, conditions: Iterable[Lin]) -> Witness | None:
    """A call whose execution takes the path up to where these are the facts; None if none was found."""
    names = machine.shadow.extrema.known
    if names:  # The conditions say what they stand for, as far as they speak of them.
        facts = Facts().plus(*(e for e in facts.lins() if e.symbols.isdisjoint(names)))
    values = sample(facts, conditions)
    if values is None:
        return None
    values = {**values, **machine.shadow.extrema.values(values)}
    entry = machine.program.entry
    block = entry.regions[0].blocks.first
    assert block is not None
    made: list[object] = []
    for argument in block.args:
        type_ = memref(argument.type)
        if type_ is None:
            made.append(_number(values.get(f"a{argument.index}", 0), argument.type))
            continue
        array = _array(machine, argument.index, type_, values)
        if array is None:
            return None
        made.append(array)
    return Witness(name_of(entry), tuple(made))


def _number(value: int, type_: Attribute) -> object:
    if is_bit(type_):
        return bool(value)
    return value if is_number(type_) else 0.0


def _array(machine: PathMachine, index: int, type_: Any, values: dict[Any, int]) -> SparseArray | None:
    root = ("arg", index)
    known = {
        tuple(evaluated(e, values) for e in atom[2]): value
        for atom, value in values.items()
        if not isinstance(atom, str) and atom[1] == root
    }
    numbers = {atom: constant(value) for atom, value in values.items() if isinstance(atom, str)}
    shape: list[int] = []
    for d, size in enumerate(shape_of(type_)):
        if size is None:
            ends = [
                highest(substituted(end, numbers), [substituted(e, numbers) for e in where], values)
                for end, where in machine.ends.get(root, {}).get(d, {})
            ]
            size = max(values.get(f"d{index}_{d}", 0), 1, *(end for end in ends if end is not None))
        shape.append(size)
    if prod(shape) > _MOST_ELEMENTS and None in shape_of(type_):
        return None
    inside = (
        (place, _element(value, type_.element_type))
        for place, value in known.items()
        if all(0 <= i < n for i, n in zip(place, shape, strict=True))
    )
    return SparseArray(tuple(shape), tuple(inside), _element(0, type_.element_type))


def _element(value: int, type_: Attribute) -> int | float | bool:
    if is_bit(type_):
        return bool(value)
    return value if is_number(type_) else float(value)


def name_of(entry: Operation) -> str:
    """The entry's name."""
    name = entry.get_attr_or_prop("sym_name")
    return name.data if isinstance(name, StringAttr) else ""
