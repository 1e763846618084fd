"""The graph of a program's tasks as it is written: what is launched where, by what it waits, what it reads and writes.

A function is a group, and so is a loop, a branch, and a task with tasks or waits inside. What an activation does itself in
one block is a line of nodes, its *spine*: waits, calls, and between them its own work on memory. Tasks hang on the node of
the spine before their launch. What depends on what is known from tokens, which are followed through loops and branches.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from asyncir.analyses.call_graph import CallGraph, call_graph
from asyncir.analyses.completion_sources import TokenSource, sources_of
from asyncir.analyses.in_flight.unfollowed import has_tasks, reached
from asyncir.analyses.mixed_tasks import has_queues, waits_for_groups
from asyncir.analyses.sync_report import SyncReport, Verdict, WaitReport
from asyncir.dialects.async_regions import RegionOp
from asyncir.dialects.async_types import AsyncOpInterface, CompletionType, GroupType
from asyncir.dialects.effects import Effects, callee_name
from asyncir.dialects.interfaces.kinds import OpKind, kind_of
from asyncir.dialects.verification import line_of
from asyncir.ir import Block, ModuleOp, Operation, Region, SSAValue
from asyncir.ir.symbols import symbol_name
from asyncir.ir.walk import walk
from asyncir.tools.graph.model import DrawnGraph, GraphEdge, GraphGroup, GraphNode, GraphPath
from asyncir.tools.seeing.text import duration_text
from asyncir.tools.view.regions.boxes import RegionBoxes
from asyncir.tools.view.tasks.words import (
    LOOPS,
    WAITS,
    Fact,
    argument_text,
    effects_inside,
    family_of,
    is_end,
    loop_text,
    number_text,
    result_text,
    touched,
)

_SETTLES = frozenset({OpKind.KEEP_PROMISE, OpKind.BREAK_PROMISE})
_ADDS = frozenset({OpKind.ADD_TO_GROUP, OpKind.PROMISE_TO_GROUP})
_GROUPS = frozenset({OpKind.GROUP, OpKind.PROMISE_GROUP})
_QUEUED = frozenset({OpKind.ISSUE, OpKind.COMMIT})
_HAS_NODES = frozenset({OpKind.TASK, OpKind.TASK_CALL, *WAITS, *_SETTLES, *_ADDS, *_GROUPS, *_QUEUED})
_SILENT = frozenset({OpKind.READY, OpKind.REFERENCE, OpKind.DROP_REFERENCE, OpKind.HAS_FAILED})


def structure_of(
    module: ModuleOp,
    report: SyncReport,
    lines: Sequence[str],
    filename: str,
    regions: RegionBoxes | None = None,
) -> DrawnGraph:
    """The graph of all functions that have to do with tasks, or with regions, of which `regions` knows more."""
    graph = call_graph(module)
    builder = _Builder(graph, report, lines, filename, regions)
    names = dict.fromkeys(
        symbol_name(each) or "" for name in graph.entries() for each in reached(graph, name)
    )
    for name in names:
        if name in builder.tasked:
            builder.function(name, graph.functions[name])
    builder.connect()
    builder.critical_path()
    return builder.graph


@dataclass(slots=True)
class _Spine:
    """What an activation does in order, in one block."""

    group: str
    last: str | None = None
    born: int = 0
    """How many nodes there were when the last one was made."""
    work: list[Operation] = field(default_factory=list[Operation])


class _Builder:
    def __init__(
        self,
        calls: CallGraph,
        report: SyncReport,
        lines: Sequence[str],
        filename: str,
        regions: RegionBoxes | None,
    ):
        self.regions = regions
        self.graph = DrawnGraph()
        self.calls = calls
        self.lines = lines
        self.filename = filename
        self.effects = Effects()
        self.tasked = {
            each
            for entry in calls.entries()
            if has_tasks(functions := reached(calls, entry))
            for function in functions
            if (each := symbol_name(function)) is not None
            and (has_tasks(own := reached(calls, each)) or has_queues(own))
        }
        self.verdicts: Mapping[tuple[Operation, int], WaitReport] = {
            (wait.op, wait.operand or 0): wait for wait in report.waits
        }
        self.racing = {place.op for race in report.races for place in (race.first, race.second)}
        self.made: dict[SSAValue, str] = {}
        """Which node completes a token, value or group."""
        self.waits: list[tuple[str, Operation, int, str]] = []
        """Node, op, operand, kind: to be connected once all nodes are there."""
        self.issued: list[str] = []
        """The operations of the queue's group at hand."""
        self.members: list[tuple[SSAValue, SSAValue]] = []
        self.launches: list[tuple[str, int, str]] = []
        """The node on the spine, how many nodes there were then, the task."""
        self._tasked_ops: dict[Operation, bool] = {}

    # ---- nodes

    def node(
        self,
        op: Operation,
        label: str,
        kind: str,
        group: str,
        facts: Iterable[Fact] = (),
        family: str = "",
        inside: Iterable[Operation] | None = None,
    ) -> str:
        """Add a node; where it stands for several ops, these are `inside`."""
        name = f"n{len(self.graph.nodes)}"
        marks = [wait.verdict.value.replace(" ", "-") for wait in self._alone(op)]
        if self.regions is not None and isinstance(op, RegionOp):
            marks += self.regions.marks(op)
        if any(each in self.racing for outer in (inside or (op,)) for each in walk(outer)):
            marks.append("racing")
        said = (*facts, *self._verdict_facts(op))
        line = line_of(op, self.filename)
        self.graph.nodes.append(GraphNode(name, label, kind, group, line, said, family, tuple(marks)))
        return name

    def _alone(self, op: Operation) -> list[WaitReport]:
        """The verdict of an op that waits for one thing."""
        found = self.verdicts.get((op, 0))
        return [] if found is None or found.operand is not None else [found]

    def _verdict_facts(self, op: Operation) -> list[Fact]:
        """What is known of each wait of an op."""
        facts: list[Fact] = []
        for n, operand in enumerate(op.operands):
            wait = self.verdicts.get((op, n))
            if wait is not None:
                why = f": {wait.reason}" if wait.reason else ""
                facts.append((f"wait for {self._awaited(operand)}", wait.verdict.value + why))
        return facts

    def _awaited(self, value: SSAValue) -> str:
        """What a wait waits for: the region's name, or that of the token."""
        return (self.regions and self.regions.awaited(value)) or argument_text(value)

    def group(self, op: Operation, label: str, kind: str, parent: str | None) -> str:
        """Add a group."""
        name = f"g{len(self.graph.groups)}"
        self.graph.groups.append(GraphGroup(name, label, kind, parent, line_of(op, self.filename)))
        return name

    # ---- functions and blocks

    def function(self, name: str, function: Operation) -> None:
        """A function as a group."""
        blocks = list(function.regions[0].blocks) if function.regions else []
        if not blocks:
            return
        group = self.group(function, f"@{name}", "function", None)
        spine = _Spine(group)
        self._arguments(blocks[0], function, group)
        for block in blocks:
            self.block(block, spine)
        self.flush(spine)

    def _arguments(self, block: Block, around: Operation, group: str) -> None:
        for argument in block.args:
            if isinstance(argument.type, CompletionType):
                label = argument_text(argument)
                facts = (("", "what the caller passes"),)
                self.made[argument] = self.node(around, label, "argument", group, facts)

    def block(self, block: Block, spine: _Spine) -> None:
        """All that happens in a block, behind what the spine has."""
        for op in block.ops:
            self.op(op, spine)

    def op(self, op: Operation, spine: _Spine) -> None:
        """One op: a node of its own, a group, or a part of the activation's own work."""
        kind = kind_of(op)
        if kind is OpKind.TASK or isinstance(op, RegionOp):
            self.flush(spine)
            self._task(op, spine)
        elif kind in _QUEUED:
            self._queued(op, spine)
        elif kind in WAITS:
            self._step(op, f"await {self._awaited(op.operands[0])}", "await", spine)
        elif waits_for_groups(op):
            self._step(op, self._line(op), "await", spine)
        elif kind in _GROUPS:
            label = f"{result_text(op, self.lines) or 'group'}: {number_text(op.operands[0])} members"
            self.made[op.results[0]] = self.node(op, label, "group", spine.group)
        elif kind in _ADDS:
            self.members.append((op.operands[0], op.operands[1]))
        elif kind is OpKind.PROMISE:
            self.made[op.results[0]] = self.node(
                op, result_text(op, self.lines) or "token", "token", spine.group
            )
        elif kind in _SETTLES:
            node = self._step(op, f"set {argument_text(op.operands[0])}", "set", spine)
            self.members.append((op.operands[0], op.operands[0]))
            self.waits.append((node, op, 0, "sets"))
        elif callee_name(op) in self.tasked:
            self._call(op, spine)
        elif self._is_outside(op):
            self._started(op, spine)
        elif op.regions and self._has_tasks(op):
            self.flush(spine)
            self._region(op, spine)
        elif not is_end(op) and kind not in _SILENT:
            spine.work.append(op)

    def _is_outside(self, op: Operation) -> bool:
        """Whether the op starts something that no code of the program does: a timer, a read."""
        makes = any(isinstance(v.type, CompletionType) for v in op.results)
        return (
            makes
            and op.has_trait(AsyncOpInterface, value_if_unregistered=False)
            and kind_of(op) not in _SILENT
        )

    def _has_tasks(self, op: Operation) -> bool:
        known = self._tasked_ops.get(op)
        if known is None:
            known = any(
                kind_of(each) in _HAS_NODES
                or waits_for_groups(each)
                or callee_name(each) in self.tasked
                or self._is_outside(each)
                for each in walk(op)
            )
            self._tasked_ops[op] = known
        return known

    def flush(self, spine: _Spine) -> None:
        """What was the activation's own work up to here becomes a node, if it touches memory."""
        ops, spine.work = spine.work, []
        facts = touched(effect for op in ops for effect in effects_inside(op, self.effects))
        if not facts:
            return
        touching = [op for op in ops if touched(effects_inside(op, self.effects))]
        first, last = (line_of(op, self.filename) for op in (touching[0], touching[-1]))
        where = f"line {first}" if first == last else f"lines {first} to {last}"
        label = "; ".join(f"{title} {names}" for title, names in facts)
        node = self.node(
            touching[0], _cut(label), "work", spine.group, (("", where), *facts), inside=touching
        )
        self._behind(spine, node)

    def _behind(self, spine: _Spine, node: str, last: str | None = None) -> None:
        """Put a node at the end of the spine; where it is the first of several, `last` is the last of them."""
        if spine.last is not None:
            self.graph.edge(GraphEdge(spine.last, node, "order"))
        spine.last, spine.born = last or node, len(self.graph.nodes)

    # ---- what has a node of its own

    def _step(self, op: Operation, label: str, kind: str, spine: _Spine, facts: Iterable[Fact] = ()) -> str:
        self.flush(spine)
        node = self.node(op, label, kind, spine.group, facts)
        self._behind(spine, node)
        if kind == "await":
            tokens = [n for n, v in enumerate(op.operands) if isinstance(v.type, CompletionType | GroupType)]
            self.waits += [(node, op, n, "wait") for n in tokens]
        return node

    def _line(self, op: Operation) -> str:
        """An op as it is written, if it is one line."""
        line = line_of(op, self.filename)
        return op.name if line is None or line > len(self.lines) else _cut(self.lines[line - 1].strip())

    def _queued(self, op: Operation, spine: _Spine) -> None:
        """An operation of a queue hangs on the spine as a task does; a group is behind those that are written in it."""
        facts = list(touched(effects_inside(op, self.effects)))
        self.flush(spine)
        if kind_of(op) is OpKind.ISSUE:
            node = self.node(op, f"operation, line {line_of(op, self.filename)}", "task", spine.group, facts)
            self._launch(op, node, spine)
            self.issued.append(node)
            return
        outer, self.issued = self.issued, []
        self._blocks(op.regions, spine)
        name = result_text(op, self.lines).lstrip("%") or f"line {line_of(op, self.filename)}"
        node = self.node(op, f"group {name}", "group", spine.group)
        for member in self.issued:
            self.graph.edge(GraphEdge(member, node, "member"))
        for result in op.results:
            self.made[result] = node
        self.issued = outer

    def _call(self, op: Operation, spine: _Spine) -> None:
        name = callee_name(op)
        text = f"@{name}({', '.join(map(argument_text, op.operands))})"
        facts = (*touched(self.effects.of(op)), ("calls", text))
        node = self._step(op, f"call @{name}", "call", spine, facts)
        for result in op.results:
            if isinstance(result.type, CompletionType):
                self.made[result] = node
        for n, operand in enumerate(op.operands):
            if isinstance(operand.type, GroupType):
                self.members.append((operand, operand))
                self.waits.append((node, op, n, "fills"))
            elif isinstance(operand.type, CompletionType):
                self.waits.append((node, op, n, "passes"))

    def _started(self, op: Operation, spine: _Spine) -> None:
        self.flush(spine)
        name = result_text(op, self.lines)
        facts = (*touched(self.effects.of(op)), ("starts", op.name))
        node = self.node(op, f"{op.name} {name}".strip(), "outside", spine.group, facts, op.name)
        self._launch(op, node, spine)

    def _launch(self, op: Operation, node: str, spine: _Spine, last: str | None = None) -> None:
        for result in op.results:
            if isinstance(result.type, CompletionType):
                self.made[result] = last or node
        for n, operand in enumerate(op.operands):
            if isinstance(operand.type, CompletionType):
                at_once = isinstance(op, RegionOp) and op.region_token() is not None
                self.waits.append((node, op, n, "passes" if at_once else "wait"))
        if spine.last is not None:
            self.launches.append((spine.last, spine.born, node))

    def _task(self, op: Operation, spine: _Spine) -> None:
        line = line_of(op, self.filename)
        family, call = family_of(op)
        name = result_text(op, self.lines).lstrip("%") or family or f"task, line {line}"
        facts = list(touched(effects_inside(op, self.effects)))
        if call:
            facts.append(("calls", call))
        if self.regions is not None and isinstance(op, RegionOp):
            name, family = self.regions.name(op), self.regions.family(op)
            facts = [*self.regions.facts(op), *facts]
        if not any(self._has_tasks(inner) for block in op.regions[0].blocks for inner in block.ops):
            node = self.node(op, name, "task", spine.group, facts, family)
            self._launch(op, node, spine)
            return
        group = self.group(op, f"task {name}", "task", spine.group)
        head = self.node(op, name, "task", group, facts, family, inside=())
        inner = _Spine(group, head, len(self.graph.nodes))
        self._blocks(op.regions, inner)
        self._launch(op, head, spine, inner.last)

    def _region(self, op: Operation, spine: _Spine) -> None:
        kind = kind_of(op)
        if kind in LOOPS:
            label, css = loop_text(op), "loop"
        elif kind is OpKind.IF:
            label, css = f"if {argument_text(op.operands[0])}", "branch"
        else:
            label, css = op.name, "branch"
        group = self.group(op, label, css, spine.group)
        if css == "loop":  # of one with a condition of its own, both regions run in each turn
            inner = _Spine(group, spine.last, spine.born)
            self._blocks(op.regions, inner)
            ends = [inner.last] if inner.last is not None and inner.last != spine.last else []
        else:
            ends = self._branches(op, spine, group)
        self._join(op, spine, group, ends)

    def _blocks(self, regions: Iterable[Region], spine: _Spine) -> None:
        for region in regions:
            for block in region.blocks:
                self.block(block, spine)
        self.flush(spine)

    def _branches(self, op: Operation, spine: _Spine, group: str) -> list[str]:
        """Each region behind what was before the op; the ends of those in which something happens."""
        several = [region for region in op.regions if region.blocks]
        ends: list[str] = []
        for n, region in enumerate(several):
            within = group
            if len(several) > 1:
                word = ("then", "else")[n] if kind_of(op) is OpKind.IF else f"case {n}"
                within = self.group(op, word, "branch", group)
            inner = _Spine(within, spine.last, spine.born)
            self._blocks([region], inner)
            if inner.last is not None and inner.last != spine.last:
                ends.append(inner.last)
        return ends

    def _join(self, op: Operation, spine: _Spine, group: str, ends: list[str]) -> None:
        """Go on behind the ends of branches; where there are several, behind a node that joins them."""
        if len(ends) == 1:
            spine.last, spine.born = ends[0], len(self.graph.nodes)
        elif ends:
            node = self.node(op, "", "join", group)
            for end in ends:
                self.graph.edge(GraphEdge(end, node, "order"))
            spine.last, spine.born = node, len(self.graph.nodes)

    # ---- edges

    def connect(self) -> None:
        """Add what tokens and groups say, and which tasks are launched behind what."""
        behind: dict[str, set[str]] = {}
        for node, op, operand, kind in self.waits:
            value = op.operands[operand]
            for source in sources_of(value):
                other = self.made.get(source.value)
                if other is None or (other == node and not source.back):
                    continue
                if kind in ("sets", "fills"):
                    self.graph.edge(GraphEdge(node, other, "member"))
                    continue
                if not source.back:
                    behind.setdefault(node, set()).add(other)
                self.graph.edge(self._wait_edge(other, node, op, operand, kind, source))
        for member, group in self.members:
            if member is group:
                continue
            for source in sources_of(member):
                for target in sources_of(group):
                    first, second = (self.made.get(each.value) for each in (source, target))
                    if first is not None and second is not None:
                        self.graph.edge(GraphEdge(first, second, "member", back=source.back or target.back))
        number = {node.id: n for n, node in enumerate(self.graph.nodes)}
        for spine, born, node in self.launches:
            if not any(number[other] >= born for other in behind.get(node, ())):
                self.graph.edge(GraphEdge(spine, node, "launch"))

    def critical_path(self) -> None:
        """The regions of the critical path, as one way; where there is only one of them, its mark says enough."""
        way = () if self.regions is None else self.regions.schedule.critical
        if self.regions is None or len(way) < 2:
            return
        planned = [self.regions.schedule.regions[number] for number in way]
        nodes = tuple(self.made[region.op.results[0]] for region in planned)
        title = f"critical path: {len(way)} regions, {duration_text(self.regions.schedule.critical_length)}"
        lines = tuple(line for region in planned if (line := line_of(region.op, self.filename)))
        self.graph.paths.append(GraphPath(title, nodes, (), lines))

    def _wait_edge(
        self, source: str, node: str, op: Operation, operand: int, kind: str, found: TokenSource
    ) -> GraphEdge:
        wait = self.verdicts.get((op, 0 if waits_for_groups(op) else operand))
        verdict = "" if kind != "wait" else (Verdict.UNKNOWN if wait is None else wait.verdict).value
        why = f": {wait.reason}" if wait is not None and wait.reason else ""
        names = self.regions.awaited(op.operands[operand]) if self.regions is not None else ""
        earlier = ", of an earlier iteration" if found.back and not names else ""
        text = f"{names or argument_text(op.operands[operand])}{earlier}{', ' + verdict + why if verdict else ''}"
        return GraphEdge(source, node, kind, verdict.replace(" ", "-"), text, found.back)


def _cut(text: str, most: int = 48) -> str:
    return text if len(text) <= most else f"{text[: most - 1]}…"
