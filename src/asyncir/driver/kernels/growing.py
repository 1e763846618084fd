# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Which parameter of a kernel makes its loops longer, and how much it takes for one trip more.

It is found by trying. Each number that the slice reads and nobody gave is tried with two values. It is a candidate if
loops run longer with the larger one. Of several candidates the one counts that makes an inner loop longer, and then the
one whose loop synchronises most. The step is the distance between two values at which the trips of any loop change:
for `(K + 31) >> 5` that is 32, and for an unrolled loop with a rest 1, so that all trip counts are multiples of it.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from asyncir.analyses.kernels.assumed_numbers import words_read
from asyncir.analyses.kernels.computations import ParameterWord
from asyncir.analyses.kernels.control_flow import CodeLoop
from asyncir.analyses.kernels.execute import counting_run
from asyncir.analyses.kernels.kernel_code import KernelCode
from asyncir.analyses.kernels.launches import KernelLaunch, parameter_place
from asyncir.analyses.kernels.prepare import prepare
from asyncir.ptx.program import Immediate, Kernel, PtxModule

TRIED = ((32, 16), (256, 256), (256, 4096))
"""A value and what the other one is more; the later ones where the earlier add no trip. Small values make short runs."""

MOST = 1 << 16
"""The largest step that is looked for."""

LEAST_GUESS = 8
"""Smaller steps are found as fast without a guess."""

MOST_GUESSES = 3
"""Guesses that are tried."""

FAR = 8
"""Steps beyond the usual number at which a loop that grows is longer."""

FAR_ENOUGH = 512
"""What these steps come to at most, where two of them do not come to more."""

STEPS = 50_000
"""The most instructions of a run of the search."""

SECONDS = 20.0
"""After so long the search is over."""


@dataclass(frozen=True, slots=True)
class GrowingWord:
    """A number of `width` bits at byte `offset` of parameter `name` that takes the values `step * n + add`."""

    name: str
    offset: int
    width: int
    step: int
    add: int = 0

    def text(self, kernel: Kernel) -> str:
        """`K = 32*n`, with the place in a struct."""
        place = parameter_place(kernel, self.name, self.offset, self.width)
        return f"{place} = {self.step}*n" + (f"+{self.add}" if self.add else "")


@dataclass(frozen=True, slots=True)
class Candidate:
    """A word that adds trips, and the outermost of the loops that it makes longer."""

    word: ParameterWord
    loop: CodeLoop
    depth: int
    weight: int


def free_words(kernel: Kernel, code: KernelCode, launch: KernelLaunch) -> list[ParameterWord]:
    """Numbers that the slice reads from parameters, that nobody gave, and that are no pointers by their type; of those
    that it reads by an address in a register the ones that a run came to.
    """
    found: dict[tuple[str, int], ParameterWord] = {}
    pointers = {p.name for p in kernel.parameters if p.pointer_space}
    for computation in code.part.computations.values():
        for source in computation.sources:
            if not isinstance(source, ParameterWord) or source.name in pointers or source.width < 32:
                continue
            if source.name and source.name not in launch.parameters and source.name not in launch.boxes:
                found.setdefault((source.name, source.offset), source)
    for source in words_read(code, launch) if _reads_by_address(code) else ():
        if (
            source.name not in pointers
            and source.width >= 32
            and (source.name, source.offset) not in launch.words
        ):
            found.setdefault((source.name, source.offset), source)
    return list(found.values())


def _reads_by_address(code: KernelCode) -> bool:
    """Whether parameters are read by addresses in registers, as compilers do with structs."""
    return any(
        isinstance(source, ParameterWord) and not source.name
        for computation in code.part.computations.values()
        for source in computation.sources
    )


def step_guesses(code: KernelCode, loop: CodeLoop) -> list[int]:
    """What a step may be: a number that a register grows by in the loop, a power of two that the slice divides by."""
    flow, body = code.part.flow, code.part.kernel.body
    inside = {k for b in loop.blocks for k in range(flow.blocks[b].start, flow.blocks[b].end)}
    grows: dict[int, None] = {}
    divides: dict[int, None] = {}
    for index in code.part.computations:
        operands = body[index].operands
        number = operands[-1] if len(operands) == 3 else None
        if not isinstance(number, Immediate):
            continue
        if body[index].name == "add" and index in inside and operands[0] == operands[1]:
            grows.setdefault(number.value)
        elif body[index].name == "shr" and number.value < MOST.bit_length():
            divides.setdefault(1 << number.value)
    found = [step for step in dict.fromkeys((*grows, *divides)) if LEAST_GUESS <= step < MOST]
    return found[:MOST_GUESSES]


class GrowthSearch:
    """The search in one kernel. `why` says, after `best`, what went wrong with it."""

    def __init__(
        self,
        module: PtxModule,
        kernel: Kernel,
        code: KernelCode,
        launch: KernelLaunch,
        given: Mapping[str | int, int] | None = None,
    ) -> None:
        self.module = module
        self.kernel = kernel
        self.code = code
        self.given = given or {}
        """Sizes of boxes that the caller knows."""
        self.launch = replace(launch, steps=min(launch.steps, STEPS))
        self.why = ""
        self._end = time.monotonic() + SECONDS
        self.visits: dict[tuple[str, int, int], Mapping[int, int]] = {}

    def best(self) -> GrowingWord | None:
        """The word that counts; None if nothing makes a loop longer."""
        words = free_words(self.kernel, self.code, self.launch)
        for start, apart in TRIED:
            found = list(self._candidates(words, start, apart))
            if found:
                best = max(found, key=lambda c: (c.depth, c.weight))
                guesses = step_guesses(self.code, best.loop)
                begins = [step - start % step + more for step in guesses for more in (1, 0)]
                first = self._change(best.word, start, begins)
                step = self._change(best.word, start + first, guesses)
                return GrowingWord(best.word.name, best.word.offset, best.word.width, step)
        return None

    def together(self, best: GrowingWord) -> list[GrowingWord]:
        """The word, and one that has to grow with it: where the trips stay at what another word allows, as they do for
        the length of a part of a sum that is no more than the whole.
        """
        far = max(2, min(FAR, FAR_ENOUGH // best.step)) * best.step
        few, many = self.launch.number + far, self.launch.number + 2 * far
        mine = ParameterWord(best.name, best.offset, best.width)
        bound = self._run(mine, many)
        if self._run(mine, few) != bound:
            return [best]
        for word in free_words(self.kernel, self.code, self.launch):
            if word == mine or word.width != mine.width or time.monotonic() > self._end:
                continue
            values = {(w.name, w.offset): many for w in (mine, word)}
            machine = counting_run(self.code, replace(self.launch, words={**self.launch.words, **values}))
            if any(count > bound.get(head, 0) for head, count in machine.visits.items()):
                return [best, GrowingWord(word.name, word.offset, word.width, best.step)]
        return [best]

    def _candidates(self, words: list[ParameterWord], start: int, apart: int) -> Iterator[Candidate]:
        for word in words:
            if time.monotonic() > self._end:
                self.why = (
                    "it took too long to find out which parameter decides the trips of its loops: say --param"
                )
                return
            shorter = self._run(word, start)
            longer = self._run(word, start + apart)
            heads = {head for head, count in longer.items() if count > shorter.get(head, 0)}
            if heads:
                yield self._candidate(word, heads)

    def _run(self, word: ParameterWord, value: int) -> Mapping[int, int]:
        """How often each loop's head is visited with that value."""
        usual = word.width == 32 and value == self.launch.number
        key = ("", 0, 0) if usual else (word.name, word.offset, value)
        if key not in self.visits:
            launch = replace(self.launch, words={**self.launch.words, (word.name, word.offset): value})
            machine = counting_run(self.code, launch)
            if (
                not machine.stopped and machine.blocked()
            ):  # perhaps for sizes of boxes that were derived from another run
                code, complete = prepare(self.module, self.kernel, replace(launch, boxes=self.given))
                machine = counting_run(code, complete)
            self.visits[key] = dict(machine.visits)
        return self.visits[key]

    def _candidate(self, word: ParameterWord, heads: set[int]) -> Candidate:
        """The outermost loop that is longer: the ones in it are then run more often as a whole."""
        flow = self.code.part.flow
        loops = [loop for loop in flow.loops if loop.head in heads]
        outer = [a for a in loops if not any(a.blocks < b.blocks for b in loops)]

        def depth(loop: CodeLoop) -> int:
            return sum(loop.blocks < other.blocks for other in flow.loops)

        def weight(loop: CodeLoop) -> int:
            blocks = [flow.blocks[b] for b in loop.blocks]
            return sum(bool(self.code.part.visible[k]) for b in blocks for k in range(b.start, b.end))

        best = max(outer, key=lambda loop: (depth(loop), weight(loop)))
        return Candidate(word, best, depth(best), weight(best))

    def _change(self, word: ParameterWord, start: int, guesses: Iterable[int] = ()) -> int:
        """The least that makes a difference from `start` on; `MOST` if nothing does. A guess that is right saves runs."""
        base = self._run(word, start)
        low, high = 0, 1
        if self._run(word, start + 1) == base:
            for guess in guesses:
                if self._run(word, start + guess) != base and self._run(word, start + guess - 1) == base:
                    return guess
        while high < MOST and self._run(word, start + high) == base:
            low, high = high, 2 * high
        while high - low > 1:
            middle = (low + high) // 2
            if self._run(word, start + middle) != base:
                high = middle
            else:
                low = middle
        return high
