# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Memory of one thread as registers: parameters of calls, variables in local memory.

Where each access of a variable is a plain load or store of one word at a place that the text gives, and no two words
overlap, a word is as good as a register: a `mov`, or a `cvt` where the register beside it is wider. A place is given by
the name of the variable, or by a register that is set once, to an address of the variable and a constant. A variable of
which an address goes anywhere else stays as it is, and one of which a word is loaded that nobody stores.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Final

from asyncir.ptx.program import (
    Address,
    CallOperand,
    Immediate,
    Operand,
    Pair,
    PtxInstruction,
    Register,
    Symbol,
    VectorOperand,
    registers_of,
)

_WIDTH: Final = re.compile(r"[a-z]+(\d+)")
Word = tuple[str, int, int]
"""A variable, the offset of a word in it, the word's bits."""
Place = tuple[str, int]


def width_of(word: str) -> int:
    """Bits of a type; 0 where it is none of one register."""
    found = _WIDTH.fullmatch(word)
    return int(found[1]) if found and int(found[1]) in (8, 16, 32, 64) else 0


def name_of_word(word: Word) -> str:
    """The name of its register."""
    return f"{word[0]}+{word[1]}:{word[2]}"


class MemoryWords:
    """The words of the variables `names` in a body. `registers` are the types of the body's registers.

    `words` are those that are registers from now on.
    """

    def __init__(
        self, body: Sequence[PtxInstruction], registers: Mapping[str, str], names: Iterable[str]
    ) -> None:
        self.registers = registers
        self.names = frozenset(names)
        self.pointers: dict[str, Place] = {}
        self.bad: set[str] = set()
        if self.names:
            self._find_pointers(body)
        loaded: set[Word] = set()
        stored: set[Word] = set()
        for instruction in body if self.names else ():
            word = self._look(instruction)
            if word is not None:
                (loaded if instruction.name == "ld" else stored).add(word)
        self.bad |= {word[0] for word in loaded - stored} | set(_overlapping(loaded | stored))
        self.words = frozenset(word for word in loaded | stored if word[0] not in self.bad)

    def _find_pointers(self, body: Sequence[PtxInstruction]) -> None:
        """Registers that are set once, to an address of one of the variables."""
        set_by: dict[str, list[PtxInstruction]] = {}
        for instruction in body:
            if instruction.operands and instruction.name not in ("st", "red", "bra"):
                for name in registers_of(instruction.operands[0]):
                    set_by.setdefault(name, []).append(instruction)
        changed = True
        while changed:
            changed = False
            for name, instructions in set_by.items():
                if name in self.pointers or len(instructions) > 1:
                    continue
                place = self._pointed(instructions[0])
                if place is not None:
                    self.pointers[name] = place
                    changed = True

    def _pointed(self, instruction: PtxInstruction) -> Place | None:
        """What the result of an instruction points to."""
        operands = instruction.operands
        if instruction.guard is not None or not isinstance(operands[0], Register):
            return None
        if instruction.name in ("mov", "cvta") and len(operands) == 2:
            return self._place(operands[1])
        if instruction.name in ("add", "sub") and len(operands) == 3 and isinstance(operands[2], Immediate):
            place = self._place(operands[1])
            by = operands[2].value if instruction.name == "add" else -operands[2].value
            return None if place is None else (place[0], place[1] + by)
        return None

    def _place(self, operand: Operand | None) -> Place | None:
        if isinstance(operand, Symbol) and operand.name in self.names:
            return operand.name, operand.offset
        return self.pointers.get(operand.name) if isinstance(operand, Register) else None

    def _look(self, instruction: PtxInstruction) -> Word | None:
        """The word that an instruction accesses; what is no plain access makes variables bad."""
        word = self._word(instruction)
        if instruction.operands and word is None and not self._moves_a_pointer(instruction):
            for operand in instruction.operands:
                self.bad.update(self._variables(operand))
        elif word is not None:
            self.bad.update(self._variables(instruction.operands[0 if instruction.name == "ld" else 1]))
        return word

    def _moves_a_pointer(self, instruction: PtxInstruction) -> bool:
        first = instruction.operands[0]
        return isinstance(first, Register) and first.name in self.pointers

    def _variables(self, operand: Operand | None) -> Iterator[str]:
        """The variables that an operand has an address of."""
        match operand:
            case Symbol() | Register():
                place = self._place(operand)
                if place is not None:
                    yield place[0]
            case Address(base, _, coordinates):
                yield from self._variables(base)
                yield from self._variables(coordinates)
            case VectorOperand(elements) | CallOperand(elements):
                for element in elements:
                    yield from self._variables(element)
            case Pair(first, second):
                yield from self._variables(first)
                yield from self._variables(second)
            case _:
                return

    def _word(self, instruction: PtxInstruction) -> Word | None:
        """The word of a plain load or store of one of the variables."""
        if instruction.name not in ("ld", "st") or len(instruction.operands) != 2:
            return None
        at = 1 if instruction.name == "ld" else 0
        address, value = instruction.operands[at], instruction.operands[1 - at]
        if not isinstance(address, Address) or isinstance(value, VectorOperand | Address):
            return None
        place = self._place(address.base)
        width = width_of(instruction.modifiers[-1]) if instruction.modifiers else 0
        return (place[0], place[1] + address.offset, width) if place is not None and width else None

    def changed(self, instruction: PtxInstruction) -> PtxInstruction:
        """The instruction, or the `mov` or `cvt` that stands for it."""
        word = self._word(instruction) if self.names else None
        if word is None or word not in self.words:
            return instruction
        register, width = Register(name_of_word(word)), word[2]
        loads = instruction.name == "ld"
        value = instruction.operands[0 if loads else 1]
        bits = width
        if isinstance(value, Register):
            bits = width_of(self.registers.get(value.name, "")) or width
        sign = "s" if instruction.modifiers[-1][0] == "s" and loads else "u"
        convert = f"cvt.{sign}{bits}.{sign}{width}" if loads else f"cvt.u{width}.u{bits}"
        opcode = f"mov.b{width}" if bits == width else convert
        return replace(instruction, opcode=opcode, operands=(value, register) if loads else (register, value))

    def types(self) -> dict[str, str]:
        """The types of the words' registers."""
        return {name_of_word(word): f"b{word[2]}" for word in self.words}


def _overlapping(words: set[Word]) -> Iterator[str]:
    """Variables of which two words have a byte in common."""
    for (name, start, width), (other, behind, _) in pairwise(sorted(words)):
        if name == other and start + width // 8 > behind:
            yield name
