# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What all makers of steps share: registers have slots, constants too; guards become masks.

A *step* is a function of a strand. It returns None to go on with the next step, a step's number to go on there, or `STOP`
when the strand cannot go on now (`at` then says where it will).
"""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from asyncir.ptx.program import (
    Address,
    FloatImmediate,
    Immediate,
    Negated,
    Operand,
    Pair,
    PtxInstruction,
    Register,
    Special,
    Symbol,
    VectorOperand,
)
from asyncir.semantics.kernels.arithmetic import WIDTHS, Flags, Lanes, Value, mask_of, types_of, word
from asyncir.semantics.kernels.block_state import NotModelledError, Strand
from asyncir.semantics.kernels.launch import PARAMETER_WINDOW, SHARED_WINDOW, BlockLaunch

STOP = -1
Step = Callable[[Strand], int | None]
LaneNumbers = NDArray[np.intp]


class StepAssembler:
    """Slots of one kernel's registers, and makers of what steps need."""

    def __init__(self, launch: BlockLaunch, needed: frozenset[str]) -> None:
        self.launch = launch
        self.kernel = launch.kernel
        self.needed = needed
        self.slots = {name: at for at, name in enumerate(sorted(needed))}
        self.initial: list[Value] = [self._empty(name) for name in sorted(needed)]
        self._constants: dict[int, int] = {}
        self._specials: dict[str, int] = {}
        self.special_values: list[tuple[int, str]] = []
        self.shared_at, self.shared_size = launch.shared_layout()
        self.parameters: list[tuple[int, int, int]] = []
        self.unit = 1
        self.bytes_matter = False
        self.proxies = False
        self.targets: dict[int, int] = {}

    def _empty(self, name: str) -> Value:
        """A register that nobody has set."""
        if self.kernel.registers.get(name) == "pred":
            return np.zeros(32, np.bool_)
        return np.zeros(32, np.uint64)

    def constant(self, number: int) -> int:
        """The slot of a number."""
        number &= 2**64 - 1
        if number not in self._constants:
            self._constants[number] = len(self.initial)
            self.initial.append(np.full(32, word(number), np.uint64))
        return self._constants[number]

    def parameter(self, offset: int, size: int) -> int:
        """The slot of bytes of the parameters; a run fills it."""
        self.parameters.append((len(self.initial), offset, size))
        self.initial.append(np.zeros(32, np.uint64))
        return len(self.initial) - 1

    def _special(self, name: str) -> int:
        if name not in self._specials:
            self._specials[name] = len(self.initial)
            self.initial.append(np.zeros(32, np.uint64))
            self.special_values.append((self._specials[name], name))
        return self._specials[name]

    def address_of(self, symbol: Symbol) -> int:
        """A variable's or parameter's address; in the space that it is in."""
        if symbol.name in self.shared_at:
            return self.shared_at[symbol.name] + symbol.offset
        for parameter in self.kernel.parameters:
            if parameter.name == symbol.name:
                return PARAMETER_WINDOW + parameter.offset + symbol.offset
        return (1 << 46) + (sum(symbol.name.encode()) << 16) + symbol.offset

    def operand(self, operand: Operand | None, width: int = 64) -> int:
        """The slot of a source."""
        match operand:
            case Register(name):
                if name not in self.slots:
                    raise NotModelledError(f"{name} is not followed")
                return self.slots[name]
            case Immediate(value):
                return self.constant(value & int(mask_of(width)))
            case FloatImmediate(bits):
                return self.constant(bits)
            case Special(name):
                return self._special(name)
            case Symbol():
                return self.constant(self.address_of(operand))
            case _:
                raise NotModelledError(f"an operand of kind {type(operand).__name__}")

    def sources(self, instruction: PtxInstruction, first: int = 1) -> list[int]:
        """Slots of an arithmetic instruction's sources."""
        kinds = types_of(instruction.modifiers)
        width = WIDTHS[kinds[-1]] if kinds else 64
        slots: list[int] = []
        for operand in instruction.operands[first:]:
            inner = operand.operand if isinstance(operand, Negated) else operand
            slots.append(self.operand(inner, width))
        return slots

    def result(self, operand: Operand | None) -> int | None:
        """The slot of a destination, None where nobody needs it."""
        if isinstance(operand, Register):
            return self.slots.get(operand.name)
        return None

    def results(self, operand: Operand | None) -> list[int | None]:
        """Slots of a vector of destinations."""
        if isinstance(operand, VectorOperand):
            return [self.result(element) for element in operand.elements]
        if isinstance(operand, Pair):
            return [self.result(operand.first), self.result(operand.second)]
        return [self.result(operand)]

    def guard(self, instruction: PtxInstruction) -> Callable[[Strand], Flags] | None:
        """The lanes that carry the instruction out, None for all of the strand's."""
        if instruction.guard is None:
            return None
        slot = self.slots[instruction.guard.register]
        if instruction.guard.negated:
            return lambda strand: strand.mask & ~strand.warp.registers[slot]  # pyright: ignore[reportReturnType]
        return lambda strand: strand.mask & strand.warp.registers[slot]  # pyright: ignore[reportReturnType]

    def active(self, instruction: PtxInstruction) -> Callable[[Strand], LaneNumbers]:
        """Numbers of the lanes that carry the instruction out."""
        guard = self.guard(instruction)
        if guard is None:
            return lambda strand: strand.lanes
        return lambda strand: np.flatnonzero(guard(strand))

    def guarded(self, instruction: PtxInstruction, slot: int, value: Callable[[list[Value]], Value]) -> Step:
        """A step that computes a register from registers."""
        guard = self.guard(instruction)
        if guard is None:

            def plain(strand: Strand) -> None:
                strand.put(slot, value(strand.warp.registers))

            return plain

        def masked(strand: Strand) -> None:
            strand.put_where(slot, value(strand.warp.registers), guard(strand))

        return masked

    def addresses(self, operand: Operand | None) -> Callable[[Strand], Lanes]:
        """The address of an operand `[base + offset]`, a number a lane."""
        if not isinstance(operand, Address):
            raise NotModelledError("an address that is none")
        if isinstance(operand.base, Symbol):
            slot = self.constant(self.address_of(operand.base) + operand.offset)
            return lambda strand: strand.warp.registers[slot]  # pyright: ignore[reportReturnType]
        slot = self.operand(operand.base)
        if operand.offset == 0:
            return lambda strand: strand.warp.registers[slot]  # pyright: ignore[reportReturnType]
        offset = word(operand.offset)
        return lambda strand: strand.warp.registers[slot] + offset  # pyright: ignore[reportReturnType]

    def shared_addresses(
        self, instruction: PtxInstruction, operand: Operand | None
    ) -> Callable[[Strand, LaneNumbers], tuple[NDArray[np.int64], LaneNumbers]]:
        """Shared addresses of some lanes; a generic address that is none in shared memory drops its lane."""
        whole = self.addresses(operand)
        low = mask_of(32)
        if any(part.split("::")[0] == "shared" for part in instruction.modifiers):
            return lambda strand, lanes: ((whole(strand)[lanes] & low).astype(np.int64), lanes)

        def generic(strand: Strand, lanes: LaneNumbers) -> tuple[NDArray[np.int64], LaneNumbers]:
            found = whole(strand)[lanes]
            inside = (found >= word(SHARED_WINDOW)) & (found < word(SHARED_WINDOW + (1 << 32)))
            return (found[inside] - word(SHARED_WINDOW)).astype(np.int64), lanes[inside]

        return generic
