"""The graph of a small execution: each activation, what it touched in which elements, and races as two ways."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from asyncir.analyses.sync_report import FunctionReport, SyncReport, WaitReport
from asyncir.diagnostics import DiagnosticError, Severity
from asyncir.dialects.interfaces.kinds import OpKind, kind_of
from asyncir.dialects.verification import line_of
from asyncir.driver.signatures import public_functions
from asyncir.driver.witness import argument_text, fresh_values, small_arguments
from asyncir.ir import MemRefType, ModuleOp, Operation
from asyncir.ir.symbols import ops_of, symbol_name
from asyncir.launch.signatures import Signature
from asyncir.semantics.core.faults import InterpreterFault
from asyncir.semantics.core.outcome import Outcome
from asyncir.semantics.tasks.record import (
    MemoryObject,
    RecordedBlock,
    RecordedEdge,
    RecordedTask,
    TaskRecord,
)
from asyncir.semantics.tasks.recording import record_tasks
from asyncir.tools.graph.model import DrawnGraph, GraphEdge, GraphNode, GraphPath
from asyncir.tools.view.tasks.words import Fact, family_of, listed, result_text

_KINDS = {OpKind.TASK: "task", OpKind.ISSUE: "task"}
"""How the boxes of tasks and of operations of queues look."""

_MOST_STEPS = 200_000
_MOST_TASKS = 4000
_MOST_RUNS = 8
"""How many small arguments are tried."""
_MOST_SECONDS = 10.0
"""Behind that, no other arguments are tried."""
_MOST_CONFLICTS = 20_000


@dataclass(frozen=True, slots=True)
class SmallRun:
    """A run and the call that made it; where there is none, `note` says why."""

    call: str = ""
    entry: str = ""
    arguments: tuple[object, ...] = ()
    record: TaskRecord | None = None
    note: str = ""


def small_task_run(module: ModuleOp, report: SyncReport) -> SmallRun:
    """The run of a race's arguments if there is one, else of small ones with which most tasks touch memory."""
    try:
        signatures = {signature.name: signature for signature in public_functions(module)}
    except DiagnosticError as error:
        return SmallRun(note=f"No run is shown: {error.diagnostics[0].message}.")
    entries = [f for f in report.functions if f.of_tasks and f.name in signatures]
    entries.sort(key=lambda function: not (function.races or function.failures))
    why = "no public function launches tasks"
    until = time.monotonic() + _MOST_SECONDS
    for function in entries:
        signature = signatures[function.name]
        best: SmallRun | None = None
        for arguments in _arguments(signature, function):
            run = _recorded(module, signature, arguments)
            why = run.note
            if run.record is not None and (best is None or _weight(run) > _weight(best)):
                best = run
            if (run.record is not None and run.record.races) or time.monotonic() > until:
                break
        if best is not None:
            return best
    return SmallRun(note=f"No run is shown: {why}.")


def _weight(run: SmallRun) -> tuple[bool, bool, bool, float, int]:
    """How much a run shows: a race, its end, tasks, what share of it touches memory, a number of tasks that can be read."""
    record = run.record
    assert record is not None
    busy = sum(bool(block.reads or block.writes) for block in record.blocks)
    size = len(record.tasks)
    return bool(record.races), not run.note, size > 1, busy / len(record.blocks), -abs(size - 12)


def _arguments(signature: Signature, function: FunctionReport) -> Iterator[tuple[object, ...]]:
    """Arguments for the function, those of what was found first."""
    witnesses = [race.witness for race in function.races if race.witness is not None]
    witnesses += [failure.witness for failure in function.failures]
    yield from (w.arguments for w in witnesses[:1] if w.entry == signature.name)
    for _, arguments in zip(range(_MOST_RUNS), small_arguments(signature), strict=False):
        yield arguments


def _recorded(module: ModuleOp, signature: Signature, arguments: Sequence[object]) -> SmallRun:
    texts = ", ".join(map(argument_text, signature.arguments, arguments))
    call = f"@{signature.name}({texts})"
    try:
        values = fresh_values(signature.name, signature.arguments, arguments)
        record, outcome = record_tasks(
            module, signature.name, values, max_steps=_MOST_STEPS, max_tasks=_MOST_TASKS
        )
    except DiagnosticError as error:
        return SmallRun(note=error.diagnostics[0].message)
    except InterpreterFault as fault:
        return SmallRun(note=fault.diagnostic.message)
    wrong = _fault_of(outcome)
    if len(record.tasks) < 2:
        return SmallRun(note=wrong or "it launches no task")
    note = f"The run ends early: {wrong}." if wrong else ""
    return SmallRun(call, signature.name, tuple(values), record, note)


def _fault_of(outcome: Outcome) -> str:
    return next((d.message for d in outcome.diagnostics if d.severity is Severity.ERROR), "")


def graph_of(
    run: SmallRun, module: ModuleOp, report: SyncReport, lines: Sequence[str], filename: str
) -> DrawnGraph:
    """The blocks of a run as nodes."""
    assert run.record is not None
    drawer = _Drawer(run, run.record, module, report, lines, filename)
    graph = DrawnGraph()
    graph.nodes += [drawer.node(block) for block in run.record.blocks]
    for edge in _drawn(run.record):
        wait = drawer.verdicts.get((edge.op, edge.operand)) if edge.op is not None else None
        verdict = "" if edge.kind != "wait" else "unknown" if wait is None else wait.verdict.value
        kind = {"next": "order", "call": "order"}.get(edge.kind, edge.kind)
        line = f"line {line_of(edge.op, filename)}" if edge.op is not None else ""
        why = f": {wait.reason}" if wait is not None and wait.reason else ""
        text = ", ".join(filter(None, (line, verdict + why)))
        ends = drawer.name(edge.source), drawer.name(edge.target)
        graph.edge(GraphEdge(*ends, kind, verdict.replace(" ", "-"), text))
    for conflict in list(run.record.conflicts)[:_MOST_CONFLICTS]:
        ends = drawer.name(conflict.source), drawer.name(conflict.target)
        graph.edge(GraphEdge(*ends, "memory", "", drawer.object_name(conflict.object)))
    _races(run.record, drawer, graph)
    return graph


def _drawn(record: TaskRecord) -> Iterator[RecordedEdge]:
    """The edges; a launch is left out where the task waits for another one that was launched by the same block."""
    launched = {edge.target: edge.source for edge in record.edges if edge.kind == "launch"}
    waits: dict[int, set[int | None]] = {}
    for edge in record.edges:
        if edge.kind == "wait":
            waits.setdefault(edge.target, set()).add(launched.get(edge.source))
    on_ways = {block for race in record.races for way in record.ways(*race.segments) for block in way}
    for edge in record.edges:
        is_implied = edge.source in waits.get(edge.target, ())
        if edge.kind != "launch" or not is_implied or edge.target in on_ways:
            yield edge


def _races(record: TaskRecord, drawer: _Drawer, graph: DrawnGraph) -> None:
    for race in record.races:
        first, second = record.ways(*race.segments)
        places = [line_of(op, drawer.filename) for op in (race.first, race.second)]
        element = drawer.elements(race.object, {race.place})
        title = f"{race.kind} on {element}: line {places[0]} and line {places[1]}"
        ways = [tuple(map(drawer.name, way)) for way in (first, second)]
        graph.paths.append(GraphPath(title, ways[0], ways[1], tuple(line for line in places if line)))
        graph.edge(GraphEdge(ways[0][-1], ways[1][-1], "race", "race", title))


class _Drawer:
    """What blocks of a run are called, and what is said of them."""

    def __init__(
        self,
        run: SmallRun,
        record: TaskRecord,
        module: ModuleOp,
        report: SyncReport,
        lines: Sequence[str],
        filename: str,
    ):
        self.run = run
        self.lines = lines
        self.filename = filename
        self.verdicts: Mapping[tuple[Operation, int], WaitReport] = {
            (wait.op, wait.operand or 0): wait for wait in report.waits
        }
        self.function = next(op for op in ops_of(module) if symbol_name(op) == run.entry)
        self.several = Counter(task.op for task in record.tasks)
        self.blocks = Counter(block.task for block in record.blocks)
        self._parts: dict[RecordedTask, int] = {}
        self._families: dict[Operation, tuple[str, str]] = {}
        self._objects: dict[MemoryObject, str] = {}
        self._racing = {record.block_of[segment] for race in record.races for segment in race.segments}

    def name(self, block: int) -> str:
        """The node of a block."""
        return f"b{block}"

    def node(self, block: RecordedBlock) -> GraphNode:
        """A block as a node."""
        task = block.task
        part = self._parts[task] = self._parts.get(task, 0) + 1
        label = self.task_name(task) + (f" ·{part}" if self.blocks[task] > 1 else "")
        facts: list[Fact] = []
        if block.begun_by is not None:
            facts.append(("behind", f"the wait in line {line_of(block.begun_by, self.filename)}"))
        for title, touched in (("reads", block.reads), ("writes", block.writes)):
            if touched:
                facts.append((title, listed(self.elements(each, places) for each, places in touched.items())))
        family, call = self._family(task.op)
        if call:
            facts.append(("calls", call))
        line = line_of(block.begun_by or task.op or self.function, self.filename)
        marks = ("racing",) if block.number in self._racing else ()
        of = None if task.op is None else kind_of(task.op)
        kind = "entry" if of is None else _KINDS.get(of, "call")
        return GraphNode(self.name(block.number), label, kind, None, line, tuple(facts), family, marks)

    def _family(self, op: Operation | None) -> tuple[str, str]:
        if op is None or not op.regions:
            return "", ""
        if op not in self._families:
            family, call = family_of(op)
            self._families[op] = family or result_text(op, self.lines).lstrip("%"), call
        return self._families[op]

    def task_name(self, task: RecordedTask) -> str:
        """`@main`, `made`, `made #2`."""
        if task.op is None:
            return f"@{self.run.entry}"
        line = line_of(task.op, self.filename)
        what = "operation, " if kind_of(task.op) is OpKind.ISSUE else ""
        name = (
            result_text(task.op, self.lines).lstrip("%") or self._family(task.op)[0] or f"{what}line {line}"
        )
        return name + (f" #{task.instance + 1}" if self.several[task.op] > 1 else "")

    # ---- memory

    def object_name(self, each: MemoryObject) -> str:
        """What the program calls an object."""
        if each not in self._objects:
            self._objects[each] = self._named(each)
        return self._objects[each]

    def _named(self, each: MemoryObject) -> str:
        op, identity = each
        if op is not None:
            symbol = symbol_name(op)
            return f"@{symbol}" if symbol else result_text(op, self.lines).lstrip("%") or "a buffer"
        number = self._argument(identity)
        block = self.function.regions[0].blocks.first
        hint = block.args[number].name_hint if block is not None and number is not None else None
        return hint or identity

    def _argument(self, identity: str) -> int | None:
        words = identity.split()
        return int(words[1]) if len(words) > 1 and words[0] == "argument" and words[1].isdigit() else None

    def _shape(self, each: MemoryObject) -> tuple[int, ...]:
        op, identity = each
        if op is not None:
            of = op.results[0].type if op.results else None
            shape = tuple(of.get_shape()) if isinstance(of, MemRefType) else ()
            return shape if all(size >= 0 for size in shape) else ()
        number = self._argument(identity)
        shape = getattr(self.run.arguments[number], "shape", ()) if number is not None else ()
        return tuple(shape)

    def elements(self, each: MemoryObject, places: set[int]) -> str:
        """The elements at these places: `A[0..3]`, `A[1, 2]`, `A[0..1, 2..3]`, or how many there are."""
        name, shape = self.object_name(each), self._shape(each)
        if shape == () and places == {0} and each[0] is not None:
            return name
        points = [_unravelled(place, shape) for place in places]
        sides = [(min(column), max(column)) for column in zip(*points, strict=True)]
        size = 1
        for low, high in sides:
            size *= high - low + 1
        box = ", ".join(str(low) if low == high else f"{low}..{high}" for low, high in sides)
        return f"{name}[{box}]" if size == len(places) else f"{name}[{len(places)} elements of {box}]"


def _unravelled(place: int, shape: tuple[int, ...]) -> tuple[int, ...]:
    """The indices of an element in an array whose elements lie in a row."""
    if len(shape) < 2:
        return (place,)
    found: list[int] = []
    for size in reversed(shape[1:]):
        found.append(place % size)
        place //= size
    return (place, *reversed(found))
