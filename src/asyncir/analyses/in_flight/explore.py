"""From the entry of a program to all that may be in flight at each of its points."""

from __future__ import annotations

import heapq
from collections import Counter
from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass, field

from asyncir.analyses.in_flight.canonical import canonicalise, generalise, skeleton
from asyncir.analyses.in_flight.code import Code, FlatLoop, Instruction, Kind
from asyncir.analyses.in_flight.ends import left_at_the_end
from asyncir.analyses.in_flight.exprs import Lin, Terms, modulo, substituted, symbol
from asyncir.analyses.in_flight.facts import Asked, Facts, hull, is_exact_hull, widened
from asyncir.analyses.in_flight.integers import Effort
from asyncir.analyses.in_flight.joins import MOST_APART, Joined, common_to
from asyncir.analyses.in_flight.machine import AbstractMachine
from asyncir.analyses.in_flight.state import Dead, GiveUp, Lane, Split, State, ThreadEnds, TooMuch, frozen
from asyncir.analyses.in_flight.world import OWN
from asyncir.ir import Operation, SSAValue

TOO_MANY_STEPS = "the check takes too many steps"
_MOST_VARIANTS = 4
_MOST_SPLITS = 64
"""An instruction that asks again and again, whatever it is told, asks of something new each time."""
_MOST_ALIKE = 12
_MOST_STATES = 4_000
_COST = 100
"""A question to isl takes as long as so many steps."""
_ROWS = 20
"""A step takes as long as so many inequalities that are made while variables are eliminated."""
_LOOKS = 8
"""After so many steps, it is looked whether they are too many."""
_MOST_MERGES = 40
_MOST_RELAXED = 2
_EARLY = 4
"""Where so small a part of the budget was not enough, it is asked whether what was found is."""


@dataclass(slots=True)
class _Point:
    """The states that have come to a point where paths meet."""

    found: dict[Hashable, list[Facts]] = field(default_factory=dict[Hashable, "list[Facts]"])
    alike: dict[Hashable, set[Hashable]] = field(default_factory=dict[Hashable, "set[Hashable]"])
    general: bool = False
    merges: int = 0
    relaxed: Counter[Terms] = field(default_factory=Counter[Terms])
    """How often a bound was replaced by one that says less."""
    held: dict[tuple[int, SSAValue], set[tuple[int, int]]] = field(
        default_factory=dict["tuple[int, SSAValue]", "set[tuple[int, int]]"]
    )
    """What the numbers at the head have been, the names of symbols apart."""
    joined: Joined = field(default_factory=Joined)

    def note(self, state: State) -> None:
        """Note what numbers are now."""
        for lane in state.lanes:
            for value, e in lane.env.items():
                if isinstance(e, Lin):
                    self.held.setdefault((lane.number, value), set()).add((len(e.terms), e.const))

    def varies(self, lane: int, value: SSAValue) -> bool:
        """Whether the value has been many."""
        return len(self.held.get((lane, value), ())) > _MOST_ALIKE // 2


class Explorer:
    """A worklist over points and states; the earliest point in the text first."""

    def __init__(
        self,
        machine: AbstractMachine,
        oldest: int,
        budget: int,
        seen: Callable[[State, int], None] | None = None,
        enough: Callable[[], bool] | None = None,
    ):
        self.machine = machine
        self.code: Code = machine.code
        self.world = machine.world
        self.oldest = oldest
        self.budget = budget
        self.points: dict[Hashable, _Point] = {}
        self.work: list[tuple[int, int, State]] = []
        self.pushed = 0
        self.steps = 0
        self.before = _questions()
        self.states = 0
        self.seen = seen
        """Told of each state from which the exploration goes on where paths meet, and where in the code."""
        self.enough = enough
        """Whether what was found is all that is wanted of an exploration that takes long."""
        self.asked_at = budget // _EARLY

    def run(self, initial: State) -> None:
        """Follow all paths. May raise `GiveUp`, `Restart`, or what the policy raises."""
        self._follow(initial)
        while self.work:
            _, _, state = heapq.heappop(self.work)
            self._resume(state)

    def taken(self) -> int:
        """How many steps were taken, with what questions cost."""
        return self.steps + _questions() - self.before

    def _push(self, state: State) -> None:
        self.pushed += 1
        # With given arguments nothing is widened, and a loop may go on for ever: shorter executions come first.
        first = min(lane.pc for lane in state.lanes) if self.world.given is None else 0
        heapq.heappush(self.work, (first, self.pushed, state))

    def _resume(self, state: State) -> None:
        """Go on behind a point where paths meet."""
        pc = min(lane.pc for lane in state.lanes)
        at = self.code.instructions[pc]
        self.steps += 1
        self._stop_if_too_long(at)
        if self.world.joined:
            self.points[tuple(lane.pc for lane in state.lanes)].joined.goes_on(state)
        try:
            for lane in state.lanes:
                if lane.pc == pc and at.kind is Kind.HEAD and at.loop is not None:
                    self.machine.at_head(state, lane, at.loop)
        except Split as split:
            other = state.copy()
            other.facts = state.facts.plus(split.e.opposite)
            state.facts = state.facts.plus(split.e)
            self._push(other)
            self._push(state)
            return
        except (Dead, ThreadEnds):
            return
        if self.seen is not None:
            self.seen(state, pc)
        for lane in state.lanes:
            lane.pc += lane.pc == pc
        self._follow(state)

    def _follow(self, first: State) -> None:
        """Execute until paths meet or end, on all ways."""
        ways = [first]
        while ways:
            state, split_here = ways.pop(), 0
            while True:
                self.steps += 1
                lane = state.lanes[0]
                if len(state.lanes) > 1 and state.lanes[1].pc < lane.pc:
                    lane = state.lanes[1]
                at = self.code.instructions[lane.pc]
                if not self.steps % _LOOKS:
                    self._stop_if_too_long(at)
                if at.kind is Kind.END:
                    if self.world.threads == 1:
                        self.machine.policy.left(left_at_the_end(self.code, state))
                    break
                if at.kind in (Kind.HEAD, Kind.JOIN):
                    self._arrive(state, at)
                    break
                if at.kind is Kind.BARRIER and any(x.failed for x in state.lanes):
                    break  # It waits for a thread that does not come.
                if at.kind in _TOGETHER or (at.kind is Kind.JUMP and at.target < lane.pc):
                    self._together(state, lane, at)
                    continue
                try:
                    self.machine.step(state, lane)
                    split_here = 0
                except Split as split:
                    split_here += 1
                    if split_here > _MOST_SPLITS:
                        raise GiveUp("what this computes cannot be told", _op_at(at)) from None
                    other = state.copy()
                    other.facts = state.facts.plus(split.e.opposite)
                    state.facts = state.facts.plus(split.e)
                    ways.append(other)
                    self.states += 1
                except Dead:
                    break
                except ThreadEnds:
                    if not state.goes_on_without(lane):
                        break
                    self._ends(state, lane)
                    split_here = 0
                except GiveUp as stop:
                    stop.op = stop.op or _op_at(at)
                    raise

    def _ends(self, state: State, lane: Lane) -> None:
        """Let the thread end here with an error: what it has in flight stays, for the others may meet it."""
        around = self.code.instructions[lane.pc].inside
        for loop in reversed(() if around is None else around.chain()):
            self._leave(state, [lane], False, loop)
        lane.pc, lane.failed, lane.committing = len(self.code.instructions) - 1, True, False
        lane.env, lane.cells, lane.ever = {}, {}, {}

    def _stop_if_too_long(self, at: Instruction) -> None:
        taken = self.taken()
        if taken > self.budget:
            raise TooMuch(TOO_MANY_STEPS, _op_at(at))
        if taken > self.asked_at and self._is_enough():
            raise GiveUp(TOO_MANY_STEPS, _op_at(at))

    def _is_enough(self) -> bool:
        """Ask, and again when as many steps more were taken; what the answer costs does not count."""
        self.asked_at *= 2
        before = _questions()
        answer = self.enough is not None and self.enough()
        self.before += _questions() - before
        return answer

    def _together(self, state: State, lane: Lane, at: Instruction) -> None:
        """What the threads do at once when they are at the same instruction."""
        here = [x for x in state.lanes if x.pc == lane.pc]
        everyone = len(here) == len(state.lanes)
        if at.kind is Kind.JUMP:
            for x in here:
                x.pc = at.target
            return
        if at.kind is Kind.BARRIER:
            if not everyone:
                raise GiveUp("the threads of a block may meet different barriers", at.op)
            self.machine.barrier(state)
        elif at.loop is not None:
            if at.kind is Kind.ENTER:
                self.machine.enter(state, here, at.loop)
            elif at.kind is Kind.ADVANCE:
                self._advance(state, here, everyone, at.loop)
            else:
                self._leave(state, here, everyone, at.loop)
        for x in here:
            for value in at.dies:
                x.env.pop(value, None)
            x.pc += 1

    def _advance(self, state: State, here: list[Lane], everyone: bool, loop: FlatLoop) -> None:
        if self.world.given is not None:
            state.counters[loop.number] = state.counters[loop.number] + 1
            return
        by = {loop.counter: symbol(loop.counter) - 1}
        if everyone:
            state.substitute(by)
            return
        for lane in state.lanes:
            if lane not in here and loop.first <= lane.pc <= loop.last:
                # It is on its way out: its counter stays what it is.
                if not self._is_leaving(lane, loop):
                    raise GiveUp("the threads of a block may be in different iterations", loop.op)
                self._leave(state, [lane], False, loop)
        for lane in here:
            lane.substitute(by)
        state.facts = state.facts.substituted(by)

    def _is_leaving(self, lane: Lane, loop: FlatLoop) -> bool:
        """Whether the thread does nothing more in the loop."""
        for at in self.code.instructions[lane.pc : loop.last + 1]:
            if at.kind is Kind.LEAVE and at.loop is loop:
                return True
            if at.kind not in (Kind.ASSIGN, Kind.LEAVE):
                return False
        return False

    def _leave(self, state: State, here: list[Lane], everyone: bool, loop: FlatLoop) -> None:
        if self.world.given is not None:
            if everyone:
                state.counters.pop(loop.number, None)
            return
        value = state.facts.value_of(loop.counter)
        if value is not None and value.is_const and loop.bounds is None:
            # How often a loop without bounds was entered: were it a constant, each number would be a state of its own.
            value = None
        counter = symbol(loop.counter)
        end = self.world.fresh() if value is None else value
        by: dict[str, Lin] = {loop.counter: end}
        if value is not None:
            for lane in state.lanes:
                lane.entries = [frozen(e, loop.counter) if lane in here else e for e in lane.entries]
        if everyone:
            state.substitute(by)
            return
        for lane in here:
            lane.substitute(by)
        # What the counter of the threads that go on will be is another question.
        about = [substituted(e, by) for e in state.facts.lins() if loop.counter in e.symbols]
        state.facts = state.facts.plus(*about, end - counter, counter - end)

    def _arrive(self, state: State, at: Instruction) -> None:
        """Go on from here unless all of these executions have been looked at."""
        if state.facts.is_empty():
            return
        self._stop_if_too_long(at)
        self.steps += len(state.facts.known) + sum(len(lane.entries) for lane in state.lanes)
        pcs = tuple(lane.pc for lane in state.lanes)
        point = self.points.setdefault(pcs, _Point())
        is_head = at.kind is Kind.HEAD
        abstract = self.world.given is None
        if is_head and at.loop is not None:
            point.note(state)
            state.vague = state.vague or (abstract and self._carries_many(point, at.loop))
            if point.general:
                generalise(state, self.world, at.loop, point.varies)
        forgetful = abstract and len(point.found) > _MOST_ALIKE
        key = canonicalise(state, self.code, self.world, at, self.oldest, forgetful)
        variants = point.found.get(key)
        if self.world.joined and at.kind is Kind.JOIN and self._joins(point, state, variants):
            return
        if variants is None:
            if len(point.found) > _MOST_STATES:
                raise TooMuch("too many different states of the queues", _op_at(at))
            point.found[key] = [state.facts]
            if is_head and abstract and not point.general:
                alike = point.alike.setdefault(skeleton(state), set())
                alike.add(key)
                point.general = len(alike) > _MOST_ALIKE or len(point.found) > 2 * _MOST_ALIKE
            self._push(state)
            return
        if any(
            old.known == state.facts.known or all(map(state.facts.implies, old.lins())) for old in variants
        ):
            return  # These executions are known already.
        if abstract:
            before = state.facts
            state.facts = self._merge(point, variants, before, at.loop if is_head else None)
            state.vague = state.vague or _has_forgotten_remainders(before, state.facts)
        else:
            variants.append(state.facts)
        self._push(state)

    def _joins(self, point: _Point, state: State, variants: list[Facts] | None) -> bool:
        """Go on from here with others, if there are many."""
        if variants is not None or len(point.found) < MOST_APART:
            return False
        common = common_to(state)
        if common is None:
            return False
        more = point.joined.add(common, state)
        if more is not None:
            self._push(more)
        return True

    def is_crowded(self) -> bool:
        """Whether states could be joined at some point."""
        return any(len(point.found) > MOST_APART for point in self.points.values())

    def _carries_many(self, point: _Point, loop: FlatLoop) -> bool:
        """Whether the loop carries a number of which the facts do not tell how it hangs on the iteration."""
        return any(
            value in self.code.matters
            and value not in loop.inductions
            and any(len(point.held.get((lane, value), ())) > 1 for lane in range(self.world.lanes))
            for value in loop.carried
        )

    def _merge(self, point: _Point, variants: list[Facts], new: Facts, head: FlatLoop | None) -> Facts:
        """With what facts to go on."""
        if head is not None:
            mine = _of_arguments(new)
            for i, old in enumerate(variants):
                if _of_arguments(old) == mine:
                    variants[i] = self._widen(point, old, new, head)
                    return variants[i]
        else:
            for i, old in enumerate(variants):
                both = hull(old, new)
                if is_exact_hull(both, old, new):
                    variants[i] = both
                    return both
        if len(variants) < _MOST_VARIANTS:
            variants.append(new)
            return new
        first = variants[0]
        variants[0] = hull(first, new) if head is None else self._widen(point, first, new, head)
        return variants[0]

    def _widen(self, point: _Point, old: Facts, new: Facts, head: FlatLoop) -> Facts:
        """What holds of both. A bound that arrivals break again and again goes: then the loop ends soon."""
        point.merges += 1
        kept = widened(old, new)
        if point.merges < 10 * _MOST_MERGES:
            kept = kept.plus(*self._bounds(kept, old, new))
        if point.merges > _MOST_MERGES:
            return kept
        more: list[Lin] = []
        for e in new.lins():
            known = kept.known.get(e.terms)
            if (known is not None and known.const <= e.const) or not old.implies(e):
                continue
            broken = known is None and e.terms in old.known
            if not broken or point.relaxed[e.terms] < _MOST_RELAXED:
                point.relaxed[e.terms] += broken
                more.append(e)
        return kept.plus(*more, *_lines(old, new, head.counter))

    def _bounds(self, kept: Facts, old: Facts, new: Facts) -> Iterator[Lin]:
        """In the place of a bound that is broken, the next one that the program itself tests."""
        for terms, e in new.known.items():
            if terms in old.known and terms not in kept.known:
                least = max(e.const, old.known[terms].const)
                looser = [c for c in self.machine.said.get(terms, ()) if c >= least]
                if looser:
                    yield Lin(min(looser), terms)


def _questions() -> int:
    """What all questions so far have cost, in steps."""
    return _COST * Asked.times + Effort.rows // _ROWS


def _lines(old: Facts, new: Facts, counter: str) -> Iterator[Lin]:
    """Where a number or a bound grew by as much for each iteration between: that it does, as inequalities."""
    from_, to = old.value_of(counter), new.value_of(counter)
    if from_ is None or to is None or not (to - from_).is_const or to == from_:
        return
    apart, passed = (to - from_).const, symbol(counter) - from_
    if apart > 1:
        yield modulo(passed, apart).scaled(-1)
    for name in sorted({s for e in new.lins() for s in e.symbols if s[0] in OWN}):
        first, second = old.value_of(name), new.value_of(name)
        if first is None or second is None or not (second - first).is_const:
            continue
        each, rest = divmod((second - first).const, apart)
        if not rest:
            line = symbol(name) - first - passed.scaled(each)
            yield line
            yield line.scaled(-1)
    for terms, e in new.known.items():
        before = old.known.get(terms)
        if before is None or before.const == e.const or sum(str(atom)[0] in OWN for atom, _ in terms) < 2:
            continue
        each, rest = divmod(e.const - before.const, apart)
        if not rest:
            yield before + passed.scaled(each)


def _op_at(at: Instruction) -> Operation | None:
    """What a reader is shown; of a loop's own steps, the loop."""
    around = at.loop or at.inside
    return at.op or (None if around is None else around.op)


def _has_forgotten_remainders(before: Facts, after: Facts) -> bool:
    """Whether facts about the remainders of iterations have gone: what is in flight may hang together with these."""
    gone = (e for e in before.lins() if e.terms not in after.known or after.known[e.terms].const > e.const)
    return any(
        any(not isinstance(atom, str) and atom[0] == "mod" for atom, _ in e.terms) and not after.implies(e)
        for e in gone
    )


def _of_arguments(facts: Facts) -> frozenset[Lin]:
    """What is known of arguments alone."""
    return frozenset(e for e in facts.lins() if all(s[0] in "adb" for s in e.symbols))


_TOGETHER = frozenset({Kind.BARRIER, Kind.ENTER, Kind.ADVANCE, Kind.LEAVE})
