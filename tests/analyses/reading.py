"""Programs as text, and their values and ops by name."""

from __future__ import annotations

from asyncir.ir import ModuleOp, Operation, SSAValue
from asyncir.source.text import parse_module


def module_of(text: str) -> ModuleOp:
    """The module."""
    return parse_module(text)


def value(module: ModuleOp, name: str) -> SSAValue:
    """The one value that the program calls `%name`."""
    found = [v for op in module.walk() for v in op.results if v.name_hint == name]
    blocks = [block for op in module.walk() for region in op.regions for block in region.blocks]
    found += [v for block in blocks for v in block.args if v.name_hint == name]
    (only,) = found
    return only


def ops(module: ModuleOp, name: str) -> list[Operation]:
    """The ops of that name, in the order of the text."""
    return [op for op in module.walk() if op.name == name]


def only(module: ModuleOp, name: str) -> Operation:
    """The one op of that name."""
    (found,) = ops(module, name)
    return found
