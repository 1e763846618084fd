# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The runs of a kernel that decide: which parameter makes its loops longer, and traces for all values of it.

Where nothing is said, the parameter is found by trying (`growing_word`). The others keep their values. Where no parameter
decides how often a loop with synchronisation runs, and the slice reads numbers that nobody gave, the runs do not stand
for all: then it says so.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from asyncir.analyses.kernels.assumed_numbers import (
    GIVEN_GRID,
    AssumedNumber,
    OtherRun,
    assumed_numbers,
    other_leaders,
    other_runs,
    without_addresses,
)
from asyncir.analyses.kernels.launches import GridLaunch, KernelLaunch, block_shape, cluster_shape
from asyncir.analyses.kernels.periods import Growing
from asyncir.analyses.kernels.prepare import prepare
from asyncir.analyses.kernels.runs import KernelRuns, KernelRunsAsked, run_kernel
from asyncir.analyses.kernels.trace import KernelTrace
from asyncir.driver.kernels.growing import GrowingWord, GrowthSearch, free_words
from asyncir.driver.kernels.options import BoxBytes, EachMultiple, KernelOptions, parameter_named
from asyncir.ptx.program import Kernel, PtxInstruction, PtxModule

WAYS = 8
"""Combinations of branches on loaded data that are run at most."""

SAMPLE = 3
"""Trips of the parameter in runs that tell what else decides."""

LONG_TRACE = 1000
"""Runs for numbers between two steps have a trip of the loop each if those of `SAMPLE` trips have so many events or more."""

ONE_BLOCK = "clusters of one block: the kernel does not say how many, --cluster does"

USUAL_THREADS = 128
"""Threads of a block where neither the kernel nor the caller says how many."""


@dataclass(frozen=True)
class DecidingRuns:
    """The traces of a kernel. `growing` says for which values of which parameters they stand ("": for those they had).

    `fixed` are further numbers that decide and that nobody gave, with the value that each had; `others` are runs with
    other values of them. `open` is why the runs are not all runs ("" if they are), `assumed` what was taken for granted,
    in words. `sample` is a launch whose loops have some trips, `stores` those of the slice.
    """

    runs: KernelRuns
    launch: KernelLaunch
    growing: str
    fixed: tuple[str, ...]
    open: str
    assumed: tuple[str, ...]
    others: tuple[OtherRun, ...] = ()
    sample: GridLaunch | None = None
    stores: frozenset[int] = frozenset()


def launch_of(kernel: Kernel, options: KernelOptions) -> tuple[KernelLaunch, tuple[str, ...]]:
    """The launch with n = 0 of what grows, and what was assumed of it, in words."""
    assumed: list[str] = []
    block = options.block or block_shape(kernel)
    if block is None:
        block = (USUAL_THREADS, 1, 1)
        assumed.append(f"blocks of {USUAL_THREADS} threads: the kernel does not say how many, --block does")
    cluster = options.cluster or cluster_shape(kernel)
    if not knows_cluster(kernel, options) and any(map(speaks_of_cluster, kernel.body)):
        assumed.append(ONE_BLOCK)
    launch = KernelLaunch(block, cluster=cluster)
    if options.grid is not None:
        launch = replace(launch, grid=options.grid)
    if options.dynamic_shared is not None:
        launch = replace(launch, dynamic_shared=options.dynamic_shared)
    if options.budget is not None:
        launch = replace(launch, steps=options.budget)
    parameters: dict[str, int | bytes] = {}
    boxes: dict[str | int, int] = {}
    for name, value in options.parameters.items():
        parameter = parameter_named(kernel, name)
        if parameter is None:
            continue
        match value:
            case BoxBytes(size):
                boxes[parameter.name] = size
            case EachMultiple(_, add):
                parameters[parameter.name] = add
            case _:
                parameters[parameter.name] = value
    return replace(launch, parameters=parameters, boxes=boxes), tuple(assumed)


def knows_cluster(kernel: Kernel, options: KernelOptions) -> bool:
    """Whether the kernel or the caller says how many blocks a cluster has."""
    return options.cluster is not None or bool(kernel.directives.get("reqnctapercluster"))


def speaks_of_cluster(instruction: PtxInstruction) -> bool:
    """Whether an instruction does something else in a cluster of several blocks."""
    return (
        instruction.name == "mapa"
        or "multicast::cluster" in instruction.modifiers
        or "%cluster" in instruction.text
    )


def deciding_runs(
    module: PtxModule,
    kernel: Kernel,
    options: KernelOptions,
    ends: Callable[[KernelTrace], bool] | None = None,
) -> DecidingRuns:
    """Run a kernel as often as it takes; `ends` says of a run that no other is needed. Raises what runs raise:
    `MemoryError`, `RecursionError`.
    """
    launch, assumed = launch_of(kernel, options)
    words = [
        GrowingWord(parameter.name, 0, 8 * parameter.size, value.step, value.add)
        for name, value in options.parameters.items()
        if isinstance(value, EachMultiple) and (parameter := parameter_named(kernel, name)) is not None
    ]
    code, complete = prepare(module, kernel, launch)
    launch = replace(launch, words=without_addresses(code, complete).words)
    complete = replace(complete, words=launch.words)
    why = ""
    given = bool(words)
    if not words and code.heads:
        search = GrowthSearch(module, kernel, code, complete, launch.boxes)
        found = search.best()
        words = [] if found is None else search.together(found)
        if found is None and free_words(kernel, code, launch):
            line = kernel.body[min(code.heads)].spot.line
            why = search.why or f"nothing is known of what decides how often the loop at line {line} runs"
    growing = growing_by(kernel, launch, words) if words else None
    ends = None if ONE_BLOCK in assumed else ends
    runs = run_kernel(module, kernel, KernelRunsAsked(launch, growing, ways=WAYS, ends=ends))
    if not why and not runs.every:
        why = runs.why or ("not all trip counts could be run" if words else "")
    launch = runs.launch or launch
    if runs.ended:
        return DecidingRuns(runs, launch, growing.text if growing else "", (), why, assumed)
    start = growing.launch(SAMPLE) if growing else launch
    samples = [
        replace(start, boxes=way.launch.boxes, decisions=way.launch.decisions)
        for way in (runs, *runs.others)
        if way.launch is not None
    ]
    named = {(word.name, word.offset) for word in words}
    decisive = assumed_numbers(code, samples, named if options.grid is None else {*named, GIVEN_GRID})
    others = [*other_runs(code, samples[0], decisive)]
    others += other_leaders(code, samples[0])
    if not given:
        longest = max(len(trace.events) for trace in runs.traces.values())
        trips = SAMPLE if longest < LONG_TRACE else 1
        others += other_runs(code, samples[0], between_steps(words, trips))
    return DecidingRuns(
        runs,
        launch,
        growing.text if growing else "",
        tuple(number.text(kernel) for number in decisive),
        why,
        assumed,
        tuple(others),
        samples[0],
        code.part.stores,
    )


def between_steps(words: list[GrowingWord], trips: int) -> tuple[AssumedNumber, ...]:
    """The number that grows, with values between two multiples of its step, so many trips from the start. Code that runs
    for these alone, as the rest of an unrolled loop does, is in no run of the multiples; that nobody launches it with
    them, only the caller can say.
    """
    if len(words) != 1 or words[0].step < 2:
        return ()
    (word,) = words
    low = word.step * trips + word.add
    high = low + word.step
    return (AssumedNumber(word.name, word.offset, word.width, low, tuple({low + 1: 0, high - 1: 0})),)


def growing_by(kernel: Kernel, launch: KernelLaunch, words: list[GrowingWord]) -> Growing:
    """The launches in which these words grow together."""

    def with_trips(n: int) -> KernelLaunch:
        more: Mapping[tuple[str, int], int] = {(w.name, w.offset): w.step * n + w.add for w in words}
        return replace(launch, words={**launch.words, **more})

    return Growing(with_trips, ", ".join(word.text(kernel) for word in words))
