"""`asyncir machines`: which descriptions of machines there are, and what is in one."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, fields, is_dataclass
from enum import Enum
from typing import Any

from asyncir.diagnostics.words import counted
from asyncir.targets.machine import ALL, Engine, MachineModel, known_machines, load_machine, machine_schema
from asyncir.targets.resources import SyncResource
from asyncir.targets.vendor_ops import FromAttribute, FromOperand, FromText, VendorOp, VendorSync


def show_machines(name: str | None, as_json: bool, schema: bool) -> None:
    """List all descriptions, or show one; or print the schema of machine files."""
    if schema:
        print(machine_schema(), end="")
    elif name is None:
        _list(as_json)
    else:
        machine = load_machine(name)
        print(json.dumps(to_json(machine)) if as_json else "\n\n".join(_described(machine)))


def _list(as_json: bool) -> None:
    found = {name: load_machine(name).description for name in known_machines()}
    if as_json:
        print(json.dumps({"machines": found}))
    else:
        print(table([], found.items()))


def to_json(value: Any) -> Any:
    """What a description says, as what `json.dumps` takes."""
    if isinstance(value, MachineModel):
        shown = {f.name: to_json(getattr(value, f.name)) for f in fields(value) if f.name != "foreign"}
        return {**shown, "dialects": sorted(value.foreign.dialects or ())}
    if is_dataclass(value) and not isinstance(value, type):
        return {key: to_json(one) for key, one in asdict(value).items()}
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, (set, frozenset)):
        return sorted(to_json(one) for one in value)  # pyright: ignore
    if isinstance(value, (tuple, list)):
        return [to_json(one) for one in value]  # pyright: ignore
    if isinstance(value, dict):
        return {str(key): to_json(one) for key, one in value.items()}  # pyright: ignore
    return value


def _described(machine: MachineModel) -> Iterator[str]:
    """Its tables as text, those that are not empty."""
    about = [
        ("machine", machine.name),
        ("what", machine.description),
        ("issuer", machine.issuer),
        ("at the end", "drains" if machine.drains else "waits for nothing"),
        ("barriers", _barriers(machine)),
        ("dialects", ", ".join(sorted({*(machine.foreign.dialects or ()), *machine.foreign.definitions}))),
    ]
    yield table([], [row for row in about if row[1]])
    yield table(["engine", "takes", "order", "queue", "cycles"], map(_engine, machine.engines))
    if machine.memories:
        rows = [
            (
                m.name,
                " or ".join(space or "none" for space in (m.space, *m.also)) if m.space or m.also else "-",
                _bytes(m.bytes),
                _names(m.seen_by),
            )
            for m in machine.memories
        ]
        yield table(["memory", "space", "size", "seen by"], rows)
    if machine.resources:
        yield table(["resource", "kind", "instances", "between", "else"], map(_resource, machine.resources))
    if machine.ops:
        yield table(
            ["operation", "engine", "reads", "writes", "from -> to", "computes"], map(_op, machine.ops)
        )
    if machine.syncs:
        yield table(["operation", "does", "to"], map(_sync, machine.syncs))
    own = machine.own_memory
    if own.buffers:
        yield table(
            ["type", "is in"], [(one.text, one.memory or "the memory that it says") for one in own.buffers]
        )
    given = [
        *((op.name, "memory by its address") for op in own.addresses),
        *((op.name, "memory of its own") for op in own.allocations),
        *((op.name, f"a part of operand {op.of}") for op in own.views),
        *((op.name, "what its region does") for op in own.regions),
    ]
    if given:
        yield table(["operation", "gives"], given)


def _barriers(machine: MachineModel) -> str:
    """Which there are; empty where all engines have one."""
    every = {ALL, machine.issuer, *(engine.name for engine in machine.engines)}
    return "" if machine.barriers >= every else ", ".join(sorted(machine.barriers)) or "none"


def _engine(engine: Engine) -> Sequence[str]:
    count = f" x{engine.count}" if engine.count > 1 else ""
    queue = "any" if engine.queue is None else f"{engine.queue}, then {engine.when_full}"
    if engine.flags is not None:
        queue += f"; {counted(engine.flags, 'flag')} a launch"
    cycles = f"{engine.startup} + {engine.per_operation:g} each + {engine.latency}"
    return engine.name + count, ", ".join(sorted(engine.takes)) or "-", engine.order, queue, cycles


def _resource(resource: SyncResource) -> Sequence[str]:
    between = _names(resource.users)
    if resource.pairs is not None:
        shown = sorted(f"{a} -> {b}" for a, b in resource.pairs)
        between = ", ".join(shown) if len(shown) <= _FEW else f"{len(shown)} pairs"
    groups = resource.groups
    if groups is not None:
        between = _names(groups.engines)
    if resource.fence is not None:
        between = f"{resource.fence.source} -> {resource.fence.target}"
    more = [
        f"capacity {resource.capacity}" if resource.capacity > 1 else "",
        f"starts at {resource.initial}" if resource.initial else "",
        "clear at the end" if resource.at_exit_clear else "",
        "initialised" if resource.initialised else "",
        "armed" if resource.armed else "",
        "freed" if resource.freed else "",
        "a wait too many freezes" if resource.freezes else "",
        f"{groups.order}" if groups else "",
        "each work a group" if groups and groups.commits_each else "",
        f"at most {groups.most}" if groups and groups.most is not None else "",
        "sources alone" if groups and groups.reads else "",
        f"in {_names(resource.fence.memories)}" if resource.fence and resource.fence.memories else "",
    ]
    return resource.name, resource.kind, str(resource.count), between, ", ".join(filter(None, more)) or "-"


_FEW = 4
"""More pairs than that are counted."""


def _op(op: VendorOp) -> Sequence[str]:
    source, target = op.moves
    moves = "-" if op.moves == (None, None) else f"{source or 'any'} -> {target or 'any'}"
    computes = op.computes or ("a body" if op.body else "-")
    return op.name + _when(op.when), _given(op.engine), _sides(op.reads), _sides(op.writes), moves, computes


def _sides(sides: Iterable[object] | None) -> str:
    return "known" if sides is None else ", ".join(map(str, sides)) or "-"


def _sync(sync: VendorSync) -> Sequence[str]:
    number = "" if sync.number is None else f", {_given(sync.number)}"
    instance = "" if sync.instance is None else f"[{_given(sync.instance)}]"
    ends = (("from", sync.source), ("to", sync.target), ("on", sync.engine), ("until", sync.until))
    words = "".join(f" {word} {_given(end)}" for word, end in ends if end is not None)
    return (
        sync.name + (sync.form.text if sync.form else "") + _when(sync.when),
        sync.does,
        f"{sync.resource or ''}{instance}{number}{words}".strip() or "all",
    )


def _when(when: Iterable[tuple[str, str | int]]) -> str:
    shown = ", ".join(
        f"{name} = {str(text).lower() if isinstance(text, bool) else text}" for name, text in when
    )
    return f" {{{shown}}}" if shown else ""


def _given(where: object) -> str:
    if isinstance(where, FromOperand):
        return f"operand {where.operand}"
    if isinstance(where, FromAttribute):
        default = "" if where.default is None else f" (or {where.default})"
        return f"its {where.attribute}{default}"
    if isinstance(where, FromText):
        return f"{{{where.key}}}"
    return str(where)


def _names(names: Iterable[str] | None) -> str:
    return "all" if names is None else ", ".join(sorted(names))


def _bytes(size: int | None) -> str:
    if size is None:
        return "-"
    for shift, unit in ((30, "GiB"), (20, "MiB"), (10, "KiB")):
        if size % (1 << shift) == 0:
            return f"{size >> shift} {unit}"
    return f"{size} B"


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Rows with columns that begin one below the other."""
    cells = list(map(list, rows))
    widths = [max(map(len, column)) for column in zip(*([head] if head else []), *cells, strict=True)]
    lines = [head, ["-" * width for width in widths], *cells] if head else cells
    return "\n".join(
        "  ".join(f"{cell:{w}}" for cell, w in zip(line, widths, strict=True)).rstrip() for line in lines
    )
