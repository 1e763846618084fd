"""Checks of sizes in front of an op, without those whose outcome is known."""

from __future__ import annotations

from collections import ChainMap
from collections.abc import Sequence

from asyncir.dialects.counted_loops import counts_of
from asyncir.dialects.linalg_structured import extents_of
from asyncir.dialects.rt import CheckSizesOp
from asyncir.ir import BlockArgument, Operation, SSAValue
from asyncir.transforms._building import Builder
from asyncir.transforms._size_numbers import (
    ComputedSize,
    Number,
    WrittenSizes,
    bounds,
    dims,
    forall_counter,
    number_of,
)


class KnownSizes:
    """What is known where code goes on: sizes that were found to be the same, and what was checked else."""

    def __init__(self, outer: KnownSizes | None = None):
        self.outer = outer
        self.written = WrittenSizes(None if outer is None else outer.written)
        self._like: ChainMap[Number, Number] = ChainMap() if outer is None else outer._like.new_child()
        self._checked: ChainMap[tuple[Number, str, Number], None] = (
            ChainMap() if outer is None else outer._checked.new_child()
        )

    def like(self, number: Number) -> Number:
        """One number for all that are known to be the same."""
        while number in self._like:
            number = self._like[number]
        return number

    def decided(self, left: Number, predicate: str, right: Number) -> bool:
        """Whether two numbers surely compare so; from now on it is known that they do."""
        left, right = self.like(left), self.like(right)
        if _holds(left, predicate, right) or (left, predicate, right) in self._checked:
            return True
        if predicate != "==":
            self._checked[left, predicate, right] = None
        elif isinstance(left, int):
            self._like[right] = left
        else:
            self._like[left] = right
        return False


def _holds(left: Number, predicate: str, right: Number) -> bool:
    if left == right:
        return predicate != "<"
    (_, most), (least, _) = bounds(left), bounds(right)
    if predicate == "<":
        return most < least or _counts_up_to(left, right)
    if predicate != "<=":
        return False
    if (
        isinstance(left, ComputedSize)
        and left.kind == "+"
        and left.right == 1
        and _counts_up_to(left.left, right)
    ):
        return True
    return most <= least


def _counts_up_to(left: Number, right: Number) -> bool:
    """Whether the first number is the counter of a loop that ends before the second."""
    if not isinstance(left, BlockArgument):
        return False
    loop = left.block.parent_op()
    counter = forall_counter(left)
    if counter is not None:
        return number_of(counter[0].mixed("upper")[counter[1]]) == right
    counts = () if loop is None else counts_of(loop)
    return any(
        left in count.values and not count.unsigned and number_of(count.upper) == right for count in counts
    )


class SizeChecks:
    """Puts checks of what one op needs in front of it, or of another op."""

    def __init__(self, place: Operation, op: Operation, known: KnownSizes):
        self._place = place
        self._op = op
        self._known = known

    def in_front_of(self, loop: Operation) -> SizeChecks:
        """Those that are put in front of the loop in whose body the op is."""
        return SizeChecks(loop, self._op, self._known.outer or KnownSizes())

    def check(self, left: Number, predicate: str, right: Number, message: str) -> None:
        """Fail with the message unless the numbers compare so; `{0}` and `{1}` stand for them."""
        if not self._known.decided(left, predicate, right):
            code = Builder(self._place, self._op)
            numbers = [self._known.written.get(number, code) for number in (left, right)]
            code.add(CheckSizesOp(numbers[0], predicate, numbers[1], f"`{self._op.name}`: {message}"))

    def indices(self, indices: Sequence[SSAValue], of: SSAValue) -> None:
        """Each index must be one of the dimension that it is for."""
        for dimension, (index, size) in enumerate(zip(indices, dims(of), strict=True)):
            number = number_of(index)
            self.check(0, "<=", number, f"index {{1}} of dimension {dimension} is below {{0}}")
            message = f"index {{0}} of dimension {dimension} is out of bounds: the size is {{1}}"
            self.check(number, "<", size, message)

    def same_sizes(self, one: SSAValue, first: str, other: SSAValue, second: str) -> None:
        """Each dimension of two values must have the same size."""
        for dimension, (left, right) in enumerate(zip(dims(one), dims(other), strict=True)):
            message = f"dimension {dimension} of {first} has size {{0}}, but that of {second} has {{1}}"
            self.check(left, "==", right, message)

    def has_sizes_of(self, sizes: Sequence[Number], of: SSAValue) -> None:
        """What the type of a value says of its sizes must be true."""
        for dimension, (size, extent) in enumerate(zip(sizes, extents_of(of.type), strict=True)):
            if extent is not None:
                message = f"dimension {dimension} has size {{0}}, but the type says {{1}}"
                self.check(size, "==", extent, message)
