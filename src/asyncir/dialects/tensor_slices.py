"""The tensor ops that choose offset, sizes and strides, and the one that adds elements around."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar, Self

from xdsl.dialects.utils import DynamicIndexList, split_dynamic_index_list
from xdsl.traits import NoMemoryEffect

from asyncir.dialects.define import define
from asyncir.dialects.effect_types import Access, touches
from asyncir.dialects.interfaces.tensors import MakesOf, ShowsOperand
from asyncir.dialects.memref_layout import Extent, extents, shape_of, total
from asyncir.dialects.shaped import STATIC_LIST, OffsetSizesStridesOp
from asyncir.dialects.tensor_types import RANKED_TENSOR, element_of_tensor, tensor_type, yielded_type
from asyncir.ir import (
    DYNAMIC_INDEX,
    Attribute,
    AttrSizedOperandSegments,
    DenseArrayBase,
    IndexType,
    IRDLOperation,
    RecursiveMemoryEffect,
    SSAValue,
    UnitAttr,
    VarConstraint,
    VerifyException,
    i64,
    operand_def,
    opt_prop_def,
    prop_def,
    region_def,
    result_def,
    var_operand_def,
)

_LISTS = (
    "`` custom<DynamicIndexList>($offsets, $static_offsets) custom<DynamicIndexList>($sizes, $static_sizes) "
    "custom<DynamicIndexList>($strides, $static_strides) attr-dict `:` "
)


def dropped_of(sizes: Sequence[Extent], shape: Sequence[Extent]) -> frozenset[int] | None:
    """Which dimensions of a slice with these sizes a tensor of that shape lacks, each of size 1; None if none fit.

    As MLIR does, from the last on: a size that the shape has next is kept.
    """
    dropped: set[int] = set()
    rest = len(shape)
    for dimension in reversed(range(len(sizes))):
        if rest and sizes[dimension] == shape[rest - 1]:
            rest -= 1
        elif sizes[dimension] == 1:
            dropped.add(dimension)
        else:
            return None
    return frozenset(dropped) if rest == 0 else None


class SliceOfTensorOp(OffsetSizesStridesOp):
    """An op between a tensor and a slice of it, which may lack dimensions of size 1."""

    @property
    def whole_type(self) -> Attribute:
        """The type of the tensor of which the slice is a part."""
        raise NotImplementedError

    @property
    def slice_type(self) -> Attribute:
        """The type of the slice."""
        raise NotImplementedError

    def dropped_dimensions(self) -> frozenset[int]:
        """The dimensions of the whole that the slice does not have."""
        return dropped_of(self.static_extents("sizes"), shape_of(self.slice_type)) or frozenset()

    def verify_slice(self) -> None:
        """Check the lists, the slice's type, and what is known of the bounds."""
        whole, part = self.whole_type, self.slice_type
        rank = len(shape_of(whole))
        self.verify_lists((rank, rank, rank))
        sizes, element = self.static_extents("sizes"), element_of_tensor(whole)
        if len(shape_of(part)) > rank:
            raise VerifyException("expected rank to be smaller or equal to the other rank.")
        if dropped_of(sizes, shape_of(part)) is None:
            expected = tensor_type(element, sizes)
            raise VerifyException(
                f"expected type to be '{expected}' or a rank-reduced version. (size mismatch)"
            )
        if element_of_tensor(part) != element:
            raise VerifyException(f"expected element type to be '{element}'")
        self.verify_bounds(shape_of(whole))


@define("tensor.extract_slice", NoMemoryEffect(), ShowsOperand())
class ExtractSliceOp(SliceOfTensorOp):
    """`tensor.extract_slice`: part of a tensor; dimensions of size 1 that the result's type lacks are dropped."""

    source = operand_def(RANKED_TENSOR)
    result = result_def(RANKED_TENSOR)
    assembly_format = f"$source {_LISTS} type($source) `to` type($result)"

    @property
    def whole_type(self) -> Attribute:
        """The type of the operand."""
        return self.source.type

    @property
    def slice_type(self) -> Attribute:
        """The type of the result."""
        return self.result.type

    def verify_(self) -> None:
        """Check the lists, the bounds, and the result's type."""
        self.verify_slice()


class SliceIntoTensorOp(SliceOfTensorOp):
    """An op that puts a slice into a tensor."""

    source = operand_def(RANKED_TENSOR)
    dest = operand_def(RANKED_TENSOR)

    @property
    def whole_type(self) -> Attribute:
        """The type of what it is put into."""
        return self.dest.type

    @property
    def slice_type(self) -> Attribute:
        """The type of what is put."""
        return self.source.type


@define("tensor.insert_slice", NoMemoryEffect(), MakesOf(lambda op: ((1, op.results[0]),)))
class InsertSliceOp(SliceIntoTensorOp):
    """`tensor.insert_slice`: a tensor in which a slice is replaced."""

    T: ClassVar = VarConstraint("T", RANKED_TENSOR)
    source = operand_def(RANKED_TENSOR)
    dest = operand_def(T)
    result = result_def(T)
    assembly_format = f"$source `into` $dest {_LISTS} type($source) `into` type($dest)"

    def verify_(self) -> None:
        """Check the lists, the bounds, and the types."""
        self.verify_slice()


@define("tensor.parallel_insert_slice", touches(Access.WRITE, 1))
class ParallelInsertSliceOp(SliceIntoTensorOp):
    """`tensor.parallel_insert_slice`: what an iteration of `scf.forall` puts into what all of them make."""

    assembly_format = f"$source `into` $dest {_LISTS} type($source) `into` type($dest)"

    @classmethod
    def of(
        cls,
        source: SSAValue,
        dest: SSAValue,
        offsets: Sequence[SSAValue | int],
        sizes: Sequence[SSAValue | int],
        strides: Sequence[SSAValue | int],
    ) -> Self:
        """The op with lists that mix integers and values."""
        lists = [split_dynamic_index_list(each, DYNAMIC_INDEX) for each in (offsets, sizes, strides)]
        names = ("static_offsets", "static_sizes", "static_strides")
        static = [DenseArrayBase.from_list(i64, integers) for integers, _ in lists]
        return cls(
            operands=[source, dest, *(values for _, values in lists)],
            properties=dict(zip(names, static, strict=True)),
        )

    def verify_(self) -> None:
        """Check where it is, the lists, the bounds, and the types."""
        parent = self.parent_op()
        if parent is not None and parent.name != "scf.forall.in_parallel":
            raise VerifyException(f"expected InParallelOpInterface parent, got:{parent.name}")
        self.verify_slice()


@define("tensor.pad", RecursiveMemoryEffect())
class PadOp(IRDLOperation):
    """`tensor.pad`: a tensor with elements added at the ends of its dimensions; the body says each, by its indices."""

    source = operand_def(RANKED_TENSOR)
    low = var_operand_def(IndexType)
    high = var_operand_def(IndexType)
    static_low = prop_def(STATIC_LIST)
    static_high = prop_def(STATIC_LIST)
    nofold = opt_prop_def(UnitAttr)
    region = region_def("single_block")
    result = result_def(RANKED_TENSOR)
    irdl_options = (AttrSizedOperandSegments(as_property=True),)
    custom_directives = (DynamicIndexList,)
    assembly_format = (
        "$source (`nofold` $nofold^)? `low` `` custom<DynamicIndexList>($low, $static_low) "
        "`high` `` custom<DynamicIndexList>($high, $static_high) $region attr-dict "
        "`:` type($source) `to` type($result)"
    )

    def static_extents(self, which: str) -> tuple[Extent, ...]:
        """How many elements are added at the `low` or `high` ends; None for those that are operands."""
        static: Any = self.properties[f"static_{which}"]
        return extents(static.get_values())

    def verify_(self) -> None:
        """Check the lists, the body, and the result's type."""
        source, result = self.source.type, self.result.type
        shape, low, high = shape_of(source), self.static_extents("low"), self.static_extents("high")
        for which, static in (("low", low), ("high", high)):
            dynamic: Any = getattr(self, which)
            if static.count(None) != len(dynamic):
                raise VerifyException(f"expected {static.count(None)} dynamic {which} values")
        if not len(low) == len(high) == len(shape):
            raise VerifyException(
                f"failed to infer expectedType from sourceType '{source}', specified resultType is '{result}'"
            )
        sizes = [total(total(size, a), b) for size, a, b in zip(shape, low, high, strict=True)]
        self._verify_result(sizes)
        self._verify_body(len(shape))

    def _verify_result(self, sizes: Sequence[Extent]) -> None:
        result = self.result.type
        shape = shape_of(result)
        expected = tensor_type(element_of_tensor(self.source.type), sizes)
        fits = len(shape) == len(sizes) and all(
            one == other or one is None for one, other in zip(sizes, shape, strict=True)
        )
        if not fits or element_of_tensor(result) != element_of_tensor(self.source.type):
            raise VerifyException(f"specified type '{result}' does not match the inferred type '{expected}'")

    def _verify_body(self, rank: int) -> None:
        block = self.region.block
        if len(block.args) != rank:
            raise VerifyException(f"expected the block to have {rank} arguments")
        for number, type_ in enumerate(block.arg_types, 1):
            if not isinstance(type_, IndexType):
                raise VerifyException(f"expected block argument {number} to be an index")
        if yielded_type(block) != element_of_tensor(self.source.type):
            raise VerifyException("expected yield type to match shape element type")
