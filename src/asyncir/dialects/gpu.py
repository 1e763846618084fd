"""The gpu dialect, with MLIR 22's names and syntax: here what a thread asks and meets.

`gpu_functions` has modules and functions, `gpu_launch` the launches, `gpu_memory` what the host does with memory,
`gpu_subgroups` and `gpu_matrices` what threads do together.
"""

from __future__ import annotations

from operator import attrgetter
from typing import Any, Self

from xdsl.dialects.gpu import DimensionAttr, DimensionEnum
from xdsl.dialects.utils import EnumAttribute
from xdsl.utils.str_enum import StrEnum

from asyncir.dialects.define import define, dialect
from asyncir.dialects.interfaces.completion import BlockSize, IsBarrier, ThreadIndex
from asyncir.dialects.queue_effects import MEETS_THREADS
from asyncir.dialects.syntax import InAngleBrackets, write
from asyncir.ir import (
    Attribute,
    IndexType,
    IntegerAttr,
    IRDLOperation,
    MemRefType,
    Parser,
    Printer,
    Pure,
    VerifyException,
    i8,
    irdl_attr_definition,
    opt_prop_def,
    prop_def,
    result_def,
)


class AddressSpace(StrEnum):
    """Where a buffer lies, and so who shares it."""

    GLOBAL = "global"
    WORKGROUP = "workgroup"
    PRIVATE = "private"


@irdl_attr_definition
class AddressSpaceAttr(InAngleBrackets, EnumAttribute[AddressSpace]):
    """`#gpu.address_space<workgroup>`: the memory space of a memref."""

    name = "gpu.address_space"


_WORKGROUP = 3
"""The number that NVVM has for workgroup memory."""


def is_workgroup(type: Attribute) -> bool:
    """Whether a memref of this type lies in the memory that the threads of a block share."""
    return is_workgroup_space(getattr(type, "memory_space", None))


def is_workgroup_space(space: Attribute | None) -> bool:
    """Whether this memory space is that which the threads of a block share."""
    if isinstance(space, AddressSpaceAttr):
        return space.data is AddressSpace.WORKGROUP
    return isinstance(space, IntegerAttr) and space.value.data == _WORKGROUP


@define("gpu.barrier", IsBarrier(), MEETS_THREADS)
class BarrierOp(IRDLOperation):
    """`gpu.barrier`: all threads of the block meet here; what each has done, or seen complete, all see behind it.

    gpu.barrier
    """

    assembly_format = "attr-dict"


class _ByDimension(IRDLOperation):
    """An op that yields a number per dimension: `gpu.thread_id x`."""

    dimension = prop_def(DimensionAttr)
    upper_bound = opt_prop_def(IntegerAttr.constr(IndexType()))
    result = result_def(IndexType)

    def __init__(self, dimension: int):
        properties = {"dimension": DimensionAttr(tuple(DimensionEnum)[dimension])}
        super().__init__(properties=properties, result_types=[IndexType()])

    @property
    def axis(self) -> int:
        """0, 1 or 2."""
        return "xyz".index(str(self.dimension.data))

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        """Parse `x (upper_bound n)? {...}?`."""

        def parse_dimension() -> int | None:
            axes = (n for n, name in enumerate("xyz") if parser.parse_optional_keyword(name) is not None)
            return next(axes, None)

        op = cls(parser.expect(parse_dimension, "expected x, y or z"))
        if parser.parse_optional_keyword("upper_bound") is not None:
            bound = parser.parse_integer(allow_boolean=False)
            op.properties["upper_bound"] = IntegerAttr(bound, IndexType())
        op.attributes.update(parser.parse_optional_attr_dict())
        return op

    def print(self, printer: Printer) -> None:
        """Print everything behind the name; mlir-opt writes two blanks before the dimension."""
        bound = () if self.upper_bound is None else (" upper_bound ", self.upper_bound.value.data)
        write(printer, f"  {self.dimension.data}", *bound, self.attributes)


_AXIS = attrgetter("axis")


@define("gpu.thread_id", Pure(), ThreadIndex(_AXIS))
class ThreadIdOp(_ByDimension):
    """`gpu.thread_id x`: the index of this thread in its block."""


@define("gpu.block_dim", Pure(), BlockSize(_AXIS))
class BlockDimOp(_ByDimension):
    """`gpu.block_dim x`: the number of threads of a block."""


@define("gpu.block_id", Pure())
class BlockIdOp(_ByDimension):
    """`gpu.block_id x`: the index of this block in the grid."""


@define("gpu.grid_dim", Pure())
class GridDimOp(_ByDimension):
    """`gpu.grid_dim x`: the number of blocks of the grid."""


@define("gpu.global_id", Pure())
class GlobalIdOp(_ByDimension):
    """`gpu.global_id x`: the index of this thread in the grid: that of its block times the size of a block, and its own."""


@define("gpu.cluster_id", Pure())
class ClusterIdOp(_ByDimension):
    """`gpu.cluster_id x`: the index of this cluster in the grid."""


@define("gpu.cluster_dim", Pure())
class ClusterDimOp(_ByDimension):
    """`gpu.cluster_dim x`: the number of clusters of the grid."""


@define("gpu.cluster_block_id", Pure())
class ClusterBlockIdOp(_ByDimension):
    """`gpu.cluster_block_id x`: the index of this block in its cluster."""


@define("gpu.cluster_dim_blocks", Pure())
class ClusterDimBlocksOp(_ByDimension):
    """`gpu.cluster_dim_blocks x`: the number of blocks of a cluster."""


class _Number(IRDLOperation):
    """An op that yields one number of the thread or its block."""

    upper_bound = opt_prop_def(IntegerAttr.constr(IndexType()))
    result = result_def(IndexType)


@define("gpu.lane_id", Pure())
class LaneIdOp(_Number):
    """`gpu.lane_id`: the index of this thread in its subgroup."""

    assembly_format = "(`upper_bound` $upper_bound^)? attr-dict"


class _OfSubgroups(_Number):
    """Those whose text has the type."""

    assembly_format = "(`upper_bound` $upper_bound^)? attr-dict `:` type($result)"


@define("gpu.subgroup_id", Pure())
class SubgroupIdOp(_OfSubgroups):
    """`gpu.subgroup_id : index`: the index of this thread's subgroup in its block."""

    assembly_format = _OfSubgroups.assembly_format


@define("gpu.subgroup_size", Pure())
class SubgroupSizeOp(_OfSubgroups):
    """`gpu.subgroup_size : index`: the number of threads of a subgroup."""

    assembly_format = _OfSubgroups.assembly_format


@define("gpu.num_subgroups", Pure())
class NumSubgroupsOp(_OfSubgroups):
    """`gpu.num_subgroups : index`: the number of subgroups of a block."""

    assembly_format = _OfSubgroups.assembly_format


@define("gpu.dynamic_shared_memory", Pure())
class DynamicSharedMemoryOp(IRDLOperation):
    """`gpu.dynamic_shared_memory`: the memory of the workgroup whose size the launch gives, as bytes.

    %m = gpu.dynamic_shared_memory : memref<?xi8, #gpu.address_space<workgroup>>
    """

    result = result_def(MemRefType)
    assembly_format = "attr-dict `:` type($result)"

    def verify_(self) -> None:
        """Check that it is bytes, of one dimension, in the memory of the workgroup."""
        assert isinstance(self.result.type, MemRefType)
        if self.result.type.memory_space != AddressSpaceAttr(AddressSpace.WORKGROUP):
            raise VerifyException("address space must be address_space<workgroup>")
        type_: Any = self.result.type
        if type_.element_type != i8 or type_.get_num_dims() != 1 or type_.get_shape()[0] >= 0:
            raise VerifyException("result memref type must be memref<?xi8, #gpu.address_space<workgroup>>")


_PARTS = (
    *("gpu_functions", "gpu_binary", "gpu_launch", "gpu_mapping", "gpu_tokens"),
    *("gpu_memory", "gpu_subgroups", "gpu_matrices"),
)
Gpu = dialect("gpu", __name__, _PARTS, also=(DimensionAttr,))
