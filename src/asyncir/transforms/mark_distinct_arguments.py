"""`mark-distinct-arguments`: functions say which of their arrays a software pipeline takes to be different ones."""

from __future__ import annotations

from collections import defaultdict

from asyncir.analyses.call_graph import CallGraph, call_graph
from asyncir.analyses.distinct_arguments import Distinct, distinct_arguments, of_call
from asyncir.analyses.loop_dependences import Passed
from asyncir.dialects.effects import Effects, callee_name
from asyncir.dialects.pipelining import pairs_attribute, pairs_of, scheduled_statements
from asyncir.ir import Context, ModuleOp, Operation
from asyncir.ir.marks import DISTINCT_ARGS, SAME_OR_DISTINCT_ARGS
from asyncir.ir.symbols import symbol_around
from asyncir.ir.walk import walk
from asyncir.transforms._passes import Pass
from asyncir.transforms.verify_schedule import schedule_of


class MarkDistinctArguments(Pass):
    """Give each function with a loop that has a schedule, and each that calls it, `software_pipeline_distinct_args`.

    These are pairs of arguments which must not overlap, because the schedule may exchange accesses of the two. Those of
    `software_pipeline_same_or_distinct_args` may be the same array, of the same shape and strides, but must not overlap in
    another way; a lone one of the first must not be memory of a global. Whoever calls the function from outside has to see to
    it: `asyncir.compile` and `asyncir run` do. A loop with `software_pipeline_args_alias` asks for nothing.
    """

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        """Look at every loop, then at every call of its function."""
        demanded: dict[Operation, Distinct] = defaultdict(dict)
        effects = Effects()
        for loop in walk(op):
            statements = scheduled_statements(loop)
            if statements and not Passed.of(loop).every:
                function = symbol_around(loop)
                assert function is not None
                _add(demanded[function], distinct_arguments(loop, schedule_of(statements), effects))
        if any(demanded.values()):
            _tell_callers(call_graph(op), demanded)
        for function, pairs in demanded.items():
            _write(function, pairs)


def _add(known: Distinct, more: Distinct) -> bool:
    """Whether that is more than was known."""
    before = dict(known)
    for pair, same in more.items():
        known[pair] = known.get(pair, True) and same
    return known != before


def _tell_callers(graph: CallGraph, demanded: dict[Operation, Distinct]) -> None:
    """What a function asks of its arguments its callers ask of theirs, which they pass on."""
    for component in graph.components():
        pending = list(component)
        while pending:
            name = pending.pop()
            if _add(demanded[graph.functions[name]], _of_calls(graph, name, demanded)):
                pending = list(component)


def _of_calls(graph: CallGraph, name: str, demanded: dict[Operation, Distinct]) -> Distinct:
    found: Distinct = {}
    for call in graph.calls[name]:
        callee = graph.functions.get(callee_name(call) or "")
        if callee is not None and demanded[callee]:
            _add(found, of_call(call.operands, demanded[callee]))
    return found


def _write(function: Operation, pairs: Distinct) -> None:
    """Beside what is there from a pipeline before."""
    known = dict.fromkeys(pairs_of(function, SAME_OR_DISTINCT_ARGS), True)
    known.update(dict.fromkeys(pairs_of(function, DISTINCT_ARGS), False))
    _add(known, pairs)
    for name, same in ((DISTINCT_ARGS, False), (SAME_OR_DISTINCT_ARGS, True)):
        function.attributes.pop(name, None)
        chosen = [pair for pair, may_be_same in known.items() if may_be_same == same]
        if chosen:
            function.attributes[name] = pairs_attribute(chosen)
