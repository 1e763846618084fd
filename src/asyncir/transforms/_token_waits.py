"""Tokens as values, and waits for them in place of waits by count."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass

from asyncir.analyses.carried import CarriedNode, Given, Node, Phi, Variable
from asyncir.analyses.fifo_changes import FifoChanges, Ids
from asyncir.analyses.youngest_groups import READY
from asyncir.dialects import arith, async_dialect, queue, scf
from asyncir.dialects.effect_types import Milestone
from asyncir.dialects.interfaces.completion import HardwareFifo, waits_by_count
from asyncir.ir import (
    Attribute,
    Block,
    DenseArrayBase,
    Operation,
    Region,
    SSAValue,
    i64,
)
from asyncir.ir.symbols import symbol_around
from asyncir.ir.walk import first_of
from asyncir.transforms._blocks import at, erase
from asyncir.transforms._building import Builder
from asyncir.transforms._carrying import Carrier
from asyncir.transforms._queue_tests import QueueTests
from asyncir.transforms._rebuilding import extended


@dataclass(frozen=True, slots=True)
class Wait:
    """A wait by count, and the groups that it may wait for."""

    op: Operation
    ids: Ids
    counts: Sequence[int]
    groups: dict[tuple[Hashable, int], Node]
    """For each FIFO that it may mean and each count that it may have."""


class TokenMaker:
    """The tokens of groups as values of the program."""

    def __init__(self, resolve: Callable[[Node], Node], fifos: FifoChanges, carrier: Carrier) -> None:
        self._resolve = resolve
        self._carrier = carrier
        self._tests = QueueTests(fifos, carrier)
        self._ready: dict[tuple[Operation, Attribute], SSAValue] = {}
        self._computed: dict[Node, SSAValue] = {}

    @staticmethod
    def type_of(variable: Variable) -> Attribute:
        """The type of the tokens of a FIFO."""
        if isinstance(variable.scope, HardwareFifo):
            return variable.scope.token_type()
        return async_dialect.TokenType()

    def give_tokens(self, nodes: Iterable[Node]) -> None:
        """Let the commits whose groups are wanted have a token."""
        for node in nodes:
            if isinstance(node, Given) and isinstance(node.value, Operation):
                self._token_of(node.value)
            elif isinstance(node, CarriedNode) and not node.variable.index:
                self._token_of(node.op)

    def _token_of(self, commit: Operation) -> SSAValue:
        current = self._carrier.current(commit)
        if not current.results:
            current = extended(current, [async_dialect.TokenType()])
            current.results[0].name_hint = "group"
            self._carrier.new[commit] = current
        return current.results[0]

    def value_of(self, node: Node, variable: Variable, before: Operation) -> SSAValue:
        """The token that the node is, for use in front of an op."""
        node = self._resolve(node)
        if node is READY:
            return self._ready_token(self.type_of(variable), before)
        if isinstance(node, CarriedNode):
            return self._computed[node]
        if isinstance(node, Given):
            assert isinstance(node.value, Operation)
            return self._token_of(node.value)
        assert isinstance(node, Phi)
        return self._carrier.values[node.place, node.variable]

    def _ready_token(self, type: Attribute, before: Operation) -> SSAValue:
        """The ready token at the start of the function."""
        function = symbol_around(before)
        assert function is not None
        known = self._ready.get((function, type))
        if known is None:
            build = Builder(first_of(function.regions[0].blocks[0]), function)
            ready = async_dialect.ReadyOp.create(result_types=[type])
            known = self._ready[function, type] = build.value(ready)
            known.name_hint = "ready"
        return known

    def compute(self, node: CarriedNode) -> None:
        """Choose, behind a commit to a computed queue, what is the youngest group but `index` of a FIFO now."""
        op = self._carrier.current(node.op)
        variable = node.variable
        other = self.value_of(node.inputs[-1], variable, op)
        then = self.value_of(node.inputs[0], variable, op) if variable.index else self._token_of(node.op)
        select = arith.SelectOp(self._tests.is_meant(node.op, variable.scope), then, other)
        select.results[0].name_hint = "group"
        self._tests.insert_behind(node.op, select)
        self._computed[node] = select.results[0]


def replace_wait(wait: Wait, tokens: TokenMaker) -> None:
    """Wait for the tokens of the groups, in a switch where it takes the program to tell which."""
    trait = waits_by_count(wait.op)
    assert trait is not None
    queue_id, count = trait.queue(wait.op), trait.count(wait.op)
    fifos = wait.ids.fifos

    def for_queue(number: int | str) -> list[Operation]:
        fifo = fifos[number]
        cases = {n: wait.groups[fifo, n] for n in wait.counts}

        def for_count(n: int) -> list[Operation]:
            return _await(wait.op, cases[n], Variable(fifo, n), tokens)

        if isinstance(count, SSAValue) and len(set(cases.values())) > 1:
            return _switch(count, wait.counts, for_count, complete=True)
        return for_count(wait.counts[0])

    if isinstance(queue_id, SSAValue) and (len(set(fifos.values())) > 1 or not wait.ids.complete):
        numbers = sorted(n for n in fifos if isinstance(n, int))
        new = _switch(queue_id, numbers, for_queue, complete=wait.ids.complete)
    else:
        new = for_queue(next(iter(fifos)))
    for op in new:
        Builder(wait.op).add(op)
    erase(wait.op)


def _switch(
    value: SSAValue, numbers: Sequence[int], make: Callable[[int], list[Operation]], *, complete: bool
) -> list[Operation]:
    """What `make` gives for the number that `value` is; nothing for others, of which there are none if `complete`."""
    made = [make(number) for number in numbers]
    if not any(made):
        return []
    default = made.pop() if complete else []
    cases = numbers[: len(made)]
    regions = [Region(Block([*ops, scf.YieldOp()])) for ops in (default, *made)]
    return [scf.IndexSwitchOp(value, DenseArrayBase.from_list(i64, list(cases)), regions[0], regions[1:], [])]


def _await(op: Operation, node: Node, variable: Variable, tokens: TokenMaker) -> list[Operation]:
    """The wait for the token; nothing for a group that is not there."""
    if node is READY:
        return []
    token = tokens.value_of(node, variable, op)
    trait = waits_by_count(op)
    assert trait is not None
    if isinstance(variable.scope, HardwareFifo):
        new = variable.scope.wait_for(token)
    else:
        read = trait.milestone(op) is Milestone.SOURCE_READ
        new = (queue.AwaitReadOp if read else queue.AwaitOp)([token], trait.covers(op) or ())
    new.attributes.update(op.attributes)
    return [at(new, op.location)]
