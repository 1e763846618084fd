"""What has to stay in order when the statements of a loop are spread over several iterations.

A dependence says that an access of `target` in iteration k + d has to come behind one of `source` in iteration k. Of all
distances d the least is kept: where that one is kept in order, all are. isl finds distances from affine accesses (Feautrier,
Dataflow analysis of array and scalar references, 1991); where an access is not affine, any iteration may touch any element.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence, Set
from dataclasses import dataclass
from functools import cache
from typing import Any, Literal, cast

from asyncir.analyses.affine_accesses import Element, Instance, Parameters
from asyncir.analyses.aliasing import Kind as RootKind
from asyncir.analyses.aliasing import Root, roots
from asyncir.analyses.walk import is_below, walk
from asyncir.dialects.effects import (
    HEAP,
    Access,
    Effect,
    Effects,
    Resource,
    declared_effects,
    is_allocation,
    is_view,
    view_source,
)
from asyncir.ir import (
    Attribute,
    Block,
    BlockArgument,
    IsTerminator,
    MemRefType,
    NoneAttr,
    Operation,
    SSAValue,
)

Kind = Literal["RAW", "WAR", "WAW", "value"]


@dataclass(frozen=True, slots=True)
class Dependence:
    """`target` of iteration k + `distance` comes behind `source` of iteration k."""

    kind: Kind
    source: int
    """The number of the statement, in program order."""
    target: int
    distance: int
    source_op: Operation
    target_op: Operation
    object: SSAValue | Resource
    """The memory, or the value that is handed over."""


def broken(dependences: Iterable[Dependence], times: Sequence[tuple[int, int]]) -> Iterator[Dependence]:
    """Those that a schedule breaks. The time of a statement is its stage, and its place in the body of the pipelined loop."""
    for dependence in dependences:
        stage, place = times[dependence.target]
        if times[dependence.source] >= (stage + dependence.distance, place):
            yield dependence


@dataclass(frozen=True)
class Touch:
    """One access of a statement."""

    statement: int
    op: Operation
    effect: Effect

    @property
    def writes(self) -> bool:
        """Whether it changes what it touches, or ends its life."""
        return self.effect.access in (Access.WRITE, Access.FREE)


def touches_of(statements: Sequence[Operation], effects: Effects) -> list[Touch]:
    """Every access of the statements, in program order."""
    return [
        Touch(number, op, effect)
        for number, statement in enumerate(statements)
        for op in walk(statement)
        if not op.regions
        for effect in effects.of(op)
        if effect.access is not Access.ALLOC and effect.root is not HEAP
    ]


def memory_dependences(
    loop: Operation, touches: Sequence[Touch], private: Set[SSAValue], *, arguments_alias: bool = False
) -> list[Dependence]:
    """One for each kind and pair of statements: that with the least distance.

    Memory that is `private` to an iteration orders the statements of each iteration alone. With `arguments_alias`, arrays
    that are passed to the function may overlap.
    """
    found: dict[tuple[Kind, int, int], Dependence] = {}
    asked = _Distances(loop)
    for first, second in _pairs(touches, arguments_alias):
        alone = isinstance(first.effect.root, SSAValue) and view_source(first.effect.root) in private
        for source, target in ((first, second), (second, first)):
            if source is target and not source.writes:
                continue
            kind = _kind(source, target)
            key = (kind, source.statement, target.statement)
            # Within one iteration the program's order holds; a statement stays as it is.
            least = 0 if source.statement < target.statement else 1
            known = found.get(key)
            if (known is not None and known.distance == least) or (alone and least > 0):
                continue
            distance = asked.least(source, target, least)
            if alone and distance:
                continue
            if distance is not None and (known is None or distance < known.distance):
                found[key] = Dependence(
                    kind,
                    source.statement,
                    target.statement,
                    distance,
                    source.op,
                    target.op,
                    source.effect.root,
                )
    return list(found.values())


def dependences_of(
    loop: Operation,
    statements: Sequence[Operation],
    effects: Effects,
    *,
    sized: bool = False,
    arguments_alias: bool = False,
) -> list[Dependence]:
    """All dependences of the statements.

    Memory that is private to an iteration orders those of one iteration alone, unless it is `sized`: has all copies that it
    gets.
    """
    touches = touches_of(statements, effects)
    private = set[SSAValue]() if sized else private_memory(loop, touches)
    by_memory = memory_dependences(loop, touches, private, arguments_alias=arguments_alias)
    return [*value_dependences(loop, statements), *by_memory]


def private_memory(loop: Operation, touches: Sequence[Touch]) -> set[SSAValue]:
    """Allocations of which each iteration reads only what it has written itself, and nobody but this loop uses.

    Iterations may then have a copy each.
    """
    by_memory: dict[SSAValue, list[Touch]] = {}
    for touch in touches:
        if isinstance(touch.effect.root, SSAValue):
            by_memory.setdefault(view_source(touch.effect.root), []).append(touch)
    return {
        memory
        for memory, own in by_memory.items()
        if is_allocation(memory) and _is_used_here_alone(memory, loop) and _is_written_first(loop, own)
    }


def _is_used_here_alone(memory: SSAValue, loop: Operation) -> bool:
    """Whether all that uses the memory lies in the loop, no view of it among that; it may be freed elsewhere."""
    for use in memory.uses:
        op = use.operation
        declared = declared_effects(op)
        if not is_below(op, loop):
            if {e.access for e in declared or ()} != {Access.FREE}:
                return False
        elif declared is None or is_view(op) or op.has_trait(IsTerminator):
            return False
    type_: object = memory.type
    return isinstance(type_, MemRefType) and isinstance(cast("MemRefType[Attribute]", type_).layout, NoneAttr)


def _is_written_first(loop: Operation, touches: Sequence[Touch]) -> bool:
    """Whether each read of an iteration finds what the same iteration has written."""
    parameters = Parameters()
    written: list[tuple[Touch, str | None]] = []
    for touch in touches:
        elements = _elements(loop, touch, parameters, covers=touch.writes)
        if touch.writes:
            written.append((touch, elements))
            continue
        before = [
            text
            for write, text in written
            if text is not None and not _share_a_loop(write.op, touch.op, loop)
        ]
        if elements is None or not before or not _is_covered(elements, before, parameters):
            return False
    return True


def _elements(loop: Operation, touch: Touch, parameters: Parameters, *, covers: bool) -> str | None:
    """The elements that are touched, as `[iteration, element...] : ...`; None where they cannot be told.

    With `covers`, not if it is not sure that each is.
    """
    instance = Instance(loop, "a", parameters)
    element = instance.element(touch.op, touch.effect)
    if element is None or element.coordinates is None or (covers and not element.exact):
        return None
    names = [f"e{d}" for d in range(len(element.coordinates))]
    same = [f"{name} = {x}" for name, x in zip(names, element.coordinates, strict=True)]
    variables, *others = instance.variables
    exists = f"exists {', '.join(others)} : " if others else ""
    return f"[{', '.join([variables, *names])}] : {exists}{' and '.join([*instance.conditions, *same])}"


def _is_covered(elements: str, by: Sequence[str], parameters: Parameters) -> bool:
    isl, names = _isl(), f"[{', '.join(parameters.names.values())}] -> "
    united = isl.Set(f"{names}{{ {by[0]} }}")
    for one in by[1:]:
        united = united.union(isl.Set(f"{names}{{ {one} }}"))
    return isl.Set(f"{names}{{ {elements} }}").is_subset(united)


def _share_a_loop(a: Operation, b: Operation, outer: Operation) -> bool:
    """Whether both lie in one loop inside of `outer`: then one may run again before the other has."""
    around = a.parent_op()
    while around is not None and around is not outer:
        if around.name not in ("scf.execute_region", "scf.if") and is_below(b, around):
            return True
        around = around.parent_op()
    return False


def value_dependences(loop: Operation, statements: Sequence[Operation]) -> list[Dependence]:
    """What statements hand to others, in the same iteration or, through what the loop carries, in a later one."""
    body = loop.regions[0].block
    number = {statement: n for n, statement in enumerate(statements)}
    end = body.last_op
    assert end is not None
    found: dict[tuple[int, int, SSAValue], Dependence] = {}
    for target, statement in enumerate(statements):
        for op in walk(statement):
            for operand in op.operands:
                value, distance = follow_back(operand, body, end)
                owner = value.owner
                if isinstance(owner, Operation) and owner in number and owner is not statement:
                    source = number[owner]
                elif owner is statement and distance > 0 and value in statement.results:
                    source = target
                else:
                    continue
                key = (source, target, value)
                if key not in found or distance < found[key].distance:
                    found[key] = Dependence("value", source, target, distance, statements[source], op, value)
    return list(found.values())


def follow_back(value: SSAValue, body: Block, end: Operation) -> tuple[SSAValue, int]:
    """Where what the loop carries comes from, and how many iterations ago; itself where it comes from itself."""
    distance, current = 0, value
    while isinstance(current, BlockArgument) and current.block is body and current.index > 0:
        distance += 1
        current = end.operands[current.index - 1]
        if distance > len(body.args):
            return value, 0
    return current, distance


def _pairs(touches: Sequence[Touch], arguments_alias: bool) -> Iterator[tuple[Touch, Touch]]:
    """Accesses of which one writes and that may be of the same object, each pair once."""
    groups: dict[frozenset[Root], list[Touch]] = {}
    for touch in touches:
        root = touch.effect.root
        groups.setdefault(roots(root), []).append(touch)
    keys = list(groups)
    for position, one in enumerate(keys):
        for other in keys[position:]:
            if not _may_be_same(one, other, arguments_alias):
                continue
            for number, a in enumerate(groups[one]):
                for b in groups[one][number:] if one is other else groups[other]:
                    if a.writes or b.writes:
                        yield (a, b) if a.statement <= b.statement else (b, a)


_PASSED = (RootKind.ARGUMENT, RootKind.NOALIAS, RootKind.GLOBAL)


def _may_be_same(a: frozenset[Root], b: frozenset[Root], arguments_alias: bool) -> bool:
    def may(r: Root, s: Root) -> bool:
        apart = not arguments_alias and r != s and r.kind in _PASSED and s.kind in _PASSED
        return not apart and r.may_be(s)

    return any(may(r, s) for r in a for s in b)


def _kind(source: Touch, target: Touch) -> Kind:
    if not source.writes:
        return "WAR"
    return "WAW" if target.writes else "RAW"


class _Distances:
    """Asks isl, once for all accesses that look alike."""

    def __init__(self, loop: Operation):
        self.loop = loop
        self.parameters = Parameters()
        self._answers: dict[str, int | None] = {}

    def least(self, source: Touch, target: Touch, low: int) -> int | None:
        """The least distance, not below `low`, at which both touch the same element; None: there is none."""
        one, other = Instance(self.loop, "a", self.parameters), Instance(self.loop, "b", self.parameters)
        first, second = one.element(source.op, source.effect), other.element(target.op, target.effect)
        conditions = [
            *one.conditions,
            *other.conditions,
            f"d = {other.iteration} - {one.iteration}",
            f"d >= {low}",
        ]
        if first is not None and second is not None:
            conditions += _same(first, second)
        variables = ", ".join((*one.variables, *other.variables))
        names = ", ".join(self.parameters.names.values())
        text = f"[{names}] -> {{ [d] : exists {variables} : {' and '.join(conditions)} }}"
        if text not in self._answers:
            self._answers[text] = _least(text)
        return self._answers[text]


def _same(a: Element, b: Element) -> list[str]:
    """That the elements are the same; nothing where they cannot be compared."""
    if a.base is not b.base or a.coordinates is None or b.coordinates is None:
        return []
    return [f"{x} = {y}" for x, y in zip(a.coordinates, b.coordinates, strict=True)]


@cache
def _isl() -> Any:
    """The library, which takes a while to be imported."""
    import islpy

    return islpy


def _least(text: str) -> int | None:
    isl = _isl()
    distances = isl.Set(text)
    distances = distances.project_out(isl.dim_type.param, 0, distances.dim(isl.dim_type.param))
    return None if distances.is_empty() else int(distances.dim_min_val(0).to_python())
