"""What stands in the place of a parallel loop: run it here, or give it to several workers."""

from __future__ import annotations

from dataclasses import dataclass

from asyncir.analyses.integers.constants import constant_of
from asyncir.dialects import arith, async_dialect, cf, func, scf
from asyncir.ir import IndexType, SSAValue, UnitAttr
from asyncir.ir.marks import BLOCK
from asyncir.ir.walk import walk
from asyncir.transforms._blocks import erase, replace_all
from asyncir.transforms._parallel_code import ParallelCode
from asyncir.transforms._parallel_cost import Costs
from asyncir.transforms._parallel_functions import BlockFunction, LoopParts, SplitFunction, product
from asyncir.transforms._parallel_nests import Values, nest

LONG = 10_000.0
"""A loop that is expected to take so many nanoseconds is worth sharing: to wake a worker takes some microseconds."""

TASK = 5_000.0
"""A block takes at least so many nanoseconds: about a hundred times what a task costs."""

LONGEST_TASK = 10_000_000.0
"""The most nanoseconds that a block may take: a block polls for cancellation when it begins, and not after that."""


BLOCKS_PER_WORKER = 128.0
"""With so many for each worker, those that finish early have something to take from the others, who answer them soon."""

FIXED_WORKERS = 16
"""What is reckoned with where results must not depend on the number of workers."""

ENOUGH_OUTER = 4.0
"""With so many outer iterations for each worker, inner loops are not split."""


@dataclass(frozen=True)
class DispatchPolicy:
    """When loops are split, and into how large blocks: the options of the pass."""

    num_workers: int
    min_task_size: int
    deterministic: bool

    @property
    def splits(self) -> bool:
        """Whether there may be anyone to share a loop with, or it is split all the same."""
        return self.num_workers != 1 or self.deterministic

    def is_long(self, volume: float, cost: float) -> bool:
        """Whether a loop of so many iterations, each taking `cost` ns, is worth splitting on several workers."""
        if not self.splits:
            return False
        return volume > self.min_task_size if self.min_task_size else volume * cost >= LONG

    def places(self, loop: scf.ParallelOp) -> bool:
        """Whether it is known, when the program runs, how many workers there are to begin with parts of their own."""
        return self.num_workers <= 0 and not self.is_fixed(loop)

    def is_fixed(self, loop: scf.ParallelOp) -> bool:
        """Whether the loop's blocks must be the same on any number of workers."""
        return self.deterministic and any(isinstance(op, scf.ParallelOp) and op.results for op in walk(loop))


def dispatch(
    parts: LoopParts, block: BlockFunction, split: SplitFunction, costs: Costs, policy: DispatchPolicy
) -> None:
    """Replace the loop by a choice between a call of `block`, and of `split` and a wait for it."""
    loop = parts.loop
    code = ParallelCode(loop)
    counts = [
        _count(code, *bounds) for bounds in zip(loop.lowerBound, loop.upperBound, loop.step, strict=True)
    ]
    volume = product(code, counts)
    fixed = policy.is_fixed(loop)
    workers = _workers(code, policy, fixed)
    long, most, time = _decide(code, loop, volume, workers, costs, policy)
    if not fixed:
        long = code.both(long, code.test(workers, "ogt", code.real(1.0)))
    inner = [code.test(volume, "olt", code.times(workers, code.real(ENOUGH_OUTER)))] if split.chooses else []
    merged, tasks, here = code.branch(long, parts.reductions.types)
    bounds = [value for count in counts for value in (code.index(0), count)]
    place = [tasks.times(workers, tasks.real(part)) for part in (0.5, 0.25)] if split.places else []
    reduced = split.wait(tasks, split.call(tasks, [*bounds, most, *inner, *place, *split.passed]))
    tasks.yields(parts.reductions.combine(tasks, loop.initVals, reduced, {}))
    here.yields(_run_here(here, parts, block, counts, time))
    replace_all(loop.results, merged.results)
    erase(loop)


def _count(code: ParallelCode, low: SSAValue, high: SSAValue, step: SSAValue) -> SSAValue:
    """How many iterations a dimension has."""
    zero, one = code.index(0), code.index(1)
    by = constant_of(step)
    if by is None:
        positive = code.test(step, "sgt", zero)
        code.add(cf.AssertOp(positive, "the step of scf.parallel is not positive"))
    some = code.test(low, "slt", high)
    distance = high if constant_of(low) == 0 else code.minus(high, low)
    if by != 1:
        before_last = code.value(arith.DivUIOp(code.minus(distance, one), step))
        distance = code.plus(before_last, one)
    return code.either(some, distance, zero)


def _workers(code: ParallelCode, policy: DispatchPolicy, fixed: bool) -> SSAValue:
    """How many workers to reckon with, as f64."""
    if fixed:
        return code.real(FIXED_WORKERS)
    if policy.num_workers > 0:
        return code.real(policy.num_workers)
    number = async_dialect.RuntimeNumWorkerThreadsOp.create(result_types=[IndexType()])
    return code.count_real(code.add(number).results[0])


def _decide(
    code: ParallelCode,
    loop: scf.ParallelOp,
    volume: SSAValue,
    workers: SSAValue,
    costs: Costs,
    policy: DispatchPolicy,
) -> tuple[SSAValue, SSAValue, SSAValue | None]:
    """Whether the loop is long enough to be split, the most iterations of a block, and how long it takes, if known."""
    blocks = code.times(workers, code.real(BLOCKS_PER_WORKER))
    share = code.over(volume, blocks)
    if policy.min_task_size:
        least = code.real(policy.min_task_size)
        long = code.test(volume, "ogt", least)
        return long, code.larger(share, least), None
    cost = costs.emit(loop, code)
    time = code.times(volume, cost)
    long = code.test(time, "oge", code.real(LONG))
    share = code.smaller(share, code.over(code.real(LONGEST_TASK), cost))
    least = code.larger(code.over(code.real(TASK), cost), code.real(1.0))
    return long, code.larger(share, least), time


def _run_here(
    here: ParallelCode, parts: LoopParts, block: BlockFunction, counts: list[SSAValue], time: SSAValue | None
) -> Values:
    """Run all iterations on this worker, one after the other: as one block, or several where that takes long."""
    whole = [value for count in counts for value in (here.index(0), count)]

    def run(code: ParallelCode, bounds: Values, values: Values) -> func.CallOp:
        return block.call(code, bounds, parts.reductions.resume(code, values), block.passed)

    if time is None:
        return run(here, whole, parts.loop.initVals).results
    merged, slow, quick = here.branch(here.test(time, "ogt", here.real(LONGEST_TASK)), parts.reductions.types)
    quick.yields(run(quick, whole, parts.loop.initVals).results)
    # The outermost dimension is cut, so that the iterations keep their order.
    outermost = counts[0]
    share = slow.over(slow.real(LONGEST_TASK), time)
    step = slow.count(slow.larger(slow.times(slow.count_real(outermost), share), slow.real(1.0)))

    def blocks(inner: ParallelCode, start: Values, carried: Values) -> Values:
        (low,) = start
        left = inner.minus(outermost, low)
        size = inner.either(inner.test(step, "slt", left), step, left)
        call = run(inner, [low, inner.plus(low, size), *whole[2:]], carried)
        call.attributes[BLOCK] = UnitAttr()
        return call.results

    slow.yields(nest(slow, [(slow.index(0), outermost, step)], parts.loop.initVals, blocks))
    return merged.results
