"""What the entries of engines do to what is known: the rules of docs/semantics-machines.md over relations.

Entries are given in the order of one process. *Progress:* each wait takes a unit that an earlier entry gives, and each
signal has room left by earlier ones; so the earliest entry that is not over can always go on, and nobody waits forever.
*Order:* one engine takes the units of an instance; and one gives them, or who gives one knows that all before are taken.
So a wait takes the oldest units in the order of the process, and knows what the youngest of them tells.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any, TypeGuard

from asyncir.certificates.machines.accesses import ANY, STRUCTURED, MachineAccesses
from asyncir.certificates.machines.calls import is_of_machine
from asyncir.certificates.machines.numbers import MachineNumbers
from asyncir.certificates.machines.state import MachineProofState, Row, mapped, met, united
from asyncir.certificates.machines.visibility import MachineVisibility
from asyncir.certificates.state import NotFollowed, Refused
from asyncir.certificates.values import OUT, SET, Relation, coalesced, isl
from asyncir.dialects import sync
from asyncir.dialects.effects import is_memory
from asyncir.dialects.interfaces.kinds import kind_of
from asyncir.ir import Operation
from asyncir.targets.machine import MachineModel
from asyncir.targets.resources import TAKEN, CompletionOrder, ResourceKind, SyncResource, WhenFull

OfInstance = sync.SignalOp | sync.WaitOp | sync.InitOp | sync.ArmOp | sync.FreeOp
_MANY = 6
"""Of so many units that were taken later it is not told apart any more how many they are."""
_MOST_UNITS = 16
_MOST_GROUPS = 64


class MachineRules:
    """Executes one entry in a state."""

    def __init__(self, function: Operation, machine: MachineModel, numbers: MachineNumbers):
        self.function = function
        self.machine = machine
        self.numbers = numbers
        self.accesses = MachineAccesses(numbers, machine)
        self.visibility = MachineVisibility(machine, numbers)
        kinds = {engine.name: engine for engine in machine.engines}
        self.issuer = machine.issuer
        self.in_order = {name for name in (self.issuer, *kinds) if self._is_in_order(kinds.get(name))}
        """The engines of which each entry begins when all before it are over."""
        ops = numbers.ops
        entries = [self.engine(op) for op in ops if _is_entry(op) or isinstance(op, sync.BarrierOp)]
        self.engines = list(dict.fromkeys([self.issuer, *entries]))
        self.halves = any(isinstance(op, sync.WaitOp) and op.until is not None for op in ops)
        """Whether some wait tells of sources alone."""
        self.groups = self._counts()
        self.places = {
            name: engine.queue + engine.count
            for name in self.engines
            if (engine := kinds.get(name)) is not None
            and name != self.issuer
            and engine.queue is not None
            and engine.when_full is not WhenFull.BLOCK
        }
        self.on: dict[str, str] = {}
        """The engine of each site."""
        self.of_site: dict[str, Operation] = {}
        for op in ops:
            if _is_entry(op) or self._is_own(op):
                self._sites(op)
        self._parts: dict[str, tuple[str, Relation]] = {}
        """By key: the resource with its pair, and the instances."""
        self.key_of: dict[Operation, str] = {}
        """By op: what states call the instances that it may name."""
        self._partition()
        self.of_key: dict[str, SyncResource] = {}
        """The resources of which somebody takes what others give, by key."""
        self.shared = self._shared(sync.SignalOp)
        if self._shared(sync.WaitOp):
            raise NotFollowed("several engines wait for signals of one instance, which is not followed here")

    @staticmethod
    def _is_in_order(engine: Any) -> bool:
        return engine is None or (engine.order is CompletionOrder.IN_ORDER and engine.count == 1)

    @staticmethod
    def _is_own(op: Operation) -> bool:
        return kind_of(op) not in STRUCTURED and not is_of_machine(op)

    def _sites(self, op: Operation) -> None:
        for half in ("R", "W") if self.halves and not isinstance(op, _TELLING) else ("",):
            site = f"{self.numbers.ids[op]}{half}"
            self.on[site], self.of_site[site] = self.engine(op), op

    def _counts(self) -> dict[str, int]:
        """By resource with groups: the greatest count of a wait."""
        found: dict[str, int] = {}
        for op in self.numbers.ops:
            if isinstance(op, sync.WaitOp) and self.resource(op).groups is not None:
                count = 0 if op.amount is None else self.numbers.literal(op.amount)
                if count is None or not 0 <= count <= _MOST_GROUPS:
                    raise NotFollowed("how many groups may stay in flight is not known here", op)
                found[op.resource.data] = max(count, found.get(op.resource.data, 0))
        return found

    def _partition(self) -> None:
        """Tell apart the instances of which no op may name both: each has a key of its own."""
        for op in self.numbers.ops:
            if not self.has_instance(op):
                continue
            block = op.parent_block()
            assert block is not None
            which = self.instance(op, self.numbers.depth(block))
            which = which.intersect_domain(self.numbers.domain(block)).range()
            pair = (op.source.data, op.target.data) if op.source is not None and op.target is not None else ()
            name = " ".join((op.resource.data, *pair))
            same = [
                key
                for key, (of, others) in self._parts.items()
                if of == name and not which.intersect(others).is_empty()
            ]
            key = f"{name} {self.numbers.ids[op]}"
            for other in same:
                which = which.union(self._parts.pop(other)[1])
            self._parts[key] = name, coalesced(which)
            self.key_of = {one: key if of in same else of for one, of in self.key_of.items()} | {op: key}

    def _shared(self, end: type[Operation]) -> dict[str, Relation]:
        """By key: the instances that several engines give units to, or take them from."""
        seen: dict[str, dict[str, Relation]] = {}
        found: dict[str, Relation] = {}
        for op, key in self.key_of.items():
            block = op.parent_block()
            if not isinstance(op, end) or block is None or not self.resource(op).takes:
                continue
            which = self.instance(op, self.numbers.depth(block))
            which = which.intersect_domain(self.numbers.domain(block)).range()
            by, engine = seen.setdefault(key, {}), self.engine(op)
            for other, others in by.items():
                both = which.intersect(others)
                if other != engine and not both.is_empty():
                    found[key] = found[key].union(both) if key in found else both
            by[engine] = by[engine].union(which) if engine in by else which
        return found

    # ---- what ops name

    def engine(self, op: Operation) -> str:
        """Who executes an entry."""
        if not is_of_machine(op):
            return self.issuer
        end = (
            op.source if isinstance(op, sync.SignalOp) else op.target if isinstance(op, sync.WaitOp) else None
        )
        named: Any = end or op.properties.get("engine")
        return self.issuer if named is None else str(named.data)

    def resource(self, op: Any) -> SyncResource:
        """The resource of a signal or a wait."""
        found = self.machine.resource(op.resource.data)
        if found is None or (found.kind is not ResourceKind.PHASES and (found.initialised or found.freed)):
            raise NotFollowed(f"the rules for {op.name} on '{op.resource.data}' are not known here", op)
        return found

    def has_instance(self, op: Operation) -> TypeGuard[OfInstance]:
        """Whether an op uses an instance of a resource, of which is kept in which state it is."""
        return isinstance(op, OfInstance) and self.resource(op).kind in _KEPT

    def key(self, op: Operation) -> str:
        """What states call the instances that an op may name: the resource, the pair, and the last op that names one."""
        return self.key_of[op]

    def instance(self, op: Any, depth: int) -> Relation:
        """From labels to the instance."""
        found = self.numbers.wide(0 if op.which is None else op.which, depth)
        if found is None:
            raise NotFollowed("which instance of the resource it is is not known here", op)
        return found.of.as_map()

    # ---- what is known

    def begin(self, reach: Relation) -> MachineProofState:
        """The state in which nothing has been given yet."""
        names = [f"engine {name}" for name in self.engines]
        if self.issuer not in self.in_order:
            names.append("thread")
        names += [f"group {name} {n}" for name, most in self.groups.items() for n in range(most + 1)]
        names += [f"fence {fence.name}" for fence in self.visibility.fences]
        state = MachineProofState(reach, {name: {} for name in names})
        for op in self.numbers.ops:
            if self.has_instance(op):
                self.of_key[self.key(op)] = self.resource(op)
                state.pending[self.key(op)] = self.initially(self.key(op), reach)
                state.told[self.key(op)] = {}
                state.taken[self.key(op)] = {}
        state.given = {name: [{} for _ in range(most)] for name, most in self.places.items()}
        return state

    def initially(self, key: str, reach: Relation) -> Relation:
        """What nobody has taken at first."""
        resource = self.of_key[key]
        if resource.kind is ResourceKind.TIMELINE:
            # It is 0 in the beginning.
            resource = replace(resource, initial=1)
        elif resource.kind is ResourceKind.PHASES:
            resource = replace(resource, initial=0 if resource.initialised else 1)
        some = isl.Set(f"{{ [i, p] : 0 <= i < {resource.count} and 0 <= p < {resource.initial} }}")
        return of_instances(isl.Map.from_domain_and_range(reach, some), self._parts[key][1])

    def told_by(self, engine: str, state: MachineProofState) -> Row:
        """What somebody who waits for a signal of an engine does not know then."""
        other = "thread" if engine == self.issuer else f"engine {self.issuer}"
        row = state.rows[f"engine {engine}"]
        row = met(row, state.rows[other]) if other in state.rows else row
        if engine not in self.in_order and engine == self.issuer:
            return row
        return {site: relation for site, relation in row.items() if self.on[site] != engine}

    def tell(self, engine: str, row: Row, state: MachineProofState) -> None:
        """An engine comes to know all but this."""
        name = f"engine {engine}"
        if engine == self.issuer and "thread" in state.rows:
            name = "thread"
        state.rows[name] = met(state.rows[name], row)

    def ask_issuer(self, engine: str, state: MachineProofState) -> None:
        """An engine is given something: it knows what the issuer knows."""
        if engine != self.issuer:
            name = f"engine {engine}"
            state.rows[name] = met(state.rows[name], state.rows[f"engine {self.issuer}"])

    def known_to(self, engine: str, state: MachineProofState) -> Row:
        """What somebody does not know where it has got to: the issuer also knows what no barrier has told its works."""
        row = state.rows[f"engine {engine}"]
        return met(row, state.rows["thread"]) if engine == self.issuer and "thread" in state.rows else row

    def note(self, site: str, state: MachineProofState) -> None:
        """An execution of a site has begun: nobody knows that it is over."""
        here, on = self.here(state), self.on[site]
        knows_itself = on in self.in_order or isinstance(self.of_site[site], sync.WaitOp)
        if isinstance(self.of_site[site], sync.SignalOp):
            # It acts when the works before it have arrived, and holds up nothing.
            knows_itself = on == self.issuer
        for name, row in state.rows.items():
            if not name.startswith("fence ") and not (knows_itself and name == f"engine {on}"):
                state.rows[name] = united([row, {site: here}])
        for key, pending in state.pending.items():
            if self.of_key[key].kind is ResourceKind.PHASES:
                pending = mapped(pending, _NO_PLACE)
            state.told[key] = united([state.told[key], {site: pending.flat_range_product(here)}])

    def here(self, state: MachineProofState) -> Relation:
        """From coordinates to the label of what is executed now: the same."""
        return state.reach.identity()

    # ---- entries

    def touch(self, op: Operation, state: MachineProofState) -> None:
        """A work is given to an engine, or the process touches memory itself."""
        engine = self.engine(op)
        found = self.accesses.of(op)
        if isinstance(op, sync.WorkOp):
            self.ask_issuer(engine, state)
        elif not found:
            return
        for site, relation in state.rows[f"engine {engine}"].items():
            if isinstance(self.of_site[site], _TELLING):
                continue
            clash = self.accesses.conflict(op, self.of_site[site], site[-1] if self.halves else "")
            if not relation.intersect_domain(state.reach).intersect(clash).is_empty():
                raise Refused("it may begin before what it conflicts with is over", op)
        self._see(engine, op, state)
        if engine in self.places and isinstance(op, sync.WorkOp):
            self._take_place(engine, op, state)
        if engine != self.issuer or self.issuer not in self.in_order:
            for half in ("R", "W") if self.halves else ("",):
                self.note(f"{self.numbers.ids[op]}{half}", state)
        if isinstance(op, sync.WorkOp):
            for resource in self.machine.resources:
                if resource.groups and resource.groups.commits_each and engine in resource.groups.engines:
                    self._close(resource, state)

    def _see(self, engine: str, op: Operation, state: MachineProofState) -> None:
        """What others have written has to be visible to the op, and what it writes is to nobody else yet (MAC-23)."""
        half = "W" if self.halves else ""
        for fence in self.visibility.fences:
            row = state.rows[f"fence {fence.name}"]
            for site, relation in row.items() if self.visibility.is_behind(fence, engine) else ():
                hidden = self.accesses.hidden(op, self.of_site[site], fence, self.visibility)
                if not relation.intersect_domain(state.reach).intersect(hidden).is_empty():
                    raise Refused(f"what it touches may not be visible to it: '{fence.name}'", op)
            if self.visibility.is_ahead(fence, engine):
                site = f"{self.numbers.ids[op]}{half}"
                state.rows[f"fence {fence.name}"] = united([row, {site: self.here(state)}])

    def fence(self, op: sync.FenceOp, state: MachineProofState) -> None:
        """MAC-24: it covers what the process has done, and all that it knows to be over."""
        name, known = f"fence {op.resource.data}", self.known_to(self.issuer, state)
        others = {site: relation for site, relation in known.items() if self.on[site] != self.issuer}
        state.rows[name] = met(state.rows[name], others)

    def _take_place(self, engine: str, op: Operation, state: MachineProofState) -> None:
        """The process has to know that the work as far back as there are places has arrived (MAC-6)."""
        places = state.given[engine]
        row = met(places[-1], state.rows[f"engine {self.issuer}"])
        if any(not r.intersect_domain(state.reach).is_empty() for r in row.values()):
            raise Refused("its engine may have no room for it", op)
        site = f"{self.numbers.ids[op]}{'W' if self.halves else ''}"
        state.given[engine] = [{site: self.here(state)}, *places[:-1]]

    def signal(self, op: sync.SignalOp, state: MachineProofState) -> None:
        """MAC-9, MAC-12."""
        resource, key, engine = self._taken_by_units(op), self.key(op), self.engine(op)
        told = self.told_by(engine, state)
        one = self.one(op, resource, state)
        pending = state.pending[key].intersect(one)
        new = pending.subtract(pending)
        for _ in range(self._units(op)):
            all_ = pending.union(new)
            behind = mapped(all_, isl.Map("{ [i, p] -> [i, p + 1] }"))
            new = coalesced(one.fix_val(OUT, 1, isl.Val(0)).union(behind).union(new).subtract(pending))
        if not new.intersect_range(isl.Set(f"{{ [i, p] : p >= {resource.capacity} }}")).is_empty():
            raise Refused("the signal may find no room", op)
        if self._asks_who_took(key):
            self._check_taken(op, resource, one, new, told, state)
        row = {site: new.flat_range_product(relation) for site, relation in told.items()}
        state.told[key] = united([state.told[key], row])
        state.pending[key] = coalesced(state.pending[key].union(new))

    def _asks_who_took(self, key: str) -> bool:
        """Whether a signal has to know that waits are over."""
        return key in self.shared or self.of_key[key].when_full is not WhenFull.BLOCK

    def _check_taken(
        self,
        op: Operation,
        resource: SyncResource,
        one: Relation,
        new: Relation,
        told: Row,
        state: MachineProofState,
    ) -> None:
        """Waits that are not known to be over have not taken their units yet."""
        key, found = self.key(op), Row()
        # Where several engines give units to an instance, each has to know that all before are taken.
        shared = self.shared.get(key, isl.Set("{ [i] : 1 = 0 }"))
        beside = not of_instances(state.pending[key].intersect(one), shared).is_empty()
        for site, relation in state.taken[key].items():
            mine = relation.intersect_domain(state.reach)
            labels = relation.dim(OUT) - 2
            of_instance = mine.intersect(one.add_dims(OUT, labels))
            if site in told:
                unknown = of_instance.intersect(_behind_two(told[site]))
                beside = beside or not of_instances(unknown, shared).is_empty()
                if resource.when_full is not WhenFull.BLOCK:
                    self._check_room(op, resource, new, unknown.project_out(OUT, 2, labels), site)
            else:
                unknown = of_instance.subtract(of_instance)
            found[site] = coalesced(mine.subtract(of_instance).union(unknown))
        if beside:
            raise NotFollowed("several engines give signals of one instance in an order that is open", op)
        state.taken[key] = united([found])

    def _check_room(
        self, op: Operation, resource: SyncResource, new: Relation, taken: Relation, site: str
    ) -> None:
        """There has to be room besides what nobody has taken, and what those take who are not known to have done so."""
        places, own = new.flat_range_product(taken), self._units(self.of_site[site])
        bad = isl.Set(f"{{ [i, p, j, a] : p + 1 + a + {own} > {resource.capacity} or a >= {_MANY} }}")
        if not places.intersect_range(bad).is_empty():
            raise Refused("the signal may come before the unit before it is taken", op)

    def wait(self, op: sync.WaitOp, state: MachineProofState) -> None:
        """MAC-10, MAC-12."""
        resource = self.resource(op)
        if resource.groups is not None:
            self._wait_for_groups(op, resource, state)
            return
        resource, key, engine = self._taken_by_units(op), self.key(op), self.engine(op)
        self.ask_issuer(engine, state)
        one, units = self.one(op, resource, state), self._units(op)
        youngest = one.fix_val(OUT, 1, isl.Val(units - 1))
        if not state.reach.is_subset(state.pending[key].intersect(youngest).domain()):
            raise Refused("no signal is known to be given for the wait", op)
        row: Row = {}
        for site, relation in state.told[key].items():
            labels = relation.dim(OUT) - 2
            row[site] = relation.intersect(youngest.add_dims(OUT, labels)).project_out(OUT, 0, 2)
        self.tell(engine, row, state)
        later = isl.Map(f"{{ [i, p] -> [i, p - {units}] : p >= {units} }}")
        state.pending[key] = changed(state.pending[key], one, later)
        state.told[key] = united([{s: changed(r, one, later) for s, r in state.told[key].items()}])
        if engine != self.issuer or self.issuer not in self.in_order:
            site = f"{self.numbers.ids[op]}"
            more = f"(b = a + {units} and b < {_MANY}) or (b = {_MANY} and a + {units} >= {_MANY})"
            older = isl.Map(f"{{ [i, a] -> [i, b] : {more} }}")
            if self._asks_who_took(key):
                taken = {s: changed(r, one, older) for s, r in state.taken[key].items()}
                now = one.fix_val(OUT, 1, isl.Val(0)).flat_range_product(self.here(state))
                state.taken[key] = united([taken, {site: now}])
            self.note(site, state)

    def _taken_by_units(self, op: Any) -> SyncResource:
        """The resource of a signal or a wait that gives units or takes them."""
        resource = self.resource(op)
        if not resource.takes:
            raise NotFollowed(f"the rules for {op.name} on '{resource.name}' are not known here", op)
        return resource

    def _units(self, op: Any) -> int:
        """How many units a signal gives, or a wait takes, at once."""
        units = 1 if op.amount is None else self.numbers.literal(op.amount)
        if units is None or not 1 <= units <= _MOST_UNITS:
            raise NotFollowed("how many units it gives or takes is not known here, or are too many", op)
        return units

    def one(self, op: Any, resource: SyncResource, state: MachineProofState) -> Relation:
        """From coordinates to (instance, any place)."""
        found = self.instance(op, state.reach.dim(SET)).intersect_domain(state.reach)
        if not found.range().is_subset(isl.Set(f"{{ [i] : 0 <= i < {resource.count} }}")):
            raise Refused("there may be no such instance", op)
        return found.add_dims(OUT, 1)

    def _wait_for_groups(self, op: sync.WaitOp, resource: SyncResource, state: MachineProofState) -> None:
        """MAC-16."""
        count = self.numbers.literal(op.amount) or 0
        assert resource.groups is not None
        if count < 0 or (resource.groups.most is not None and count > resource.groups.most):
            raise Refused("so many groups cannot be counted", op)
        if count and resource.groups.order is CompletionOrder.OUT_OF_ORDER:
            return
        row = dict(state.rows[f"group {resource.name} {count}"])
        if op.until is not None and op.until.data == "read":
            name = f"engine {self.issuer}"
            own = state.rows["thread" if "thread" in state.rows else name]
            row |= {site: relation for site, relation in own.items() if not site.endswith("R")}
        self.tell(self.issuer, row, state)

    def commit(self, op: sync.CommitOp, state: MachineProofState) -> None:
        """Close a group."""
        resource = self.machine.resource(op.resource.data)
        if resource is None or resource.groups is None:
            raise NotFollowed(f"'{op.resource.data}' has no groups", op)
        self._close(resource, state)

    def _close(self, resource: SyncResource, state: MachineProofState) -> None:
        """All works that were given to its engines are in this group, or in older ones."""
        most = self.groups.get(resource.name)
        if most is None or resource.groups is None:
            return
        for n in range(most, 0, -1):
            state.rows[f"group {resource.name} {n}"] = state.rows[f"group {resource.name} {n - 1}"]
        row = state.rows[f"engine {self.issuer}"]
        state.rows[f"group {resource.name} 0"] = {
            site: relation
            for site, relation in row.items()
            if self.on[site] not in resource.groups.engines or not isinstance(self.of_site[site], sync.WorkOp)
        }

    def barrier(self, op: Operation, state: MachineProofState) -> None:
        """MAC-7, MAC-8."""
        if op.properties.get("engine") is None:
            for name in state.rows:
                if not name.startswith(("group ", "fence ")):
                    state.rows[name] = {}
            return
        engine = self.engine(op)
        name = f"engine {engine}"
        self.ask_issuer(engine, state)
        row = state.rows[name]
        if engine == self.issuer and "thread" in state.rows:
            row = met(row, state.rows["thread"])
        state.rows[name] = {
            site: relation
            for site, relation in row.items()
            if self.on[site] != engine or isinstance(self.of_site[site], sync.SignalOp)
        }

    def end(self, op: Operation, state: MachineProofState) -> None:
        """MAC-4, MAC-17."""
        for key, pending in state.pending.items():
            resource = self.of_key[key]
            left = self.initially(key, state.reach)
            if resource.freed and not pending.intersect_domain(state.reach).is_empty():
                raise Refused(f"'{resource.name}' may not be freed", op)
            if (
                resource.takes
                and resource.at_exit_clear
                and not pending.intersect_domain(state.reach).is_equal(left)
            ):
                raise Refused(f"'{resource.name}' may be left set", op)
        if self.machine.drains:
            return
        given = {
            name for value in op.operands if is_memory(value.type) for name in self.accesses.roots(value)
        }
        row = state.rows[f"engine {self.issuer}"]
        if "thread" in state.rows:
            # Who comes back to a program that is over needs no more than one thread was told.
            row = met(row, state.rows["thread"])
        for site, relation in row.items():
            if self.on[site] == self.issuer or isinstance(self.of_site[site], _TELLING):
                continue
            touched = {access.object for access in self.accesses.of(self.of_site[site])}
            seen = any(name[:3] in ("arg", "glo") or name == ANY or name in given for name in touched)
            seen = seen or ANY in given
            if seen and not relation.intersect_domain(state.reach).is_empty():
                raise Refused("the caller may see what has not arrived", self.of_site[site])


_TELLING = (sync.SignalOp, sync.WaitOp)
"""What touches no memory, and may not be over."""
_KEPT = (*TAKEN, ResourceKind.TIMELINE, ResourceKind.PHASES)
_NO_PLACE = isl.Map("{ [i, s] -> [i, 0] }")


def _is_entry(op: Operation) -> bool:
    return isinstance(op, sync.WorkOp | sync.SignalOp | sync.WaitOp)


def of_instances(relation: Relation, instances: Relation) -> Relation:
    """A relation to (instance, ...) of some instances."""
    return relation.intersect_range(instances.add_dims(SET, relation.dim(OUT) - 1))


def _behind_two(relation: Relation) -> Relation:
    """The relation to labels, with any instance and number before them."""
    return relation.insert_dims(OUT, 0, 2)


def changed(relation: Relation, one: Relation, change: Relation) -> Relation:
    """A relation to (instance, place, label...) in which the places of some instance are changed."""
    mine = relation.intersect(one.add_dims(OUT, relation.dim(OUT) - 2))
    return coalesced(relation.subtract(mine).union(mapped(mine, change)))
