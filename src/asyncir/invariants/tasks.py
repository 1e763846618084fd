"""Finds what a certificate of a program with tasks says at loops.

*What is done.* The program is executed as the verifier does it, but nothing is checked. Where control comes to a loop, one
iteration is executed from any state of its integers, with nothing in flight and nothing known. That tells how integers
change from one iteration to the next, and what an iteration adds to what is touched, known, covered, and to groups. The
transitive closure of the change leads from each iteration to the later ones: what is true at the start of one is what was
true before the loop, and what all earlier iterations have added.

*Chains.* What a task covers may hang on what the tasks of earlier iterations cover. An iteration that knows nothing of them
tells which tasks a task waits for itself. The transitive closure of that is what is guessed; it is kept if it follows from
itself.

*Cases.* Values that a loop carries may be of other owners, or other arrays, in later iterations than in the first: each such
combination is a case of its own, executed behind the one from which control comes to it.

*Why it ends.* Each loop executes its body a few times for each case, and there are as many cases as combinations that are
met; no combination is met again from another one, or the search is given up. Both the steps of isl and the states that are
executed are counted.

*What is found may be wrong.* Then the verifier says so, and the proof stays without a certificate.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any, cast

from asyncir.certificates import NotFollowed, bounded_steps
from asyncir.certificates.task_state import GroupLabel, TaskLabel, TaskState
from asyncir.certificates.tasks import TaskVerifier
from asyncir.certificates.threads import Path
from asyncir.certificates.values import SET, BoundedInteger, Relation, coalesced, compute, isl, width
from asyncir.certificates.verifier import Place, Way, Wild
from asyncir.dialects.effects import global_of, is_allocation, is_memory, is_view
from asyncir.dialects.interfaces.kinds import OpKind, kind_of
from asyncir.invariants.cases import Case, Layout
from asyncir.invariants.relations import add, closed_covers, closure_of, surely, together
from asyncir.ir import Block, BlockArgument, ModuleOp, Operation, OpResult, SSAValue

_MOST_STATES = 4_000
"""So many pieces of the program are executed, from one decision to the next."""
_MOST_OPERATIONS = 8_000_000
"""More steps than this isl does not take."""
_WAS = "was "
"""Before the name of what has none in the program: what it was at the start of an iteration."""

Arrival = tuple[Place, Path, TaskState]


class Unmeasured(Exception):
    """It is not known how an iteration changes something."""


class Again(Exception):
    """Something is written that was taken for constant."""


def find_certificate(module: ModuleOp, entry: str) -> dict[str, Any]:
    """A certificate that may be one; raises `NotFollowed` where none is found."""
    with bounded_steps(_MOST_OPERATIONS):
        return _found(module, entry)


def _found(module: ModuleOp, entry: str) -> dict[str, Any]:
    wild: set[str] = set()
    constant: set[str] | None = None
    while True:
        finder = InvariantFinder(module, entry, constant, frozenset(wild))
        try:
            return finder.find()
        except Wild as found:
            wild.add(found.name)
        except Again as found:
            constant = (
                {name for name in finder.constant if name != str(found)} if str(found) != "?" else set()
            )


class InvariantFinder(TaskVerifier):
    """One search for a certificate."""

    def __init__(
        self, module: ModuleOp, entry: str, constant: Iterable[str] | None, wild: frozenset[str] = frozenset()
    ):
        super().__init__(module, entry, {"constant": [], "points": {}}, wild)
        arguments = {f"arg{a.index}" for a in self.body.args if is_memory(a.type)}
        globals_ = {g.name for op in self.ops for v in op.results if (g := global_of(v)) is not None}
        self.constant = frozenset(arguments | globals_ if constant is None else constant)
        self.found: dict[str, list[Case]] = {}
        self.arrived: list[Arrival] = []
        self.trying = 0
        """How many loops around are executed only to find out what an iteration adds."""
        self.left = _MOST_STATES
        self.heads: dict[tuple[Operation, Path], Layout] = {}
        """The case that is executed now, of each loop that is."""

    def find(self) -> dict[str, Any]:
        """The certificate."""
        self.start(TaskState(isl.Set("{ [] }")))
        (at, path, state), *_ = self.arrived
        self.follow(at, path, state, frozenset())
        return {
            "tasks": True,
            "constant": sorted(self.constant),
            "points": {point: [case.text() for case in cases] for point, cases in self.found.items()},
        }

    # ---- execution

    def go(self, at: Place, path: Path, state: Any, trail: frozenset[str]) -> None:
        """Come to a place."""
        self.arrived.append((at, path, state))

    def access(self, kind: str, name: str, cells: Relation, state: Any, op: Operation) -> None:
        """Touch elements of an object."""
        if kind != "R" and (name.removesuffix("*") in self.constant or (name == "?" and self.constant)):
            raise Again(name.removesuffix("*"))
        cells = state.wide(cells).intersect_domain(state.reach)
        if kind != "R":
            self.forget(name, cells, state)
        self.note(kind, name, cells, state)

    def check_order(self, kind: str, name: str, cells: Relation, state: TaskState, op: Operation) -> None:
        """Nothing is checked here."""

    def check_full(self, group: GroupLabel, state: TaskState, op: Operation) -> None:
        """Nothing is checked here."""

    def follow(self, at: Place, path: Path, state: TaskState, stops: frozenset[str]) -> list[Arrival]:
        """Execute all that comes; the states that arrive at the points where to stop."""
        found: list[Arrival] = []
        work: list[Arrival] = [(at, path, state)]
        while work:
            self.left -= 1
            if self.left < 0:
                raise NotFollowed("it takes too many steps")
            self.arrived = []
            self.execute(*work.pop(), frozenset())
            loops: dict[tuple[Operation, Path], list[TaskState]] = {}
            others: list[Arrival] = []
            for arrival in self.arrived:
                to, calls, state = arrival
                if self.point(to, calls) in stops:
                    found.append(arrival)
                elif (loop := _begun(to)) is not None:
                    loops.setdefault((loop, calls), []).append(state)
                else:
                    others.append(arrival)
            for (loop, calls), states in loops.items():
                exits = [s for to, where, s in others if to is loop and where == calls]
                others = [each for each in others if not (each[0] is loop and each[1] == calls)]
                exits += self.loop(loop, calls, states)
                others += [(loop, calls, joined) for joined in self.joined(loop, calls, exits)]
            work += others
        return found

    def joined(self, at: Operation, path: Path, states: Sequence[TaskState]) -> list[TaskState]:
        """States at one place, as few as possible."""
        if len(states) < 2:
            return list(states)
        made: list[TaskState] = []
        for layout, some in self.by_layout(at, path, states):
            case = self.case(layout, some)
            self.keep(at, path, case)
            made.append(self.state_of(case))
        return made

    def keep(self, at: Place, path: Path, case: Case) -> None:
        """A case of a point."""
        if not self.trying:
            self.found.setdefault(self.point(at, path), []).append(case)

    def state_of(self, case: Case) -> TaskState:
        """The state that a case says."""
        _, _, state = self.stated(case.said())
        assert isinstance(state, TaskState)
        return state

    # ---- loops

    def loop(self, loop: Operation, path: Path, arriving: Sequence[TaskState]) -> list[TaskState]:
        """Execute a loop; the states behind it."""
        body, known = loop.regions[0].blocks[0], set[object]()
        exits: list[TaskState] = []
        pending = list(arriving)
        while pending:
            groups = self.by_layout(body, path, pending)
            pending: list[TaskState] = []
            for layout, states in groups:
                if layout.kinds in known:
                    raise NotFollowed("what a loop carries comes back to what it was", loop)
                known.add(layout.kinds)
                more, out = self.case_of_loop(loop, path, layout, states)
                pending += more
                exits += out
        return exits

    def case_of_loop(
        self, loop: Operation, path: Path, layout: Layout, arriving: Sequence[TaskState]
    ) -> tuple[list[TaskState], list[TaskState]]:
        """One case at the start of the body: which states come to others from it, and which leave the loop."""
        body, around = loop.regions[0].blocks[0], self.heads.get((loop, path))
        while True:
            self.heads[loop, path] = layout
            try:
                case = self.closed(loop, path, self.case(layout, arriving))
                break
            except Unmeasured as found:
                layout = replace(layout, names=tuple(n for n in layout.names if n != str(found)))
        self.keep(body, path, case)
        more, exits = self.iteration(loop, path, case)
        if around is None:
            del self.heads[loop, path]
        else:
            self.heads[loop, path] = around
        return [s for s in more if not self.fits(body, path, layout, s)], exits

    def fits(self, at: Place, path: Path, layout: Layout, state: TaskState) -> bool:
        """Whether a state is of a case."""
        return self.layout(at, path, state).kinds == layout.kinds

    def iteration(self, loop: Operation, path: Path, case: Case) -> tuple[list[TaskState], list[TaskState]]:
        """Execute one iteration: the states at the start of the next one, and behind the loop."""
        body, state = loop.regions[0].blocks[0], self.state_of(case)
        for name in case.layout.names if self.trying else ():
            if not name[0].isdigit():
                state.env[f"{_WAS}{self.ids[loop]} {name}"] = BoundedInteger(
                    state.env[name].of, state.env[name].low, state.env[name].high
                )
        stops = frozenset((self.point(body, path), self.point(loop, path)))
        found = self.follow(body, path, state, stops)
        return [s for to, _, s in found if to is body], [s for to, _, s in found if to is loop]

    def ways(self, op: Operation, path: Path, state: Any) -> Any:
        """Where an op sends control; at the end of an iteration is noted how it began."""
        around = op.parent_op()
        found: list[Way] = list(super().ways(op, path, state))
        layout = None if around is None else self.heads.get((around, path))
        if self.trying and around is not None and layout is not None and kind_of(op) is OpKind.YIELD:
            names = [n if n[0].isdigit() else f"{_WAS}{self.ids[around]} {n}" for n in layout.coordinates]
            state.env["old"] = [self.measured(name, state) for name in names]
        return found

    def closed(self, loop: Operation, path: Path, first: Case) -> Case:
        """What is true at the start of any iteration, where it is the first that is known."""
        blank = Case(first.layout, self.anywhere(loop, first))
        self.trying += 1
        try:
            delta = self.delta(loop, path, blank)
            if delta is None:
                return first
            change, _, sure = delta
            closure = closure_of(change)
            where = coalesced(first.where.union(first.where.apply(closure)))
            later = coalesced(closure.intersect_domain(where).intersect_range(where))
            start = later.intersect_domain(first.where).union(isl.Set.identity(first.where))
            covers = self.chains(loop, path, blank, first, later, start, sure)
            blank.sure = covers
            delta = self.delta(loop, path, blank)
            assert delta is not None
        finally:
            self.trying -= 1
        _, flying, sure = delta
        case = Case(first.layout, where)
        for key, relation in first.flying.items():
            case.flying[key] = relation.apply_domain(start)
        for key, relation in flying.items():
            add(case.flying, key, relation.apply_domain(later))
        case.sure = self.lasting(first, start)
        groups = {of.made for _, of in first.layout.groups}
        for key, relation in sure.items():
            what, of, _ = key.split(" ")
            if what == "known" or (what == "members" and of in groups):
                add(case.sure, key, relation.apply_domain(later))
        for key, relation in covers.items():
            add(case.sure, key, relation)
        for what in (case.flying, case.sure):
            for key, relation in what.items():
                what[key] = coalesced(relation)
        return case

    def lasting(self, first: Case, start: Relation) -> dict[str, Relation]:
        """What is sure in each iteration since it was before the loop."""
        return {key: surely([(relation, start)]) for key, relation in first.sure.items()}

    def anywhere(self, loop: Operation, first: Case) -> Relation:
        """Any state of what the loop changes, where the rest is as it was before."""
        carried = {
            f"{self.point(loop.regions[0].blocks[0], ())}:{n}"
            for n in range(len(loop.regions[0].blocks[0].args))
        }
        where = first.where
        for index, name in enumerate(first.layout.coordinates):
            if name.partition("@")[0] in carried or not name[0].isdigit():
                where = where.project_out(SET, index, 1).insert_dims(SET, index, 1)
        return coalesced(where)

    def delta(
        self, loop: Operation, path: Path, blank: Case
    ) -> tuple[Relation, dict[str, Relation], dict[str, Relation]] | None:
        """How an iteration changes coordinates, what it adds to what is touched, and what is sure behind it."""
        body = loop.regions[0].blocks[0]
        arrived, _ = self.iteration(loop, path, blank)
        states = [s for s in arrived if self.fits(body, path, blank.layout, s)]
        change: Relation | None = None
        flying: dict[str, Relation] = {}
        moves: list[Relation] = []
        for state in states:
            following = [self.measured(name, state) for name in blank.layout.coordinates]
            was = state.env["old"]
            for name, *numbers in zip(blank.layout.coordinates, following, was, strict=True):
                if any(number is None for number in numbers):
                    raise Unmeasured(name)
            before, behind = state.map(*was), state.map(*following)
            one = before.reverse().apply_range(behind)
            change = one if change is None else change.union(one)
            moves.append(before)
            for key, relation in state.flying.items():
                add(flying, key, relation.apply_domain(before))
        if change is None:
            return None
        sure = _sure_in(states, moves)
        return coalesced(change), flying, sure

    def chains(
        self,
        loop: Operation,
        path: Path,
        blank: Case,
        first: Case,
        later: Relation,
        start: Relation,
        sure: dict[str, Relation],
    ) -> dict[str, Relation]:
        """What tasks of earlier iterations cover at the start of one."""
        before = {k: r for k, r in self.lasting(first, start).items() if k.startswith("covers ")}
        nothing = together(
            before, {k: r.apply_domain(later) for k, r in sure.items() if k.startswith("covers ")}
        )
        body = loop.regions[0].blocks[0]
        owners = {key.split(" ")[1] for key in sure if key.startswith("covers ")}
        guess = closed_covers(nothing, {owner for owner in owners if body.args[0] in self.counters_of(owner)})
        if guess is None:
            return nothing
        last, guess = guess, self.followed(loop, path, blank, before, guess, later)
        kept = {k: r for k, r in guess.items() if k in last and r.is_equal(last[k])}
        if len(kept) < len(guess):
            guess = self.followed(loop, path, blank, before, together(nothing, kept), later)
            again = self.followed(loop, path, blank, before, guess, later)
            kept = {k: r for k, r in again.items() if k in guess and r.is_equal(guess[k])}
        return together(kept, nothing)

    def followed(
        self,
        loop: Operation,
        path: Path,
        blank: Case,
        before: dict[str, Relation],
        guess: dict[str, Relation],
        later: Relation,
    ) -> dict[str, Relation]:
        """What tasks cover if earlier ones cover what is guessed."""
        found = self.delta(loop, path, Case(blank.layout, blank.where, sure=guess))
        assert found is not None
        added: dict[str, Relation] = {}
        for key, relation in found[2].items():
            if key.startswith("covers "):
                new = relation.subtract(guess[key]) if key in guess else relation
                added[key] = coalesced(new.apply_domain(later))
        return together(before, added)

    # ---- cases

    def by_layout(
        self, at: Place, path: Path, states: Sequence[TaskState]
    ) -> list[tuple[Layout, list[TaskState]]]:
        """States that are of one case together, and its layout."""
        found: dict[object, list[tuple[Layout, TaskState]]] = {}
        for state in states:
            layout = self.layout(at, path, state)
            found.setdefault(layout.kinds, []).append((layout, state))
        return [
            (self.common([layout for layout, _ in some]), [state for _, state in some])
            for some in found.values()
        ]

    @staticmethod
    def common(layouts: Sequence[Layout]) -> Layout:
        """One with the names that all have."""
        one = layouts[0]
        names = tuple(name for name in one.names if all(name in each.names for each in layouts))
        return Layout(names, one.tokens, one.groups, one.memory)

    def layout(self, at: Place, path: Path, state: TaskState) -> Layout:
        """How a state is called at a place: by what is visible there and does not follow from the rest."""
        visible = self.visible(at, path)
        names: list[str] = []
        tokens: list[tuple[str, int]] = []
        groups: list[tuple[str, GroupLabel]] = []
        memory: list[tuple[str, str]] = []
        for key, of in list(state.env.items()):
            if isinstance(key, str):
                names += [key] if key.endswith("]") or key.startswith(_WAS) else []
            if not isinstance(key, SSAValue):
                continue
            value = cast("SSAValue", key)
            if not visible(value) or self.is_given(value):
                continue
            if isinstance(of, TaskLabel):
                tokens.append((f"{self.named_as(value)}@{of.owner}", len(of.label)))
            elif isinstance(of, GroupLabel):
                groups.append((self.named_as(value), of))
                names += [name for name in (f"#{of.made}", f"size {of.made}") if name not in names]
            elif is_memory(value.type):
                if not _is_seen(value):
                    memory.append((self.named_as(value), of.name))
            elif isinstance(of, BoundedInteger) and self.is_base(value, state):
                names.append(self.named_as(value))
        return Layout(
            tuple(sorted(names)), tuple(sorted(tokens)), tuple(sorted(groups, key=str)), tuple(sorted(memory))
        )

    def named_as(self, value: SSAValue) -> str:
        """How certificates call a value."""
        if isinstance(value, BlockArgument):
            return f"{self.point(value.block, ())}:{value.index}"
        assert isinstance(value, OpResult)
        return f"{self.ids[value.op]}:{value.index}"

    def is_base(self, value: SSAValue, state: TaskState) -> bool:
        """Whether an integer does not follow from others."""
        if not isinstance(value, OpResult):
            return True
        op = value.op
        if kind_of(op) is OpKind.CONSTANT:
            return False
        if kind_of(op) in (OpKind.EXTENT, OpKind.LOAD):
            return self.element(op, state) is None
        if len(op.results) != 1 or not op.operands or op.regions or not all(map(width, op.operands)):
            return True
        parts = [state.widened(self.number(operand, state)) for operand in op.operands]
        parts = [state.widened(part) for part in parts]
        return not isinstance(compute(op, parts, lambda where: self.possible(state, where)), BoundedInteger)

    def visible(self, at: Place, path: Path) -> Any:
        """Whether a value is defined wherever control comes to a place."""
        ends: dict[Block, Operation | None] = {}
        for start in (at, *reversed(path)):
            block, last = (start, None) if isinstance(start, Block) else (start.parent_block(), start)
            while block is not None:
                ends[block] = last
                last = block.parent_op()
                block = None if last is None else last.parent_block()

        def is_defined(value: SSAValue) -> bool:
            if isinstance(value, BlockArgument):
                return value.block in ends
            assert isinstance(value, OpResult)
            block = value.op.parent_block()
            if block is None or block not in ends:
                return False
            last = ends[block]
            if last is None:
                return False
            inclusive = last is at or last in path
            return value.op is last if inclusive and value.op is last else _is_before(value.op, last)

        return is_defined

    def case(self, layout: Layout, states: Sequence[TaskState]) -> Case:
        """What is true in all of these states."""
        moves: list[Relation] = []
        for state in states:
            numbers = [self.measured(name, state) for name in layout.coordinates]
            if any(n is None for n in numbers):
                raise NotFollowed("what a loop carries is not known")
            moves.append(state.map(*numbers))
        where = moves[0].range()
        for move in moves[1:]:
            where = where.union(move.range())
        case = Case(layout, coalesced(where))
        for state, move in zip(states, moves, strict=True):
            for key, relation in state.flying.items():
                add(case.flying, key, relation.apply_domain(move))
        groups = {of.made for _, of in layout.groups}
        for key, relation in _sure_in(states, moves).items():
            if not key.startswith("members ") or key.split(" ")[1] in groups:
                case.sure[key] = relation
        for key, relation in case.flying.items():
            case.flying[key] = coalesced(relation)
        return case

    def measured(self, name: str, state: Any) -> Any:
        """What a coordinate is in a state; None if it is not known there."""
        if name.startswith(_WAS):
            known = state.env.get(name)
            return None if known is None else known.of
        return super().measured(name, state)

    def name_integer(self, name: str, of: Any, state: TaskState) -> None:
        """Say what a coordinate is."""
        if name.startswith(_WAS):
            state.env[name] = BoundedInteger(of, -(1 << 62), 1 << 62)
        else:
            super().name_integer(name, of, state)


def _sure_in(states: Sequence[TaskState], moves: Sequence[Relation]) -> dict[str, Relation]:
    """What is sure in all of some states, where each moves to."""
    said = [state.said() for state in states]
    keys = {key for known in said for key in known}
    return {key: surely([(k.get(key), move) for k, move in zip(said, moves, strict=True)]) for key in keys}


def _begun(at: Place) -> Operation | None:
    """The counted loop whose body begins here."""
    above = at.parent_op() if isinstance(at, Block) else None
    return above if above is not None and kind_of(above) is OpKind.COUNTED_LOOP else None


def _is_seen(value: SSAValue) -> bool:
    """Whether the program says what memory a value refers to, wherever it is visible."""
    if not isinstance(value, OpResult):
        return False
    return is_allocation(value) or global_of(value) is not None or is_view(value.op)


def _is_before(one: Operation, other: Operation) -> bool:
    """Whether an op comes before another one in their block."""
    following = one.next_op
    while following is not None:
        if following is other:
            return True
        following = following.next_op
    return False
