"""`form-regions`: what need not come one behind the other in a sequential function becomes regions.

The graph of the function's ops (`analyses/op_graph`) is made coarser until each node is worth a task, and each remaining node
becomes an `async.region` that depends on those that it needs.

Nodes are joined along edges where that takes no concurrency away, or little: two of which one is all that the other needs,
and is needed by nobody else (a chain); and a node that is not worth a task with its only user, or with the only one that it
needs. An edge whose end is the only user of its start, or whose start is all that its end needs, is on no second path between
the two, so that joining them makes no cycle; and each step takes a node away, so that it ends. What is still not worth a task
is joined with what needs the same and is needed by the same.

Ops that cost next to nothing, such as constants and empty tensors, are no nodes: each region has its own copy. So are fills,
whose memory the op that starts with it would have to copy. Where the longest path through what is left is nearly all of it,
the function stays as it is: it cannot become slower.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from heapq import heapify, heappop, heappush

from asyncir.analyses.chain_costs import longest
from asyncir.analyses.op_costs import costs_of
from asyncir.analyses.op_graph import op_graph
from asyncir.dialects import async_dialect, func
from asyncir.dialects.async_regions import RegionOp
from asyncir.dialects.async_types import CompletionType, TokenType
from asyncir.dialects.effects import Effects
from asyncir.dialects.execution_traits import may_fail, may_wait
from asyncir.dialects.interfaces.kinds import OpKind, kind_of
from asyncir.dialects.linalg_structured import Structured, extents_of
from asyncir.ir import Block, Context, MemRefType, ModuleOp, Operation, Region, SSAValue
from asyncir.ir.walk import enclosing, terminator_of, walk
from asyncir.transforms._blocks import erase, move_ops
from asyncir.transforms._building import Builder
from asyncir.transforms._passes import Pass

CHEAP = 5.0
"""What costs no more nanoseconds than so many, and touches nothing, is copied to where it is used."""


class FormRegions(Pass):
    """Let ops of a function that need nothing of each other run at the same time: regions, with tokens for what is in order.

    A region takes `least_work` nanoseconds or more, as far as that can be told; a function is left as it is where its longest
    chain of work is more than `longest` per cent of all of its work.
    """

    least_work: int = 20_000
    longest: int = 87

    def __post_init__(self) -> None:
        if self.least_work < 0:
            raise ValueError("'least-work' is not negative")
        if not 0 <= self.longest <= 100:
            raise ValueError("'longest' is a number of per cent, from 0 to 100")

    def apply(self, ctx: Context, op: ModuleOp) -> bool:
        """Look at the body of each function."""
        changed = False
        for function in list(op.ops):
            if isinstance(function, func.FuncOp) and len(function.body.blocks) == 1:
                changed = _Function(function, self.least_work, self.longest).rewrite() or changed
        return changed


@dataclass(eq=False)
class _Node:
    """Ops that are executed one behind the other; edges are to other nodes."""

    ops: list[Operation]
    cost: float
    needs: dict[_Node, None] = field(default_factory=dict["_Node", None])
    users: dict[_Node, None] = field(default_factory=dict["_Node", None])
    place: int = 0
    """The number of its last op in the block."""


class _Function:
    def __init__(self, function: func.FuncOp, least: int, longest: int):
        self.block = function.body.blocks[0]
        self.least, self.longest = least, longest
        self.effects = Effects()
        self.costs = costs_of(function)
        self.at_end: dict[SSAValue, SSAValue] = {}
        """What the function ends with in place of what is in regions now."""
        self.frees: dict[Operation, dict[Operation, None]] = {}
        """What frees memory, and the ops that it comes behind."""
        self.order = {op: number for number, op in enumerate(self.block.ops)}

    def rewrite(self) -> bool:
        *ops, _ = self.block.ops
        if any(_concerns_tasks(op) or self._hands_on_stack(op) for op in ops):
            return False
        cheap = {op for op in ops if self._is_cheap(op)}
        nodes = self._nodes([op for op in ops if op not in cheap and not self._is_of_memory(op)], cheap)
        nodes = self._coarser(nodes)
        nodes = _sorted(self._with_siblings(nodes))
        if sum(node.cost >= self.least for node in nodes) < 2 or 100 * _longest(nodes) > self.longest * sum(
            node.cost for node in nodes
        ):
            return False
        self._emit(nodes, cheap)
        return True

    def _is_cheap(self, op: Operation) -> bool:
        if not self.effects.is_pure(op):
            return False
        if isinstance(op, Structured):
            return bool(op.results) and not any(extents_of(value.type) for value in op.ins)
        return self.costs[op] <= CHEAP and not op.regions

    def _is_of_memory(self, op: Operation) -> bool:
        """Whether the op allocates memory, of a size that is known in front of all regions, or frees such memory."""
        if kind_of(op) is OpKind.FREE:
            owner = op.operands[0].owner
            return isinstance(owner, Operation) and owner.parent is self.block and self._is_of_memory(owner)
        return kind_of(op) in (OpKind.ALLOCATE, OpKind.ALLOCATE_ON_STACK) and not op.operands

    def _hands_on_stack(self, op: Operation) -> bool:
        """Whether an op gives memory on the stack to others: in a region it would end with that."""
        if self._is_of_memory(op) or not any(isinstance(result.type, MemRefType) for result in op.results):
            return False
        return any(kind_of(inner) is OpKind.ALLOCATE_ON_STACK for inner in walk(op))

    def _nodes(self, ops: list[Operation], cheap: set[Operation]) -> list[_Node]:
        """One node for each op; what a cheap op uses counts as used by its users, and allocations as there already."""
        graph = op_graph(
            [op for op in self.block.ops if op in cheap or self.order[op] < len(self.order) - 1], self.effects
        )
        through: dict[Operation, dict[Operation, None]] = {}
        nodes: dict[Operation, _Node] = {}
        for op in graph.ops:
            needed: dict[Operation, None] = {}
            for each in graph.needs[op]:
                needed.update(through.get(each, {each: None}))
            if kind_of(op) is OpKind.FREE and self._is_of_memory(op):
                self.frees[op] = through[op] = needed
            elif self._is_of_memory(op):
                through[op] = {}
            elif op in cheap:
                through[op] = needed
            else:
                node = nodes[op] = _Node([op], self.costs[op], place=self.order[op])
                for each in needed:
                    node.needs[nodes[each]] = None
                    nodes[each].users[node] = None
        return [nodes[op] for op in ops]

    def _coarser(self, nodes: list[_Node]) -> list[_Node]:
        alive = dict.fromkeys(nodes)
        pending = list(reversed(nodes))
        while pending:
            node = pending.pop()
            if node not in alive:
                continue
            other = self._partner(node)
            if other is not None:
                first, second = (node, other) if other in node.users else (other, node)
                _join(first, second)
                del alive[second]
                pending.append(first)
                pending += first.needs
        return list(alive)

    def _with_siblings(self, nodes: list[_Node]) -> list[_Node]:
        """Join small ones that need the same and are needed by the same: neither of two is on a way to the other."""
        open_: dict[tuple[frozenset[_Node], frozenset[_Node]], _Node] = {}
        alive = dict.fromkeys(nodes)
        for node in nodes:
            if node.cost >= self.least:
                continue
            key = frozenset(node.needs), frozenset(node.users)
            first = open_.get(key)
            if first is None or first.cost >= self.least:
                open_[key] = node
            else:
                _join(first, node)
                del alive[node]
        return list(alive)

    def _partner(self, node: _Node) -> _Node | None:
        """What the node is joined with."""
        small = node.cost < self.least
        if len(node.users) == 1:
            (user,) = node.users
            if small or len(user.needs) == 1:
                return user
        if small and len(node.needs) == 1:
            (needed,) = node.needs
            return needed
        return None

    def _emit(self, nodes: list[_Node], cheap: set[Operation]) -> None:
        """A region for each node, in front of the function's end; then waits for those that nobody needs, and so for all."""
        end = terminator_of(self.block)
        tokens: dict[_Node, SSAValue] = {}
        frees = self._frees(nodes)
        for node, needed in _reduced(nodes):
            tokens[node] = self._region(node, [tokens[each] for each in needed], cheap, end)
        end.operands = [self.at_end.get(value, value) for value in end.operands]
        for users, ops in frees.items():
            body = Block()
            move_ops(ops, body)
            Builder(body, ops[0]).add(async_dialect.YieldOp())
            Builder(end, ops[0]).add(
                RegionOp([tokens[each] for each in users], [], [TokenType()], Region(body))
            )
        code = Builder(end)
        for node in nodes:
            if not node.users:
                code.add(async_dialect.AwaitOp(tokens[node]))
        left = [op for op in self.block.ops if op in cheap]
        move_ops(left, end)
        for op in reversed(left):
            if all(result.first_use is None for result in op.results):
                erase(op)

    def _frees(self, nodes: list[_Node]) -> dict[tuple[_Node, ...], list[Operation]]:
        """What is freed behind several nodes, with those; what only one uses is freed in it."""
        of = {op: node for node in nodes for op in node.ops}
        number = {node: index for index, node in enumerate(nodes)}
        before: dict[_Node, int] = {}
        for node in nodes if self.frees else ():
            before[node] = 0
            for each in node.needs:
                before[node] |= before[each] | 1 << number[each]
        found: dict[tuple[_Node, ...], list[Operation]] = {}
        for free, behind in self.frees.items():
            users = dict.fromkeys(of[each] for each in behind)
            last = tuple(u for u in users if not any(before[v] >> number[u] & 1 for v in users))
            if len(last) == 1:
                last[0].ops.append(free)
            elif last:
                found.setdefault(last, []).append(free)
        return found

    def _region(self, node: _Node, after: list[SSAValue], cheap: set[Operation], end: Operation) -> SSAValue:
        node.ops.sort(key=self.order.__getitem__)
        body = Block()
        move_ops(node.ops, body)
        made = [result for op in node.ops for result in op.results]
        given = [value for value in made if any(not _is_in(use.operation, body) for use in value.uses)]
        Builder(body, node.ops[-1]).add(async_dialect.YieldOp(*given))
        types = [TokenType(), *(value.type for value in given)]
        region = Builder(end, node.ops[0]).add(RegionOp(after, [], types, Region(body)))
        _copy_cheap(body, cheap)
        token, *results = region.results
        for value, new in zip(given, results, strict=True):
            new.name_hint = value.name_hint
            # The end is rewritten once: it may have an operand of each region, and is made anew with each change.
            value.replace_uses_with_if(
                new, lambda use: use.operation is not end and not _is_in(use.operation, body)
            )
            self.at_end[value] = new
        return token


def _is_in(op: Operation, block: Block) -> bool:
    return any(each.parent is block for each in (op, *enclosing(op)))


def _copy_cheap(body: Block, cheap: set[Operation]) -> None:
    """Copy cheap ops that a region uses into it, each in front of the first op that uses it, behind what it uses itself."""
    copies: dict[SSAValue, SSAValue] = {}
    for user in list(body.ops):
        wanted: dict[Operation, None] = {}
        below = list(walk(user))
        for op in below:
            for value in op.operands:
                if value not in copies:
                    _collect(value, cheap, wanted)
        for op in wanted:
            if op.results[0] not in copies:
                copy = op.clone(copies)
                body.insert_op_before(copy, user)
                copies.update(zip(op.results, copy.results, strict=True))
        for op in below:
            for index, value in enumerate(op.operands):
                if value in copies:
                    op.operands[index] = copies[value]


def _collect(value: SSAValue, cheap: set[Operation], wanted: dict[Operation, None]) -> None:
    """The cheap ops behind a value, each behind those that it uses."""
    stack: list[tuple[SSAValue, bool]] = [(value, False)]
    while stack:
        current, seen = stack.pop()
        owner = current.owner
        if not isinstance(owner, Operation) or owner not in cheap or owner in wanted:
            continue
        if seen:
            wanted[owner] = None
            continue
        stack.append((current, True))
        stack += [(each, False) for inner in walk(owner) for each in inner.operands]


def _concerns_tasks(op: Operation) -> bool:
    """Whether there is anything about tasks in the op, or about failures, whose order would be another one."""
    return any(
        may_wait(type(inner))
        or may_fail(type(inner))
        or any(isinstance(value.type, CompletionType) for value in (*inner.operands, *inner.results))
        for inner in walk(op)
    )


def _join(first: _Node, second: _Node) -> None:
    """Let the first have what the second has, which then is no node any more."""
    first.ops += second.ops
    first.cost += second.cost
    first.place = max(first.place, second.place)
    for needed in second.needs:
        del needed.users[second]
        if needed is not first:
            first.needs[needed] = None
            needed.users[first] = None
    for user in second.users:
        del user.needs[second]
        user.needs[first] = None
        first.users[user] = None


def _sorted(nodes: Iterable[_Node]) -> list[_Node]:
    """Each node behind those that it needs, else in the order of the text."""
    open_ = {node: len(node.needs) for node in nodes}
    ready = [(node.place, number, node) for number, (node, count) in enumerate(open_.items()) if not count]
    heapify(ready)
    found: list[_Node] = []
    count = len(ready)
    while ready:
        _, _, node = heappop(ready)
        found.append(node)
        for user in node.users:
            open_[user] -= 1
            if not open_[user]:
                count += 1
                heappush(ready, (user.place, len(open_) + count, user))
    return found


def _longest(nodes: list[_Node]) -> float:
    """What the most expensive path through the nodes costs; they are sorted."""
    number = {node: index for index, node in enumerate(nodes)}
    return longest([[number[each] for each in node.needs] for node in nodes], [node.cost for node in nodes])


def _reduced(nodes: list[_Node]) -> Iterator[tuple[_Node, list[_Node]]]:
    """Each node with those that it needs and that no other of these needs; a set of nodes is a number with a bit for each."""
    number = {node: index for index, node in enumerate(nodes)}
    before: dict[_Node, int] = {}
    for node in nodes:
        behind = 0
        for each in node.needs:
            behind |= before[each]
        before[node] = behind
        for each in node.needs:
            before[node] |= 1 << number[each]
        yield node, [each for each in node.needs if not behind >> number[each] & 1]
