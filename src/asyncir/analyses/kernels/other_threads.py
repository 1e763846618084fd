# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What one run cannot show, since it hangs on what other threads have done meanwhile: found once, from the text.

A run goes one way. Three things may come out differently for each thread, and from run to run:

- the result of a test of a phase that is not waited for. It does no harm where it only decides whether somebody waits;
- how long a thread goes round a loop that looks at global memory. Threads that take turns at a lock are not together there;
- what an acquire of global memory orders: locks and flags there may order accesses of shared memory, and are not modelled.
"""

from __future__ import annotations

from typing import Final

from asyncir.analyses.kernels.control_flow import ENDS
from asyncir.analyses.kernels.slicing import CONTROL, STRONG_WORDS, Slice
from asyncir.analyses.kernels.spinning import spins
from asyncir.ptx.effects import MbarrierTest
from asyncir.ptx.program import PtxInstruction, registers_of

TEST: Final = "the result of a test may differ between threads, and it decides more than who waits"
TURNS: Final = "threads wait here for what others do in global memory, each for its own time"


def loose_tests(part: Slice) -> frozenset[int]:
    """Tests of phases whose results decide more than whether somebody waits."""
    found: set[int] = set()
    for index, effects in enumerate(part.effects):
        test = next((e for e in effects if isinstance(e, MbarrierTest)), None)
        if test is not None and test.result >= 0 and not spins(part, index):
            names = set(registers_of(part.kernel.body[index].operands[test.result]))
            if _decides(part, index, names):
                found.add(index)
    return frozenset(found)


def _decides(part: Slice, test: int, tainted: set[str]) -> bool:
    """Whether registers that come from a result do more than to guard a wait."""
    body = part.kernel.body
    grown = True
    while grown:
        grown = False
        for instruction in body:
            if instruction.index == test or instruction.name in CONTROL or part.visible[instruction.index]:
                continue
            sets = {name for name in part.targets[instruction.index] if name is not None}
            if not sets <= tainted and tainted & (_registers(instruction) - sets):
                tainted |= sets
                grown = True
    for instruction in body:
        if instruction.index == test or not tainted & _registers(instruction):
            continue
        if instruction.name == "bra":
            if not _only_waits_between(part, instruction.index):
                return True
        elif instruction.name in CONTROL or part.visible[instruction.index]:
            operands = tainted & set(instruction.registers())
            if operands or instruction.name in CONTROL or _does_something(part, instruction):
                return True
    return False


def _registers(instruction: PtxInstruction) -> set[str]:
    """The registers of an instruction, its guard's too."""
    guard = {instruction.guard.register} if instruction.guard is not None else set[str]()
    return {*instruction.registers(), *guard}


def _does_something(part: Slice, instruction: PtxInstruction) -> bool:
    tests = any(isinstance(e, MbarrierTest) for e in part.effects[instruction.index])
    return part.visible[instruction.index] and not tests


def _only_waits_between(part: Slice, branch: int) -> bool:
    """Whether nothing but tests of phases lies between a branch and the place where its ways meet."""
    flow = part.flow
    number = part.block_of(branch)
    meet = flow.meets[number]
    stack, seen = list(flow.blocks[number].successors), set[int]()
    while stack:
        other = stack.pop()
        if other == flow.end:
            return False
        if other in seen or flow.blocks[other].start == meet:
            continue
        seen.add(other)
        for k in range(flow.blocks[other].start, flow.blocks[other].end):
            instruction = part.kernel.body[k]
            if instruction.name in ENDS or k in part.aligned or _does_something(part, instruction):
                return False
        stack += flow.blocks[other].successors
    return True


def takes_turns(part: Slice) -> frozenset[int]:
    """Branches of loops that do nothing but look at global memory which others change."""
    found: set[int] = set()
    for loop in part.flow.loops:
        inside = [k for b in loop.blocks for k in range(part.flow.blocks[b].start, part.flow.blocks[b].end)]
        if any(part.visible[k] for k in inside) or not any(_looks(part, k) for k in inside):
            continue
        found.update(k for k in inside if part.kernel.body[k].name in ("bra", "brx"))
    return frozenset(found)


def _looks(part: Slice, index: int) -> bool:
    """Whether it reads global memory as others may have changed it."""
    instruction = part.kernel.body[index]
    if part.visible[index]:
        return False
    return instruction.name == "atom" or (
        instruction.name == "ld" and bool(STRONG_WORDS & set(instruction.modifiers))
    )


def acquires(part: Slice) -> frozenset[int]:
    """What may order accesses of shared memory by a lock or a flag in global memory."""
    strong = [i for i in part.kernel.body if _looks(part, i.index)]
    found = {i.index for i in strong if {"acquire", "acq_rel"} & set(i.modifiers)}
    if strong:
        found |= {
            i.index for i in part.kernel.body if i.name in ("fence", "membar") and "proxy" not in i.modifiers
        }
    return frozenset(found)
