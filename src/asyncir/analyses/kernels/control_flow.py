# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The control-flow graph of a kernel: blocks, where diverged threads meet again, loops."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from asyncir.ptx.program import Kernel, PtxInstruction

ENDS = frozenset({"ret", "exit", "trap"})


@dataclass(frozen=True, slots=True)
class CodeBlock:
    """Instructions `start` … `end` - 1, entered at the first only; `successors` are numbers of blocks.

    The number of blocks stands for the end of the kernel.
    """

    number: int
    start: int
    end: int
    successors: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class CodeLoop:
    """A loop: the index of its first instruction, its blocks, and the blocks from which it goes round again."""

    head: int
    blocks: frozenset[int]
    latches: tuple[int, ...]


def may_fall_through(instruction: PtxInstruction) -> bool:
    """Whether the next instruction may come after this one."""
    return instruction.guard is not None or (
        instruction.name not in ENDS and not instruction.targets and instruction.name not in {"bra", "brx"}
    )


class ControlFlow:
    """Blocks of `kernel`, the block behind each at which all its paths meet, and loops, innermost last."""

    def __init__(self, kernel: Kernel) -> None:
        self.kernel = kernel
        body = kernel.body
        leaders = {0}
        for instruction in body:
            goes = self.targets_of(instruction)
            leaders.update(goes)
            if goes or instruction.name in ENDS or instruction.name in {"bra", "brx"}:
                leaders.add(instruction.index + 1)
        starts = sorted(index for index in leaders if index < len(body))
        self.at = {start: number for number, start in enumerate(starts)}
        self.end = len(starts)
        self.blocks = [self._block(number, starts) for number in range(len(starts))]
        self.predecessors: list[list[int]] = [[] for _ in range(self.end + 1)]
        for block in self.blocks:
            for successor in block.successors:
                self.predecessors[successor].append(block.number)

    @staticmethod
    def targets_of(instruction: PtxInstruction) -> tuple[int, ...]:
        """Where the instruction may jump."""
        return instruction.targets or (() if instruction.target is None else (instruction.target,))

    def _block(self, number: int, starts: Sequence[int]) -> CodeBlock:
        body = self.kernel.body
        start = starts[number]
        end = starts[number + 1] if number + 1 < len(starts) else len(body)
        last = body[end - 1]
        found = [self.at.get(target, self.end) for target in self.targets_of(last)]
        if last.name in ENDS:
            found.append(self.end)
        if may_fall_through(last):
            found.append(number + 1 if end < len(body) else self.end)
        return CodeBlock(number, start, end, tuple(dict.fromkeys(found)))

    @cached_property
    def order(self) -> list[int]:
        """Blocks that can be reached, each before those that come behind it (but for loops)."""
        seen = {0}
        done: list[int] = []
        stack = [(0, iter(self.blocks[0].successors))] if self.blocks else []
        while stack:
            number, rest = stack[-1]
            for successor in rest:
                if successor not in seen and successor != self.end:
                    seen.add(successor)
                    stack.append((successor, iter(self.blocks[successor].successors)))
                    break
            else:
                done.append(number)
                stack.pop()
        return done[::-1]

    @cached_property
    def meets(self) -> list[int]:
        """For each block the first instruction of the block at which all paths from it meet (its immediate
        post-dominator); the length of the body where that is the end.
        """
        length = len(self.kernel.body)
        parents = self._post_dominators()
        return [
            length if (p := parents.get(n, self.end)) == self.end else self.blocks[p].start
            for n in range(self.end)
        ]

    def _post_dominators(self) -> dict[int, int]:
        """Cooper, Harvey, Kennedy: A Simple, Fast Dominance Algorithm (2001), on the graph turned round."""
        rank = {self.end: 0}
        stack = [(self.end, iter(self.predecessors[self.end]))]
        done: list[int] = []
        seen = {self.end}
        while stack:
            number, rest = stack[-1]
            for other in rest:
                if other not in seen:
                    seen.add(other)
                    stack.append((other, iter(self.predecessors[other])))
                    break
            else:
                done.append(number)
                stack.pop()
        rank = {number: place for place, number in enumerate(reversed(done))}
        parents = {self.end: self.end}
        changed = True
        while changed:
            changed = False
            for number in reversed(done):
                if number == self.end:
                    continue
                new = -1
                for successor in self.blocks[number].successors:
                    if successor in parents:
                        new = successor if new < 0 else _common(parents, rank, new, successor)
                if new >= 0 and parents.get(number) != new:
                    parents[number] = new
                    changed = True
        return parents

    @cached_property
    def loops(self) -> list[CodeLoop]:
        """Loops by the edges that go back to a block on the way to them, outer ones first."""
        place = {number: k for k, number in enumerate(self.order)}
        latches: dict[int, list[int]] = {}
        for number in self.order:
            for successor in self.blocks[number].successors:
                if successor != self.end and place[successor] <= place[number]:
                    latches.setdefault(successor, []).append(number)
        found = [
            CodeLoop(self.blocks[head].start, self._around(head, ends), tuple(ends))
            for head, ends in latches.items()
        ]
        return sorted(found, key=lambda loop: -len(loop.blocks))

    def _around(self, head: int, latches: list[int]) -> frozenset[int]:
        inside = {head}
        stack = [n for n in latches if n != head]
        while stack:
            number = stack.pop()
            if number not in inside:
                inside.add(number)
                stack += self.predecessors[number]
        return frozenset(inside)


def _common(parents: dict[int, int], rank: dict[int, int], a: int, b: int) -> int:
    while a != b:
        while rank[a] > rank[b]:
            a = parents[a]
        while rank[b] > rank[a]:
            b = parents[b]
    return a
