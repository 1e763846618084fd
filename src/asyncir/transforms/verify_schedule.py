"""`verify-schedule`: the stages and places of a loop's statements keep what depends on each other in order."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from asyncir.analyses.aliasing import RootKind, roots
from asyncir.analyses.loop_accesses import touches_of
from asyncir.analyses.loop_dependences import Dependence, broken, dependences_of
from asyncir.analyses.private_memory import Shared, why_shared
from asyncir.analyses.slots import PipelineSchedule
from asyncir.analyses.written_schedules import faults_of_schedule
from asyncir.diagnostics import Diagnostic, Note, raise_all
from asyncir.dialects.effects import ANYTHING, FAILURE, HEAP, OUTPUT, TASKS, Effects, global_of, view_source
from asyncir.dialects.pipelining import number, queue_of, scheduled_statements, statements_of
from asyncir.dialects.verification import span_of
from asyncir.ir import Operation, SSAValue, StringAttr, UnitAttr
from asyncir.ir.marks import ARGS_ALIAS, ASYNC, ORDERS, STAGES, STATEMENT, VALUES
from asyncir.ir.walk import walk
from asyncir.transforms._passes import ScopedPass
from asyncir.transforms._remarks import complaint


class VerifySchedule(ScopedPass):
    """Refuse a schedule (P107) that puts an access in front of one which it depends on, and name both.

    What is written on the statements has to be a schedule of the whole body, too (P101, P103).

    Of iteration k, a statement of stage s runs together with what stage 0 does in iteration k + s, at its place. Memory that
    an iteration writes before it reads it, and that nobody else uses, orders the statements of one iteration alone, since
    iterations may have a copy each. Arrays that are passed to a function are taken to be different ones, unless `args-alias`
    says that they may overlap.
    """

    args_alias: bool = False

    def run_on(self, root: Operation) -> None:
        """Look at every loop with statements that have stages."""
        effects = Effects()
        if self.args_alias:
            for op in walk(root):
                if statements_of(op):
                    op.attributes[ARGS_ALIAS] = UnitAttr()  # the passes that follow have to know
        loops = [op for op in walk(root) if statements_of(op)]
        raise_all(fault for loop in loops for fault in faults_of_schedule(loop))
        raise_all(
            _fault(one, statements, _one_copy(one, loop, statements, effects))
            for loop in loops
            if (statements := scheduled_statements(loop))
            for one in _told(broken(dependences_of(loop, statements, effects), times_of(statements)), effects)
        )


def times_of(statements: Sequence[Operation]) -> list[tuple[int, int]]:
    """When each statement of iteration 0 runs: its stage, and its place among those that run then."""
    times: list[tuple[int, int]] = []
    for place, statement in enumerate(statements):
        stage, order = number(statement.attributes, STAGES), number(statement.attributes, ORDERS)
        times.append((stage or 0, place if order is None else order))
    return times


def schedule_of(statements: Sequence[Operation]) -> PipelineSchedule:
    """What the statements' attributes say of them."""
    asynchronous = [ASYNC in one.attributes for one in statements]
    return PipelineSchedule(times_of(statements), asynchronous, [queue_of(one) for one in statements])


def name_of(statement: Operation) -> str:
    """The name of a statement."""
    name = statement.attributes[STATEMENT]
    assert isinstance(name, StringAttr)
    return name.data


_OF_RESOURCES = {
    ANYTHING: "any memory, as far as is known",
    FAILURE: "how the program ends: it may fail here",
    HEAP: "what is allocated",
    OUTPUT: "the outside: files, processes, what is printed",
    TASKS: "the order in which tasks start and are awaited",
}
"""What is told of accesses that are none of the program's memory."""

_WORDS = {
    "RAW": "reads what {} writes",
    "WAR": "overwrites what {} reads",
    "WAW": "overwrites what {} writes",
    "value": "uses what {} computes",
}


def _one_copy(
    one: Dependence, loop: Operation, statements: Sequence[Operation], effects: Effects
) -> list[Shared]:
    """Why iterations do not have a copy each, where that would keep them apart."""
    if one.kind not in ("WAR", "WAW") or not one.distance:
        return []
    touches = touches_of(statements, effects)
    memories = [r.identity for r in roots(one.object) if r.kind is RootKind.ALLOCATION]
    if isinstance(one.object, SSAValue) and global_of(view_source(one.object)):
        memories.append(view_source(one.object))
    reasons = [why_shared(m, loop, touches) for m in memories if isinstance(m, SSAValue)]
    return list(dict.fromkeys(filter(None, reasons)))


def _told(dependences: Iterable[Dependence], effects: Effects) -> Iterator[Dependence]:
    """Report one non-memory dependence per pair of ops; prefer OUTPUT to TASKS."""
    known: set[tuple[Operation, Operation]] = set()
    for one in dependences:
        ops = one.source_op, one.target_op
        if isinstance(one.object, SSAValue):
            yield one
        elif ops not in known:
            known.add(ops)
            outside = all(any(effect.root == OUTPUT for effect in effects.of(op)) for op in ops)
            yield replace(one, object=OUTPUT) if outside else one


def _fault(one: Dependence, statements: Sequence[Operation], shared: Sequence[Shared]) -> Diagnostic:
    source, target = statements[one.source], statements[one.target]
    if isinstance(one.object, SSAValue):
        when = "in the same iteration" if not one.distance else f"{_iterations(one.distance)} before"
        does = _WORDS[one.kind].format(f"statement {_name(source)}")
        label = f"this access of {_named(one.object)}"
    else:
        when = "of the same iteration" if not one.distance else f"of {_iterations(one.distance)} before"
        does = f"has to come behind statement {_name(source)}"
        label = f"this touches {_OF_RESOURCES.get(one.object, one.object.name)}"
    needed = max(0, (number(source.attributes, STAGES) or 0) - one.distance)
    stage = f"a stage of at least {needed}, and there " if needed else ""
    order = f"give statement {_name(target)} {stage}a place behind {_name(source)}"
    notes = [Note(f"iterations have no copies of it: {why.reason}", span_of(why.op)) for why in shared]
    message = f"statement {_name(target)} {does} {when}, and runs before it"
    help = ", or ".join([order, *dict.fromkeys(why.help for why in shared if why.help)])
    notes = [Note("depends on this", span_of(one.source_op)), *notes]
    return complaint("P107", message, one.target_op, help, label=label, notes=notes)


def _iterations(count: int) -> str:
    return "an iteration" if count == 1 else f"{count} iterations"


def _named(value: SSAValue) -> str:
    return f"%{value.name_hint}" if value.name_hint else "memory without a name"


def _name(statement: Operation) -> str:
    return f"`{name_of(statement).removesuffix(VALUES)}`"
