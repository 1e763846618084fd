"""The repair of a module: what is wrong with it, the fewest waits that put it right, and what there is to say of that."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from asyncir.analyses.call_graph import CallGraph, call_graph
from asyncir.analyses.in_flight.unfollowed import reached
from asyncir.analyses.sync_report import FunctionReport, Standing, SyncReport
from asyncir.analyses.tasks.additions import AddedWait, AdditionKind
from asyncir.analyses.tasks.program import TaskProgram
from asyncir.analyses.tasks.repair import RepairGoal, TaskRepair, repair_tasks
from asyncir.diagnostics import Diagnostic, Note, Severity, Span
from asyncir.diagnostics.words import counted
from asyncir.dialects.async_types import CompletionType
from asyncir.dialects.interfaces.kinds import OpKind, kind_of
from asyncir.dialects.verification import span_of
from asyncir.ir import ModuleOp, Operation
from asyncir.ir.walk import enclosing, walk
from asyncir.transforms._added_waits import with_waits
from asyncir.transforms._synchronisation import judge


@dataclass(frozen=True, slots=True)
class ModuleRepair:
    """What was found for a module."""

    was_right: bool
    """Whether there was nothing to repair."""
    waits: tuple[AddedWait, ...] = ()
    """What to add; nothing where no repair was found."""
    remarks: tuple[Diagnostic, ...] = ()
    smallest: bool = True
    """Whether it is shown that fewer are not enough."""
    reason: str = ""
    """Why nothing was found."""


DEADLOCK = "it waits forever: a wait that is added takes no wait away"


def find_repair(
    module: ModuleOp, entries: Sequence[str] | None = None, args_alias: bool = False
) -> ModuleRepair:
    """The fewest waits with which the entries of a module that launch tasks are right, if some are wrong.

    Entries that have no function in common are repaired by themselves.
    """
    graph = call_graph(module)
    report = judge(module, entries=entries, args_alias=args_alias)
    of_tasks = [f for f in report.functions if f.of_tasks]
    found = [_repaired(module, graph, part, args_alias) for part in _parts(of_tasks, graph)]
    return ModuleRepair(
        all(each.was_right for each in found),
        tuple(wait for each in found for wait in each.waits),
        tuple(said for each in found for said in each.remarks),
        all(each.smallest for each in found),
        next((each.reason for each in found if each.reason), ""),
    )


def _parts(functions: Sequence[FunctionReport], graph: CallGraph) -> list[list[FunctionReport]]:
    """The entries, those together that have functions in common."""
    parts: list[tuple[list[FunctionReport], set[Operation]]] = []
    for function in functions:
        together, ops = [function], set(reached(graph, function.name))
        for part in [part for part in parts if part[1] & ops]:
            parts.remove(part)
            together, ops = [*part[0], *together], part[1] | ops
        parts.append((together, ops))
    return [together for together, _ in parts]


def _repaired(
    module: ModuleOp, graph: CallGraph, functions: Sequence[FunctionReport], args_alias: bool
) -> ModuleRepair:
    wrong = [f for f in functions if f.standing is Standing.REFUTED or _is_unfinished(f, graph)]
    unknown = [f for f in functions if f.standing is Standing.UNKNOWN]
    others = tuple(map(_unknown, unknown))
    stuck = [x for f in wrong for x in f.failures if x.code == "R104"]
    if stuck:
        said = _not_repaired(wrong, DEADLOCK, stuck[0].op, "complete it: give a group all of its members")
        return ModuleRepair(False, (), (*others, said), reason=said.message)
    known = [f for f in functions if f.standing is not Standing.UNKNOWN]
    if any(f.suspected for f in unknown):
        found = _search(module, graph, functions, args_alias)
        if found.waits is not None:
            return ModuleRepair(not found.waits, found.waits, tuple(_added(found)), found.shown)
    if not wrong:
        return ModuleRepair(not others, (), others, reason=others[0].message if others else "")
    found = _search(module, graph, known, args_alias)
    if found.waits is None:
        said = _not_found(wrong, found)
        return ModuleRepair(False, (), (*others, said), found.shown, said.message)
    return ModuleRepair(False, found.waits, (*others, *_added(found)), found.shown)


def _search(
    module: ModuleOp, graph: CallGraph, wanted: Sequence[FunctionReport], args_alias: bool
) -> TaskRepair:
    names = [f.name for f in wanted]
    finishing = {f.name for f in wanted if _has_to_finish(f, graph)}

    def proves(waits: Collection[AddedWait]) -> str:
        if not waits:  # As it is, it was looked at before.
            return _what_is_left(SyncReport((), tuple(wanted)), names, finishing)
        changed = with_waits(module, waits)
        report = judge(changed, entries=names, args_alias=args_alias)
        return _what_is_left(report, names, finishing)

    goals = [
        RepairGoal(
            TaskProgram(graph.functions[f.name], graph.functions, reached(graph, f.name)),
            f.name in finishing,
            f.standing is Standing.REFUTED or _is_unfinished(f, graph),
        )
        for f in wanted
    ]
    functions = dict.fromkeys(x for f in wanted for x in reached(graph, f.name) if x.regions[0].blocks)
    return repair_tasks(goals, functions, proves, args_alias)


def _what_is_left(report: SyncReport, wanted: Collection[str], finishing: Collection[str]) -> str:
    """Why the entries are not all proved; nothing, if they are."""
    for function in report.functions:
        if function.name not in wanted:
            continue
        if function.standing is not Standing.PROVED:
            why = function.reason or ("two accesses still race" if function.races else "something is wrong")
            return f"with the waits that it would need, @{function.name} is not proved: {why}"
        if function.name in finishing and function.unfinished:
            return f"@{function.name} may still return before all is written"
    return ""


def _has_to_finish(function: FunctionReport, graph: CallGraph) -> bool:
    """Whether nobody but the entry can wait for what it has launched: it hands no token out, and nothing calls it."""
    entry = graph.functions[function.name]
    if any(function.name in graph.callees(name) for name in graph.functions):
        return False
    returns = (op for op in walk(entry) if kind_of(op) is OpKind.RETURN)
    if kind_of(entry) is OpKind.TASK_FUNCTION:
        return False
    return not any(isinstance(v.type, CompletionType) for op in returns for v in op.operands)


def _is_unfinished(function: FunctionReport, graph: CallGraph) -> bool:
    return bool(function.unfinished) and _has_to_finish(function, graph)


# What there is to say


def _unknown(function: FunctionReport) -> Diagnostic:
    message = f"@{function.name} is not repaired: it is not known whether it races: {function.reason}"
    span = None if function.at is None else span_of(function.at)
    return Diagnostic("P142", message, span, help="asyncir check says more", severity=Severity.REMARK)


def _not_repaired(
    wrong: Sequence[FunctionReport],
    why: str,
    op: Operation | None,
    help: str,
    notes: tuple[Note, ...] = (),
) -> Diagnostic:
    names = " and ".join(f"@{f.name}" for f in wrong)
    message = f"{names} {'is' if len(wrong) == 1 else 'are'} not repaired: {why}"
    span = None if op is None else span_of(op)
    return Diagnostic("P142", message, span, help=help, notes=notes, severity=Severity.REMARK)


def _not_found(wrong: Sequence[FunctionReport], found: TaskRepair) -> Diagnostic:
    why = found.reason if found.shown else f"no repair was found: {found.reason}"
    if found.between is None:
        at = next((race.second.op for f in wrong for race in f.races), None)
        return _not_repaired(wrong, why, at, "asyncir check shows what is wrong")
    first, second = found.between
    return _not_repaired(
        wrong, why, second, _advice(first, second), (Note("the other access", span_of(first)),)
    )


def _advice(first: Operation, second: Operation) -> str:
    """What a person can do where no wait that is added is enough."""
    loops = (OpKind.COUNTED_LOOP, OpKind.CONDITIONAL_LOOP)
    around = [op for op in enclosing(second) if kind_of(op) in loops]
    if any(op in around for op in enclosing(first)):
        return "let the loop carry the token to the next iteration, in its `iter_args`"
    return "hand the token to where it is needed: as a result of the branch, loop or function around it"


def _added(found: TaskRepair) -> Iterator[Diagnostic]:
    count = counted(len(found.waits or ()), "wait")
    fewest = "fewer are not enough" if found.shown else f"fewer may be enough: {found.reason}"
    for wait in found.waits or ():
        span = _span_before(wait.before)
        yield Diagnostic(
            "P141", words_of(wait), span, help=f"{count} in all; {fewest}", severity=Severity.REMARK
        )


def _span_before(op: Operation) -> Span | None:
    """Where the op is; of an end that is not written, where the op before it is."""
    found = span_of(op)
    return found if found is not None or op.prev_op is None else span_of(op.prev_op)


def words_of(wait: AddedWait) -> str:
    """What is added, and where."""
    name = f"%{wait.of.name_hint}" if wait.of.name_hint else "a task"
    where = _spot(wait.before)
    if wait.kind is AdditionKind.DEPENDENCY:
        return f"the task{where.removeprefix(' before `async.execute`')} gets the dependency {name}"
    if wait.kind is AdditionKind.GROUP:
        return f"all that the loop launches as {name} is awaited{where}, as a group"
    return f"{name} is awaited{where}"


def _spot(op: Operation) -> str:
    """In front of the op; an end that is not written is behind what is."""
    span = span_of(op)
    if span is not None:
        return f" before `{op.name}` at line {span.line}"
    written = _span_before(op)
    return "" if written is None else f" at the end of the block, behind line {written.line}"
