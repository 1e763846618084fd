"""The attributes that say which parts of a device execute the iterations of a loop."""

from __future__ import annotations

from xdsl.dialects.utils import EnumAttribute
from xdsl.utils.str_enum import StrEnum

from asyncir.dialects.syntax import InAngleBrackets
from asyncir.ir import Attribute, irdl_attr_definition


class MappingId(StrEnum):
    """A dimension, or one of those that a dimension is taken apart into."""

    X = "x"
    Y = "y"
    Z = "z"
    LINEAR_0 = "linear_dim_0"
    LINEAR_1 = "linear_dim_1"
    LINEAR_2 = "linear_dim_2"
    LINEAR_3 = "linear_dim_3"
    LINEAR_4 = "linear_dim_4"
    LINEAR_5 = "linear_dim_5"
    LINEAR_6 = "linear_dim_6"
    LINEAR_7 = "linear_dim_7"
    LINEAR_8 = "linear_dim_8"
    LINEAR_9 = "linear_dim_9"


@irdl_attr_definition
class ThreadMappingAttr(InAngleBrackets, EnumAttribute[MappingId]):
    """`#gpu.thread<x>`: the iterations are threads of a block."""

    name = "gpu.thread"


@irdl_attr_definition
class BlockMappingAttr(InAngleBrackets, EnumAttribute[MappingId]):
    """`#gpu.block<x>`: the iterations are blocks of threads."""

    name = "gpu.block"


@irdl_attr_definition
class WarpMappingAttr(InAngleBrackets, EnumAttribute[MappingId]):
    """`#gpu.warp<x>`: the iterations are warps."""

    name = "gpu.warp"


@irdl_attr_definition
class WarpgroupMappingAttr(InAngleBrackets, EnumAttribute[MappingId]):
    """`#gpu.warpgroup<x>`: the iterations are groups of four warps."""

    name = "gpu.warpgroup"


@irdl_attr_definition
class LaneMappingAttr(InAngleBrackets, EnumAttribute[MappingId]):
    """`#gpu.lane<x>`: the iterations are lanes of a warp."""

    name = "gpu.lane"


def is_mapping(attribute: Attribute) -> bool:
    """Whether the attribute says what executes iterations."""
    return attribute.name in ("gpu.thread", "gpu.block", "gpu.warp", "gpu.warpgroup", "gpu.lane")
