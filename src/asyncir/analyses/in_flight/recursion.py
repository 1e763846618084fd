"""Functions that call themselves, in the flat code.

A function that may be called again before it returns has its body once. A call of it from inside is a jump to its head:
`calls`, a loop, counts such calls. Where something follows such a call, the end of the body is the head of a second loop,
`returns`: from there control goes on behind any of the calls, or out. Which one it really is hangs on what was called before,
which is forgotten: more executions are looked at than there are. The same SSA values are those of all activations. So at a
return, all values of the functions between are forgotten, those excepted that each activation hands on as they are; and the
loops between may be in any iteration. What is in flight is no activation's: it is followed as everywhere.

A function that calls itself last needs no returns: it is a loop.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from asyncir.analyses.in_flight.code import FlatLoop, Instruction
from asyncir.dialects.effects import callee_name
from asyncir.dialects.interfaces.completion import commits
from asyncir.dialects.interfaces.kinds import OpKind, kind_of
from asyncir.ir import Operation, SSAValue
from asyncir.ir.graphs import components
from asyncir.ir.walk import walk


class Recursion:
    """Which functions may be called again before they return."""

    def __init__(self, entry: Operation, functions: Mapping[str, Operation]):
        self.functions = functions
        self.calls: dict[Operation, list[Operation]] = {}
        self.cycles: dict[Operation, list[Operation]] = {}
        for cycle in components([entry], self._callees):
            if len(cycle) > 1 or cycle[0] in self._callees(cycle[0]):
                self.cycles |= dict.fromkeys(cycle, cycle)

    def _callees(self, function: Operation) -> list[Operation]:
        if function not in self.calls:
            self.calls[function] = [op for op in walk(function) if kind_of(op) is OpKind.CALL]
        named = (self.functions.get(callee_name(op) or "") for op in self.calls[function])
        return [callee for callee in named if callee is not None]

    def something_follows(self, function: Operation) -> bool:
        """Whether something may be done behind a call that leads to the function again."""
        cycle = self.cycles[function]
        return any(
            self.functions.get(callee_name(op) or "") in cycle and not _is_last(op)
            for member in cycle
            for op in self.calls[member]
        )


def _is_last(call: Operation) -> bool:
    """Whether its function returns behind the call, with its results."""
    op = call
    while True:
        last = op.next_op
        if last is None or last.successors or list(last.operands) != list(op.results):
            return False
        if kind_of(last) is OpKind.RETURN:
            return True
        around = last.parent_op()
        if kind_of(last) is not OpKind.YIELD or around is None or kind_of(around) not in _ONCE:
            return False
        op = around


_ONCE = (OpKind.IF, OpKind.SWITCH, OpKind.REGION)


def is_in_group(call: Operation) -> bool:
    """Whether the call is made while a group is open."""
    around = call.parent_op()
    while around is not None and commits(around) is None:
        around = around.parent_op()
    return around is not None


@dataclass(eq=False, slots=True)
class CallSite:
    """A call that leads back to a function's head."""

    op: Operation
    between: tuple[Operation, ...]
    """The calls that lead from the function to this one."""
    inside: FlatLoop | None
    back: Instruction | None
    """Where control goes on when it returns."""


@dataclass(eq=False, slots=True)
class Activation:
    """A function whose body is being made flat code, and may be called again in it."""

    function: Operation
    depth: int
    """How many calls lead to it."""
    calls: FlatLoop
    returns: FlatLoop | None
    head: int = 0
    sites: list[CallSite] = field(default_factory=list[CallSite])

    def settle(self, functions: Mapping[str, Operation]) -> None:
        """Say at each return what is forgotten, and what is known of the formals in between."""
        formals = formals_of(self.function)
        names = [self._names(site, functions) for site in self.sites]
        same = {
            formal
            for at, formal in enumerate(formals)
            if all(
                known.get(site.op.operands[at]) is formal
                for site, known in zip(self.sites, names, strict=True)
            )
        }
        for site, known in zip(self.sites, names, strict=True):
            if site.back is None:
                continue
            pairs = [(name, formal) for name, formal in known.items() if formal in same and name not in same]
            kept = same | {name for name, _ in pairs}
            between = [self.function, *(functions[callee_name(call) or ""] for call in site.between)]
            site.back.pairs = tuple(pairs)
            site.back.dies = tuple(v for each in between for v in _values(each) if v not in kept)

    def only_call(
        self, functions: Mapping[str, Operation]
    ) -> tuple[CallSite, dict[SSAValue, SSAValue]] | None:
        """The one call, if none may follow it in the same activation; and which formals of the function values are."""
        site = self.sites[0] if len(self.sites) == 1 else None
        if site is None or site.inside is not (self.returns or self.calls):
            return None
        return site, self._names(site, functions)

    def _names(self, site: CallSite, functions: Mapping[str, Operation]) -> dict[SSAValue, SSAValue]:
        """The formals of the functions from here to the call that are formals of this one."""
        names: dict[SSAValue, SSAValue] = {formal: formal for formal in formals_of(self.function)}
        for call in site.between:
            inner = formals_of(functions[callee_name(call) or ""])
            names |= {
                v: names[given] for v, given in zip(inner, call.operands, strict=True) if given in names
            }
        return names


def formals_of(function: Operation) -> tuple[SSAValue, ...]:
    """The arguments of a function's body."""
    first = function.regions[0].blocks.first
    assert first is not None
    return tuple(first.args)


def _values(function: Operation) -> Iterator[SSAValue]:
    """All values that an activation of the function has."""
    for op in walk(function):
        yield from op.results
        for region in op.regions:
            for block in region.blocks:
                yield from block.args
