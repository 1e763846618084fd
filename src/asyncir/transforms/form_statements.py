"""`form-statements`: the body of an annotated loop becomes statements, each with its stage and its place."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from asyncir.analyses.call_graph import call_graph
from asyncir.analyses.integers.constants import constant_of
from asyncir.analyses.loop_dependences import Passed
from asyncir.analyses.obstacles import fault_of_statement, obstacle
from asyncir.analyses.overlapping_arguments import given_overlapping_arrays
from asyncir.analyses.statements import CutStatement, LoopBody, cut, handed_over
from asyncir.analyses.trip_counts import trips_of
from asyncir.diagnostics import Diagnostic, Note, raise_all
from asyncir.diagnostics.names import did_you_mean
from asyncir.diagnostics.words import counted, listing
from asyncir.dialects.effects import Access, Effects, is_allocation
from asyncir.dialects.interfaces.kinds import OpKind, kind_of
from asyncir.dialects.pipelining import LOOPS, body_of, integers, is_statement, pairs_attribute
from asyncir.dialects.verification import span_of
from asyncir.ir import (
    IntegerAttr,
    ModuleOp,
    Operation,
    SSAValue,
    StringAttr,
    UnitAttr,
    i64,
)
from asyncir.ir.graphs import reached
from asyncir.ir.marks import (
    ANNOTATIONS,
    ARGS_ALIAS,
    ASYNC,
    ASYNC_STAGES,
    METHODS,
    MOST_STAGES,
    ON_LOOPS,
    ON_STATEMENTS,
    ORDERS,
    PARTS,
    PRIVATE,
    SCHEDULE,
    STAGES,
    STATEMENT,
    VALUES,
)
from asyncir.ir.symbols import symbol_around, symbol_name
from asyncir.ir.walk import first_of, is_below, is_defined_below, outermost, post_order, walk
from asyncir.transforms._blocks import erase, move_ops
from asyncir.transforms._loop_forms import count_iterations, settle, with_counter
from asyncir.transforms._passes import ScopedPass
from asyncir.transforms._remarks import complaint, remark
from asyncir.transforms._statement_regions import put_into_statement
from asyncir.transforms.inline import inlinable, take_in_calls


class FormStatements(ScopedPass):
    """Cut the body of each loop with `software_pipeline_stage` into statements, and give them what the annotations say.

    The annotations go; an `scf.while`, and a loop whose step is no constant, counts its iterations from now on. With
    `software_pipeline_schedule` instead of them, the statements get no stages: they are still to be found. Each statement
    is an `scf.execute_region no_inline`; one that is there already, with the attribute `software_pipeline_statement`, keeps
    its ops and its name. What changes nothing is never asynchronous, nor is what an asynchronous statement loads and
    computes for others. A statement takes in the bodies of functions that it calls, as far as `inline` would. Memory that
    the body allocates for one iteration is allocated in front of the loop. What cannot be a pipeline stays as it was, with
    a remark (P108), and asks for no schedule any more; if it has a pipeline inside, it loses its annotations, too.
    Annotations that do not fit the body are refused (P101 to P105), and nothing is changed. A loop whose annotations count
    three statements for a pipeline inside of it, its prologue, body and epilogue, is left until that one is expanded.
    """

    def run_on(self, root: Operation) -> None:
        """Look at all loops before the first is changed."""
        names = (*ANNOTATIONS, SCHEDULE)
        loops = [op for op in post_order(root) if any(name in op.attributes for name in names)]
        loops = [op for op in loops if not is_statement(op)]
        effects, faults = Effects(), list(_misspelt(root))
        waiting: list[Operation] = []
        plans = [(op, _plan(op, effects, faults, waiting)) for op in loops]
        raise_all(faults)
        for loop in waiting:
            loop.attributes[PARTS] = UnitAttr()
        bodies = {body_of(loop): plan[0] for loop, plan in plans if plan is not None}
        formed = [loop for loop, plan in plans if plan is not None]
        for loop in [loop for loop, plan in plans if plan is None and loop not in waiting]:
            # Passes that follow would take statements which its author wrote for all of the body.
            loop.attributes.pop(SCHEDULE, None)
            if any(is_below(inner, loop) for inner in formed):
                # Its body changes, and the numbers would not fit any more.
                for name in ANNOTATIONS:
                    loop.attributes.pop(name, None)
        _tell_what_overlaps(formed)
        for loop, plan in plans:
            if plan is not None:
                _form(loop, *plan, bodies.get(loop.parent) if loop.parent else None)


@dataclass(frozen=True)
class _Schedule:
    """What the annotations say of each statement."""

    stages: Sequence[int]
    orders: Sequence[int]
    async_stages: Sequence[int]


_Plan = tuple[LoopBody, _Schedule | None, frozenset[int]]
"""The statements, what the annotations say of them, and which of them are asynchronous.

The annotations say nothing where a schedule is still to be found.
"""


def _plan(
    loop: Operation, effects: Effects, faults: list[Diagnostic], waiting: list[Operation]
) -> _Plan | None:
    before = len(faults)
    if loop.name not in LOOPS:
        message = f"{loop.name} has the annotations of a software pipeline"
        faults.append(complaint("P101", message, loop, "they belong on an scf.for or scf.while"))
        return None
    body = cut(loop, effects)
    schedule, asynchronous = None, frozenset[int]()
    if SCHEDULE in loop.attributes:
        _check_wish(loop, faults)
    else:
        schedule = _read(loop, len(body.statements), faults)
        if _counts_parts(body, schedule, faults):
            waiting.append(loop)
            return None
        if len(faults) == before:
            _check(loop, body, schedule, faults)
        asynchronous = _asynchronous(body, schedule, effects)
        if PARTS in loop.attributes:
            asynchronous = _without_parts_that_wait(loop, body, asynchronous)
    found = obstacle(loop, body, None if schedule is None else schedule.stages, asynchronous, effects)
    if found is not None:
        del faults[before:]
        notes = () if found.op is loop else (Note("here", span_of(found.op)),)
        remark("P108", f"the loop is not pipelined: {found.reason}", loop, help=found.help, notes=notes)
        return None
    message = "this is read in the statement that uses it, behind a write that it precedes in the program"
    help = "group the read with what uses it, or copy it to memory of its own first"
    for one in body.overtaken:
        note = Note("the write", span_of(one.write))
        faults.append(complaint("P105", message, one.read, help, notes=[note]))
    for op in body.memory:
        if op.results and any(is_defined_below(operand, loop) for operand in op.operands):
            message = "how much memory this allocates depends on the iteration"
            faults.append(complaint("P106", message, op, "allocate the most that any iteration needs"))
    if len(faults) > before:
        return None
    if schedule is None:
        return body, schedule, asynchronous
    return _with_values_apart(body, schedule, asynchronous)


def _with_values_apart(body: LoopBody, schedule: _Schedule, asynchronous: frozenset[int]) -> _Plan:
    """Let what an asynchronous statement loads and computes for others be a synchronous statement, just before it.

    What is asynchronous can hand over nothing: nobody has waited for it.
    """
    parts: list[tuple[CutStatement, int, bool]] = []
    """Each with the number of the statement that it is of, and whether it is what is left of it."""
    for n, statement in enumerate(body.statements):
        shared = handed_over(statement) if n in asynchronous else []
        if shared:
            statement.ops[:] = [op for op in statement.ops if op not in shared]
            parts.append((CutStatement(statement.anchor, shared, f"{statement.name}{VALUES}"), n, False))
        parts.append((statement, n, True))
    places = [(schedule.orders[n], is_left) for _, n, is_left in parts]
    order = {place: number for number, place in enumerate(sorted(places))}
    stages = [schedule.stages[n] for _, n, _ in parts]
    return (
        replace(body, statements=[statement for statement, _, _ in parts]),
        _Schedule(stages, [order[place] for place in places], schedule.async_stages),
        frozenset(k for k, (_, n, is_left) in enumerate(parts) if is_left and n in asynchronous),
    )


def _counts_parts(body: LoopBody, schedule: _Schedule, faults: list[Diagnostic]) -> bool:
    """Whether prologue, body and epilogue of the pipelines inside are statements of the loop: then these come first."""
    inner = [
        s.anchor for s in body.statements if len(set(integers(s.anchor.attributes.get(STAGES)) or ())) > 1
    ]
    if not inner or len(schedule.stages) != len(body.statements) + 2 * len(inner):
        return False
    for loop in inner:
        stages = integers(loop.attributes[STAGES]) or []
        if kind_of(loop) is not OpKind.COUNTED_LOOP or trips_of(loop).least < max(stages) - min(stages):
            message = "the loop around it counts prologue, body and epilogue of this loop, which may have too few iterations"
            help = (
                "give it bounds that are constant, or give the loop around it one number for all of this one"
            )
            faults.append(complaint("P110", message, loop, help))
    return True


def _asynchronous(body: LoopBody, schedule: _Schedule, effects: Effects) -> frozenset[int]:
    """The statements of asynchronous stages; what only reads and computes has nothing to be done by others."""
    return frozenset(
        n
        for n, (statement, stage) in enumerate(zip(body.statements, schedule.stages, strict=False))
        if stage in schedule.async_stages
        and any(effect.access is not Access.READ for op in statement.ops for effect in effects.of(op))
    )


def _without_parts_that_wait(loop: Operation, body: LoopBody, asynchronous: frozenset[int]) -> frozenset[int]:
    """Parts of a pipeline inside that wait, or commit operations of their own, are done at once."""
    found = set(asynchronous)
    for n in sorted(asynchronous):
        why = fault_of_statement([op for outer in body.statements[n].ops for op in walk(outer)])
        if why is not None and is_statement(body.statements[n].anchor):
            found.remove(n)
            name = body.statements[n].name
            message = f"the {name} of the pipeline inside is not asynchronous as a whole: it would {why[1]}"
            help = "what it commits itself is in flight; only what is nothing but work can be so as a whole"
            remark("P112", message, loop, help=help)
    return frozenset(found)


def _read(loop: Operation, count: int, faults: list[Diagnostic]) -> _Schedule:
    """The lists; what is missing is as in the program: no stage but the first, its order, nothing asynchronous."""
    lists: dict[str, list[int]] = {STAGES: [0] * count, ORDERS: list(range(count)), ASYNC_STAGES: []}
    for name in ANNOTATIONS:
        found = integers(loop.attributes.get(name))
        if found is not None:
            lists[name] = found
        elif name in loop.attributes:
            message = f"{name} is {loop.attributes[name]}, where a list of integers is needed"
            faults.append(complaint("P101", message, loop, "write [0, 1] or array<i64: 0, 1>"))
    return _Schedule(lists[STAGES], lists[ORDERS], lists[ASYNC_STAGES])


def _tell_what_overlaps(loops: Sequence[Operation]) -> None:
    """Let loops say which arrays of their functions overlap, where the module itself calls these so."""
    overlapping = given_overlapping_arrays(_module_of(loops[0])) if loops else {}
    for loop in loops:
        function, own = symbol_around(loop), Passed.of(loop)
        more = overlapping.get(symbol_name(function) or "") if function is not None else None
        if more is not None:
            pairs = own.pairs | more.pairs
            every = own.every or more.every
            loop.attributes[ARGS_ALIAS] = UnitAttr() if every else pairs_attribute(pairs)


def _misspelt(root: Operation) -> Iterator[Diagnostic]:
    """Annotations of loops that there are not."""
    for op in walk(root):
        for name in op.attributes if op.name in LOOPS else ():
            if name in ON_STATEMENTS:
                help = f"give it to the scf.execute_region of a statement, beside {STATEMENT}"
                yield complaint("P101", f"{name} is for a statement, not for a loop", op, help)
            elif name.startswith("software_pipeline") and name not in ON_LOOPS:
                help = did_you_mean(name, ON_LOOPS) or f"a loop has {listing(ON_LOOPS, 'or')}"
                yield complaint("P101", f"there is no annotation {name}", op, help)


def _check_wish(loop: Operation, faults: list[Diagnostic]) -> None:
    """Whether a schedule can be asked for in these words."""
    wish = loop.attributes[SCHEDULE]
    if not isinstance(wish, UnitAttr) and not (isinstance(wish, StringAttr) and wish.data in METHODS):
        message = f"{SCHEDULE} is {wish}, which is no method to find a schedule"
        help = f'write {SCHEDULE} alone, or = "optimal" or "list"'
        faults.append(complaint("P101", message, loop, help))
    given = [name for name in ANNOTATIONS if name in loop.attributes]
    if given:
        message = f"a schedule is asked for by {SCHEDULE}, and given by {given[0]}"
        faults.append(complaint("P101", message, loop, "leave one of them out"))


def _check(loop: Operation, body: LoopBody, schedule: _Schedule, faults: list[Diagnostic]) -> None:
    """Whether each list is one for this body."""

    def refuse(code: str, message: str, help: str, notes: Sequence[Note] = ()) -> None:
        faults.append(complaint(code, message, loop, help, notes=notes))

    count = len(body.statements)
    for name, numbers in ((STAGES, schedule.stages), (ORDERS, schedule.orders)):
        if len(numbers) != count:
            notes = [Note(f"statement {n}", span_of(s.anchor)) for n, s in enumerate(body.statements)]
            there = f"{counted(len(numbers), 'number')}, and the loop has {counted(count, 'statement')}"
            refuse("P102", f"{name} has {there}", "give one number for each", notes)
    negative = [n for n in (*schedule.stages, *schedule.async_stages) if n < 0]
    if negative:
        refuse("P103", f"a stage is {negative[0]}", "stages count from 0")
    if schedule.stages and max(schedule.stages) > MOST_STAGES:
        refuse("P103", f"a stage is {max(schedule.stages)}", f"there are stages up to {MOST_STAGES}")
    if len(schedule.orders) == count and sorted(schedule.orders) != list(range(count)):
        message = f"{ORDERS} is {list(schedule.orders)}, which is no order of {count} statements"
        refuse("P103", message, f"use each number from 0 to {count - 1} once")
    for stage in schedule.async_stages:
        if stage >= 0 and stage not in schedule.stages:
            there = listing([str(s) for s in sorted(set(schedule.stages))], "and")
            help = f"{ASYNC_STAGES} lists stages, not statements; there are {there}"
            refuse("P104", f"no statement is in stage {stage}, which is to be asynchronous", help)


def _form(
    loop: Operation,
    body: LoopBody,
    schedule: _Schedule | None,
    asynchronous: frozenset[int],
    around: LoopBody | None,
) -> None:
    settle(loop)
    beside: list[Operation] = []
    if kind_of(loop) is OpKind.CONDITIONAL_LOOP:
        counted = with_counter(loop)
        if around is not None:
            _replace(loop, counted, around)
        loop = counted
        beside = [op for op in [loop.operands[0].owner] if isinstance(op, Operation)]
    elif constant_of(loop.operands[2]) is None:
        beside, inside = count_iterations(loop)
        body.rematerialised[:0] = inside
    for op in body.memory:
        _hoist(op, loop)
    if around is not None:
        for op in (*beside, *body.memory):
            _take_in(op, loop, around)
    copier, callees = _Copier(body.rematerialised), None
    for number, statement in enumerate(body.statements):
        region = _wrap(statement, copier)
        if any(kind_of(op) is OpKind.CALL for op in walk(region)):
            callees = inlinable(call_graph(_module_of(loop))) if callees is None else callees
            take_in_calls(region, callees)
        if schedule is None:
            continue
        region.attributes[STAGES] = IntegerAttr(schedule.stages[number], i64)
        region.attributes[ORDERS] = IntegerAttr(schedule.orders[number], i64)
        if number in asynchronous:
            region.attributes[ASYNC] = UnitAttr()
    for op in reversed(body.rematerialised):
        if not any(result.first_use for result in op.results):
            erase(op)
    for name in (*ANNOTATIONS, PARTS):
        loop.attributes.pop(name, None)


def _module_of(op: Operation) -> ModuleOp:
    module = outermost(op)
    assert isinstance(module, ModuleOp)
    return module


def _replace(old: Operation, new: Operation, around: LoopBody) -> None:
    """Let the statement around have the new loop in place of the old one."""
    for statement in around.statements:
        statement.ops[:] = [new if op is old else op for op in statement.ops]
        statement.anchor = new if statement.anchor is old else statement.anchor


def _hoist(op: Operation, loop: Operation) -> None:
    """Allocate in front of the loop, free behind it."""
    assert loop.next_op is not None
    if op.results and is_allocation(op.results[0]):
        op.attributes[PRIVATE] = UnitAttr()
    move_ops([op], loop if op.results else loop.next_op)


def _take_in(op: Operation, loop: Operation, around: LoopBody) -> None:
    """Let what has been hoisted belong to the statement around the loop."""
    ops = next(statement.ops for statement in around.statements if loop in statement.ops)
    ops.insert(ops.index(loop) + (not op.results), op)


def _wrap(statement: CutStatement, copier: _Copier) -> Operation:
    """Put the ops into a region at the place of the last of them; what others use leaves it as a result."""
    alone = statement.ops == [statement.anchor] and len(statement.anchor.regions) == 1
    if alone and is_statement(statement.anchor) and len(statement.anchor.regions[0].blocks) == 1:
        copier.fill(statement.anchor)
        return statement.anchor
    region = put_into_statement(statement.ops, statement.name, statement.anchor)
    if statement.anchor in statement.ops:
        statement.anchor.attributes.pop(STATEMENT, None)
    copier.fill(region)
    return region


class _Copier:
    """Computes what depends on the induction variable and constants alone anew in each statement that uses it."""

    def __init__(self, rematerialised: Sequence[Operation]):
        self._ops = rematerialised
        self._of: dict[SSAValue, Operation] = {r: op for op in rematerialised for r in op.results}

    def fill(self, statement: Operation) -> None:
        """Copy what the statement uses to its beginning."""
        inside = list(walk(statement))
        needed = reached(inside, lambda op: [self._of[o] for o in op.operands if o in self._of])
        block, copies = statement.regions[0].block, dict[SSAValue, SSAValue]()
        first = first_of(block)
        for op in self._ops:
            if op in needed:
                block.insert_op_before(op.clone(copies), first)
        for op in inside:
            op.operands = [copies.get(operand, operand) for operand in op.operands]
