"""The fewest changes with which a function is right on a machine.

The question
------------
A function races, or misuses a resource. Which changes of its synchronisation, as few as can be, make it right? An order that
is added counts once, with all its signals and waits; so does each op that is removed, moved, added or changed. Orders that
are added where others are there to no purpose count for these, too: it is better to move a wait than to add another.

How it is searched
------------------
`smallest_growth` (analyses/repairs.py) grows sets of changes. Of each set a changed copy is looked at:

    proved                                  the set is right
    signals and waits of a resource         a change of what uses it between the same engines is lacking
    do not fit
    something else is wrong                 a change of anything

and where signals and waits fit, `insert-sync` is asked for orders: what it adds to the changed copy finishes the set, if the
result is proved. So orders are never guessed, and a program that only lacks orders takes one question.

Why it is the smallest: sets are asked about by their size, and a right set with a wrong part has a change of the clause of
that part. What is not offered (another resource, other works) is not counted. Changes near to what is wrong come first
(_sync_candidates.py), so that mostly a few questions do. Their number is bounded, for long programs by a smaller one.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import cast

from asyncir.analyses.machines.checked import Looker, told_apart
from asyncir.analyses.machines.knowledge import CannotFollow, MachineTouch, WalkIteration
from asyncir.analyses.machines.orders import MadeOrder, orders_of, superfluous
from asyncir.analyses.machines.program import MachineItem, MachineProgram
from asyncir.analyses.machines.room import TooFew
from asyncir.analyses.machines.side_orders import planned
from asyncir.analyses.machines.state import Unbalanced
from asyncir.analyses.machines.worlds import World
from asyncir.analyses.repairs import Lacking, OutOfWork, smallest_growth
from asyncir.diagnostics import Diagnostic, DiagnosticError, Severity
from asyncir.diagnostics.words import counted
from asyncir.dialects.effects import Effect
from asyncir.dialects.interfaces.kinds import OpKind, kind_of
from asyncir.dialects.sync import ArmOp, FreeOp, InitOp, OfResource, SignalOp, WaitOp
from asyncir.invariants.machines import proof_by_invariants
from asyncir.ir import Context, ModuleOp, Operation
from asyncir.ir.symbols import symbol_name
from asyncir.ir.walk import enclosing, walk
from asyncir.targets.machine import load_machine
from asyncir.transforms._remarks import complaint
from asyncir.transforms._sync_candidates import SyncChanges, in_turn
from asyncir.transforms._sync_changes import ChangedCopy, Kind, SyncChange
from asyncir.transforms.insert_sync import InsertSync

MOST_QUESTIONS = 1500
LEAST_QUESTIONS = 100
MOST_WORK = 150_000
"""Each question goes through all ops: of a long program fewer are asked, between the least and the most."""
MOST_STEPS = 1_200_000
"""The walks of all questions together have so many steps, and"""
MOST_INVARIANTS = 800
WORK_OF_INVARIANTS = 50_000
"""For so many copies that walks do not follow invariants are looked for, of a long program for fewer,"""
STEPS_OF_INVARIANTS = 3_000_000
"""with so many steps of isl each."""
STEPS_OF_AN_OP = 400
"""so many more for each op."""
SHARE_OF_ORDERS = 3
"""One part in so many of them is for orders that finish changed copies: to plan them takes hundreds of walks, and a question
without them a few."""
_LEAST_WITH_ORDERS = 2
"""A repair with a change and orders has so many parts or more."""

PROVED = "it is proved as it is"
NOTHING = "no changes of its synchronisation make it right"
GAVE_UP = "the search for a smallest repair took too long"


@dataclass(frozen=True)
class SyncRepair:
    """What was found for one function."""

    copy: ChangedCopy | None = None
    """The module with the function as it is right; None where nothing is changed."""
    changes: tuple[SyncChange, ...] = ()
    added: tuple[MadeOrder, ...] = ()
    """The orders of the copy that were not there."""
    shown: bool = True
    """Whether it is known that fewer changes do not do."""
    reason: str = ""
    """Why nothing is changed."""
    questions: int = 0
    finish: int = 0
    """How many orders were added."""

    @property
    def size(self) -> int:
        """How many changes there are."""
        return len(self.changes) + self.finish


def find_sync_repair(
    module: ModuleOp,
    function: Operation,
    machine: str,
    args_alias: bool = False,
    *,
    is_wrong: bool = False,
    most: int = MOST_QUESTIONS,
) -> SyncRepair:
    """The fewest changes with which a function of the module is proved on the machine of that name, or in that file.

    A function of which the analysis cannot follow something stays as it is, unless `is_wrong` says that it is not right.
    """
    search = _Search(module, function, machine, args_alias)
    now = search.answer(ChangedCopy(module))
    if now.proved:
        return SyncRepair(reason=PROVED)
    if now.unknown and now.misfit is None and not is_wrong:
        return SyncRepair(shown=False, reason=f"it is not followed: {now.unknown}")
    fitting = max(LEAST_QUESTIONS, MOST_WORK // sum(1 for _ in walk(function)))
    found = smallest_growth(search.ask, SyncChange.excludes, min(most, fitting))
    if found.chosen is None and search.passed_over:
        search.ask_for_orders()
        found = smallest_growth(search.ask, SyncChange.excludes, min(most, fitting))
    if found.chosen is None:
        shown = found.shown and not search.passed_over
        return SyncRepair(shown=shown, reason=search.why(shown), questions=found.questions)
    copy = search.changed(found.chosen)
    if found.finish:
        search.finish(copy)
    added = tuple(search.added(copy)) if found.finish else ()
    chosen = sorted(found.chosen, key=lambda change: list(copy.ops).index(change.op))
    # A change and an order are two: what was not asked for is no less.
    shown = found.shown and (not search.passed_over or len(chosen) + found.finish <= _LEAST_WITH_ORDERS)
    return SyncRepair(copy, tuple(chosen), added, shown, "", found.questions, found.finish)


_LACKS: dict[str, tuple[Kind, ...]] = {
    "empty": (SignalOp,),
    "left": (WaitOp,),
    "uninitialised": (InitOp,),
    "unarmed": (ArmOp,),
    "unfreed": (FreeOp,),
    "parity": (SignalOp, WaitOp),
    "armed": (SignalOp, WaitOp),
    "again": (FreeOp,),
    "busy": (WaitOp,),
    "value": (SignalOp,),
}


class _Wrong(Looker):
    """What is wrong with a program: how much, and the first instance whose signals and waits do not fit."""

    def __init__(self, program: MachineProgram, apart: Sequence[World] = ()):
        super().__init__(program, apart)
        self.found: dict[object, None] = {}
        self.misfit: Hashable = None
        self.lacks: tuple[Kind, ...] = (SignalOp, WaitOp)
        """What the instance may have too few of."""
        self.spot: Operation | None = None
        """Where that shows; where all fit, where the first access shows that is not ordered."""
        self.unknown = ""
        self.is_unbalanced = False
        """Whether ways meet with different signals: perhaps they know of each other what a walk does not."""

    @property
    def proved(self) -> bool:
        """Whether nothing is."""
        return not self.count

    @property
    def count(self) -> int:
        """How much is."""
        return len(self.found) + bool(self.unknown)

    def look(self) -> None:
        """Walk, as far as that can be."""
        try:
            self.run()
        except CannotFollow as error:
            self.unknown = error.why
            unbalanced = error.__context__
            if isinstance(unbalanced, Unbalanced):
                self.is_unbalanced = True
                if self.misfit is None:
                    self.misfit, self.spot = unbalanced.key, error.op

    def missing(
        self, iteration: WalkIteration, item: MachineItem, touch: MachineTouch, effect: Effect | None
    ) -> None:
        """See `Walk`."""
        if not self.found:
            self.spot = item.op
        self.found[touch.op, item.op] = None

    def lost(self, item: MachineItem, key: Hashable, why: str) -> None:
        """See `Walk`."""
        self.found[key, why] = None
        if why in _LACKS and self.misfit is None:
            self.misfit, self.lacks, self.spot = key, _LACKS[why], item.op


class _Search:
    """Questions about changed copies."""

    def __init__(self, module: ModuleOp, function: Operation, machine: str, args_alias: bool):
        self.module = module
        self.function = function
        self.machine = load_machine(machine)
        self.insert = InsertSync(machine=machine, args_alias=args_alias)
        self.args_alias = args_alias
        self.offered = SyncChanges(MachineProgram(function, self.machine, args_alias))
        self.first: _Wrong | None = None
        size = sum(1 for _ in walk(function))
        self.left = self.most = MOST_STEPS + STEPS_OF_AN_OP * size
        """How many steps walks may still have."""
        self.planning = self.left // SHARE_OF_ORDERS
        """How many of these may still go to plans for copies with changes."""
        self.passed_over = False
        """Whether some copy was not asked for orders that finish it."""
        in_branches = any(_is_in_branch(op, function) for op in self.offered.ops)
        self.invariants = min(MOST_INVARIANTS, WORK_OF_INVARIANTS // size) if in_branches else 0
        """For how many copies more they are looked for: walks follow most programs that do not synchronise in branches."""

    def program(self, copy: ChangedCopy) -> MachineProgram:
        """The function of a copy."""
        return MachineProgram(copy.ops[self.function], self.machine, self.args_alias)

    def changed(self, changes: Collection[SyncChange]) -> ChangedCopy:
        """A copy with these changes."""
        copy = ChangedCopy(self.module)
        copy.make(changes)
        return copy

    def answer(self, copy: ChangedCopy) -> _Wrong:
        """What is wrong with a copy: in all worlds at once or, where that is not shown, in the first that is wrong."""
        program = self.program(copy)
        found = _Wrong(program)
        found.look()
        closer = found
        for world in () if found.proved else told_apart(program, found.steps):
            closer = _Wrong(program, (world,))
            closer.look()
            if not closer.proved:
                break
        self.left -= program.walked
        return found if closer.unknown and not found.unknown else closer

    def ask(self, changes: frozenset[SyncChange]) -> Lacking[SyncChange]:
        """What a set of changes lacks. Raises `OutOfWork`."""
        if self.left < 0:
            raise OutOfWork
        copy = self.changed(changes)
        answer = self.answer(copy)
        if answer.proved or (answer.is_unbalanced and self._is_proved_otherwise(copy)):
            return Lacking(finish=0)
        if self.first is None:
            self.first = answer
        # Without an order that is missing what comes behind may look as if it could not be followed.
        fits = not answer.misfit and not (answer.unknown and not answer.found)
        finish = self._orders(copy, is_changed=bool(changes)) if fits else None
        if finish is not None and not changes:
            finish += self._idle(copy)
        return Lacking(self._clause(answer, copy), answer.count, finish)

    def ask_for_orders(self) -> None:
        """Begin again, and let most of the work go to orders that finish changed copies."""
        self.left = self.planning = self.most
        self.passed_over = False

    def _is_proved_otherwise(self, copy: ChangedCopy) -> bool:
        """Whether invariants prove a copy that walks do not follow; only so many are looked for."""
        if not self.invariants or self.args_alias:
            return False
        self.invariants -= 1
        entry = symbol_name(copy.ops[self.function])
        assert entry is not None
        return proof_by_invariants(copy.module, entry, self.machine, STEPS_OF_INVARIANTS) is not None

    def _clause(self, answer: _Wrong, copy: ChangedCopy) -> Iterator[SyncChange]:
        """The changes of which one is needed."""
        originals = {new: op for op, new in copy.ops.items()}
        spot = answer.spot
        while spot is not None and spot not in originals:
            spot = spot.next_op
        spot = None if spot is None else originals[spot]
        if answer.misfit is not None:
            resource, pair, instance = cast("tuple[object, object, int]", answer.misfit)
            likely = self.offered.of(resource, pair, instance, answer.lacks, spot)
            # What walks do not follow may be wrong elsewhere.
            return (
                in_turn((2, likely), (1, self.offered.every(spot)))
                if answer.is_unbalanced and self.invariants
                else likely
            )
        return self.offered.every(spot)

    def _orders(self, copy: ChangedCopy, *, is_changed: bool) -> int | None:
        """How many orders finish the copy; None where orders do not, or where there is no time to ask."""
        if is_changed and self.planning < 0:
            self.passed_over = True
            return None
        program = self.program(copy)
        try:
            edges, _ = planned(program)
        except (CannotFollow, TooFew):
            return None
        finally:
            spent = 2 * program.walked  # They are planned once more where they are put in.
            self.left -= spent
            self.planning -= spent if is_changed else 0
        if not edges or not self.finish(copy):
            return None
        # What is planned for two engines may be made by one pair of ops.
        added = self.added(copy)
        told = copy.made.union(copy.ops.values(), *(order.ops for order in added))
        is_all = all(op in told for op in walk(copy.ops[self.function]) if isinstance(op, OfResource))
        return min(len(added), len(edges)) if added and is_all else len(edges)

    def _idle(self, finished: ChangedCopy) -> int:
        """How many orders that were there nothing needs any more: to change one of them may be what is meant."""
        made = set(finished.made.union(finished.ops.values()))
        gone = superfluous(self.program(finished))
        return sum(made.issuperset(order.ops) for order in gone)

    def finish(self, copy: ChangedCopy) -> bool:
        """Add the orders that a copy lacks; whether it is proved then."""
        try:
            self.insert.apply(Context(), copy.module)
        except DiagnosticError:
            return False
        return self.answer(copy).proved

    def added(self, finished: ChangedCopy) -> list[MadeOrder]:
        """The orders of a finished copy that were not there."""
        there = finished.made.union(finished.ops.values())
        return [
            order for order in orders_of(self.program(finished)) if any(op not in there for op in order.ops)
        ]

    def why(self, shown: bool) -> str:
        """Why nothing was found."""
        assert self.first is not None
        if self.first.unknown:
            return f"it is not followed: {self.first.unknown}"
        return NOTHING if shown else GAVE_UP


def _is_in_branch(op: Operation, function: Operation) -> bool:
    return any(
        kind_of(around) in (OpKind.IF, OpKind.SWITCH) for around in enclosing(op) if around is not function
    )


# ---- what there is to say


def remarks_of(found: SyncRepair, function: Operation) -> Iterator[Diagnostic]:
    """What was changed in a function, or why nothing was; nothing of one that is proved."""
    if found.copy is None:
        if found.reason != PROVED:
            message = f"@{symbol_name(function)} is not repaired: {found.reason}"
            help = "`asyncir check --machine` shows what is wrong"
            yield _remark("P153", message, function, help)
        return
    fewest = "fewer are not enough" if found.shown else "fewer may be enough: the search took too long"
    help = f"{counted(found.size, 'change')} in all; {fewest}"
    for change in found.changes:
        yield _remark("P152", change.words(), change.op, help)
    for order in found.added:
        yield _remark("P152", words_of(order), order.ops[-1], help)


def words_of(order: MadeOrder) -> str:
    """An order that was added."""
    names = " and ".join(dict.fromkeys(f"`{op.name}`" for op in order.ops))
    return f"{names} {'is' if len(order.ops) == 1 else 'are'} added"


def _remark(code: str, message: str, op: Operation, help: str) -> Diagnostic:
    return replace(complaint(code, message, op, help), severity=Severity.REMARK)
