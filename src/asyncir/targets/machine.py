"""Descriptions of machines as data: engines, what each of them does, and how long it takes.

A description is a file of TOML, one of those beside this module (`cpu`, `dma-vector-tensor`) or the user's own:

```toml
issued-by = "core"        # the engine that starts what others do asynchronously, and
issue-cycles = 1          # for how many cycles each start keeps it busy

[[engine]]
name = "dma"
count = 2                 # so many of them
takes = ["copy"]          # the kinds of work that it does
asynchronous = true
startup = 20              # cycles before the first operation
per-operation = 0.25      # cycles for each operation on one element
latency = 40              # cycles from the last operation until others see its result

[operations]              # operations that count for more than one, or for less
"arith.divf" = 8
```

An engine can begin its next work when the last operation of the one before has been issued: it is *busy* for startup +
operations · per-operation cycles, at least one, and what it computes is there `latency` cycles after that.
"""

from __future__ import annotations

import hashlib
import math
import os
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import cache, partial
from importlib.resources import files
from typing import Any

from asyncir.diagnostics import DiagnosticError, failure
from asyncir.diagnostics.names import did_you_mean
from asyncir.dialects import context
from asyncir.dialects.foreign import ANY_DIALECT, NOTHING_FOREIGN, Foreign
from asyncir.dialects.irdl_definitions import read_irdl
from asyncir.dialects.queue_checks import fault_of_kind
from asyncir.ir import Attribute, Context, ParseError, Parser, VerifyException
from asyncir.targets.bodies import NoBody, parse_bodies
from asyncir.targets.dialect_memory import DialectMemory, KnownNames, read_dialect_memory
from asyncir.targets.machine_text import Reader, Table
from asyncir.targets.resources import (
    GENERIC,
    CompletionOrder,
    MachineMemory,
    ResourceKind,
    SyncResource,
    WhenFull,
    read_memory,
    read_resource,
)
from asyncir.targets.vendor_ops import (
    Known,
    Names,
    VendorOp,
    VendorSync,
    check_reached,
    read_names,
    read_op,
    read_sync,
)


class Work(StrEnum):
    """What a statement does, most of the time."""

    COPY = "copy"
    """It moves elements and computes nothing of them."""
    SCALAR = "scalar"
    """Arithmetic on single numbers."""
    VECTOR = "vector"
    """Arithmetic on vectors, or on one element after the other in a loop."""
    TENSOR = "tensor"
    """A nest of three loops or more that adds up products: matrix multiplication, convolution."""


HOST = "host"
"""The issuer of a machine that names none."""

ALL = "all"
"""What `barriers` calls the barrier of all engines."""

FORMAT = 1
"""The version of the format of machine files."""


@dataclass(frozen=True, slots=True)
class Engine:
    """Something that does one piece of work after the other; `count` of them are alike."""

    name: str
    takes: frozenset[Work]
    count: int = 1
    asynchronous: bool = False
    startup: int = 0
    per_operation: float = 1.0
    latency: int = 0
    order: CompletionOrder = CompletionOrder.IN_ORDER
    queue: int | None = None
    """How many entries can wait in its queue; None: any number."""
    when_full: WhenFull = WhenFull.BLOCK
    flags: int | None = None
    """How many partial results of a launch it can flag; None: any number (DEV-10)."""
    proxy: str = GENERIC
    """The way by which it accesses memory (MAC-22)."""

    def busy(self, operations: float) -> int:
        """For how many cycles so many operations keep it busy."""
        return max(1, math.ceil(self.startup + self.per_operation * operations))


@dataclass(frozen=True)
class MachineModel:
    """Engines; the first one that takes a kind of work does it."""

    name: str
    engines: tuple[Engine, ...]
    issued_by: str | None = None
    issue_cycles: int = 1
    operations: Mapping[str, float] = field(default_factory=dict[str, float])
    """By the name of an op: as how many operations it counts; others as one."""
    unknown_trips: int = 16
    """How often a loop is taken to run where nobody knows."""
    memories: tuple[MachineMemory, ...] = ()
    resources: tuple[SyncResource, ...] = ()
    drains: bool = False
    """Whether the machine waits at the end for what is still in flight (MAC-4)."""
    foreign: Foreign = NOTHING_FOREIGN
    """The dialects that its programs have besides ours."""
    ops: tuple[VendorOp, ...] = ()
    """Which ops are works; the first that fits an op counts."""
    syncs: tuple[VendorSync, ...] = ()
    """Which ops signal and wait; the first that fits an op counts."""
    names: Names = field(default_factory=dict[str, "str | int"])
    """What texts of attributes stand for."""
    description: str = ""
    barriers: frozenset[str] = frozenset()
    """The engines that have a barrier; `all`: there is one of all."""
    own_memory: DialectMemory = field(default_factory=DialectMemory)
    """Memory that dialects have in a way of their own, and the ops that give it."""
    digest: str = ""
    """The SHA-256 of the text that describes it."""

    @property
    def issuer(self) -> str:
        """The engine that executes the entry: `issued-by`, else one that all machines have."""
        return self.issued_by or HOST

    def resource(self, name: str) -> SyncResource | None:
        """The resource with this name."""
        return next((resource for resource in self.resources if resource.name == name), None)

    def engine(self, name: str) -> Engine | None:
        """The engine with this name."""
        return next((engine for engine in self.engines if engine.name == name), None)

    def has_engine(self, name: str) -> bool:
        """Whether works can be given to an engine of this name; the issuer is one."""
        return name == self.issuer or self.engine(name) is not None

    def engine_for(self, work: Work, *, synchronous: bool) -> Engine | None:
        """The first engine that takes the work; with `synchronous`, that does it while others wait."""
        fitting = (e for e in self.engines if work in e.takes and not (synchronous and e.asynchronous))
        return next(fitting, None)


def known_machines() -> list[str]:
    """The names of the descriptions that come with this package."""
    folder = files("asyncir.targets")
    return sorted(f.name.removesuffix(".toml") for f in folder.iterdir() if f.name.endswith(".toml"))


def machine_schema() -> str:
    """The JSON schema of machine files."""
    return _own_file("machine.schema.json")


def load_machine(name: str) -> MachineModel:
    """The description of that name, or in that file: something with a `/` or the ending `.toml`.

    Raises `DiagnosticError` (C050) where there is none, or it is none.
    """
    is_file = "/" in name or name.endswith(".toml")
    if not is_file and name not in known_machines():
        help = did_you_mean(name, known_machines())
        known = f"known are {', '.join(known_machines())}; a file ends with .toml"
        if "," in name or "=" in name:
            help = f"options stand side by side, with a blank between: {{machine={name.replace(',', ' ')}}}"
        raise failure("C050", f"there is no machine '{name}'", help or known)
    try:
        if is_file:
            with open(name, "rb") as stream:
                text = stream.read().decode()
        else:
            text = _own_file(f"{name}.toml")
    except (OSError, ValueError) as error:
        reason = (error.strerror or str(error)) if isinstance(error, OSError) else "it is no text"
        message = f"cannot read the machine '{name}': {reason[:1].lower()}{reason[1:]}"
        raise failure("C050", message, "name a file that can be read") from None
    return read_machine(text, name, os.path.dirname(name) if is_file else os.path.dirname(__file__))


def _own_file(name: str) -> str:
    return (files("asyncir.targets") / name).read_text(encoding="utf-8")


def load_irdl(file: str) -> Foreign:
    """The dialects that a file of IRDL defines. Raises `DiagnosticError` (C051) where it cannot be read, or is none."""
    try:
        with open(file, "rb") as stream:
            text = stream.read().decode()
    except (OSError, ValueError) as error:
        reason = (error.strerror or str(error)) if isinstance(error, OSError) else "it is no text"
        message = f"cannot read the dialects in '{file}': {reason[:1].lower()}{reason[1:]}"
        raise failure("C051", message, "name a file that can be read") from None
    return read_irdl(text, file)


def read_machine(text: str, name: str, folder: str = "") -> MachineModel:
    """The machine that a text of TOML describes; `name` is for diagnostics, other files are looked for in `folder`."""
    reader = Reader(name, text)
    try:
        top = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        reader.no_toml(error)
    machine = _machine(Table(reader, top, ""), name, folder)
    if reader.faults:
        raise DiagnosticError(sorted(reader.faults, key=lambda fault: fault.span.line if fault.span else 0))
    return replace(machine, digest=hashlib.sha256(text.encode()).hexdigest())


def _machine(top: Table, name: str, folder: str) -> MachineModel:
    engines = tuple(_engine(table) for table in top.tables("engine"))
    names = [engine.name for engine in engines]
    if not engines:
        top.fault("engine", "it has no engine", "add one: [[engine]], with a name and what it takes")
    top.check_names("engine", "engines", "write count = 2 for two that are alike")
    issued_by = top.text("issued-by", "")
    if issued_by and issued_by not in names:
        help = did_you_mean(issued_by, names) or f"name one of {', '.join(names)}"
        top.fault("issued-by", f"there is no engine '{issued_by}'", help)
    known = list(dict.fromkeys([*names, issued_by or HOST]))
    if top.integer("format", FORMAT, least=1) > FORMAT:
        top.fault("format", "the file is of a newer format", f"this version reads format {FORMAT}")
    memories = tuple(read_memory(table, known) for table in top.tables("memory"))
    resources = tuple(read_resource(table, known) for table in top.tables("resource"))
    definitions = _definitions(top, folder)
    tables = Known(
        known,
        [memory.name for memory in memories],
        {resource.name: resource for resource in resources},
        lambda op: op.partition(".")[0] in _ours().registered_dialect_names,
        partial(_check_op, definitions),
    )
    ops = tuple(_op(table, tables, issued_by or HOST) for table in top.tables("op"))
    syncs = tuple(read_sync(table, tables) for table in top.tables("sync"))
    works_and_syncs = [one.name for one in (*ops, *syncs)]
    own = read_dialect_memory(
        top, KnownNames(tables.memories, tables.is_ours, tables.check_op, works_and_syncs)
    )
    types = [buffer.text.removeprefix("!") for buffer in own.buffers]
    named = [*works_and_syncs, *own.operations, *types, *_more_dialects(top)]
    found = MachineModel(
        top.text("name", name),
        engines,
        issued_by or None,
        top.integer("issue-cycles", 1, least=0),
        _operations(top.table("operations")),
        top.integer("unknown-trips", 16, least=1),
        memories,
        resources,
        top.choice("at-exit", Exit, Exit.WAIT) is Exit.DRAINS,
        definitions
        | Foreign(_foreign_dialects(named, definitions), results={op.name: op.results for op in ops}),
        ops,
        syncs,
        read_names(top.table("names"), known),
        top.text("description", ""),
        _barriers(top, known),
        own,
    )
    top.check_names("memory", "tables [[memory]]", "give one of them another name")
    _check_spaces(top, memories)
    top.check_names("resource", "tables [[resource]]", "give one of them another name")
    _check_fences(top, found)
    check_reached(top, ops, syncs)
    top.check_all_known()
    return found


def _op(table: Table, tables: Known, issuer: str) -> VendorOp:
    """One `[[op]]`, of which the body is one."""
    found = read_op(table, tables)
    types = [_type_named(table, text) for text in found.results]
    if found.value is not None:
        first: Any = types[0] if len(types) == 1 else None
        width: int = first.width.data if first is not None and hasattr(first, "width") else 64
        if found.engine != issuer or found.reads != () or found.writes != ():
            message = f"'value' is for what '{issuer}' computes, without memory"
            table.fault("value", message, f'write engine = "{issuer}", reads = [] and writes = []')
        elif found.value >= 1 << (width - 1):
            table.fault("value", f"{found.value} is no i{width}", f"write a number below {1 << (width - 1)}")
    if found.body is not None:
        try:
            parse_bodies(found.body)
        except NoBody as why:
            help = "write body = '''func.func @relu(%a: memref<?xf32>, %b: memref<?xf32>) { ... }'''"
            table.fault("body", f"the body is no function in MLIR: {why}", help)
    return found


def _type_named(table: Table, text: str) -> Attribute | None:
    """The type that a text of `results` is."""
    try:
        return Parser(context(ANY_DIALECT), text, "type").parse_type()
    except (ParseError, VerifyException, ValueError, IndexError):
        table.fault("results", f"'{text}' is no type", 'write results = ["i64"]')
        return None


def _definitions(top: Table, folder: str) -> Foreign:
    """The dialects of the file of IRDL that `irdl` names."""
    file = top.text("irdl", "")
    if not file:
        return NOTHING_FOREIGN
    try:
        return load_irdl(os.path.join(folder, file))
    except DiagnosticError as error:
        first = error.diagnostics[0]
        at = f" ({first.span.file}:{first.span.line})" if first.span is not None else ""
        top.fault("irdl", f"{first.message}{at}", first.help)
        return NOTHING_FOREIGN


def _check_op(definitions: Foreign, table: Table, key: str, name: str) -> None:
    """Say what is wrong with the name of an op, which may be one of another dialect."""
    dialect, dot, _ = name.partition(".")
    known = definitions.definitions.get(dialect)
    if name and not dot:
        table.fault(key, f"'{name}' has no dialect", f'write {key} = "npu.{name}"')
    elif known is not None and known.get(name) is None:
        help = did_you_mean(name, known) or f"it has {', '.join(known)}"
        table.fault(key, f"the dialect '{dialect}' has no operation '{name}'", help)
    elif dialect in _ours().registered_dialect_names and _ours().get_optional_op(name) is None:
        help = did_you_mean(name, _operations_like(name)) or 'name one of another dialect: "npu.relu"'
        table.fault(key, f"there is no operation '{name}'", help)
    elif key == "name" and (does := _fault_in_work(name)):
        table.fault(key, f"no work can {does}, as '{name}' does", "leave it to the process")


def _fault_in_work(name: str) -> str:
    """What an op of ours does that no work can do; empty where it may be one."""
    kind = _ours().get_optional_op(name)
    return "" if kind is None else fault_of_kind(kind)


def _more_dialects(top: Table) -> list[str]:
    """The dialects of whose types and attributes programs have some, and no operations that tables name."""
    top.ask("dialects")
    return top.texts("dialects") if top.has("dialects") else []


def _foreign_dialects(named: Iterable[str], definitions: Foreign) -> frozenset[str]:
    """The dialects of these ops that are not ours."""
    dialects = {one.partition(".")[0] for one in named}
    return frozenset(dialects - set(_ours().registered_dialect_names) - set(definitions.definitions))


class Exit(StrEnum):
    """What the end of a program does with what is in flight."""

    WAIT = "wait"
    """Nothing: the program has to wait for it."""
    DRAINS = "drains"


def _barriers(top: Table, engines: list[str]) -> frozenset[str]:
    """`barriers = ["v", "all"]`; where nothing is said, every engine has one, and all have."""
    every = [*engines, ALL]
    names = top.texts("barriers") if top.has("barriers") else every
    top.ask("barriers")
    for name in names:
        if name not in every:
            help = did_you_mean(name, every) or f"name some of {', '.join(every)}"
            top.fault("barriers", f"there is no engine '{name}'", help)
    return frozenset(names)


def _check_spaces(top: Table, memories: Sequence[MachineMemory]) -> None:
    """Say which memory space two memories have: a memref of that space would be in either."""
    owner: dict[str, str] = {}
    for table, memory in zip(top.tables("memory"), memories, strict=True):
        for space in (memory.space, *memory.also):
            if space in owner:
                called = f"the memory space '{space}'" if space else "the memrefs without a memory space"
                message = f"'{owner[space]}' and '{memory.name}' both have {called}"
                table.fault("space", message, "give each memory spaces of its own")
            owner.setdefault(space, memory.name)


def _check_fences(top: Table, machine: MachineModel) -> None:
    """Say of each fence which proxy or memory of it there is not."""
    proxies = list(dict.fromkeys([GENERIC, *(engine.proxy for engine in machine.engines)]))
    memories = [memory.name for memory in machine.memories]
    for table, resource in zip(top.tables("resource"), machine.resources, strict=True):
        if resource.kind is not ResourceKind.FENCE or resource.fence is None:
            continue
        fence = resource.fence
        for key, name in (("from", fence.source), ("to", fence.target)):
            if name not in proxies and table.has(key):
                help = did_you_mean(name, proxies) or f'write proxy = "{name}" in the [[engine]] that has it'
                table.fault(key, f"no engine has the proxy '{name}'", help)
        for name in sorted(fence.memories or ()):
            if name not in memories:
                help = did_you_mean(name, memories) or f"there are {', '.join(memories) or 'none'}"
                table.fault("memories", f"there is no [[memory]] called '{name}'", help)


def _engine(table: Table) -> Engine:
    takes = table.some_texts("takes", "kind of work") if table.has("takes") else []
    table.ask("takes")
    for kind in takes:
        if kind not in list(Work):
            known = ", ".join(Work)
            table.fault(
                "takes", f"'{kind}' is no kind of work", did_you_mean(kind, Work) or f"there are {known}"
            )
    found = Engine(
        table.text("name"),
        frozenset(Work(kind) for kind in takes if kind in list(Work)),
        table.integer("count", 1, least=1),
        table.boolean("asynchronous", False),
        table.integer("startup", 0, least=0),
        table.number("per-operation", 1.0),
        table.integer("latency", 0, least=0),
        table.choice("order", CompletionOrder, CompletionOrder.IN_ORDER),
        table.integer("queue", 1, least=1) if table.has("queue") else None,
        table.choice("when-full", WhenFull, WhenFull.BLOCK),
        table.integer("flags", 0, least=0) if table.has("flags") else None,
        table.text("proxy", GENERIC),
    )
    table.ask("queue")
    table.ask("flags")
    if found.name == ALL:
        table.fault(
            "name", f"'{ALL}' is what `barriers` calls the barrier of all engines", 'write name = "dma"'
        )
    if table.has("when-full") and not table.has("queue"):
        table.fault("when-full", "its queue is never full: it has no end", "write queue = 4, or remove it")
    table.check_all_known()
    return found


@cache
def _ours() -> Context:
    return context()


def _operations(table: Table) -> dict[str, float]:
    names = table.names()
    for name in names:
        if _ours().get_optional_op(name) is None:
            help = did_you_mean(name, _operations_like(name)) or 'name them as programs do: "arith.divf"'
            table.fault(name, f"there is no operation '{name}'", help)
    return {name: table.number(name, 1.0) for name in names}


def _operations_like(name: str) -> list[str]:
    """The operations of the dialect that a name begins with; of all dialects, if it begins with none."""
    known = context()
    dialects, own = list(known.registered_dialect_names), name.partition(".")[0]
    for dialect in [own] if own in dialects else dialects:
        known.get_optional_dialect(dialect)
    return [op.name for op in known.loaded_ops]
