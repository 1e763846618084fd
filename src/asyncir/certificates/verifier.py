"""Executes a program once over relations, between the places of which its certificate speaks."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from asyncir.certificates.graphs import in_order, loops_of
from asyncir.certificates.relations import (
    OUT,
    SET,
    Relation,
    State,
    combined,
    constant,
    coordinate,
    cut,
    fitted,
    isl,
    may,
    names,
    product,
    united,
)
from asyncir.certificates.rules import ATOMIC, OPEN, Refused, Rules, touch_of
from asyncir.certificates.values import is_bit, is_integer
from asyncir.dialects.async_types import CompletionType
from asyncir.dialects.branches import forwarded_values
from asyncir.dialects.effects import Access, callee_name
from asyncir.dialects.queue_interfaces import (
    IsBarrier,
    commits,
    issues,
    waits_by_count,
    waits_by_token,
    waits_finished,
)
from asyncir.ir import (
    Block,
    BlockArgument,
    IsTerminator,
    Operation,
    OpResult,
    Region,
    SSAValue,
)

_Edge = tuple[State, Sequence[SSAValue]]
_BRANCHES = ("scf.if", "scf.index_switch", "scf.execute_region", "memref.alloca_scope")
_ASYNC = (issues, commits, waits_by_count, waits_by_token, waits_finished)


def verify_heads(module: Operation, entry: str, heads: Mapping[str, Mapping[str, Any]]) -> None:
    """Return if what `heads` says proves that no execution of the entry has a race; else raise `Refused`."""
    _Verifier(module, entry, heads).run()


class _Verifier(Rules):
    def run(self) -> None:
        """Return if nothing speaks against the certificate."""
        bounds = " and ".join(
            f"0 <= t{d} < {n} and n{d} = {n}" for d, n in zip("xyz", self.extents, strict=True)
        )
        state = State((), isl.Set(f"[tx, ty, tz, nx, ny, nz] -> {{ [] : {bounds} }}"))
        fifos = {self.fifo(trait.queue(op), op) for op in self.ops if (trait := commits(op)) is not None}
        state.committed = {fifo: isl.Map("{ [] -> [0] }") for fifo in fifos}
        body = self.entry.regions[0]
        for argument in filter(is_integer, body.blocks[0].args):
            name = f"a{argument.index}"
            self.values.set(argument, (), isl.Map(f"[{name}] -> {{ [] -> [{name}] }}"))
            if is_bit(argument):
                state.reach &= isl.Set(f"[{name}] -> {{ [] : 0 <= {name} <= 1 }}")
        self.meet_threads(self.joined(self.region(body, state), (), state), self.entry)

    def region(self, region: Region, state: State) -> list[_Edge]:
        """Execute a region; where control leaves it, with the values that it passes on."""
        exits: list[_Edge] = []
        arriving: dict[Block, list[_Edge]] = {region.blocks[0]: [(state, region.blocks[0].args)]}
        order, loops = in_order(region), loops_of(region)
        around: dict[Block | None, State] = {None: state}
        """In front of the loop that starts at a block (its coordinates are those of the loops around), and inside."""
        inside = dict(around)
        for block in order:
            outer = [head for head, members in loops.items() if block in members and head is not block]
            if block is not region.blocks[0]:
                at = inside[outer[-1] if outer else None]
                state = self.joined(arriving.get(block, []), block.args, at)
            if block in loops:
                around[block] = state = self.of_loops(state)
                last = block.first_op or self.entry
                state = inside[block] = self.head_of(self.place(block), state, block.args, block.args, last)
            for op in block.ops:
                state = self.step(op, state)
            last = block.last_op
            if last is None or not last.has_trait(IsTerminator, value_if_unregistered=False):
                exits.append((state, ()))
            elif not last.successors:
                exits.append((state, last.operands))
            for index, (successor, values) in enumerate(forwarded_values(last) if last is not None else ()):
                assert last is not None
                branches = last.name == "cf.cond_br"
                edge = self.chosen(state, last.operands[0], not index) if branches else state
                if successor in loops and block in loops[successor]:
                    place, outside = self.place(successor), around[successor]
                    self.come_back(place, edge, outside, values, successor.args, last)
                else:
                    arriving.setdefault(successor, []).append((edge, values))
        return exits

    def step(self, op: Operation, state: State) -> State:
        """Execute an op."""
        callee = self.functions.get(callee_name(op) or "")
        if issues(op) is not None:
            self.issue(op, state)
        elif (trait := commits(op)) is not None:
            region = trait.region(op)
            if region is not None:
                state = self.joined(self.region(region, state.copy()), (), state)
            self.commit(op, trait, state)
        elif any(found(op) is not None for found in _ASYNC[2:]):
            self.wait(op, state)
        elif op.has_trait(IsBarrier):
            self.meet_threads(state, op)
            state.epoch = {}
            for key, relation in state.pending.items():
                self.note(state, touch_of(key), relation.project_out(OUT, 0, 1))
        elif op.name in ("scf.for", "scf.while"):
            state = self.for_loop(op, state) if op.name == "scf.for" else self.while_loop(op, state)
        elif op.name in _BRANCHES:
            exits: list[_Edge] = []
            for index, region in enumerate(op.regions):
                edge = self.chosen(state, op.operands[0], not index) if op.name == "scf.if" else state.copy()
                exits += self.region(region, edge) if region.blocks else [(edge, ())]
            state = self.joined(exits, op.results, state)
        elif op.name == "arith.select" and isinstance(op.results[0].type, CompletionType):
            ways = [(self.chosen(state, op.operands[0], way == 1), (op.operands[way],)) for way in (1, 2)]
            state = self.joined(ways, op.results, state)
        elif callee is not None and callee.regions[0].blocks:
            state = self.call(op, callee, state)
        elif op.regions and op.name not in ATOMIC:
            raise Refused(f"the rules for {op.name} are not known here", op)
        else:
            for touch, cells in list(self.touched(op, state)):
                self.access(touch, cells, state, op)
            if any(effect.access is Access.ALLOC for effect in self.effects.of(op)):
                self.make(op, state)
            unknown = self.values.compute(op, state.dims)
            if unknown is not None:
                state = self.named(unknown, state, op)
        return state

    def named(self, value: SSAValue, state: State, op: Operation) -> State:
        """A number of which nothing is known: a parameter, or where it is another each time a coordinate."""
        if not state.dims:
            name = "_".join(map(str, ("v", *(self.ids[call] for call in self.path), self.ids[op])))
            bit = f" : 0 <= {name} <= 1" if is_bit(value) else ""
            self.values.set(value, (), isl.Map(f"[{name}] -> {{ [] -> [{name}]{bit} }}"))
        elif is_bit(value) and len(list(value.uses)) > 1:
            state = state.deeper(value)
            here = coordinate(len(state.dims), len(state.dims) - 1)
            self.values.set(value, state.dims, here)
            state = state.where(may("{ [b] : 0 <= b <= 1 }", here))
        return state

    def chosen(self, state: State, condition: SSAValue, holds: bool) -> State:
        return state.where(
            may("{ [c] : c != 0 }" if holds else "{ [c] : c = 0 }", self.value(condition, state))
        )

    def call(self, op: Operation, callee: Operation, state: State) -> State:
        if callee is self.entry or any(callee_name(op) == callee_name(outer) for outer in self.path):
            raise Refused("a call comes back to itself", op)
        inside = self.joined([(state, op.operands)], callee.regions[0].blocks[0].args, state)
        self.path = (*self.path, op)
        exits = self.region(callee.regions[0], inside)
        self.path = self.path[:-1]
        return self.joined(exits, op.results, state)

    def of_loops(self, state: State) -> State:
        """Without coordinates that are no loop's: certificates do not speak of them."""
        loops = tuple(dim for dim in state.dims if not isinstance(dim, OpResult))
        return self.joined([(state, ())], (), State(loops, None)) if loops != state.dims else state

    def for_loop(self, op: Operation, state: State) -> State:
        state = self.of_loops(state) if self.key(op) in self.heads else state
        low, high, step, *initial = op.operands
        variable, *arguments = op.regions[0].blocks[0].args
        by = constant(self.value(step, state))
        if by is None or by <= 0 or "unsignedCmp" in op.properties:
            raise Refused("the step of the loop is not known, or its bounds have no sign", op)
        head = self.loop_head(op, state, initial, arguments)
        k, first, last = (
            coordinate(len(head.dims), len(state.dims)),
            self.value(low, head),
            self.value(high, head),
        )
        at = combined(f"{{ [a, k] -> [a + {by}k] }}", first, k)
        self.values.set(variable, head.dims, at)
        head = head.where(may(f"{{ [k, i, n] : k = 0 or (k > 0 and i - {by} < n) }}", k, at, last))
        outside = head.where(may("{ [i, n] : i >= n }", at, last))
        inside = head.where(may("{ [i, n] : i < n }", at, last))
        self.iterated(op, self.region(op.regions[0], inside), state, arguments, outside)
        return self.joined([(outside, arguments)], op.results, state)

    def while_loop(self, op: Operation, state: State) -> State:
        state = self.of_loops(state) if self.key(op) in self.heads else state
        before, after = op.regions
        arguments = before.blocks[0].args
        head = self.loop_head(op, state, op.operands, arguments)
        ((middle, (condition, *passed)),) = self.region(before, head)
        outside, inside = self.chosen(middle, condition, False), self.chosen(middle, condition, True)
        inside = self.joined([(inside, passed)], after.blocks[0].args, head)
        self.iterated(op, self.region(after, inside), state, arguments, outside)
        return self.joined([(outside, passed)], op.results, state)

    def loop_head(
        self, op: Operation, state: State, initial: Sequence[SSAValue], arguments: Sequence[BlockArgument]
    ) -> State:
        """The state before each iteration: what the certificate says, or what was, where nothing changes it."""
        if self.key(op) in self.heads:
            return self.head_of(self.key(op), state, initial, arguments, op)
        if not self.is_quiet(op, ()):
            raise Refused("nothing is said of what is in flight where this loop comes back", op)
        for argument in arguments:
            self.values.forget(argument)
        self.counters.append(counter := object())
        head = state.deeper(counter)
        head.tokens = {token: known for token, known in head.tokens.items() if token not in arguments}
        return head.where(may("{ [k] : k >= 0 }", coordinate(len(head.dims), len(state.dims))))

    def head_of(
        self, place: str, state: State, initial: Sequence[SSAValue], arguments: Sequence[BlockArgument], op: Operation
    ) -> State:  # fmt: skip
        """The state that the certificate names for a place, when it has been checked on the way in."""
        if place not in self.heads:
            raise Refused("nothing is said of what is in flight where control comes back", op)
        zero = isl.Map(f"{{ [{names(len(state.dims))}] -> [0] }}")
        self.arrive(place, state, state, (zero,), initial, arguments, op)
        self.counters.append(counter := object())
        return self.entered(place, (*state.dims, counter), arguments)

    def come_back(
        self, place: str, end: State, around: State, values: Sequence[SSAValue],
        arguments: Sequence[BlockArgument], op: Operation,
    ) -> None:  # fmt: skip
        more = combined("{ [k] -> [k + 1] }", coordinate(len(end.dims), len(around.dims)))
        self.arrive(place, end, around, (more,), values, arguments, op)

    def iterated(
        self, op: Operation, exits: Sequence[_Edge], around: State, arguments: Sequence[BlockArgument], outside: State
    ) -> None:  # fmt: skip
        """The end of an iteration of a structured loop."""
        for end, values in exits:
            if self.key(op) in self.heads:
                self.come_back(self.key(op), end, around, values, arguments, op)
            else:
                touched = {key: cut(r, len(outside.dims)) for key, r in end.epoch.items()}
                outside.epoch = united(outside.epoch, touched)

    def is_quiet(self, op: Operation, around: tuple[Operation, ...]) -> bool:
        """Whether nothing in `op` issues, commits, waits or is a barrier."""
        for inner in op.walk():
            if any(kind(inner) is not None for kind in _ASYNC) or inner.has_trait(IsBarrier):
                return False
            callee = self.functions.get(callee_name(inner) or "")
            if callee is not None and callee not in around and not self.is_quiet(callee, (*around, callee)):
                return False
        return True

    def joined(self, edges: Sequence[_Edge], targets: Sequence[SSAValue], around: State) -> State:
        """Where several ways meet: what may be true on one of them, in terms of the coordinates of `around`."""
        if not edges:  # control does not get here
            return around.where(around.reach.subtract(around.reach))
        changed = [
            s.mapped(around.dims, fitted(s.reach, s.dims, around.dims, SET), _fitting(s.dims, around.dims))
            for s, _ in edges
        ]
        result = changed[0]
        for other in changed[1:]:
            result.reach = result.reach.union(other.reach)
            result.pending = united(result.pending, other.pending)
            result.epoch = united(result.epoch, other.epoch)
            both = result.committed.keys() & other.committed.keys()
            result.committed = {f: result.committed[f].union(other.committed[f]) for f in both}
        tokens = {token: [s.tokens.get(token) for s, _ in edges] for token in edges[0][0].tokens}
        for index, target in enumerate(targets):
            tokens[target] = [s.tokens.get(values[index]) for s, values in edges]
            if is_integer(target):
                parts = [self.value(v[index], s).intersect_domain(s.reach) for s, v in edges]
                parts = [fitted(part, s.dims, around.dims) for part, (s, _) in zip(parts, edges, strict=True)]
                relation = parts[0]
                for part in parts[1:]:
                    relation = relation.union(part)
                self.values.set(target, around.dims, relation)
        result.tokens = {}
        for token, found in tokens.items():
            known = [each for each in found if each is not None]
            if known and all(fifo == known[0][0] for fifo, _ in known):
                result.tokens[token] = (known[0][0], self.ages_of_joined(edges, found, around.dims))
        return result

    def ages_of_joined(
        self, edges: Sequence[_Edge], found: Sequence[tuple[str, Relation] | None], dims: tuple[object, ...]
    ) -> Relation:
        """The ages of a token where ways meet, without the places where one of them does not know it."""
        ages: Relation = None
        lost: Relation = None
        for (state, _), each in zip(edges, found, strict=True):
            missing = state.reach if each is None else state.reach.subtract(each[1].domain())
            missing = fitted(missing, state.dims, dims, SET)
            lost = missing if lost is None else lost.union(missing)
            if each is not None:
                part = fitted(each[1], state.dims, dims)
                ages = part if ages is None else ages.union(part)
        return ages.subtract_domain(lost)

    def said(self, place: str, dims: tuple[object, ...], arguments: Sequence[BlockArgument]) -> State:
        """The state that the certificate names for a place."""
        text = self.heads[place]
        whole = (*dims, *filter(is_integer, arguments))
        state = State(whole, isl.Set(text.get("where") or f"{{ [{names(len(whole))}] }}"))
        state.pending = {key: isl.Map(relation) for key, relation in text.get("pending", {}).items()}
        state.epoch = {key: isl.Map(relation) for key, relation in text.get("epoch", {}).items()}
        state.committed = {fifo: isl.Map(relation) for fifo, relation in text.get("committed", {}).items()}
        for index, (fifo, relation) in text.get("tokens", {}).items():
            state.tokens[self.token(index, arguments)] = (fifo, isl.Map(relation))
        return state

    def token(self, name: str, arguments: Sequence[BlockArgument]) -> SSAValue:
        """A token that a place knows: one of its arguments, or a result of an op before it."""
        op, colon, result = name.partition(":")
        return self.ops[int(op)].results[int(result)] if colon else arguments[int(name)]

    def entered(self, place: str, dims: tuple[object, ...], arguments: Sequence[BlockArgument]) -> State:
        """The same, with the integers among the arguments as coordinates."""
        state = self.said(place, dims, arguments)
        for index, argument in enumerate(filter(is_integer, arguments), start=len(dims)):
            self.values.set(argument, state.dims, coordinate(len(state.dims), index))
        return state

    def arrive(
        self, place: str, state: State, around: State, counter: tuple[Relation, ...], values: Sequence[SSAValue],
        arguments: Sequence[BlockArgument], op: Operation,
    ) -> None:  # fmt: skip
        """Check that what may be true on this way to the place is what the certificate says of it."""
        size = len(around.dims)
        parts = [*(coordinate(len(state.dims), index) for index in range(size)), *counter]
        parts += [self.value(v, state) for v, a in zip(values, arguments, strict=True) if is_integer(a)]
        move = product(len(state.dims), parts).intersect_domain(state.reach)
        said = self.said(place, (*around.dims, *counter), arguments)
        if not move.range().is_subset(said.reach):
            raise Refused("control comes back with numbers that the certificate does not allow", op)
        tables = (
            ("in flight", state.pending, said.pending),
            ("touched by this thread", state.epoch, said.epoch),
        )
        for what, here, there in tables:
            for key, relation in here.items():
                moved = relation.apply_domain(move)
                if not (moved.is_subset(there[key]) if key in there else moved.is_empty()):
                    raise Refused(f"more may be {what} than the certificate says of {key}", op)
        for fifo, relation in said.committed.items():
            if fifo not in state.committed or not state.committed[fifo].apply_domain(move).is_subset(
                relation
            ):
                raise Refused("the certificate names another number of committed groups", op)
        passed: dict[SSAValue, SSAValue] = dict(zip(arguments, values, strict=True))
        for token, (fifo, ages) in said.tokens.items():
            known = state.tokens.get(passed.get(token, token))
            back = move.intersect_range(ages.domain())
            fits = known is not None and known[0] == fifo and back.domain().is_subset(known[1].domain())
            if not back.is_empty() and not (fits and known and known[1].apply_domain(back).is_subset(ages)):
                raise Refused("a token may stand for another group than the certificate says", op)

    def issue(self, op: Operation, state: State) -> None:
        region = issues(op).region(op)  # pyright: ignore[reportOptionalMemberAccess]
        if region is None:
            started = list(self.touched(op, state))
        else:
            self.started = []
            state.reach = self.joined(self.region(region, state.copy()), (), state).reach
            started, self.started = self.started, None
        size = len(state.dims)
        started = [(touch, cut(cells, size)) for touch, cells in started]
        for touch, cells in started:
            self.access(touch, cells, state, op)
        fresh = isl.Map(f"{{ [{names(size)}] -> [{OPEN}] }}")
        for touch, cells in started:
            key = f"{self.key(op)}:{touch.kind}:{touch.object}"
            state.pending = united(state.pending, {key: fresh.flat_range_product(cells)})


def _fitting(made: Sequence[object], wanted: Sequence[object]) -> Callable[[Relation], Relation]:
    return lambda relation: fitted(relation, made, wanted)
