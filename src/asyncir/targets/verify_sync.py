"""Whether a program in the `sync` dialect fits a machine: its engines and resources exist, and take what they are given.

What has to hold is in docs/semantics-machines.md. Numbers that are computed are looked at where the program is
played.
"""

from __future__ import annotations

from collections.abc import Iterator

from asyncir.diagnostics import Diagnostic, DiagnosticError
from asyncir.dialects.sync import (
    ArmOp,
    BarrierOp,
    CommitOp,
    FenceOp,
    FreeOp,
    InitOp,
    ProcessOp,
    SignalOp,
    WaitOp,
    WorkOp,
)
from asyncir.ir import Attribute, MemRefType, NoneAttr, Operation, SSAValue
from asyncir.ir.walk import enclosing, walk
from asyncir.targets.machine import ALL, MachineModel
from asyncir.targets.misfits import engine_faults, few, misfit, nearest
from asyncir.targets.resources import ResourceKind, SyncResource
from asyncir.targets.verify_devices import device_faults, mixed_faults, reached

ResourceOp = SignalOp | WaitOp | CommitOp | InitOp | ArmOp | FreeOp | FenceOp
OF_RESOURCES = (SignalOp, WaitOp, CommitOp, InitOp, ArmOp, FreeOp, FenceOp)

_WAITED_FOR = frozenset(ResourceKind) - {ResourceKind.FENCE}

_TAKES: dict[str, frozenset[ResourceKind]] = {
    "sync.commit": frozenset({ResourceKind.GROUPS}),
    "sync.arm": frozenset({ResourceKind.PHASES}),
    "sync.signal": _WAITED_FOR - {ResourceKind.GROUPS},
    "sync.init": _WAITED_FOR - {ResourceKind.GROUPS},
    "sync.free": _WAITED_FOR - {ResourceKind.GROUPS},
    "sync.wait": _WAITED_FOR,
    "sync.fence": frozenset({ResourceKind.FENCE}),
}

_NEEDS_NUMBER = {
    ("sync.signal", ResourceKind.TIMELINE): "the number that it is set to",
    ("sync.wait", ResourceKind.TIMELINE): "the number that is waited for",
    ("sync.wait", ResourceKind.PHASES): "the parity of a phase",
    ("sync.wait", ResourceKind.GROUPS): "how many groups may stay in flight",
}


def executor_of(op: ResourceOp) -> str | None:
    """The engine that executes a signal or a wait; None: the process does it itself."""
    end = op.source if isinstance(op, SignalOp) else op.target if isinstance(op, WaitOp) else None
    name = end or op.engine
    return None if name is None else name.data


def verify_sync(module: Operation, machine: MachineModel) -> list[Diagnostic]:
    """All that does not fit."""
    faults = [fault for op in module.walk() for fault in _faults(op, machine)]
    return faults + list(mixed_faults(module))


def ensure_fits(module: Operation, machine: MachineModel) -> None:
    """Raise `DiagnosticError` with all that does not fit."""
    faults = verify_sync(module, machine)
    if faults:
        raise DiagnosticError(faults)


def amount_fault(op: str, kind: ResourceKind, amount: int, most: int | None) -> str:
    """Why the number of an op on such a resource cannot be; empty where it can."""
    if kind is ResourceKind.PHASES and op == "sync.wait":
        return "" if amount in (0, 1) else f"the parity of a phase is 0 or 1, not {amount}"
    if kind is ResourceKind.GROUPS:
        if amount < 0:
            return f"the count is {amount}; it is the number of groups that may stay in flight"
        return (
            f"the count is {amount}, and at most {most} is possible"
            if most is not None and amount > most
            else ""
        )
    if kind is ResourceKind.FENCE:
        return f"a fence has no number, and {amount} is given"
    if kind is ResourceKind.FLAG and op in ("sync.signal", "sync.wait") and amount != 1:
        return f"a flag is set or not: the number is {amount}, not 1"
    least = 0 if op == "sync.init" or (kind is ResourceKind.TIMELINE and op == "sync.wait") else 1
    return "" if amount >= least else f"the number is {amount}, and {least} is the least"


def _faults(op: Operation, machine: MachineModel) -> Iterator[Diagnostic]:
    if isinstance(op, WorkOp | ProcessOp | BarrierOp) and op.engine is not None:
        yield from engine_faults(op, op.engine, machine)
    if isinstance(op, WorkOp) and (engine := machine.engine(op.engine.data)) is not None:
        yield from reached(op, engine, _memory_of(op), machine)
    if isinstance(op, BarrierOp):
        yield from _barrier(op, machine)
    yield from device_faults(op, machine)
    if op.name.startswith(("sync.", "device.")) and op.name != "sync.opaque":
        around = next((one for one in enclosing(op) if isinstance(one, WorkOp)), None)
        if around is not None:
            yield misfit(
                "M024", f"`{op.name}` stands in a work", op, "let the process do it, beside the work"
            )
    if not isinstance(op, OF_RESOURCES):
        return
    resource = machine.resource(op.resource.data)
    if resource is None:
        names = [one.name for one in machine.resources]
        message = f"the machine '{machine.name}' has no resource \"{op.resource.data}\""
        yield misfit("M021", message, op, nearest(op.resource.data, names, "it has no resource"))
        return
    yield from _kind(op, resource)
    if resource.kind not in _TAKES[op.name]:
        return
    yield from _ends(op, resource, machine)
    yield from _numbers(op, resource)


def _memory_of(work: WorkOp) -> tuple[SSAValue, ...]:
    """The memory that a work lists, and that the ops in it name, where its type says in which space it is."""
    inner = (value for op in walk(work) for value in op.operands)
    return tuple(dict.fromkeys(value for value in inner if _has_space(value.type)))


def _has_space(type_: Attribute) -> bool:
    """Whether it says where it is; what does not may stand for memory anywhere."""
    return isinstance(type_, MemRefType) and not isinstance(type_.memory_space, NoneAttr)


def _barrier(op: BarrierOp, machine: MachineModel) -> Iterator[Diagnostic]:
    name = ALL if op.engine is None else op.engine.data
    if name not in machine.barriers and (op.engine is None or machine.engine(name) is not None):
        of = "of all engines" if op.engine is None else f'on "{name}"'
        known = few(sorted(f'"{one}"' for one in machine.barriers))
        help = f"it has those of {known}" if known else "it has none: wait for signals, or for groups"
        yield misfit("M021", f"the machine '{machine.name}' has no barrier {of}", op, help)


def _kind(op: ResourceOp, resource: SyncResource) -> Iterator[Diagnostic]:
    kind = resource.kind
    if kind not in _TAKES[op.name]:
        taken = " and ".join(sorted(_TAKES[op.name]))
        message = f'`{op.name}` is for {taken}, and "{resource.name}" is of the kind {kind}'
        yield misfit("M021", message, op, f"name a resource of the kind {taken}")
        return
    needed = _NEEDS_NUMBER.get((op.name, kind))
    if needed is not None and op.amount is None:
        help = f'write `{op.name} "{resource.name}"[0], 1`, with {needed}'
        yield misfit("M010", f"the number is missing: {needed}", op, help)
    if op.until is not None:
        groups = resource.groups
        if op.until.data != "read" or not isinstance(op, WaitOp) or groups is None or not groups.reads:
            message = f'nothing waits until "{op.until.data}" by "{resource.name}"'
            help = 'only waits for groups with reads = true can be `until "read"`'
            yield misfit("M021", message, op, help)


def _ends(op: ResourceOp, resource: SyncResource, machine: MachineModel) -> Iterator[Diagnostic]:
    names = [name for name in (op.source, op.target, op.engine) if name is not None]
    unknown = [fault for name in names for fault in engine_faults(op, name, machine)]
    yield from unknown
    if unknown:
        return
    if resource.pairs is None:
        if op.source is not None:
            message = f'"{resource.name}" has no pairs of engines'
            yield misfit("M022", message, op, 'leave `from` and `to` out; `on "E"` says who executes it')
    elif op.source is None or op.target is None:
        message = f'"{resource.name}" has instances for each pair of engines, and none is named'
        yield misfit("M022", message, op, 'write from "A" to "B"')
    elif (op.source.data, op.target.data) not in resource.pairs:
        message = f'"{resource.name}" has no instances from "{op.source.data}" to "{op.target.data}"'
        known = sorted(f'"{a}" to "{b}"' for a, b in resource.pairs)
        yield misfit("M022", message, op, f"there are {few(known)}")
    if op.engine is not None and (not isinstance(op, SignalOp | WaitOp) or resource.groups is not None):
        yield misfit("M022", f"`{op.name}` is executed by the process here", op, "leave `on` out")
    elif resource.users is not None:
        yield from _user(op, resource, machine)


def _user(op: ResourceOp, resource: SyncResource, machine: MachineModel) -> Iterator[Diagnostic]:
    """Of signals and waits that an engine executes, which engines may."""
    assert resource.users is not None
    name = executor_of(op)
    if name is None:
        process = next((one for one in enclosing(op) if isinstance(one, ProcessOp)), None)
        name = machine.issuer if process is None else process.engine.data
    if isinstance(op, SignalOp | WaitOp) and name not in resource.users:
        known = few(sorted(f'"{user}"' for user in resource.users))
        message = f'"{name}" cannot use "{resource.name}"'
        yield misfit("M023", message, op, f"its users are {known}")


def _numbers(op: ResourceOp, resource: SyncResource) -> Iterator[Diagnostic]:
    which, amount = op.which, op.amount
    if isinstance(which, int) and not 0 <= which < resource.count:
        message = f'"{resource.name}" has the instances 0 to {resource.count - 1}, and {which} is named'
        yield misfit("M011", message, op, "count instances from 0")
    if isinstance(amount, int):
        most = None if resource.groups is None else resource.groups.most
        wrong = amount_fault(op.name, resource.kind, amount, most)
        if wrong:
            yield misfit("M010", wrong, op, "see docs/semantics-machines.md for what it means")
