"""Executes one instruction of the flat code in a symbolic state."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence

from asyncir.analyses.in_flight.accesses import distinct, overlap, touches, touches_of_body
from asyncir.analyses.in_flight.code import Code, FlatLoop, Instruction, Kind
from asyncir.analyses.in_flight.ends import left_in_frame
from asyncir.analyses.in_flight.exprs import Lin, Terms, constant, modulo, symbol
from asyncir.analyses.in_flight.folding import wrapped
from asyncir.analyses.in_flight.lookup import (
    condition_of,
    is_number,
    named,
    number_of,
    touches_nothing,
    value_of,
)
from asyncir.analyses.in_flight.meetings import Meeting, MeetingPolicy, is_guessed
from asyncir.analyses.in_flight.queues import has_computed_count, literal_queues
from asyncir.analyses.in_flight.sharing import is_shared
from asyncir.analyses.in_flight.state import (
    Condition,
    Dead,
    Entry,
    GiveUp,
    Lane,
    State,
    ThreadEnds,
    Token,
    Value,
    bounds_in,
    decide,
    decide_sign,
    equals_in,
    symbols_in,
    told,
)
from asyncir.analyses.in_flight.values import Evaluator
from asyncir.analyses.in_flight.waits import TokenWait, limit_of, slack_of
from asyncir.analyses.in_flight.widths import STEPS, is_possible, width_of
from asyncir.analyses.in_flight.world import LASTING, UNKNOWN_OBJECT, World, is_private
from asyncir.dialects.effect_types import Milestone
from asyncir.dialects.effects import Effects
from asyncir.dialects.interfaces.completion import (
    QueueId,
    commits,
    fifo_of,
    issues,
    waits_by_count,
    waits_by_token,
    waits_finished,
)
from asyncir.dialects.interfaces.kinds import OpKind, kind_of
from asyncir.ir import Operation, SSAValue

_MOST_TESTS = 4
"""Bounds of a loop that are remembered."""

MOST_QUEUES = 16
"""A computed queue is one of 0 … this."""


class AbstractMachine:
    """Knows the program; changes states."""

    def __init__(
        self, code: Code, world: World, effects: Effects, waits: dict[Operation, int], policy: MeetingPolicy
    ):
        self.code = code
        self.world = world
        self.effects = effects
        self.waits = waits
        self.policy = policy
        world.matters, world.fitting = code.matters, code.fitting
        world.related, world.lasting = code.related, code.lasting
        arguments = code.entry.regions[0].blocks[0].args
        world.arguments = {f"a{a.index}": width_of(a.type) for a in arguments if is_number(a.type)}
        world.ages = any(s.op is not None and has_computed_count(s.op) for s in code.instructions)
        self.queues = literal_queues(code)
        self.named_fifos: list[Lin] = []
        self.said: dict[Terms, set[int]] = {}
        """Constants of tested bounds; widening stops there."""
        self.keeps_totals = any(
            i.kind is Kind.WAIT and i.op is not None and waits_finished(i.op) is not None
            for i in code.instructions
        )

    def step(self, state: State, lane: Lane) -> None:
        """Execute the lane's next instruction. May raise `Split`, `Dead`, `GiveUp`; then nothing has changed."""
        at = self.code.instructions[lane.pc]
        match at.kind:
            case Kind.OP:
                self._op(state, lane, at)
            case Kind.ISSUE:
                self._issue(state, lane, at)
            case Kind.BEGIN:
                lane.committing = True
            case Kind.COMMIT:
                self._commit(state, lane, at)
            case Kind.WAIT:
                self._wait(state, lane, at)
            case Kind.ASSIGN:
                self._assign(lane, at)
            case Kind.TEST:
                if not self._test(state, lane, at):
                    lane.pc = at.target
                    return
            case Kind.BRANCH:
                assert at.value is not None
                condition = condition_of(self.world, lane, at.value)
                truth = decide(state, condition)
                state.guessing = state.guessing or (state.derived and is_guessed(condition))
                if at.inside is not None:
                    self._say(state, condition, truth)
                if not truth:
                    lane.pc = at.target
                    return
            case Kind.CASE:
                assert at.value is not None
                value = number_of(self.world, state, lane, at.value)
                case = wrapped(at.case, width_of(at.value.type))
                if not decide(state, Condition("eq", value - case)):
                    lane.pc = at.target
                    return
            case Kind.JUMP:
                lane.pc = at.target
                return
            case Kind.CALL:
                self._call(state, lane, at)
            case Kind.CHOICE:
                if not self._returns(state, lane, at):
                    lane.pc = at.target
                    return
            case Kind.RETURN:
                self._return(state, lane, at)
                lane.pc += 1
                return
            case Kind.FRAME:
                self.policy.dangling(left_in_frame(self.code, state, lane))
            case Kind.UNKNOWN:
                raise GiveUp(at.reason, at.op)
            case _:
                pass
        for value in at.dies:
            lane.env.pop(value, None)
        lane.pc += 1

    def _call(self, state: State, lane: Lane, at: Instruction) -> None:
        if self.world.given is not None:
            frame = (at.case, tuple(lane.env.items()), tuple(state.counters.items()))
            lane.calls = (*lane.calls, frame)

    def _evaluator(self, state: State, lane: Lane, at: Instruction) -> Evaluator:
        return Evaluator(self.world, state, lane, at, lane.pc)

    def _place(self, state: State, at: Instruction) -> tuple[Lin, ...]:
        loop = at.inside
        return () if loop is None else tuple(state.counters[x.number] for x in loop.chain())

    # Loops

    def enter(self, state: State, here: Sequence[Lane], loop: FlatLoop) -> None:
        """Set the counter to 0; give numbers that inner loops or branches move on a name."""
        if self.world.given is not None:
            state.counters[loop.number] = constant(0)
            return
        k = symbol(loop.counter)
        state.counters[loop.number] = k
        state.facts = state.facts.without({loop.counter}).plus(k, k.scaled(-1))
        base: tuple[Lin, int] | None = None
        for lane in here:
            for argument, modulus in loop.moved_on.items():
                e = lane.env.get(argument) if argument in self.code.matters else None
                if (
                    not isinstance(e, Lin)
                    or not e.is_const
                    or not (modulus is None or 0 <= e.const < modulus)
                ):
                    continue
                base = base or (named(state, self.world, e), e.const)
                own = base[0] + (e.const - base[1])
                lane.env[argument] = own if modulus is None else modulo(own, modulus)

    def at_head(self, state: State, lane: Lane, loop: FlatLoop) -> None:
        """Say what the loop's variable and its inductions are, in terms of the counter. May raise `Split`, `Dead`."""
        k = state.counters[loop.number]
        evaluator = self._evaluator(state, lane, self.code.instructions[lane.pc])
        if loop.bounds is not None and loop.variable is not None:
            lower, _, step = self._bounds(evaluator, loop)
            if step.is_const or k.is_const:
                variable = lower + (k.scaled(step.const) if step.is_const else step.scaled(k.const))
                if loop.unsigned:
                    variable = evaluator.as_signed(loop.variable, variable)
            else:
                self.world.blurred.add("a loop's step is not constant")
                variable = self.world.fresh()
            if loop.unsigned and state.facts.implies(k - STEPS):
                raise Dead  # No execution has so many iterations.
            lane.env[loop.variable] = variable
        for argument, (init, grows) in loop.inductions.items():
            start = value_of(self.world, lane, init) if argument in self.code.matters else None
            if not isinstance(start, Lin):
                continue
            modulus = loop.moduli.get(argument)
            if modulus is None:
                lane.env[argument] = evaluator.fitted(argument, start + k.scaled(grows))
            elif all(state.facts.implies(e) for e in (start, constant(modulus - 1) - start)):
                lane.env[argument] = modulo(start + k.scaled(grows), modulus)

    def _bounds(self, evaluator: Evaluator, loop: FlatLoop) -> list[Lin]:
        """Lower bound, upper bound and step, as the loop reads them."""
        assert loop.bounds is not None
        read = evaluator.unsigned if loop.unsigned else evaluator.number
        return [read(bound) for bound in loop.bounds]

    def _test(self, state: State, lane: Lane, at: Instruction) -> bool:
        """Whether the counted loop has another iteration."""
        loop = at.loop
        assert loop is not None
        lower, upper, step = self._bounds(self._evaluator(state, lane, at), loop)
        k = state.counters[loop.number]
        length = upper - lower
        if step.is_const:
            if step.const <= 0:
                raise ThreadEnds
            going = length - k.scaled(step.const) - 1
            if length.is_const:
                going = constant(-(-length.const // step.const) - 1) - k
        elif k.is_const:
            going = length - step.scaled(k.const) - 1
        else:
            return self._test_opaque(state, loop, length, step)
        truth = decide_sign(state, going)
        self._say(state, Condition("ge", going), truth)
        if truth:
            self._note_test(loop, going)
        return truth

    def _note_test(self, loop: FlatLoop, going: Lin) -> None:
        """Note what holds in every iteration of the loop, if it is about numbers that stay the same."""
        about = going.symbols - {loop.counter}
        known = self.world.tested.setdefault(loop.counter, {})
        if going not in known and len(known) < _MOST_TESTS and all(s[0] in LASTING for s in about):
            known[going] = None

    def _say(self, state: State, condition: Condition | bool, truth: bool) -> None:
        """Say what was decided, even where it follows: what it follows from may be lost where paths meet."""
        if self.world.given is not None:
            return
        state.facts = told(state.facts, condition, truth)
        for e in (*bounds_in(condition, truth), *equals_in(condition)):
            least = e.reduced()
            self.said.setdefault(least.terms, set()).add(least.const)

    def _test_opaque(self, state: State, loop: FlatLoop, length: Lin, step: Lin) -> bool:
        """Whether a loop has another iteration whose trip count, a quotient of two numbers, is known by name only."""
        trips = self.world.result("trips", (length, step))
        if trips is not None:
            return decide_sign(state, trips - state.counters[loop.number] - 1)
        # The bounds may be others the next time: what was said of this test is said of no other.
        return _any(state, f"b.{loop.number}")

    # Calls of what has not returned yet

    def _returns(self, state: State, lane: Lane, at: Instruction) -> bool:
        """Whether control goes on behind this call."""
        if self.world.given is not None:
            return bool(lane.calls) and lane.calls[-1][0] == at.case
        return _any(state, f"b.r{at.case}")

    def _return(self, state: State, lane: Lane, at: Instruction) -> None:
        """Of the caller's values only those are known that all activations share; loops may be in any iteration."""
        running = [] if at.inside is None or at.loop is None else at.inside.chain()[len(at.loop.chain()) :]
        if self.world.given is not None:
            (_, env, counters), lane.calls = lane.calls[-1], lane.calls[:-1]
            lane.env = dict(env)
            known = dict(counters)
            state.counters |= {loop.number: known[loop.number] for loop in running}
            return
        for value in at.dies:
            lane.env.pop(value, None)
        self._assign(lane, at)
        for loop in running:
            k = state.counters[loop.number] = symbol(loop.counter)
            state.facts = state.facts.without({loop.counter}).plus(k)

    # Ops

    def _op(self, state: State, lane: Lane, at: Instruction) -> None:
        op = at.op
        assert op is not None
        if any(issues(x) or commits(x) for region in op.regions for b in region.blocks for x in b.ops):
            raise GiveUp(f"asynchronous work inside {op.name}", op)
        evaluator = self._evaluator(state, lane, at)
        evaluator.run(op)
        if self.effects.is_pure(op) or touches_nothing(op):
            return
        touched_now = touches(self.effects, evaluator, op)
        is_store = kind_of(op) is OpKind.STORE
        if is_store:
            evaluator.store(op)
        for touched in touched_now:
            root = touched.access.root
            if touched.kind != "R":
                if not is_store:
                    evaluator.forget(root)
                self.writes(root)
            elif self._is_harmless(root):
                self.policy.touched(touched.access)
                continue
            local = self.world.is_local(root)
            entry = Entry(op, touched.kind, (touched.access,), lane.pc, self._place(state, at), local=local)
            self._check(state, lane, entry)
            if len(state.lanes) > 1 and not local:
                found = entry._replace(symbols=symbols_in(entry.accesses, entry.place))
                if all(e.accesses != found.accesses or e.kind != found.kind for e in lane.epoch):
                    lane.epoch.append(found)

    def writes(self, root: Hashable) -> None:
        """Note that something writes the object; start again if what it holds was taken for constant."""
        if root not in self.world.mutable:
            self.world.mutable.add(root)
            if root in self.world.read or root == UNKNOWN_OBJECT:
                raise Restart

    def _is_harmless(self, root: Hashable) -> bool:
        """Whether reads of the object can be in no race; if that turns out wrong, all starts again."""
        if self.world.complete or root == UNKNOWN_OBJECT or not self.world.is_constant(root):
            return False
        self.world.read.add(root)
        return True

    def _check(self, state: State, lane: Lane, access: Entry) -> None:
        """Look for entries in flight that touch what this touches."""
        for touched in access.accesses:
            self.policy.touched(touched)
            root = touched.root
            if not is_private(root) and self.world.is_local(root) and self.world.threads > 1:
                unknown = root == UNKNOWN_OBJECT
                if unknown or is_shared(self.world, lane.number, access.kind, touched):
                    self.world.shared.add(root)
                    raise Restart
        for other in state.lanes:
            own = other is lane
            for entry in other.entries:
                if (own and not entry.done) or not (own or entry.local):
                    self._compare(state, other, lane, entry, access)
            if not own:
                for entry in other.epoch:
                    self._compare(state, other, lane, entry, access)

    def _compare(self, state: State, other: Lane, lane: Lane, entry: Entry, access: Entry) -> None:
        if entry.kind == access.kind and entry.kind != "W":
            return
        for a in entry.accesses:
            for b in access.accesses:
                if a.root != b.root and UNKNOWN_OBJECT not in (a.root, b.root):
                    continue
                conditions = overlap(a, b, state.facts)
                if conditions is not None and is_possible(state.facts, conditions, self.world.arguments):
                    exact = a.exact and b.exact
                    lanes = (other.number, lane.number)
                    self.policy.met(
                        Meeting(
                            state,
                            access.op,
                            access.kind,
                            access.at,
                            access.place,
                            entry,
                            conditions,
                            lanes,
                            exact,
                        )
                    )
                    return

    def _issue(self, state: State, lane: Lane, at: Instruction) -> None:
        op = at.op
        assert op is not None
        trait = issues(op)
        assert trait is not None
        evaluator = self._evaluator(state, lane, at)
        if trait.region(op) is not None:
            touched = touches_of_body(self.effects, evaluator, op)
        else:
            touched = touches(self.effects, evaluator, op)
        token = trait.token(op)
        uid = -1
        if token is not None:
            uid = lane.uids = lane.uids + 1
            lane.env[token] = Token(copies=frozenset({uid}))
        place = self._place(state, at)
        made: list[Entry] = []
        for kind in ("R", "W", "A"):
            accesses = distinct(touched, kind)
            if kind == "R":
                for a in (a for a in accesses if self._is_harmless(a.root)):
                    self.policy.touched(a)
                accesses = tuple(a for a in accesses if not self._is_harmless(a.root))
            if not accesses:
                continue
            if kind != "R":
                for a in accesses:
                    self.writes(a.root)
                    evaluator.forget(a.root)
            symbols = symbols_in(accesses, place)
            local = all(self.world.is_local(a.root) for a in accesses)
            entry = Entry(op, kind, accesses, lane.pc, place, uid=uid, local=local, symbols=symbols)
            made.append(entry._replace(opened=lane.committing))
        for entry in made:
            self._check(state, lane, entry)
        lane.entries.extend(made)

    def _commit(self, state: State, lane: Lane, at: Instruction) -> None:
        op = at.op
        assert op is not None
        trait = commits(op)
        assert trait is not None
        fifo = self._fifo(state, lane, trait.queue(op))
        seq = lane.totals.get(fifo, 0)
        members = trait.members(op)
        uids: set[int] = set()
        for token in members or ():
            found = value_of(self.world, lane, token)
            if isinstance(found, Token):
                uids |= found.copies
        for i, e in enumerate(lane.entries):
            mine = e.opened if members is None else e.uid in uids and e.seq is None
            if mine:
                lane.entries[i] = e._replace(opened=False, fifo=fifo, seq=seq, commit=op)
            elif e.age is not None and e.fifo == fifo:
                lane.entries[i] = e._replace(age=e.age + 1)
        if uids:
            for name, value in lane.env.items():
                if isinstance(value, Token) and value.copies & uids:
                    lane.env[name] = Token(value.groups | {(fifo, seq)}, value.copies - uids)
        lane.totals[fifo] = seq + 1
        if self.keeps_totals:
            lane.ever[fifo] = self._ever(state, lane, fifo) + 1
        if members is None:
            lane.committing = False
        token = trait.token(op)
        if token is not None:
            lane.env[token] = Token(frozenset({(fifo, seq)}))

    def _ever(self, state: State, lane: Lane, fifo: Hashable) -> Lin:
        """How many groups were committed to the FIFO: a number of its own, so that it may be many."""
        known = lane.ever.get(fifo)
        if known is None:
            known = constant(0) if self.world.given is not None else named(state, self.world, constant(0))
        return known

    def _fifo(self, state: State, lane: Lane, queue: QueueId) -> Hashable:
        if isinstance(queue, SSAValue):
            number = number_of(self.world, state, lane, queue)
            if not number.is_const and all(s[0] == "a" for s in number.symbols):
                return self._named_fifo(state, number)
            queue = self._constant(state, number, MOST_QUEUES)
        return fifo_of(queue, self.code.entry)

    def _named_fifo(self, state: State, number: Lin) -> Hashable:
        """The FIFO of a queue that the caller chooses: one that the program names, or one of its own."""
        for queue in sorted(self.queues):
            if decide(state, Condition("eq", number - queue)):
                return fifo_of(queue, self.code.entry)
        for other in self.named_fifos:
            if other == number or decide(state, Condition("eq", number - other)):
                return ("chosen", other)
        self.named_fifos.append(number)
        return ("chosen", number)

    def _constant(self, state: State, e: Lin, most: int) -> int:
        """The value of an expression, in 0 … most; splits until it is one."""
        if e.is_const:
            return e.const
        for value in (*range(most + 1), *range(-1, -most - 1, -1)):
            if decide(state, Condition("eq", e - value)):
                self._say(state, Condition("eq", e - value), True)
                return value
        raise GiveUp("a computed queue may be any number")

    # Waits

    def _wait(self, state: State, lane: Lane, at: Instruction) -> None:
        op = at.op
        assert op is not None
        number = self.waits[op]
        counted, by_token, finished = waits_by_count(op), waits_by_token(op), waits_finished(op)
        if counted is not None:
            count, queue, milestone = counted.count(op), counted.queue(op), counted.milestone(op)
            assert count is not None
            count = self._loosened(state, number, self._count(state, lane, number, count))
            fifo = self._fifo(state, lane, queue)
            counts = {fifo: count}
        elif finished is not None:
            count, milestone = finished.count(op), finished.milestone(op)
            fifo = self._fifo(state, lane, finished.queue(op))
            left = lane.ever.get(fifo, constant(0)) - self._count(state, lane, number, count)
            if not decide_sign(state, left):
                left = constant(0)  # More than were committed: all of them.
            counts = {fifo: self._loosened(state, number, left)}
        else:
            tokens = by_token.tokens(op) if by_token is not None else op.operands
            milestone = by_token.milestone(op) if by_token is not None else Milestone.WRITTEN
            waited = TokenWait(self.world, lane, tokens, self.world.looser.get(number, 0))

            def of_token(entry: Entry, age: int) -> int:
                count = waited.count(entry.fifo)
                return slack_of(state, entry, waited.slack(entry, age), count, self._say)

            self._retire(state, lane, number, waited.limits, milestone, of_token)
            return
        limits = {fifo: limit_of(state, lane, fifo, count, self._say) for fifo, count in counts.items()}

        def slack(entry: Entry, age: int) -> int:
            least = age - entry.rank - limits[entry.fifo]
            return slack_of(state, entry, least, counts[entry.fifo], self._say)

        self._retire(state, lane, number, limits, milestone, slack)

    def _count(self, state: State, lane: Lane, wait: int, count: int | SSAValue) -> Lin:
        """A count as written; a negative one is an error of its own, which ends the execution."""
        e = constant(count) if isinstance(count, int) else number_of(self.world, state, lane, count)
        if not decide_sign(state, e):
            self.policy.failed(state, wait, e)
            raise ThreadEnds
        return e

    def _loosened(self, state: State, wait: int, limit: Lin) -> Lin:
        """The count that is asked about: more or fewer than the program says, but not fewer than none."""
        by = self.world.looser.get(wait, 0)
        return limit + by if not by or decide_sign(state, limit + by) else constant(0)

    def _retire(
        self,
        state: State,
        lane: Lane,
        wait: int,
        limits: dict[Hashable, int],
        milestone: Milestone,
        slack_of: Callable[[Entry, int], int],
    ) -> None:
        kept: list[Entry] = []
        groups: dict[tuple[Hashable, int | None], bool] = {}
        for entry in lane.entries:
            age = lane.age(entry) if entry.seq is not None and entry.fifo in limits else None
            if age is None or (milestone is Milestone.SOURCE_READ and entry.kind != "R"):
                kept.append(entry)
                continue
            slack = slack_of(entry, age)
            groups[(entry.fifo, entry.seq)] = slack >= 0
            after = self.policy.waited(state, entry, wait, slack)
            if after is not None:
                kept.append(after)
        self.policy.reached(state, lane, wait, groups, limits)
        lane.entries = kept

    def barrier(self, state: State) -> None:
        """All threads have arrived."""
        for lane in state.lanes:
            behind = (self.policy.published(state, e) for e in lane.entries)
            lane.entries = [e for e in behind if e is not None]
            lane.epoch = []

    def _assign(self, lane: Lane, at: Instruction) -> None:
        values: list[tuple[SSAValue, Value | None]] = [
            (target, value_of(self.world, lane, source))
            for target, source in at.pairs
            if target in self.code.matters or not is_number(target.type)
        ]
        for target, value in values:
            if value is None:
                lane.env.pop(target, None)
            else:
                lane.env[target] = value


def _any(state: State, name: str) -> bool:
    """One of two ways, of which nothing is known."""
    answer = decide_sign(state, symbol(name))
    state.facts = state.facts.substituted({name: constant(0 if answer else -1)})
    return answer


class Restart(Exception):
    """Something that was taken for constant is written, or something is shared that was taken for one thread's."""
