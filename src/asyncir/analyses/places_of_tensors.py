"""Which op may write into the memory of its destination.

A structured op, an `insert_slice` and a loop with tensors make a new tensor of an old one: their destination. The new tensor
may have the old one's memory if nobody reads the old one afterwards, and if that memory may be written at all: neither
constants nor the arguments of a function, which are the caller's.

Tensors that may have one memory are a class (union-find). Ops are visited from the last to the first. When an op is visited,
the class of its destination has everything that shares its memory whatever is decided here: views of it, and what later ops
make of it in place. The op's own result is not in it yet. So each read of a tensor of the class that may happen after the op
would see the new elements instead of the old ones: then the op gets memory of its own. So it does where a later op writes
into the class in place, because that would overwrite what this op makes. Otherwise the result joins the class.

Iterations of a parallel loop, and tasks, do not wait for one another. So an op in one of them writes in place only into
memory that was made there. What `scf.forall` shares is such memory where each iteration looks at no other part of it than
it puts: these parts have no element in common. Else iterations look at the tensor that was there before, and the loop gets
memory of its own for what it makes.

So it is with a tile of a tensor that a loop carries: an iteration that takes a slice out of it, computes something in its
place and puts that back there looks at nothing else of the tensor, and the slice may be seen as memory of its own.

`scf.while` hands memory of its own from one region to the other, and frees what it hands on to nobody; so does `scf.for` from
one iteration to the next with a tensor whose sizes may change. They may be given the memory of an initial value that nobody
so much as asks for its sizes afterwards: that memory may be gone then.

*After* is a number: ops are numbered in the order of the text. A read in a loop that the tensor comes from outside of happens
as late as the loop's end, because there is a next iteration. A read in a task happens as late as the op behind which the task
is known to be over. A class keeps the number of its last read, so that a decision
takes no longer for long programs.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from asyncir.analyses.carried_sizes import CarriedSizes
from asyncir.analyses.integers.constants import constant_of
from asyncir.analyses.task_ends import TaskEnds, is_in_flight
from asyncir.dialects.effect_types import AsksShape
from asyncir.dialects.interfaces.kinds import OpKind, kind_of
from asyncir.dialects.interfaces.tensors import ShowsOperand, destinations
from asyncir.dialects.linalg_maps import is_permutation
from asyncir.dialects.linalg_structured import Structured
from asyncir.dialects.scf import ForallOp
from asyncir.dialects.tensor_slices import (
    ExtractSliceOp,
    InsertSliceOp,
    ParallelInsertSliceOp,
    SliceOfTensorOp,
)
from asyncir.ir import Block, BlockArgument, ConstantLike, Operation, OpResult, SSAValue, TensorType
from asyncir.ir.walk import behind, home_of, terminator_of, walk


def is_tensor(value: SSAValue) -> bool:
    """Whether the value is a tensor with a rank."""
    return isinstance(value.type, TensorType)


def reads(op: Operation, number: int) -> bool:
    """Whether the op looks at elements of an operand, for itself: what its views are asked for is not its own."""
    value = op.operands[number]
    if not is_tensor(value) or op.has_trait(AsksShape) or (number == 0 and op.has_trait(ShowsOperand)):
        return False
    if isinstance(op, ParallelInsertSliceOp) and number == 1:
        return False
    return bool(op.body.block.args[number].uses) if isinstance(op, Structured) else True


def place_of(op: SliceOfTensorOp) -> tuple[tuple[int | SSAValue, ...], ...]:
    """Where a slice is in the tensor, so that two that are written alike are equal."""
    lists = (op.mixed(which) for which in ("offsets", "sizes", "strides"))
    return tuple(tuple(_number(each) for each in one) for one in lists)


def _number(size: int | SSAValue) -> int | SSAValue:
    known = constant_of(size) if isinstance(size, SSAValue) else None
    return size if known is None else known


def looks_at_own_part(op: ForallOp, number: int) -> bool:
    """Whether each iteration looks at no other part of a shared tensor than at one that it puts itself."""
    looked: list[ExtractSliceOp] = []
    put: set[object] = set()
    for use in op.region.block.args[op.rank + number].uses:
        user = use.operation
        if isinstance(user, ParallelInsertSliceOp) and use.index == 1:
            put.add(place_of(user))
        elif isinstance(user, ExtractSliceOp):
            looked.append(user)
        elif not user.has_trait(AsksShape):
            return False
    return all(place_of(each) in put for each in looked)


def own_slices(put: InsertSliceOp) -> tuple[ExtractSliceOp, ...]:
    """The slices of what a loop carries in whose place the op puts what was made of one of them, last in an iteration.

    None where the iteration looks at anything else of it, or hands on what was in a slice before.
    """
    block, place, carried = put.parent, place_of(put), put.dest
    if block is None or not isinstance(carried, BlockArgument) or carried.owner is not block:
        return ()
    loop, last = block.parent_op(), terminator_of(block)
    if loop is None or kind_of(loop) is not OpKind.COUNTED_LOOP or not put.result.has_one_use():
        return ()
    if last.operands[carried.index - 1] is not put.result:
        return ()
    looked: list[ExtractSliceOp] = []
    for use in carried.uses:
        user = use.operation
        if user is put or user.has_trait(AsksShape):
            continue
        if not isinstance(user, ExtractSliceOp) or user.parent is not block or place_of(user) != place:
            return ()
        looked.append(user)
    after = list(behind(put))
    handed_on = [value for op in after for value in op.operands if value is not put.result]
    ends = all(op is last or isinstance(op, InsertSliceOp) for op in after)
    return tuple(looked) if ends and _made_in(put.source, looked) and not _any_in(handed_on, looked) else ()


def _made_in(value: SSAValue, slices: Sequence[Operation]) -> bool:
    """Whether a tensor was made of one of the slices, by ops that have it as destination."""
    while isinstance(value, OpResult) and value.op not in slices:
        number = next((n for n, result in destinations(value.op) if result is value), None)
        if number is None:
            return False
        value = value.op.operands[number]
    return isinstance(value, OpResult)


def _any_in(values: Sequence[SSAValue], slices: Sequence[Operation]) -> bool:
    """Whether any of the values may be in the memory of one of the slices."""
    for value in values:
        while isinstance(value, OpResult) and value.op not in slices:
            shown = 0 if value.op.has_trait(ShowsOperand) else None
            number = next((n for n, result in destinations(value.op) if result is value), shown)
            if number is None:
                break
            value = value.op.operands[number]
        if isinstance(value, OpResult) and value.op in slices:
            return True
    return False


@dataclass(slots=True)
class _Class:
    """What is known of all tensors with one memory."""

    depth: int
    """In how many parallel loops and tasks the memory is, one in the other."""
    last_read: int = -1
    last_write: int = -1
    """When an op last writes into the memory in place."""
    last_use: int = -1
    """When an op last has one of them as operand, be it for its sizes alone."""
    taken: int | None = None
    """When a loop is first given the memory, to free it."""
    writable: bool = True
    readers: int = 0
    """Ops that look at elements of one of them."""


class PlacesOfTensors:
    """The decisions for one function.

    If `apart`, an op gets the memory of its destination only where nobody else reads that: else the op would have to come
    behind those readers, for the sake of the memory alone.
    """

    def __init__(self, function: Operation, *, apart: bool = False):
        self._all_apart = apart
        self._parent: dict[SSAValue, SSAValue] = {}
        self._classes: dict[SSAValue, _Class] = {}
        self._number: dict[Operation, int] = {}
        self._end: dict[Operation, int] = {}
        self._depth: dict[Operation, int] = {}
        self._ends = TaskEnds()
        self._sizes = CarriedSizes()
        self._chosen: set[SSAValue] = set()
        self._taken: set[tuple[Operation, int]] = set()
        self._own: dict[Operation, tuple[ExtractSliceOp, ...]] = {}
        """What puts back what was made of slices, and these slices."""
        self._apart: set[Operation] = set()
        """The slices."""
        ops = list(walk(function))
        for number, op in enumerate(ops):
            self._number[op] = number
            self._depth[op] = 0 if op is function else self._depth_in(op.parent_op())
        for op in reversed(ops):
            self._end[op] = max(self._end.get(op, 0), self._number[op])
            parent = op.parent_op()
            if parent is not None:
                self._end[parent] = max(self._end.get(parent, 0), self._end[op])
        for op in ops:
            if isinstance(op, InsertSliceOp):
                self._own[op] = own_slices(op)
                self._apart.update(self._own[op])
        for op in ops:
            self._collect(op, function)
        for op in reversed(ops):
            for number, result in destinations(op):
                if is_tensor(result):
                    self._decide(op, number, result)
            if kind_of(op) is OpKind.CONDITIONAL_LOOP:
                for number, value in enumerate(op.operands):
                    if is_tensor(value):
                        self._take(op, number)

    def writes_into(self, result: SSAValue) -> bool:
        """Whether the result of an op has the memory of its destination."""
        return result in self._chosen

    def takes(self, loop: Operation, number: int) -> bool:
        """Whether a loop that owns what it carries may have the memory of this initial value, and free it."""
        return (loop, number) in self._taken

    def stays_in_place(self, loop: Operation, number: int) -> bool:
        """Whether what a counted loop carries, given as this operand, is in one memory all the time."""
        return self._sizes.stay(loop, number)

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
        root = self._root(value)
        found = self._classes.get(root)
        if found is None:
            owner = root.owner
            depth = self._depth_in(owner.parent_op()) if isinstance(owner, Block) else self._depth[owner]
            found = self._classes[root] = _Class(depth)
        return found

    def _depth_in(self, around: Operation | None) -> int:
        """In how many parallel loops and tasks the ops right inside of an op are."""
        if around is None:
            return 0
        return self._depth[around] + (kind_of(around) in _CONCURRENT)

    def _join(self, first: SSAValue, second: SSAValue) -> None:
        one, other = self._root(first), self._root(second)
        if one is other:
            return
        kept, gone = self._of(one), self._of(other)
        kept.depth = min(kept.depth, gone.depth)
        kept.last_read = max(kept.last_read, gone.last_read)
        kept.last_write = max(kept.last_write, gone.last_write)
        kept.writable = kept.writable and gone.writable
        kept.last_use = max(kept.last_use, gone.last_use)
        kept.readers += gone.readers
        kept.taken = min((n for n in (kept.taken, gone.taken) if n is not None), default=None)
        self._parent[other] = one
        del self._classes[other]

    # ---- what a function says ----

    def _collect(self, op: Operation, function: Operation) -> None:
        if op in self._apart:
            self._of(op.results[0])
        elif op.has_trait(ShowsOperand):
            self._join(op.operands[0], op.results[0])
        for first, other in pairwise(self._own.get(op, ())):
            self._join(first.result, other.result)
        if isinstance(op, ForallOp):
            for number, shared in enumerate(op.outputs):
                if not looks_at_own_part(op, number):
                    self._join(shared, op.region.block.args[op.rank + number])
        for number, value in enumerate(op.operands):
            if not is_tensor(value):
                continue
            of, latest = self._of(value), self._latest(op, value)
            of.last_use = max(of.last_use, latest)
            if reads(op, number):
                of.last_read = max(of.last_read, latest)
                of.readers += 1
        for block in op.regions[0].blocks if op is function else ():
            for argument in block.args:
                if is_tensor(argument):
                    self._of(argument).writable = False
        if op.has_trait(ConstantLike) and is_tensor(op.results[0]):
            self._of(op.results[0]).writable = False
        # Others may have what a task yields, too.
        shared = op.results if kind_of(op) is OpKind.AWAIT else ()
        if kind_of(op) is OpKind.TASK:
            shared = op.regions[0].block.args
        for value in shared:
            if is_tensor(value):
                self._of(value).writable = False

    def _latest(self, op: Operation, value: SSAValue) -> int:
        """The number of the last moment at which the op may touch the value: it does so again in each iteration around."""
        home = home_of(value)
        latest, inner, runs_on = self._number[op], op, is_in_flight(op)
        while inner.parent is not home:
            around = inner.parent_op()
            assert around is not None, "a value is used outside of where it is defined"
            if _repeats(around):
                latest = max(latest, self._end[around])
            runs_on = runs_on or is_in_flight(around)
            inner = around
        if runs_on and home is not None:
            end = self._ends.end(op, home)
            latest = max(latest, len(self._number) if end.pending or not end.is_known else self._end[end.op])
        return latest

    # ---- decisions ----

    def _decide(self, op: Operation, number: int, result: SSAValue) -> None:
        destination = op.operands[number]
        if kind_of(op) is OpKind.COUNTED_LOOP:
            if not self.stays_in_place(op, number):
                self._take(op, number)
                return
            # What the loop carries stays in one place; the ops of its body were decided before.
            self._join(op.regions[0].block.args[number - 2], result)
        if isinstance(op, ForallOp) and not looks_at_own_part(
            op, number - len(op.operands) + len(op.outputs)
        ):
            return
        of = self._of(destination)
        if not of.writable or of.depth < self._depth[op]:
            return
        if max(of.last_read, of.last_write) > self._number[op]:
            return
        if self._reads_it_elsewhere(op, number):
            return
        if self._all_apart and of.readers > reads(op, number):
            return
        taken = self._of(result).taken
        if taken is not None and of.last_use > taken:
            return
        self._chosen.add(result)
        self._join(destination, result)
        of = self._of(destination)
        of.last_write = max(of.last_write, self._latest(op, destination))

    def _take(self, loop: Operation, number: int) -> None:
        value = loop.operands[number]
        of, now = self._of(value), self._number[loop]
        if not of.writable or of.depth < self._depth[loop] or max(of.last_use, of.last_write) > now:
            return
        others = [v for n, v in enumerate(loop.operands) if n != number and is_tensor(v)]
        if any(self._root(other) is self._root(value) for other in others):
            return
        self._taken.add((loop, number))
        of.last_write, of.taken = now, now

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


_CONCURRENT = (OpKind.PARALLEL_LOOP, OpKind.PARALLEL_FORALL, OpKind.TASK)


def _repeats(op: Operation) -> bool:
    """Whether the op's regions may run more than once."""
    return kind_of(op) not in (OpKind.IF, OpKind.FUNCTION)
