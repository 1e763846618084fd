"""`derive-tokens`: waits by count become waits for the token of the group that they let nobody pass."""

from __future__ import annotations

from collections.abc import Hashable, Sequence

from asyncir.analyses.carried import Node, Unknown
from asyncir.analyses.fifo_changes import FifoChanges, Ids
from asyncir.analyses.integers.sets import possible_values
from asyncir.analyses.youngest_groups import YoungestGroups
from asyncir.dialects.interfaces.completion import HardwareFifo, commits, waits_by_count, waits_finished
from asyncir.ir import Context, ModuleOp, Operation, SSAValue
from asyncir.ir.walk import walk
from asyncir.transforms._carrying import Carrier, in_order, plan
from asyncir.transforms._passes import Pass
from asyncir.transforms._private_copies import drop_equal_copies, make_private_copies
from asyncir.transforms._remarks import remark
from asyncir.transforms._token_waits import TokenMaker, Wait, replace_wait


class DeriveTokens(Pass):
    """Replace `queue.wait(q, N)` by `queue.await` of the group that N others of its FIFO are younger than.

    That wait covers the older groups too, so that the program waits for the same groups as before. The token comes
    to the wait through what control flow there is: values carried by loops (with N groups per iteration, a shift
    register), results of branches, block arguments, arguments and results of private functions. Where fewer groups
    were committed the token is a ready one; a wait that never waits goes away. A computed queue or count
    becomes a switch over what it can be.

    A wait stays as it is, with a remark, where the group cannot be told: a computed count that is not one of few
    numbers, groups committed in a loop without an order, more than `max-tokens` tokens to carry. Counts of hardware
    (`numGroups`) are their author's and stay, unless `hardware` says otherwise.
    """

    hardware: bool = False
    max_tokens: int = 64

    def __post_init__(self) -> None:
        if self.max_tokens < 0:
            raise ValueError(f"max-tokens is a number of tokens, not {self.max_tokens}")

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        """Rewrite the waits of the module."""
        copies = make_private_copies(op, lambda o: commits(o) is not None or self._is_ours(o))
        waits = self.waits_of(op)
        if waits:
            _Derivation(op, self).run(waits)
        drop_equal_copies(op, copies)

    def _is_ours(self, op: Operation) -> bool:
        trait = waits_by_count(op)
        return trait is not None and (self.hardware or not isinstance(trait.queue(op), HardwareFifo))

    def waits_of(self, module: ModuleOp) -> list[Operation]:
        """The waits to replace; a remark on those that have another form."""
        found: list[Operation] = []
        for op in walk(module):
            if waits_finished(op) is not None:
                help = "run `convert-wait-counts{to=in-flight}` first"
                remark("Q026", "this wait counts from the first group on, and stays", op, help=help)
            elif self._is_ours(op):
                found.append(op)
        return found


class _Derivation:
    """One run of the pass."""

    def __init__(self, module: ModuleOp, options: DeriveTokens) -> None:
        self.module = module
        self.fifos = FifoChanges(module)
        self.groups = YoungestGroups(self.fifos, options.max_tokens)

    def run(self, waits: Sequence[Operation]) -> None:
        """Ask for all groups, make them values, replace the waits."""
        asked = [wait for op in waits if (wait := self._ask(op)) is not None]
        carried = self.groups.carried
        carried.solve()
        told = [wait for wait in asked if self._is_told(wait)]
        live = carried.reachable(node for wait in told for node in wait.groups.values())
        order = {op: number for number, op in enumerate(walk(self.module))}
        carrier = Carrier(plan(carried, live), TokenMaker.type_of, "group")
        tokens = TokenMaker(carried.value, self.fifos, carrier)
        tokens.give_tokens(live)
        carrier.make_room()
        for node in in_order(live, order):
            tokens.compute(node)
        carrier.pass_on(tokens.value_of)
        for wait in told:
            replace_wait(wait, tokens)

    def _ask(self, op: Operation) -> Wait | None:
        """The groups that the wait may wait for, or None, with a remark, where they are too many."""
        trait = waits_by_count(op)
        assert trait is not None
        count = trait.count(op)
        assert count is not None
        counts = possible_values(count) if isinstance(count, SSAValue) else frozenset({count})
        if counts is None:
            _keep(op, "its count is not known to be one of a few numbers")
            return None
        ids = self.fifos.ids[op]
        if ids is None:
            _keep(op, "the functions that lead here disagree about which queues share a FIFO")
            return None
        if not ids.complete:
            if not self.fifos.commits_are_known:
                _keep(op, "neither its queue nor that of some commit is known to be one of a few")
                return None
            ids = Ids(self.fifos.universe, False)
        groups: dict[tuple[Hashable, int], Node] = {}
        for fifo in set(ids.fifos.values()):
            for number in counts:
                if number >= 0:
                    groups[fifo, number] = self.groups.before(op, fifo, number)
        return Wait(op, ids, sorted(number for number in counts if number >= 0), groups)

    def _is_told(self, wait: Wait) -> bool:
        """Whether all groups that the wait may wait for are known; else a remark says why not."""
        carried = self.groups.carried
        wait.groups.update({key: carried.value(node) for key, node in wait.groups.items()})
        unknown = next((n for n in carried.reachable(wait.groups.values()) if isinstance(n, Unknown)), None)
        if unknown is not None:
            _keep(wait.op, unknown.reason)
        return unknown is None


def _keep(op: Operation, reason: str) -> None:
    remark("Q026", f"a wait by count stays: {reason}", op)
