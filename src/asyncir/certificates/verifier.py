"""Checks a certificate point by point: what is true there leads only to what the certificate says of the next points.

*What is proved.* No execution of an entry has a race: no access touches what is in flight, and between two barriers no
two threads touch one element. An execution is followed up to its first error, such as an index out of bounds.

*Points.* A point is the start of a block, or the place behind an op, with the calls that lead to it. The certificate
names some points and says what is true there, as cases. A case has coordinates, which are integers that the program has
at the point (a loop's variable, a carried value), the age of a token, or how many groups were ever committed to a FIFO.
It says with which coordinates control may come (`where`), what memory values refer to, and for each FIFO, kind of touch
and object which ages and elements may be in flight: a relation from coordinates to (age, element...).

*The lattice.* What is true is ordered by inclusion: more coordinates, more in flight is higher. Nothing is ever joined
or widened here, which is what makes this small: the prover has found the invariants, the verifier only asks whether
they are. `ProofState` is an element of the lattice while ops are executed. Numbers are functions of the coordinates; one of
which nothing is known is one more coordinate, so that what hangs on it hangs on it everywhere. It is forgotten at the
next point.

*The invariant.* Each state that an execution can be in at a named point is in one of its cases. By induction over the
length of the execution: the entry is executed from a state in which nothing is in flight; and from each case of each
named point control is executed up to the next named points (`execute`), where all that may be true has to be in their
cases (`cover`). Each access on the way is checked against what is in flight (`Rules.access`), and each barrier keeps
what a thread did (`Threads`).

*Why it ends.* A place that is not named is passed, and control that comes to one twice is refused (`go`); so between
two points every op is executed once for each way. There are as many steps as there are ways between points, and isl
takes a bounded number of steps for all of them.

*What must be believed.* isl; the parser; what ops declare of themselves (`asyncir.dialects`: effects, views, parts in
queues); these seven files; that arguments are different arrays, where nothing else is said, and that arguments, extents
and elements of memory that nothing writes are smaller than 2**48 in magnitude, and nothing is counted up to 2**62 in
steps smaller than 2**16. All other arithmetic is that of the types: what they do not hold wraps around.

*Refused and not followed.* Where a check fails and all of the program was followed exactly, the certificate is refused.
Where some of it was taken for anything (`Rules.blurred`), or has no rules here, it is not followed: the proof may be
right all the same.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from asyncir.certificates.memory import View, root
from asyncir.certificates.parallel import overlaps, unruled
from asyncir.certificates.rules import Rules
from asyncir.certificates.state import COUNTED, STEP, NotFollowed, ProofState, Refused
from asyncir.certificates.threads import Path
from asyncir.certificates.values import (
    OUT,
    SET,
    BoundedInteger,
    Function,
    Relation,
    coalesced,
    function,
    held,
    isl,
    literal,
    unsigned,
    width,
    wrapped,
)
from asyncir.dialects.async_types import CompletionType
from asyncir.dialects.branches import forwarded_values
from asyncir.dialects.counted_loops import counts_of
from asyncir.dialects.effects import callee_name, global_of, is_memory
from asyncir.dialects.interfaces.completion import commits, fifo_of, waits_finished
from asyncir.dialects.interfaces.kinds import OpKind, kind_of
from asyncir.ir import Block, Operation, SSAValue
from asyncir.ir.dense import all_elements

_MOST_PAIRS = 10_000
"""Relations of more pairs of pieces are not subtracted: isl counts too few of the steps that this takes."""

Place = Block | Operation
"""The start of a block, or behind an op."""
Way = tuple[Place, Path, Sequence[SSAValue], Sequence[SSAValue | BoundedInteger]]
"""Where control goes, the calls around that, and which values become which there."""


class Wild(Exception):
    """A coordinate may be larger than it was taken for: everything has to be looked at again."""

    def __init__(self, name: str):
        super().__init__(name)
        self.name = name


class Verifier(Rules):
    """One check of one certificate."""

    def __init__(
        self,
        module: Operation,
        entry: str,
        certificate: Mapping[str, Any],
        wild: frozenset[str] = frozenset(),
    ):
        super().__init__(module, entry, frozenset(certificate["constant"]), str(certificate["points"]))
        self.wild = wild
        """Coordinates that may be any number that their type holds."""
        self.points = {
            at: [self.stated(case) for case in cases] for at, cases in certificate["points"].items()
        }
        """For each point its cases: the names of the coordinates, the objects of memory values, the rest."""
        self.todo: list[tuple[Place, Path, ProofState, frozenset[str]]] = []

    def run(self) -> None:
        """Return if nothing speaks against the certificate."""
        if (op := unruled(self.all_in(self.entry))) is not None:
            raise NotFollowed(f"the rules for {op.name} are not known here", op)
        by_value = any(kind_of(op) is OpKind.CALL_OF_VALUE for op in self.ops)
        if not (by_value or self.threads.several or any(map(overlaps, self.all_in(self.entry)))):
            return
        start = ProofState(isl.Set("{ [] }").intersect_params(self.parameters))
        if any(map(waits_finished, self.ops)):
            start.env |= {f"#{fifo_of(queue, self.entry)}": start.fixed(0).of for queue in range(16)}
        self.begin(start)
        while self.todo:
            self.execute(*self.todo.pop())
        if (found := self.threads.race(list(self.shared), self.ops, self.is_same)) is not None:
            raise self.refused(f"two threads may meet: {found}")

    def begin(self, start: ProofState) -> None:
        """Begin at the entry, and at each case of the certificate."""
        self.go(self.body, (), start, frozenset())
        for point, cases in self.points.items():
            *path, at = point.split("/")
            for _, _, said in cases:
                calls = tuple(self.ops[int(call)] for call in path)
                self.todo.append((self.place(at), calls, said.copy(said.reach), frozenset((point,))))

    # what a certificate says

    def place(self, text: str) -> Place:
        """`12.0.1`, a block; `12`, behind an op."""
        op, *inner = map(int, text.split("."))
        return self.ops[op].regions[inner[0]].blocks[inner[1]] if inner else self.ops[op]

    def named(self, text: str) -> SSAValue:
        """`12:0`, a result; `12.0.1:0`, an argument of a block."""
        place, _, index = text.partition(":")
        at = self.place(place)
        return (at.args if isinstance(at, Block) else at.results)[int(index)]

    def point(self, at: Place, path: Path) -> str:
        """How the certificate calls a place."""
        calls = "".join(f"{self.ids[call]}/" for call in path)
        if isinstance(at, Operation):
            return f"{calls}{self.ids[at]}"
        op, region = at.parent_op(), at.parent_region()
        assert op is not None
        assert region is not None
        return f"{calls}{self.ids[op]}.{op.regions.index(region)}.{region.get_block_index(at)}"

    def stated(self, case: Mapping[str, Any]) -> tuple[Sequence[str], Mapping[SSAValue, str], ProofState]:
        """A case of a point."""
        state = ProofState(isl.Set(case["where"]).intersect_params(self.parameters))
        space = state.reach.get_space()
        if state.reach.dim(SET) != len(case["coordinates"]):
            raise Refused("it names other coordinates than it uses")
        for index, name in enumerate(case["coordinates"]):
            (value, _, fifo), of = name.partition("@"), state.coordinate(index)
            if name.startswith("#"):
                state.env[name] = of
            elif fifo:
                state.env[self.named(value)] = (fifo, of)
            else:
                integer = name if name.endswith("]") else self.named(value)
                low, high = held(self.bits(integer))
                if name not in self.wild:
                    low, high = max(low, -COUNTED), min(high, COUNTED)
                state.env[integer] = BoundedInteger(of, low, high)
                state.limits.append(
                    of.ge_set(function(low, space)).intersect(of.le_set(function(high, space)))
                )
                if isinstance(integer, SSAValue):
                    self.shared[integer] = None
        memory = {self.named(value): str(name) for value, name in case["memory"].items()}
        state.env |= {value: self.object(name) for value, name in memory.items()}
        state.flying = {key: isl.Map(text) for key, text in case["flying"].items()}
        return case["coordinates"], memory, state

    def bits(self, integer: SSAValue | str) -> int:
        """The width of an integer, or of what is kept at `alloc 6[0]`."""
        if isinstance(integer, SSAValue):
            return width(integer)
        of: Any = self.ops[int(integer.partition("[")[0].removeprefix("alloc "))].results[0].type
        return width(of.element_type)

    def object(self, name: str) -> View:
        """What a certificate calls so."""
        kind, _, rest = name.partition(" ")
        if name.endswith("*") or name == "?":
            return View(name.removesuffix("*"))
        made = self.body.args[int(name[3:])] if name.startswith("arg") else None
        made = self.ops[int(rest)].results[0] if kind == "alloc" else made
        if made is None:
            made = next(v for op in self.ops for v in op.results if (g := global_of(v)) and g.name == name)
        return root(name, made)

    def measured(self, name: str, state: ProofState) -> Function | None:
        """What a coordinate is in a state; None if it is not known there."""
        value, _, fifo = name.partition("@")
        if name.startswith("#"):
            return state.env.get(name)
        if fifo:
            its, age = state.env.get(self.named(value)) or ("", None)
            return age if its == fifo else None
        if name.endswith("]") and name not in state.env:
            return None
        number = (
            state.widened(state.env[name]) if name in state.env else self.number(self.named(value), state)
        )
        most = COUNTED + STEP
        if name not in self.wild and max(-number.low, number.high) > most:
            of, space = number.of, number.of.get_domain_space()
            huge = of.gt_set(function(most, space)).union(of.lt_set(function(-most, space)))
            if self.possible(state, huge):
                raise Wild(name)
        return number.of

    # from point to point

    def execute(self, at: Place, path: Path, state: ProofState, trail: frozenset[str]) -> None:
        """Execute what comes next, up to an op that decides where control goes; and go there."""
        op, ways = at.first_op if isinstance(at, Block) else at.next_op, list[Way]()
        while op is not None and not (ways := list(self.ways(op, path, state))):
            self.step(op, path, state)
            op = op.next_op
        if op is None:
            op = at.parent_op()
            if op is None or op.parent_op() is None:
                raise Refused("it names a point in no function")
            if op is self.entry:
                return self.meet((), state)
            if (trait := commits(op)) is None:
                raise NotFollowed("the rules for what is in this are not known here", op)
            self.commit(op, trait, state)
            ways = [(op, path, (), ())]
        deciding, conditions = self.conditions(op, ways, state)
        for (to, calls, targets, values), where in zip(ways, conditions, strict=True):
            following = state.copy(where)
            known = [self.handed(v, t, following) for t, v in zip(targets, values, strict=True)]
            into = to.parent_region() if isinstance(to, Block) and not op.successors else None
            self.threads.flows.append((op, deciding, into, targets, values))
            for target, value in zip(targets, known, strict=True):
                following.env.pop(target, None)
                if value is not None:
                    following.env[target] = value
            if self.possible(following, following.reach):
                self.go(to, calls, following, trail)
        return None

    def handed(self, value: SSAValue | BoundedInteger, target: SSAValue, state: ProofState) -> Any:
        """What is known of a value that is handed on; a loop's variable is as its type holds it."""
        if isinstance(value, BoundedInteger):
            return wrapped(state.widened(value), width(target), lambda where: self.possible(state, where))
        if is_memory(value.type):
            return self.memory(value, state)
        return self.number(value, state) if width(value) else state.env.get(value)

    def go(self, at: Place, path: Path, state: ProofState, trail: frozenset[str]) -> None:
        """Come to a place: the certificate covers what is true there, or is silent and we go on."""
        point, op = self.point(at, path), at if isinstance(at, Operation) else at.parent_op()
        if point in self.points:
            self.cover(self.points[point], state, op)
        elif point in trail:
            raise self.refused("nothing is said of what is in flight where control comes back", op)
        else:
            self.todo.append((at, path, state, trail | {point}))

    def cover(
        self, cases: Sequence[tuple[Any, Any, ProofState]], state: ProofState, op: Operation | None
    ) -> None:
        """Check that wherever control gets, one of the cases says all that is true."""
        measured = [[self.measured(name, state) for name in names] for names, _, _ in cases]
        # isl takes the longer the more pieces there are: what is cut apart on the way here is put together first.
        left = coalesced(state.reach)
        for numbers, (_, memory, said) in zip(measured, cases, strict=True):
            if left.is_empty():
                return
            names = all(complaint(self.memory(value, state), name) for value, name in memory.items())
            if not names or any(n is None for n in numbers):
                continue
            move = coalesced(state.map(*numbers))
            fits = move.intersect_range(said.reach).domain()
            for key, relation in state.flying.items():
                more = coalesced(relation.intersect_domain(left))
                if key in said.flying:
                    more = without(more, coalesced(move.apply_range(said.flying[key])))
                if (some := said.flying.get(f"{key}*")) is not None:
                    anywhere = more.project_out(OUT, 1, more.dim(OUT) - 1)
                    more = anywhere.subtract(move.apply_range(some))
                fits = fits.subtract(more.domain())
            left = left.subtract(self.is_sure(said, state, move, fits))
        if self.possible(state, left):
            raise self.refused("more may be true where control goes than the certificate says", op)

    def is_sure(self, said: ProofState, state: ProofState, move: Relation, fits: Relation) -> Relation:
        """Where what a case says is so in any case is so; of queues it says nothing of the kind."""
        del said, state, move
        return fits

    def ways(self, op: Operation, path: Path, state: ProofState) -> Iterator[Way]:
        """Where control goes from an op."""
        yield from self.sent(op, path, state)

    def sent(self, op: Operation, path: Path, state: ProofState) -> Iterator[Way]:
        """Where an op sends control; where it tests a number, first the way that no case leads to."""
        around, args, blocks = (
            op.parent_op(),
            op.operands,
            [r.blocks[0] if r.blocks else op for r in op.regions],
        )
        assert around is not None
        loop, first = kind_of(around), around.regions[0].blocks[0]
        match kind_of(op):
            case OpKind.IF | OpKind.SWITCH | OpKind.REGION | OpKind.STACK_REGION:
                yield from ((block, path, (), ()) for block in blocks)
            case OpKind.COMMIT:
                state.move("open", "never")
                yield blocks[0], path, (), ()
            case OpKind.COUNTED_LOOP:
                self.advance(op, state)
                yield from self.turn(op, path, self.bound(op, args[0], state), args[3:])
            case OpKind.CONDITIONAL_LOOP:
                yield op.regions[0].blocks[0], path, op.regions[0].blocks[0].args, args
            case OpKind.CONDITION:
                after = around.regions[1].blocks[0]
                yield after, path, after.args, args[1:]
                yield around, path, around.results, args[1:]
            case OpKind.YIELD if loop is OpKind.COUNTED_LOOP:
                step = self.advance(around, state)
                if self.threads.several and literal(step) is None:
                    self.blurred.setdefault("how far a loop has come")
                last = self.bound(around, first.args[0], state)
                step = state.widened(step)
                following = BoundedInteger(last.of.add(step.of), last.low + step.low, last.high + step.high)
                yield from self.turn(around, path, following, args)
            case OpKind.YIELD if loop is OpKind.CONDITIONAL_LOOP:
                yield first, path, first.args, args
            case OpKind.YIELD | OpKind.STACK_RETURN:
                yield around, path, around.results, args
            case OpKind.RETURN if path:
                yield path[-1], path[:-1], path[-1].results, args
            case OpKind.JUMP | OpKind.BRANCH | OpKind.SWITCH_BRANCH:
                yield from ((block, path, block.args, values) for block, values in forwarded_values(op))
            case OpKind.SELECT if is_memory(op.results[0].type) or isinstance(
                op.results[0].type, CompletionType
            ):
                yield from ((op, path, op.results, (value,)) for value in args[1:])
            case _ if (callee := self.functions.get(callee_name(op) or "")) is not None:
                if callee is self.entry or any(callee_name(call) == callee_name(op) for call in path):
                    raise NotFollowed("a call comes back to itself", op)
                yield callee.regions[0].blocks[0], (*path, op), callee.regions[0].blocks[0].args, args
            case _:
                pass

    def advance(self, loop: Operation, state: ProofState) -> BoundedInteger:
        """The step of a counted loop."""
        step = self.number(loop.operands[2], state)
        if self.possible(state, step.of.le_set(state.fixed(0).of)):
            raise NotFollowed("the step of the loop may not be positive", loop)
        return step

    def turn(
        self, loop: Operation, path: Path, at: BoundedInteger, values: Sequence[SSAValue]
    ) -> Iterator[Way]:
        """The next iteration of a counted loop, or its end."""
        body = loop.regions[0].blocks[0]
        yield body, path, body.args, (at, *values)
        yield loop, path, loop.results, values

    def bound(self, loop: Operation, value: SSAValue, state: ProofState) -> BoundedInteger:
        """A bound of a counted loop, or its variable, as the loop compares it."""
        number = self.number(value, state)
        if "unsignedCmp" not in loop.properties:
            return number
        return unsigned(number, width(value), lambda where: self.possible(state, where))

    def conditions(
        self, op: Operation, ways: Sequence[Way], state: ProofState
    ) -> tuple[Sequence[SSAValue], Sequence[Relation]]:
        """The values that decide between the ways, and where control goes each of them."""
        if len(ways) == 1:
            return (), (state.reach,)
        loop = op if kind_of(op) is OpKind.COUNTED_LOOP else op.parent_op()
        if kind_of(op) in (OpKind.COUNTED_LOOP, OpKind.YIELD) and loop is not None:
            last = self.bound(loop, loop.operands[1], state).of
            at: Any = ways[0][3][0]
            at = state.wide(at.of)
            return loop.operands[:3], (at.lt_set(last), at.ge_set(last))
        value = self.number(op.operands[0], state).of
        listed: Any = op.properties.get("cases") or op.properties.get("case_values")
        cases = [value.eq_set(state.fixed(int(n)).of) for n in (all_elements(listed) if listed else (0,))]
        rest = state.reach
        for case in cases:
            rest = rest.subtract(case)
        return () if kind_of(op) is OpKind.SELECT else op.operands[:1], (rest, *cases)

    def entered(self, op: Operation, around: Operation, block: Block, state: ProofState) -> ProofState:
        """A copy of a state at the start of a block in an op, in any iteration."""
        inner = state.copy(state.reach)
        for arg in block.args:
            inner.env.pop(arg, None)
        if op is not around:
            first = block is around.regions[0].blocks[0]
            given = zip(block.args, op.operands, strict=True) if first else ()
            inner.env |= {a: known for a, o in given if (known := self.handed(o, a, inner)) is not None}
        elif kind_of(op) in (OpKind.COUNTED_LOOP, OpKind.PARALLEL_LOOP):
            for count in counts_of(op):
                low, high = (self.bound(op, bound, inner) for bound in (count.lower, count.upper))
                at = inner.fresh(low.low, max(high.high - 1, low.low))
                between = at.of.ge_set(inner.wide(low.of)).intersect(at.of.lt_set(inner.wide(high.of)))
                step = literal(self.number(count.step, inner))
                if kind_of(op) is OpKind.PARALLEL_LOOP and step is not None and step > 1:
                    far = at.of.sub(inner.wide(low.of)).mod_val(isl.Val(step))
                    between = between.intersect(far.eq_set(inner.fixed(0).of))
                inner.reach = inner.reach.intersect(between)
                for value in count.values:
                    inner.env[value] = wrapped(at, width(value), lambda where: self.possible(inner, where))
        elif len(ways := list(self.sent(op, (), inner))) > 1 and not block.args:
            _, conditions = self.conditions(op, ways, inner)
            here = [where for (to, *_), where in zip(ways, conditions, strict=True) if to is block]
            inner.reach = inner.reach.intersect(here[0]) if here else inner.reach
        return inner


def complaint(view: View, name: str) -> bool:
    """Whether a certificate may call a view so."""
    return name in (view.name, f"{view.object}*")


def without(more: Relation, covered: Relation) -> Relation:
    """What is in the first and not in the second."""
    if more.n_basic_map() * covered.n_basic_map() > _MOST_PAIRS:
        raise NotFollowed("it takes too many steps")
    return more.subtract(covered)
