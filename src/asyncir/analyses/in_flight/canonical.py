"""States relative to where they are, so that equal ones are found equal; and old entries folded into one."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Hashable
from dataclasses import replace
from typing import Any

from asyncir.analyses.in_flight.code import Code, Instruction, Loop
from asyncir.analyses.in_flight.exprs import Lin, constant, substituted, symbol
from asyncir.analyses.in_flight.facts import Facts, feasible
from asyncir.analyses.in_flight.lookup import named
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

_NEAR = 3
"""So many iterations of outer loops are told apart, where old groups have ages."""

_MOST_LOADS = 6
"""So many elements of memory are remembered, those that were looked at last."""


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
            _fold_old(state, lane, world, oldest)
    for lane in state.lanes:
        _drop_dead_tokens(lane)
        _renumber(lane)
        if world.given is None:
            _rebase_cells(state, lane)
    _rename(state)
    _restrict(state, code, at, world, forgetful)
    counters = frozenset(state.counters.items()) if world.given is not None else None
    lanes = tuple(_lane_key(lane) for lane in state.lanes)
    loads = frozenset((t, c) for t, c in state.facts.known.items() if _speaks_of_loads(t))
    return (lanes, loads, counters)


def _lane_key(lane: Lane) -> Hashable:
    entries = tuple((e.structure, e.fifo, e.seq, e.uid) for e in lane.entries)
    env = frozenset(lane.env.items())
    epoch = frozenset(e.structure for e in lane.epoch)
    cells = frozenset(lane.cells.items())
    return (lane.pc, lane.committing, entries, epoch, env, cells, frozenset(lane.ever.items()))


def _speaks_of_loads(terms: Any) -> bool:
    return any(not isinstance(atom, str) and atom[0] == "load" for atom, _ in terms)


def _rebase(lane: Lane) -> None:
    """Number groups from the youngest."""
    totals = lane.totals
    if not any(totals.values()):
        return
    lane.entries = [
        e if e.seq is None else replace(e, seq=e.seq - totals.get(e.fifo, 0)) for e in lane.entries
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
    lane.entries = [e if e.uid == -1 else replace(e, uid=names.get(e.uid, -1)) for e in lane.entries]
    lane.uids = len(names)
    for name, v in lane.env.items():
        if isinstance(v, Token) and v.copies:
            lane.env[name] = Token(v.groups, frozenset(names[u] for u in v.copies))


def _rename(state: State) -> None:
    """Number the symbols of the state in the order in which they occur."""
    order: dict[str, str] = {}

    def visit(symbols: frozenset[str]) -> None:
        for s in sorted(symbols):
            if s[0] in OWN and s not in order:
                order[s] = f"c{len(order)}"

    for lane in state.lanes:
        for e in (*lane.entries, *lane.epoch):
            for lin in e.lins():
                for name in _in_order(lin):
                    visit(frozenset((name,)))
        for value in sorted(lane.env, key=id):
            visit(value_symbols(lane.env[value]))
        for lin in (*lane.cells.values(), *lane.ever.values()):
            visit(lin.symbols)
    # A number that nothing but facts mentions any more must not be taken for one that gets its name.
    gone = {s for e in state.facts.lins() for s in e.symbols if s[0] in OWN and s not in order}
    if gone:
        state.facts = state.facts.without(gone)
    by = {old: symbol(new) for old, new in order.items() if old != new}
    if by:
        state.substitute(by)


def _in_order(lin: Lin) -> list[str]:
    """The symbols of an expression in an order that renaming does not change."""
    found: list[str] = []
    pending = [lin]
    while pending:
        e = pending.pop()
        for atom, _ in sorted(e.terms, key=lambda t: (not isinstance(t[0], str), t[1])):
            if isinstance(atom, str):
                found.append(atom)
            elif atom[0] == "load":
                pending.extend(atom[2])
            else:
                pending.append(atom[1])
    return found


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
    known: dict[Any, int] = {}
    loads = loads_in(state.facts)
    dead = set(loads[:-_MOST_LOADS])
    may = _loads_again if forgetful else _may_load_again
    ahead = _ahead(state, code)
    dead |= {x for x in loads[-_MOST_LOADS:] if not may(x, state.facts, at.inside, world, ahead)}
    wanted = _connected_arguments(state.facts, mentioned)
    for e in state.facts.lins():
        if world.complete and all(_lasts(atom) for atom, _ in e.terms):
            known[e.terms] = e.const
        elif e.symbols and all(s[0] == "a" for s in e.symbols) and e.symbols.isdisjoint(wanted):
            state.past = state.past.plus(e)
        elif all(s in mentioned or s in running or s[0] in "adtb" for s in e.symbols) and not (
            dead and any(atom in dead for atom, _ in e.terms)
        ):
            known[e.terms] = e.const
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
    atom: Any, facts: Facts, loop: Loop | None, world: World, ahead: Callable[[set[int]], bool]
) -> bool:
    """Whether a load in these loops comes to the element in a later iteration, by constants alone."""
    return any(
        all(i.terms == j.terms for i, j in zip(atom[2], site, strict=True))
        and all(i.const >= j.const for i, j in zip(atom[2], site, strict=True))
        for site, places in world.sites.get(atom[1], {}).items()
        if ahead(places)
    )


def _may_load_again(
    atom: Any, facts: Facts, loop: Loop | None, world: World, ahead: Callable[[set[int]], bool]
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


# Old entries


def _fold_old(state: State, lane: Lane, world: World, oldest: int) -> None:
    """Let one entry stand for any of those that are older than `oldest`, per place in the program."""
    for age in [e.age for e in lane.entries if e.age is not None and e.age.const]:
        name = next(iter(age.symbols))
        state.substitute({name: symbol(name) - age.const})
    old: list[Entry] = []
    kept: list[Entry] = []
    loose: dict[tuple[int, str], int] = {}
    for e in reversed(lane.entries):
        if e.seq is None and not e.opened:
            loose[(e.at, e.kind)] = loose.get((e.at, e.kind), 0) + 1
            too_old = loose[(e.at, e.kind)] > oldest
        else:
            too_old = e.seq is not None and -1 - e.seq > oldest
        (old if e.many or too_old else kept).append(e)
    if old:
        folded = _absorbed(state, [_as_many(state, e, world, oldest, lane) for e in reversed(old)])
        lane.entries = [*folded, *reversed(kept)]
    count: dict[tuple[int, str], int] = {}
    for e in lane.epoch:
        count[(e.at, e.kind)] = count.get((e.at, e.kind), 0) + 1
    if any(n > 2 for n in count.values()):
        lane.epoch = _absorbed(state, [_as_many(state, e, world, oldest) for e in lane.epoch])


def _as_many(state: State, e: Entry, world: World, oldest: int, lane: Lane | None = None) -> Entry:
    seq = None if e.seq is None else -2 - oldest
    if e.many:
        return replace(detached(state, e, world, near=True) if world.ages else e, seq=seq)
    if lane is not None:
        e = _alone(state, lane, e, world)
    made = replace(detached(state, e, world, near=world.ages), many=True, seq=seq, uid=-1)
    return made if lane is None or not world.ages else _aged(state, lane, e, made, world)


def _alone(state: State, lane: Lane, e: Entry, world: World) -> Entry:
    """The entry with numbers that no other has: of a number of several groups something is forgotten soon."""
    own = {s for s in e.symbols if s[0] in OWN}
    if not own or not any(not own.isdisjoint(other.symbols) for other in lane.entries if other is not e):
        return e
    by = {s: world.fresh() for s in sorted(own)}
    about = [x for x in state.facts.lins() if not own.isdisjoint(x.symbols)]
    state.facts = state.facts.plus(*(substituted(x, by) for x in about))
    return moved(e, by)


def _aged(state: State, lane: Lane, e: Entry, made: Entry, world: World) -> Entry:
    """The entry with its age as a number, of which it is known how it grows from iteration to iteration."""
    if e.seq is None:
        return made
    age = named(state, world, constant(-1 - e.seq))
    issued = _by_counter(state, e)
    if issued is not None:
        line = age + (1 + e.seq) + (made.place[-1] - issued).scaled(_rate(state, lane, e, issued))
        state.facts = state.facts.plus(line, line.scaled(-1))
    return replace(made, age=age, symbols=made.symbols | age.symbols)


def _by_counter(state: State, e: Entry) -> Lin | None:
    """In which iteration of the innermost loop around it the group was issued, relative to the current one."""
    if not e.place or not (e.place[-1].symbols and all(s[0] in OWN for s in e.place[-1].symbols)):
        return e.place[-1] if e.place else None
    for terms, const in state.facts.known.items():
        rest = Lin(const, terms) + e.place[-1]
        if (
            len(rest.terms) == 1
            and str(rest.terms[0][0])[0] == "k"
            and state.facts.implies(e.place[-1] - rest)
        ):
            return rest
    return None


def _rate(state: State, lane: Lane, e: Entry, issued: Lin) -> int:
    """How many groups are committed from one iteration to the next, as another group of its kind shows."""
    for other in lane.entries:
        same = (other.at, other.kind, other.fifo) == (e.at, e.kind, e.fifo) and not other.many
        if same and other.seq is not None and e.seq is not None and other.seq > e.seq:
            its = _by_counter(state, other)
            later = None if its is None else its - issued
            if later is not None and later.is_const and later.const > 0:
                return (other.seq - e.seq) // later.const
    return 1


def detached(
    state: State,
    e: Entry,
    world: World,
    names: dict[Lin, Lin] | None = None,
    only: str | None = None,
    near: bool = False,
) -> Entry:
    """The entry with numbers of its own in the place of the iterations (of one loop) in which it was issued.

    With `near`, the last iterations of outer loops stay told apart.
    """
    by: dict[str, Lin] = {}
    for depth, lin in enumerate(e.place):
        if near and depth < len(e.place) - 1 and lin.const > -_NEAR:
            continue
        counters = [(name, c) for name, c in lin.terms if isinstance(name, str) and name[0] == "k"]
        if len(counters) != 1 or counters[0][1] != 1 or counters[0][0] in by:
            continue
        if only is not None and counters[0][0] != only:
            continue
        own = None if names is None else names.get(lin)
        if own is None:
            own = world.fresh()
            # lin = counter + rest; the counter is own - rest, and what is known of it is known of that.
            back = own - (lin - symbol(counters[0][0]))
            about = [
                x
                for x in state.facts.lins()
                if counters[0][0] in x.symbols
                and not any(s[0] in OWN for s in x.symbols)
                and not _speaks_of_loads(x.terms)
            ]
            state.facts = state.facts.plus(
                own - lin, lin - own, *(substituted(x, {counters[0][0]: back}) for x in about)
            )
            if names is not None:
                names[lin] = own
        by[counters[0][0]] = own - (lin - symbol(counters[0][0]))
    return moved(e, by) if by else e


def _absorbed(state: State, entries: list[Entry]) -> list[Entry]:
    """Entries that differ only in numbers of their own become one, of which only the common is known."""
    found: dict[Hashable, tuple[Entry, list[str]]] = {}
    gone: set[str] = set()
    for e in entries:
        own = _own_symbols(e)
        shape = moved(e, {s: symbol(f"x{i}") for i, s in enumerate(own)})
        key = (shape.structure, shape.fifo, shape.seq)
        first = found.get(key)
        if first is None:
            found[key] = (e, own)
        elif first[1] != own:
            _forget_differences(state, first[1], own)
            gone.update(s for s in own if s not in first[1])
    if gone:
        state.facts = state.facts.without(gone)
    return [e for e, _ in found.values()]


def _own_symbols(e: Entry) -> list[str]:
    order: dict[str, None] = {}
    for lin in e.lins():
        for s in _in_order(lin):
            if s[0] in OWN:
                order[s] = None
    return list(order)


def _forget_differences(state: State, kept: list[str], other: list[str]) -> None:
    """Of the numbers `kept`, know only what is also true of `other`; candidates are the facts about both."""
    facts = state.facts
    to_other = {k: symbol(o) for k, o in zip(kept, other, strict=True)}
    to_kept = {o: symbol(k) for k, o in zip(kept, other, strict=True)}
    about = set(kept)
    rest = {t: c for t, c in facts.known.items() if Lin(0, t).symbols.isdisjoint(about)}
    stay: list[Lin] = []
    for e in facts.lins():
        if not e.symbols.isdisjoint(about) and facts.implies(substituted(e, to_other)):
            stay.append(e)
        elif not e.symbols.isdisjoint(other):
            mine = substituted(e, to_kept)
            if mine.symbols.isdisjoint(other) and facts.implies(mine):
                stay.append(mine)
    state.facts = Facts(rest).plus(*stay)


def generalise(state: State, world: World, loop: Loop, varying: Callable[[int, SSAValue], bool]) -> None:
    """Say of entries only in which order their iterations are, of what the loop carries only what the facts say."""
    for lane in state.lanes:
        names: dict[Lin, Lin] = {}
        lane.entries = [detached(state, e, world, names, loop.counter) for e in lane.entries]
        own = sorted(names.items(), key=lambda item: item[0].const)
        for (lin, a), (later, b) in itertools.pairwise(own):
            apart = later - lin
            if apart.is_const:
                state.facts = state.facts.plus(b - a - apart.const, a - b + apart.const)
        for value, held in list(lane.env.items()):
            if value not in loop.inductions and isinstance(held, Lin) and varying(lane.number, value):
                lane.env[value] = named(state, world, held)
                state.vague = True


def skeleton(state: State) -> Hashable:
    """What is in flight, whatever the iterations."""
    return tuple(
        (lane.pc, tuple((e.at, e.kind, e.seq, e.many) for e in lane.entries)) for lane in state.lanes
    )
