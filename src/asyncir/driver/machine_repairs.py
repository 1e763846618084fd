"""Repairs of programs on described machines, as changes of the text, each with what goes wrong without it.

A repair is believed when the changed text says what was meant: parsed again, it is the changed module, which was proved.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, field

from asyncir.analyses.machines.orders import MadeOrder
from asyncir.diagnostics import Diagnostic
from asyncir.dialects import context
from asyncir.dialects.foreign import Foreign
from asyncir.dialects.sync import WorkOp
from asyncir.dialects.verification import span_of
from asyncir.driver.machine_runs import playable, wrong_run
from asyncir.driver.repairing import NO_TEXT, PROVED, TextRepair, WhyAdded, unified
from asyncir.driver.signatures import public_functions
from asyncir.ir import Block, ModuleOp, Operation
from asyncir.ir.symbols import ops_of, symbol_name
from asyncir.ir.walk import enclosing, walk
from asyncir.launch.signatures import Signature
from asyncir.source.changed_ops import text_with_changed_ops
from asyncir.source.edits import CannotEdit
from asyncir.source.text import parse_module, print_module
from asyncir.targets.machine import MachineModel, load_machine
from asyncir.targets.verify_sync import ensure_fits
from asyncir.transforms._kernel_functions import without_modules
from asyncir.transforms._sync_changes import ChangedCopy, ChangeWay, SyncChange
from asyncir.transforms._sync_repairs import SyncRepair, find_sync_repair, remarks_of, words_of
from asyncir.transforms.assign_engines import AssignEngines


def repaired_on_machine(
    source: str,
    filename: str,
    machine: str,
    entry: str | None = None,
    args_alias: bool = False,
    foreign: Foreign | None = None,
) -> TextRepair:
    """The program with the fewest changes with which its functions are proved on the machine of that name, or in that file.

    Raises `DiagnosticError` for a program that is none, or does not fit the machine.
    """
    module = _read(source, filename, machine, foreign)
    whole = _Whole(module, load_machine(machine), machine)
    chosen = [s for s in public_functions(module) if entry in (None, s.name)]
    found = [whole.repair(signature, args_alias) for signature in chosen]
    remarks = tuple(whole.remarks)
    if not any(one.copy for one in found):
        reason = next((one.reason for one in found if one.reason != PROVED), PROVED)
        return TextRepair(source, "", reason=reason, remarks=remarks)
    try:
        text = text_with_changed_ops(source, filename, whole.blocks, whole.kept(), whole.rewritten)
        again = _read(text, filename, machine, foreign)
    except CannotEdit as error:
        return TextRepair(source, "", reason=f"{NO_TEXT}: {error}", remarks=remarks)
    if print_module(again, generic=True) != print_module(whole.now, generic=True):
        return TextRepair(source, "", reason=NO_TEXT, remarks=remarks)
    size, smallest = sum(one.size for one in found), all(one.shown for one in found)
    diff = unified(source, text, filename)
    return TextRepair(text, diff, size, smallest, "", tuple(whole.because), remarks)


def _read(source: str, filename: str, machine: str, foreign: Foreign | None) -> ModuleOp:
    module = without_modules(parse_module(source, filename, ctx=context(foreign)), launched=True)
    AssignEngines(machine=machine).run_on(module)
    ensure_fits(module, load_machine(machine))
    return module


_IN_PLACE = (ChangeWay.RENAME, ChangeWay.COUNT, ChangeWay.ENGINE)


@dataclass
class _Whole:
    """A module whose functions are repaired one after the other."""

    first: ModuleOp
    model: MachineModel
    machine: str
    """The name of the machine, or its file."""
    remarks: list[Diagnostic] = field(default_factory=list[Diagnostic])
    because: list[WhyAdded] = field(default_factory=list[WhyAdded])

    def __post_init__(self) -> None:
        self.now = self.first
        self._ops = {op: op for op in walk(self.first)}
        self.blocks: dict[Block, Block] = {block: block for block in _outside_of_works(self.first)}
        """What the blocks outside of works are now."""
        self.rewritten: dict[Operation, Operation] = {}
        """Ops as they are now that say something else, by what they were."""

    def kept(self) -> dict[Operation, Operation]:
        """By the ops as they are now, what was not changed."""
        return {now: first for first, now in self._ops.items()}

    def repair(self, signature: Signature, args_alias: bool) -> SyncRepair:
        """Repair a function; what was found."""
        function = next(op for op in ops_of(self.now) if symbol_name(op) == signature.name)
        run = wrong_run(playable(self.now, self.machine), signature, self.model)
        found = find_sync_repair(self.now, function, self.machine, args_alias, is_wrong=run is not None)
        self.remarks += remarks_of(found, function)
        if found.copy is None:
            return found
        self.because += self._why(found, signature)
        ops, blocks = found.copy.ops, found.copy.blocks
        firsts = {now: first for first, now in self._ops.items()}
        changed = {change.op for change in found.changes if change.way is not ChangeWay.ADD}
        changed |= {c.place for c in found.changes if c.way is ChangeWay.EXCHANGE and c.place is not None}
        self.rewritten = {ops[now]: first for now, first in self.rewritten.items()}
        self.rewritten |= {ops[c.op]: firsts[c.op] for c in found.changes if c.way in _IN_PLACE}
        self._ops = {first: ops[now] for first, now in self._ops.items() if now not in changed}
        self.blocks = {first: blocks[now] for first, now in self.blocks.items()}
        self.now = found.copy.module
        return found

    def _why(self, found: SyncRepair, signature: Signature) -> Iterator[WhyAdded]:
        """What goes wrong without each of the changes, with all others."""
        for change in found.changes:
            copy = ChangedCopy(self.now)
            copy.make([other for other in found.changes if other is not change])
            yield self._shown(f"{change.words()}{_place(change)}", copy.module, signature)
        for order in found.added:
            assert found.copy is not None
            fewer = ChangedCopy(found.copy.module).without(order.ops)
            yield self._shown(f"{words_of(order)}{_between(order)}", fewer, signature)

    def _shown(self, what: str, without: ModuleOp, signature: Signature) -> WhyAdded:
        run = wrong_run(playable(without, self.machine), signature, self.model)
        if run is None:
            return WhyAdded(what, "it is not proved", "")
        return WhyAdded(what, f"{run.diagnostics[0].message} ({run.call})", "")


def _outside_of_works(module: ModuleOp) -> Iterator[Block]:
    for op in walk(module):
        if not isinstance(op, WorkOp) and not any(isinstance(around, WorkOp) for around in enclosing(op)):
            for region in op.regions:
                yield from region.blocks


def _place(change: SyncChange) -> str:
    span = span_of(change.place if change.way is ChangeWay.ADD and change.place is not None else change.op)
    if span is None:
        return ""
    return f", in front of line {span.line}" if change.way is ChangeWay.ADD else f", line {span.line}"


def _between(order: MadeOrder) -> str:
    lines: Collection[int] = dict.fromkeys(s.line for op in order.ops if (s := span_of(op)) is not None)
    return f", at line {' and '.join(map(str, lines))}" if lines else ""
