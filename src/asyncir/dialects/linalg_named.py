"""The ops of linalg whose names say what they compute: each is a row of `linalg_named.toml`."""

from __future__ import annotations

import re
import tomllib
from dataclasses import replace
from importlib.resources import files
from typing import Any, ClassVar, cast

from asyncir.dialects.define import define
from asyncir.dialects.linalg_attributes import CastKindAttr
from asyncir.dialects.linalg_bodies import BodyWriter, cast_of
from asyncir.dialects.linalg_maps import Numbers, identity, table_map
from asyncir.dialects.linalg_structured import (
    MEMOIZED,
    STRUCTURED,
    LinalgYieldOp,
    NamedStructuredOp,
    element_of,
    extents_of,
    is_shaped,
)
from asyncir.ir import (
    AffineMap,
    AffineMapAttr,
    ArrayAttr,
    Block,
    DenseIntOrFPElementsAttr,
    VerifyException,
    i64,
    opt_prop_def,
)
from asyncir.ir.dense import all_elements

_KINDS = {"p": "parallel", "r": "reduction"}


class TableOp(NamedStructuredOp):
    """An op of the table."""

    ROW: ClassVar[dict[str, Any]]

    @property
    def _numbers(self) -> tuple[tuple[str, Numbers], ...]:
        """Strides and dilations."""
        count = self.ROW.get("window")
        if count is None:
            return ()
        return tuple((name, self.window_numbers(name)) for name in ("strides", "dilations"))

    def window_numbers(self, name: str) -> Numbers:
        """Its `strides` or `dilations`, one for each dimension of the window."""
        given = self.properties.get(name)
        if given is None:
            return (1,) * int(self.ROW["window"])
        return tuple(int(number) for number in all_elements(given))

    @property
    def maps(self) -> tuple[AffineMap, ...]:
        """For each operand which element is used at a point."""
        texts = self.ROW.get("maps")
        if texts is None:
            rank = len(extents_of(self.inits[0].type))
            scalar, whole = AffineMap(rank, 0, ()), identity(rank)
            return tuple(whole if extents_of(operand.type) else scalar for operand in self.operands)
        return tuple(table_map(text, len(self.ROW["iterators"]), self._numbers) for text in texts)

    @classmethod
    def operand_count(cls) -> int:
        """As many as the row has maps, or operands in its body and an output."""
        maps: list[str] | None = cls.ROW.get("maps")
        return len(maps) if maps else len(set(re.findall(r"a\d", cls.ROW["body"]))) + 1

    def complete(self) -> None:
        """Keep the maps with the op, as MLIR does where they do not depend on the rank."""
        self._verify_window()
        if "maps" in self.ROW and MEMOIZED not in self.attributes:
            self.attributes[MEMOIZED] = ArrayAttr([AffineMapAttr(map) for map in self.maps])

    @property
    def loop_kinds(self) -> tuple[str, ...]:
        """For each loop `parallel` or `reduction`."""
        letters = self.ROW.get("iterators")
        if letters is None:
            return ("parallel",) * len(extents_of(self.inits[0].type))
        return tuple(_KINDS[letter] for letter in letters)

    def write_body(self, block: Block) -> None:
        """Write what the row says."""
        writer = BodyWriter(block, cast_of(self))
        block.add_op(LinalgYieldOp(writer.value(self.ROW["body"])))

    def verify_(self) -> None:
        """Check the attributes, and everything else."""
        self._verify_window()
        if self.ROW.get("scalar"):
            self._verify_scalar()
        self.verify_structure()

    def _verify_scalar(self) -> None:
        if is_shaped(self.operands[0].type):
            raise VerifyException("expected op with scalar input")
        of, element = self.operands[0].type, element_of(self.inits[0].type)
        if of != element:
            raise VerifyException(
                f"expected fill value type ('{of}') to match output element type ('{element}')"
            )

    def _verify_window(self) -> None:
        for name in ("strides", "dilations"):
            given: Any = self.properties.get(name)
            if given is None:
                continue
            count = self.ROW.get("window")
            of: Any = getattr(given, "type", None) if type(given) is DenseIntOrFPElementsAttr else None
            if of is None or of.element_type != i64 or of.get_shape() != (count,):
                raise VerifyException(
                    f"attribute '{name}' failed to satisfy constraint: "
                    f"64-bit signless int elements attribute of shape [{count}]"
                )
            if 0 in self.window_numbers(name):
                raise VerifyException("unexpected loop dimension for convolution op")


@define("linalg.named", *STRUCTURED)
class PlainTableOp(TableOp):
    """An op of the table without attributes of its own."""


@define("linalg.named_with_cast", *STRUCTURED)
class CastTableOp(TableOp):
    """An op of the table that says how it converts."""

    cast = opt_prop_def(CastKindAttr)


@define("linalg.named_with_window", *STRUCTURED)
class WindowTableOp(TableOp):
    """An op of the table that moves a window over its input."""

    strides = opt_prop_def(DenseIntOrFPElementsAttr)
    dilations = opt_prop_def(DenseIntOrFPElementsAttr)


def _class_of(name: str, row: dict[str, Any]) -> type[TableOp]:
    """The class of an op. Its definition is one of the three above: to make one from a class takes milliseconds."""
    base = WindowTableOp if "window" in row else CastTableOp if row.get("cast") else PlainTableOp
    definition = replace(base.get_irdl_definition(), name=f"linalg.{name}")
    members: dict[str, Any] = {
        "__doc__": f"`linalg.{name}`: {row['body']}.",
        "name": f"linalg.{name}",
        "ROW": row,
        "get_irdl_definition": classmethod(lambda cls: definition),
    }
    cls = type("".join(part.capitalize() for part in name.split("_")) + "Op", (base,), members)
    return cast("type[TableOp]", cls)


def _rows() -> dict[str, dict[str, Any]]:
    return tomllib.loads(files("asyncir.dialects").joinpath("linalg_named.toml").read_text(encoding="utf-8"))


NAMED: dict[str, type[TableOp]] = {f"linalg.{name}": _class_of(name, row) for name, row in _rows().items()}
"""The classes of the table's ops, by the ops' names."""
