"""What stands between the regions of a function becomes regions, too.

Between two regions the ops that use values of each other, or that touch anything, become one region; what has nothing to do
with each other becomes several. Constants, empty tensors and arithmetic on numbers that the caller gives are left where they
are: whoever uses them gets a copy.
"""

from __future__ import annotations

from collections.abc import Iterable

from asyncir.dialects import async_dialect, tensor
from asyncir.dialects.async_regions import RegionOp
from asyncir.dialects.async_types import CompletionType, TokenType
from asyncir.dialects.effects import Effects
from asyncir.dialects.interfaces.kinds import OpKind, kind_of
from asyncir.dialects.linalg_structured import Structured, extents_of
from asyncir.ir import Block, Operation, OpResult, Region, SSAValue, TensorType
from asyncir.ir.walk import enclosing, is_defined_below, terminator_of, walk
from asyncir.transforms._blocks import erase, move_ops
from asyncir.transforms._building import Builder


class Grouping:
    """The ops of one block, regions apart, and what becomes of them."""

    def __init__(self, block: Block, effects: Effects):
        self.block = block
        self.effects = effects
        self.copied: dict[Operation, None] = {}
        """In order; who uses them has a copy of them."""
        self._groups: dict[Operation, Operation] = {}
        """Each op of a group, and another one of it that is nearer to the one that stands for the group."""

    def form(self) -> None:
        """Put each group into a region."""
        run: dict[Operation, None] = {}
        runs = [run]
        end = terminator_of(self.block)
        for op in self.block.ops:
            if isinstance(op, RegionOp):
                run = {}
                runs.append(run)
            elif op is not end and not self._is_copied(op) and not self._stays(op):
                self._join(op, run)
        self._give_back_what_is_returned(end)
        for run in runs:
            members: dict[Operation, list[Operation]] = {}
            for op in run:
                members.setdefault(self._first(op), []).append(op)
            for ops in members.values():
                self._region_of(ops)
        self._complete(end)

    def _is_copied(self, op: Operation) -> bool:
        """Whether it costs less than to send what it makes, and needs nothing that a region makes."""
        if not op.results or not self.effects.is_pure(op) or not _is_small(op):
            return False
        if any(isinstance(result.type, CompletionType) for result in op.results):
            return False
        if all(self._is_given(value) for value in _used(op) if not is_defined_below(value, op)):
            self.copied[op] = None
            return True
        return False

    def _is_given(self, value: SSAValue) -> bool:
        """Whether it comes from the caller, or is copied."""
        return not isinstance(value, OpResult) or value.op in self.copied

    def _stays(self, op: Operation) -> bool:
        """Whether it only waits for a region, or is a token that is ready."""
        types = [value.type for value in (*op.operands, *op.results)]
        if not types or not all(isinstance(type_, TokenType) for type_ in types):
            return False
        if isinstance(op, async_dialect.AwaitOp):
            made = op.operand.owner
            return not (isinstance(made, Operation) and made in self._groups)
        return isinstance(op, async_dialect.ReadyOp)

    def _join(self, op: Operation, run: dict[Operation, None]) -> None:
        """Let it be in one group with what it uses of its run, and with what touches something if it does, too."""
        self._groups[op] = op
        for value in _used(op):
            made = _in_block(value, self.block)
            if made is not None and made in run:
                self._groups[self._first(made)] = self._first(op)
        if not self.effects.is_pure(op):
            other = next((each for each in reversed(run) if not self.effects.is_pure(each)), None)
            if other is not None:
                self._groups[self._first(other)] = self._first(op)
        run[op] = None

    def _first(self, op: Operation) -> Operation:
        """The op that stands for its group."""
        while (above := self._groups[op]) is not op:
            self._groups[op] = self._groups[above]
            op = above
        return op

    def _give_back_what_is_returned(self, end: Operation) -> None:
        """What is copied and returned is made by a region of its own, like any other result."""
        code = Builder(end)
        for index, value in enumerate(end.operands):
            made = value.owner
            if isinstance(made, Operation) and made in self.copied:
                body = Block([async_dialect.YieldOp(value)])
                region = code.add(RegionOp([], [], [TokenType(), value.type], Region(body)))
                region.results[1].name_hint = value.name_hint
                end.operands[index] = region.results[1]

    def _region_of(self, ops: list[Operation]) -> None:
        """One region for these ops, where the last of them is."""
        place = ops[-1].next_op
        assert place is not None
        inside = set[Operation](ops)
        body = Block()
        move_ops(ops, body)
        made = [result for op in ops for result in op.results if _is_used_outside(result, inside)]
        given = [value for value in made if not isinstance(value.type, TokenType)]
        tokens = [value for value in made if isinstance(value.type, TokenType)]
        inside.add(Builder(body, ops[-1]).add(async_dialect.YieldOp(*given, *tokens)))
        types = [TokenType(), *(value.type for value in given)]
        region = Builder(place, ops[0]).add(RegionOp([], [], types, Region(body)))
        token, *results = region.results
        for old, new in zip((*given, *tokens), (*results, *[token] * len(tokens)), strict=True):
            new.name_hint = new.name_hint or old.name_hint
            old.replace_uses_with_if(new, lambda use: not _is_among(use.operation, inside))

    def _complete(self, end: Operation) -> None:
        """Let each region depend on those whose values it uses, where nothing has waited for them, and the end wait for
        the rest.
        """
        waited: set[SSAValue] = set()
        tokens = _tokens_of(self.block)
        for op in self.block.ops:
            if isinstance(op, async_dialect.AwaitOp):
                waited.add(op.operand)
            elif isinstance(op, RegionOp):
                known = {*waited, *op.dependencies_}
                needed = (tokens.get(value) for value in _used(op))
                new = [each for each in dict.fromkeys(needed) if each is not None and each not in known]
                if new:
                    op.depend_on([*op.dependencies_, *new])
        code = Builder(end)
        for token in dict.fromkeys(tokens.get(value) for value in end.operands):
            if token is not None and token not in waited:
                code.add(async_dialect.AwaitOp(token))


def _tokens_of(block: Block) -> dict[SSAValue, SSAValue]:
    """For each value of a region its token."""
    found: dict[SSAValue, SSAValue] = {}
    for op in block.ops:
        if isinstance(op, RegionOp):
            for token, values in op.parts():
                found.update(dict.fromkeys(values, token))
    return found


def _is_small(op: Operation) -> bool:
    if isinstance(op, Structured):  # a fill
        return not any(extents_of(value.type) for value in op.ins)
    if op.regions:
        return False
    if kind_of(op) is OpKind.CONSTANT or not op.operands or isinstance(op, tensor.EmptyOp):
        return True
    return not any(isinstance(value.type, TensorType) for value in (*op.operands, *op.results))


def drop_unused(ops: Iterable[Operation]) -> None:
    """Erase those of these ops, which are in order, that nobody uses."""
    for op in reversed(list(ops)):
        if all(result.first_use is None for result in op.results):
            erase(op)


def _used(op: Operation) -> list[SSAValue]:
    return [value for inner in walk(op) for value in inner.operands]


def _in_block(value: SSAValue, block: Block) -> Operation | None:
    return value.op if isinstance(value, OpResult) and value.op.parent is block else None


def _is_used_outside(value: SSAValue, inside: set[Operation]) -> bool:
    return any(not _is_among(use.operation, inside) for use in value.uses)


def _is_among(op: Operation, ops: set[Operation]) -> bool:
    return any(each in ops for each in (op, *enclosing(op)))
