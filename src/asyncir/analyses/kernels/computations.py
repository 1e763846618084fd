# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""From an instruction to the function that computes its results, by a table of functions.

What has no row, floating-point arithmetic above all, gives unknown values, which is never wrong. What an instruction
does to memory and barriers is not here but in `ptx/effects_table.py`.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Final

from asyncir.analyses.kernels import arithmetic as ops, lane_operations as lanes
from asyncir.analyses.kernels.arithmetic import Operation
from asyncir.analyses.kernels.values import MASKS, UNIFORM, VARYING, Value, choose, same, unknown_of
from asyncir.ptx.program import (
    Immediate,
    Operand,
    Pair,
    PtxInstruction,
    Register,
    Symbol,
    VectorOperand,
    registers_of,
)

WIDTHS: Final = {
    "pred": 1,
    **{f"{kind}{width}": width for kind in "bus" for width in (8, 16, 32, 64)},
    **{"f16": 16, "bf16": 16, "f16x2": 32, "bf16x2": 32, "f32": 32, "tf32": 32, "f64": 64, "b128": 128},
}
"""Bits of a type."""

FLOATS: Final = frozenset({"f16", "bf16", "f16x2", "bf16x2", "f32", "tf32", "f64", "ue8m0x2"})

SHARED_WINDOW: Final = 0x7F << 40
"""Where generic addresses of shared memory begin (the machine's choice; a program cannot know it)."""

LOCAL_WINDOW: Final = 0x7E << 40
RANK_SHIFT: Final = 24
"""An address of shared memory has the block's rank in its cluster above this bit."""


@dataclass(frozen=True, slots=True)
class ParameterWord:
    """`width` bits at byte `offset` of parameter `name`; without a name, the function that reads them by address."""

    name: str
    offset: int
    width: int

    @property
    def key(self) -> str:
        """The name under which a frame has it."""
        return f"#{self.name}+{self.offset}:{self.width}" if self.name else "#"


Source = Operand | ParameterWord


@dataclass(frozen=True, slots=True)
class Computation:
    """Registers `targets` become `function` of the sources; with more than one target it gives a tuple.

    `widths` are those of the sources (constants are cut to them). `per_lane`: the first argument is the `WarpLanes` that
    run together.
    """

    instruction: PtxInstruction
    targets: tuple[str | None, ...]
    sources: tuple[Source, ...]
    widths: tuple[int, ...]
    function: Operation
    per_lane: bool = False


def types_of(instruction: PtxInstruction) -> list[str]:
    """The types among the opcode's parts."""
    return [m for m in instruction.modifiers if m in WIDTHS or m in FLOATS]


def unknown_results(instruction: PtxInstruction, targets: tuple[str | None, ...]) -> Computation:
    """The registers become unknown; the same for all threads where all sources are."""
    sources = tuple(o for o in _flat(instruction.operands[1:]) if isinstance(o, Register))

    def function(*values: Value) -> Value:
        result = UNIFORM if values and all(same(v) for v in values) else VARYING
        return (result,) * len(targets) if len(targets) > 1 else result

    return Computation(instruction, targets, sources, (64,) * len(sources), function)


def computation_of(instruction: PtxInstruction, targets: tuple[str | None, ...]) -> Computation:
    """How the registers in `targets` are computed."""
    row = _ROWS.get(instruction.name)
    found = row(instruction, targets) if row else None
    return found or unknown_results(instruction, targets)


def in_its_register(computation: Computation, registers: Mapping[str, str]) -> Computation:
    """A conversion to a type that is narrower than its register fills the register, with the sign if the type has one."""
    types = types_of(computation.instruction)
    target = computation.targets[0] if computation.targets else None
    if computation.instruction.name != "cvt" or target is None or FLOATS & set(types):
        return computation
    width, register = WIDTHS[types[0]], WIDTHS.get(registers.get(target, ""), 0)
    if register <= width:
        return computation
    fill = ops.convert(width, types[0][0] == "s", register, False, False)
    inner = computation.function

    def filling(*values: Value) -> Value:
        return fill(inner(*values))

    return replace(computation, function=filling)


def _flat(operands: tuple[Operand | None, ...]) -> list[Operand]:
    found: list[Operand] = []
    for operand in operands:
        if isinstance(operand, VectorOperand):
            found += _flat(operand.elements)
        elif operand is not None:
            found.append(operand)
    return found


_Row = Callable[[PtxInstruction, tuple[str | None, ...]], Computation | None]


def _simple(
    make: Callable[[int, bool, PtxInstruction], Operation], widths: Callable[[int, int], tuple[int, ...]]
) -> _Row:
    """A row for `name.type d, a, b, …` with integers: `make` gets width and sign, `widths` the width and how many."""

    def row(instruction: PtxInstruction, targets: tuple[str | None, ...]) -> Computation | None:
        types = types_of(instruction)
        if not types or types[-1] in FLOATS or WIDTHS[types[-1]] > 64:
            return None
        width = WIDTHS[types[-1]]
        sources = _flat(instruction.operands[1:])
        function = make(width, types[-1][0] == "s", instruction)
        return Computation(instruction, targets, tuple(sources), widths(width, len(sources)), function)

    return row


def _all_same(width: int, count: int) -> tuple[int, ...]:
    return (width,) * count


def _shift_widths(width: int, count: int) -> tuple[int, ...]:
    return (width,) + (32,) * (count - 1)


def _add(width: int, signed: bool, instruction: PtxInstruction) -> Operation:
    return ops.saturated_sum(1) if "sat" in instruction.modifiers else ops.wrapping(lambda a, b: a + b, width)


def _subtract(width: int, signed: bool, instruction: PtxInstruction) -> Operation:
    return (
        ops.saturated_sum(-1) if "sat" in instruction.modifiers else ops.wrapping(lambda a, b: a - b, width)
    )


def _multiply(width: int, signed: bool, instruction: PtxInstruction) -> Operation:
    if "wide" in instruction.modifiers:
        return ops.multiply_wide(width, signed)
    if "hi" in instruction.modifiers:
        return ops.multiply_high(width, signed)
    return ops.wrapping(lambda a, b: a * b, width)


def _multiply_add(width: int, signed: bool, instruction: PtxInstruction) -> Operation:
    product = _multiply(width, signed, instruction)
    total = 2 * width if "wide" in instruction.modifiers else width
    add = ops.wrapping(lambda a, b: a + b, total)

    def apply(a: Value, b: Value, c: Value) -> Value:
        return add(product(a, b), c)

    return apply


def _multiply_24(signed: bool, instruction: PtxInstruction) -> Operation:
    """Products of the low 24 bits of each side: their low 32 bits, or with .hi the bits from 16 on."""
    high = "hi" in instruction.modifiers
    return ops.multiply_24(signed, high)


def _multiply_add_24(signed: bool, instruction: PtxInstruction) -> Operation:
    """`mad24.hi.sat` is not known: its sum does not wrap."""
    product = _multiply_24(signed, instruction)
    add = ops.wrapping(lambda a, b: a + b, 32)
    if "sat" in instruction.modifiers:
        return lambda *values: unknown_of(*values) or VARYING

    def apply(a: Value, b: Value, c: Value) -> Value:
        return add(product(a, b), c)

    return apply


def _multiply_add_widths(instruction: PtxInstruction, targets: tuple[str | None, ...]) -> Computation | None:
    widths = _wide_sum if "wide" in instruction.modifiers else _all_same
    return _simple(_multiply_add, widths)(instruction, targets)


def _wide_sum(width: int, _count: int) -> tuple[int, ...]:
    return (width, width, 2 * width)


def _same(value: Value) -> Value:
    return value


def _move(instruction: PtxInstruction, targets: tuple[str | None, ...]) -> Computation | None:
    types = types_of(instruction)
    source = instruction.operands[1]
    if not types or source is None or WIDTHS.get(types[-1], 128) > 64:
        return None
    width = WIDTHS[types[-1]]
    if isinstance(source, VectorOperand):
        parts = source.elements
        each = width // len(parts)
        if any(p is None for p in parts):
            return None
        sources = tuple(p for p in parts if p is not None)
        return Computation(instruction, targets, sources, (each,) * len(parts), lanes.pack(each, width))
    if isinstance(instruction.operands[0], VectorOperand):
        function = lanes.unpack(width // len(targets), len(targets))
        return Computation(instruction, targets, (source,), (width,), function)
    if isinstance(source, Symbol):  # an address of 64 bits here, where blocks have different ones
        return Computation(
            instruction, targets, (source,), (64,), ops.convert(64, False, width, False, False)
        )
    return Computation(instruction, targets, (source,), (width,), _same)


def _compare(instruction: PtxInstruction, targets: tuple[str | None, ...]) -> Computation | None:
    """setp: a comparison, joined with a predicate or not; the second result is with the comparison turned round."""
    types = types_of(instruction)
    name = instruction.modifiers[0] if instruction.modifiers else ""
    if not types or types[-1] in FLOATS or name not in ops.COMPARISONS:
        return None
    width = WIDTHS[types[-1]]
    comparison = ops.compare(name, width, types[-1][0] == "s")
    sources = tuple(_flat(instruction.operands[1:]))
    join = ops.JOINS.get(instruction.modifiers[1]) if len(sources) == 3 else None
    if len(sources) not in {2, 3} or (len(sources) == 3 and join is None):
        return None
    turned = ops.invert(1)

    def function(a: Value, b: Value, c: Value = True) -> Value:
        outcome = comparison(a, b)
        first = join(outcome, c) if join else outcome
        if len(targets) == 1:
            return first
        second = turned(outcome)
        return first, join(second, c) if join else second

    return Computation(instruction, targets, sources, (width, width, 1)[: len(sources)], function)


def _set(instruction: PtxInstruction, targets: tuple[str | None, ...]) -> Computation | None:
    """set: all ones where the comparison of integers holds, else 0; with two operands only."""
    types = types_of(instruction)
    name = instruction.modifiers[0] if instruction.modifiers else ""
    sources = tuple(_flat(instruction.operands[1:]))
    if len(types) != 2 or FLOATS & set(types) or name not in ops.COMPARISONS or len(sources) != 2:
        return None
    target, width = WIDTHS[types[0]], WIDTHS[types[1]]
    comparison = ops.compare(name, width, types[1][0] == "s")

    def function(a: Value, b: Value) -> Value:
        return choose(comparison(a, b), MASKS[target], 0, target)

    return Computation(instruction, targets, sources, (width, width), function)


def _select(instruction: PtxInstruction, targets: tuple[str | None, ...]) -> Computation | None:
    types = types_of(instruction)
    if not types or WIDTHS.get(types[-1], 128) > 64:
        return None
    width = WIDTHS[types[-1]]
    sources = tuple(_flat(instruction.operands[1:]))

    def function(a: Value, b: Value, condition: Value) -> Value:
        return choose(condition, a, b, width)

    return Computation(instruction, targets, sources, (width, width, 1), function)


def _select_by_sign(instruction: PtxInstruction, targets: tuple[str | None, ...]) -> Computation | None:
    types = types_of(instruction)
    if len(types) != 2 or types[1] != "s32" or WIDTHS.get(types[0], 128) > 64:
        return None
    width = WIDTHS[types[0]]
    positive = ops.compare("ge", 32, signed=True)
    sources = tuple(_flat(instruction.operands[1:]))

    def function(a: Value, b: Value, c: Value) -> Value:
        return choose(positive(c, 0), a, b, width)

    return Computation(instruction, targets, sources, (width, width, 32), function)


def _convert(instruction: PtxInstruction, targets: tuple[str | None, ...]) -> Computation | None:
    types = types_of(instruction)
    if len(types) != 2 or FLOATS & set(types):
        return None
    target, source = types
    function = ops.convert(
        WIDTHS[source], source[0] == "s", WIDTHS[target], "sat" in instruction.modifiers, target[0] == "s"
    )
    return Computation(
        instruction, targets, tuple(_flat(instruction.operands[1:])), (WIDTHS[source],), function
    )


def _convert_address(width: int, signed: bool, instruction: PtxInstruction) -> Operation:
    """cvta: to and from generic addresses."""
    parts = instruction.modifiers
    window = SHARED_WINDOW if any(m.startswith("shared") for m in parts) else 0
    window = LOCAL_WINDOW if "local" in parts else window
    shift = -window if "to" in parts else window
    return ops.wrapping(lambda a, b: a + b, width) if not window else _adding(shift, width)


def _adding(constant: int, width: int) -> Operation:
    mask = MASKS[width]

    def apply(a: Value) -> Value:
        result = a + (constant & mask)
        return result & mask if type(result) is int else result

    return apply


def _address_row(instruction: PtxInstruction, targets: tuple[str | None, ...]) -> Computation | None:
    found = _simple(_convert_address, _all_same)(instruction, targets)
    if found is None:
        return None
    parts = instruction.modifiers
    if "local" in parts or any(m.startswith("shared") for m in parts):
        return found
    return Computation(instruction, targets, found.sources, found.widths, _same)


def _look_up(instruction: PtxInstruction, targets: tuple[str | None, ...]) -> Computation | None:
    operands = instruction.operands
    if len(operands) != 5 or len(targets) != 1 or not isinstance(operands[4], Immediate):
        return None
    sources = tuple(_flat(operands[1:4]))
    return Computation(instruction, targets, sources, (32,) * 3, ops.look_up_3(operands[4].value, 32))


def _permute(instruction: PtxInstruction, targets: tuple[str | None, ...]) -> Computation | None:
    mode = "" if len(instruction.modifiers) == 1 else instruction.modifiers[-1]
    sources = tuple(_flat(instruction.operands[1:]))
    return Computation(instruction, targets, sources, (32,) * 3, ops.permute_bytes(mode))


def _bits(name: str) -> Callable[[int, bool, PtxInstruction], Operation]:
    def make(width: int, signed: bool, instruction: PtxInstruction) -> Operation:
        return ops.bit_operation(name, width, signed, "shiftamt" in instruction.modifiers)

    return make


def _across(row: Callable[[PtxInstruction, int], Operation | None]) -> _Row:
    """A row for an instruction across the lanes of a warp."""

    def make(instruction: PtxInstruction, targets: tuple[str | None, ...]) -> Computation | None:
        function = row(instruction, len(targets))
        if function is None:
            return None
        sources = tuple(_flat(instruction.operands[1:]))
        return Computation(instruction, targets, sources, (32,) * len(sources), function, per_lane=True)

    return make


def _vote(instruction: PtxInstruction, _targets: int) -> Operation | None:
    kind = next((m for m in instruction.modifiers if m in lanes.VOTES), None)
    return lanes.VOTES[kind] if kind else None


def _shuffle(instruction: PtxInstruction, targets: int) -> Operation | None:
    kind = next((m for m in instruction.modifiers if m in lanes.SHUFFLES), None)
    return lanes.shuffle(kind, targets > 1) if kind else None


def _reduce(instruction: PtxInstruction, _targets: int) -> Operation | None:
    types = types_of(instruction)
    kind = next((m for m in instruction.modifiers if m in lanes.REDUCTIONS), None)
    if kind is None or not types or types[-1] in FLOATS:
        return None
    return lanes.reduce_warp(kind, types[-1][0] == "s")


_ROWS: Final[dict[str, _Row]] = {
    "mov": _move,
    "setp": _compare,
    "selp": _select,
    "slct": _select_by_sign,
    "cvt": _convert,
    "cvta": _address_row,
    "lop3": _look_up,
    "prmt": _permute,
    "mad": _multiply_add_widths,
    "mul24": _simple(lambda w, s, i: _multiply_24(s, i), _all_same),
    "mad24": _simple(lambda w, s, i: _multiply_add_24(s, i), _all_same),
    "add": _simple(_add, _all_same),
    "sub": _simple(_subtract, _all_same),
    "sad": _simple(lambda w, s, i: ops.absolute_difference(w, s), _all_same),
    "cnot": _simple(lambda w, s, i: ops.is_zero(w), _all_same),
    "set": _set,
    "mul": _simple(_multiply, _all_same),
    "div": _simple(lambda w, s, i: ops.divide(w, s, remainder=False), _all_same),
    "rem": _simple(lambda w, s, i: ops.divide(w, s, remainder=True), _all_same),
    "min": _simple(lambda w, s, i: ops.extreme(w, s, largest=False), _all_same),
    "max": _simple(lambda w, s, i: ops.extreme(w, s, largest=True), _all_same),
    "abs": _simple(lambda w, s, i: ops.absolute(w), _all_same),
    "neg": _simple(lambda w, s, i: ops.negate(w), _all_same),
    "not": _simple(lambda w, s, i: ops.invert(w), _all_same),
    "and": _simple(lambda w, s, i: ops.JOINS["and"], _all_same),
    "or": _simple(lambda w, s, i: ops.JOINS["or"], _all_same),
    "xor": _simple(lambda w, s, i: ops.JOINS["xor"], _all_same),
    "shl": _simple(lambda w, s, i: ops.shift_left(w), _shift_widths),
    "shr": _simple(lambda w, s, i: ops.shift_right(w, s), _shift_widths),
    "shf": _simple(lambda w, s, i: ops.funnel("l" in i.modifiers, "wrap" in i.modifiers), _all_same),
    "bfe": _simple(lambda w, s, i: ops.extract_bits(w, s), _shift_widths),
    "bfi": _simple(lambda w, s, i: ops.insert_bits(w), lambda w, n: (w, w, 32, 32)),
    "bmsk": _simple(lambda w, s, i: ops.bit_mask("clamp" in i.modifiers), _all_same),
    "popc": _simple(_bits("popc"), _all_same),
    "clz": _simple(_bits("clz"), _all_same),
    "brev": _simple(_bits("brev"), _all_same),
    "bfind": _simple(_bits("bfind"), _all_same),
    "fns": _simple(lambda w, s, i: ops.find_nth_set, _all_same),
    "mapa": _simple(lambda w, s, i: lanes.map_to_rank(w), lambda w, n: (w, 32)),
    "getctarank": _simple(lambda w, s, i: lanes.rank_of_address, _all_same),
    "shfl": _across(_shuffle),
    "vote": _across(_vote),
    "redux": _across(_reduce),
    "elect": _across(lambda instruction, targets: lanes.elect(targets > 1)),
    "match": _across(
        lambda instruction, targets: lanes.match_any if "any" in instruction.modifiers else None
    ),
    "activemask": _across(lambda instruction, targets: lanes.active_mask),
}


def targets_of(instruction: PtxInstruction) -> tuple[str | None, ...]:
    """The registers that the instruction sets, in order; None for a sink."""
    if instruction.name in _READS_FIRST or (
        instruction.name in {"bar", "barrier"} and "red" not in instruction.modifiers
    ):
        return ()
    if not instruction.operands:
        return ()
    match instruction.operands[0]:
        case Register(name):
            return (name,) if (instruction.name, instruction.modifiers[:1]) not in _READS_FIRST_FORMS else ()
        case VectorOperand(elements):
            return tuple(e.name if isinstance(e, Register) else None for e in elements)
        case Pair(first, second):
            return tuple(e.name if isinstance(e, Register) else None for e in (first, second))
        case _:
            return ()


_READS_FIRST: Final = frozenset({"nanosleep", "brx", "setmaxnreg", "stackrestore", "bra"})
_READS_FIRST_FORMS: Final = frozenset({("tcgen05", ("dealloc",))})
"""Instructions whose first operand is a register that they read."""


def source_registers(source: Source) -> Iterator[str]:
    """Names of the registers in a source."""
    return iter(()) if isinstance(source, ParameterWord) else registers_of(source)
