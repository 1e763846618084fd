"""Other types for all values of a program, ops being converted by whoever asks for it."""

from __future__ import annotations

from collections.abc import Callable

from asyncir.ir import Attribute, FunctionType, Operation, Rewriter, SSAValue
from asyncir.ir.walk import regions_of, walk


def convert_types(root: Operation, converted: Callable[[Attribute], Attribute]) -> None:
    """Give every value below `root` its new type, and functions theirs."""
    values: list[SSAValue] = [result for op in walk(root) for result in op.results]
    values += [argument for region in regions_of(root) for block in region.blocks for argument in block.args]
    for value in values:
        new = converted(value.type)
        if new != value.type:
            Rewriter.replace_value_with_new_type(value, new)
    for op in walk(root):
        function = op.properties.get("function_type")
        if isinstance(function, FunctionType):
            inputs, outputs = function.inputs.data, function.outputs.data
            new_type = FunctionType.from_lists(
                [converted(t) for t in inputs], [converted(t) for t in outputs]
            )
            op.properties["function_type"] = new_type
