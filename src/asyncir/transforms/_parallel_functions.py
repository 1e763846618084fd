"""The functions that a parallel loop becomes: one runs a block of iterations, one halves what it is given."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import chain

from asyncir.analyses.integers.constants import constant_of
from asyncir.dialects import arith, async_dialect, func, rt, scf
from asyncir.dialects.async_types import TokenType, ValueType
from asyncir.dialects.effects import Access, effects_of
from asyncir.dialects.functions import FunctionOp
from asyncir.ir import (
    Attribute,
    Block,
    ConstantLike,
    IsTerminator,
    Region,
    SSAValue,
    UnitAttr,
    i1,
)
from asyncir.ir.marks import PASSES_ON, STREAMS
from asyncir.ir.walk import walk
from asyncir.transforms._building import INDEX
from asyncir.transforms._outlining import SymbolNames, add_function, captured_values, take_captures
from asyncir.transforms._parallel_code import F64, ParallelCode
from asyncir.transforms._parallel_nests import Values, copy_body, nest
from asyncir.transforms._parallel_reductions import Reductions


@dataclass(frozen=True)
class LoopParts:
    """A loop that is to become tasks, and where it stands."""

    loop: scf.ParallelOp
    reductions: Reductions
    function: FunctionOp
    stem: str

    @property
    def dimensions(self) -> int:
        """How many induction variables it has."""
        return len(self.loop.step)


@dataclass(frozen=True)
class BlockFunction:
    """`@block(from, to of each dimension, what is carried, passed)`: runs the iterations, and returns the values.

    Iterations are numbered from 0 in each dimension.
    """

    function: func.FuncOp
    passed: tuple[SSAValue, ...]
    """The values at the place of the loop that its last arguments stand for."""

    def call(self, code: ParallelCode, bounds: Values, carried: Values, passed: Values) -> func.CallOp:
        """Call it."""
        types = self.function.function_type.outputs.data
        return code.add(func.CallOp(self.function.sym_name.data, [*bounds, *carried, *passed], types))


@dataclass(frozen=True)
class SplitFunction:
    """`@split(from, to of each dimension, the most iterations of a block, passed)`: returns a token, and the values.

    In front of what is passed there may be: a flag that says whether inner parallel loops are split too; and, so that workers
    begin where they began in the loop before, which has left something in their caches, between which workers' parts the
    middle of these iterations lies, and how far from it those of the halves lie.
    """

    name: str
    passed: tuple[SSAValue, ...]
    payloads: tuple[Attribute, ...]
    chooses: bool
    places: bool

    @property
    def result_types(self) -> list[Attribute]:
        """A token, and a value for each reduction."""
        return [TokenType(), *(ValueType(t) for t in self.payloads)]

    def call(self, code: ParallelCode, arguments: Values) -> Values:
        """Call it: it starts at once, and is complete when all iterations have ended."""
        return code.add(async_dialect.CallOp(self.name, arguments, self.result_types)).results

    def wait(self, code: ParallelCode, completions: Values) -> list[SSAValue]:
        """Wait for a call; what it has reduced."""
        waited = completions[1:] or completions
        awaits = [code.add(async_dialect.AwaitOp(c)) for c in waited]
        for op in awaits:
            op.attributes[PASSES_ON] = UnitAttr()
        return [result for op in awaits for result in op.results]


def outline_block(
    parts: LoopParts, names: SymbolNames, finish: Callable[[Region], None] | None
) -> BlockFunction:
    """Write the function that runs a block; `finish` changes its body before what it captures is made an argument."""
    loop, reductions = parts.loop, parts.reductions
    bounds = [INDEX] * (2 * parts.dimensions)
    entry = Block(arg_types=[*bounds, *reductions.carried_types])
    code = ParallelCode(entry, loop.location)
    lows, highs, carried = _arguments(entry, parts.dimensions)

    def iteration(inner: ParallelCode, numbers: Values, carried: Values) -> Values:
        starts = zip(numbers, loop.lowerBound, loop.step, strict=True)
        indices = [_induction(inner, *each) for each in starts]
        return copy_body(loop, inner, indices, carried, reductions)

    ranges = [(low, high, code.index(1)) for low, high in zip(lows, highs, strict=True)]
    results = reductions.reduced(nest(code, ranges, carried, iteration))
    code.add(func.ReturnOp(*results))
    next(op for op in entry.ops if isinstance(op, scf.ForOp)).attributes.update(loop.attributes)
    region = Region(entry)
    if finish is not None:
        finish(region)
    passed = take_captures(region)
    name = names.fresh(f"{parts.stem}_block")
    function = add_function(func.FuncOp, name, region, reductions.types, parts.function, loop.location)
    # LLVM does not vectorise a loop that it has inlined into a coroutine.
    function.attributes["no_inline"] = UnitAttr()
    if reductions.types and _streams(loop):
        function.attributes[STREAMS] = UnitAttr()
    return BlockFunction(function, tuple(passed))


def _streams(loop: scf.ParallelOp) -> bool:
    """Whether an iteration does little more than read memory: at most four operations for each read, and no inner loop."""
    reads = others = 0
    for op in walk(loop.body):
        if op.regions and not isinstance(op, scf.ReduceOp):
            return False
        effects = effects_of(op)
        reads += any(effect.access is Access.READ for effect in effects)
        others += not (effects or op.regions or op.has_trait(ConstantLike) or op.has_trait(IsTerminator))
    return others <= 4 * reads


def _arguments(entry: Block, dimensions: int) -> tuple[Values, Values, Values]:
    """The first and last arguments of a function over a block: where it begins, where it ends, and the rest."""
    for d in range(dimensions):
        entry.args[2 * d].name_hint = f"from{d}"
        entry.args[2 * d + 1].name_hint = f"to{d}"
    bounds = entry.args[: 2 * dimensions]
    return bounds[::2], bounds[1::2], entry.args[2 * dimensions :]


def _induction(code: ParallelCode, number: SSAValue, low: SSAValue, step: SSAValue) -> SSAValue:
    """The induction variable in the iteration with this number."""
    scaled = number if constant_of(step) == 1 else code.times(number, step)
    return scaled if constant_of(low) == 0 else code.plus(scaled, low)


def outline_split(
    parts: LoopParts, names: SymbolNames, block: BlockFunction, concurrent: BlockFunction | None, places: bool
) -> SplitFunction:
    """Write the function that halves. `block` runs a block whose inner loops are sequential; `concurrent`, one whose inner
    loops may become tasks. `places`: each worker begins with a part of its own.
    """
    captured = (captured_values(region)[0] for region in parts.reductions.regions)
    passed = dict.fromkeys((*block.passed, *(concurrent.passed if concurrent else ()), *chain(*captured)))
    name = names.fresh(f"{parts.stem}_split")
    split = SplitFunction(name, tuple(passed), parts.reductions.types, concurrent is not None, places)
    fixed = [*[INDEX] * (2 * parts.dimensions), F64, *([i1] if split.chooses else []), *[F64] * (2 * places)]
    entry = Block(arg_types=[*fixed, *(value.type for value in passed)])
    given: dict[SSAValue, SSAValue] = dict(zip(passed, entry.args[len(fixed) :], strict=True))
    for value, argument in given.items():
        argument.name_hint = value.name_hint
    code = ParallelCode(entry, parts.loop.location)
    writer = _Splitting(parts, split, given, entry)
    small = code.test(writer.volume(code), "ole", writer.most)
    merged, leaf, halves = code.branch(small, parts.reductions.types)
    leaf.yields(writer.run(leaf, block, concurrent))
    halves.yields(writer.halve(halves))
    code.add(async_dialect.ReturnOp.create(operands=merged.results))
    body, location = Region(entry), parts.loop.location
    add_function(async_dialect.FuncOp, name, body, split.result_types, parts.function, location)
    return split


class _Splitting:
    """Writes the parts of a split function."""

    def __init__(self, parts: LoopParts, split: SplitFunction, given: dict[SSAValue, SSAValue], entry: Block):
        self.parts, self.split, self.given = parts, split, given
        self.lows, self.highs, (self.most, *rest) = _arguments(entry, parts.dimensions)
        self.inner = rest[: int(split.chooses)]
        self.place = rest[int(split.chooses) :][: 2 * split.places]
        names = ("most", *["inner"] * split.chooses, "middle", "step")
        for value, name in zip((self.most, *self.inner, *self.place), names, strict=False):
            value.name_hint = name

    def volume(self, code: ParallelCode) -> SSAValue:
        """How many iterations there are, as f64."""
        sizes = [code.minus(high, low) for low, high in zip(self.lows, self.highs, strict=True)]
        return product(code, sizes)

    def run(self, code: ParallelCode, block: BlockFunction, concurrent: BlockFunction | None) -> Values:
        """Run all iterations as one block."""
        if concurrent is None:
            return self._run(code, block)
        merged, inner, alone = code.branch(self.inner[0], self.parts.reductions.types)
        inner.yields(self._run(inner, concurrent))
        alone.yields(self._run(alone, block))
        return merged.results

    def _run(self, code: ParallelCode, block: BlockFunction) -> Values:
        bounds, carried = _paired(self.lows, self.highs), self.parts.reductions.start(code)
        return block.call(code, bounds, carried, [self.given[v] for v in block.passed]).results

    def halve(self, code: ParallelCode) -> Values:
        """Launch one half, run the other, and wait for both before an error of either is looked at."""
        left_highs, right_lows = self._middle(code)
        left, right = (self.lows, left_highs), (right_lows, self.highs)
        upper, step = None, ()
        if self.place:
            upper, below, above, *step = self._places(code)
            left, right = (*left, [below]), (*right, [above])
        inside = ParallelCode(Block(), code.location)
        values = self.split.wait(inside, self._call(inside, step, *_either(code, upper, right, left)))
        inside.add(async_dialect.YieldOp(*values))
        execute = code.add(async_dialect.ExecuteOp([], [], self.split.payloads, Region(inside.block)))
        launched, run = execute.results, self._call(code, step, *_either(code, upper, left, right))
        for completions in (launched, run):
            code.add(async_dialect.RuntimeAwaitOp.create(operands=completions[:1]))
        earlier, later = self._wait_in_order(code, upper, launched, run)
        return self.parts.reductions.combine(code, earlier, later, self.given)

    def _places(self, code: ParallelCode) -> tuple[SSAValue, SSAValue, SSAValue, SSAValue]:
        """Whether the calling worker is to begin with the upper half; the middles of both halves, and their step."""
        middle, step = self.place
        worker = code.count_real(code.value(rt.WorkerNumberOp()))
        upper = code.test(worker, "oge", middle)
        return upper, code.minus(middle, step), code.plus(middle, step), code.times(step, code.real(0.5))

    def _wait_in_order(
        self, code: ParallelCode, upper: SSAValue | None, launched: Values, run: Values
    ) -> tuple[Values, Values]:
        """What the lower half has reduced, and the upper one. If both have failed, the error is that of the lower one."""
        if upper is None:
            return self.split.wait(code, launched), self.split.wait(code, run)
        types = self.parts.reductions.types
        merged, yes, no = code.branch(upper, [*types, *types])
        yes.yields([*self.split.wait(yes, run), *self.split.wait(yes, launched)])
        no.yields([*self.split.wait(no, launched), *self.split.wait(no, run)])
        return merged.results[: len(types)], merged.results[len(types) :]

    def _call(
        self, code: ParallelCode, step: Values, lows: Values, highs: Values, middle: Values = ()
    ) -> Values:
        fixed = [*_paired(lows, highs), self.most, *self.inner, *middle, *step]
        return self.split.call(code, [*fixed, *self.given.values()])

    def _middle(self, code: ParallelCode) -> tuple[Values, Values]:
        """Where the first half ends and the second begins: in the outermost dimension with two iterations or more.

        So all iterations of the first half come before all of the second.
        """
        ends: list[SSAValue] = []
        starts: list[SSAValue] = []
        undecided: SSAValue | None = None
        one, two = code.index(1), code.index(2)
        for d, (low, high) in enumerate(zip(self.lows, self.highs, strict=True)):
            size = code.minus(high, low)
            middle = code.plus(low, code.value(arith.DivUIOp(size, two)))
            here = undecided
            if d < self.parts.dimensions - 1:
                many = code.test(size, "ugt", one)
                here = many if undecided is None else code.both(undecided, many)
                still = code.test(size, "ule", one)
                undecided = still if undecided is None else code.both(undecided, still)
            ends.append(middle if here is None else code.either(here, middle, high))
            starts.append(middle if here is None else code.either(here, middle, low))
        return ends, starts


def _either(
    code: ParallelCode, condition: SSAValue | None, yes: Sequence[Values], no: Sequence[Values]
) -> list[Values]:
    """`yes` if the condition holds, else `no`; without a condition, `no`."""
    if condition is None:
        return [*no]
    return [
        [code.either(condition, a, b) for a, b in zip(*both, strict=True)]
        for both in zip(yes, no, strict=True)
    ]


def product(code: ParallelCode, counts: Sequence[SSAValue]) -> SSAValue:
    """The product of counts as f64, which does not overflow."""
    return reduce(code.times, [code.count_real(count) for count in counts])


def _paired(lows: Values, highs: Values) -> list[SSAValue]:
    return [value for pair in zip(lows, highs, strict=True) for value in pair]
