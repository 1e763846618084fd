"""The part of the gpu dialect that a thread of a block needs, with MLIR 22's names and syntax."""

from __future__ import annotations

from xdsl.dialects.gpu import DimensionAttr, DimensionEnum
from xdsl.dialects.utils import EnumAttribute
from xdsl.utils.str_enum import StrEnum

from asyncir.dialects.define import define, dialect
from asyncir.dialects.directives import InAngles
from asyncir.dialects.interfaces.completion import BlockSize, IsBarrier, ThreadIndex
from asyncir.dialects.queue_effects import MeetsThreads
from asyncir.ir import (
    Attribute,
    IndexType,
    IntegerAttr,
    IRDLOperation,
    Operation,
    Pure,
    irdl_attr_definition,
    opt_prop_def,
    prop_def,
    result_def,
    traits_def,
)


class AddressSpace(StrEnum):
    """Where a buffer lies, and so who shares it."""

    GLOBAL = "global"
    WORKGROUP = "workgroup"
    PRIVATE = "private"


@irdl_attr_definition
class AddressSpaceAttr(InAngles, EnumAttribute[AddressSpace]):
    """`#gpu.address_space<workgroup>`: the memory space of a memref."""

    name = "gpu.address_space"


_WORKGROUP = 3
"""The number that NVVM has for workgroup memory."""


def is_workgroup(type: Attribute) -> bool:
    """Whether a memref of this type lies in the memory that the threads of a block share."""
    space = getattr(type, "memory_space", None)
    if isinstance(space, AddressSpaceAttr):
        return space.data is AddressSpace.WORKGROUP
    return isinstance(space, IntegerAttr) and space.value.data == _WORKGROUP


@define("gpu.barrier")
class BarrierOp(IRDLOperation):
    """`gpu.barrier`: all threads of the block meet here; what each has done, or seen complete, all see behind it.

    gpu.barrier
    """

    traits = traits_def(IsBarrier(), MeetsThreads())
    assembly_format = "attr-dict"


class _ByDimension(IRDLOperation):
    """An op that yields a number per dimension: `gpu.thread_id x`."""

    dimension = prop_def(DimensionAttr)
    upper_bound = opt_prop_def(IntegerAttr.constr(IndexType()))
    result = result_def(IndexType)
    # mlir-opt writes two blanks before the dimension.
    assembly_format = "` ` $dimension (`upper_bound` $upper_bound^)? attr-dict"

    def __init__(self, dimension: int):
        super().__init__(
            properties={"dimension": DimensionAttr(tuple(DimensionEnum)[dimension])},
            result_types=[IndexType()],
        )

    @property
    def axis(self) -> int:
        """0, 1 or 2."""
        return "xyz".index(str(self.dimension.data))


class _AlongAxis:
    @classmethod
    def dimension(cls, op: Operation) -> int:
        """The op's own."""
        assert isinstance(op, _ByDimension)
        return op.axis


class _Index(_AlongAxis, ThreadIndex):
    pass


class _Size(_AlongAxis, BlockSize):
    pass


@define("gpu.thread_id", Pure(), _Index())
class ThreadIdOp(_ByDimension):
    """`gpu.thread_id x`: the index of this thread in its block."""


@define("gpu.block_dim", Pure(), _Size())
class BlockDimOp(_ByDimension):
    """`gpu.block_dim x`: the number of threads of a block."""


@define("gpu.block_id", Pure())
class BlockIdOp(_ByDimension):
    """`gpu.block_id x`: the index of this block in the grid."""


@define("gpu.grid_dim", Pure())
class GridDimOp(_ByDimension):
    """`gpu.grid_dim x`: the number of blocks of the grid."""


Gpu = dialect("gpu", __name__, also=(DimensionAttr,))
