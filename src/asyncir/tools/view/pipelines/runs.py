"""The pipelines of a program: read from the IR, run before and after by the interpreter, and put on a clock."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from asyncir.diagnostics import Diagnostic, DiagnosticError
from asyncir.dialects.effects import Effects
from asyncir.dialects.pipelining import body_of, number, statements_of
from asyncir.dialects.verification import line_of
from asyncir.driver.signatures import public_functions
from asyncir.driver.witness import argument_text, small_arguments
from asyncir.ir import (
    Context,
    MemRefType,
    ModuleOp,
    ModulePass,
    Operation,
    StringAttr,
)
from asyncir.ir.marks import ASYNC, BUSY, ENGINE, LATENCY, MODULO_SCHEDULE, ORDERS, STAGES, STATEMENT
from asyncir.ir.symbols import symbol_around, symbol_name
from asyncir.ir.walk import enclosing, walk
from asyncir.launch.signatures import Signature
from asyncir.simulation.model import CopiedMemory, LoopPipeline, PipelineRun, PipelineStatement
from asyncir.simulation.probes import Role, add_probes, loops_to_pipeline, mark_of, probes_of
from asyncir.tools.view.execution import faults_of, recorded
from asyncir.tools.view.page import what_it_does
from asyncir.tools.view.pipelines.assembly import PipelineTrace, slots_of
from asyncir.tools.view.records import Record
from asyncir.transforms import collect_remarks
from asyncir.transforms.software_pipeline import SoftwarePipeline

_LAST_BEFORE = "verify-schedule"
"""The pass behind which all statements have what they will have, and nothing else has changed."""
_MOST_RUNS, _MOST_STEPS = 8, 400_000
_ENOUGH = 8
"""Iterations that show what there is to see."""


@dataclass(frozen=True, slots=True)
class Pipelines:
    """All of them, with the program that they have become."""

    shown: tuple[LoopPipeline, ...]
    remarks: tuple[Diagnostic, ...]
    """What was left as it is, and why."""


def pipelines_of(module: ModuleOp, how: SoftwarePipeline, filename: str) -> Pipelines:
    """The annotated loops of a module, which is changed; raises `DiagnosticError` where an annotation is refused.

    Lines are those of the file with that name; what was written elsewhere has none.
    """
    found: list[LoopPipeline] = []
    with collect_remarks() as remarks:
        for passes in how.rounds(module):
            found += _round(module, passes, how.counts(), filename)
    return Pipelines(tuple(found), tuple(remarks))


def _round(
    module: ModuleOp, passes: Sequence[ModulePass], counts: Sequence[ModulePass], filename: str
) -> list[LoopPipeline]:
    """Run the passes; the loops that they pipeline, from what the program was before and is then."""
    cut = next(n for n, one in enumerate(passes) if one.name == _LAST_BEFORE) + 1
    _apply(passes[:cut], module)
    loops = loops_to_pipeline(module)
    read = [_read(loop, loops, filename) for loop in loops]
    add_probes(loops)
    ranks = {
        mark.loop: _rank(op) for op in walk(module) if (mark := mark_of(op)) and mark.role is Role.MEMORY
    }
    before = module.clone()
    _apply(passes[cut:], module)
    if not loops:
        return []
    after = module.clone()
    _apply(counts, after)
    for probe in probes_of(module):
        probe.detach()
    copied = _Copied.of(after, ranks)
    shown = [
        replace(one, memories=tuple(copied.memories[m] for m in copied.own(n))) for n, one in enumerate(read)
    ]
    return list(_runs(before, after, shown, copied))


def _apply(passes: Sequence[ModulePass], module: ModuleOp) -> None:
    for one in passes:
        one.apply(Context(), module)


# ---- the IR


def _read(loop: Operation, loops: Sequence[Operation], filename: str) -> LoopPipeline:
    around = next((op for op in enclosing(loop) if op in loops), None)
    found = statements_of(loop)
    statements = tuple(_statement(n, statement, filename) for n, statement in enumerate(found))
    return LoopPipeline(
        function=_function_of(loop),
        loop=body_of(loop).args[0].name_hint or "" if loop.name == "scf.for" else "",
        line=line_of(loop, filename),
        inside=None if around is None else loops.index(around),
        statements=statements,
        interval=number(_schedule(loop).items, "interval"),
        measured=any(LATENCY in statement.attributes for statement in found),
    )


def _function_of(loop: Operation) -> str:
    function = symbol_around(loop)
    return "" if function is None else symbol_name(function) or ""


def _statement(place: int, op: Operation, filename: str) -> PipelineStatement:
    name, engine = op.attributes[STATEMENT], op.attributes.get(ENGINE)
    assert isinstance(name, StringAttr)
    latency = max(1, 1 if (said := number(op.attributes, LATENCY)) is None else said)
    busy = Record(op.attributes.get(BUSY))
    order = number(op.attributes, ORDERS)
    lines = [line for inner in walk(op) if (line := line_of(inner, filename)) is not None]
    engine = engine.data if isinstance(engine, StringAttr) else ""
    return PipelineStatement(
        number=place,
        name=name.data,
        stage=number(op.attributes, STAGES) or 0,
        place=place if order is None else order,
        asynchronous=ASYNC in op.attributes,
        does=_does(op),
        latency=latency,
        # For as long as it takes, where the IR does not say for how long it keeps its engine.
        busy=min(busy.count(engine, latency), latency),
        engine=engine,
        engines=_schedule(op.parent_op()).record("engines").record(engine).count("count"),
        issue=sum(number(busy.items, name) or 0 for name in busy.items if name != engine),
        lines=tuple(dict.fromkeys(lines)),
    )


def _does(op: Operation) -> str:
    if Effects().of(op):
        return what_it_does(op, Effects())
    names = [f"%{result.name_hint}" for result in op.results if result.name_hint]
    return f"compute {', '.join(names)}" if names else "compute"


def _schedule(loop: Operation | None) -> Record:
    """The schedule that was found for the loop."""
    return Record(None if loop is None else loop.attributes.get(MODULO_SCHEDULE))


def _rank(allocation: Operation) -> int:
    type_ = allocation.results[0].type
    return len(type_.get_shape()) if isinstance(type_, MemRefType) else 0


@dataclass(frozen=True, slots=True)
class _Copied:
    """Memory of which iterations have copies."""

    memories: tuple[CopiedMemory, ...]
    slots: dict[int, tuple[int, int]]
    """By the number of the allocation: which memory it is, and how many copies it has."""
    loops: tuple[frozenset[int], ...]
    """Of each memory: the loops whose iterations have them."""

    def own(self, loop: int) -> list[int]:
        """The memories of which iterations of this loop have copies."""
        return [n for n, loops in enumerate(self.loops) if loop in loops]

    @property
    def at_first(self) -> dict[int, tuple[int, int]]:
        """The same for the program as it was before."""
        return {allocation: (memory, 1) for allocation, (memory, _) in self.slots.items()}

    @staticmethod
    def of(module: ModuleOp, ranks: dict[int, int]) -> _Copied:
        """What `size-buffers` has done: statements begin with a view of their copy."""
        memories: list[CopiedMemory] = []
        slots: dict[int, tuple[int, int]] = {}
        loops: list[set[int]] = []
        for op in walk(module):
            mark = mark_of(op)
            if mark is None or mark.role is not Role.MEMORY or not op.results:
                continue  # or an op that a later pass made of it, to count
            count = slots_of(op, ranks[mark.loop])
            if count > 1:
                slots[mark.loop] = len(memories), count
                name = op.results[0].name_hint or "a buffer"
                memories.append(CopiedMemory(name, count))
                users = [mark_of(use.operation) for use in op.results[0].uses]
                loops.append({user.loop for user in users if user is not None and user.role is Role.BEGIN})
        return _Copied(tuple(memories), slots, tuple(map(frozenset, loops)))


# ---- the runs


def _runs(
    before: ModuleOp, after: ModuleOp, shown: Sequence[LoopPipeline], copied: _Copied
) -> Iterator[LoopPipeline]:
    """Each pipeline with the runs that show most of it."""
    statements = [one.statements for one in shown]
    own = {n: copied.own(n) for n in range(len(shown))}
    best: dict[int, tuple[str, PipelineRun, PipelineRun]] = {}
    """Of each loop: the call, the run before and the run after."""
    why = "no public function comes to it"
    for signature, arguments in _calls(after):
        if len(best) == len(shown) and all(run.trips >= _ENOUGH for _, _, run in best.values()):
            break
        first = _simulated(before, signature, arguments, PipelineTrace(statements, copied.at_first), own)
        second = _simulated(after, signature, arguments, PipelineTrace(statements, copied.slots), own)
        if isinstance(first, str) or isinstance(second, str):
            why = first if isinstance(first, str) else str(second)
            continue
        texts = ", ".join(map(argument_text, signature.arguments, arguments))
        for n, run in second.items():
            if run.trips and n in first and (n not in best or run.trips > best[n][2].trips):
                best[n] = f"@{signature.name}({texts})", first[n], run
    for n, one in enumerate(shown):
        if n in best:
            call, run_before, run_after = best[n]
            yield replace(one, call=call, before=run_before, after=run_after)
        else:
            yield replace(one, why=why)


def _calls(module: ModuleOp) -> Iterator[tuple[Signature, tuple[object, ...]]]:
    try:
        signatures = public_functions(module)
    except DiagnosticError:
        return
    for signature in signatures:
        # The greatest numbers first: they are bounds of loops, most of the time.
        tries = sorted(small_arguments(signature), key=_numbers, reverse=True)
        yield from ((signature, arguments) for arguments in tries[:_MOST_RUNS])


def _numbers(arguments: tuple[object, ...]) -> int:
    return sum(value for value in arguments if isinstance(value, int))


def _simulated(
    module: ModuleOp,
    signature: Signature,
    arguments: Sequence[object],
    trace: PipelineTrace,
    own: dict[int, list[int]],
) -> dict[int, PipelineRun] | str:
    """The runs of all loops in one call, or why there are none."""
    outcome = recorded(module, signature, arguments, _MOST_STEPS, probes_of(module))
    if wrong := faults_of(outcome):
        return wrong[0]
    trace.run(outcome.events)
    return trace.runs(own)
