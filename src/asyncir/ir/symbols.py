"""The symbols of a module: which there are, what refers to them, and what those of nested modules are called outside.

A symbol is looked up in the innermost module around the op that refers to it, and from there on in the modules on its path:
`@outer::@inner`. Who runs or judges a program has no modules in modules (`flattened`): the function `@inner` of the module
`@outer` is called `@"outer::inner"` there.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import TypeGuard, cast

from asyncir.ir import (
    ArrayAttr,
    Attribute,
    DictionaryAttr,
    ModuleOp,
    Operation,
    StringAttr,
    SymbolOpInterface,
    SymbolRefAttr,
    SymbolTable,
)
from asyncir.ir.walk import walk


def ops_of(module: Operation) -> list[Operation]:
    """The ops directly in the module."""
    return [op for region in module.regions for block in region.blocks for op in block.ops]


def is_symbol_table(op: Operation | None) -> TypeGuard[Operation]:
    """Whether symbols are defined in the op: a module, of functions or of kernels."""
    return op is not None and op.has_trait(SymbolTable, value_if_unregistered=False)


def symbol_tables(module: Operation) -> list[Operation]:
    """The module, and all modules in it."""
    tables = [module]
    for table in tables:
        tables += [op for op in ops_of(table) if is_symbol_table(op)]
    return tables


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


def flattened(module: ModuleOp) -> ModuleOp:
    """The same program without modules in it: what these define is defined in the module itself, under its whole path.

    What a module's attributes say is said of its functions then. A module without any inside is returned as it is; another
    one stays as it is.
    """
    if not any(isinstance(op, ModuleOp) for op in module.ops):
        return module
    flat = module.clone()
    placed = list(_with_paths(flat, ()))
    names: dict[tuple[str, ...], str] = {(name,): name for op in flat.ops if (name := symbol_name(op))}
    for path, op in placed:
        name = symbol_name(op)
        if path and name is not None:
            full = "::".join((*path, name))
            while full in names.values():
                full += "_"
            names[*path, name] = full
            op.properties["sym_name"] = StringAttr(full)
    for path, op in placed:
        for inner in walk(op):
            for attributes in (inner.properties, inner.attributes):
                attributes.update({key: renamed(value, path, names) for key, value in attributes.items()})
        op.detach()
    for left in list(flat.ops):
        left.detach()
    flat.body.block.add_ops(op for _, op in placed)
    return flat


def _with_paths(module: ModuleOp, path: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], Operation]]:
    """The ops that are no modules, each with the names of the modules around it; one without a name has a number."""
    for number, op in enumerate(module.ops):
        if isinstance(op, ModuleOp):
            name = str(number) if op.sym_name is None else op.sym_name.data
            yield from _with_paths(op, (*path, name))
            continue
        if path:
            op.attributes.update({k: v for k, v in module.attributes.items() if k not in op.attributes})
        yield path, op


def renamed(attribute: Attribute, path: tuple[str, ...], names: dict[tuple[str, ...], str]) -> Attribute:
    """The attribute with symbols, which are looked up from `path` on, by their new names."""
    if isinstance(attribute, SymbolRefAttr):
        parts = (attribute.root_reference, *attribute.nested_references)
        for length in range(len(parts), 0, -1):
            name = names.get((*path, *(part.data for part in parts[:length])))
            if name is not None:
                return SymbolRefAttr(name, parts[length:])
        return attribute
    if isinstance(attribute, ArrayAttr):
        return ArrayAttr([renamed(a, path, names) for a in cast("ArrayAttr[Attribute]", attribute)])
    return attribute
