# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What to do at each instruction of a kernel, found once for all of its runs."""

from __future__ import annotations

from asyncir.analyses.kernels.computations import WIDTHS
from asyncir.analyses.kernels.control_flow import ENDS
from asyncir.analyses.kernels.execute_effects import Handler, handlers_of
from asyncir.analyses.kernels.machine_memory import shared_layout
from asyncir.analyses.kernels.other_threads import acquires, loose_tests, takes_turns
from asyncir.analyses.kernels.slicing import Slice, that_decide_nothing
from asyncir.analyses.kernels.spinning import spins
from asyncir.analyses.kernels.straight_code import StraightRun
from asyncir.ptx.effects import Issue, MbarrierTest
from asyncir.ptx.program import PtxModule, registers_of


class KernelCode:
    """What to do at each instruction, found once for a slice."""

    def __init__(self, module: PtxModule, part: Slice, counts_only: bool = False) -> None:
        self.module = module
        self.part = part
        self.passed_over = frozenset(that_decide_nothing(part)) if counts_only else frozenset[int]()
        self.layout = shared_layout(module, part.kernel)
        self.body = part.kernel.body
        self.length = len(self.body)
        self.handlers: dict[int, Handler] = {}
        self.runs: dict[int, tuple[StraightRun | None, int]] = {}
        self.heads, self.loop_heads = self._heads()
        self.flying: dict[int, frozenset[str]] = {} if counts_only else self._flying()
        self.touches: dict[int, tuple[int, frozenset[str]]] = {}
        self.aligned = frozenset[int]() if counts_only else part.aligned
        nothing = frozenset[int]()
        self.loose_tests = nothing if counts_only else loose_tests(part)
        self.takes_turns = nothing if counts_only else takes_turns(part)
        self.acquires = nothing if counts_only else acquires(part)
        self.unsure: set[int] = set()
        """Where straight code has an acquire of global memory."""
        self.together: dict[int, int] = {}
        """The first computation of whole warps in the straight code from an instruction on."""
        self._busy: dict[int, frozenset[str]] = {}
        self._regions: dict[int, tuple[bool, frozenset[str]]] = {}
        self._for_counts: KernelCode | None = None

    def for_counts(self) -> KernelCode:
        """The code for runs that only tell how often loops run: what decides nothing about that is passed over."""
        if self._for_counts is None:
            self._for_counts = KernelCode(self.module, self.part, counts_only=True)
        return self._for_counts

    def is_step(self, pc: int) -> bool:
        """Whether a run has to look at the instruction itself: it is more than a computation."""
        return self.part.is_step(pc) and pc not in self.passed_over

    def width(self, register: str) -> int:
        """Bits of a register."""
        return WIDTHS.get(self.part.kernel.registers.get(register, "b64"), 64)

    def _heads(self) -> tuple[frozenset[int], frozenset[int]]:
        """Loops in which something happens, and all but those that only wait."""
        flow = self.part.flow
        busy: set[int] = set()
        found: set[int] = set()
        for loop in flow.loops:
            blocks = [flow.blocks[number] for number in loop.blocks]
            happens = [k for b in blocks for k in range(b.start, b.end) if self.part.visible[k]]
            if any(not self._only_waits(k) for k in happens):
                busy.add(loop.head)
            if not happens or loop.head in busy:
                found.add(loop.head)
        return frozenset(busy), frozenset(found)

    def _only_waits(self, index: int) -> bool:
        return any(isinstance(e, MbarrierTest) for e in self.part.effects[index]) and spins(self.part, index)

    def _flying(self) -> dict[int, frozenset[str]]:
        """Instructions that touch registers which an operation in flight may use, and which they are."""
        busy: set[str] = set()
        for instruction, effects in zip(self.body, self.part.effects, strict=True):
            for effect in effects:
                if isinstance(effect, Issue):
                    for place in effect.registers:
                        busy.update(registers_of(instruction.operands[place]))
        if not busy:
            return {}
        found: dict[int, frozenset[str]] = {}
        for instruction, effects in zip(self.body, self.part.effects, strict=True):
            names = busy.intersection(instruction.registers())
            if names and not any(isinstance(e, Issue) for e in effects):
                found[instruction.index] = frozenset(names)
        return found

    def busy_registers(self, pc: int, effect: Issue) -> frozenset[str]:
        """Registers that an operation in flight may still use."""
        if pc not in self._busy:
            operands = self.body[pc].operands
            self._busy[pc] = frozenset(n for k in effect.registers for n in registers_of(operands[k]))
        return self._busy[pc]

    def run_at(self, pc: int) -> tuple[StraightRun | None, int]:
        """The computations from `pc` on up to the next step, and where that is."""
        if pc not in self.runs:
            block = self.part.flow.blocks[self.part.block_of(pc)]
            end = pc
            while end < block.end and not self.is_step(end):
                end += 1
            found = [self.part.computations[k] for k in range(pc, end) if k in self.part.computations]
            names = frozenset[str]().union(*(self.flying.get(k, frozenset()) for k in range(pc, end)))
            run = StraightRun(found, self.part.live_at(end), self.part.kernel.registers) if found else None
            self.runs[pc] = (run, end)
            if names:
                self.touches[pc] = (min(k for k in range(pc, end) if k in self.flying), names)
            if (first := next((k for k in range(pc, end) if k in self.aligned), None)) is not None:
                self.together[pc] = first
            if any(k in self.acquires for k in range(pc, end)):
                self.unsure.add(pc)
        return self.runs[pc]

    def handler(self, pc: int) -> Handler:
        """What an instruction with an effect does."""
        if pc not in self.handlers:
            self.handlers[pc] = handlers_of(self.part, pc)
        return self.handlers[pc]

    def region(self, pc: int) -> tuple[bool, frozenset[str]]:
        """Between the branch at `pc` and where its ways meet: whether something happens, and what is computed."""
        if pc not in self._regions:
            flow = self.part.flow
            number = self.part.block_of(pc)
            meet = flow.meets[number]
            stack = list(flow.blocks[number].successors)
            seen: set[int] = set()
            happens = meet >= self.length
            sets: set[str] = set()
            while stack and not happens:
                other = stack.pop()
                if other in seen or other == flow.end or flow.blocks[other].start == meet:
                    happens = happens or other == flow.end
                    continue
                seen.add(other)
                block = flow.blocks[other]
                for k in range(block.start, block.end):
                    happens = (
                        happens or self.part.visible[k] or k in self.aligned or self.body[k].name in ENDS
                    )
                    sets |= self.part.sets[k]
                stack += block.successors
            self._regions[pc] = (happens, frozenset(sets))
        return self._regions[pc]
