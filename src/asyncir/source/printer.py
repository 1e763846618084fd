"""A printer that writes what mlir-opt 22 writes, to the byte, apart from the names that the source gave."""

from __future__ import annotations

import re
from collections.abc import Generator, Iterable, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, cast

from asyncir.dialects.affine_text import affine_text
from asyncir.ir import (
    AffineMapAttr,
    AffineSetAttr,
    AnyFloat,
    ArrayAttr,
    Attribute,
    Block,
    DenseIntOrFPElementsAttr,
    DictionaryAttr,
    FloatAttr,
    IntegerAttr,
    IsTerminator,
    MemRefType,
    ModuleOp,
    Operation,
    ParametrizedAttribute,
    Printer,
    Region,
    SSAValue,
    TypeAttribute,
    UnitAttr,
    f64,
    i64,
)
from asyncir.ir.dense import print_elements
from asyncir.ir.distinct import DistinctAttr
from asyncir.ir.elements import SparseElementsAttr, StringElementsAttr
from asyncir.ir.resources import ResourceBlob, external_resources
from asyncir.ir.wide_elements import WideElementsAttr
from asyncir.source.names import Names
from asyncir.source.numbers import float_text
from asyncir.source.print_aliases import Aliases, kind_of_alias
from asyncir.source.print_resources import ResourcesUsed

VISIBILITY = "sym_visibility"
_DEFAULT_DIALECTS = {"builtin.module": "builtin.", "func.func": "func.", "async.func": "async."}
_BARE = re.compile(r"[a-zA-Z_][a-zA-Z0-9_$.]*")
_PLAIN = re.compile(r"[ !#-\[\]-~]*")
_ESCAPED = re.compile(rb"[^ !#-\[\]-~]")


class MlirPrinter(Printer):
    """Prints ops to a string."""

    def __init__(self, *, generic: bool = False, debuginfo: bool = False, names: Names | None = None):
        super().__init__(print_generic_format=generic, print_debuginfo=debuginfo)
        self._parts: list[str] = []
        self._names = names
        self._default_dialects: list[str] = ["builtin."]
        self._maps_named: set[Operation] = set()
        self._known = Aliases()
        self._memory_space: Attribute | None = None
        self._resources = ResourcesUsed()
        self._type_texts: dict[int, tuple[Attribute, str]] = {}
        self._maps_in: dict[int, tuple[Attribute, bool]] = {}
        self._of_arguments = False

    def text(self) -> str:
        """All that was printed, behind the aliases that it uses."""
        return "".join([self._known.resolved("".join(self._parts)), *self._resources.trailer()])

    @contextmanager
    def attributes_of_arguments(self) -> Generator[None]:
        """Print attributes of named arguments: those get no aliases of their own, and use those of others."""
        self._of_arguments = not self.print_generic_format
        yield
        self._of_arguments = False

    # Text

    def print_string(self, text: str, *, indent: int | None = None) -> None:
        """Write the text; a newline in it is followed by the indentation."""
        if "\n" in text:
            spaces = " " * (self.indent_num_spaces * (self._indent if indent is None else indent))
            text = text.replace("\n", "\n" + spaces)
        self._parts.append(text)

    def _print_new_line(self, indent: int | None = None, print_message: bool = True) -> None:
        depth = self._indent if indent is None else indent
        self._parts.append("\n" + "  " * depth)

    def print_bytes_literal(self, bytestring: bytes) -> None:
        """Write a string literal, with what is no printable ASCII as two hexadecimal digits."""
        body = _ESCAPED.sub(_escape, bytestring).decode("ascii")
        self._parts.append(f'"{body}"')

    def print_string_literal(self, string: str) -> None:
        """Write a string literal."""
        if _PLAIN.fullmatch(string):
            self._parts.append(f'"{string}"')
        else:
            self.print_bytes_literal(string.encode())

    def print_float(self, value: float, type: AnyFloat) -> None:
        """Write a number."""
        self._parts.append(float_text(value, type))

    # Values and blocks

    def print_ssa_value(self, value: SSAValue) -> str:
        """Write a value's name."""
        name = self._names.values.get(value) if self._names is not None else None
        if name is None:
            name = f"%<<{value.name_hint or 'unknown'}>>"
        self._parts.append(name)
        return name[1:]

    def print_block_name(self, block: Block) -> str:
        """Write a block's label."""
        name = self._names.blocks.get(block, "<<unknown>>") if self._names is not None else "<<unknown>>"
        self._parts.append("^" + name)
        return name

    # Attributes

    def print_attribute(self, attribute: Attribute) -> None:
        """Write an attribute or type; affine maps and sets through an alias, as mlir-opt does."""
        if isinstance(attribute, TypeAttribute):
            self._print_type(attribute)
        elif isinstance(attribute, (AffineMapAttr, AffineSetAttr)):
            self._print_alias(attribute, "map" if isinstance(attribute, AffineMapAttr) else "set")
        elif (kind := kind_of_alias(attribute)) is not None and not (kind == "loc" and self.print_debuginfo):
            self._print_alias(attribute, kind)
        elif attribute is self._memory_space and (space := _plain_integer(attribute)) is not None:
            self._parts.append(space)
        elif isinstance(attribute, ArrayAttr):
            self._print_array(attribute.data)  # pyright: ignore
        elif isinstance(attribute, DenseIntOrFPElementsAttr | WideElementsAttr):
            print_elements(attribute, self)
            self._parts.append(" : ")
            self.print_attribute(cast("Any", attribute).type)
        elif isinstance(attribute, DistinctAttr):
            self._parts.append(self._text_of_alias(attribute))
        elif isinstance(attribute, SparseElementsAttr):
            self._print_sparse(attribute)
        else:
            super().print_attribute(attribute)

    def resource_name(self, blob: ResourceBlob) -> str:
        """The name of a resource as it is written; its bytes are printed behind the module."""
        return self._resources.name(blob)

    def _print_sparse(self, attribute: SparseElementsAttr) -> None:
        texts: list[str] = []
        for part in (attribute.indices, attribute.values):
            start = len(self._parts)
            if isinstance(part, StringElementsAttr):
                part.print_without_type(self)
            else:
                print_elements(part, self)
            texts.append("".join(self._parts[start:]).removeprefix("dense<").removesuffix(">"))
            del self._parts[start:]
        self._parts.append(f"sparse<{', '.join(filter(None, texts))}> : ")
        self.print_attribute(attribute.type)

    def _print_type(self, type: TypeAttribute) -> None:
        known = self._type_texts.get(id(type))
        if known is None:
            start = len(self._parts)
            # A memory space is an attribute whose type goes without saying.
            outer, of_arguments = self._memory_space, self._of_arguments
            self._of_arguments = False
            if type.name in ("memref", "unranked_memref"):
                self._memory_space = cast(MemRefType, type).memory_space
            super().print_attribute(type)
            self._memory_space, self._of_arguments = outer, of_arguments
            text = "".join(self._parts[start:])
            del self._parts[start:]
            known = self._type_texts[id(type)] = (type, text)
        self._parts.append(known[1])

    def _print_alias(self, attribute: Attribute, kind: str) -> None:
        if self._of_arguments:
            self._parts.append(self._known.mention(attribute, self._text_of_alias(attribute)))
            return
        if not self._known.knows(attribute):
            self._known.begin()
            self._known.end(attribute, kind, self._text_of_alias(attribute))
        self._parts.append(self._known.mention(attribute))

    def _text_of_alias(self, attribute: Attribute) -> str:
        """What an alias stands for."""
        if isinstance(attribute, (AffineMapAttr, AffineSetAttr)):
            kind = "map" if isinstance(attribute, AffineMapAttr) else "set"
            return f"affine_{kind}<{affine_text(attribute.data)}>"
        start = len(self._parts)
        outer, self.printing_location = self.printing_location, self._of_arguments and self.printing_location
        if isinstance(attribute, DistinctAttr):
            attribute.print_numbered(self, f"\1{attribute.number.data}\1")
        else:
            super().print_attribute(attribute)
        self.printing_location = outer
        text = "".join(self._parts[start:])
        del self._parts[start:]
        return text

    def _has_map(self, attribute: Attribute) -> bool:
        """Whether an affine map or set is printed for a part of the attribute."""
        known = self._maps_in.get(id(attribute))
        if known is None:
            found = isinstance(attribute, (AffineMapAttr, AffineSetAttr)) or any(
                map(self._has_map, _parts_of(attribute))
            )
            known = self._maps_in[id(attribute)] = (attribute, found)
        return known[1]

    def _name_maps_inside(self, op: Operation) -> None:
        """Give the maps below `op` their aliases before its own, as mlir-opt does."""
        if op not in self._maps_named:
            self._maps_named.add(op)
            start = len(self._parts)
            for region in op.regions:
                self.print_region(region)
            del self._parts[start:]

    def _print_array(self, items: Sequence[Attribute]) -> None:
        self._parts.append("[")
        for index, item in enumerate(items):
            if index:
                self._parts.append(", ")
            text = _plain_integer(item) or _plain_float(item)
            if text is not None:
                self._parts.append(text)
            else:
                self.print_attribute(item)
        self._parts.append("]")

    def print_attr_dict(self, attr_dict: Mapping[str, Attribute]) -> None:
        """Write `{name = value, ...}`, by name."""
        self._parts.append("{")
        for index, name in enumerate(sorted(attr_dict)):
            if index:
                self._parts.append(", ")
            if _BARE.fullmatch(name):
                self._parts.append(name)
            else:
                self.print_string_literal(name)
            value = attr_dict[name]
            if not isinstance(value, UnitAttr):
                self._parts.append(" = ")
                self.print_attribute(value)
        self._parts.append("}")

    # Operations

    def print_op(self, op: Operation) -> None:
        """Write an op with all that is in it."""
        if self._names is None:
            if isinstance(op, ModuleOp):
                self._resources.external = external_resources(op)
            self._names = Names(op, self.print_generic_format)
        names = self._names.results.get(op)
        if names is not None:
            self._parts.append(names + " = ")
        if self.print_generic_format or type(op).print is Operation.print:
            if op.regions and any(map(self._has_map, (*op.properties.values(), *op.attributes.values()))):
                self._name_maps_inside(op)
            self._parts.append(f'"{op.name}"')
            self.print_op_with_default_format(op)
            return
        name = op.name
        default = self._default_dialects[-1]
        if default and name.startswith(default) and name.count(".") == 1:
            name = name[len(default) :]
        self._parts.append(name)
        op.print(self)
        if self.print_debuginfo:
            self._parts.append(" ")
            self.print_attribute(op.location)

    def print_op_with_default_format(self, op: Operation) -> None:
        """Write what is behind the name in the generic form; xDSL keeps the visibility of a module as an attribute."""
        kept = op.attributes.pop(VISIBILITY, None) if isinstance(op, ModuleOp) else None
        if kept is None:
            super().print_op_with_default_format(op)
            return
        op.properties[VISIBILITY] = kept
        super().print_op_with_default_format(op)
        op.attributes[VISIBILITY] = op.properties.pop(VISIBILITY)

    def print_successors(self, successors: Sequence[Block]) -> None:
        """Write where the op goes on, right behind its operands."""
        if successors:
            self._parts.append("[")
            self.print_list(successors, self.print_block_name)
            self._parts.append("]")

    def print_region(
        self,
        region: Region,
        print_entry_block_args: bool = True,
        print_empty_block: bool = True,
        print_block_terminators: bool = True,
    ) -> None:
        """Write `{ blocks }`."""
        op = region.parent
        self._default_dialects.append(_DEFAULT_DIALECTS.get(op.name, "") if op is not None else "")
        self._parts.append("{")
        entry = region.blocks.first
        for block in region.blocks:
            wanted = (print_entry_block_args and block.args) or (print_empty_block and not block.first_op)
            self.print_block(block, block is not entry or bool(wanted), print_block_terminators)
        self._print_new_line()
        self._parts.append("}")
        self._default_dialects.pop()

    def print_block(
        self, block: Block, print_block_args: bool = True, print_block_terminator: bool = True
    ) -> None:
        """Write a label, if asked, and the ops."""
        if print_block_args:
            self._print_new_line()
            self._print_label(block)
        self._indent += 1
        newline = "\n" + "  " * self._indent
        last = block.last_op
        for op in block.ops:
            if op is last and not print_block_terminator and op.has_trait(IsTerminator):
                continue
            self._parts.append(newline)
            self.print_op(op)
        self._indent -= 1

    def _print_label(self, block: Block) -> None:
        self.print_block_name(block)
        if block.args:
            self._parts.append("(")
            self.print_list(block.args, self.print_block_argument)
            self._parts.append(")")
        self._parts.append(":")
        region = block.parent
        sources = self._names.predecessors.get(block, []) if self._names is not None else []
        if len(sources) == 1:
            self._parts.append(f"  // pred: ^{sources[0]}")
        elif sources:
            self._parts.append(f"  // {len(sources)} preds: " + ", ".join("^" + name for name in sources))
        elif region is not None and region.blocks.first is not block:
            self._parts.append("  // no predecessors")


def _parts_of(attribute: Any) -> Iterable[Attribute]:
    """The attributes and types that an attribute or type is made of."""
    if isinstance(attribute, ArrayAttr):
        return cast("ArrayAttr[Attribute]", attribute).data
    if isinstance(attribute, DictionaryAttr):
        return attribute.data.values()
    return attribute.parameters if isinstance(attribute, ParametrizedAttribute) else ()


def _plain_integer(attribute: Attribute) -> str | None:
    """An i64 without its type, as it is written where the type goes without saying."""
    if isinstance(attribute, IntegerAttr) and attribute.type == i64:  # pyright: ignore
        return str(attribute.value.data)
    return None


def _plain_float(attribute: Attribute) -> str | None:
    """An f64 without its type; bits keep it, or they would be read as an integer."""
    if isinstance(attribute, FloatAttr) and attribute.type == f64:  # pyright: ignore
        text = float_text(attribute.value.data, f64)
        return text + " : f64" if text.startswith("0x") else text
    return None


def _escape(match: re.Match[bytes]) -> bytes:
    byte = match[0]
    return b"\\\\" if byte == b"\\" else b"\\%02X" % byte[0]
