"""What the ops on memrefs and those on tensors have in common: slices, and dimensions that are split and joined."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from typing import Any, Self

from xdsl.dialects.builtin import DYNAMIC_INDEX
from xdsl.dialects.utils import DynamicIndexList, split_dynamic_index_list
from xdsl.interfaces import ConditionallySpeculatableInterface

from asyncir.dialects.memref_layout import Extent, extents, product, shape_of
from asyncir.ir import (
    ArrayAttr,
    Attribute,
    AttrSizedOperandSegments,
    ConstantLike,
    DenseArrayBase,
    IndexType,
    IntegerAttr,
    IRDLOperation,
    SSAValue,
    UnrankedMemRefType,
    UnrankedTensorType,
    VerifyException,
    i64,
    operand_def,
    prop_def,
    result_def,
    var_operand_def,
)

STATIC_LIST = DenseArrayBase.constr(i64)


def split_list(values: Sequence[SSAValue | int]) -> tuple[list[int], list[SSAValue]]:
    """The attribute's part and the operands' part of a list of integers and values."""
    static, dynamic = split_dynamic_index_list(values, DYNAMIC_INDEX)
    return list(static), list(dynamic)


class OffsetSizesStridesOp(IRDLOperation):
    """An op with offsets, sizes and strides, each an integer or an operand."""

    offsets = var_operand_def(IndexType)
    sizes = var_operand_def(IndexType)
    strides = var_operand_def(IndexType)
    static_offsets = prop_def(STATIC_LIST)
    static_sizes = prop_def(STATIC_LIST)
    static_strides = prop_def(STATIC_LIST)
    irdl_options = (AttrSizedOperandSegments(as_property=True),)
    custom_directives = (DynamicIndexList,)

    @classmethod
    def get(
        cls,
        source: SSAValue | Sequence[SSAValue],
        offsets: Sequence[SSAValue | int],
        sizes: Sequence[SSAValue | int],
        strides: Sequence[SSAValue | int],
        result_type: Attribute,
    ) -> Self:
        """The op with lists that mix integers and values; `source` may be several operands."""
        sources = [source] if isinstance(source, SSAValue) else source
        lists = [split_dynamic_index_list(each, DYNAMIC_INDEX) for each in (offsets, sizes, strides)]
        names = ("static_offsets", "static_sizes", "static_strides")
        static = [DenseArrayBase.from_list(i64, integers) for integers, _ in lists]
        return cls(
            operands=[*sources, *(values for _, values in lists)],
            result_types=[result_type],
            properties=dict(zip(names, static, strict=True)),
        )

    def static_extents(self, which: str) -> tuple[Extent, ...]:
        """The `offsets`, `sizes` or `strides`; None for those that are operands."""
        static: Any = self.properties[f"static_{which}"]
        return extents(static.get_values())

    def mixed(self, which: str) -> tuple[int | SSAValue, ...]:
        """The `offsets`, `sizes` or `strides`, operands in their places."""
        dynamic: Any = iter(getattr(self, which))
        return tuple(next(dynamic) if value is None else value for value in self.static_extents(which))

    def verify_lists(self, ranks: tuple[int, int, int]) -> None:
        """Check the lengths of the lists and the number of operands for each."""
        for which, rank in zip(("offset", "size", "stride"), ranks, strict=True):
            static = self.static_extents(f"{which}s")
            dynamic: Any = getattr(self, f"{which}s")
            if len(static) != rank:
                raise VerifyException(f"expected {rank} {which} values, got {len(static)}")
            if static.count(None) != len(dynamic):
                raise VerifyException(
                    f"expected the number of '{which}s' to match the number of dynamic entries in "
                    f"'static_{which}s' ({len(dynamic)} vs {static.count(None)})"
                )
            if which != "stride" and any(value is not None and value < 0 for value in static):
                raise VerifyException(
                    f"expected {which}s to be non-negative, but got {min(v or 0 for v in static)}"
                )

    def verify_bounds(self, shape: Sequence[Extent]) -> None:
        """Check that what is static lies inside of a shape."""
        lists = (self.static_extents("offsets"), self.static_extents("sizes"), self.static_extents("strides"))
        for dimension, (bound, offset, size, stride) in enumerate(zip(shape, *lists, strict=True)):
            if bound is None or offset is None:
                continue
            if offset < 0 or offset >= bound:
                raise VerifyException(f"offset {dimension} is out-of-bounds: {offset} >= {bound}")
            if size is None or stride is None:
                continue
            last = offset + (size - 1) * stride
            if last >= bound:
                raise VerifyException(
                    f"slice along dimension {dimension} runs out-of-bounds: {last} >= {bound}"
                )


class ReassociationOp(IRDLOperation):
    """An op between a shape and one with more dimensions; each dimension of the first is a group of the second."""

    reassociation = prop_def(ArrayAttr)

    @property
    def groups(self) -> tuple[tuple[int, ...], ...]:
        """For each dimension of the smaller rank, those of the greater."""
        attribute: Any = self.reassociation
        return tuple(tuple(element.value.data for element in group) for group in attribute)

    def verify_groups(self, collapsed: Attribute, expanded: Attribute) -> None:
        """Check the groups against the two shapes."""
        groups, short, long = self.groups, shape_of(collapsed), shape_of(expanded)
        if len(long) < len(short):
            raise VerifyException(
                f"expected the expanded type, {expanded} to have a higher (or same) rank "
                f"than the collapsed type, {collapsed}."
            )
        if short and len(groups) != len(short):
            raise VerifyException(
                f"invalid number of reassociation groups: found {len(groups)}, expected {len(short)}"
            )
        if not short and any(size != 1 for size in long):
            raise VerifyException(
                "invalid to reshape tensor/memref with non-unit extent dimensions to zero-rank"
            )
        if short and [d for group in groups for d in group] != list(range(len(long))):
            raise VerifyException("reassociation indices must be contiguous")
        for dimension, group in enumerate(groups if short else ()):
            self._verify_group(dimension, short[dimension], [long[d] for d in group])

    def _verify_group(self, dimension: int, size: Extent, sizes: Sequence[Extent]) -> None:
        if (size is None) != (None in sizes):
            raise VerifyException(
                f"collapsed dim ({dimension}) must be dynamic if and only if reassociation group is dynamic"
            )
        group_size = (
            None if None in sizes else reduce(product, sizes, 1)
        )  # Though one be empty: it says nothing.
        if size != group_size:
            raise VerifyException(
                f"collapsed dim size ({size}) must equal reassociation group size ({group_size})"
            )


class DimLikeOp(IRDLOperation, ConditionallySpeculatableInterface):
    """The size of a dimension, of a subclass's `source`."""

    index = operand_def(IndexType)
    result = result_def(IndexType)
    assembly_format = "attr-dict $source `,` $index `:` type($source)"

    def __init__(self, source: SSAValue, index: SSAValue):
        super().__init__(operands=[source, index], result_types=[IndexType()])

    def is_speculatable(self) -> bool:
        """Whether the dimension is a constant that the operand surely has."""
        source, index = self.operands
        known: Any = ConstantLike.get_constant_value(index)
        if not isinstance(known, IntegerAttr) or isinstance(
            source.type, UnrankedMemRefType | UnrankedTensorType
        ):
            return False
        return 0 <= known.value.data < len(shape_of(source.type))
