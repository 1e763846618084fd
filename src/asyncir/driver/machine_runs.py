"""Runs of a program on a described machine that go wrong: with small arguments, in a few orders."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain, islice

from asyncir.diagnostics import Diagnostic, DiagnosticError
from asyncir.dialects import sync
from asyncir.dialects.effects import Access, callee_name, declared_effects
from asyncir.dialects.foreign import ForeignOp
from asyncir.dialects.interfaces.kinds import OpKind, kind_of
from asyncir.driver.witness import fresh_values, near_arguments, spread_arguments, wide_arguments
from asyncir.ir import DenseArrayBase, IndexType, IntegerAttr, IntegerType, ModuleOp, Operation, StringAttr
from asyncir.ir.marks import VENDOR_OP
from asyncir.ir.symbols import ops_of, symbol_name
from asyncir.ir.walk import enclosing, walk
from asyncir.launch.signatures import Signature
from asyncir.semantics.machines.engine import Player
from asyncir.targets.machine import MachineModel, load_machine
from asyncir.transforms.assign_engines import AssignEngines
from asyncir.transforms.expand_bodies import expand_all

_ORDERS = ("earliest", "latest", "seed:1", "seed:2")
_MOST_PLAYED = 48
_MOST_IN_ALL = 160
"""So many combinations of small arguments are tried where runs are short."""
_MOST_STEPS = 200_000


@dataclass(frozen=True, slots=True)
class WrongRun:
    """A run that goes wrong."""

    call: str
    """Its arguments and its order, in words."""
    diagnostics: tuple[Diagnostic, ...]
    """All that goes wrong in it: races, misuses, a deadlock."""


def expand_for_machine(module: ModuleOp, name: str, unfit_is_opaque: bool = False) -> None:
    """Let a vendor's ops be works that compute what the machine's file says.

    Raises `DiagnosticError` where they do not fit it; with `unfit_is_opaque`, of those that do not go with what they are to
    compute no more is known than what they touch.
    """
    AssignEngines(machine=name).run_on(module)
    own = {symbol_name(function) for function in ops_of(module)}
    for work in _works(module):
        ops = list(work.body.block.ops)
        if len(ops) == 1 and isinstance(ops[0], ForeignOp):
            work.attributes[VENDOR_OP] = StringAttr(ops[0].name)
    expand_all(module, load_machine(name), unfit_is_opaque)
    bodies = {symbol_name(op): op for op in ops_of(module) if symbol_name(op) not in own}
    for work in _works(module):
        for called in (bodies.get(callee_name(op)) for op in walk(work)):
            if called is not None and VENDOR_OP in work.attributes:
                called.attributes.setdefault(VENDOR_OP, work.attributes[VENDOR_OP])


def _works(module: ModuleOp) -> list[sync.WorkOp]:
    return [op for op in walk(module) if isinstance(op, sync.WorkOp)]


def playable(module: ModuleOp, name: str) -> ModuleOp:
    """The module as it is to be played: with what a vendor's ops compute, unless what is unknown may decide what is done."""
    played = module.clone()
    try:
        expand_for_machine(played, name, unfit_is_opaque=True)
    except DiagnosticError:
        return module
    made_up = any(isinstance(op, sync.OpaqueOp) for op in walk(played))
    return module if made_up and any(map(_may_steer, walk(played))) else played


_BRANCHES = (
    OpKind.IF,
    OpKind.SWITCH,
    OpKind.CONDITIONAL_LOOP,
    OpKind.BRANCH,
    OpKind.SWITCH_BRANCH,
    OpKind.SELECT,
)


def _may_steer(op: Operation) -> bool:
    """Whether what is in memory may decide what is done: a process or a branch looks at it, or it may be an index."""
    works = [one for one in enclosing(op) if isinstance(one, sync.WorkOp) or VENDOR_OP in one.attributes]
    if kind_of(op) in _BRANCHES and works:
        return True
    loads = any(effect.access is Access.READ for effect in declared_effects(op) or ()) and bool(op.results)
    return loads and (not works or any(isinstance(r.type, (IntegerType, IndexType)) for r in op.results))


NAMES_NONE = ("M010", "M011")
"""Codes of numbers and instances of resources that there are not."""
USED_LATE = ("S002", "S003")
"""Codes of memory that is used, or freed, behind its end."""


_NOT_OVER = ("S010",)
"""Codes of runs that are too long to be played to their end."""

_UNKNOWN = ("S012",)
"""Codes of what the interpreter does not know."""


def wrong_run(
    module: ModuleOp, signature: Signature, machine: MachineModel, codes: Sequence[str] = ()
) -> WrongRun | None:
    """A run of a function that goes wrong; None where none does that is tried.

    One that ends with one of these codes goes wrong, too.
    """
    try:
        player = Player(module, signature.name, machine, max_steps=_MOST_STEPS, keeps_undefined=True)
    except DiagnosticError:
        return None
    is_played, steps = False, 0
    wide = (arguments for arguments in wide_arguments(signature) if not is_played)
    near = near_arguments(signature, _numbers_in(module))
    first = chain(spread_arguments(signature, _MOST_PLAYED), wide)
    more = islice(spread_arguments(signature, _MOST_IN_ALL), _MOST_PLAYED, None)
    for number, arguments in enumerate(chain(first, near, more)):
        if number > _MOST_PLAYED and steps > _MOST_STEPS:
            break
        for order in _ORDERS:
            try:
                played = player.play(
                    list(fresh_values(signature.name, signature.arguments, arguments)), order
                )
            except DiagnosticError:
                break
            is_played = is_played or not played.faults
            steps += player.machine.steps
            ends_so = any(fault.code in codes for fault in played.faults)
            if played.races or played.misuses or played.deadlock is not None or ends_so:
                shown = tuple(one for one in played.diagnostics if one.code not in _NOT_OVER)
                return WrongRun(f"{_words(arguments)}, in the order `{order}`", shown)
            if played.faults:
                break
    return None


def _numbers_in(module: ModuleOp) -> list[int]:
    """Numbers that the program may compare an argument with, and those behind them; small ones are tried anyway."""
    found: set[int] = set()
    for op in walk(module):
        for attribute in op.properties.values():
            if isinstance(attribute, IntegerAttr):
                found.add(attribute.value.data)
            elif isinstance(attribute, DenseArrayBase):
                found.update(int(number) for number in attribute.get_values())
    near = {number + more for number in found for more in (0, 1) if 3 < number <= _MOST_NUMBER}
    return sorted(near)[:_MOST_NEAR]


_MOST_NUMBER = 4096
_MOST_NEAR = 12


def why_unplayed(module: ModuleOp, signature: Signature, machine: MachineModel) -> str:
    """What the interpreter of machines says that keeps it from playing the function; empty where it plays it."""
    try:
        player = Player(module, signature.name, machine, max_steps=_MOST_STEPS)
        for arguments in spread_arguments(signature, 1):
            player.play(list(fresh_values(signature.name, signature.arguments, arguments)), _ORDERS[0])
    except DiagnosticError as error:
        first = error.diagnostics[0]
        return first.message if first.code in _UNKNOWN else ""
    return ""


def _words(arguments: Sequence[object]) -> str:
    scalars = [str(value) for value in arguments if not hasattr(value, "shape")]
    return f"with {', '.join(scalars)}" if scalars else "with any arguments"
