"""A program whose regions run on the workers of a Dask cluster, as tasks with futures between them.

A function becomes a graph of calls (`outline-regions`), which is cut into tasks (`cut_regions`). What is called is compiled
here, once; each worker gets the machine code once. A call of the function makes a graph of Dask's of all that, in which each
value is named by the task that makes it.
"""

from __future__ import annotations

import hashlib
import uuid
from collections.abc import Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from importlib import import_module
from operator import getitem
from typing import Any

from asyncir.analyses.region_cuts import cut_regions
from asyncir.analyses.region_graph import RegionGraph, region_graph
from asyncir.diagnostics import Span, failure
from asyncir.diagnostics.names import did_you_mean
from asyncir.dialects.functions import FunctionOp
from asyncir.driver.boundaries import without_boundaries
from asyncir.driver.compile import lower
from asyncir.driver.region_tasks import Planned, TaskInput, needed_nodes, plan_tasks
from asyncir.driver.signatures import public_functions
from asyncir.driver.stages import collector_paused
from asyncir.ir import ModuleOp, StringAttr
from asyncir.ir.symbols import flattened
from asyncir.launch import jit
from asyncir.launch.arguments import check_types, encode
from asyncir.launch.dask import clusters, progress, running
from asyncir.launch.dask.homes import this_home
from asyncir.launch.dask.library import task_spec
from asyncir.launch.dask.running import Submitted, is_future
from asyncir.launch.dask.worker import RegionCode, run_part
from asyncir.launch.signatures import Signature
from asyncir.source.text import parse_module
from asyncir.transforms import run_pipeline

GATHER_LIMIT = 2 << 30
"""The most bytes of results that are brought to the caller, by default."""

_SMALL = 1 << 12
"""Arrays of so many bytes go with each task that needs them; larger ones are data of their own."""


@dataclass(frozen=True, slots=True)
class Options:
    """How a function is distributed."""

    cut: bool = True
    retries: int = 0
    gather_limit: int | None = GATHER_LIMIT
    progress: bool | None = None


def distribute(
    source: str | bytes | ModuleOp,
    client: Any,
    *,
    entry: str | None = None,
    filename: str = "<string>",
    opt_level: int = 2,
    cut: bool = True,
    retries: int = 0,
    gather_limit: int | None = GATHER_LIMIT,
    progress: bool | None = None,
) -> DistributedFunction:
    """The function `entry` of a program, whose regions run on the workers of `client`, a `dask.distributed.Client`.

    `source` is MLIR text or a module, which stays as it is. Without `entry` it is `main`, or the only public function. A
    function without regions gets some first (`form-regions`). With `cut`, neighbours in large graphs are one task. A task
    that fails is started again `retries` times. Results of more than `gather_limit` bytes together are not brought here.
    `progress`: draw a bar on the terminal; by default where standard error is one.

    Raises `DiagnosticError`: C071 where a worker cannot run code of this process, C072 where there is none, P201 to P204 for
    what cannot leave the process.
    """
    slots = clusters.slots_of(client)
    clusters.check_homes(client)
    with collector_paused():
        module = source.clone() if isinstance(source, ModuleOp) else parse_module(source, filename)
        module = flattened(without_boundaries(module))
        signature = _chosen(public_functions(module), entry)
        check_types(signature)
        graph = graph_of(module, signature.name)
        code = _code_of(module, graph, opt_level)
    return DistributedFunction(
        client, signature, graph, code, slots, Options(cut, retries, gather_limit, progress)
    )


def _chosen(signatures: Sequence[Signature], entry: str | None) -> Signature:
    known = {each.name: each for each in signatures}
    if entry is None and len(known) == 1:
        return next(iter(known.values()))
    name = "main" if entry is None else entry.removeprefix("@")
    if name not in known:
        public = ", ".join(f"@{each}" for each in known)
        help = did_you_mean(name, known) or (
            f"it has {public}" if public else "it has no public function with a body"
        )
        raise failure("C005", f"the program has no public function '{name}'", help)
    return known[name]


def graph_of(module: ModuleOp, entry: str) -> RegionGraph:
    """Outline the function in place, and what is to be called of it. Its callees become the public functions of the
    module.
    """
    for op in list(module.ops):
        if isinstance(op, FunctionOp) and op.body.blocks and op.sym_name.data != entry:
            op.properties["sym_visibility"] = StringAttr("private")
    run_pipeline(module, f"form-regions,split-regions,outline-regions{{entry={entry}}}")
    function = next(op for op in module.ops if isinstance(op, FunctionOp) and op.sym_name.data == entry)
    graph = region_graph(function, module)
    called = {node.callee for node in graph.nodes}
    for op in list(module.ops):
        if isinstance(op, FunctionOp) and op.sym_name.data in called:
            op.properties.pop("sym_visibility", None)
    function.detach()
    function.erase()
    return graph


def _code_of(module: ModuleOp, graph: RegionGraph, opt_level: int) -> RegionCode:
    lowered = lower(module)
    code = jit.emit_object(lowered.text, opt_level=opt_level, constants=lowered.constants)
    called = {node.callee for node in graph.nodes}
    signatures = [each for each in lowered.signatures if each.name in called]
    name = hashlib.sha256(code.code).hexdigest()[:16]
    return RegionCode(name, code, signatures, this_home())


class DistributedFunction:
    """A function whose regions run on the workers of a cluster. Call it, or `submit` it for futures."""

    def __init__(
        self,
        client: Any,
        signature: Signature,
        graph: RegionGraph,
        code: RegionCode,
        slots: int,
        options: Options,
    ):
        """`slots`: how many tasks run at the same time."""
        self.signature = signature
        self.client = client
        self._options = options
        needed, awaited = needed_nodes(graph)
        parts = cut_regions(graph, needed, slots) if options.cut else [[each] for each in needed]
        self._planned = plan_tasks(graph, parts, awaited, code.program)
        self.regions = len(needed)
        self.code = code
        clusters.send_code(client, code)

    @property
    def tasks(self) -> tuple[str, ...]:
        """What Dask's tasks are called, each behind those that it needs."""
        return tuple(task.name for task in self._planned.tasks)

    def __call__(self, *arguments: Any) -> Any:
        """Nothing, the result, or a tuple of the results."""
        return self.call(arguments)

    def call(
        self, arguments: Sequence[Any], names: Sequence[str] = (), *, timeout: float | None = None
    ) -> Any:
        """The same; `names` say in diagnostics where the arguments come from.

        Arguments are numbers, arrays, or futures of them. After `timeout` seconds, or at Ctrl-C, the tasks are cancelled.
        """
        submitted = self._submit(arguments, names)
        wanted = progress.wanted() if self._options.progress is None else self._options.progress
        keys = list(submitted.futures)
        bar = (
            progress.progress_bar(self.client, keys, self.signature.name)
            if wanted and keys
            else nullcontext()
        )
        running.wait_for(submitted, timeout, bar)
        results = tuple(running.gather(submitted, self._options.gather_limit))
        return results[0] if len(results) == 1 else results or None

    def submit(self, *arguments: Any) -> Any:
        """Begin, and give futures of the results, which stay on the workers: nothing, one, or a tuple."""
        results = tuple(self._submit(arguments, ()).results)
        return results[0] if len(results) == 1 else results or None

    def close(self) -> None:
        """Have the workers drop the code. It cannot be called any more."""
        self.client.unregister_worker_plugin(self.code.name)

    def _submit(self, arguments: Sequence[Any], names: Sequence[str]) -> Submitted:
        check_arguments(self.signature, arguments, names)
        made = _Graph(self._planned, arguments, self.signature.name)
        settings: Any = import_module("dask").config
        wanted = made.wanted()
        with settings.set({"distributed.admin.large-graph-warning-threshold": "1 TiB"}):
            futures = self.client.get(made.tasks, wanted, sync=False, retries=self._options.retries or None)
        by_key = dict(zip(wanted, futures, strict=True))
        results = [by_key[each] if isinstance(each, str) else each for each in made.results]
        return Submitted(self.client, by_key, results, made.regions)

    def __repr__(self) -> str:
        return f"<asyncir distributed function {self.signature}: {self.regions} regions, {len(self.tasks)} tasks>"


def check_arguments(signature: Signature, arguments: Sequence[Any], names: Sequence[str]) -> None:
    """Refuse arguments that do not fit, before anything is sent. What is in futures is looked at where it is used."""
    expected = len(signature.arguments)
    if len(arguments) != expected:
        given = f"{len(arguments)} argument{'s' if len(arguments) != 1 else ''}"
        raise failure("C107", f"{signature} takes {expected}, not {given}")
    for number, (type_, value) in enumerate(zip(signature.arguments, arguments, strict=True)):
        if not is_future(value):
            name = f" ({names[number]})" if number < len(names) else ""
            encode(type_, value, f"argument {number + 1}{name} of @{signature.name}", [])


class _Graph:
    """One call as a graph of Dask's."""

    def __init__(self, planned: Planned, arguments: Sequence[Any], name: str):
        self.tasks: dict[str, Any] = {}
        self.regions: dict[str, tuple[tuple[str, Span | None], ...]] = {}
        self._spec = task_spec()
        self._mark = uuid.uuid4().hex[:12]
        self._planned = planned
        self._given = arguments
        self._keys = [f"{task.name}-{self._mark}{n:04x}" for n, task in enumerate(planned.tasks)]
        self._arguments = [self._argument(n, value, name) for n, value in enumerate(arguments)]
        for key, task in zip(self._keys, planned.tasks, strict=True):
            given = [self._reference(each) for each in task.given]
            self.tasks[key] = self._spec.Task(key, run_part, task.plan, *given)
            self.regions[key] = task.regions
        for each in planned.items():
            source = self._spec.TaskRef(self._keys[each.task])
            key = self._key_of(each)
            self.tasks[key] = self._spec.Task(key, getitem, source, each.item)
        self.results = [self._result(each) for each in planned.results]

    def wanted(self) -> list[str]:
        """The keys that the caller waits for."""
        awaited = [self._keys[each] for each in self._planned.awaited]
        return list(dict.fromkeys([*(each for each in self.results if isinstance(each, str)), *awaited]))

    def _argument(self, number: int, value: Any, name: str) -> Any:
        """What stands for an argument in the graph: data of its own, what is there already, or itself."""
        if is_future(value):
            return self._spec.TaskRef(value.key)
        if getattr(value, "nbytes", 0) <= _SMALL:
            return value
        key = f"{name}_argument_{number}-{self._mark}"
        self.tasks[key] = self._spec.DataNode(key, value)
        return self._spec.TaskRef(key)

    def _reference(self, given: TaskInput) -> Any:
        if given.argument >= 0:
            return self._arguments[given.argument]
        return self._spec.TaskRef(self._key_of(given))

    def _key_of(self, given: TaskInput) -> str:
        key = self._keys[given.task]
        if given.item < 0:
            return key
        return f"{self._planned.tasks[given.task].name}.{given.item}-{self._mark}{given.task:04x}"

    def _result(self, given: TaskInput) -> Any:
        """The key of a result, or what was given and is given back."""
        if given.argument < 0:
            return self._key_of(given)
        return self._given[given.argument]
