"""What is true at the heads of loops of a program on a machine, found for a certificate: nothing here has to be believed.

The verifier only asks whether what a certificate says is so. Here it is looked for, by executing the program with the
verifier's own rules: a loop's body is executed from the state before it, in iteration 0, and from nothing, in all others;
what comes out is added to what was said, until nothing new comes. What an engine knows k iterations late is found after k
rounds; what still grows then is said to grow for ever: after few rounds at first, and after more where that is too soon.
Which signals wait to be taken is the same in each iteration, or comes round: that is found by executing the first
iterations one by one. Which values a timeline was given is read off its signals.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from asyncir.certificates import NotFollowed, Refused, bounded_steps, digest
from asyncir.certificates.machines import accept_on_machine
from asyncir.certificates.machines.calls import entry_named
from asyncir.certificates.machines.numbers import LOOPS, shifted
from asyncir.certificates.machines.state import MachineProofState, Row, united, within
from asyncir.certificates.machines.verifier import Head, MachineVerifier
from asyncir.certificates.values import IN, OUT, PARAM, SET, Relation, coalesced, isl
from asyncir.dialects import sync
from asyncir.dialects.interfaces.kinds import kind_of
from asyncir.ir import Operation
from asyncir.targets.machine import MachineModel
from asyncir.targets.resources import ResourceKind

_TRIES = ((3, 8), (3, 2), (6, 8), (14, 1000))
"""So many times a body is executed before what grows is said to grow for ever; and so many pieces a relation may have, or a
larger one takes its place. These are tried in turn."""
_MOST_OPERATIONS = 12_000_000
"""More steps than this isl does not take for one try."""
_MOST_TURNS = 12
"""What is pending comes round after no more iterations than these."""


class MachineProver(MachineVerifier):
    """Executes a function and notes what is true at the heads of its loops."""

    def __init__(self, function: Operation, machine: MachineModel, rounds: int, pieces: int):
        super().__init__(function, machine, {})
        self.rounds = max(rounds, 3 + max(self.places.values(), default=0))
        """Of the works of an engine as many are told apart as its queue holds: these are known after as many rounds."""
        self.pieces = pieces
        self.found: dict[Operation, Head] = {}

    def loop(self, op: Operation, state: MachineProofState) -> MachineProofState:
        """Find what is true at the head of a loop."""
        inside, ending = self.around(op, state)
        pending = self._at_each(op, state, {})
        if inside.is_empty():
            head: Head = ({n: _at(row) for n, row in state.all_rows().items()}, pending)
        else:
            try:
                head = self._head(op, state, inside, pending)
            except Refused as first:
                head = self._head_in_turn(op, state, inside, first)
        self.found[op] = head
        return self.behind(op, state, head, ending)

    def _head_in_turn(
        self, op: Operation, state: MachineProofState, inside: Relation, first: Refused
    ) -> Head:
        """The same, where what is pending differs from iteration to iteration; else raise what was raised first."""
        try:
            pending = self._pending(op, state, inside)
        except Refused:
            raise first from None
        same = self._at_each(op, state, {})
        if all(pending[key].is_equal(same[key]) for key in same):
            raise first
        return self._head(op, state, inside, pending)

    def _head(
        self, op: Operation, state: MachineProofState, inside: Relation, pending: dict[str, Relation]
    ) -> Head:
        rows = {name: _at(within(row, state.reach)) for name, row in state.all_rows().items()}
        if op in self.found:
            # It was looked for before, with less known around it.
            rows = {name: united([row, self.found[op][0].get(name, {})]) for name, row in rows.items()}
        for turn in range(3 * self.rounds + 10):
            behind = self.moved(self.body(op, self.at_head(state, (rows, pending), inside)))
            for key, relation in behind.pending.items():
                said = pending[key].intersect_domain(behind.reach)
                if not relation.intersect_domain(behind.reach).is_equal(said):
                    raise _OtherPending(op, key)
            grown = self._grown(op, (rows, pending), behind, turn)
            if grown is None:
                return rows, pending
            rows = grown
        raise NotFollowed("no invariant of the loop was found", op)

    def _grown(
        self, op: Operation, head: Head, behind: MachineProofState, turn: int
    ) -> dict[str, Row] | None:
        """What is said of the head, and what an iteration adds; None where that is nothing."""
        rows, pending = head
        found: dict[str, Row] = {}
        changed = False
        for name, row in behind.all_rows().items():
            said = found[name] = dict(rows.get(name, {}))
            for site, relation in within(row, behind.reach).items():
                if relation.is_empty() or (site in said and relation.is_subset(said[site])):
                    continue
                changed = True
                inside = op in _loops_around(self.of_site[site])
                if turn >= (self.rounds if inside else self.rounds - 2):
                    kind, _, key = name.partition(" ")
                    where = self._places(key, relation, said.get(site), pending) if kind == "told" else None
                    relation = self._for_ever(op, relation, site, inside, where)
                both = coalesced(said[site].union(relation)) if site in said else relation
                said[site] = self._simple(both)
        return found if changed else None

    def _places(
        self, key: str, relation: Relation, said: Relation | None, pending: Mapping[str, Relation]
    ) -> Relation:
        """The places of an instance of which what is not told grows; of a timeline, those of the values up to there."""
        kind = self.of_key[key].kind
        if kind is ResourceKind.PHASES:
            return pending[key].apply_range(isl.Map("{ [i, s] -> [i, 0] }"))
        if kind is not ResourceKind.TIMELINE:
            return pending[key]
        grown = relation if said is None else relation.subtract(said)
        grown = grown.project_out(OUT, 2, grown.dim(OUT) - 2).apply_domain(_later(grown.dim(IN)))
        return grown.apply_range(isl.Map("{ [i, v] -> [i, u] : u <= v }")).intersect(pending[key])

    def _simple(self, relation: Relation) -> Relation:
        """The relation, or a larger one that is simpler."""
        if relation.n_basic_map() <= self.pieces:
            return relation
        return isl.Map.from_basic_map(relation.simple_hull())

    def _for_ever(
        self, op: Operation, relation: Relation, site: str, inside: bool, pending: Relation | None
    ) -> Relation:
        """What grows, in all iterations but the first: of a site in the loop, all executions in iterations before."""
        block = self.of_site[site].parent_block()
        assert block is not None
        labels, last = self.numbers.depth(block), relation.dim(IN) - 1
        anywhere = relation.project_out(IN, last, 1).add_dims(IN, 1).lower_bound_val(IN, last, isl.Val(1))
        if not inside:
            return anywhere
        more = relation.dim(OUT) - labels
        # Of the loops around no other iterations than those that are there already.
        others = anywhere.project_out(OUT, 0, more).project_out(OUT, last, labels - last)
        before = self._all_before(op, site).intersect(others.add_dims(OUT, labels - last))
        if not more:
            return before
        ahead = anywhere.project_out(OUT, more, labels)
        if pending is not None:
            ahead = pending.intersect_range(ahead.range())
        return ahead.flat_range_product(before)

    def _all_before(self, op: Operation, site: str) -> Relation:
        """All executions of a site of a loop in earlier iterations of it, and of the loops around."""
        block = self.of_site[site].parent_block()
        assert block is not None
        depth, labels = len(_loops_around(op)) + 1, self.numbers.depth(block)
        here, there = [f"n{i}" for i in range(depth)], [f"m{i}" for i in range(labels)]
        earlier = [
            " and ".join([f"m{k} = n{k}" for k in range(at)] + [f"m{at} < n{at}"]) for at in range(depth)
        ]
        text = f"{{ [{', '.join(here)}] -> [{', '.join(there)}] : {' or '.join(earlier)} }}"
        return isl.Map(text).intersect_range(self.numbers.domain(block))

    # ---- what is pending

    def _pending(self, op: Operation, state: MachineProofState, inside: Relation) -> dict[str, Relation]:
        """What is pending at the head, of a loop where that is not the same in each iteration: it comes round.

        Behind the last iteration something else may be pending: it may know that it is the last (`if i + 1 < n`). So what is
        pending where an iteration comes is found first, and what is where none comes any more by executing the last one.
        What is pending may also hang on how many iterations come: so it is compared as a function of that number.
        """
        left = self._left(op)
        known = [key for key in state.pending if self.of_key[key].kind is not ResourceKind.TIMELINE]
        depth = state.reach.dim(SET)
        now = {key: self._in_iteration(state.pending[key].add_dims(IN, 1), inside, 0) for key in known}
        seen, again = [now], None
        for turn in range(2 * _MOST_TURNS):
            only = inside.fix_val(SET, depth, isl.Val(turn))
            if only.is_empty():
                again = len(seen)
                break
            pending = self._after(op, state, self._at_each(op, state, now), only)
            now = {key: self._in_iteration(pending[key], inside, turn + 1) for key in known}
            # Told as if it were the first, an iteration comes where the first one does.
            where = _at_turn(inside, turn + 1 if left is None else 0)
            relative = {key: _as_if_first(relation, left, turn + 1) for key, relation in now.items()}
            again = next((at for at, one in enumerate(seen) if _agree(one, relative, where)), None)
            if again is not None:
                break
            seen.append(relative)
        if again is None:
            why = "the signals of the loop are not the same in each iteration, and do not come round"
            raise NotFollowed(why, op)
        found = self._at_each(op, state, {})
        for key in known:
            found[key] = _in_turn([one[key] for one in seen], again, depth, left).intersect_domain(inside)
        ending = self.around(op, state)[1]
        last = self._after(op, state, found, inside)
        for key in known:
            before = state.pending[key].add_dims(IN, 1).fix_val(IN, depth, isl.Val(0))
            found[key] = coalesced(found[key].union(before.union(last[key]).intersect_domain(ending)))
        return found

    def _after(
        self, op: Operation, state: MachineProofState, pending: dict[str, Relation], inside: Relation
    ) -> dict[str, Relation]:
        """What is pending at the head behind iterations in which that is pending before."""
        behind = self.body(op, self.at_head(state, ({}, pending), inside))
        by = shifted(state.reach.dim(SET) + 1, 1)
        return {
            key: relation.intersect_domain(behind.reach).apply_domain(by)
            for key, relation in behind.pending.items()
        }

    def _in_iteration(self, pending: Relation, inside: Relation, turn: int) -> Relation:
        """What is pending at the head for the iteration of that number, where it comes; without what says that it does."""
        depth = pending.dim(IN) - 1
        only = inside.fix_val(SET, depth, isl.Val(turn))
        found = pending.intersect_domain(only).gist_domain(only).gist_params(self.numbers.given)
        return coalesced(found.project_out(IN, depth, 1))

    def _left(self, op: Operation) -> tuple[str, int] | None:
        """A number of the program of which the bound of a loop is so much and something else, and the step of the loop."""
        block = op.parent_block()
        assert block is not None
        upper = self.numbers.wide(op.operands[1], self.numbers.depth(block)) if len(op.operands) > 2 else None
        step = self.numbers.literal(op.operands[2]) if len(op.operands) > 2 else None
        if upper is None or step is None or upper.of.n_piece() != 1:
            return None
        ((_, bound),) = upper.of.get_pieces()
        for at in range(bound.dim(PARAM)):
            if bound.get_coefficient_val(PARAM, at).is_one():
                return bound.get_dim_name(PARAM, at), step
        return None

    def _at_each(
        self, op: Operation, state: MachineProofState, known: Mapping[str, Relation]
    ) -> dict[str, Relation]:
        """What is pending at the head if that is the same in each iteration, or as it was before; but for timelines."""
        found: dict[str, Relation] = {}
        for key, relation in state.pending.items():
            found[key] = known.get(key, relation).add_dims(IN, 1)
            if self.of_key[key].kind is ResourceKind.TIMELINE:
                found[key] = self._values(op, key, found[key])
        return found

    def _values(self, op: Operation, key: str, before: Relation) -> Relation:
        """The values of a timeline at the head: those before the loop, and those of signals in earlier iterations."""
        depth, found = before.dim(IN), before
        outer = [f"n{i}" for i in range(depth)]
        for inner in op.walk():
            if not isinstance(inner, sync.SignalOp) or self.key_of.get(inner) != key or inner.amount is None:
                continue
            block = inner.parent_block()
            assert block is not None
            labels = self.numbers.depth(block)
            value = self.numbers.wide(inner.amount, labels)
            if value is None:
                continue
            given = self.instance(inner, labels).flat_range_product(value.of.as_map())
            given = given.intersect_domain(self.numbers.domain(block))
            label = [f"m{i}" for i in range(labels)]
            same = [f"m{i} = n{i}" for i in range(depth - 1)] + [f"m{depth - 1} < n{depth - 1}"]
            earlier = isl.Map(f"{{ [{', '.join(outer)}] -> [{', '.join(label)}] : {' and '.join(same)} }}")
            found = found.union(earlier.apply_range(given))
        return coalesced(found)


def _in_turn(seen: list[Relation], again: int, depth: int, left: tuple[str, int] | None) -> Relation:
    """What is pending at the head, of what is in the first iterations, each told as if it were the first (`_as_if_first`)."""
    names = ", ".join(f"n{i}" for i in range(depth + 1))
    period, last, found = len(seen) - again, f"n{depth}", None
    for turn, relation in enumerate(seen):
        which = f"{last} = {turn}"
        if turn >= again:
            which = f"{last} >= {turn} and ({last} - {turn}) mod {period} = 0"
        part = relation.add_dims(IN, 1) if left is None else _for_each(relation, *left)
        part = part.intersect_domain(isl.Set(f"{{ [{names}] : {which} }}"))
        found = part if found is None else found.union(part)
    assert found is not None
    return coalesced(found)


def _as_if_first(relation: Relation, left: tuple[str, int] | None, turn: int) -> Relation:
    """What is said of the iteration of that number, with as many less to come: the bound of the loop is so much less."""
    if left is None or relation.find_dim_by_name(PARAM, left[0]) < 0:
        return relation
    name, step = left
    depth = relation.dim(IN)
    outer = "".join(f"n{i}, " for i in range(depth))
    less = isl.Map(f"{{ [{outer}n] -> [{outer}n - {step * turn}] }}")
    return _as_parameter(_as_coordinate(relation, name).apply_domain(less), name)


def _for_each(relation: Relation, name: str, step: int) -> Relation:
    """What is said of an iteration as if it were the first, said of each, with one more coordinate."""
    if relation.find_dim_by_name(PARAM, name) < 0:
        return relation.add_dims(IN, 1)
    outer = "".join(f"n{i}, " for i in range(relation.dim(IN)))
    more = isl.Map(f"{{ [{outer}n] -> [{outer}i, n + {step} i] }}")
    return _as_parameter(_as_coordinate(relation, name).apply_domain(more), name)


def _as_coordinate(relation: Relation, name: str) -> Relation:
    """A number of the program as the last coordinate."""
    at = relation.find_dim_by_name(PARAM, name)
    return relation.move_dims(IN, relation.dim(IN), PARAM, at, 1)


def _as_parameter(relation: Relation, name: str) -> Relation:
    """The last coordinate as a number of the program."""
    last = relation.dim(IN) - 1
    return relation.move_dims(PARAM, 0, IN, last, 1).set_dim_name(PARAM, 0, name)


def _later(depth: int) -> Relation:
    """From labels to those of the same iteration, and of later ones, of the innermost loop."""
    names = [f"n{i}" for i in range(depth)]
    return isl.Map(f"{{ [{', '.join(names)}] -> [{', '.join([*names[:-1], 'n'])}] : n >= {names[-1]} }}")


class _OtherPending(NotFollowed):
    """What is pending at the head of a loop is not the same in each iteration."""

    def __init__(self, op: Operation, key: str):
        super().__init__(f"'{key}' is not in the same state in each iteration", op)


def _at_turn(inside: Relation, turn: int) -> Relation:
    """Where control gets to the iteration of that number, of labels around the loop."""
    last = inside.dim(SET) - 1
    return inside.fix_val(SET, last, isl.Val(turn)).project_out(SET, last, 1)


def _agree(one: Mapping[str, Relation], other: Mapping[str, Relation], where: Relation) -> bool:
    """Whether the same is pending, where control gets to the later of two iterations."""
    return all(
        now.intersect_domain(where).is_equal(one[key].intersect_domain(where)) for key, now in other.items()
    )


def _at(row: Row) -> Row:
    """What is true before the loop is true of its first iteration."""
    return {
        site: relation.add_dims(IN, 1).fix_val(IN, relation.dim(IN), isl.Val(0))
        for site, relation in row.items()
    }


def _loops_around(op: Operation) -> list[Operation]:
    found: list[Operation] = []
    around = op.parent_op()
    while around is not None:
        if kind_of(around) in LOOPS:
            found.append(around)
        around = around.parent_op()
    return found[::-1]


def _run(function: Operation, machine: MachineModel, tries: int, steps: int) -> MachineProver:
    why = Refused("no invariant was found")
    for rounds, pieces in _TRIES[:tries]:
        prover = MachineProver(function, machine, rounds, pieces)
        try:
            with bounded_steps(steps):
                prover.run()
        except Refused as refused:
            why = refused
            continue
        return prover
    raise why


def find_machine_certificate(
    module: Operation,
    entry: str,
    machine: MachineModel,
    tries: int = len(_TRIES),
    steps: int = _MOST_OPERATIONS,
) -> dict[str, Any]:
    """What is true at the heads of the loops of a function. Raises `Refused` where nothing is found.

    Each of the tries takes a few seconds at most, or so many steps of isl; the first one finds most of what is found.
    """
    prover = _run(entry_named(module, entry), machine, tries, steps)
    return {"text": digest(module), "machine": machine.digest, "loops": said_by(prover)}


def proof_by_invariants(
    module: Operation, entry: str, machine: MachineModel, steps: int = _MOST_OPERATIONS
) -> dict[str, Any] | None:
    """A certificate that is soon found and that the verifier accepts; None where there is none."""
    try:
        found = find_machine_certificate(module, entry, machine, 1, steps)
        accept_on_machine(module, entry, machine, found)
    except Refused:
        return None
    return found


def said_by(prover: MachineProver) -> dict[str, Any]:
    """What a prover has found, as certificates say it: for each loop, by its number."""
    return {str(prover.numbers.ids[op]): _said(*head) for op, head in prover.found.items()}


def _said(rows: Mapping[str, Row], pending: Mapping[str, Relation]) -> dict[str, Any]:
    texts = {
        name: {site: str(relation) for site, relation in row.items() if not relation.is_empty()}
        for name, row in rows.items()
    }
    return {
        "rows": {name: row for name, row in texts.items() if row},
        "pending": {key: str(relation) for key, relation in pending.items()},
    }
