"""The smallest repair of a program with tasks: the fewest waits with which it is proved."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from asyncir.analyses.repairs import MOST_QUESTIONS, smallest_repair
from asyncir.analyses.sync_report import FunctionReport, Standing, SyncReport
from asyncir.analyses.synchronisation import check_synchronisation
from asyncir.dialects.async_types import GroupType
from asyncir.dialects.interfaces.kinds import OpKind, kind_of
from asyncir.ir import ModuleOp
from asyncir.ir.walk import walk
from asyncir.transforms._added_waits import AddedWait, PossibleWaits, add_waits, value_at

_OPS_AND_QUESTIONS = 100_000
"""A question takes longer the larger the program is; so many ops are looked at, in all questions together."""
_FEWEST_QUESTIONS = 8

NOTHING_WRONG = "no function with tasks has a race"
NOT_KNOWN = "it is not known whether it races"
NO_WAITS = "there is no token or group in scope that could be waited for"
NOT_ENOUGH = "waits for the tokens and groups that are in scope are not enough"


@dataclass(frozen=True, slots=True)
class TaskRepair:
    """What to add, or why nothing is."""

    waits: tuple[AddedWait, ...] = ()
    reason: str = ""
    """Why there is no repair; empty where there is one."""
    is_smallest: bool = False
    racy: tuple[FunctionReport, ...] = ()
    """The functions that are repaired, or are not."""


def repair_of(module: ModuleOp, report: SyncReport | None = None, args_alias: bool = False) -> TaskRepair:
    """The fewest waits with which all functions of the report are proved that have tasks and race, or may race.

    The report is the one of the analysis; None: of all functions. `args_alias` says whether arrays of a caller may overlap.
    """
    known = check_synchronisation(module, args_alias=args_alias) if report is None else report
    unsure = tuple(f for f in known.functions if f.of_tasks and f.standing is not Standing.PROVED)
    racy = tuple(f for f in unsure if _is_wrong(f))
    if not racy:
        return TaskRepair(reason=NOT_KNOWN if unsure else NOTHING_WRONG, racy=unsure)
    oracle = _Oracle(module, racy, args_alias)
    costs = {wait: cost for wait, cost in PossibleWaits(module).of(racy).items() if oracle.is_harmless(wait)}
    if not costs:
        return TaskRepair(reason=NO_WAITS, racy=racy)
    ops = sum(1 for _ in walk(module))
    most = max(_FEWEST_QUESTIONS, min(MOST_QUESTIONS, _OPS_AND_QUESTIONS // ops))
    found = smallest_repair(costs, oracle.is_right, most)
    if found.chosen is None:
        return TaskRepair(reason=NOT_ENOUGH, racy=racy)
    return TaskRepair(found.chosen, "", found.is_smallest, racy)


def _is_wrong(function: FunctionReport) -> bool:
    return bool(function.meetings or function.failures)


class _Oracle:
    """Says whether the program is right with some waits."""

    def __init__(self, module: ModuleOp, racy: Collection[FunctionReport], args_alias: bool):
        self.module = module
        self.args_alias = args_alias
        self.names = [f.name for f in racy]
        self.wait_forever = {f.name for f in racy if _waits_forever(f)}
        self.has_promises = any(kind_of(op) in _ANSWERED_LATER for op in walk(module))

    def _report(self, waits: Collection[AddedWait]) -> SyncReport:
        copy = self.module.clone()
        add_waits(copy, waits)
        return check_synchronisation(copy, entries=self.names, args_alias=self.args_alias)

    def is_right(self, waits: frozenset[AddedWait]) -> bool:
        """Whether all functions are proved."""
        return all(f.standing is Standing.PROVED for f in self._report(waits).functions)

    def is_harmless(self, wait: AddedWait) -> bool:
        """Whether with this wait alone nobody waits forever who does not without it.

        Of tokens of tasks that were launched before that is sure; of groups, and of what is promised, it has to be asked.
        """
        if not self.has_promises and not _is_group(self.module, wait):
            return True
        return not any(
            _waits_forever(f) and f.name not in self.wait_forever for f in self._report([wait]).functions
        )


_ANSWERED_LATER = frozenset({OpKind.PROMISE, OpKind.PROMISE_GROUP})


def _waits_forever(function: FunctionReport) -> bool:
    return any(failure.code == "R104" for failure in function.failures)


def _is_group(module: ModuleOp, wait: AddedWait) -> bool:
    return isinstance(value_at(list(walk(module)), wait.handle).type, GroupType)
