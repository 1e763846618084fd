"""Which op may write into the memory of its destination.

A structured op, an `insert_slice` and a loop with tensors make a new tensor of an old one: their destination. The new tensor
may have the old one's memory if nobody reads the old one afterwards, and if that memory may be written at all: neither
constants nor the arguments of a function, which are the caller's.

Tensors that may have one memory are a class (union-find). Ops are visited from the last to the first. When an op is visited,
the class of its destination has everything that shares its memory whatever is decided here: views of it, and what later ops
make of it in place. The op's own result is not in it yet. So each read of a tensor of the class that may happen after the op
would see the new elements instead of the old ones: then the op gets memory of its own. So it does where a later op writes
into the class in place, because that would overwrite what this op makes. Otherwise the result joins the class.

*After* is a number: ops are numbered in the order of the text. A read in a loop that the tensor comes from outside of happens
as late as the loop's end, because there is a next iteration. A class keeps the number of its last read, so that a decision
takes no longer for long programs.
"""

from __future__ import annotations

from dataclasses import dataclass

from asyncir.dialects.effect_types import AsksShape
from asyncir.dialects.interfaces.kinds import OpKind, kind_of
from asyncir.dialects.interfaces.tensors import ShowsOperand, destinations
from asyncir.dialects.linalg_maps import is_permutation
from asyncir.dialects.linalg_structured import Structured
from asyncir.ir import Block, ConstantLike, Operation, SSAValue, TensorType
from asyncir.ir.walk import walk


def is_tensor(value: SSAValue) -> bool:
    """Whether the value is a tensor with a rank."""
    return isinstance(value.type, TensorType)


def reads(op: Operation, number: int) -> bool:
    """Whether the op looks at elements of an operand, for itself: what its views are asked for is not its own."""
    value = op.operands[number]
    if not is_tensor(value) or op.has_trait(AsksShape) or (number == 0 and op.has_trait(ShowsOperand)):
        return False
    return bool(op.body.block.args[number].uses) if isinstance(op, Structured) else True


@dataclass(slots=True)
class _Class:
    """What is known of all tensors with one memory."""

    last_read: int = -1
    last_write: int = -1
    """When an op last writes into the memory in place."""
    writable: bool = True


class PlacesOfTensors:
    """The decisions for one function."""

    def __init__(self, function: Operation):
        self._parent: dict[SSAValue, SSAValue] = {}
        self._classes: dict[SSAValue, _Class] = {}
        self._number: dict[Operation, int] = {}
        self._end: dict[Operation, int] = {}
        self._chosen: set[SSAValue] = set()
        ops = list(walk(function))
        for number, op in enumerate(ops):
            self._number[op] = number
        for op in reversed(ops):
            self._end[op] = max(self._end.get(op, 0), self._number[op])
            parent = op.parent_op()
            if parent is not None:
                self._end[parent] = max(self._end.get(parent, 0), self._end[op])
        for op in ops:
            self._collect(op, function)
        for op in reversed(ops):
            for number, result in destinations(op):
                if is_tensor(result):
                    self._decide(op, number, result)

    def writes_into(self, result: SSAValue) -> bool:
        """Whether the result of an op has the memory of its destination."""
        return result in self._chosen

    # ---- classes ----

    def _root(self, value: SSAValue) -> SSAValue:
        path: list[SSAValue] = []
        while (parent := self._parent.get(value, value)) is not value:
            path.append(value)
            value = parent
        for each in path:
            self._parent[each] = value
        return value

    def _of(self, value: SSAValue) -> _Class:
        return self._classes.setdefault(self._root(value), _Class())

    def _join(self, first: SSAValue, second: SSAValue) -> None:
        one, other = self._root(first), self._root(second)
        if one is other:
            return
        kept, gone = self._of(one), self._of(other)
        kept.last_read = max(kept.last_read, gone.last_read)
        kept.last_write = max(kept.last_write, gone.last_write)
        kept.writable = kept.writable and gone.writable
        self._parent[other] = one
        del self._classes[other]

    # ---- what a function says ----

    def _collect(self, op: Operation, function: Operation) -> None:
        if op.has_trait(ShowsOperand):
            self._join(op.operands[0], op.results[0])
        for number, value in enumerate(op.operands):
            if reads(op, number):
                of = self._of(value)
                of.last_read = max(of.last_read, self._latest(op, value))
        for block in op.regions[0].blocks if op is function else ():
            for argument in block.args:
                if is_tensor(argument):
                    self._of(argument).writable = False
        if op.has_trait(ConstantLike) and is_tensor(op.results[0]):
            self._of(op.results[0]).writable = False

    def _latest(self, op: Operation, value: SSAValue) -> int:
        """The number of the last moment at which the op may touch the value: it does so again in each iteration around."""
        owner = value.owner
        home = owner if isinstance(owner, Block) else owner.parent
        latest, inner = self._number[op], op
        while inner.parent is not home:
            around = inner.parent_op()
            assert around is not None, "a value is used outside of where it is defined"
            if _repeats(around):
                latest = max(latest, self._end[around])
            inner = around
        return latest

    # ---- decisions ----

    def _decide(self, op: Operation, number: int, result: SSAValue) -> None:
        destination = op.operands[number]
        if kind_of(op) is OpKind.COUNTED_LOOP:
            # What the loop carries stays in one place; the ops of its body were decided before.
            self._join(op.regions[0].block.args[number - 2], result)
        of = self._of(destination)
        if not of.writable or max(of.last_read, of.last_write) > self._number[op]:
            return
        if self._reads_it_elsewhere(op, number):
            return
        self._chosen.add(result)
        self._join(destination, result)
        of = self._of(destination)
        of.last_write = max(of.last_write, self._latest(op, destination))

    def _reads_it_elsewhere(self, op: Operation, number: int) -> bool:
        """Whether the op reads its destination's memory by another operand, too, at other places than it writes."""
        root = self._root(op.operands[number])
        for other, value in enumerate(op.operands):
            if other == number or not is_tensor(value) or self._root(value) is not root:
                continue
            if not isinstance(op, Structured) or other >= len(op.ins):
                return True  # Two results never have one memory.
            maps = op.maps
            same_place = (
                value is op.operands[number] and maps[other] == maps[number] and is_permutation(maps[number])
            )
            if reads(op, other) and not same_place:
                return True
        return False


def _repeats(op: Operation) -> bool:
    """Whether the op's regions may run more than once."""
    return kind_of(op) not in (OpKind.IF, OpKind.FUNCTION)
