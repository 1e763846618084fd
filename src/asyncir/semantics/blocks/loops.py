"""Loops, which count their iterations: accesses are told apart by them."""

from __future__ import annotations

from typing import Any, Protocol

from asyncir.ir import Operation
from asyncir.semantics.blocks.compiler import BlockCompiler, handles
from asyncir.semantics.blocks.thread import Thread
from asyncir.semantics.core.faults import fault
from asyncir.semantics.core.program import Compiler, RegionScope, Segment, transfer
from asyncir.semantics.core.values import Registers, bit_width


@handles("scf.for")
def _for(op: Any, c: BlockCompiler) -> None:
    lower, upper, step, *initial = c.uses(op.operands)
    results, go_on, around = c.slots(op.results), Segment(), c.code.fresh()
    scope = RegionScope({})
    body = c.region(op.regions[0], scope)
    variable, *carried = c.slots(op.regions[0].blocks[0].args)
    leave: Any = transfer(carried, results, go_on)
    begin: Any = transfer(initial, carried, body)
    unsigned = "unsignedCmp" in op.properties or "unsignedCmp" in op.attributes
    mask = (1 << bit_width(op.regions[0].blocks[0].args[0].type)) - 1

    def enter(r: Registers, thread: Thread) -> Segment | None:
        low, high = r[lower], r[upper]
        if unsigned:
            low, high = low & mask, high & mask
        if r[step] <= 0 and not (unsigned and r[step]):
            raise fault("S005", f"the loop's step is {r[step]}; it must be positive", op)
        begin(r, thread)
        r[variable] = r[lower]
        if low < high:
            r[around] = thread.iteration
            thread.iteration = (*thread.iteration, 0)
            return body
        return leave(r, thread)

    def repeat(inner: Operation, c: Compiler) -> None:
        assert isinstance(c, BlockCompiler)
        copy: Any = transfer(c.uses(inner.operands), carried, body)

        def end(r: Registers, thread: Thread) -> Segment | None:
            copy(r, thread)
            value = r[variable] = r[variable] + r[step]
            if value < r[upper] if not unsigned else (value & mask) < (r[upper] & mask):
                thread.iteration = (*r[around], thread.iteration[-1] + 1)
                return body
            thread.iteration = r[around]
            return leave(r, thread)

        c.end_with(end)

    scope.terminators["scf.yield"] = repeat
    c.end_with(enter, go_on)


class _Counts(Protocol):
    """A thread, or a team of threads: it counts the iterations of the loops that it is in."""

    iteration: tuple[int, ...]


@handles("scf.while")
def _while(op: Any, c: BlockCompiler) -> None:
    go_on, around = Segment(), c.code.fresh()
    before, after = op.regions
    scope, second = RegionScope({}), RegionScope({})
    entry = c.region(before, scope)
    starts = c.slots(before.blocks[0].args)
    body = c.region(after, second)
    begin: Any = transfer(c.uses(op.operands), starts, entry)

    def enter(r: Registers, runner: _Counts) -> Segment | None:
        r[around] = runner.iteration
        runner.iteration = (*runner.iteration, 0)
        return begin(r, runner)

    def condition(inner: Operation, c: Compiler) -> None:
        assert isinstance(c, BlockCompiler)
        flag, *values = c.uses(inner.operands)
        repeat: Any = transfer(values, c.slots(after.blocks[0].args), body)
        copy: Any = transfer(values, c.slots(op.results), go_on)

        def leave(r: Registers, runner: _Counts) -> Segment | None:
            runner.iteration = r[around]
            return copy(r, runner)

        c.branch(flag, repeat, leave)

    def again(inner: Operation, c: Compiler) -> None:
        assert isinstance(c, BlockCompiler)
        copy: Any = transfer(c.uses(inner.operands), starts, entry)

        def end(r: Registers, runner: _Counts) -> Segment | None:
            runner.iteration = (*r[around], runner.iteration[-1] + 1)
            return copy(r, runner)

        c.end_with(end)

    scope.terminators["scf.condition"] = condition
    second.terminators["scf.yield"] = again
    c.end_with(enter, go_on)
