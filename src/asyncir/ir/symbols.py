"""The symbols of a module: which there are, and what refers to them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import cast

from asyncir.ir import (
    ArrayAttr,
    Attribute,
    DictionaryAttr,
    Operation,
    StringAttr,
    SymbolOpInterface,
    SymbolRefAttr,
)
from asyncir.ir.walk import walk


def ops_of(module: Operation) -> list[Operation]:
    """The ops directly in the module."""
    return [op for region in module.regions for block in region.blocks for op in block.ops]


def symbol_name(op: Operation) -> str | None:
    """The symbol that the op defines."""
    name = op.get_attr_or_prop("sym_name")
    is_symbol = op.has_trait(SymbolOpInterface, value_if_unregistered=False)
    return name.data if is_symbol and isinstance(name, StringAttr) else None


def symbol_around(op: Operation) -> Operation | None:
    """The innermost op around `op` that defines a symbol: its function."""
    around = op.parent_op()
    while around is not None and symbol_name(around) is None:
        around = around.parent_op()
    return around


def is_private(op: Operation) -> bool:
    """Whether nothing outside the module can refer to the symbol that the op defines."""
    visibility = op.get_attr_or_prop("sym_visibility")
    return isinstance(visibility, StringAttr) and visibility.data == "private"


def symbol_uses(module: Operation) -> Counter[str]:
    """How often each symbol is referred to in the module."""
    return Counter(references(module))


def references(root: Operation) -> Iterator[str]:
    """The names of the symbols that `root` and the ops below it refer to, once for each reference."""
    for op in walk(root):
        pending: list[Attribute] = [*op.properties.values(), *op.attributes.values()]
        while pending:
            attribute = pending.pop()
            if isinstance(attribute, SymbolRefAttr):
                yield attribute.root_reference.data
            else:
                pending.extend(_parts(attribute))


def _parts(attribute: Attribute) -> Iterable[Attribute]:
    """The elements of an array or dictionary."""
    if isinstance(attribute, DictionaryAttr):
        return attribute.data.values()
    return cast("ArrayAttr[Attribute]", attribute).data if isinstance(attribute, ArrayAttr) else ()
