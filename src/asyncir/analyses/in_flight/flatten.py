"""From a function and what it calls to flat code; nesting costs no stack."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, ClassVar

from asyncir.analyses.in_flight.code import Code, FlatLoop, Instruction, Kind
from asyncir.analyses.in_flight.correlations import correlations
from asyncir.analyses.in_flight.cycles import moved_on
from asyncir.analyses.in_flight.graphs import Graph, Loops, loops_of
from asyncir.analyses.in_flight.inductions import find_graph_inductions, find_inductions
from asyncir.analyses.in_flight.liveness import liveness
from asyncir.analyses.in_flight.recursion import Activation, CallSite, Recursion, formals_of, is_in_group
from asyncir.analyses.in_flight.slices import values_that_matter
from asyncir.analyses.in_flight.widths import values_that_fit
from asyncir.dialects.branches import forwarded_values
from asyncir.dialects.effects import callee_name, is_memory
from asyncir.dialects.interfaces.completion import (
    IsBarrier,
    commits,
    issues,
    waits_by_count,
    waits_by_token,
    waits_finished,
)
from asyncir.dialects.interfaces.kinds import OpKind, kind_of
from asyncir.ir import Block, Operation, Region, SSAValue
from asyncir.ir.dense import all_elements
from asyncir.ir.walk import walk

MOST_INSTRUCTIONS = 200_000
"""More than this, calls inlined, is not looked at: so many take ten seconds or more."""

Steps = Iterator["Steps"]


class TooLarge(Exception):
    """The program with its calls inlined has too many instructions."""


def flatten(entry: Operation, functions: Mapping[str, Operation]) -> Code:
    """The flat code of `entry`, in which every call is replaced by the callee's body."""
    return _Flattener(entry, functions).run()


def yielded(region: Region) -> Sequence[SSAValue]:
    """What the terminator of a region with one block hands on."""
    block = region.blocks.first
    last = None if block is None else block.last_op
    return last.operands if last is not None and kind_of(last) is OpKind.YIELD else ()


class _Flattener:
    def __init__(self, entry: Operation, functions: Mapping[str, Operation]):
        self.entry = entry
        self.functions = functions
        self.code: list[Instruction] = []
        self.loops: list[FlatLoop] = []
        self.loop: FlatLoop | None = None
        self.path: tuple[Operation, ...] = ()
        self.recursion = Recursion(entry, functions)
        self.active: list[Activation] = []
        self.called_again = 0
        self.frames: dict[Operation, bool] = {}
        """Whether there is memory on the stack in a function or in a region of its own."""

    def run(self) -> Code:
        given: tuple[SSAValue, ...] = ()
        if self.entry in self.recursion.cycles:
            given = Block(arg_types=[v.type for v in formals_of(self.entry)]).args
        last = next((op for op in walk(self.entry) if kind_of(op) is OpKind.RETURN), None)
        handed = Block(arg_types=[] if last is None else [v.type for v in last.operands]).args
        stack: list[Steps] = [self._function(self.entry, given, handed)]
        while stack:
            inner = next(stack[-1], None)
            if inner is None:
                stack.pop()
            else:
                stack.append(inner)
        self._emit(Kind.END, last, pairs=tuple((v, v) for v in handed if is_memory(v.type)))
        for loop in self.loops:
            loop.moved_on = moved_on(loop, self.code)
        matters = values_that_matter(self.code)
        fitting = values_that_fit(self.code, matters)
        return Code(
            self.entry,
            self.code,
            self.loops,
            *liveness(self.code),
            matters,
            fitting,
            *correlations(matters, None if given else self.entry.regions[0].blocks.first),
            given,
            tuple(handed),
            bool(self.recursion.cycles),
        )

    def _emit(self, kind: Kind, op: Operation | None = None, **fields: Any) -> Instruction:
        if len(self.code) >= MOST_INSTRUCTIONS:
            raise TooLarge
        made = Instruction(kind, op, inside=self.loop, path=self.path, **fields)
        self.code.append(made)
        return made

    def _here(self) -> int:
        return len(self.code)

    def _assign(self, targets: Sequence[SSAValue], sources: Sequence[SSAValue]) -> None:
        if targets:
            self._emit(Kind.ASSIGN, pairs=tuple(zip(targets, sources, strict=False)))

    def _function(
        self, function: Operation, operands: Sequence[SSAValue], results: Sequence[SSAValue]
    ) -> Steps:
        formals = formals_of(function)
        if operands:
            self._assign(formals, operands)
        if function not in self.recursion.cycles:
            yield self._region(function.regions[0], results)
            return
        active = self._activation(function)
        yield self._region(function.regions[0], results)
        self._returns(active)
        active.settle(self.functions)
        only = active.only_call(self.functions)
        if only is not None:
            site, names = only
            stands_for = list(names.values())
            find_inductions(active.calls, formals, operands, site.op.operands, stands_for, list(names))

    def _activation(self, function: Operation) -> Activation:
        """The head of a function that may be called again before it returns."""
        calls = self.loop = self._enter(function, carried=formals_of(function))
        calls.first = self._here()
        self._emit(Kind.ENTER, loop=calls)
        head = self._here()
        self._emit(Kind.HEAD, function, loop=calls)
        returns = None
        if self.recursion.something_follows(function):
            returns = self.loop = self._enter(function)
            returns.first = self._here()
            self._emit(Kind.ENTER, loop=returns)
        self.active.append(Activation(function, len(self.path), calls, returns, head))
        return self.active[-1]

    def _returns(self, active: Activation) -> None:
        """The end of such a function: control goes on behind one of the calls in it, or out."""
        self.active.pop()
        if active.returns is not None:
            self._emit(Kind.HEAD, active.function, loop=active.returns)
            for back in (site.back for site in active.sites if site.back is not None):
                choice = self._emit(Kind.CHOICE, case=back.case)
                self._emit(Kind.ADVANCE, loop=active.returns)
                self._emit(Kind.JUMP, target=self.code.index(back))
                choice.target = self._here()
            self._leave(active.returns)
        self._leave(active.calls)

    def _call_again(self, op: Operation, active: Activation) -> None:
        """A call that leads to the head of a function which has not returned yet."""
        between = self.path[active.depth :]
        if any(map(is_in_group, (op, *between))):
            self._emit(Kind.UNKNOWN, op, reason="the program is recursive while a group is open")
            return
        self.called_again += 1
        if active.returns is not None:
            self._emit(Kind.CALL, case=self.called_again)
        self._assign(formals_of(active.function), op.operands)
        inside = loop = self.loop
        while loop is not None and loop is not active.calls:
            self._emit(Kind.LEAVE, loop=loop)
            loop = loop.outer
        self._emit(Kind.ADVANCE, loop=active.calls)
        self._emit(Kind.JUMP, target=active.head)
        back = None
        if active.returns is not None:
            back = self._emit(Kind.RETURN, loop=active.returns, case=self.called_again)
        active.sites.append(CallSite(op, between, inside, back))

    def _region(self, region: Region, results: Sequence[SSAValue], loop: FlatLoop | None = None) -> Steps:
        """A region that control enters once and leaves by terminators, which hand values to `results`."""
        if len(region.blocks) == 1 and region.blocks.first is not None:
            yield self._block(region.blocks.first)
            last = region.blocks.first.last_op
            if last is not None and not last.successors and results:
                self._assign(results, last.operands)
        elif region.blocks:
            yield self._graph(region, results)

    def _block(self, block: Block) -> Steps:
        for op in block.ops:
            if op.successors:
                break
            yield from self._op(op)

    def _op(self, op: Operation) -> Iterator[Steps]:
        handler = self._structured.get(kind_of(op))
        if handler is not None:
            yield handler(self, op)
        elif kind_of(op) in _SILENT:
            pass
        elif callee_name(op) is not None:
            yield self._call(op)
        elif issues(op) is not None:
            self._emit(Kind.ISSUE, op)
        elif (commit := commits(op)) is not None:
            region = commit.region(op)
            if region is not None and region.blocks.first is not None:
                self._emit(Kind.BEGIN, op)
                yield self._block(region.blocks.first)
            self._emit(Kind.COMMIT, op)
        elif waits_by_count(op) or waits_by_token(op) or waits_finished(op) or kind_of(op) is OpKind.AWAIT:
            self._emit(Kind.WAIT, op)
        elif op.get_trait(IsBarrier) is not None:
            self._emit(Kind.BARRIER, op)
        else:
            self._emit(Kind.OP, op)

    def _call(self, op: Operation) -> Steps:
        callee = self.functions.get(callee_name(op) or "")
        if kind_of(op) is not OpKind.CALL or callee is None or not callee.regions[0].blocks:
            self._emit(Kind.OP, op)
            return
        active = next((a for a in self.active if a.function is callee), None)
        if active is not None:
            self._call_again(op, active)
            return
        saved = self.path
        start, self.path = self._here(), (*saved, op)
        yield self._function(callee, op.operands, op.results)
        self.path = saved
        self._frame(op, callee, start)

    def _frame(self, op: Operation, around: Operation, start: int) -> None:
        """The memory ends that was allocated on the stack since `start`."""
        if around not in self.frames:
            self.frames[around] = any(kind_of(each) is OpKind.ALLOCATE_ON_STACK for each in walk(around))
        if self.frames[around]:
            self._emit(Kind.FRAME, op, case=start)

    def _enter(self, op: Operation, **fields: Any) -> FlatLoop:
        loop = FlatLoop(len(self.loops), op, self.path, self.loop, **fields)
        self.loops.append(loop)
        return loop

    def _for(self, op: Operation) -> Steps:
        region = op.regions[0]
        block = region.blocks.first
        assert block is not None
        carried = tuple(block.args[1:])
        bounds = (op.operands[0], op.operands[1], op.operands[2])
        loop = self._enter(op, bounds=bounds, variable=block.args[0], carried=carried)
        find_inductions(loop, carried, op.operands[3:], yielded(region), carried)
        yield self._counted(loop, carried, op.operands[3:], region)
        self._assign(op.results, carried)
        self._leave(loop)

    def _counted(
        self, loop: FlatLoop, carried: Sequence[SSAValue], inits: Sequence[SSAValue], region: Region
    ) -> Steps:
        """A counted loop up to its exit, where it has not been left yet."""
        self._assign(carried, inits)
        self.loop = loop
        loop.first = self._here()
        self._emit(Kind.ENTER, loop=loop)
        first = self._emit(Kind.TEST, loop=loop)
        head = self._here()
        self._emit(Kind.HEAD, loop.op, loop=loop, place=region.blocks.first)
        block = region.blocks.first
        assert block is not None
        yield self._block(block)
        self._assign(carried, yielded(region))
        self._emit(Kind.ADVANCE, loop=loop)
        again = self._emit(Kind.TEST, loop=loop)
        self._emit(Kind.JUMP, target=head)
        first.target = again.target = self._here()

    def _leave(self, loop: FlatLoop) -> None:
        self._emit(Kind.LEAVE, loop=loop)
        loop.last = self._here() - 1
        self.loop = loop.outer
        self._emit(Kind.JOIN, place=loop.op)

    def _while(self, op: Operation) -> Steps:
        before, after = op.regions[0].blocks.first, op.regions[1].blocks.first
        assert before is not None
        assert after is not None
        condition = before.last_op
        assert condition is not None
        loop = self._enter(op, carried=tuple(before.args))
        back = yielded(op.regions[1])
        through = dict(zip(after.args, condition.operands[1:], strict=False))
        find_inductions(
            loop, before.args, op.operands, back, [through.get(v, v) for v in after.args], after.args
        )
        self._assign(before.args, op.operands)
        self.loop = loop
        loop.first = self._here()
        self._emit(Kind.ENTER, loop=loop)
        head = self._here()
        self._emit(Kind.HEAD, op, loop=loop, place=before)
        yield self._block(before)
        branch = self._emit(Kind.BRANCH, condition, value=condition.operands[0])
        self._assign(after.args, condition.operands[1:])
        yield self._block(after)
        self._assign(before.args, back)
        self._emit(Kind.ADVANCE, loop=loop)
        self._emit(Kind.JUMP, target=head)
        branch.target = self._here()
        self._assign(op.results, condition.operands[1:])
        self._leave(loop)

    def _if(self, op: Operation) -> Steps:
        branch = self._emit(Kind.BRANCH, op, value=op.operands[0])
        yield self._region(op.regions[0], op.results)
        out = self._emit(Kind.JUMP)
        branch.target = self._here()
        if len(op.regions) > 1 and op.regions[1].blocks:
            yield self._region(op.regions[1], op.results)
        out.target = self._here()
        self._emit(Kind.JOIN, place=op)

    def _index_switch(self, op: Operation) -> Steps:
        """The first region is the default."""
        cases: Any = op.properties["cases"]
        outs: list[Instruction] = []
        for case, region in zip(cases.get_values(), op.regions[1:], strict=False):
            test = self._emit(Kind.CASE, op, value=op.operands[0], case=int(case))
            yield self._region(region, op.results)
            outs.append(self._emit(Kind.JUMP))
            test.target = self._here()
        yield self._region(op.regions[0], op.results)
        for out in outs:
            out.target = self._here()
        self._emit(Kind.JOIN, place=op)

    def _scope(self, op: Operation) -> Steps:
        start = self._here()
        yield self._region(op.regions[0], op.results)
        if kind_of(op) is OpKind.STACK_REGION:
            self._frame(op, op, start)

    def _graph(self, region: Region, results: Sequence[SSAValue]) -> Steps:
        """Several blocks, in an order in which only loops go back."""
        graph = Graph(region)
        loops = loops_of(graph)
        made: dict[Block, FlatLoop] = {}
        starts: dict[Block, int] = {}
        jumps: list[tuple[Instruction, Block]] = []
        ends: list[Instruction] = []
        around = self.loop
        for block in graph.order:
            if block not in loops.members:
                self.loop = made[loops.innermost[block]] if block in loops.innermost else around
            else:
                outer = loops.outer.get(block)
                self.loop = made[outer] if outer is not None else around
                op = region.parent
                assert op is not None
                begins = [b for b in graph.order if loops.begins.get(b) is block]
                loop = made[block] = self._enter(
                    op, carried=tuple(a for b in begins for a in b.args), block=block
                )
                if block not in loops.several:
                    find_graph_inductions(loop, block, loops.members[block])
                loop.first = self._here()
                self.loop = loop
            starts[block] = self._here()
            if block in loops.begins:
                loop = made[loops.begins[block]]
                self._emit(Kind.HEAD, loop.op, loop=loop, place=block)
            elif len(graph.predecessors[block]) > 1:
                self._emit(Kind.JOIN, place=block)
            yield self._block(block)
            last = block.last_op
            if last is not None and last.successors:
                self._branch(last, block, loops, made, starts, jumps)
            elif last is not None:
                self._assign(results, last.operands)
                for header in loops.around(block):
                    self._emit(Kind.LEAVE, loop=made[header])
                ends.append(self._emit(Kind.JUMP))
            for header in loops.around(block):
                made[header].last = self._here() - 1
        for jump, block in jumps:
            if jump.kind is Kind.ENTER:
                jump.loop = made[block]
            else:
                jump.target = starts[block]
        self.loop = around
        for end in ends:
            end.target = self._here()
        op = region.parent
        called = op is self.entry or op in self.functions.values()
        self._emit(Kind.JOIN, place=op if not called else self.path[-1] if self.path else None)

    def _branch(
        self,
        op: Operation,
        block: Block,
        loops: Loops,
        made: dict[Block, FlatLoop],
        starts: dict[Block, int],
        jumps: list[tuple[Instruction, Block]],
    ) -> None:
        ways = forwarded_values(op)
        tests: list[Instruction | None] = [None] * len(ways)
        order = list(range(len(ways)))
        if len(ways) == 2 and kind_of(op) is OpKind.BRANCH:
            tests[0] = Instruction(Kind.BRANCH, op, value=op.operands[0])
        elif len(ways) > 1:
            order = [*range(1, len(ways)), 0]
            values: Any = op.properties.get("case_values")
            cases = [] if values is None else [int(v) for v in all_elements(values)]
            for index, case in enumerate(cases):
                tests[index + 1] = Instruction(Kind.CASE, op, value=op.operands[0], case=case)
        for index in order:
            test = tests[index]
            if test is not None:
                test.inside, test.path = self.loop, self.path
                self.code.append(test)
            target, values_ = ways[index]
            self._assign(target.args, values_)
            for header in loops.around(block):
                if target not in loops.members[header]:
                    self._emit(Kind.LEAVE, loop=made[header])
            again = loops.begins.get(target)
            if again is not None and target in starts and block in loops.members[again]:
                self._emit(Kind.ADVANCE, loop=made[again])
            entered = [head for head in reversed(loops.around(target)) if block not in loops.members[head]]
            jumps.extend((self._emit(Kind.ENTER), head) for head in entered)
            jumps.append((self._emit(Kind.JUMP), target))
            if test is not None:
                test.target = self._here()

    _structured: ClassVar[dict[OpKind, Callable[[_Flattener, Operation], Steps]]] = {
        OpKind.COUNTED_LOOP: _for,
        OpKind.CONDITIONAL_LOOP: _while,
        OpKind.IF: _if,
        OpKind.SWITCH: _index_switch,
        OpKind.REGION: _scope,
        OpKind.STACK_REGION: _scope,
    }


_SILENT = frozenset(
    {
        OpKind.CONSTANT,
        OpKind.YIELD,
        OpKind.CONDITION,
        OpKind.RETURN,
        OpKind.STACK_RETURN,
        OpKind.ASSERT,
        OpKind.PRINT,
    }
)
