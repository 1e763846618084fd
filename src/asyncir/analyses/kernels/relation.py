# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A run that is followed together with another of more trips: shifts of registers go along (`shifts.py`).

Whatever decides a branch, an address, a count or a predicate must be equal in both; the first that is not ends the
comparison, with the reason.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

import numpy as np

from asyncir.analyses.kernels.computations import Computation, ParameterWord, Source
from asyncir.analyses.kernels.conditions import GUARDED, derived, key_of, several
from asyncir.analyses.kernels.frames import MIXED, RegisterFrame
from asyncir.analyses.kernels.shifts import Shift, chosen, shifts_of
from asyncir.analyses.kernels.straight_code import StraightRun, invert_predicate, value_of
from asyncir.analyses.kernels.trace import Addresses
from asyncir.analyses.kernels.values import Opaque, ThreadShifts, Value, choose
from asyncir.ptx.effects import MbarrierTest
from asyncir.ptx.program import Negated, Register, registers_of

if TYPE_CHECKING:
    from asyncir.analyses.kernels.execute import KernelMachine
    from asyncir.analyses.kernels.executing import At

PARTLY = "some of its bytes, or some threads', come from memory that differs"


class Unrelated(Exception):
    """The two runs differ in something that decides; what, is in the text."""


class Relation:
    """Shifts of one run against another. `parameter` gives the shift of a parameter word by its name in frames,
    `memory` those of numbers in shared memory, by address, each with its bytes.
    """

    def __init__(
        self, parameter: Callable[[str], Shift], memory: Mapping[int, tuple[int, Shift]] | None = None
    ) -> None:
        self.parameter = parameter
        self._words: dict[str, Shift] = {}
        self.memory: dict[int, tuple[int, Shift]] = dict(memory or {})

    def word(self, key: str) -> Shift:
        """The shift of a parameter word."""
        if key == "#":
            return 0
        if key not in self._words:
            self._words[key] = self.parameter(key)
        return self._words[key]

    def source(self, frame: RegisterFrame, source: Source) -> Shift:
        """The shift of an operand."""
        match source:
            case ParameterWord():
                return self.word(source.key)
            case Register(name):
                return frame.tags.get(name, 0)
            case Negated(register):
                return frame.tags.get(register.name, 0)
            case _:
                return 0

    def compute(self, run: StraightRun, frame: RegisterFrame) -> None:
        """Straight code, with shifts."""
        words = frozenset(k for k in run.words if k == "#" or self.word(k))
        if not words and frame.tags.keys().isdisjoint(run.reads):
            run(frame)
            for name in run.targets & frame.tags.keys():
                del frame.tags[name]
            return
        tagged = frozenset(name for name in frame.tags if name in run.reads or name in run.targets)
        for part in run.parts(tagged, words):
            if isinstance(part, StraightRun):
                part(frame)
            else:
                self._one(part, run, frame)
        frame.written.update(run.targets)

    def _one(self, computation: Computation, run: StraightRun, frame: RegisterFrame) -> None:
        pairs = zip(computation.sources, computation.widths, strict=True)
        values = [value_of(frame, source, width) for source, width in pairs]
        arguments = [frame.lanes, *values] if computation.per_lane else values
        result = computation.function(*arguments)
        key = key_of(computation.instruction)
        results: tuple[Value, ...]
        results = (
            several(result, key, values) if len(computation.targets) > 1 else (derived(result, key, values),)
        )
        sources = [self.source(frame, s) for s in computation.sources]
        word = computation.sources[0] if computation.sources else None
        if isinstance(word, ParameterWord) and not word.name:
            shifts = self._by_address(word, values, sources[1], len(results))
        else:
            shifts = shifts_of(computation, values, sources, results)
        guard = computation.instruction.guard
        condition: Value = True
        guard_shift: Shift = 0
        if guard is not None:
            condition = frame[guard.register]
            condition = invert_predicate(condition) if guard.negated else condition
            guard_shift = frame.tags.get(guard.register, 0)
        for name, value, shift in zip(computation.targets, results, shifts, strict=True):
            if name is None:
                continue
            old_shift = frame.tags.get(name, 0)
            if guard is not None:
                old = frame[name]
                value = derived(
                    choose(condition, value, old, run.width(name)), GUARDED, (condition, value, old)
                )
                shift = _guarded(condition, guard_shift, shift, old_shift)
            frame[name] = value
            if shift:
                frame.tags[name] = shift
            else:
                frame.tags.pop(name, None)

    def _by_address(
        self, word: ParameterWord, values: list[Value], address: Shift, count: int
    ) -> list[Shift]:
        """Shifts of parameter words that are loaded from an address in a register."""
        if address or not isinstance(values[1], int):
            return ["the address of a parameter is not known"] * count
        keys = [values[0].key(values[1], word.offset + k * word.width // 8, word.width) for k in range(count)]
        return [0 if key is None else self.word(key) for key in keys]

    def check(self, machine: KernelMachine, frame: RegisterFrame, pc: int) -> None:
        """Raise unless all that decides instruction `pc` is equal."""
        if not frame.tags:
            return
        for name in machine.part.roots[pc]:
            shift = frame.tags.get(name, 0)
            if shift and not self._harmless(machine, pc, name, shift):
                raise Unrelated(self._text(machine, pc, name, shift))

    def stored(self, at: At, name: str, addresses: Addresses, size: int) -> None:
        """A register is written to shared memory."""
        shift = at.group.frame.tags.get(name, 0)
        if not shift:
            return
        if isinstance(shift, ThreadShifts) or len(np.unique(addresses)) > 1:
            raise Unrelated(self._text(at.machine, at.site, name, shift))
        self.memory[int(addresses[0])] = (size, shift)

    def overwritten(self, addresses: Addresses, size: int) -> None:
        """Bytes of shared memory have new values."""
        for start, (length, _) in list(self.memory.items()):
            if bool(np.any((addresses < start + length) & (addresses + size > start))):
                del self.memory[start]

    def loaded(self, at: At, name: str, addresses: Addresses, size: int) -> None:
        """A register has what shared memory keeps."""
        for start, (length, shift) in self.memory.items():
            here = (addresses < start + length) & (addresses + size > start)
            if not bool(here.any()):
                continue
            exact = bool((addresses == start).all()) and size == length
            at.group.frame.tags[name] = shift if exact and at.pick is None else PARTLY

    def _harmless(self, machine: KernelMachine, pc: int, name: str, shift: Shift) -> bool:
        """A parity is the lowest bit only."""
        instruction = machine.code.body[pc]
        for effect in machine.part.effects[pc]:
            if isinstance(effect, MbarrierTest) and isinstance(shift, int) and shift % 2 == 0:
                others = {
                    n
                    for k, o in enumerate(instruction.operands)
                    if k != effect.phase
                    for n in registers_of(o)
                }
                return name not in others and (
                    instruction.guard is None or instruction.guard.register != name
                )
        return False

    @staticmethod
    def _text(machine: KernelMachine, pc: int, name: str, shift: Shift) -> str:
        instruction = machine.code.body[pc]
        why = shift if isinstance(shift, str) else f"it differs by {shift}"
        return f"line {instruction.spot.line}: '{name}' decides '{instruction.opcode}', and {why}"


def _guarded(condition: Value, guard: Shift, new: Shift, old: Shift) -> Shift:
    if guard:
        return guard
    if isinstance(condition, Opaque):
        return new if new == old else MIXED
    found = chosen(condition, new, old)
    return MIXED if found is None else found
