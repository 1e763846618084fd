"""What hangs together of the numbers that the check does not follow: those that are the same, and those that may not be any.

A comparison of floating-point numbers, or a conversion of one, is an unknown number. Two of them are not always
independent: the same op gives the same of the same operands, and different ops that look at one number may exclude
each other's answers.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable

from asyncir.analyses.in_flight.lookup import is_number
from asyncir.dialects.effects import is_memory, is_pure
from asyncir.dialects.interfaces.kinds import OpKind, kind_of
from asyncir.ir import Block, BlockArgument, Operation, OpResult, SSAValue


def correlations(
    followed: Iterable[SSAValue], entry: Block | None
) -> tuple[frozenset[Operation], dict[Operation, Hashable]]:
    """Of the pure ops that make numbers of other values: those whose results hang together with other numbers.

    And a name for each that gives the same whenever it is executed, since all that it looks at is given to `entry`: ops
    with one name give the same.
    """
    related: set[Operation] = set()
    lasting: dict[Operation, Hashable] = {}
    by_source: dict[SSAValue, dict[Hashable, list[Operation]]] = {}
    for op in {v.op for v in followed if isinstance(v, OpResult) and _is_conversion(v.op)}:
        sources, name = _sources(op), _name(op)
        if all(isinstance(source, BlockArgument) and source.block is entry for source in sources):
            lasting[op] = name
        elif any(source.owner.parent_region() is not op.parent_region() for source in sources):
            related.add(op)  # It may be executed again, of the same.
        if any(is_number(source.type) for source in sources):
            related.add(op)
        for source in sources:
            by_source.setdefault(source, {}).setdefault(name, []).append(op)
    for alike in by_source.values():
        if len(alike) > 1:
            related.update(op for ops in alike.values() for op in ops)
    return frozenset(related), lasting


def _is_conversion(op: Operation) -> bool:
    """Whether it makes a number of what is none, nor memory."""
    if all(is_number(v.type) for v in op.operands) or any(is_memory(v.type) for v in op.operands):
        return False
    return _is_computed(op) and len(op.results) == 1


def _is_computed(op: Operation) -> bool:
    return bool(op.operands) and not op.regions and is_pure(op)


def _name(op: Operation) -> Hashable:
    """What an op computes, and of which values."""
    said = tuple(sorted((key, str(value)) for key, value in (*op.properties.items(), *op.attributes.items())))
    return (op.name, said, tuple(op.operands))


def _sources(op: Operation) -> set[SSAValue]:
    """The values of which pure ops compute what the op looks at, constants apart."""
    found: set[SSAValue] = set()
    pending, seen = list(op.operands), set(op.operands)
    while pending:
        value = pending.pop()
        if isinstance(value, OpResult) and _is_computed(value.op):
            pending += [v for v in value.op.operands if v not in seen]
            seen.update(value.op.operands)
        elif not (isinstance(value, OpResult) and kind_of(value.op) is OpKind.CONSTANT):
            found.add(value)
    return found
