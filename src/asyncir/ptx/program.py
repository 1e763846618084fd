# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A PTX module as data: kernels, variables, instructions, operands, each with its place in the text.

Names that PTX declares in an inner scope (`{ .reg .pred p; ... }`) are unique here: the reader renames them. Branch
targets are indices into the body. Source: PTX ISA 9.0, chapters 4 to 6.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property


@dataclass(frozen=True, slots=True)
class SourceLine:
    """A line of the program that the PTX was made from (`.loc`), innermost first where functions were inlined."""

    file: str
    line: int
    column: int = 0
    function: str = ""
    inlined_at: "SourceLine | None" = None


@dataclass(frozen=True, slots=True)
class PtxSpot:
    """Where something stands in the PTX text: line and column from 1, and the source line behind it if there is one."""

    line: int
    column: int = 1
    source: SourceLine | None = None


# Operands. An instruction's operands are in the order of the text, destination first where there is one.


@dataclass(frozen=True, slots=True)
class Register:
    """`%r1`: a register by its name, percent sign included where the text has one."""

    name: str


@dataclass(frozen=True, slots=True)
class Special:
    """`%tid.x`, `%laneid`, `%cluster_ctarank`, `%dynamic_smem_size`, ...: a register that the machine sets."""

    name: str


@dataclass(frozen=True, slots=True)
class Immediate:
    """An integer constant; negative ones are negative here, whatever the instruction's width."""

    value: int


@dataclass(frozen=True, slots=True)
class FloatImmediate:
    """A floating-point constant by its bits: `0f3F800000` has width 32; decimal ones are doubles of width 64."""

    bits: int
    width: int


@dataclass(frozen=True, slots=True)
class Symbol:
    """The name of a variable, parameter, function or label, plus bytes: `name+4`."""

    name: str
    offset: int = 0


@dataclass(frozen=True, slots=True)
class Negated:
    """`!%p1` as an operand."""

    operand: Register


@dataclass(frozen=True, slots=True)
class VectorOperand:
    """`{%r1, %r2}`, and the elements of a coordinate list; `_` (a sink) is None."""

    elements: tuple["Operand | None", ...]


@dataclass(frozen=True, slots=True)
class Pair:
    """`%p1|%p2`: two destinations of one instruction; `_` is None."""

    first: "Operand | None"
    second: "Operand | None"


@dataclass(frozen=True, slots=True)
class Address:
    """`[base + offset]`, with the coordinates of a tensor copy: `[%map, {%x, %y}]`."""

    base: "Register | Symbol | Immediate"
    offset: int = 0
    coordinates: VectorOperand | None = None


@dataclass(frozen=True, slots=True)
class CallOperand:
    """The parenthesised lists of a `call`: `(%out)` and `(%a, %b)`."""

    elements: tuple["Operand", ...]


Operand = (
    Register
    | Special
    | Immediate
    | FloatImmediate
    | Symbol
    | Negated
    | VectorOperand
    | Pair
    | Address
    | CallOperand
)


@dataclass(frozen=True, slots=True)
class Guard:
    """`@%p` or `@!%p` in front of an instruction."""

    register: str
    negated: bool = False


@dataclass(frozen=True)
class PtxInstruction:
    """One statement of a body.

    `opcode` is the whole word (`cp.async.cg.shared.global.L2::128B`), `name` its first part, `modifiers` the others.
    `operands` has the sinks (`_`) as None. `target` is the index in the body where a branch goes (`bra`), `targets`
    those of a `brx.idx`. `text` is the statement as written, without its semicolon, whitespace made single. `pragmas`
    are those in front of it, `marks` the words of an `// asyncir: ...` comment on its line or alone on the line
    above. The statement, guard and semicolon included, is `module.text[start:end]`.
    """

    index: int
    opcode: str
    operands: tuple[Operand | None, ...]
    spot: PtxSpot
    text: str
    guard: Guard | None = None
    target: int | None = None
    targets: tuple[int, ...] = ()
    marks: tuple[str, ...] = ()
    pragmas: tuple[str, ...] = ()
    start: int = 0
    end: int = 0

    @cached_property
    def name(self) -> str:
        """The first part of the opcode: `cp`."""
        return self.opcode.split(".", 1)[0]

    @cached_property
    def modifiers(self) -> tuple[str, ...]:
        """The parts of the opcode behind the first: `("async", "cg", "shared", "global")`."""
        return tuple(self.opcode.split(".")[1:])

    def registers(self) -> Iterator[str]:
        """Names of all registers of the operands (not of the guard), in order, sinks left out."""
        for operand in self.operands:
            yield from registers_of(operand)


def registers_of(operand: Operand | None) -> Iterator[str]:
    """Names of the registers in one operand."""
    match operand:
        case Register(name):
            yield name
        case Negated(register):
            yield register.name
        case VectorOperand(elements) | CallOperand(elements):
            for element in elements:
                yield from registers_of(element)
        case Pair(first, second):
            yield from registers_of(first)
            yield from registers_of(second)
        case Address(base, _, coordinates):
            yield from registers_of(base)
            yield from registers_of(coordinates)
        case _:
            return


@dataclass(frozen=True, slots=True)
class Parameter:
    """A kernel parameter. `offset` is its place in the block of parameters, `size` its bytes (arrays and structs
    whole).
    """

    name: str
    type: str
    size: int
    align: int
    offset: int
    pointer_space: str = ""


@dataclass(frozen=True, slots=True)
class PtxVariable:
    """A module or function variable (`.shared`, `.global`, `.const`, `.local`). `size` 0 is `extern .shared a[]`."""

    name: str
    space: str
    size: int
    align: int
    external: bool
    spot: PtxSpot
    data: bytes = b""


@dataclass(frozen=True)
class Kernel:
    """An `.entry` (or a `.func` with a body).

    `registers` maps each register that the body names to its type without the dot (`pred`, `b32`, `f32`, `b64`, ...);
    the elements of a vector register `%v` are `%v.x`, `%v.y`, .... `labels` maps a
    label to the index in `body` of the instruction behind it (the length of the body for one at the end).
    `directives` has `reqntid`, `maxntid`, `minnctapersm`, `explicitcluster`, `reqnctapercluster`, ... with their
    numbers.
    """

    name: str
    entry: bool
    parameters: tuple[Parameter, ...]
    results: tuple[Parameter, ...]
    registers: dict[str, str]
    variables: tuple[PtxVariable, ...]
    body: tuple[PtxInstruction, ...]
    labels: dict[str, int]
    directives: dict[str, tuple[int, ...]]
    spot: PtxSpot
    end: PtxSpot


@dataclass(frozen=True)
class PtxModule:
    """A whole file. `version` is (major, minor), `target` as written (`sm_90a`), `options` what else `.target` names.

    `kernels` are the entries, `functions` the `.func`s with a body, `declared` the functions that have none here.
    """

    version: tuple[int, int]
    target: str
    address_size: int
    kernels: tuple[Kernel, ...]
    functions: dict[str, Kernel]
    variables: tuple[PtxVariable, ...]
    declared: frozenset[str]
    files: dict[int, str]
    text: str
    path: str = ""
    options: tuple[str, ...] = field(default=())

    @property
    def architecture(self) -> int:
        """The number of the target: 90 for `sm_90a`."""
        return int("".join(c for c in self.target if c.isdigit()) or "0")
