# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Straight runs of computations become Python functions of a frame.

Between two instructions with an effect the slice only computes. Such a run is written as Python source, one call a
computation, local variables for registers, and compiled once, when it is first reached; a run of the function is then
a few hundred nanoseconds a computation, or what NumPy takes where threads have different values.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final

from asyncir.analyses.kernels import arithmetic
from asyncir.analyses.kernels.computations import (
    WIDTHS,
    Computation,
    ParameterWord,
    Source,
    source_registers,
)
from asyncir.analyses.kernels.conditions import GUARDED, derived, key_of, several
from asyncir.analyses.kernels.frames import RegisterFrame
from asyncir.analyses.kernels.values import MASKS, Opaque, Value, choose
from asyncir.ptx.program import (
    FloatImmediate,
    Guard,
    Immediate,
    Negated,
    Register,
    Special,
    Symbol,
)

invert_predicate = arithmetic.invert(1)
add_64 = arithmetic.wrapping(lambda a, b: a + b, 64)


_IDENTITIES: Final = {"derived": derived, "several": several, "Opaque": Opaque, "GUARDED": GUARDED}


class CodeWriter:
    """Writes one function; `registers` are the types of the kernel's registers."""

    def __init__(self, registers: dict[str, str]) -> None:
        self.registers = registers
        self.names: dict[str, str] = {}
        self.lines: list[str] = []
        self.scope: dict[str, Any] = {
            "choose": choose,
            "turn": invert_predicate,
            "add64": add_64,
            **_IDENTITIES,
        }

    def width(self, name: str) -> int:
        """Bits of a register."""
        return WIDTHS.get(self.registers.get(name, "b64"), 64)

    def load(self, name: str) -> str:
        """The variable that has register `name`."""
        if name not in self.names:
            self.names[name] = f"v{len(self.names)}"
            self.lines.append(f"{self.names[name]} = R[{name!r}]")
        return self.names[name]

    def source(self, operand: Source, width: int) -> str:
        """An expression for an operand."""
        match operand:
            case ParameterWord():
                return f"R[{operand.key!r}]"
            case Register(name) | Special(name):
                return self.load(name)
            case Negated(register):
                return f"turn({self.load(register.name)})"
            case Immediate(value):
                return str(bool(value)) if width == 1 else str(value & MASKS[width])
            case FloatImmediate(bits, _):
                return str(bits & MASKS[width])
            case Symbol(name, offset):
                found = self.load(f"@{name}")
                return f"add64({found}, {offset & MASKS[64]})" if offset else found
            case _:
                raise TypeError(f"{operand} is no source of a computation")

    def compute(self, computation: Computation) -> None:
        """One computation, with its guard."""
        function = f"f{computation.instruction.index}"
        self.scope[function] = computation.function
        pairs = zip(computation.sources, computation.widths, strict=True)
        arguments = [self.source(s, w) for s, w in pairs]
        if computation.per_lane:
            arguments.insert(0, "R.lanes")
        call = f"{function}({', '.join(arguments)})"
        guard = computation.instruction.guard
        key = f"k{computation.instruction.index}"
        self.scope[key] = key_of(computation.instruction)
        sources = "".join(f"{argument}, " for argument in arguments[computation.per_lane :])
        given = f"{key}, ({sources})"
        if len(computation.targets) == 1:
            self.assign(computation.targets[0], call, guard, derived=given)
            return
        self.lines += [f"t = {call}", f"if Opaque in map(type, t): t = several(t, {given})"]
        kept = self.guarded(guard)
        for place, target in enumerate(computation.targets):
            self.assign(target, f"t[{place}]", guard, kept)

    def guarded(self, guard: Guard | None) -> str:
        """The guard's value, kept before targets that may be the guard itself are set."""
        if guard is None:
            return ""
        value = self.load(guard.register)
        self.lines.append(f"g = turn({value})" if guard.negated else f"g = {value}")
        return "g"

    def assign(
        self, target: str | None, value: str, guard: Guard | None, kept: str = "", derived: str = ""
    ) -> None:
        """Set a register, where the guard holds. `derived` are the arguments that give an unknown result its identity."""
        if target is None:
            return
        if guard is not None:
            condition, old = kept or self.guarded(guard), self.load(target)
            self.lines.append(f"n = {value}")
            if derived:
                self.lines.append(f"if type(n) is Opaque: n = derived(n, {derived})")
            value = f"choose({condition}, n, {old}, {self.width(target)})"
            derived = f"GUARDED, ({condition}, n, {old})"
        elif target not in self.names:
            self.names[target] = f"v{len(self.names)}"
        variable = self.names[target]
        if not derived:
            self.lines.append(f"{variable} = {value}")
            return
        self.lines += [f"w = {value}", f"if type(w) is Opaque: w = derived(w, {derived})", f"{variable} = w"]

    def finish(self, stored: Sequence[str]) -> Callable[[RegisterFrame], None]:
        """The function, which leaves the registers `stored` in the frame."""
        body = self.lines + [f"R[{name!r}] = {self.names[name]}" for name in stored]
        text = "def run(R):\n    " + "\n    ".join(body or ["pass"])
        exec(compile(text, "<straight code>", "exec"), self.scope)
        return self.scope["run"]


FEWEST_JOINED = 3
"""Fewer computations are not worth a function of their own."""


class StraightRun:
    """Computations without a branch or effect between; `stored` registers are live behind them."""

    def __init__(
        self, computations: list[Computation], live: frozenset[str], registers: dict[str, str]
    ) -> None:
        self.computations = computations
        self.registers = registers
        targets = dict.fromkeys(t for c in computations for t in c.targets if t is not None)
        self.targets = frozenset(targets)
        self.stored = [t for t in targets if t in live]
        guards = {c.instruction.guard.register for c in computations if c.instruction.guard}
        sources = [s for c in computations for s in c.sources]
        self.reads = frozenset(n for s in sources for n in source_registers(s)) | guards
        self.words = frozenset(s.key for s in sources if isinstance(s, ParameterWord))
        guarded = {t for c in computations if c.instruction.guard for t in c.targets if t is not None}
        self.reads |= guarded
        self._parts: dict[tuple[frozenset[str], frozenset[str]], list[StraightRun | Computation]] = {}
        self._function: Callable[[RegisterFrame], None] | None = None

    def width(self, name: str) -> int:
        """Bits of a register."""
        return WIDTHS.get(self.registers.get(name, "b64"), 64)

    def parts(self, tagged: frozenset[str], words: frozenset[str]) -> "list[StraightRun | Computation]":
        """The computations in order, where registers in `tagged` and parameters in `words` may differ in another run:
        those that have to be looked at one by one, and straight runs of those that depend on none of these.
        """
        key = (tagged, words)
        if key not in self._parts:
            self._parts[key] = list(self._split(set(tagged), words))
        return self._parts[key]

    def _split(self, differs: set[str], words: frozenset[str]) -> "Iterator[StraightRun | Computation]":
        plain: list[Computation] = []
        for computation in self.computations:
            targets = {t for t in computation.targets if t is not None}
            names = {n for s in computation.sources for n in source_registers(s)} | targets
            if computation.instruction.guard:
                names.add(computation.instruction.guard.register)
            keys = {s.key for s in computation.sources if isinstance(s, ParameterWord)}
            if names.isdisjoint(differs) and keys.isdisjoint(words):
                plain.append(computation)
                continue
            differs |= targets
            yield from self._joined(plain)
            plain = []
            yield computation
        yield from self._joined(plain)

    def _joined(self, plain: list[Computation]) -> "Iterator[StraightRun | Computation]":
        if len(plain) < FEWEST_JOINED:
            yield from plain
        else:
            stored = frozenset(t for c in plain for t in c.targets if t is not None)
            yield StraightRun(plain, stored, self.registers)

    def __call__(self, frame: RegisterFrame) -> None:
        """Run it."""
        if self._function is None:
            writer = CodeWriter(self.registers)
            for computation in self.computations:
                writer.compute(computation)
            self._function = writer.finish(self.stored)
        self._function(frame)
        frame.written.update(self.stored)


def value_of(frame: RegisterFrame, operand: Source, width: int) -> Value:
    """The value of one operand."""
    match operand:
        case ParameterWord():
            return frame[operand.key]
        case Register(name) | Special(name):
            return frame[name]
        case Negated(register):
            return invert_predicate(frame[register.name])
        case Immediate(value):
            return bool(value) if width == 1 else value & MASKS[width]
        case FloatImmediate(bits, _):
            return bits & MASKS[width]
        case Symbol(name, offset):
            return add_64(frame[f"@{name}"], offset & MASKS[64])
        case _:
            raise TypeError(f"{operand} has no value")
