"""Ops of dialects that asyncir does not have: read, kept and printed, and nothing is known of what they do.

They are read in two styles, and printed in the one that they were read in (a third one, in which the text is kept, is in
written_ops.py): the generic form,

    "npu.relu"(%a, %b) {mode = 1 : i32} : (memref<4xf32>, memref<4xf32>) -> ()

and the one of ops with destinations, in which each part may be missing:

    npu.relu ins(%a : memref<4xf32>) outs(%b : memref<4xf32>) {mode = 1 : i32} -> tensor<4xf32>

In the generic form an op of the second style says by the property `operandSegmentSizes` how many of its operands are
inputs. Of such ops nothing is known: they touch anything, may do it later, and may end a block, as MLIR sees it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Self

from asyncir.dialects.execution_traits import ConcernsOtherThreads
from asyncir.dialects.syntax import (
    ATTRIBUTES,
    Piece,
    arrow,
    given,
    parse_arrow_types,
    parse_typed_values,
    typed,
    write,
)
from asyncir.ir import (
    Attribute,
    Context,
    DenseArrayBase,
    Dialect,
    NoTerminator,
    Operation,
    OpTrait,
    Parser,
    Printer,
    SSAValue,
    StringAttr,
    TypeAttribute,
    UnregisteredAttr,
    UnregisteredOp,
    VerifyException,
    i32,
    traits_def,
)

SEGMENTS = "operandSegmentSizes"

NO_ATTRIBUTES: Mapping[str, Attribute] = {}

Check = Callable[[Operation], None]
"""Raises `VerifyException` where an op is not as its dialect demands."""


class ForeignOp(UnregisteredOp):
    """An op of a dialect that is not ours, in the generic form; each name has a class of its own."""

    check: Check | None = None
    """What a definition of its dialect demands."""
    traits = traits_def(
        ConcernsOtherThreads("name the machine that it is for: --machine NAME", of_machine=True),
        NoTerminator(),
    )

    @property
    def op_name(self) -> StringAttr:
        """Its name, with the dialect."""
        return StringAttr(self.name)

    @classmethod
    def has_trait(cls, trait: type[OpTrait] | OpTrait, *, value_if_unregistered: bool = True) -> bool:
        """Nothing but that it may meet others in a way of its own, and that its regions may end with any op."""
        return cls.get_trait(trait) is not None

    @property
    def inputs(self) -> Sequence[SSAValue]:
        """The operands in `ins(...)`; all of them where the op does not tell inputs and outputs apart."""
        return self.operands[: self._ends()[0]]

    @property
    def outputs(self) -> Sequence[SSAValue]:
        """The operands in `outs(...)`."""
        first, second = self._ends()
        return self.operands[first:second]

    def _ends(self) -> tuple[int, int]:
        """Where the inputs end, and where the outputs do; behind them may be others."""
        sizes = segments(self)
        if sizes is None or len(sizes) < 2:
            return len(self.operands), len(self.operands)
        return sizes[0], sizes[0] + sizes[1]

    def verify_(self) -> None:
        """Check what its dialect demands, if that is known."""
        sizes = segments(self)
        if sizes is not None and (sum(sizes) != len(self.operands) or min(sizes, default=0) < 0):
            raise VerifyException(f"{SEGMENTS} are {sum(sizes)} operands, and there are {len(self.operands)}")
        if self.check is not None:
            type(self).check(self)  # pyright: ignore[reportOptionalCall]


class DestinationOp(ForeignOp):
    """The same with `ins(...)` and `outs(...)`."""

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        """Parse `ins(...) outs(...) {...} -> T`, each of which may be missing; attributes may stand anywhere between."""
        found: dict[str, Attribute] = {}
        lists: list[Sequence[SSAValue]] = []
        for word in ("ins", "outs"):
            found |= ATTRIBUTES(parser)
            lists.append(given(word, "(", parse_typed_values, ")")(parser) or ())
        found |= ATTRIBUTES(parser)
        types = parse_arrow_types(parser)
        found |= ATTRIBUTES(parser)
        return cls.of(lists[0], lists[1], found, types)

    @classmethod
    def of(
        cls,
        inputs: Sequence[SSAValue],
        outputs: Sequence[SSAValue] = (),
        attributes: Mapping[str, Attribute] = NO_ATTRIBUTES,
        types: Sequence[Attribute] = (),
    ) -> Self:
        """The op with these operands."""
        sizes = DenseArrayBase.from_list(i32, [len(inputs), len(outputs)])
        return cls.create(
            operands=[*inputs, *outputs],
            result_types=types,
            attributes=attributes,
            properties={SEGMENTS: sizes},
        )

    def print(self, printer: Printer) -> None:
        """Print everything behind the name."""
        lists = (("ins", self.inputs), ("outs", self.outputs))
        pieces: list[Piece] = []
        for word, values in lists:
            pieces += [f" {word}(", *typed(values), ")"] if values else []
        write(printer, *pieces, self.attributes, *arrow(self.result_types))


def segments(op: Operation) -> Sequence[int] | None:
    """How many operands each part of the op has; None where it does not say."""
    found = op.get_attr_or_prop(SEGMENTS)
    return tuple(int(size) for size in found.get_values()) if isinstance(found, DenseArrayBase) else None


@cache
def foreign_op(name: str, check: Check | None = None) -> tuple[type[ForeignOp], type[DestinationOp]]:
    """The classes of an op: for the generic form, and for the one with destinations."""
    members = {"name": name, "check": check}
    generic = type("ForeignOp", (ForeignOp,), {**members, "__doc__": ForeignOp.__doc__})
    return generic, type("DestinationOp", (DestinationOp,), {**members, "__doc__": DestinationOp.__doc__})


def generic_class(op_type: type[Operation]) -> type[Operation]:
    """The class of an op that is written in the generic form."""
    return foreign_op(op_type.name, op_type.check)[0] if issubclass(op_type, ForeignOp) else op_type


def foreign(op: Operation) -> ForeignOp | None:
    """The op, if it is of a dialect that is not ours."""
    return op if isinstance(op, ForeignOp) else None


@dataclass(frozen=True)
class Foreign:
    """The dialects that may be met besides ours."""

    dialects: frozenset[str] | None = frozenset()
    """Their names; None: any."""
    definitions: Mapping[str, Mapping[str, Check | None]] = field(
        default_factory=dict[str, Mapping[str, "Check | None"]]
    )
    """Of dialects that are defined: what each op has to be; of a type, None. They have no other ops and types."""

    results: Mapping[str, Sequence[str]] = field(default_factory=dict[str, "Sequence[str]"])
    """By operation: the types of its results, where its text does not say them."""

    def __or__(self, other: Foreign) -> Foreign:
        """The dialects of both."""
        every = self.dialects is None or other.dialects is None
        names = None if every else (self.dialects or frozenset()) | (other.dialects or frozenset())
        return Foreign(names, {**self.definitions, **other.definitions}, {**self.results, **other.results})


NOTHING_FOREIGN = Foreign()
"""Our own dialects."""

ANY_DIALECT = Foreign(None)
"""Whatever comes."""


_KEPT = frozenset(
    [
        "acc",
        "amdgpu",
        "amx",
        "arm_neon",
        "arm_sme",
        "arm_sve",
        "bufferization",
        "dlti",
        "emitc",
        "index",
        "irdl",
        "linalg",
        "llvm",
        "ml_program",
        "mpi",
        "nvvm",
        "omp",
        "pdl",
        "pdl_interp",
        "ptr",
        "quant",
        "rocdl",
        "shape",
        "shard",
        "smt",
        "sparse_tensor",
        "spirv",
        "tosa",
        "transform",
        "wasmssa",
        "x86vector",
        "xegpu",
        "xevm",
    ]
)
"""The other dialects of mlir-opt 22 that have types or attributes: these are kept as they are written."""


class KeepingContext(Context):
    """A context that makes types and attributes of MLIR's dialects that it does not have, as they are written."""

    def _is_kept(self, name: str) -> bool:
        dialect, dot, _ = name.partition(".")
        return bool(dot) and dialect in _KEPT and dialect not in self.registered_dialect_names

    def get_optional_type(self, name: str) -> type[TypeAttribute] | None:
        """The type's class; for one that is kept, a class of its own."""
        found = super().get_optional_type(name)
        if found is None and self._is_kept(name):
            made = UnregisteredAttr.with_name_and_type(name, True)
            assert issubclass(made, TypeAttribute)
            self._loaded_types[name] = found = made
        return found

    def get_optional_attr(self, name: str) -> type[Attribute] | None:
        """The attribute's class; for one that is kept, a class of its own."""
        found = super().get_optional_attr(name)
        if found is None and self._is_kept(name):
            self._loaded_attrs[name] = found = UnregisteredAttr.with_name_and_type(name, False)
        return found


class OpenContext(KeepingContext):
    """A context that makes ops, types and attributes of dialects that it does not have."""

    def __init__(self, foreign: Foreign):
        super().__init__()
        self.foreign = foreign

    def load_definitions(self) -> None:
        """Load the dialects that are defined; those that are ours stay what they are."""
        for name, members in self.foreign.definitions.items():
            if name not in self.registered_dialect_names:
                checks = ((op, check) for op, check in members.items() if check is not None)
                self.load_dialect(Dialect(name, [foreign_op(op, check)[1] for op, check in checks], []))

    def _is_foreign(self, name: str) -> bool:
        dialect, dot, _ = name.partition(".")
        names = self.foreign.dialects
        unknown = bool(dot) and dialect not in self.registered_dialect_names
        return unknown and (names is None or dialect in names)

    def get_optional_op(self, name: str, *, dialect_stack: Sequence[str] = ()) -> type[Operation] | None:
        """The op's class; for one of another dialect, a class of its own."""
        found = super().get_optional_op(name, dialect_stack=dialect_stack)
        if found is not None:
            return found
        is_bare = "." not in name and self.foreign.dialects is None
        return foreign_op(name)[1] if is_bare or self._is_foreign(name) else None

    def _is_defined(self, name: str) -> bool:
        return name in self.foreign.definitions.get(name.partition(".")[0], {})

    def _is_kept(self, name: str) -> bool:
        return super()._is_kept(name) or self._is_foreign(name) or self._is_defined(name)


def known_foreign(ctx: Context) -> list[str]:
    """The names of the dialects besides ours that the context makes ops of."""
    return sorted(ctx.foreign.dialects or ()) if isinstance(ctx, OpenContext) else []


def known_results(ctx: Context, name: str) -> Sequence[str]:
    """The types of an op's results, where its text does not say them; empty where nobody else says them either."""
    return ctx.foreign.results.get(name, ()) if isinstance(ctx, OpenContext) else ()
