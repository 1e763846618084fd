"""States relative to where they are, so that equal ones are found equal; and old entries folded into one."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Hashable, Mapping
from typing import Any

from asyncir.analyses.in_flight.code import Code, FlatLoop, Instruction
from asyncir.analyses.in_flight.exprs import Lin, Terms, symbol
from asyncir.analyses.in_flight.facts import Facts, feasible
from asyncir.analyses.in_flight.lookup import named
from asyncir.analyses.in_flight.old_groups import detached, fold_old, in_order, speaks_of_loads
from asyncir.analyses.in_flight.state import (
    Entry,
    Lane,
    State,
    Token,
    moved,
    value_symbols,
)
from asyncir.analyses.in_flight.views import loads_in
from asyncir.analyses.in_flight.world import OWN, World
from asyncir.ir import SSAValue

_MOST_LOADS = 6
"""So many elements of memory are remembered, those that were looked at last."""

_NOWHERE = symbol("o")
"""An iteration of which nothing is known: no access hangs on it."""


def canonicalise(
    state: State, code: Code, world: World, at: Instruction, oldest: int, forgetful: bool = False
) -> Hashable:
    """Put the state in its normal form and answer what it is equal by, the facts that may be widened excepted.

    A forgetful one remembers an element of memory only if it is plain that it is loaded again.
    """
    for lane in state.lanes:
        first, last, pc = code.first_made, code.last_use, lane.pc
        lane.env = {v: x for v, x in lane.env.items() if first.get(v, -1) <= pc <= last.get(v, -1)}
        _rebase(lane)
    if world.given is None:
        for lane in state.lanes:
            fold_old(state, lane, code, world, oldest)
    for lane in state.lanes:
        _drop_dead_tokens(lane)
        _renumber(lane)
        if world.given is None:
            _rebase_cells(state, lane)
    if world.given is None:
        _rebase_moved_on(state, at)
    _rename(state, code)
    _restrict(state, code, at, world, forgetful)
    counters = frozenset(state.counters.items()) if world.given is not None else None
    lanes = tuple(_lane_key(lane) for lane in state.lanes)
    loads = frozenset(e for e in state.facts.lins() if speaks_of_loads(e.terms))
    return (lanes, loads, counters)


def _lane_key(lane: Lane) -> Hashable:
    entries = tuple((e.structure, e.fifo, e.seq, e.rank, e.uid) for e in lane.entries)
    env = frozenset(lane.env.items())
    epoch = frozenset(e.structure for e in lane.epoch)
    cells, ever = frozenset(lane.cells.items()), frozenset(lane.ever.items())
    return (lane.pc, lane.committing, lane.failed, lane.calls, entries, epoch, env, cells, ever)


def _rebase(lane: Lane) -> None:
    """Number groups from the youngest."""
    totals = lane.totals
    if not any(totals.values()):
        return
    lane.entries = [
        e if e.seq is None else e._replace(seq=e.seq - totals.get(e.fifo, 0)) for e in lane.entries
    ]
    for name, value in lane.env.items():
        if isinstance(value, Token) and value.groups:
            groups = frozenset((f, seq - totals.get(f, 0)) for f, seq in value.groups)
            lane.env[name] = Token(groups, value.copies)
    lane.totals = {}


def _rebase_cells(state: State, lane: Lane) -> None:
    """A counter in memory or of groups is a number of its own, and what was computed from it is relative to that."""
    for e in [*lane.cells.values(), *lane.ever.values()]:
        if e.const and len(e.terms) == 1 and e.terms[0][1] == 1 and e.terms[0][0][0] in OWN:
            name = e.terms[0][0]
            state.substitute({name: symbol(name) - e.const})


def _rebase_moved_on(state: State, at: Instruction) -> None:
    """A number that inner loops or branches moved on is one symbol again; what was computed of it is relative to that."""
    used: set[str] = set()
    loops = () if at.inside is None else at.inside.chain()
    for argument, lane in itertools.product((a for x in loops for a in x.moved_on), state.lanes):
        held = lane.env.get(argument)
        if not isinstance(held, Lin):
            continue
        e = _grown(held)
        own = {s for s in e.symbols if s[0] in OWN}
        units = [(s, c) for s, c in e.terms if s in own and c in (1, -1)]
        if not own or len(units) < len(own) or not used.isdisjoint(own):
            continue
        name, sign = max(units)
        used.add(name)
        if e != symbol(name):
            if state.facts.implies(e):
                state.facts = state.facts.plus(e)
            rest = e - symbol(name).scaled(sign)
            state.substitute({name: (symbol(name) - rest).scaled(sign)})


def _grown(e: Lin) -> Lin:
    """What grows, where the number is a remainder of that; else the number."""
    if len(e.terms) == 1 and not e.const and not isinstance(e.terms[0][0], str):
        atom, c = e.terms[0]
        return atom[1] if c == 1 and atom[0] == "mod" else e
    return e


def _drop_dead_tokens(lane: Lane) -> None:
    """A token for which no group in flight is retired is as good as a ready one."""
    tokens = [(name, v) for name, v in lane.env.items() if isinstance(v, Token) and (v.groups or v.copies)]
    if not tokens:
        return
    oldest: dict[Hashable, int] = {}
    for e in lane.entries:
        if e.seq is not None:
            oldest[e.fifo] = min(oldest.get(e.fifo, 0), e.seq)
    by_uid: dict[int, list[Entry]] = {}
    for e in lane.entries:
        by_uid.setdefault(e.uid, []).append(e)
    for name, token in tokens:
        groups = set(token.groups)
        copies: set[int] = set()
        for uid in token.copies:
            for e in by_uid.get(uid, ()):
                if e.seq is None:
                    copies.add(uid)
                else:
                    groups.add((e.fifo, e.seq))
        alive = frozenset((f, seq) for f, seq in groups if f in oldest and oldest[f] <= seq)
        lane.env[name] = Token(alive, frozenset(copies))


def _renumber(lane: Lane) -> None:
    """Number the copies that are in no group yet by their order."""
    names: dict[int, int] = {-1: -1}
    wanted = {u for v in lane.env.values() if isinstance(v, Token) for u in v.copies}
    for e in lane.entries:
        if e.uid in wanted and e.uid not in names:
            names[e.uid] = len(names)
    lane.entries = [e if e.uid == -1 else e._replace(uid=names.get(e.uid, -1)) for e in lane.entries]
    lane.uids = len(names)
    for name, v in lane.env.items():
        if isinstance(v, Token) and v.copies:
            lane.env[name] = Token(v.groups, frozenset(names[u] for u in v.copies))


def _rename(state: State, code: Code) -> None:
    """Number the symbols of the state in the order in which they occur."""
    order: dict[str, str] = {}

    def visit(symbols: frozenset[str]) -> None:
        for s in sorted(symbols):
            if s[0] in OWN and s not in order:
                order[s] = f"c{len(order)}"

    for lane in state.lanes:
        for e in (*lane.entries, *lane.epoch):
            for lin in e.lins():
                for name in in_order(lin):
                    visit(frozenset((name,)))
        for value in sorted(lane.env, key=code.order.__getitem__):
            visit(value_symbols(lane.env[value]))
        for lin in (*lane.cells.values(), *lane.ever.values()):
            visit(lin.symbols)
    # A number that nothing but facts mentions any more must not be taken for one that gets its name.
    gone = {s for e in state.facts.lins() for s in e.symbols if s[0] in OWN and s not in order}
    for name in sorted(gone):
        # What is known of it may be all that is known of another.
        known = state.facts.value_of(name)
        if known is not None:
            state.facts = state.facts.substituted({name: known})
    if gone:
        state.facts = state.facts.without(gone)
    for lane in state.lanes:
        lane.entries = [_without_places(e, order) for e in lane.entries]
    by = {old: symbol(new) for old, new in order.items() if old != new}
    if by:
        state.substitute(by)


def _without_places(e: Entry, kept: Mapping[str, str]) -> Entry:
    """The entry without numbers in its place that nothing else mentions: another may get the name."""
    gone = {s: _NOWHERE for s in e.symbols if s[0] in OWN and s not in kept}
    return moved(e, gone) if gone else e


def _restrict(state: State, code: Code, at: Instruction, world: World, forgetful: bool) -> None:
    """Forget what is known of numbers that the state does not mention any more."""
    if world.given is not None:
        return
    mentioned: set[str] = set()
    for lane in state.lanes:
        for e in (*lane.entries, *lane.epoch):
            mentioned |= {s for lin in e.lins() for s in lin.symbols}
        for value in lane.env.values():
            mentioned |= value_symbols(value)
        for lin in (*lane.cells.values(), *lane.ever.values()):
            mentioned |= lin.symbols
    running: set[str] = set()
    if at.inside is not None:
        running = {loop.counter for loop in at.inside.chain()}
    known: dict[Terms, Lin] = {}
    loads = loads_in(state.facts)
    dead = set(loads[:-_MOST_LOADS])
    may = _loads_again if forgetful else _may_load_again
    ahead = _ahead(state, code)
    dead |= {x for x in loads[-_MOST_LOADS:] if not may(x, state.facts, at.inside, world, ahead)}
    wanted = _connected_arguments(state.facts, mentioned)
    for e in state.facts.lins():
        if world.complete and all(_lasts(atom) for atom, _ in e.terms):
            known[e.terms] = e
        elif e.symbols and all(s[0] == "a" for s in e.symbols) and e.symbols.isdisjoint(wanted):
            state.past = state.past.plus(e)
        elif all(s in mentioned or s in running or s[0] in "adtb" for s in e.symbols) and not (
            dead and any(atom in dead for atom, _ in e.terms)
        ):
            known[e.terms] = e
    if len(known) < len(state.facts.known):
        state.facts = Facts(known)


def _lasts(atom: Any) -> bool:
    """Whether it is the same number all the time: an argument, or one element of a memory that nothing writes."""
    if isinstance(atom, str):
        return atom[0] == "a"
    return atom[0] == "load" and all(index.is_const for index in atom[2])


def _connected_arguments(facts: Facts, mentioned: set[str]) -> set[str]:
    """The arguments that something mentions, and those of which a fact says something relative to these."""
    wanted = {s for s in mentioned if s[0] == "a"}
    about = [e.symbols for e in facts.lins() if len(e.symbols) > 1]
    about.extend(
        symbols for e in facts.lins() if (symbols := e.symbols) and any(s[0] != "a" for s in symbols)
    )
    changed = True
    while changed:
        changed = False
        for symbols in about:
            more = {s for s in symbols if s[0] == "a"} - wanted
            if more and (not symbols.isdisjoint(wanted) or any(s[0] != "a" for s in symbols)):
                wanted |= more
                changed = True
    return wanted


def _ahead(state: State, code: Code) -> Callable[[set[int]], bool]:
    """Whether some thread may come to one of some places in the code from where it is: only loops go back."""
    first = min(lane.pc for lane in state.lanes)
    for lane in state.lanes:
        loop = code.instructions[lane.pc].inside
        if loop is not None:
            first = min(first, *(around.first for around in loop.chain()))
    return lambda places: any(place >= first for place in places)


def _loads_again(
    atom: Any, facts: Facts, loop: FlatLoop | None, world: World, ahead: Callable[[set[int]], bool]
) -> bool:
    """Whether a load in these loops comes to the element in a later iteration, by constants alone."""
    return any(
        all(i.terms == j.terms for i, j in zip(atom[2], site, strict=True))
        and all(i.const >= j.const for i, j in zip(atom[2], site, strict=True))
        for site, places in world.sites.get(atom[1], {}).items()
        if ahead(places)
    )


def _may_load_again(
    atom: Any, facts: Facts, loop: FlatLoop | None, world: World, ahead: Callable[[set[int]], bool]
) -> bool:
    """Whether some load, from now on, may be of this element."""
    running = [] if loop is None else [x.counter for x in loop.chain()]
    for site, places in world.sites.get(atom[1], {}).items():
        if not ahead(places):
            continue
        conditions: list[Lin] = []
        for mine, its in zip(atom[2], site, strict=True):
            apart = mine - its
            signs = {c > 0 for name, c in its.terms if name in running}
            if any(not isinstance(name, str) for name, _ in its.terms) or len(signs) > 1:
                continue
            if not signs:
                conditions += [apart, apart.scaled(-1)]
            else:
                conditions.append(apart if signs == {True} else apart.scaled(-1))
        if feasible(facts, conditions):
            return True
    return False


def generalise(state: State, world: World, loop: FlatLoop, varying: Callable[[int, SSAValue], bool]) -> None:
    """Say of entries only in which order their iterations are, of what the loop carries only what the facts say."""
    for lane in state.lanes:
        names: dict[Lin, Lin] = {}
        lane.entries = [
            detached(state, e, world, [], range(len(e.place)), None if e.many else names, loop.counter)
            for e in lane.entries
        ]
        own = sorted(names.items(), key=lambda item: item[0].const)
        for (lin, a), (later, b) in itertools.pairwise(own):
            apart = later - lin
            if apart.is_const:
                state.facts = state.facts.plus(b - a - apart.const, a - b + apart.const)
        for value, held in list(lane.env.items()):
            if value in loop.inductions or not isinstance(held, Lin) or not varying(lane.number, value):
                continue
            if value not in loop.moved_on or not any(s[0] in OWN for s in _grown(held).symbols):
                lane.env[value] = named(state, world, held)
                state.vague = True


def skeleton(state: State) -> Hashable:
    """What is in flight, whatever the iterations."""
    return tuple(
        (lane.pc, tuple((e.at, e.kind, e.seq, e.many) for e in lane.entries)) for lane in state.lanes
    )
