"""What makes two functions equal, as something that can be hashed."""

from __future__ import annotations

from collections.abc import Hashable

from asyncir.analyses.suspension import Suspension
from asyncir.dialects import async_dialect
from asyncir.dialects.functions import FunctionOp
from asyncir.ir import Block, LocationAttr, Operation, Region, SSAValue


def shape_of(function: FunctionOp, suspension: Suspension) -> Hashable:
    """Equal for functions that are equal but for their names, and for locations that no op reports."""
    return _Shape(function, suspension).key()


class _Shape:
    """Values and blocks get numbers."""

    def __init__(self, function: FunctionOp, suspension: Suspension):
        self._function = function
        self._suspension = suspension
        self._values: dict[SSAValue, int] = {}
        self._blocks: dict[Block, int] = {}

    def key(self) -> Hashable:
        """Equal for equal functions."""
        function = self._function
        attributes = tuple(sorted(function.attributes.items()))
        return function.function_type, attributes, function.arg_attrs, self._region(function.body)

    def _region(self, region: Region) -> Hashable:
        for block in region.blocks:
            self._blocks[block] = len(self._blocks)
            for argument in block.args:
                self._values[argument] = len(self._values)
            for op in block.ops:
                for result in op.results:
                    self._values[result] = len(self._values)
        return tuple((block.arg_types, tuple(self._op(op) for op in block.ops)) for block in region.blocks)

    def _op(self, op: Operation) -> Hashable:
        operands, types = tuple(self._values[o] for o in op.operands), tuple(r.type for r in op.results)
        dictionaries = tuple(op.properties.items()), tuple(op.attributes.items())
        successors, regions = (
            tuple(self._blocks[s] for s in op.successors),
            tuple(map(self._region, op.regions)),
        )
        return op.name, operands, types, dictionaries, successors, regions, self._location(op)

    def _location(self, op: Operation) -> LocationAttr | None:
        reports = self._suspension.fails(op) or isinstance(op, async_dialect.RuntimeSetErrorOp)
        return op.location if reports and op.location != self._function.location else None
