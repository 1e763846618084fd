# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Calls of functions whose body is in the file become that body: so a barrier in a function is one of the kernel.

Registers and labels of each copy get names of their own. Parameters in `.param` space become registers, one for each word
that is stored or loaded, where all accesses are by name and agree on the words; registers as parameters are moved. A
call stays where that is not so, where the function calls itself, is computed or has no body, and where the text would
become too long: what it does is then not known. Instructions keep their places in the text. Source: PTX ISA 9.0, 7.1.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from asyncir.ptx.memory_words import MemoryWords, width_of
from asyncir.ptx.program import (
    Address,
    CallOperand,
    Guard,
    Immediate,
    Kernel,
    Negated,
    Operand,
    Pair,
    Parameter,
    PtxInstruction,
    PtxVariable,
    Register,
    Symbol,
    VectorOperand,
)

LONGEST: Final = 120_000
"""Instructions that a kernel may have with its calls."""


class _Kept(Exception):
    """The call stays."""


def with_calls(kernel: Kernel, functions: Mapping[str, Kernel]) -> Kernel:
    """The kernel with the functions that it calls in it."""
    if not functions or not any(i.name == "call" for i in kernel.body):
        return kernel
    return _Inliner(functions).kernel(kernel, ())


@dataclass(slots=True)
class _Inliner:
    """`copies` counts the copies of functions, for their names; `ready` are functions with their own calls in them."""

    functions: Mapping[str, Kernel]
    copies: int = 0
    ready: dict[str, Kernel] = field(default_factory=dict[str, Kernel])

    def kernel(self, kernel: Kernel, callers: tuple[str, ...]) -> Kernel:
        """One body with its calls."""
        made = _Body(kernel)
        for instruction in kernel.body:
            made.starts.append(len(made.body))
            if instruction.name != "call":
                made.copy(instruction)
                continue
            length = len(made.body)
            try:
                callee = self.callee(instruction, callers)
                if length + len(callee.body) > LONGEST:
                    raise _Kept
                self.copies += 1
                _Call(made, instruction, callee, self.copies).write()
            except _Kept:
                del made.body[length:]
                made.copy(instruction)
        made.starts.append(len(made.body))
        return made.kernel()

    def callee(self, call: PtxInstruction, callers: tuple[str, ...]) -> Kernel:
        """The function that is called, with its own calls in it."""
        found = next((o for o in call.operands if isinstance(o, Symbol)), None)
        name = "" if found is None else found.name
        if name not in self.functions or name in callers:
            raise _Kept
        if name not in self.ready:
            self.ready[name] = self.kernel(self.functions[name], (*callers, name))
        return self.ready[name]


class _Body:
    """The body that is made. `starts` are the new places of the old instructions."""

    def __init__(self, kernel: Kernel) -> None:
        self.old = kernel
        self.body: list[PtxInstruction] = []
        self.starts: list[int] = []
        self.jumps: set[int] = set()
        """Instructions whose targets are places in the old body."""
        self.registers = dict(kernel.registers)
        self.variables = list(kernel.variables)
        self.labels: dict[str, int] = {}
        self.parameters: set[str] = set()
        """Variables that are parameters of calls."""

    def copy(self, instruction: PtxInstruction) -> None:
        """An instruction of the old body."""
        if instruction.target is not None or instruction.targets:
            self.jumps.add(len(self.body))
        self.body.append(instruction)

    def kernel(self) -> Kernel:
        """The whole, with the words of parameters as registers."""
        at = self.starts
        words = MemoryWords(self.body, self.registers, self.parameters)
        body: list[PtxInstruction] = []
        for index, instruction in enumerate(self.body):
            target, targets = instruction.target, instruction.targets
            if index in self.jumps:
                target = None if target is None else at[target]
                targets = tuple(at[t] for t in targets)
            changed = words.changed(instruction)
            body.append(replace(changed, index=index, target=target, targets=targets))
        labels = {name: at[place] for name, place in self.old.labels.items()}
        return replace(
            self.old,
            registers={**self.registers, **words.types()},
            variables=tuple(self.variables),
            body=tuple(body),
            labels={**self.labels, **labels},
        )


class _Call:
    """One call, written into a body."""

    def __init__(self, made: _Body, call: PtxInstruction, callee: Kernel, number: int) -> None:
        self.made = made
        self.call = call
        self.callee = callee
        self.suffix = f"'{number}"
        self.names: dict[str, Operand] = {}
        """What variables and parameters of the function are called."""

    def write(self) -> None:
        """The arguments, the body, the results."""
        made, callee = self.made, self.callee
        results, arguments = self.lists()
        first = len(made.body)
        skip = self.call.guard
        if skip is not None:
            self.emit("bra", (), Guard(skip.register, not skip.negated))
        self.emit("nop", ())
        for parameter, argument in zip(callee.parameters, arguments, strict=True):
            self.bind(parameter, argument, True)
        for parameter, result in zip(callee.results, results, strict=True):
            self.bind(parameter, result, False)
        self.declare()
        start = len(made.body)
        end = start + len(callee.body)
        for label, place in callee.labels.items():
            made.labels[label + self.suffix] = start + place
        for instruction in callee.body:
            made.body.append(self.copied(instruction, start, end))
        for parameter, result in zip(callee.results, results, strict=True):
            if parameter.name in callee.registers and isinstance(result, Register):
                self.move(result, Register(parameter.name + self.suffix), parameter.type)
        if skip is not None:
            made.body[first] = replace(made.body[first], target=len(made.body))

    def lists(self) -> tuple[tuple[Operand, ...], tuple[Operand, ...]]:
        """Results and arguments of the call."""
        found: list[tuple[Operand, ...]] = [(), ()]
        behind = 0
        for operand in self.call.operands:
            if isinstance(operand, CallOperand):
                found[behind] = operand.elements
            else:
                behind = 1
        if len(found[0]) != len(self.callee.results) or len(found[1]) != len(self.callee.parameters):
            raise _Kept
        return found[0], found[1]

    def emit(self, opcode: str, operands: tuple[Operand | None, ...], guard: Guard | None = None) -> None:
        """An instruction at the place of the call."""
        made = replace(self.call, opcode=opcode, operands=operands, guard=guard, target=None, targets=())
        self.made.body.append(made)

    def move(self, to: Register, value: Operand, kind: str) -> None:
        """A register becomes a value."""
        width = 1 if kind == "pred" else width_of(kind)
        if not width:
            raise _Kept
        self.emit("mov.pred" if width == 1 else f"mov.b{width}", (to, value))

    def bind(self, parameter: Parameter, given: Operand, argument: bool) -> None:
        """A parameter is the variable or register that the call names."""
        if parameter.name in self.callee.registers:
            if argument:
                self.move(Register(parameter.name + self.suffix), given, parameter.type)
            return
        if isinstance(given, Symbol) and not given.offset:
            self.names[parameter.name] = given
            self.made.parameters.add(given.name)
            return
        raise _Kept

    def declare(self) -> None:
        """The function's registers and variables; shared ones are the same for all copies."""
        for name, kind in self.callee.registers.items():
            self.made.registers[name + self.suffix] = kind
        for variable in self.callee.variables:
            shared = variable.space in ("shared", "global", "const")
            name = f"{variable.name}'{self.callee.name}" if shared else variable.name + self.suffix
            self.names[variable.name] = Symbol(name)
            if all(v.name != name for v in self.made.variables):
                self.made.variables.append(_renamed(variable, name))
            if variable.space == "param":
                self.made.parameters.add(name)

    def copied(self, instruction: PtxInstruction, start: int, end: int) -> PtxInstruction:
        """An instruction of the function."""
        guard = instruction.guard
        guard = None if guard is None else Guard(guard.register + self.suffix, guard.negated)
        if instruction.name == "ret":
            return replace(instruction, opcode="bra", operands=(), guard=guard, target=end)
        return replace(
            instruction,
            operands=tuple(self.renamed(o) for o in instruction.operands),
            guard=guard,
            target=None if instruction.target is None else start + instruction.target,
            targets=tuple(start + t for t in instruction.targets),
        )

    def renamed(self, operand: Operand | None) -> Operand | None:
        """An operand with the copy's names."""
        match operand:
            case Register(name):
                return Register(name + self.suffix)
            case Negated(register):
                return Negated(Register(register.name + self.suffix))
            case Symbol(name, offset):
                found = self.names.get(name)
                return replace(found, offset=offset) if isinstance(found, Symbol) else operand
            case Address(base, offset, coordinates):
                new = self.renamed(base)
                inner = self.renamed(coordinates)
                assert isinstance(new, Register | Symbol | Immediate)
                return Address(new, offset, inner if isinstance(inner, VectorOperand) else None)
            case VectorOperand(elements):
                return VectorOperand(tuple(self.renamed(e) for e in elements))
            case Pair(first, second):
                return Pair(self.renamed(first), self.renamed(second))
            case CallOperand(elements):
                return CallOperand(tuple(r for e in elements if (r := self.renamed(e)) is not None))
            case _:
                return operand


def _renamed(variable: PtxVariable, name: str) -> PtxVariable:
    return replace(variable, name=name)
