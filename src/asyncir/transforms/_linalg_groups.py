"""Elementwise ops that are computed in the op that uses them: which they are, and the op with them.

An op and what is computed in it are a group. The group of an op is found from the op backwards: what is used only in the
group, each time at the same point, and in the group's own block, belongs to it. So nothing is computed twice, and an op joins
where all its users have joined, however many they are. The new op is made once, with the bodies of all one behind the other,
so that the time for a chain is linear in its length.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from asyncir.dialects import linalg
from asyncir.dialects.effects import Effects
from asyncir.dialects.linalg_generic import GenericOp
from asyncir.dialects.linalg_maps import identity
from asyncir.dialects.linalg_structured import MEMOIZED, Structured, element_of, is_shaped
from asyncir.ir import AffineMap, Block, OpResult, Region, SSAValue
from asyncir.ir.walk import terminator_of
from asyncir.transforms._affine_code import affine_values
from asyncir.transforms._blocks import erase, move_ops, replace_all
from asyncir.transforms._building import Builder
from asyncir.transforms._linalg_maps import (
    composed,
    covers_loops,
    inverted,
    may_move,
    read_operands,
    sees_once,
    takes_in,
)

Input = tuple[SSAValue, AffineMap]
"""A tensor, and which of its elements is read at a point."""


@dataclass(slots=True)
class FusionGroup:
    """An op, and the ops that are computed in it."""

    root: Structured
    loops: dict[Structured, AffineMap]
    """Where a point of the root is in an op's own loops, for the root and all that may join."""
    joined: list[Structured] = field(default_factory=list[Structured])
    refused: set[Structured] = field(default_factory=set[Structured])
    met: Counter[Structured] = field(default_factory=Counter[Structured])
    """How many uses by the group each op has."""


class Fusion:
    """Makes groups of ops, one after the other from the last to the first."""

    def __init__(self, ops: Sequence[Structured]):
        effects = Effects()
        self._number = {op: number for number, op in enumerate(ops)}
        self._uses = {op: sum(1 for result in op.results for _ in result.uses) for op in ops}
        self._movable = {op for op in ops if may_move(op, effects)}
        self._gone: set[Structured] = set()

    def run(self) -> None:
        """Make each op that is left one with what can be computed in it."""
        for op in reversed(self._number):
            if op in self._gone or not takes_in(op):
                continue
            group = self._group(op)
            if group.joined:
                self._fuse(group)

    # ---- who belongs to it ----

    def _group(self, root: Structured) -> FusionGroup:
        group = FusionGroup(root, {root: identity(len(root.loop_kinds))})
        sizes = root.sizes()
        pending = [root]
        while pending:
            op = pending.pop()
            for maker, loops in self._made_by(op, group, sizes):
                group.met[maker] += 1
                if loops is not None and group.loops.setdefault(maker, loops) != loops:
                    group.refused.add(maker)
                all_met = group.met[maker] == self._uses[maker]
                if all_met and maker in group.loops and maker not in group.refused:
                    group.joined.append(maker)
                    pending.append(maker)
        group.joined.sort(key=self._number.__getitem__)
        return group

    def _made_by(
        self, op: Structured, group: FusionGroup, sizes: Sequence[int | None]
    ) -> Iterator[tuple[Structured, AffineMap | None]]:
        """For each operand that may join: what makes it, and where in its loops a point of the root is.

        That is None where the op asks for the tensor's shape alone.
        """
        maps, reads = op.maps, {number for number, _, _ in read_operands(op)}
        for number, value in enumerate(op.operands):
            maker = value.owner
            if maker not in self._movable or maker.parent is not group.root.parent:
                continue
            assert isinstance(maker, Structured)
            assert isinstance(value, OpResult)
            if number not in reads:
                yield maker, None
                continue
            map = composed(maps[number], group.loops[op])
            if number < len(op.ins) or op is not group.root:
                if sees_once(map, sizes):
                    yield maker, composed(inverted(maker.maps[len(maker.ins) + value.index]), map)
                else:
                    group.refused.add(maker)

    # ---- the new op ----

    def _fuse(self, group: FusionGroup) -> None:
        parts = [*group.joined, group.root]
        inputs = dict.fromkeys(self._inputs(group, parts))
        root, joined = group.root, set(group.joined)
        inits = [_shape(value, joined) for value in root.inits]
        maps = [*(map for _, map in inputs), *root.maps[len(root.ins) :]]
        if not covers_loops(maps):
            return
        ins = [value for value, _ in inputs]
        block = Block(arg_types=[element_of(value.type) for value in (*ins, *inits)])
        replace_all(root.body.block.args[len(root.ins) :], block.args[len(ins) :])
        known: dict[SSAValue | Input, SSAValue] = dict(zip(inputs, block.args, strict=False))
        for op in parts:
            _move_body(op, group.loops[op], known, block)
        move_ops([terminator_of(root.body.block)], block)
        attributes = {name: value for name, value in root.attributes.items() if name != MEMOIZED}
        self._put(parts, GenericOp.of(ins, inits, maps, root.loop_kinds, Region(block), attributes))

    def _put(self, parts: Sequence[Structured], new: GenericOp) -> None:
        """The new op in place of the last of its parts."""
        root = parts[-1]
        Builder(root).add(new)
        replace_all(root.results, new.results)
        for op in reversed(parts):
            self._count(op, -1)
            self._gone.add(op)
            erase(op)
        self._count(new, 1)

    def _count(self, op: Structured, change: int) -> None:
        for value in op.operands:
            maker = value.owner
            if isinstance(maker, Structured) and maker in self._uses:
                self._uses[maker] += change

    def _inputs(self, group: FusionGroup, parts: Iterable[Structured]) -> Iterator[Input]:
        joined = set(group.joined)
        for op in parts:
            for number, value, map in read_operands(op):
                inside = value.owner in joined or (op is group.root and number >= len(op.ins))
                if is_shaped(value.type) and not inside:
                    yield value, composed(map, group.loops[op])


def _shape(value: SSAValue, joined: set[Structured]) -> SSAValue:
    """A tensor of the same type and sizes that no op of these makes."""
    while isinstance(value, OpResult) and (maker := value.op) in joined:
        assert isinstance(maker, Structured)
        value = maker.inits[value.index]
    return value


def _move_body(
    op: Structured, loops: AffineMap, known: dict[SSAValue | Input, SSAValue], block: Block
) -> None:
    """Move what the op computes to the end of the block, but for its last op; then its results are known."""
    old, code = op.body.block, Builder(block, op.location)
    for argument, value, map in zip(old.args, op.operands, op.maps, strict=True):
        if argument.first_use is None:
            continue
        if not is_shaped(value.type):
            argument.replace_all_uses_with(value)
        else:
            argument.replace_all_uses_with(known.get(value) or known[value, composed(map, loops)])
    last = terminator_of(old)
    for inner in list(old.ops):
        if inner is last:
            break
        if isinstance(inner, linalg.IndexOp) and loops is not identity(loops.num_dims):
            inner.result.replace_all_uses_with(_index(inner, loops, code))
            continue
        inner.detach()
        block.add_op(inner)
    known.update(zip(op.results, last.operands, strict=True))


def _index(op: linalg.IndexOp, loops: AffineMap, code: Builder) -> SSAValue:
    """What the op gives, where the point at hand is one of the root's."""
    expression = loops.results[int(op.dim.value.data)]
    points = [code.value(linalg.IndexOp(dim)) for dim in range(loops.num_dims)]
    return affine_values(code, [expression], loops, points)[0]
