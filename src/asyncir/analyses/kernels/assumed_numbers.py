# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Numbers that nobody gave and that decide what a run does: which they are, and what other values of them do.

A run has a value for each word of each parameter, and is of one block of the grid. Where neither comes from the caller,
what is found holds for these values, unless nothing that decides depends on them. That is found by following a run with
a mark on each such number (`relation.py`): a mark that reaches a branch, a predicate, a count or an address names one.

Other values are taken from the comparisons that the marks went through: those at which a comparison comes out
differently for some thread. For the block's index they are the middle and the end of the grid, for the grid's size one
block and more than now.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from copy import copy
from dataclasses import dataclass, field, replace
from typing import Final

import numpy as np

from asyncir.analyses.kernels.computations import Computation, ParameterWord, Source
from asyncir.analyses.kernels.execute import KernelMachine
from asyncir.analyses.kernels.executing import At
from asyncir.analyses.kernels.frames import RegisterFrame
from asyncir.analyses.kernels.kernel_code import KernelCode
from asyncir.analyses.kernels.lane_operations import elect
from asyncir.analyses.kernels.launches import POINTER_SHIFT, GridLaunch, parameter_place
from asyncir.analyses.kernels.relation import Relation
from asyncir.analyses.kernels.shifts import Shift
from asyncir.analyses.kernels.straight_code import StraightRun, value_of
from asyncir.analyses.kernels.trace import Addresses, KernelTrace, Unjudged
from asyncir.analyses.kernels.values import Opaque, as_signed
from asyncir.ptx.program import Kernel, Special

INDEX: Final = ("%ctaid.x", "%ctaid.y", "%ctaid.z")
GRID: Final = ("%nctaid.x", "%nctaid.y", "%nctaid.z")
GIVEN_GRID: Final = ("%nctaid", 0)
"""Among the given words: the caller says how many blocks there are."""
MOST_VALUES: Final = 4
"""Other values of one number that are tried."""

MOST_NUMBERS: Final = 8
"""Numbers of which other values are tried."""


MOST_STEPS: Final = 40_000
"""Steps of all such runs together: long kernels get few of them."""


@dataclass(frozen=True, slots=True)
class AssumedNumber:
    """A number that decides and that nobody gave: `name` is a parameter, or the register with the block's index or the
    grid's size.

    `others` are values that may make a difference.
    """

    name: str
    offset: int
    width: int
    value: int
    others: tuple[int, ...] = ()

    def text(self, kernel: Kernel) -> str:
        """`rows = 256`, with the place in a struct; of a pointer only that it is one."""
        place = parameter_place(kernel, self.name, self.offset, self.width)
        if self.width == 64 and self.value >= 1 << 32:
            return f"{place} an address"
        return f"{place} = {self.value}"

    def changed(self, launch: GridLaunch, value: int) -> GridLaunch:
        """The launch with another value."""
        if self.name in INDEX:
            x, y, z = (value if name == self.name else n for name, n in zip(INDEX, launch.index, strict=True))
            return replace(launch, index=(x, y, z))
        if self.name in GRID:
            x, y, z = (value if name == self.name else n for name, n in zip(GRID, launch.grid, strict=True))
            u, v, w = (min(at, end - 1) for at, end in zip(launch.index, (x, y, z), strict=True))
            return replace(launch, grid=(x, y, z), index=(u, v, w))
        return replace(launch, words={**launch.words, (self.name, self.offset): value})


@dataclass(frozen=True, slots=True)
class OtherRun:
    """A run in which one number has another value; `text` says which. `meant`: a launch may do this, whoever says what."""

    text: str
    trace: KernelTrace
    meant: bool = False


def assumed_numbers(
    code: KernelCode, launches: Iterable[GridLaunch], given: Collection[tuple[str, int]]
) -> tuple[AssumedNumber, ...]:
    """The numbers that decide in one of these runs. `given` are words that the caller speaks of himself, by name and
    offset; those in the launches' parameters are given too.
    """
    found: dict[str, AssumedNumber] = {}
    for launch in launches:
        for key, seen in _deciding(code, launch, given, found.keys()).items():
            found[key] = seen.number(code, launch)
    return tuple(number for _, number in sorted(found.items()))


def _deciding(
    code: KernelCode, launch: GridLaunch, given: Collection[tuple[str, int]], known: Iterable[str]
) -> dict[str, _Marked]:
    """Those of one run, but for the known. A mark that decides takes others with it, so that it is left out and the run
    followed again until none does.
    """
    found: dict[str, _Marked] = {}
    while True:
        marks = _followed(code, launch, given, {*known, *found})
        new = {key: seen for key, seen in marks.seen.items() if seen.decides}
        found.update(new)
        if not new:
            break
    for key in marks.seen if marks.mixed else ():
        alone = _followed(code, launch, given, (), key)
        if alone.mixed or alone.seen[key].decides:
            found[key] = alone.seen[key]
    return found


def words_read(code: KernelCode, launch: GridLaunch) -> list[ParameterWord]:
    """The words of parameters that a run reads and nobody gave, be it by an address in a register."""
    keys = _followed(code, launch, (), ()).seen.keys() - {*INDEX, *GRID}
    found: list[ParameterWord] = []
    for key in sorted(keys):
        name, offset, width = _word_of(key)
        found.append(ParameterWord(name, offset, width))
    return found


def _word_of(key: str) -> tuple[str, int, int]:
    """Name, offset and width from the name that a word has in frames."""
    name, _, rest = key[1:].rpartition("+")
    offset, _, width = rest.partition(":")
    return name, int(offset), int(width)


def without_addresses(code: KernelCode, launch: GridLaunch) -> GridLaunch:
    """The launch with zeros for addresses in structs, as far as that makes more known of its run.

    Structs have addresses of arrays that are there or not; where one is followed, what it leads to is not known.
    """
    kernel = code.part.kernel
    structs = {p.name for p in kernel.parameters if p.size > 8}
    doubts = _doubts(code, launch)
    if not doubts or not structs:
        return launch
    for number in assumed_numbers(code, [launch], ()):
        if number.name in structs and number.width == 64 and number.value >> POINTER_SHIFT:
            changed = number.changed(launch, 0)
            left = _doubts(code, changed)
            if left < doubts:
                launch, doubts = changed, left
    return launch


def _doubts(code: KernelCode, launch: GridLaunch) -> int:
    """How much is not known of a run, or makes it end early."""
    machine = KernelMachine(code, launch)
    machine.run()
    unjudged = {event.instruction for event in machine.events if isinstance(event, Unjudged)}
    return (
        len(machine.unknown)
        + len(machine.open)
        + len(unjudged)
        + len(machine.blocked())
        + len(machine.misuses)
    )


def other_runs(
    code: KernelCode, launch: GridLaunch, numbers: tuple[AssumedNumber, ...]
) -> Iterator[OtherRun]:
    """Runs in which one number has another value each, as many as are worth it; those that stop early are left out."""
    kernel = code.part.kernel
    steps = 0
    for number in numbers[:MOST_NUMBERS]:
        for value in number.others[:MOST_VALUES]:
            if steps > MOST_STEPS:
                return
            machine = KernelMachine(code, number.changed(launch, value))
            machine.run()
            steps += launch.steps - machine.left
            if not machine.stopped and not machine.unknown and not machine.open:
                yield OtherRun(replace(number, value=value).text(kernel), machine.trace())


def other_leaders(code: KernelCode, launch: GridLaunch) -> Iterator[OtherRun]:
    """A run in which `elect.sync` chooses the last lane, where it decides anything."""
    kernel, chosen = code.part.kernel, {}
    for index, computation in code.part.computations.items():
        if kernel.body[index].name == "elect":
            function = elect(len(computation.targets) > 1, last=True)
            chosen[index] = replace(computation, function=function)
    if chosen:
        part = copy(code.part)
        part.computations = {**part.computations, **chosen}
        machine = KernelMachine(KernelCode(code.module, part), launch)
        machine.run()
        if not machine.stopped and not machine.unknown and not machine.open:
            yield OtherRun("elect.sync choosing the last lane", machine.trace(), meant=True)


@dataclass(slots=True)
class _Marked:
    """What was seen of one number."""

    key: str
    decides: bool = False
    values: dict[int, None] = field(default_factory=dict[int, None])

    def number(self, code: KernelCode, launch: GridLaunch) -> AssumedNumber:
        """It, with its value in the launch."""
        if self.key in INDEX:
            place = INDEX.index(self.key)
            end = launch.grid[place] - 1
            others = tuple(n for n in dict.fromkeys((end, end // 2, *self.values)) if 0 < n <= end)
            return AssumedNumber(self.key, 0, 32, launch.index[place], others)
        if self.key in GRID:
            place = GRID.index(self.key)
            value, step = launch.grid[place], launch.cluster[place]
            numbers = dict.fromkeys((*self.values, step, 2 * value + step))
            others = tuple(n for n in numbers if n != value and 0 < n < 1 << 16 and n % step == 0)
            return AssumedNumber(self.key, 0, 32, value, others)
        name, offset, width = _word_of(self.key)
        value = launch.word(code.part.kernel, name, offset, width)
        limit = 1 << (width - 1)
        others = tuple(n for n in dict.fromkeys((*self.values, 0, 1)) if n != value and 0 <= n < limit)
        return AssumedNumber(name, offset, width, value, others)


class _Marks(Relation):
    """Follows a run with marks: a shift's text is the key of the number that it comes from."""

    def __init__(
        self,
        kernel: Kernel,
        launch: GridLaunch,
        given: Collection[tuple[str, int]],
        known: frozenset[str],
        only: str,
    ) -> None:
        super().__init__(self.mark)
        self.kernel = kernel
        self.launch = launch
        self.given = given
        self.known = known
        self.only = only
        self.seen: dict[str, _Marked] = {}
        self.mixed = False

    def mark(self, key: str) -> Shift:
        """The mark of a word, none where it is given."""
        name, offset, _ = _word_of(key)
        if name in self.launch.parameters or name in self.launch.boxes:
            return 0
        if (name, offset) in self.given or f"{name}+{offset}" in self.launch.boxes:
            return 0
        return self.marked(key)

    def marked(self, key: str) -> Shift:
        """The mark of a number that is looked for."""
        if key in self.known or self.only not in ("", key):
            return 0
        self.seen.setdefault(key, _Marked(key))
        return key

    def source(self, frame: RegisterFrame, source: Source) -> Shift:
        """The mark of an operand; the block's index has one too."""
        if isinstance(source, Special) and source.name in INDEX:
            return self.marked(source.name) if self.launch.grid[INDEX.index(source.name)] > 1 else 0
        if isinstance(source, Special) and source.name in GRID:
            return 0 if GIVEN_GRID in self.given else self.marked(source.name)
        return super().source(frame, source)

    def compute(self, run: StraightRun, frame: RegisterFrame) -> None:
        """Straight code, with marks."""
        sources = (s for c in run.computations for s in c.sources)
        if any(isinstance(s, Special) and s.name in {*INDEX, *GRID} for s in sources):
            for computation in run.computations:
                self._one(computation, run, frame)
            frame.written.update(run.targets)
        else:
            super().compute(run, frame)

    def _one(self, computation: Computation, run: StraightRun, frame: RegisterFrame) -> None:
        if computation.instruction.name == "setp":
            self._compared(computation, frame)
        super()._one(computation, run, frame)

    def _compared(self, computation: Computation, frame: RegisterFrame) -> None:
        """A comparison of a marked number: the values at which it may come out differently."""
        tags = [self.source(frame, source) for source in computation.sources[:2]]
        if len(tags) < 2:
            return
        for here, there in ((0, 1), (1, 0)):
            tag = tags[here]
            if not isinstance(tag, str) or tag not in self.seen or tags[there]:
                continue
            pairs = zip(computation.sources[:2], computation.widths[:2], strict=True)
            sides = [value_of(frame, source, width) for source, width in pairs]
            if any(isinstance(side, Opaque) for side in sides):
                continue
            width = max(computation.widths[0], 8)
            mine, other = (np.asarray(as_signed(sides[k], width), np.int64) for k in (here, there))
            gaps = np.sort(np.atleast_1d(other - mine))
            value = self._value(tag)
            for gap in (int(gaps[len(gaps) // 2]), int(gaps[0]), int(gaps[-1])):
                self.seen[tag].values.setdefault(value + gap)
            self.seen[tag].values.setdefault(value + int(gaps[-1]) + 1)

    def _value(self, key: str) -> int:
        if key in INDEX:
            return self.launch.index[INDEX.index(key)]
        if key in GRID:
            return self.launch.grid[GRID.index(key)]
        name, offset, width = _word_of(key)
        return self.launch.word(self.kernel, name, offset, width)

    def check(self, machine: KernelMachine, frame: RegisterFrame, pc: int) -> None:
        """Note what decides; nothing ends the run."""
        if frame.tags:
            for name in machine.part.roots[pc]:
                self.note(frame.tags.get(name, 0))

    def note(self, tag: Shift) -> None:
        """A mark that decides; what comes of several marks does not say of which."""
        if isinstance(tag, str) and tag in self.seen:
            self.seen[tag].decides = True
        elif tag:
            self.mixed = True

    def stored(self, at: At, name: str, addresses: Addresses, size: int) -> None:
        """A marked register in shared memory: followed where one place has it, else taken to decide."""
        tag = at.group.frame.tags.get(name, 0)
        if tag and len(np.unique(addresses)) > 1:
            self.note(tag)
        elif tag:
            self.memory[int(addresses[0])] = (size, tag)


def _followed(
    code: KernelCode,
    launch: GridLaunch,
    given: Collection[tuple[str, int]],
    known: Iterable[str],
    only: str = "",
) -> _Marks:
    """Follow the run of a launch; `known` need no mark any more, `only` is the one to mark ("": all others)."""
    machine = KernelMachine(code, launch, quiet=True)
    marks = machine.relation = _Marks(code.part.kernel, launch, given, frozenset(known), only)
    machine.run()
    return marks
