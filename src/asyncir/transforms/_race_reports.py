"""What the body of a function reports to the library that looks for races: `detect-races` adds it, op by op."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from asyncir.dialects import arith, async_dialect, async_runtime, rt, scf
from asyncir.dialects.async_types import AsyncOpInterface, CompletionType, ValueType
from asyncir.dialects.effects import Access, Effect, callee_name, declared_effects
from asyncir.dialects.execution_traits import may_wait
from asyncir.dialects.functions import FunctionOp
from asyncir.dialects.interfaces.kinds import OpKind, kind_of
from asyncir.dialects.interfaces.memory import atomic_memory
from asyncir.dialects.memref_layout import shape_of
from asyncir.dialects.rt_races import TellOp, TouchOp
from asyncir.ir import (
    FileLineColLoc,
    IntegerAttr,
    MemRefType,
    Operation,
    Region,
    SSAValue,
    i64,
)
from asyncir.ir.walk import walk
from asyncir.transforms._building import INDEX, Builder
from asyncir.transforms._race_memory import PrivateMemory
from asyncir.transforms._race_ranges import IterationEpochs, report_ranges

_BARE = (async_runtime.RuntimeCreateOp, async_runtime.RuntimeCreateGroupOp)
_BARE_KINDS = frozenset({OpKind.GROUP, OpKind.READY})
_COMPLETES = (async_runtime.RuntimeSetAvailableOp, async_runtime.RuntimeSetErrorOp)


@dataclass(frozen=True, slots=True)
class RaceRunner:
    """Who runs some code: its activation, the epoch of the iteration, and what reports call it."""

    activation: SSAValue
    epoch: SSAValue
    task: str

    @property
    def who(self) -> tuple[SSAValue, SSAValue]:
        """What an access says of it."""
        return self.activation, self.epoch


@dataclass
class RaceReports:
    """Adds reports to the functions of a module; `functions` are those that take an activation and an epoch."""

    functions: Mapping[str, FunctionOp]
    private: PrivateMemory = field(default_factory=PrivateMemory)
    _quiet: dict[str, bool] = field(default_factory=dict[str, bool])
    _epochs: dict[Operation, IterationEpochs] = field(default_factory=dict[Operation, IterationEpochs])

    def add(self, function: FunctionOp, arguments: tuple[SSAValue, SSAValue], name: str) -> None:
        """Add them to one function, whose activation and epoch are these arguments."""
        pending = [(function.body, RaceRunner(*arguments, name))]
        if isinstance(function, async_dialect.FuncOp):
            for block in function.body.blocks:
                if isinstance(block.last_op, async_dialect.ReturnOp):
                    Builder(block.last_op).add(TellOp("finish", arguments[0]))
        while pending:
            region, runner = pending.pop()
            for op in [op for block in region.blocks for op in block.ops]:
                if not isinstance(op, TellOp | TouchOp):
                    pending += self._report(op, runner)
        report_ranges(function, self._epochs)

    def _report(self, op: Operation, runner: RaceRunner) -> Iterable[tuple[Region, RaceRunner]]:
        """Add what is reported of one op; the regions in it that have yet to be looked at, and who runs them."""
        if isinstance(op, async_dialect.ExecuteOp):
            return _launch(op, runner)
        if isinstance(op, scf.ParallelOp):
            return self._loop(op, runner)
        if (callee := callee_name(op)) is not None:
            if callee in self.functions:
                _call(op, runner)
        elif kind_of(op) is OpKind.CALL_OF_VALUE:
            Builder(op).add(TellOp("hand", runner.activation))
        elif may_wait(type(op)):
            Builder(op).add(TellOp("before_wait", runner.activation))
            _behind(op).add(TellOp("after_wait", runner.activation, op.operands[0]))
        elif kind_of(op) in _BARE_KINDS or isinstance(op, _BARE):
            _behind(op).add(TellOp("create", op.results[0]))
            if isinstance(op.results[0].type, ValueType):
                _touch_payload("fresh", op, op.results[0], _behind(op), runner)
        elif isinstance(op, _COMPLETES):
            Builder(op).add(TellOp("complete", runner.activation, op.operands[0]))
        elif kind_of(op) is OpKind.ADD_TO_GROUP or isinstance(op, async_runtime.RuntimeAddToGroupOp):
            Builder(op).add(TellOp("add", runner.activation, *op.operands))
        elif isinstance(op, async_runtime.RuntimeStoreOp):
            _touch_payload("write", op, op.operands[1], Builder(op), runner)
        elif isinstance(op, async_runtime.RuntimeLoadOp):
            _touch_payload("read", op, op.operands[0], Builder(op), runner)
        elif isinstance(op, rt.CallOp):
            for result in op.results:
                _behind(op).add(TellOp("ask_host", runner.activation, result))
        elif op.has_trait(AsyncOpInterface) and op.results:
            self._operation(op, runner)
        else:
            self._touch(op, runner)
            if atomic_memory(op) is None:
                return [(region, runner) for region in op.regions]
        return ()

    def _operation(self, op: Operation, runner: RaceRunner) -> None:
        """An operation is a task of its own, which touches its buffers while it is in flight."""
        child = Builder(op).value(TellOp("fork", runner.activation))
        self._touch(op, RaceRunner(child, runner.epoch, runner.task))
        build = _behind(op)
        build.add(TellOp("bind", child, op.results[0]))
        build.add(TellOp("finish", child))

    # ---- memory

    def _touch(self, op: Operation, runner: RaceRunner) -> None:
        if (number := atomic_memory(op)) is not None:
            memory, *indices = op.operands[number : number + 1 + _rank(op.operands[number])]
            if not self.private.has(memory):
                Builder(op).add(TouchOp("atomic", op.name, runner.task, runner.who, memory, indices))
            return
        for effect in declared_effects(op) or ():
            root = effect.root
            if (
                isinstance(root, SSAValue)
                and isinstance(root.type, MemRefType)
                and not self.private.has(root)
            ):
                _touch_by(op, effect, root, runner)

    # ---- parallel loops

    def _loop(self, loop: scf.ParallelOp, runner: RaceRunner) -> Iterable[tuple[Region, RaceRunner]]:
        body = loop.body.block
        last = body.last_op
        assert last is not None
        task = f"an iteration of the loop{_place(loop)}"
        before, after = Builder(loop), _behind(loop)
        start = body.first_op
        assert start is not None
        if self._is_quiet(loop.body):
            trips = _trip_counts(loop, before)
            total = _as_number(_product(trips, before), before)
            first = before.value(TellOp("loop", runner.activation, total))
            number = _as_number(_iteration_number(loop, trips, Builder(start)), Builder(start))
            epoch = Builder(start).plus(first, number)
            after.add(TellOp("loop_end", runner.activation, first, total))
            self._epochs[loop] = IterationEpochs(first, epoch, trips)
            return [(loop.body, RaceRunner(runner.activation, epoch, task))]
        tasks = before.value(TellOp("task_loop", runner.activation))
        iteration = Builder(start).value(TellOp("iteration", tasks))
        none = Builder(start).value(arith.ConstantOp(IntegerAttr(0, i64)))
        Builder(last).add(TellOp("iteration_end", iteration, tasks))
        after.add(TellOp("task_loop_end", runner.activation, tasks))
        return [(loop.body, RaceRunner(iteration, none, task))]

    def _is_quiet(self, region: Region) -> bool:
        """Whether nothing in it, or in what it calls, launches, waits, or is a parallel loop."""
        return all(map(self._keeps_quiet, walk(region)))

    def _keeps_quiet(self, op: Operation) -> bool:
        if isinstance(op, TellOp):
            return True
        callee = callee_name(op)
        if callee is not None and callee in self.functions:
            if callee not in self._quiet:
                self._quiet[callee] = True  # what it calls itself decides
                function = self.functions[callee]
                own = not isinstance(function, async_dialect.FuncOp)
                self._quiet[callee] = own and self._is_quiet(function.body)
            return self._quiet[callee]
        completions = (*op.operands, *op.results)
        return not (
            isinstance(op, scf.ParallelOp)
            or kind_of(op) is OpKind.CALL_OF_VALUE
            or op.has_trait(AsyncOpInterface)
            or any(isinstance(value.type, CompletionType) for value in completions)
        )


def _place(op: Operation) -> str:
    location = op.location
    if not isinstance(location, FileLineColLoc):
        return ""
    return f" at {location.line.data}:{location.column.data}"


def _behind(op: Operation) -> Builder:
    following = op.next_op
    assert following is not None
    return Builder(following, op)


def _rank(memory: SSAValue) -> int:
    return len(shape_of(memory.type))


# ---- tasks


def _launch(op: async_dialect.ExecuteOp, runner: RaceRunner) -> Iterable[tuple[Region, RaceRunner]]:
    child = Builder(op).value(TellOp("fork", runner.activation))
    _behind(op).add(TellOp("bind", child, op.token))
    first = op.body.blocks[0].first_op
    assert first is not None
    build = Builder(first)
    none = build.value(arith.ConstantOp(IntegerAttr(0, i64)))
    for completion in (*op.dependencies, *op.body_operands):
        build.add(TellOp("after_wait", child, completion))
    for block in op.body.blocks:
        if isinstance(block.last_op, async_dialect.YieldOp):
            Builder(block.last_op).add(TellOp("finish", child))
    return [(op.body, RaceRunner(child, none, f"the task{_place(op)}"))]


def _call(op: Operation, runner: RaceRunner) -> None:
    activation, epoch = runner.who
    if isinstance(op, async_dialect.CallOp):
        activation = Builder(op).value(TellOp("call", runner.activation))
        _behind(op).add(TellOp("bind", activation, op.results[0]))
    op.operands = [*op.operands, activation, epoch]


# ---- memory


def _touch_by(op: Operation, effect: Effect, root: SSAValue, runner: RaceRunner) -> None:
    how = {Access.READ: "read", Access.WRITE: "write", Access.FREE: "write", Access.ALLOC: "fresh"}
    build = _behind(op) if effect.access is Access.ALLOC else Builder(op)
    indices, extents = effect.indices, list[SSAValue]()
    if indices is not None and effect.sizes is not None:
        extents = [build.index(size) if isinstance(size, int) else size for size in effect.sizes]
    elif indices is None and not effect.whole and effect.access in (Access.READ, Access.WRITE):
        indices = _only_element(op, root)
    build.add(TouchOp(how[effect.access], op.name, runner.task, runner.who, root, indices, extents))


def _touch_payload(how: str, op: Operation, value: SSAValue, build: Builder, runner: RaceRunner) -> None:
    build.add(TouchOp(how, op.name, runner.task, runner.who, value, None))


def _only_element(op: Operation, root: SSAValue) -> Sequence[SSAValue] | None:
    """The indices of the element that is touched; None: all are."""
    number = op.operands.index(root)
    indices = op.operands[number + 1 : number + 1 + _rank(root)]
    alike = len(indices) == _rank(root) and all(index.type == INDEX for index in indices)
    return indices if alike and indices and not op.has_trait(AsyncOpInterface) else None


# ---- the numbers of iterations


def _trip_counts(loop: scf.ParallelOp, build: Builder) -> list[SSAValue]:
    zero = build.index(0)
    counts: list[SSAValue] = []
    for lower, upper, step in zip(loop.lowerBound, loop.upperBound, loop.step, strict=True):
        count = build.value(arith.CeilDivSIOp(build.minus(upper, lower), step))
        counts.append(build.value(arith.MaxSIOp(count, zero)))
    return counts


def _product(factors: Sequence[SSAValue], build: Builder) -> SSAValue:
    total = factors[0]
    for factor in factors[1:]:
        total = build.times(total, factor)
    return total


def _iteration_number(loop: scf.ParallelOp, trips: Sequence[SSAValue], build: Builder) -> SSAValue:
    """Counted from 0 on, the last dimension fastest."""
    number: SSAValue | None = None
    bounds = zip(loop.body.block.args, loop.lowerBound, loop.step, trips, strict=True)
    for counter, lower, step, count in bounds:
        own = build.value(arith.DivUIOp(build.minus(counter, lower), step))
        number = own if number is None else build.plus(build.times(number, count), own)
    assert number is not None
    return number


def _as_number(index: SSAValue, build: Builder) -> SSAValue:
    return build.value(arith.IndexCastOp(index, i64))
